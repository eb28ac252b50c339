//! The built-in schema, from its data file.

use super::Schema;
use crate::json::parse_value;
use crate::limits::Limits;
use std::sync::LazyLock;

/// What the data holds; `tools/kubernetes-schema` writes it.
const DATA: &str = include_str!("kubernetes.json");

pub(super) fn schema() -> &'static Schema {
    static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
        let data = parse_value(DATA, &Limits::DEFAULT).expect("the data file is JSON");
        Schema::from_value(&data).expect("the data file is a schema")
    });
    &SCHEMA
}
