//! What a check finds, as data: reports turn it into text.

use crate::span::{Source, Span};

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing
    Note,
    /// Probably not what was meant
    Warning,
    /// Wrong
    Error,
}

impl Severity {
    /// `note`, `warning`, `error`
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// One thing that is checked. The page of the rule is the heading of its code in `docs/codes.md`.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// `FW101`: never used again for another rule.
    pub code: &'static str,
    /// `not-jq`: kebab-case, as stable as the code.
    pub name: &'static str,
    /// How much its findings weigh.
    pub severity: Severity,
    /// What it finds, in one line without a full stop.
    pub summary: &'static str,
}

/// A file that was checked, with the lines of its text.
#[derive(Debug)]
pub struct SourceFile {
    /// The path as it is reported: relative, with `/`.
    pub path: String,
    /// The text and its lines.
    pub source: Source,
}

/// A stretch of one of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The index of the file among those that were checked.
    pub file: usize,
    /// The bytes of its text.
    pub span: Span,
}

/// One fault.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The rule that found it.
    pub rule: &'static Rule,
    /// Its weight; that of the rule, unless the rule says otherwise in this case.
    pub severity: Severity,
    /// What was found, in lower case, the user's text in backticks, no full stop.
    pub message: String,
    /// What the underlined text is, in a few words; may be empty.
    pub label: String,
    /// Where.
    pub place: Place,
    /// The other places that it speaks of.
    pub related: Vec<Related>,
    /// What to write instead.
    pub help: Option<String>,
    /// An edit of the file that mends it.
    pub fix: Option<Fix>,
    /// What it speaks of, in symbolic terms (definition, component, field): stays when lines move, for fingerprints.
    pub subject: String,
}

impl Finding {
    /// A finding of a rule, with the rule's severity; the rest is added by the methods below.
    pub fn new(rule: &'static Rule, place: Place, message: impl Into<String>) -> Self {
        Self {
            rule,
            severity: rule.severity,
            message: message.into(),
            label: String::new(),
            place,
            related: Vec::new(),
            help: None,
            fix: None,
            subject: String::new(),
        }
    }

    /// Gives it another weight than its rule has.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// Says what the underlined text is.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Says what to write instead.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Points at another place.
    #[must_use]
    pub fn and_at(mut self, place: Place, label: impl Into<String>) -> Self {
        self.related.push(Related { place, label: label.into() });
        self
    }

    /// Adds an edit that mends it, if there is one.
    #[must_use]
    pub fn fix(mut self, message: impl Into<String>, is_safe: bool, replacement: Option<Replacement>) -> Self {
        self.fix =
            replacement.map(|replacement| Fix { message: message.into(), is_safe, replacements: vec![replacement] });
        self
    }

    /// Says what it speaks of, in symbolic terms.
    #[must_use]
    pub fn subject(mut self, subject: impl Into<String>) -> Self {
        self.subject = subject.into();
        self
    }
}

/// Another place that a finding speaks of.
#[derive(Clone, Debug, PartialEq)]
pub struct Related {
    /// Where.
    pub place: Place,
    /// What it is, in a few words.
    pub label: String,
}

/// An edit of the file that mends a finding.
#[derive(Clone, Debug, PartialEq)]
pub struct Fix {
    /// What it does, in one line.
    pub message: String,
    /// Whether the definition means the same afterwards, so that it may be made without asking.
    pub is_safe: bool,
    /// The stretches to replace; none overlaps another.
    pub replacements: Vec<Replacement>,
}

/// One stretch of a file and what stands there afterwards.
#[derive(Clone, Debug, PartialEq)]
pub struct Replacement {
    /// Where.
    pub place: Place,
    /// The new text.
    pub text: String,
}
