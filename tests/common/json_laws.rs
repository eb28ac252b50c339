//! The laws of JSON text, on plain inputs: property tests and fuzz targets call the same bodies.

use fieldwright::diff::diff;
use fieldwright::document::json::{JsonDocument, edit_text};
use fieldwright::expression::{Address, ResolveErrorKind};
use fieldwright::json::{JsonErrorKind, JsonNode};
use fieldwright::limits::Limits;
use fieldwright::location::{Location, Segment};
use fieldwright::plan::{ApplyError, Assignment, Branch, Op, Plan};
use fieldwright::schema::{Attached, Schema};
use fieldwright::value::{Kind, Node, Value};
use serde_json::Value as Serde;

/// Any bytes: never a panic; what is taken and refused is what `serde_json` takes and refuses, and reads the same.
///
/// Two differences are meant: a byte-order mark is passed over, and there is a limit on nesting. A text that is read for
/// no place in it, which is to say in blocks of many bytes, is taken and refused in the same way.
pub fn scan_agrees(bytes: &[u8]) {
    let limits = Limits::DEFAULT;
    let ours = JsonDocument::from_bytes(bytes, &limits);
    let Ok(text) = std::str::from_utf8(bytes) else {
        assert_eq!(ours.expect_err("not text").kind, JsonErrorKind::NotUtf8);
        return;
    };
    let unread = JsonDocument::parse_for(text, &[], &limits);
    assert_eq!(unread.as_ref().err(), ours.as_ref().err(), "{text:?}");
    assert_eq!(unread.ok().map(|it| it.root().span()), ours.as_ref().ok().map(|it| it.root().span()), "{text:?}");
    let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
    let theirs = serde_json::from_str::<serde::de::IgnoredAny>(bare);
    match (&ours, theirs) {
        (Ok(document), Ok(_)) => {
            // Half a surrogate pair, and a number past the doubles, are not in its values.
            if let Ok(value) = serde_json::from_str::<Serde>(bare) {
                assert!(same(&Serde::from(&document.root().to_value()), &value), "{text:?}");
            }
        }
        (Err(error), theirs) => {
            assert!(error.offset <= text.len() && text.is_char_boundary(error.offset));
            assert!(theirs.is_err() || matches!(error.kind, JsonErrorKind::TooDeep(_)), "{text:?}: {error}");
        }
        (Ok(_), Err(error)) => panic!("{text:?} was taken: {error}"),
    }
}

/// A document that was read for some places only reads the same everywhere.
pub fn lazy_reading_agrees(text: &str, places: &[Location]) {
    let Ok(whole) = JsonDocument::parse(text, &Limits::DEFAULT) else { return };
    let addresses: Vec<_> = places.iter().map(Address::from).collect();
    let picked = JsonDocument::parse_for(text, &addresses, &Limits::DEFAULT).expect("the same text");
    same_reading(whole.root(), picked.root());
}

/// Documents that were read for their difference only read the same everywhere, and differ in the same way; `plain` texts,
/// in which no key stands twice, as their values do.
pub fn reading_beside_agrees(text: &str, other: &str, plain: bool) {
    let limits = Limits::DEFAULT;
    let beside = |text: &str, other: &str| JsonDocument::parse_beside(text.to_owned(), other, &limits);
    let (Ok(a), Ok(b)) = (JsonDocument::parse(text, &limits), JsonDocument::parse(other, &limits)) else {
        assert_eq!(beside(text, other).err(), JsonDocument::parse(text, &limits).err());
        assert_eq!(beside(other, text).err(), JsonDocument::parse(other, &limits).err());
        if let Ok(first) = beside(text, other) {
            let second = JsonDocument::parse_beside_document(other, &first, &limits);
            assert_eq!(second.err(), JsonDocument::parse(other, &limits).err());
        }
        return;
    };
    let (near_a, near_b) = (beside(text, other).expect("the same text"), beside(other, text).expect("the same text"));
    same_reading(a.root(), near_a.root());
    same_reading(b.root(), near_b.root());
    let behind = JsonDocument::parse_beside_document(other, &near_a, &limits).expect("the same text");
    same_reading(b.root(), behind.root());
    let schema = Attached::new(Schema::none());
    let plan = diff(near_a.root(), near_b.root(), &schema);
    assert_eq!(plan, diff(a.root(), b.root(), &schema));
    if plain {
        assert_eq!(plan, diff(&a.root().to_value(), &b.root().to_value(), &schema));
    }
}

fn same_reading(a: JsonNode<'_>, b: JsonNode<'_>) {
    assert_eq!((a.span(), a.kind(), a.len(), a.is_empty()), (b.span(), b.kind(), b.len(), b.is_empty()));
    assert_eq!((a.as_bool(), a.as_str()), (b.as_bool(), b.as_str()));
    assert_eq!(a.entries().count() + a.placed_members().count(), b.entries().count() + b.placed_members().count());
    a.entries().zip(b.entries()).for_each(|(a, b)| same_reading(a, b));
    for (a, b) in a.placed_members().zip(b.placed_members()) {
        assert_eq!((a.key_span(), a.key()), (b.key_span(), b.key()));
        same_reading(a.value, b.value);
    }
}

