//! A document of a file that is checked: its value, and where each part of it stands in the text.

use super::finding::{Place, Replacement};
use crate::diagnostic::{Diagnose, Diagnostic};
use crate::document::json::JsonDocument;
use crate::document::yaml::{Scalar, Style, YamlDocument, YamlError, YamlStream};
use crate::document::{Dialect, Root};
use crate::json::JsonError;
use crate::limits::Limits;
use crate::location::{Location, Segment};
use crate::span::Span;
use crate::value::{Kind, Node};

/// A file that was read as JSON or as a stream of YAML documents.
pub(super) enum Sheet<'t> {
    Json(JsonDocument<'t>),
    Yaml(YamlStream),
}

/// Why a file could not be read.
pub(super) enum SheetError {
    Json(JsonError),
    Yaml(YamlError),
}

impl Diagnose for SheetError {
    fn diagnose(&self) -> Diagnostic {
        match self {
            Self::Json(error) => error.diagnose(),
            Self::Yaml(error) => error.diagnose(),
        }
    }
}

impl<'t> Sheet<'t> {
    /// Reads a text: JSON where it is JSON, else YAML. Keys that stand twice are no error here.
    pub(super) fn read(text: &'t str, limits: &Limits) -> Result<Self, SheetError> {
        let head = text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
        let json = head.starts_with(['{', '[']).then(|| JsonDocument::parse(text, limits));
        match json {
            Some(Ok(document)) => Ok(Self::Json(document)),
            Some(Err(error)) if error.is_limit() => Err(SheetError::Json(error)),
            json => match (YamlStream::parse_with_duplicates(text, Dialect::Kubernetes, limits), json) {
                (Ok(stream), _) => Ok(Self::Yaml(stream)),
                // What begins as JSON and is neither was meant as JSON.
                (Err(_), Some(Err(error))) => Err(SheetError::Json(error)),
                (Err(error), _) => Err(SheetError::Yaml(error)),
            },
        }
    }

    /// The documents, those inside lists by themselves.
    pub(super) fn pages(&self, file: usize) -> Vec<Page<'_>> {
        let texts: Vec<Text<'_>> = match self {
            Self::Json(document) => vec![Text::Json(document)],
            Self::Yaml(stream) => stream.documents().map(|document| Text::Yaml(document, stream.text())).collect(),
        };
        texts.into_iter().flat_map(|text| unfold(text, file)).collect()
    }
}

/// `kind: List` (or `KartaList`) stands for its items.
fn unfold(text: Text<'_>, file: usize) -> Vec<Page<'_>> {
    let whole = Page { text, file, base: Location::root(), root: text.root(), holder: None };
    let is_list = whole.text_at("kind").is_some_and(|kind| kind.ends_with("List"));
    match whole.root.member("items").last() {
        Some(items) if is_list && items.kind() == Kind::Array => {
            let base = Location::root().child("items");
            let page = |(index, root)| Page { text, file, base: base.child(index), root, holder: None };
            items.entries().enumerate().map(page).collect()
        }
        _ => vec![whole],
    }
}

#[derive(Clone, Copy)]
enum Text<'t> {
    Json(&'t JsonDocument<'t>),
    Yaml(&'t YamlDocument, &'t str),
}

impl<'t> Text<'t> {
    fn root(self) -> Root<'t> {
        match self {
            Self::Json(document) => Root::Json(document.root()),
            Self::Yaml(document, _) => Root::Value(document.root()),
        }
    }
}

/// One document, or one item of a list. Locations are seen from its root.
#[derive(Clone)]
pub(super) struct Page<'t> {
    text: Text<'t>,
    /// The index of the file.
    pub(super) file: usize,
    base: Location,
    /// The value.
    pub(super) root: Root<'t>,
    /// The document and the place in it that holds this one as a string, if it is not one of the file.
    holder: Option<Box<(Page<'t>, Location)>>,
}

/// How a scalar or a key is written.
pub(super) struct Written<'t> {
    /// The bytes, quotes included.
    pub(super) raw: &'t str,
    /// Whether it is a YAML scalar without quotes and tag.
    pub(super) is_plain: bool,
}

