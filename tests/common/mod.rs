//! What the contract tests share.

#![allow(dead_code, reason = "each test file uses its own part")]

pub mod json_docs;
pub mod json_laws;
