//! The checks, one file for each rule.

pub(crate) mod absent_place;
pub(crate) mod action_not_json;
pub(crate) mod composed_address;
pub(crate) mod default_hides_false;
pub(crate) mod duplicate_key;
pub(crate) mod duplicate_kind;
pub(crate) mod duplicate_name;
pub(crate) mod empty_matcher;
pub(crate) mod empty_text;
pub(crate) mod forbidden;
pub(crate) mod formula_fails;
pub(crate) mod formula_must_write;
pub(crate) mod formula_should_write;
pub(crate) mod formula_type;
pub(crate) mod ignores_whole_entry;
pub(crate) mod inside_another;
pub(crate) mod large_integer;
pub(crate) mod list_and_map;
pub(crate) mod metadata_alone;
pub(crate) mod missing_key;
pub(crate) mod missing_owner;
pub(crate) mod no_definition;
pub(crate) mod no_instance_id;
pub(crate) mod no_instance_selector;
pub(crate) mod no_object;
pub(crate) mod no_selector_key;
pub(crate) mod no_status_source;
pub(crate) mod not_a_definition;
pub(crate) mod not_a_path;
pub(crate) mod not_a_variable;
pub(crate) mod not_jq;
pub(crate) mod not_undone;
pub(crate) mod null_action;
pub(crate) mod other_iteration;
pub(crate) mod other_version;
pub(crate) mod over_budget;
pub(crate) mod owned_root;
pub(crate) mod owner_cycle;
pub(crate) mod place_does_not_fit;
pub(crate) mod positional_index;
pub(crate) mod reference_shape;
pub(crate) mod same_place;
pub(crate) mod several_shapes;
pub(crate) mod suspend_without_resume;
pub(crate) mod unbounded;
pub(crate) mod undeclared_reference;
pub(crate) mod undefined_function;
pub(crate) mod unknown_component;
pub(crate) mod unknown_key;
pub(crate) mod unknown_owner;
pub(crate) mod unquoted_key;
pub(crate) mod unreadable;
pub(crate) mod unused_ignore;
pub(crate) mod unused_reference;
pub(crate) mod unused_status_source;
pub(crate) mod whole_object;
pub(crate) mod write_not_exact;
pub(crate) mod wrong_input;
pub(crate) mod wrong_type;
pub(crate) mod yaml_boolean;
pub(crate) mod yaml_number;

use super::finding::{Finding, Rule};
use super::overlap::Overlaps;
use super::page::Page;
use super::subject::{Judged, Outline, Subject};
use crate::diagnostic::Diagnose;
use crate::expression::{ExpressionError, StepKind};
use crate::limits::Limits;
use crate::value::Node;

/// Every rule, by its code.
pub static RULES: &[&Rule] = &[
    &not_jq::RULE,
    &undefined_function::RULE,
    &unquoted_key::RULE,
    &forbidden::RULE,
    &unbounded::RULE,
    &over_budget::RULE,
    &formula_must_write::RULE,
    &formula_should_write::RULE,
    &default_hides_false::RULE,
    &composed_address::RULE,
    &whole_object::RULE,
    &same_place::RULE,
    &inside_another::RULE,
    &other_iteration::RULE,
    &positional_index::RULE,
    &list_and_map::RULE,
    &wrong_input::RULE,
    &undeclared_reference::RULE,
    &unused_reference::RULE,
    &unknown_key::RULE,
    &missing_key::RULE,
    &wrong_type::RULE,
    &empty_text::RULE,
    &duplicate_name::RULE,
    &unknown_owner::RULE,
    &owner_cycle::RULE,
    &missing_owner::RULE,
    &owned_root::RULE,
    &several_shapes::RULE,
    &metadata_alone::RULE,
    &no_instance_selector::RULE,
    &no_instance_id::RULE,
    &no_selector_key::RULE,
    &unknown_component::RULE,
    &no_status_source::RULE,
    &unused_status_source::RULE,
    &empty_matcher::RULE,
    &reference_shape::RULE,
    &not_a_variable::RULE,
    &suspend_without_resume::RULE,
    &null_action::RULE,
    &action_not_json::RULE,
    &other_version::RULE,
    &not_a_definition::RULE,
    &duplicate_kind::RULE,
    &unreadable::RULE,
    &duplicate_key::RULE,
    &yaml_boolean::RULE,
    &yaml_number::RULE,
    &large_integer::RULE,
    &absent_place::RULE,
    &place_does_not_fit::RULE,
    &formula_fails::RULE,
    &formula_type::RULE,
    &write_not_exact::RULE,
    &not_undone::RULE,
    &no_object::RULE,
    &no_definition::RULE,
    &unused_ignore::RULE,
    &not_a_path::RULE,
    &ignores_whole_entry::RULE,
];

