//! Documents as text: read in place, written with every other byte unchanged.

pub mod json;
