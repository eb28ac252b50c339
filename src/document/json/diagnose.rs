//! What is told about a text that is not JSON.

use super::EditError;
use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::json::{JsonError, JsonErrorKind, Wanted};
use crate::span::Span;

impl Diagnose for JsonError {
    fn diagnose(&self) -> Diagnostic {
        let code = match self.kind {
            JsonErrorKind::TooLarge(_) => Code::TooLarge,
            JsonErrorKind::TooDeep(_) => Code::TooDeep,
            _ => Code::InvalidDocument,
        };
        let mut told = Diagnostic::new(code, self.to_string());
        told.help = help(self.kind).map(str::to_owned);
        if !matches!(self.kind, JsonErrorKind::TooLarge(_)) {
            told = told.fact("line", self.place.line).fact("column", self.place.column);
            told.span = Some(Span::new(self.offset, self.offset + 1));
        }
        told
    }
}

impl Diagnose for EditError {
    fn diagnose(&self) -> Diagnostic {
        match self {
            Self::Document(error) => error.diagnose(),
            Self::Plan(error) => error.diagnose(),
        }
    }
}

fn help(kind: JsonErrorKind) -> Option<&'static str> {
    Some(match kind {
        JsonErrorKind::Ended(_) => "complete the document: it may have been cut off",
        JsonErrorKind::Unexpected { found: '}' | ']', wanted: Wanted::Key | Wanted::Value } => {
            "remove the comma before it"
        }
        JsonErrorKind::Unexpected { wanted: Wanted::Key | Wanted::KeyOrEnd, .. } => "write keys as `\"name\"`",
        JsonErrorKind::Unexpected { wanted: Wanted::End, .. } => "keep one value in the document",
        JsonErrorKind::Unexpected { found: '\'', .. } => "write strings in double quotes",
        JsonErrorKind::Unexpected { found: '/' | '#', .. } => "remove comments: JSON has none",
        JsonErrorKind::Unexpected { .. } => return None,
        JsonErrorKind::LeadingZero => "write the number without leading zeros",
        JsonErrorKind::ControlCharacter(_) => "write it as an escape, such as `\\n` or `\\u0001`",
        JsonErrorKind::InvalidEscape => {
            "write a backslash as `\\\\`, any other character as itself or as `\\u` and four hex digits"
        }
        JsonErrorKind::NotUtf8 => "save the file as UTF-8",
        JsonErrorKind::TooLarge(_) | JsonErrorKind::TooDeep(_) => return None,
    })
}
