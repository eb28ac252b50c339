//! Comparing results of other implementations.

use serde_json::Value;

/// Equal, where doubles may differ in their last digit: `serde_json` does not read all of them exactly.
pub fn close(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| close(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| close(a, b)))
        }
        (Value::Number(a), Value::Number(b)) => {
            let (x, y) = (a.as_f64().unwrap_or_default(), b.as_f64().unwrap_or_default());
            a == b || (x - y).abs() <= x.abs() * 1e-15
        }
        (a, b) => a == b,
    }
}
