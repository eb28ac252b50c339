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

/// The new text under way.
pub(super) struct Out<'t> {
    old: &'t str,
    style: Style<'t>,
    text: String,
    /// How much of the old text is copied or left out.
    done: usize,
    /// Where the last line of the new text starts; kept up only where lines are indented.
    line: usize,
}

impl<'t> Out<'t> {
    pub(super) fn new(old: &'t str, style: Style<'t>) -> Self {
        let text = String::with_capacity(old.len() + old.len() / 8 + 1024);
        Self { old, style, text, done: 0, line: 0 }
    }

    pub(super) fn finish(mut self) -> String {
        self.text.push_str(&self.old[self.done..]);
        self.text
    }

    /// Copies the old text up to a place, if it was not passed already.
    pub(super) fn copy_to(&mut self, place: usize) {
        if self.done < place {
            let old = self.old;
            self.push(&old[self.done..place]);
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