impl<'t> Page<'t> {
    /// The first document of a text that stands as a string at a place of this one.
    pub(super) fn held<'h>(&'h self, location: &Location, sheet: &'h Sheet<'h>) -> Option<Page<'h>> {
        let mut page = sheet.pages(self.file).into_iter().next()?;
        page.holder = Some(Box::new((self.clone(), location.clone())));
        Some(page)
    }

    /// Whether it stands as a string in another document.
    pub(super) fn is_held(&self) -> bool {
        self.holder.is_some()
    }

    /// A string of the root object.
    pub(super) fn text_at(&self, key: &str) -> Option<String> {
        self.root.member(key).last()?.as_str().map(|text| text.into_owned())
    }

    /// The value at a location, or the nearest thing around it that stands in the text.
    pub(super) fn place(&self, location: &Location) -> Place {
        self.at(self.span_around(location))
    }

    fn span_around(&self, location: &Location) -> Span {
        let mut at = location.below(&self.base);
        loop {
            match self.span_of(&at) {
                Some(span) => return span,
                None if at.pop().is_none() => return Span::default(),
                None => {}
            }
        }
    }

    /// The key of a member; of anything else the first line of the value.
    pub(super) fn key_place(&self, location: &Location) -> Place {
        let at = location.below(&self.base);
        let key = match self.text {
            Text::Json(document) => self.span_of(&at).and_then(|span| json_key(document.text(), span.start)),
            Text::Yaml(document, _) => document.key_span_of(&at),
        };
        let is_member = matches!(at.split_last(), Some((Segment::Key(_), _)));
        let key = key.filter(|span| is_member && span.start < span.end);
        self.at(key.unwrap_or_else(|| self.first_line(self.span_around(location))))
    }

    fn first_line(&self, span: Span) -> Span {
        let text = span.of(self.source());
        let length = text.find(['\n', '\r']).unwrap_or(text.len());
        Span::new(span.start, span.start + length)
    }

    /// A stretch of the string at a location.
    pub(super) fn place_in(&self, location: &Location, inner: Span) -> Place {
        let at = location.below(&self.base);
        let span = match self.text {
            Text::Json(document) => self.span_of(&at).and_then(|span| json_inner(document.text(), span, inner)),
            Text::Yaml(document, _) => document.source_span(&at, inner),
        };
        span.map_or_else(|| self.place(location), |span| self.at(span))
    }

    /// How the scalar at a location is written.
    pub(super) fn written(&self, location: &Location) -> Option<Written<'t>> {
        let at = location.below(&self.base);
        match self.text {
            Text::Json(document) => Some(Written { raw: document.span_of(&at)?.of(document.text()), is_plain: false }),
            Text::Yaml(document, _) => document.scalar_at(&at).map(written),
        }
    }

    /// How the key of a member is written.
    pub(super) fn written_key(&self, location: &Location) -> Option<Written<'t>> {
        match self.text {
            Text::Json(_) => None,
            Text::Yaml(document, _) => document.key_at(&location.below(&self.base)).map(written),
        }
    }

    /// The string at a location put in place of the one that stands there, in its quotes. Nothing, where it is written
    /// as a block or shared with another place.
    pub(super) fn replacement(&self, location: &Location, new: &str) -> Option<Replacement> {
        if self.holder.is_some() {
            return None;
        }
        let place = Place { file: self.file, span: self.span_of(&location.below(&self.base))? };
        let old = place.span.of(self.source());
        let text = match (self.text, old.as_bytes().first()?) {
            (Text::Json(_), _) | (_, b'"') => crate::value::Value::from(new).to_string(),
            (_, b'|' | b'>' | b'*' | b'&' | b'!') => return None,
            (_, b'\'') => single_quoted(new)?,
            _ if is_plain_text(new) => new.to_owned(),
            _ => single_quoted(new)?,
        };
        Some(Replacement { place, text })
    }

    fn span_of(&self, at: &Location) -> Option<Span> {
        match self.text {
            Text::Json(document) => document.span_of(at),
            Text::Yaml(document, _) => document.span_of(at),
        }
    }

    fn at(&self, span: Span) -> Place {
        match self.holder.as_deref() {
            Some((page, location)) => page.place_in(location, span),
            None => Place { file: self.file, span },
        }
    }

    fn source(&self) -> &'t str {
        match self.text {
            Text::Json(document) => document.text(),
            Text::Yaml(_, text) => text,
        }
    }
}

