//! The built-in schema, from its data file.

use super::Schema;
use crate::value::Value;
use std::sync::LazyLock;

/// What the data holds; `tools/kubernetes-schema` writes it.
const DATA: &str = include_str!("kubernetes.json");

pub(super) fn schema() -> &'static Schema {
    static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
        let data: serde_json::Value = serde_json::from_str(DATA).expect("the data file is JSON");
        Schema::from_value(&Value::from(&data)).expect("the data file is a schema")
    });
    &SCHEMA
}
