//! What the contract tests and the fuzz targets share: generators that turn decisions into documents, texts and plans,
//! and the bodies of the laws.

#![allow(dead_code, reason = "each test file uses its own part")]

pub mod addresses;
pub mod applied_laws;
#[cfg(feature = "cli")]
pub mod baseline_laws;
pub mod choices;
pub mod deep_laws;
pub mod diff_laws;
pub mod expression_laws;
pub mod formulas;
pub mod generate;
pub mod json_docs;
pub mod json_laws;
pub mod kept;
pub mod merge_laws;
pub mod numbers;
pub mod patch_laws;
pub mod plan_laws;
pub mod schema;
pub mod strategies;
pub mod yaml_laws;
pub mod yaml_plan;
pub mod yaml_text;
