//! The laws of YAML edits, as plain functions: property tests and fuzz targets run the same ones.

use super::yaml_plan::nearest;
use fieldwright::document::yaml::{Dialect, Style, YamlEditError, YamlStream, print};
use fieldwright::limits::Limits;
use fieldwright::location::Location;
use fieldwright::plan::{Assignment, Op, Plan};
use fieldwright::span::Span;
use fieldwright::value::Value;

/// What became of an edit.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    Edited(String),
    /// The plan does not fit, or a place is shared.
    Refused,
    /// The safety net held it back.
    Unfaithful,
}

/// Reading never panics, and what is read reads the same again.
pub fn reading_is_total(text: &str) {
    for dialect in [Dialect::Kubernetes, Dialect::Yaml12] {
        let Ok(stream) = YamlStream::parse(text, dialect, &Limits::DEFAULT) else { continue };
        assert_eq!(stream.apply(&[]).expect("nothing to do"), text);
        assert_eq!(stream.text(), text);
    }
}

/// `parse(edit(text)) == apply(parse(text))`, and an edit that is refused has no result.
pub fn edit_is_faithful(stream: &YamlStream, document: usize, plan: &Plan) -> Outcome {
    let root = stream.documents().nth(document).expect("the document is there").root();
    let mut wanted = serde_json::Value::from(root);
    let applied = plan.apply(&mut wanted);
    match stream.apply(&[(document, plan)]) {
        Ok(edited) => {
            let changed = applied.expect("what a text takes, a value takes");
            let again =
                YamlStream::parse(&edited, Dialect::Kubernetes, &Limits::DEFAULT).expect("an edited text reads");
            assert_eq!(again.len(), stream.len(), "in\n{edited}");
            for (number, (old, new)) in stream.documents().zip(again.documents()).enumerate() {
                let wanted = if number == document { Value::from(&wanted) } else { old.root().clone() };
                assert_eq!(&wanted, new.root(), "in\n{edited}");
            }
            assert!(changed || edited == stream.text(), "no change of the value is no change of the text");
            Outcome::Edited(edited)
        }
        Err(YamlEditError::Unfaithful { .. }) => Outcome::Unfaithful,
        Err(YamlEditError::Apply(_)) => {
            assert!(applied.is_err(), "a value takes the plan, the text must too");
            Outcome::Refused
        }
        Err(_) => Outcome::Refused,
    }
}

/// The scalars and empty containers of a value.
pub fn scalars(root: &Value) -> Vec<(Location, Value)> {
    let mut out = Vec::new();
    let mut waiting = vec![(Location::root(), root)];
    while let Some((at, value)) = waiting.pop() {
        match value {
            Value::Object(members) => waiting.extend(members.iter().map(|(key, member)| (at.child(&**key), member))),
            Value::Array(entries) => waiting.extend(entries.iter().enumerate().map(|(i, entry)| (at.child(i), entry))),
            scalar => out.push((at, scalar.clone())),
        }
    }
    out
}

/// Another value of the same type; of text with lines, the same with one line changed.
pub fn other(value: &Value) -> Value {
    match value {
        Value::Bool(value) => Value::Bool(!value),
        Value::Number(_) => Value::Number(77_u64.into()),
        Value::String(text) => match text.split_once('\n') {
            Some((first, rest)) if !first.is_empty() => Value::from(&*format!("{first} and more\n{rest}")),
            _ => Value::from("changed"),
        },
        _ => Value::from("changed"),
    }
}

/// The plan that sets one place.
pub fn set(location: &Location, value: Value) -> Plan {
    Plan::new(vec![Assignment::new(location.clone(), Op::Set(value))]).expect("one assignment")
}

