//! What the contract tests share.

#![allow(dead_code, reason = "each test file uses its own part")]

pub mod choices;
pub mod json_docs;
pub mod json_laws;
pub mod yaml_laws;
pub mod yaml_plan;
pub mod yaml_text;
