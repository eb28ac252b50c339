//! The text that an edit gives: stretches of the old one, and new values between them.

use super::style::{Layout, Style, is_line_end};
use crate::location::Segment;
use crate::plan::{Branch, Op};
use crate::value::{Value, write_string};
use std::ops::Range;

/// No more indentation than this is taken from one line.
const LONGEST_INDENTATION: usize = 4096;

/// Something new to be written.
#[derive(Clone, Copy)]
pub(super) enum New<'p> {
    /// A value of the plan.
    Value(&'p Value),
    /// An object that the plan's places need.
    Members(&'p [(&'p Segment, Branch<'p>)]),
    /// A list's first entries.
    Entries(&'p [Value]),
}

impl<'p> New<'p> {
    /// What a place that does not exist yet becomes.
    pub(super) fn of(branch: &'p Branch<'p>) -> Self {
        match branch.op {
            Some(Op::Set(value)) => Self::Value(value),
            _ => Self::Members(&branch.children),
        }
    }

    /// Whether it needs a layout: it is a container with something inside.
    pub(super) fn is_filled(self) -> bool {
        match self {
            Self::Value(Value::Object(members)) => !members.is_empty(),
            Self::Value(Value::Array(entries)) => !entries.is_empty(),
            Self::Entries(entries) => !entries.is_empty(),
            Self::Value(_) => false,
            Self::Members(members) => !members.is_empty(),
        }
    }
}

/// A stretch of the old text that is shorter is copied.
const LONG: usize = 1 << 12;

/// The new text under way.
pub(super) struct Out<'t> {
    old: &'t str,
    style: Style<'t>,
    /// What is new, and short stretches of the old text.
    text: String,
    /// Long stretches of the old text, each with where it belongs in `text`.
    kept: Vec<(usize, Range<usize>)>,
    /// How much of the old text is copied or left out.
    done: usize,
    /// Where the last line of the new text starts; kept up only where lines are indented.
    line: usize,
}

impl<'t> Out<'t> {
    pub(super) fn new(old: &'t str, style: Style<'t>) -> Self {
        Self { old, style, text: String::new(), kept: Vec::new(), done: 0, line: 0 }
    }

    pub(super) fn finish(mut self) -> Spliced {
        self.kept.push((self.text.len(), self.done..self.old.len()));
        Spliced { text: self.text, kept: self.kept }
    }

    /// Takes the old text up to a place, if it was not passed already. The last line is copied: what comes may need its
    /// indentation.
    pub(super) fn copy_to(&mut self, place: usize) {
        if self.done < place {
            let old = self.old;
            let stretch = &old[self.done..place];
            let line = if self.style.indented { stretch.rfind(is_line_end).unwrap_or(0) } else { stretch.len() };
            let kept = if line < LONG { 0 } else { line };
            if kept > 0 {
                self.kept.push((self.text.len(), self.done..self.done + kept));
            }
            self.push(&stretch[kept..]);
            self.done = place;
        }
    }

    /// Leaves the old text out up to a place.
    pub(super) fn skip_to(&mut self, place: usize) {
        self.done = self.done.max(place);
    }

    pub(super) fn push(&mut self, text: &str) {
        if self.style.indented
            && let Some(at) = text.rfind(is_line_end)
        {
            self.line = self.text.len() + at + 1;
        }
        self.text.push_str(text);
    }

    pub(super) fn push_comma(&mut self, space: &str) {
        self.text.push(',');
        self.push(space);
    }

    pub(super) fn push_key(&mut self, key: &str) {
        write_string(&mut self.text, key).expect("a string takes any text");
    }

    /// Writes a new value at the end of the text. Without a layout a container must be empty.
    pub(super) fn push_new(&mut self, new: New<'_>, layout: Option<Layout<'_>>) {
        let line = &self.text.as_bytes()[self.line..];
        let indented = line.iter().take(LONGEST_INDENTATION).take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let layout = layout.unwrap_or(Layout::Line(Default::default()));
        let frame = Frame { layout, base: self.line..self.line + indented, level: 0 };
        self.write(new, &frame);
    }

    fn write(&mut self, new: New<'_>, frame: &Frame<'_>) {
        match new {
            New::Value(Value::Object(members)) => {
                self.members(members.iter().map(|(key, value)| (key.as_str(), New::Value(value))), frame);
            }
            New::Value(Value::Array(entries)) => self.entries(entries, frame),
            New::Entries(entries) => self.entries(entries, frame),
            New::Value(Value::String(text)) => self.push_key(text),
            New::Value(Value::Number(number)) => self.text.push_str(number.as_str()),
            New::Value(Value::Bool(value)) => self.text.push_str(if *value { "true" } else { "false" }),
            New::Value(Value::Null) => self.text.push_str("null"),
            New::Members(children) => {
                let members = children.iter().filter_map(|(segment, child)| match segment {
                    Segment::Key(key) => Some((&**key, New::of(child))),
                    Segment::Index(_) => None,
                });
                self.members(members, frame);
            }
        }
    }

    fn members<'v>(&mut self, members: impl Iterator<Item = (&'v str, New<'v>)>, frame: &Frame<'_>) {
        let colon = match frame.layout {
            Layout::Line(line) => line.colon,
            Layout::Lines(colon) => colon,
        };
        self.text.push('{');
        let mut empty = true;
        for (key, value) in members {
            self.before_entry(empty, frame);
            empty = false;
            self.push_key(key);
            self.text.push_str(colon.before);
            self.text.push(':');
            self.text.push_str(colon.after);
            self.write(value, &frame.inner());
        }
        self.before_end(empty, frame);
        self.text.push('}');
    }

    fn entries(&mut self, entries: &[Value], frame: &Frame<'_>) {
        self.text.push('[');
        for (at, entry) in entries.iter().enumerate() {
            self.before_entry(at == 0, frame);
            self.write(New::Value(entry), &frame.inner());
        }
        self.before_end(entries.is_empty(), frame);
        self.text.push(']');
    }

    fn before_entry(&mut self, first: bool, frame: &Frame<'_>) {
        if !first {
            self.text.push(',');
        }
        match frame.layout {
            Layout::Line(line) => self.text.push_str(if first { line.open } else { line.comma }),
            Layout::Lines(_) => self.new_line(frame, frame.level + 1),
        }
    }

    fn before_end(&mut self, empty: bool, frame: &Frame<'_>) {
        match frame.layout {
            _ if empty => {}
            Layout::Line(line) => self.text.push_str(line.close),
            Layout::Lines(_) => self.new_line(frame, frame.level),
        }
    }

    fn new_line(&mut self, frame: &Frame<'_>, level: usize) {
        self.text.push_str(self.style.newline);
        self.line = self.text.len();
        self.text.extend_from_within(frame.base.clone());
        (0..level).for_each(|_| self.text.push_str(self.style.step));
    }
}

