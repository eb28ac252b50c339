//! One function for each law and for each kind of text that reaches the engine from outside.
//!
//! Each takes any bytes and panics where its law is broken. The fuzz targets call them, `tests/fuzz_replay.rs` replays
//! seeds and regressions through them, and property tests run the same bodies, which stand in `tests/common`. Bytes that
//! are not a text themselves are read as decisions, from which a generator makes documents, plans and texts: a mutated
//! byte is another decision and not a syntax error.

#[path = "../tests/common/mod.rs"]
mod common;

use common::choices::Choices;
use common::plan_laws::Sample;
use common::schema::{attached, bare};
use common::yaml_laws::Outcome;
use common::{
    addresses, applied_laws, deep_laws, diff_laws, expression_laws, generate, json_docs, json_laws, merge_laws,
    patch_laws, plan_laws, yaml_laws, yaml_plan, yaml_text,
};
use fieldwright::definition::Definition;
use fieldwright::document::yaml::{Dialect, YamlStream};
use fieldwright::document::{Document, Format, ReadOptions};
use fieldwright::limits::Limits;
use fieldwright::location::{Location, Segment};
use fieldwright::plan::Plan;
use fieldwright::schema::{Attached, Schema};
use fieldwright::value::Value;

/// A law by its name: the name of its target, and of the folders of its seeds and regressions.
pub type Law = (&'static str, fn(&[u8]));

macro_rules! laws {
    ($($name:ident)*) => {
        /// Every law.
        pub const LAWS: &[Law] = &[$((stringify!($name), $name)),*];
    };
}

laws! {
    address_spelling applied_convergence applied_restoring applied_sequence baseline_text deep_document definition_text diff_documents diff_pod_specs
    document_text expression_pieces expression_text json_patch json_splice json_text location_text merge_documents
    merge_patch merge_pod_specs patch_forms plan_json plan_language plan_text record_text schema_text yaml_edit yaml_soup
    yaml_text
}

/// Any text given to the reader of expressions, and what it reads as evaluated within tight bounds.
pub fn expression_text(bytes: &[u8]) {
    text(bytes, expression_laws::try_everything);
}

/// Pieces of the language in any order, given to the same.
pub fn expression_pieces(bytes: &[u8]) {
    expression_laws::try_everything(&Choices::new(bytes).text_of(expression_laws::PIECES, 24));
}

/// Every spelling of an address reads as one and prints as its canonical text.
pub fn address_spelling(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let address = addresses::address(&mut choices);
    expression_laws::is_an_address(&address, &addresses::document(&mut choices, 4));
    expression_laws::try_everything(&address);
}

/// Locations print and read as themselves, whatever their keys: steps are separated by the byte 255.
pub fn location_text(bytes: &[u8]) {
    let steps = bytes.split(|byte| *byte == 255).take(20).map(|step| match step {
        [0, digits @ ..] if !digits.is_empty() => {
            Segment::Index(digits.iter().take(8).fold(0, |index, byte| index << 8 | usize::from(*byte)))
        }
        key => Segment::from(&*String::from_utf8_lossy(key)),
    });
    expression_laws::a_location_is_an_address(&steps.collect::<Location>());
}

/// A plan that fits its document: printed and read, step by step, in any order, on another document.
pub fn plan_language(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let sample = Sample::new(&mut choices);
    plan_laws::print_then_parse(&sample);
    plan_laws::step_by_step(&sample);
    plan_laws::in_any_order(&sample, &mut choices);
    plan_laws::all_or_nothing(&generate::document(&mut choices), &sample.plan);
}

/// Any text given to the reader of edits, and its edits to a document: all after the first line is the text.
pub fn plan_text(bytes: &[u8]) {
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(0);
    let document = generate::document(&mut Choices::new(&bytes[..end]));
    text(&bytes[end..], |edits| plan_laws::any_edits(edits, &document));
}

/// Any JSON given to the reader of plans in JSON.
pub fn plan_json(bytes: &[u8]) {
    json(bytes, |value| {
        let Ok(plan) = Plan::from_json(&value) else { return };
        let again = Plan::from_json(&plan.to_json()).expect("what was read can be written");
        assert_eq!(again, plan);
        plan_laws::all_or_nothing(&generate::document(&mut Choices::new(bytes)), &plan);
    });
}

/// The difference of two documents of few values.
pub fn diff_documents(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let (before, after) = (generate::few(&mut choices, 4), generate::few(&mut choices, 4));
    diff_laws::check(&before, &after, &bare());
    patch_laws::patches_say_the_difference(&before, &after);
}

/// The difference of two pod specs, with and without their schema.
pub fn diff_pod_specs(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    diff_laws::pod_specs(&generate::pod_spec(&mut choices), &generate::pod_spec(&mut choices));
}

/// A plan between two pod specs says the same in each of its forms.
pub fn patch_forms(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    patch_laws::every_form_does_the_same(&generate::pod_spec(&mut choices), &generate::pod_spec(&mut choices));
}

/// A JSON Merge Patch does what RFC 7396 says.
pub fn merge_patch(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    patch_laws::merge_patches_are_those_of_the_rfc(&generate::few(&mut choices, 4), &generate::few(&mut choices, 4));
}

/// Any list of operations of a JSON Patch does what another implementation of RFC 6902 does.
pub fn json_patch(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let document = generate::few(&mut choices, 4);
    let patch = generate::json_patch(&mut choices, &document);
    patch_laws::another_reader_agrees(&document, &patch);
}

/// Any document laid over any other.
pub fn merge_documents(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let (base, over) = (generate::few(&mut choices, 4), generate::few(&mut choices, 4));
    merge_laws::all(&base, &over, &bare());
}

/// A pod spec laid over another, also with directives.
pub fn merge_pod_specs(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let (base, mut over) = (generate::pod_spec(&mut choices), generate::pod_spec(&mut choices));
    merge_laws::all(&base, &over, &attached(".", "podSpec"));
    generate::add_directives(&mut choices, &mut over);
    merge_laws::all(&base, &over, &attached(".", "podSpec"));
}

/// Any bytes given to the reader of JSON.
pub fn json_text(bytes: &[u8]) {
    json_laws::scan_agrees(bytes);
}

/// A JSON text in any layout, edited: faithful, and not one other byte.
pub fn json_splice(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let tree = json_docs::tree(&mut choices, true);
    let layout = choices.below(json_docs::LAYOUTS.len());
    let asked: Vec<_> = (0..choices.below(8))
        .map(|_| (choices.below(1 << 16) as u16, choices.below(256) as u8, choices.below(256) as u8))
        .collect();
    let picked = choices.below(256);
    let new = json_docs::value(choices.below(256) as u8);
    let text = json_docs::print(&tree, &json_docs::LAYOUTS[layout], choices.rest());
    let plan = json_docs::plan(&text, &asked);
    json_laws::splice_is_faithful(&text, &plan);
    json_laws::sets_are_idempotent(&text, &plan);
    let places: Vec<_> = json_docs::places(&text);
    let some: Vec<_> =
        places.into_iter().enumerate().filter(|(at, _)| picked >> (at % 8) & 1 == 1).map(|(_, p)| p).collect();
    json_laws::setting_back_restores(&text, &some, &new);
    json_laws::lazy_reading_agrees(&text, &some);
}

/// Any text given to the reader of YAML, and edited where it reads.
pub fn yaml_text(bytes: &[u8]) {
    text(bytes, |text| drop(yaml_edits(text, &mut Choices::new(bytes))));
}

/// Pieces of YAML in any order, and edited where they read.
pub fn yaml_soup(bytes: &[u8]) {
    let (plans, pieces) = bytes.split_at(bytes.len().min(12));
    yaml_edits(&yaml_text::soup(&mut Choices::new(pieces)), &mut Choices::new(plans));
}

/// A YAML text in any style, edited: faithful, refused only for a reason, and every line stays that the edit is not about.
pub fn yaml_edit(bytes: &[u8]) {
    let (plans, text) = bytes.split_at(bytes.len().min(24));
    let text = yaml_text::text(&mut Choices::new(text));
    if let Some((stream, index, plan, outcome)) = yaml_edits(&text, &mut Choices::new(plans)) {
        match outcome {
            Outcome::Edited(edited) => yaml_laws::only_these_lines_change(&stream, index, &plan, &edited),
            Outcome::Refused => {}
            Outcome::Unfaithful => panic!("held back on\n{text}\n{:?}", plan.assignments()),
        }
    }
}

/// Carries a plan out on a text that reads, and sets one of its scalars to something else and back.
fn yaml_edits(text: &str, choices: &mut Choices<'_>) -> Option<(YamlStream, usize, Plan, Outcome)> {
    yaml_laws::reading_is_total(text);
    let stream = YamlStream::parse(text, Dialect::Kubernetes, &Limits::DEFAULT).ok()?;
    let index = choices.below(stream.len());
    let root = stream.documents().nth(index).expect("below the count").root();
    let plan = yaml_plan::plan(choices, root)?;
    yaml_laws::a_scalar_goes_back(&stream, index, choices.below(256));
    let outcome = yaml_laws::edit_is_faithful(&stream, index, &plan);
    Some((stream, index, plan, outcome))
}

/// Any text given to the reader of documents, which tells JSON from YAML.
pub fn document_text(bytes: &[u8]) {
    text(bytes, |text| {
        for format in [Format::Json, Format::ByContent] {
            let options =
                ReadOptions { format, dialect: Dialect::Kubernetes, limits: Limits::DEFAULT, addresses: None };
            let Ok(document) = Document::parse(text, &options) else { continue };
            assert_eq!(document.apply(&[]).expect("nothing to do"), text);
            let empty = Plan::default();
            for index in 0..document.count() {
                assert_eq!(document.apply(&[(index, &empty)]).expect("nothing to do"), text);
            }
        }
    });
}

/// Documents nested up to the limit, in any mixture, through every room on a small stack.
pub fn deep_document(bytes: &[u8]) {
    let text = deep_laws::mixture(&mut Choices::new(bytes));
    let run = || deep_laws::rooms(&text);
    let stack = if cfg!(fuzzing) { 256 << 10 } else { 2 << 20 };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(stack).spawn_scoped(scope, run).expect("a thread");
        thread.join().expect("no panic");
    });
}

