//! What can be wrong with a YAML text, and why an edit of one is refused.

use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::location::Location;
use crate::plan::ApplyError;
use crate::span::{LineColumn, Span};
use crate::value::Value;

/// Why a text is not a YAML document that a Kubernetes client reads.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", self.diagnose().message)]
pub struct YamlError {
    /// The bytes at fault.
    pub span: Span,
    /// Line and column where they begin.
    pub at: LineColumn,
    /// What is wrong there.
    pub kind: YamlErrorKind,
}

/// What is wrong with a place of a text.
#[derive(Clone, Debug, PartialEq)]
pub enum YamlErrorKind {
    /// Not YAML: `a: [1`. What the parser says about it.
    Syntax(String),
    /// A tab stands where a line is indented.
    TabIndent,
    /// An alias whose anchor does not stand before it: `*x`
    UnknownAlias(String),
    /// `&a:b x`: a Kubernetes client takes `a` for the name and `:b x` for the value.
    AnchorName(String),
    /// An alias inside the value that its anchor names: `&a [*a]`
    AliasCycle(String),
    /// `a: 1` and later `"a": 2` in one mapping.
    DuplicateKey {
        /// The key as it reads.
        key: String,
        /// The bytes of the first one.
        first: Span,
        /// Line and column of the first one.
        first_at: LineColumn,
    },
    /// A key that is null, a mapping or a sequence: `? [a]`, `{{ .Values.x }}`
    NonStringKey,
    /// `<<: 3`: a merge key takes a mapping, an alias of one, or a list of these.
    MergeValue,
    /// `!!int x`: the text is none of what its tag says.
    TagMismatch,
    /// `.inf`, `.nan`: JSON has no such number.
    NonFiniteNumber,
    /// Bytes that are not UTF-8.
    NotUtf8,
    /// A control character, or a byte-order mark inside the text.
    ControlCharacter(char),
    /// The text is longer than [`Limits::document_bytes`](crate::limits::Limits).
    TooLarge,
    /// Aliases repeat more than the limit allows.
    TooLargeExpanded,
    /// Nested deeper than [`Limits::document_depth`](crate::limits::Limits).
    TooDeep,
}

impl YamlError {
    /// Whether the parser finds white space wrong that other readers do not look at: a line that stands too far out, a tab
    /// at its head, none before a comment.
    pub(super) fn is_white_space(&self) -> bool {
        match &self.kind {
            YamlErrorKind::Syntax(info) => {
                info.contains("invalid indentation") || info.contains("comments must be separated")
            }
            kind => *kind == YamlErrorKind::TabIndent,
        }
    }

    /// Whether the parser wants a space where a tab stands behind an indicator.
    pub(super) fn is_tab_behind_colon(&self) -> bool {
        matches!(&self.kind, YamlErrorKind::Syntax(info) if info.contains("must be followed by a valid YAML whitespace"))
    }

    /// Whether the text is not YAML at all, so that it may be meant as something else.
    pub(in crate::document) fn is_syntax(&self) -> bool {
        matches!(self.kind, YamlErrorKind::Syntax(_) | YamlErrorKind::TabIndent)
    }
}

impl YamlErrorKind {
    fn message(&self) -> String {
        match self {
            Self::Syntax(info) => format!("not YAML: {info}"),
            Self::TabIndent => "a tab stands where the line is indented".into(),
            Self::UnknownAlias(name) => format!("the alias `*{name}` has no anchor before it"),
            Self::AnchorName(name) => format!("`{name}` is no name of an anchor that every client reads alike"),
            Self::AliasCycle(name) => format!("the alias `*{name}` stands inside the value that it names"),
            Self::DuplicateKey { key, first_at, .. } => {
                format!("the key `{key}` stands twice in its mapping, first in line {}", first_at.line)
            }
            Self::NonStringKey => "a key is null, a mapping or a sequence, not a string".into(),
            Self::MergeValue => "a merge key needs a mapping, an alias of one, or a list of these".into(),
            Self::TagMismatch => "the value is not what its tag says".into(),
            Self::NonFiniteNumber => "JSON has no infinite numbers and no NaN".into(),
            Self::NotUtf8 => "the text is not UTF-8".into(),
            Self::ControlCharacter(c) => format!("the character U+{:04X} must not stand in YAML", u32::from(*c)),
            Self::TooLarge => "the text is longer than the limit allows".into(),
            Self::TooLargeExpanded => "the aliases repeat more than the limit allows".into(),
            Self::TooDeep => "the text is nested deeper than the limit allows".into(),
        }
    }