/// Set back to what it was, a scalar that is written as we write has its old bytes again. Whether it is written so.
pub fn scalar_goes_back(stream: &YamlStream, number: usize, at: &Location, value: &Value, edited: &str) -> bool {
    let document = stream.documents().nth(number).expect("the document is there");
    let scalar = document.scalar_at(at).expect("a scalar");
    let plainly_written = !scalar.tagged
        && match scalar.style {
            Style::Plain => {
                !scalar.raw.contains('\n')
                    && (scalar.raw == value.to_string() || print(value) == Some(format!("{}\n", scalar.raw)))
            }
            Style::Single => value.as_str().is_some() && !scalar.raw.contains('\n'),
            Style::Double => !scalar.raw.contains(['\\', '\n']),
            // One line alone goes without a block, and a block at the end of the text gets its line break.
            Style::Literal => {
                scalar.text.contains('\n')
                    && stream.text().ends_with('\n')
                    && scalar.text.lines().all(|line| line.trim() == line && !line.is_empty())
            }
            Style::Folded => false,
        };
    if plainly_written {
        let again = YamlStream::parse(edited, Dialect::Kubernetes, &Limits::DEFAULT).expect("an edited text reads");
        let back = again.apply(&[(number, &set(at, value.clone()))]).expect("it goes back");
        assert_eq!(back, stream.text(), "{at} is not what it was");
    }
    plainly_written
}

/// A scalar of a document changed and changed back.
pub fn a_scalar_goes_back(stream: &YamlStream, number: usize, choice: usize) {
    let root = stream.documents().nth(number).expect("the document is there").root();
    let found = scalars(root);
    if found.is_empty() {
        return;
    }
    let (at, value) = &found[choice % found.len()];
    if let Ok(edited) = stream.apply(&[(number, &set(at, other(value)))])
        && edited != stream.text()
    {
        scalar_goes_back(stream, number, at, value, &edited);
    }
}

/// Lines that no assignment is about stand in the edited text, in their order.
///
/// An assignment is about the lines of the entry it names and of the comments under it; if there is no such entry yet,
/// about those of a container in brackets that takes it, or of a null that becomes one.
pub fn only_these_lines_change(stream: &YamlStream, document: usize, plan: &Plan, edited: &str) {
    let text = stream.text();
    let mut touched = Vec::new();
    for assignment in plan.assignments() {
        touched.extend(lines_about(stream, document, plan, assignment));
    }
    let mut at = 0;
    // In brackets a neighbour gains or loses a comma, with the white space behind it.
    // The byte-order mark belongs to no line: it stays when the first one goes.
    let bare = |line: &str| line.trim_start_matches('\u{feff}').replace(',', "").trim_end().to_string();
    let edited = if text.ends_with('\n') { edited.to_string() } else { format!("{edited}\n") };
    let mut rest = edited.split_inclusive('\n').map(bare);
    for line in text.split_inclusive('\n') {
        let range = at..at + line.len();
        at = range.end;
        // An empty place at the end of the text is on the last line.
        let is_last = |span: &Span| span.start == text.len() && range.end == text.len() && !text.ends_with('\n');
        if touched.iter().any(|span| (span.start < range.end && range.start <= span.end) || is_last(span)) {
            continue;
        }
        let line = bare(line);
        assert!(
            rest.any(|other| other == line),
            "the line `{line}` of\n{text}\nis not in\n{edited}\nafter {:?}",
            plan.assignments()
        );
    }
}

