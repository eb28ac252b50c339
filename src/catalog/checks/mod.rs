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

use crate::catalog::Rule;

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