/// Carries a plan out on a text and holds every law of a splice; gives the new text if the plan fits.
pub fn splice_is_faithful(text: &str, plan: &Plan) -> Option<String> {
    let document = JsonDocument::parse(text, &Limits::DEFAULT).ok()?;
    let spliced = document.apply(plan);
    let one_pass = edit_text(text, plan, &Limits::DEFAULT);
    assert_eq!(spliced.as_ref().ok(), one_pass.as_ref().ok(), "the one pass gives the same text");
    let mut value = serde_json::from_str::<Serde>(text.trim_start_matches('\u{feff}')).ok()?;
    let before = value.clone();
    let applied = plan.apply(&mut value);
    let new = match (spliced, applied) {
        (Ok(new), Ok(_)) => new,
        (Err(ApplyError::Misfit(error)), _) if error.kind == ResolveErrorKind::DuplicateMember => return None,
        (Err(_), Err(_)) => {
            assert_eq!(value, before, "a refused plan changes nothing");
            return None;
        }
        (spliced, applied) => panic!("{text}: {spliced:?} but {applied:?}"),
    };
    let read = JsonDocument::parse(new.as_str(), &Limits::DEFAULT).expect("the new text is JSON");
    let there: Serde = serde_json::from_str(new.trim_start_matches('\u{feff}')).expect("the new text is JSON");
    assert!(same(&there, &value), "{text}\n{new}\n{value}");
    let branch = plan.fit(document.root()).expect("it fitted before");
    if branch.is_empty() {
        assert_eq!(text, new, "no change, no byte");
    }
    let (old_root, new_root) = (document.root().span(), read.root().span());
    assert_eq!(text[..old_root.start], new[..new_root.start]);
    assert_eq!(text[old_root.end..], new[new_root.end..]);
    untouched(&document, document.root(), &read, read.root(), &branch);
    Some(new)
}

/// What a branch does not name has the same text, in the same order, with the same text between neighbours.
fn untouched(old: &JsonDocument<'_>, a: JsonNode<'_>, new: &JsonDocument<'_>, b: JsonNode<'_>, branch: &Branch<'_>) {
    if branch.op.is_some() {
        return;
    }
    if branch.children.is_empty() {
        assert_eq!(a.source(), b.source());
        return;
    }
    let nothing = Branch::default();
    let (mut before, mut row) = (None, b.entries());
    for (index, entry) in a.entries().enumerate() {
        let child = child(branch, &Segment::Index(index)).unwrap_or(&nothing);
        let inserts = child.inserts.len();
        row.by_ref().take(inserts).for_each(drop);
        if child.op == Some(&Op::Remove) {
            before = None;
            continue;
        }
        let kept = row.next().expect("it remains");
        untouched(old, entry, new, kept, child);
        if let Some((old_end, new_end)) = before.filter(|_| inserts == 0) {
            assert_eq!(old.text()[old_end..entry.span().start], new.text()[new_end..kept.span().start]);
        }
        before = Some((entry.span().end, kept.span().end));
    }
    let (mut before, mut row) = (None, b.placed_members());
    for member in a.placed_members() {
        let child = child(branch, &Segment::from(&*member.key())).unwrap_or(&nothing);
        if child.op == Some(&Op::Remove) {
            before = None;
            continue;
        }
        let kept = row.next().expect("it remains");
        let (from, to) = (member.key_span().start, member.value.span().start);
        let (new_from, new_to) = (kept.key_span().start, kept.value.span().start);
        assert_eq!(old.text()[from..to], new.text()[new_from..new_to]);
        untouched(old, member.value, new, kept.value, child);
        if let Some((old_end, new_end)) = before {
            assert_eq!(old.text()[old_end..from], new.text()[new_end..new_from]);
        }
        before = Some((member.value.span().end, kept.value.span().end));
    }
}

fn child<'b, 'p>(branch: &'b Branch<'p>, segment: &Segment) -> Option<&'b Branch<'p>> {
    branch.children.iter().find(|(place, _)| *place == segment).map(|(_, child)| child)
}

/// A plan of sets that was carried out has nothing more to do.
pub fn sets_are_idempotent(text: &str, plan: &Plan) {
    if plan.assignments().iter().any(|assignment| !matches!(assignment.op, Op::Set(_))) {
        return;
    }
    if let Some(once) = splice_is_faithful(text, plan) {
        assert_eq!(splice_is_faithful(&once, plan).as_deref(), Some(once.as_str()));
    }
}

/// Scalars that are replaced and then set back have their bytes again, if they were spelled as the engine spells them.
pub fn setting_back_restores(text: &str, places: &[Location], value: &Value) {
    let Ok(document) = JsonDocument::parse(text, &Limits::DEFAULT) else { return };
    let (mut there, mut back) = (Vec::new(), Vec::new());
    for place in places {
        let node = place.segments().iter().try_fold(document.root(), |node, segment| match segment {
            Segment::Key(key) => node.member(key).last(),
            Segment::Index(index) => node.entry(*index),
        });
        let Some(node) = node.filter(|node| !matches!(node.kind(), Kind::Object | Kind::Array)) else { continue };
        let old = node.to_value();
        if old.to_string() == node.source() && there.iter().all(|a: &Assignment| a.location != *place) {
            there.push(Assignment::new(place.clone(), Op::Set(value.clone())));
            back.push(Assignment::new(place.clone(), Op::Set(old)));
        }
    }
    let (there, back) = (Plan::new(there).expect("scalars"), Plan::new(back).expect("scalars"));
    if let Some(new) = splice_is_faithful(text, &there) {
        assert_eq!(splice_is_faithful(&new, &back).as_deref(), Some(text));
    }
}

/// Equal but for the last digit of a double: `serde_json` reads some long ones less exactly than Rust does.
fn same(a: &Serde, b: &Serde) -> bool {
    match (a, b) {
        (Serde::Array(a), Serde::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Serde::Object(a), Serde::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, value)| b.get(key).is_some_and(|other| same(value, other)))
        }
        (Serde::Number(a), Serde::Number(b)) if a != b => {
            let (a, b) = (a.as_f64().unwrap_or_default(), b.as_f64().unwrap_or_default());
            (a - b).abs() <= a.abs() * 1e-14 || (a - b).abs() < 1e-300
        }
        (a, b) => a == b,
    }
}