/// A new text in its parts: what is new, and which stretches of the old text stand between.
#[derive(Debug)]
pub(crate) struct Spliced {
    text: String,
    kept: Vec<(usize, Range<usize>)>,
}

impl Spliced {
    /// The old text as it is.
    pub(crate) fn unchanged(old: &str) -> Self {
        Self { text: String::new(), kept: vec![(0, 0..old.len())] }
    }

    /// A text that was written anew.
    #[cfg(feature = "yaml")]
    pub(crate) fn new(text: String) -> Self {
        Self { text, kept: Vec::new() }
    }

    /// Its parts, one behind the other.
    pub(crate) fn parts<'s>(&'s self, old: &'s str) -> impl Iterator<Item = &'s str> {
        let starts = std::iter::once(0).chain(self.kept.iter().map(|(at, _)| *at));
        let ends = self.kept.iter().map(|(at, kept)| (*at, &old[kept.clone()])).chain([(self.text.len(), "")]);
        starts.zip(ends).flat_map(|(start, (end, kept))| [&self.text[start..end], kept])
    }

    /// Whether it is the old text.
    #[cfg(any(feature = "cli", test))]
    pub(crate) fn is_unchanged(&self, old: &str) -> bool {
        let rest = self.parts(old).try_fold(old, |rest, part| rest.strip_prefix(part));
        rest.is_some_and(str::is_empty)
    }

    /// The text in one piece.
    pub(crate) fn into_string(self, old: &str) -> String {
        if self.kept.is_empty() {
            return self.text;
        }
        let mut all = String::with_capacity(self.parts(old).map(str::len).sum());
        self.parts(old).for_each(|part| all.push_str(part));
        all
    }
}

/// Where a new value is written.
struct Frame<'t> {
    layout: Layout<'t>,
    /// The indentation of the line that the value begins on, as it stands in the new text.
    base: Range<usize>,
    /// How deep inside the value we are.
    level: usize,
}

impl Frame<'_> {
    fn inner(&self) -> Self {
        Self { layout: self.layout, base: self.base.clone(), level: self.level + 1 }
    }
}

#[cfg(test)]
mod tests {
    use crate::document::json::JsonDocument;
    use crate::limits::Limits;
    use crate::location::Location;
    use crate::plan::{Assignment, Op, Plan};

    /// A long document in two layouts, and how one member is written in each.
    fn documents() -> [(String, &'static str); 2] {
        let member = |at: usize| format!("  \"key{at:03}\": {{\n    \"name\": \"value {at}\"\n  }}");
        let lines = (0..500).map(member).collect::<Vec<_>>().join(",\n");
        let indented = format!("{{\n{lines}\n}}\n");
        let compact = indented.replace("\n", "").replace("  ", "").replace(": ", ":");
        [(indented, ",\n    \"more\": 1"), (compact, ",\"more\":1")]
    }

    #[test]
    fn long_stretches_stay_where_they_are() {
        let place = |key: &str, name: &str| Location::root().child(key).child(name);
        let plan = Plan::new(vec![
            Assignment::new(place("key250", "name"), Op::Set("new".into())),
            Assignment::new(place("key400", "more"), Op::Set((&serde_json::json!(1)).into())),
        ])
        .expect("no conflict");
        for (text, more) in documents() {
            let document = JsonDocument::parse(&*text, &Limits::DEFAULT).expect("JSON");
            let spliced = document.splice(&plan).expect("it fits");
            let wanted = text.replace("\"value 250\"", "\"new\"");
            let wanted = wanted.replace("\"value 400\"", &format!("\"value 400\"{more}"));
            assert_eq!(spliced.parts(&text).collect::<String>(), wanted);
            assert!(spliced.text.len() < 1000, "{} bytes are copied", spliced.text.len());
            assert!(!spliced.is_unchanged(&text));
            assert_eq!(spliced.into_string(&text), wanted);
            assert!(document.splice(&Plan::default()).expect("it fits").is_unchanged(&text));
        }
    }
}