/// Any document given to the reader of definitions.
pub fn definition_text(bytes: &[u8]) {
    values(bytes, |value| {
        let (definition, problems) = Definition::read(value);
        assert!(definition.is_some() || !problems.is_empty(), "no definition, and no reason");
    });
}

/// Any document given to the reader of schemas; what is read is used on a merge and a difference.
pub fn schema_text(bytes: &[u8]) {
    values(bytes, |value| {
        for schema in [Schema::from_value(value), Schema::kubernetes().extend(value)].into_iter().flatten() {
            let mut choices = Choices::new(bytes);
            let (a, b) = (generate::pod_spec(&mut choices), generate::pod_spec(&mut choices));
            let attached = Attached::new(&schema).by_kind(value);
            merge_laws::merge_is_total(&a, &b, &attached);
            for name in schema.type_names().take(20) {
                let root = fieldwright::expression::Address::root();
                let attached = Attached::new(&schema).with(&root, name).expect("a type of the schema");
                merge_laws::merge_is_total(&a, &b, &attached);
            }
        }
    });
}

/// Any text given to the reader of records of applied keys.
pub fn record_text(bytes: &[u8]) {
    text(bytes, applied_laws::record_text);
}

/// Any sequence of tools and strangers on one map.
pub fn applied_sequence(bytes: &[u8]) {
    applied_laws::sequence(bytes);
}