    fn help(&self) -> Option<&'static str> {
        Some(match self {
            Self::TabIndent => "indent with spaces",
            Self::UnknownAlias(_) => {
                "write the anchor in front of a value above, or quote a string that begins with `*`"
            }
            Self::AnchorName(_) => "name it with letters, digits, `_` and `-`",
            Self::DuplicateKey { .. } => "remove the one that is not meant",
            Self::NonStringKey => "quote the key; a template is edited after it is rendered",
            Self::NonFiniteNumber => "quote it if a string is meant",
            Self::TagMismatch => "remove the tag, or write a value that fits it",
            Self::NotUtf8 => "save the file as UTF-8",
            Self::ControlCharacter(_) => "write it as an escape in a double-quoted string",
            _ => return None,
        })
    }
}

impl Diagnose for YamlError {
    fn diagnose(&self) -> Diagnostic {
        let code = match self.kind {
            YamlErrorKind::TooLarge | YamlErrorKind::TooLargeExpanded => Code::TooLarge,
            YamlErrorKind::TooDeep => Code::TooDeep,
            _ => Code::InvalidDocument,
        };
        let mut diagnostic = Diagnostic::new(code, self.kind.message());
        diagnostic.help = self.kind.help().map(Into::into);
        diagnostic.span = Some(self.span);
        diagnostic = diagnostic.fact("line", self.at.line).fact("column", self.at.column);
        if let YamlErrorKind::DuplicateKey { first_at, .. } = &self.kind {
            diagnostic = diagnostic.fact("first_line", first_at.line).fact("first_column", first_at.column);
        }
        diagnostic
    }
}

/// Why an edit was refused. Nothing was changed.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}", self.diagnose().message)]
pub enum YamlEditError {
    /// The stream has no document of this number.
    NoDocument {
        /// The number that was asked for, from 0.
        document: usize,
        /// How many there are.
        len: usize,
    },
    /// The text has a key that stands twice.
    Invalid(YamlError),
    /// The plan does not fit the document.
    Apply(ApplyError),
    /// The write would change what stands elsewhere.
    Aliased {
        /// The place of the write.
        location: Location,
        /// How it is shared.
        share: Share,
        /// The place that shares its value: where the alias, the anchor or the merged value stands.
        other: Location,
        /// The bytes of that place.
        span: Span,
    },
    /// A number that no YAML reader takes as this number: it would read as a string.
    Inexpressible {
        /// The place of the write.
        location: Location,
        /// The number.
        number: String,
    },
    /// The edited text does not read as the plan says.
    Unfaithful {
        /// The first place that differs.
        location: Location,
        /// What the plan wants there; `None` if nothing.
        wanted: Option<Value>,
        /// What the edited text has there; `None` if nothing, or if it cannot be read.
        got: Option<Value>,
    },
}

/// How the value at a place is shared with another place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// It is an alias, or stands inside one.
    Alias,
    /// It carries, contains or stands inside an anchor that an alias elsewhere uses.
    Anchor,
    /// It comes from a merge key, or would come from one.
    Merge,
}

impl From<ApplyError> for YamlEditError {
    fn from(error: ApplyError) -> Self {
        Self::Apply(error)
    }
}

impl Diagnose for YamlEditError {
    fn diagnose(&self) -> Diagnostic {
        match self {
            Self::NoDocument { document, len } => Diagnostic::new(
                Code::AmbiguousDocument,
                format!("there is no document {document}: the stream has {len}, counted from 0"),
            )
            .help("name a document that is there"),
            Self::Invalid(error) => error.diagnose(),
            Self::Apply(error) => error.diagnose(),
            Self::Aliased { location, share, other, .. } => aliased(location, *share, other),
            Self::Inexpressible { location, number } => Diagnostic::new(
                Code::Inexpressible,
                format!("YAML readers take `{number}` as a string, not as a number"),
            )
            .help("write a number that a double can hold")
            .at(location),
            Self::Unfaithful { location, .. } => Diagnostic::new(
                Code::UnfaithfulEdit,
                format!("the edited text would not read as planned at `{location}`"),
            )
            .help("write the value by hand, and please report the document")
            .at(location),
        }
    }
}

fn aliased(location: &Location, share: Share, other: &Location) -> Diagnostic {
    let why = match share {
        Share::Alias => format!("is an alias: its value stands at `{other}`"),
        Share::Anchor => format!("has an anchor that the alias at `{other}` uses"),
        Share::Merge => format!("has a value from a merge key: it stands at `{other}`"),
    };
    Diagnostic::new(Code::Aliased, format!("`{location}` {why}"))
        .help(match share {
            Share::Alias => format!("write to `{other}` to change both, or replace the alias by a copy"),
            Share::Anchor => format!("replace the alias at `{other}` by a copy first"),
            Share::Merge => format!("write to `{other}`, or write the key out beside `<<`"),
        })
        .at(location)
        .and_at(other)
}
