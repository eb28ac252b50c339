//! The laws of applied keys, on generated scenarios.

mod common;

use common::applied_laws as laws;
use proptest::collection::vec;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn sequence(bytes in vec(any::<u8>(), 0..120)) {
        laws::sequence(&bytes);
    }

    #[test]
    fn convergence(bytes in vec(any::<u8>(), 0..120)) {
        laws::convergence(&bytes);
    }

    #[test]
    fn restoring(bytes in vec(any::<u8>(), 0..80)) {
        laws::restoring(&bytes);
    }

    #[test]
    fn record_text(text in record_like()) {
        laws::record_text(&text);
    }

    #[test]
    fn any_text_is_a_record_or_an_error(text in any::<String>()) {
        laws::record_text(&text);
    }
}

/// Texts near the forms of a record.
fn record_like() -> impl Strategy<Value = String> {
    let parts = prop::sample::select(vec![
        "team",
        "a",
        ",",
        "=",
        "/created",
        "/digests",
        "7877e7dfb66d983b",
        "[",
        "]",
        "{",
        "}",
        "\"a\"",
        "\"/\"",
        ":",
        "\"f:labels\":",
        "\"f:a\":",
        "\".\":{}",
        "{}",
        "{\"created\":true}",
        "\"digests\":{\"a\":\"7877e7dfb66d983b\"}",
        "\"before\":{\"a\":{\"value\":0}}",
        "\"k:{\\\"n\\\":1}\":{}",
        "1",
        "null",
        " ",
    ]);
    let whole = prop::sample::select(vec![
        r#"["a","b",{"created":true,"before":{"a":{}}}]"#,
        r#"["a",{"digests":{"a":"7877e7dfb66d983b"}}]"#,
        r#"{"a":"1","/":{"before":{"a":{"value":null}}},"//x":0,"/f:y":{}}"#,
        r#"{"f:labels":{".":{},"f:a":{},"f:b":{"f:c":{}}},"f:l":{"k:{\"n\":1}":{},"v:2":{},"i:0":{}}}"#,
        "/created,a=7877e7dfb66d983b,b",
        "",
    ]);
    prop_oneof![vec(parts, 0..10).prop_map(|parts| parts.concat()), whole.prop_map(String::from)]
}