/// Two tools in any interleaving settle.
pub fn applied_convergence(bytes: &[u8]) {
    applied_laws::convergence(bytes);
}

/// What the operator had is back in the end.
pub fn applied_restoring(bytes: &[u8]) {
    applied_laws::restoring(bytes);
}

/// Any text given to the reader of baselines, and the baseline of a report with any findings.
#[cfg(feature = "cli")]
pub fn baseline_text(bytes: &[u8]) {
    text(bytes, common::baseline_laws::any_text);
    common::baseline_laws::knows_what_was_found(&mut Choices::new(bytes));
}

/// Reports are part of the command line.
#[cfg(not(feature = "cli"))]
pub fn baseline_text(_: &[u8]) {}

fn text(bytes: &[u8], law: impl FnOnce(&str)) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        law(text);
    }
}

fn json(bytes: &[u8], law: impl FnOnce(Value)) {
    text(bytes, |text| {
        if let Ok(value) = fieldwright::json::parse_value(text, &Limits::DEFAULT) {
            law(value);
        }
    });
}

/// Every document of a text.
fn values(bytes: &[u8], law: impl Fn(&Value)) {
    text(bytes, |text| {
        if let Ok(stream) = YamlStream::parse(text, Dialect::Kubernetes, &Limits::DEFAULT) {
            stream.documents().for_each(|document| law(document.root()));
        }
    });
}
