//! What can be wrong with a JSON text.

use crate::span::{LineColumn, line_column};
use std::fmt;

/// Why a text is not a JSON document, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonError {
    /// What is wrong.
    pub kind: JsonErrorKind,
    /// The byte it was seen at.
    pub offset: usize,
    /// The same place, for people.
    pub place: LineColumn,
}

/// What is wrong with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JsonErrorKind {
    /// `{"a":1`: the text ends too early
    Ended(Wanted),
    /// `{"a";1}`, `[1,]`, `nul`: something else stands there
    Unexpected {
        /// What could stand there.
        wanted: Wanted,
        /// What does.
        found: char,
    },
    /// `01`
    LeadingZero,
    /// A line break or another control character (below U+0020) inside a string
    ControlCharacter(char),
    /// `"\x"`, `"\u12"`
    InvalidEscape,
    /// Bytes that are not UTF-8
    NotUtf8,
    /// More bytes than this limit
    TooLarge(usize),
    /// Objects and lists nested deeper than this limit
    TooDeep(usize),
}

/// What could stand at a place of a JSON text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Any value
    Value,
    /// A key, in double quotes
    Key,
    /// A key or `}`
    KeyOrEnd,
    /// A value or `]`
    ValueOrEnd,
    /// `:`
    Colon,
    /// `,` or `}`
    MemberEnd,
    /// `,` or `]`
    EntryEnd,
    /// `"`
    Quote,
    /// A digit of a number
    Digit,
    /// The end of the document
    End,
}

/// An error before its line and column are known: the cold part of a scan finds them.
pub(super) type Fault = (JsonErrorKind, usize);

impl JsonError {
    pub(super) fn new(text: &str, (kind, offset): Fault) -> Self {
        Self { kind, offset, place: line_column(text, offset) }
    }

    /// Whether the text may be fine but is beyond a limit.
    pub fn is_limit(&self) -> bool {
        matches!(self.kind, JsonErrorKind::TooLarge(_) | JsonErrorKind::TooDeep(_))
    }

    /// The error of bytes that are not UTF-8 behind `valid`, their longest prefix that is.
    pub(crate) fn not_utf8(valid: &str) -> Self {
        Self::new(valid, (JsonErrorKind::NotUtf8, valid.len()))
    }
}

impl std::error::Error for JsonError {}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            JsonErrorKind::Ended(wanted) => write!(f, "the text ends where {wanted} must stand"),
            // A quote needs no backslash between backticks.
            JsonErrorKind::Unexpected { wanted, found: found @ ('"' | '\'') } => {
                write!(f, "`{found}` stands where {wanted} must stand")
            }
            JsonErrorKind::Unexpected { wanted, found } => {
                write!(f, "`{}` stands where {wanted} must stand", found.escape_debug())
            }
            JsonErrorKind::LeadingZero => f.write_str("a number begins with a needless `0`"),
            JsonErrorKind::ControlCharacter(found) => {
                write!(f, "a string holds the control character U+{:04X} unescaped", u32::from(found))
            }
            JsonErrorKind::InvalidEscape => f.write_str("a string holds an escape that JSON does not have"),
            JsonErrorKind::NotUtf8 => f.write_str("the text is not UTF-8"),
            JsonErrorKind::TooLarge(limit) => write!(f, "the text is longer than {limit} bytes"),
            JsonErrorKind::TooDeep(limit) => write!(f, "objects and lists are nested deeper than {limit} levels"),
        }
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Value => "a value",
            Self::Key => "a key in double quotes",
            Self::KeyOrEnd => "a key in double quotes or `}`",
            Self::ValueOrEnd => "a value or `]`",
            Self::Colon => "`:`",
            Self::MemberEnd => "`,` or `}`",
            Self::EntryEnd => "`,` or `]`",
            Self::Quote => "the closing `\"` of a string",
            Self::Digit => "a digit",
            Self::End => "the end of the document",
        })
    }
}
