//! Why a text is not an expression that a definition may hold.

use super::reason::Forbidden;
use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::span::Span;

/// An expression that cannot be used, whatever the document holds.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", self.diagnose().message)]
pub struct ExpressionError {
    /// The bytes of the expression that are at fault.
    pub span: Span,
    /// What is wrong with them.
    pub kind: ExpressionErrorKind,
}

/// What is wrong with an expression.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ExpressionErrorKind {
    /// `.a[`, `.a b`, `.é`
    Syntax {
        /// What would have to stand there.
        wanted: &'static str,
        /// The text that stands there; empty at the end.
        found: String,
    },
    /// `. as [$a] ?// $a | $a`, `.5`: valid jq that this reader does not know
    UnsupportedSyntax {
        /// What it is.
        what: &'static str,
        /// What to write instead.
        instead: &'static str,
    },
    /// `.spec-name`, `.metadata.labels.app.kubernetes.io/name`
    UnquotedKey {
        /// The same place with the key in quotes.
        suggestion: String,
    },
    /// `lenght`, `split`
    UndefinedFunction {
        /// The name that is called.
        name: String,
        /// With how many arguments.
        arguments: usize,
        /// A function that may be meant: another name, or the same with another number of arguments.
        near: Option<String>,
    },
    /// `.a = 1`, `def f: .; f`, `env`
    Forbidden(Forbidden),
    /// More bytes than [`Limits::expression_bytes`](crate::limits::Limits::expression_bytes)
    TooLarge {
        /// The limit.
        limit: usize,
    },
    /// Nested deeper than [`Limits::expression_depth`](crate::limits::Limits::expression_depth)
    TooDeep {
        /// The limit.
        limit: usize,
    },
    /// More steps than [`Limits::address_steps`](crate::limits::Limits::address_steps)
    TooManySteps {
        /// The limit.
        limit: usize,
    },
    /// The system has no thread left to read a nested expression on
    NoThread,
}

impl ExpressionError {
    pub(crate) fn new(span: impl Into<Span>, kind: ExpressionErrorKind) -> Self {
        Self { span: span.into(), kind }
    }

    /// Whether the text is valid but must not stand in a definition.
    pub fn is_forbidden(&self) -> bool {
        matches!(self.kind, ExpressionErrorKind::Forbidden(_))
    }

    /// The stable name of this error.
    pub fn code(&self) -> Code {
        match &self.kind {
            ExpressionErrorKind::Syntax { .. } => Code::Syntax,
            ExpressionErrorKind::UnsupportedSyntax { .. } => Code::UnsupportedSyntax,
            ExpressionErrorKind::UnquotedKey { .. } => Code::UnquotedKey,
            ExpressionErrorKind::UndefinedFunction { .. } => Code::UndefinedFunction,
            ExpressionErrorKind::Forbidden(_) => Code::Forbidden,
            ExpressionErrorKind::TooLarge { .. } | ExpressionErrorKind::TooManySteps { .. } => Code::TooLarge,
            ExpressionErrorKind::TooDeep { .. } => Code::TooDeep,
            ExpressionErrorKind::NoThread => Code::BudgetExceeded,
        }
    }

    /// The report of this error on the text that it was found in.
    pub fn diagnose_in(&self, text: &str) -> Diagnostic {
        self.diagnose().expression(text, self.span)
    }
}

impl Diagnose for ExpressionError {
    fn diagnose(&self) -> Diagnostic {
        let (message, help) = describe(&self.kind);
        let mut diagnostic = Diagnostic::new(self.code(), message).help(help);
        diagnostic.span = Some(self.span);
        diagnostic
    }
}

fn describe(kind: &ExpressionErrorKind) -> (String, String) {
    match kind {
        ExpressionErrorKind::Syntax { wanted, found } if found.is_empty() => {
            (format!("the expression ends where {wanted} is wanted"), format!("add {wanted}"))
        }
        ExpressionErrorKind::Syntax { wanted, found } => {
            let help = "a key that is not a plain name is written in brackets: `.[\"a-b\"]`";
            (format!("`{found}` stands where {wanted} is wanted"), help.into())
        }
        ExpressionErrorKind::UnsupportedSyntax { what, instead } => {
            (format!("{what} is not read here"), format!("write {instead} instead"))
        }
        ExpressionErrorKind::UnquotedKey { suggestion } => {
            ("a key that needs quotes stands without them".into(), format!("write `{suggestion}`"))
        }
        ExpressionErrorKind::UndefinedFunction { name, arguments, near } => {
            let help = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("a field is written with a dot: `.{}`", name.trim_start_matches('@')),
            };
            let with = match arguments {
                0 => "without arguments".into(),
                1 => "with one argument".into(),
                more => format!("with {more} arguments"),
            };
            (format!("there is no function `{name}` {with}"), help)
        }
        ExpressionErrorKind::Forbidden(forbidden) => (forbidden.message(), forbidden.help().into()),
        ExpressionErrorKind::TooLarge { limit } => {
            (format!("the expression is longer than {limit} bytes"), "shorten it".into())
        }
        ExpressionErrorKind::TooDeep { limit } => {
            (format!("the expression is nested deeper than {limit} levels"), "split or flatten it".into())
        }
        ExpressionErrorKind::TooManySteps { limit } => {
            (format!("the address has more than {limit} steps"), "shorten it".into())
        }
        ExpressionErrorKind::NoThread => {
            ("no thread could be started to read a nested expression".into(), "try again, or flatten it".into())
        }
    }
}