/// The rules that look at one expression, whatever holds it.
pub(super) fn check_expression(page: &Page, judged: &Judged, limits: &Limits, out: &mut Vec<Finding>) {
    const RULES: &[fn(&Page, &Judged, &mut Vec<Finding>)] = &[
        not_jq::check,
        undefined_function::check,
        unquoted_key::check,
        forbidden::check,
        unbounded::check,
        formula_must_write::check,
        formula_should_write::check,
        default_hides_false::check,
        composed_address::check,
    ];
    RULES.iter().for_each(|check| check(page, judged, out));
    over_budget::check(page, judged, limits, out);
}

/// The rules that look at the keys of a definition, and at how its values are written.
pub(super) fn check_outline(outline: &Outline, out: &mut Vec<Finding>) {
    const RULES: &[fn(&Outline, &mut Vec<Finding>)] = &[
        unknown_key::check,
        missing_key::check,
        wrong_type::check,
        empty_text::check,
        yaml_boolean::check,
        yaml_number::check,
    ];
    RULES.iter().for_each(|check| check(outline, out));
}

/// The rules that look at the type of one value, in whatever holds it.
pub(super) fn check_types(outline: &Outline, out: &mut Vec<Finding>) {
    wrong_type::check(outline, out);
    yaml_boolean::check_texts(outline, out);
    yaml_number::check_texts(outline, out);
}

/// The rules that look at one definition.
pub(super) fn check_definition(subject: &Subject, out: &mut Vec<Finding>) {
    const RULES: &[fn(&Subject, &mut Vec<Finding>)] = &[
        whole_object::check,
        other_iteration::check,
        positional_index::check,
        list_and_map::check,
        wrong_input::check,
        undeclared_reference::check,
        unused_reference::check,
        duplicate_name::check,
        unknown_owner::check,
        owner_cycle::check,
        missing_owner::check,
        owned_root::check,
        several_shapes::check,
        metadata_alone::check,
        no_instance_selector::check,
        no_instance_id::check,
        no_selector_key::check,
        unknown_component::check,
        no_status_source::check,
        unused_status_source::check,
        empty_matcher::check,
        reference_shape::check,
        not_a_variable::check,
        suspend_without_resume::check,
        null_action::check,
        action_not_json::check,
        large_integer::check,
    ];
    for judged in &subject.expressions {
        check_expression(subject.page, judged, subject.limits, out);
    }
    check_outline(subject, out);
    RULES.iter().for_each(|check| check(subject, out));
    let overlaps = Overlaps::of(subject);
    same_place::check(subject, &overlaps, out);
    inside_another::check(subject, &overlaps, out);
}

/// A finding that tells an error of the reader of expressions.
fn expression_error(rule: &'static Rule, page: &Page, judged: &Judged, error: &ExpressionError) -> Finding {
    let told = error.diagnose();
    let mut found = judged.finding(page, rule, error.span, told.message);
    found.help = told.help;
    found
}

/// A finding that an expression is a formula, with its target as the fix.
fn formula(rule: &'static Rule, page: &Page, judged: &Judged, why: &str) -> Option<Finding> {
    let formula = judged.formula()?;
    let reason = formula.reason();
    let found = judged.finding(page, rule, formula.span(), format!("`{}` {why}", one_line(judged.text)));
    let found = found.label(reason.why());
    let Some(target) = formula.target() else { return Some(found.help(reason.help())) };
    // An entry that is found by its key is a place for a caller's edit, and in a definition a formula like this one.
    if target.steps().iter().any(|step| matches!(step.kind, StepKind::Entry(_))) {
        return Some(found.help(format!("a caller may write through `{target}`; the definition itself never does")));
    }
    let target = target.to_string();
    let replacement = page.replacement(judged.location, &target);
    Some(found.help(format!("write `{target}`")).fix("name the place itself", false, replacement))
}

/// A text as it stands in a message: no longer than a line.
pub(super) fn one_line(text: &str) -> String {
    const SHOWN: usize = 80;
    let mut words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((at, _)) = words.char_indices().nth(SHOWN) {
        words.truncate(at);
        words.push_str("...");
    }
    words
}

/// A number of things in words: `1 place`, `2 places`.
pub(super) fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// What a document is, in symbolic terms.
pub(super) fn document_subject(page: &Page) -> String {
    let name = page.root.member("metadata").last().and_then(|metadata| metadata.member("name").last());
    let name = name.and_then(|name| name.as_str().map(|name| name.into_owned())).unwrap_or_default();
    format!("{}/{name}", page.text_at("kind").unwrap_or_default())
}