fn lines_about(stream: &YamlStream, document: usize, plan: &Plan, assignment: &Assignment) -> Vec<Span> {
    let (location, op) = (&assignment.location, &assignment.op);
    let document = stream.documents().nth(document).expect("the document is there");
    let (there, value) = nearest(document.root(), location);
    let is_there = there == *location && !matches!(op, Op::Insert(_));
    if is_there {
        let entry = document.entry_span_of(&there).expect("the place is there");
        let start = entry.start;
        let mut around = None;
        let mut about = with_comments(stream.text(), entry);
        if *op == Op::Remove {
            // An emptied container shows on the line of its key.
            let parent: Location = location.split_last().map(|(_, parent)| parent.to_vec()).unwrap_or_default().into();
            let (_, container) = nearest(document.root(), &parent);
            let is_beside = |other: &&Assignment| {
                other.op == Op::Remove
                    && other.location.split_last().is_some_and(|(_, holder)| *holder == *parent.segments())
            };
            let removed = plan.assignments().iter().filter(is_beside).count();
            let alone = match container {
                Value::Object(members) => members.len() == removed,
                Value::Array(entries) => entries.len() == removed,
                _ => false,
            };
            // An entry that is put back takes the comments above it along.
            let is_moved = plan.assignments().iter().any(|other| {
                matches!(other.op, Op::Insert(_))
                    && other.location.split_last().is_some_and(|(_, holder)| *holder == *parent.segments())
            });
            if is_moved {
                about.start = with_comments_above(stream.text(), about.start);
            }
            let holder = document.entry_span_of(&parent).map(|entry| entry.start);
            let inside = document.span_of(&parent).map(|whole| {
                let brackets = whole.of(stream.text()).starts_with(['{', '[']);
                if brackets { whole.end } else { whole.start }
            });
            around = holder.zip(inside).map(|(start, end)| Span::new(start, end)).filter(|_| alone);
            // The bracket or the brace behind it may move up to the line before.
            let brackets = document.span_of(&parent).is_some_and(|span| span.of(stream.text()).starts_with(['{', '[']));
            if brackets {
                about.start = stream.text()[..start].rfind('\n').unwrap_or(0).min(about.start);
            }
            // What stands beside a dash lets the next entry that stays up to it.
            let line = stream.text()[..start].rfind('\n').map_or(0, |found| found + 1);
            if !stream.text()[line..start].trim().is_empty() {
                let next = stream.text()[about.end..].find(|c: char| !c.is_whitespace()).unwrap_or(0);
                about.end += next;
            }
            let is_gone = |other: &Location| {
                plan.assignments().iter().any(|change| change.op == Op::Remove && change.location == *other)
            };
            let places: Vec<Location> = match container {
                Value::Object(members) => members.iter().map(|(key, _)| parent.child(&**key)).collect(),
                Value::Array(entries) => (0..entries.len()).map(|index| parent.child(index)).collect(),
                _ => Vec::new(),
            };
            let first = places.first().and_then(|first| document.entry_span_of(first));
            let kept = places.iter().find(|place| !is_gone(place)).and_then(|kept| document.entry_span_of(kept));
            if let (Some(kept), Some(first)) = (kept, first)
                && kept.start > first.start
            {
                about = about.to(Span::new(about.start, kept.start));
            }
        }
        return std::iter::once(about).chain(around).collect();
    }
    // An insert names the entry that it goes before, which may be a list itself.
    let at = match op {
        Op::Insert(_) => location.split_last().map(|(_, parent)| parent.to_vec()).unwrap_or_default().into(),
        _ => there,
    };
    let whole = document.span_of(&at).expect("the container is there");
    // A pair that stands alone in brackets gets braces.
    let outer: Location = at.split_last().map(|(_, parent)| parent.to_vec()).unwrap_or_default().into();
    let in_brackets = document.span_of(&outer).is_some_and(|span| span.of(stream.text()).starts_with('['));
    match stream.text().as_bytes().get(whole.start) {
        _ if in_brackets => vec![whole],
        Some(b'{' | b'[') => vec![whole],
        _ if whole.start == whole.end || *value == Value::Null => document.entry_span_of(&at).into_iter().collect(),
        // A block: new lines only, but for one at the head that is shared with a dash.
        _ if matches!(op, Op::Insert(_)) => vec![Span::new(whole.start, whole.start)],
        _ => vec![],
    }
}

/// Where the comment lines begin that stand right above the line of an entry.
fn with_comments_above(text: &str, start: usize) -> usize {
    let mut at = text[..start].rfind('\n').map_or(0, |found| found + 1);
    while at > 0 {
        let above = text[..at - 1].rfind('\n').map_or(0, |found| found + 1);
        if !text[above..at].trim_start_matches('\u{feff}').trim_start().starts_with('#') {
            break;
        }
        at = above;
    }
    at.min(start)
}

/// A span with the comment lines right under it, and blank lines there.
fn with_comments(text: &str, span: Span) -> Span {
    let mut end = span.end;
    let rest = &text[end..];
    let mut lines = rest.split_inclusive('\n');
    end += lines.next().map_or(0, |line| line.trim_end_matches(['\n', '\r']).len());
    let mut next = span.end + rest.split_inclusive('\n').next().map_or(0, str::len);
    for line in lines {
        let trimmed = line.trim();
        if !trimmed.is_empty() && !trimmed.starts_with('#') {
            break;
        }
        end = next + line.trim_end_matches(['\n', '\r']).len();
        next += line.len();
    }
    Span::new(span.start, end)
}
