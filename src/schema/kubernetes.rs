//! What the table of the built-in schema needs beside itself, and that it is what `kubernetes.json` says.

use crate::value::Value;
use std::sync::LazyLock;

/// The protocol of a port that names none.
pub(super) static TCP: LazyLock<Value> = LazyLock::new(|| Value::from("TCP"));

#[cfg(test)]
mod tests {
    use crate::json::parse_value;
    use crate::limits::Limits;
    use crate::schema::Schema;

    #[test]
    fn the_table_is_what_the_data_says() {
        let data = parse_value(include_str!("kubernetes.json"), &Limits::DEFAULT).expect("JSON");
        let read = Schema::from_value(&data).expect("a schema");
        assert!(read == *Schema::kubernetes(), "run `cargo run` in tools/kubernetes-schema");
    }
}