fn written(scalar: Scalar<'_>) -> Written<'_> {
    Written { raw: scalar.raw, is_plain: scalar.style == Style::Plain && !scalar.tagged }
}

/// `None` where the text cannot stand in single quotes on one line.
fn single_quoted(text: &str) -> Option<String> {
    (!text.chars().any(char::is_control)).then(|| format!("'{}'", text.replace('\'', "''")))
}

/// Whether a text may stand in block YAML without quotes: an expression that begins with a dot and has no indicator.
fn is_plain_text(text: &str) -> bool {
    let risky = [": ", " #", "\t", "{", "}", ", "];
    text.starts_with('.')
        && text.len() > 1
        && !text[1..].starts_with(|c: char| c.is_ascii_digit())
        && !text.ends_with([':', ' '])
        && !text.chars().any(char::is_control)
        && !risky.iter().any(|risky| text.contains(risky))
}

/// The key in front of a JSON value that begins at `start`.
fn json_key(text: &str, start: usize) -> Option<Span> {
    let before = text[..start].trim_end().strip_suffix(':')?.trim_end();
    let end = before.len();
    let inside = before.strip_suffix('"')?;
    let open = inside.bytes().enumerate().rev().find(|(at, byte)| {
        let slashes = inside[..*at].bytes().rev().take_while(|byte| *byte == b'\\').count();
        *byte == b'"' && slashes % 2 == 0
    });
    open.map(|(at, _)| Span::new(at, end))
}

/// The bytes of a JSON string that a stretch of what it says is written with.
fn json_inner(text: &str, span: Span, inner: Span) -> Option<Span> {
    let raw = span.of(text).strip_prefix('"')?.strip_suffix('"')?;
    let (mut at, mut said) = (0, 0);
    let (mut start, mut end) = (None, None);
    while at <= raw.len() {
        start = start.or((said >= inner.start).then_some(at));
        end = end.or((said >= inner.end).then_some(at));
        if at == raw.len() || end.is_some() {
            break;
        }
        let (written, spoken) = json_char(&raw[at..]);
        (at, said) = (at + written, said + spoken);
    }
    Some(Span::new(start?, end?).shifted(span.start + 1))
}

/// The bytes of the first character as it is written, and of the character that it stands for.
fn json_char(raw: &str) -> (usize, usize) {
    let hex = |at: usize| raw.get(at + 2..at + 6).and_then(|digits| u32::from_str_radix(digits, 16).ok());
    match raw.as_bytes() {
        [b'\\', b'u', ..] => match hex(0) {
            Some(0xD800..=0xDBFF)
                if raw[6..].starts_with("\\u") && hex(6).is_some_and(|low| low & 0xFC00 == 0xDC00) =>
            {
                (12, 4)
            }
            code => (6.min(raw.len()), code.and_then(char::from_u32).map_or(3, char::len_utf8)),
        },
        [b'\\', _, ..] => (2, 1),
        _ => {
            let length = raw.chars().next().map_or(1, char::len_utf8);
            (length, length)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stretch_of_a_json_string_is_found_through_its_escapes() {
        let text = r#"{"p": ".a[\"b\"] \u00e9 \ud83d\ude00 // 1"}"#;
        let sheet = Sheet::read(text, &Limits::DEFAULT).ok().expect("JSON");
        let page = &sheet.pages(0)[0];
        let at = Location::root().child("p");
        let said = page.text_at("p").expect("a string");
        for (part, raw) in [("[\"b\"]", r#"[\"b\"]"#), ("é", r"\u00e9"), ("😀", r"\ud83d\ude00"), ("// 1", "// 1")] {
            let start = said.find(part).expect("it is there");
            let place = page.place_in(&at, Span::new(start, start + part.len()));
            assert_eq!(place.span.of(text), raw);
        }
        assert_eq!(page.key_place(&at).span.of(text), "\"p\"");
    }

    #[test]
    fn a_list_stands_for_its_items() {
        let text = "kind: List\nitems:\n  - kind: A\n  - kind: B\n---\nkind: C\n";
        let sheet = Sheet::read(text, &Limits::DEFAULT).ok().expect("YAML");
        let pages = sheet.pages(0);
        let kinds: Vec<_> = pages.iter().filter_map(|page| page.text_at("kind")).collect();
        assert_eq!(kinds, ["A", "B", "C"]);
        assert_eq!(pages[1].place(&Location::root().child("kind")).span.of(text), "B");
    }
}
