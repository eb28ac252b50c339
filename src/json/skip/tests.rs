use super::*;
use crate::json::record::All;
use crate::json::scan::Scan;
use proptest::prelude::*;

/// What the scan byte by byte says.
fn scanned(text: &str, at: usize, max_depth: usize) -> Option<usize> {
    Scan::new(text, max_depth).value(at, &mut All::default()).ok()
}

/// The container at `at` by every level: right or nothing, and if `plain` never nothing where it is right.
fn agrees(text: &str, at: usize, max_depth: usize, plain: bool) {
    let want = scanned(text, at, max_depth);
    for level in levels() {
        let found = container_by(level, text.as_bytes(), at, max_depth);
        assert!(found.is_none() || found == want, "{level:?} {text:?} at {at}: {found:?} instead of {want:?}");
        assert!(!plain || found == want, "{level:?} {text:?} at {at}: {found:?} instead of {want:?}");
    }
}

/// A text at every place of a block, with something behind it.
fn agrees_everywhere(text: &str) {
    for before in 0..BLOCK {
        let text = format!("{}{text}, 7]", "\"".repeat(before));
        agrees(&text, before, 200, true);
    }
}

#[test]
fn what_is_right_is_seen_to_be() {
    for text in [
        "{}",
        "[]",
        "[ ]",
        "{\n}",
        "[\r\n\t 1 , -0.5e+7 ,true,false , null]",
        r#"{"a":1,"b":[{"c":{}},[]],"d":"e"}"#,
        r#"{ "a" : { "b" : [ "c" , "d" ] , "e" : { } } , "f" : [ ] }"#,
        r#"["\"","\\","\\\"","\u00e9\b\f\n\r\t\/","{[,:]}"]"#,
        "[\"é€🚀\u{7f}\",\"\\ud83d\"]",
        r#"[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]"#,
        r#"{"a long key, longer than all the bytes of one block, so that its end stands in another":"and so a value: [{}]"}"#,
        "[                                                                                                            ]",
        "[1                                                                                    ,\n                         2]",
    ] {
        agrees_everywhere(text);
    }
}

#[test]
fn what_is_wrong_is_left_alone() {
    for text in [
        "[",
        "{",
        "[}",
        "{]",
        "[1}",
        "[1,]",
        "[,1]",
        "[,]",
        "[1,,2]",
        "[1 2]",
        "[1\"a\"]",
        "[\"a\"\"b\"]",
        "[\"a\" 1]",
        "[[]1]",
        "[[][]]",
        "[{}{}]",
        "[1[]]",
        "{,}",
        "{:}",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":,}",
        "{\"a\",\"b\"}",
        "{\"a\":1,}",
        "{,\"a\":1}",
        "{\"a\":1 \"b\":2}",
        "{\"a\" \"b\":1}",
        "{\"a\":\"b\":1}",
        "{\"a\"::1}",
        "{\"a\":1:2}",
        "{1:2}",
        "{[]:2}",
        "{{}:2}",
        "{true:1}",
        "{\"a\":1,2}",
        "{\"a\":1,[]}",
        "{\"a\":1,{\"b\":2}}",
        "{\"a\":[],[]:1}",
        "[\"a\":1]",
        "[:1]",
        "[1:2]",
        "[{}:1]",
        "[[]:1]",
        "[\"a\" :1]",
        "[01]",
        "[-]",
        "[1.]",
        "[.5]",
        "[1e]",
        "[+1]",
        "[tru]",
        "[truee]",
        "[nul]",
        "[1a]",
        "[a]",
        "[\\]",
        "[\"\\x\"]",
        "[\"\\u12\"]",
        "[\"\n\"]",
        "[\"\t\"]",
        "[\u{1}]",
        "[\u{b}1]",
        "[é]",
        "[\u{a0}]",
        "[\"a]",
        "[1]]x",
        "[1",
        "{\"a\":1",
        "[\"\\\"]",
    ] {
        for before in 0..BLOCK {
            let text = format!("{}{text}", " ".repeat(before));
            agrees(&text, before, 200, false);
        }
    }
}

#[test]
fn depth_is_counted_as_by_the_scan() {
    for depth in 1..=DEPTH {
        let text = format!("{}{}", "[{\"a\":".repeat(depth.div_ceil(2)), "1}]".repeat(depth.div_ceil(2)));
        for limit in [depth - 1, depth, depth + 1, 200] {
            agrees(&text, 0, limit, limit <= DEPTH || depth < DEPTH);
        }
    }
    // One deeper than can be counted.
    let text = format!("{}{}", "[".repeat(DEPTH + 1), "]".repeat(DEPTH + 1));
    assert_eq!(container(text.as_bytes(), 0, 200), None);
    assert_eq!(container(&text.as_bytes()[1..], 0, 200), Some(2 * DEPTH));
}

/// Pieces of JSON, most of them where they may not stand.
fn soup() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "\\",
        " ",
        "\n",
        "\"a\":",
        "\"b\",",
        "1",
        "-2.5e3",
        "0",
        "true",
        "null",
        "\\u00e9",
        "\\\"",
        "é",
        "\u{1}",
        "{}",
        "[]",
        "{\"k\":",
        "},",
        "],",
        "                                      ",
        "\"a value, longer than others: [it] {is}\"",
    ]);
    (prop::sample::select(vec!["{", "["]), prop::collection::vec(piece, 0..60))
        .prop_map(|(open, rest)| open.to_owned() + &rest.concat())
}

fn json() -> impl Strategy<Value = serde_json::Value> {
    let scalar = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        any::<String>().prop_map(Into::into),
        "[\\\\\"/a\n]{0,70}".prop_map(Into::into),
    ];
    scalar.prop_recursive(5, 60, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Into::into),
            prop::collection::vec(("[a-c\\\\\"]{0,40}", inner), 0..6)
                .prop_map(|members| serde_json::Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_pieces_are_judged_as_by_the_scan(text in soup(), limit in 1_usize..8) {
        agrees(&text, 0, limit, false);
        agrees(&text, 0, 200, false);
    }

    #[test]
    fn what_is_printed_is_seen_to_be_right(value in json(), indented in any::<bool>(), before in 0..BLOCK) {
        let list = serde_json::json!([value]);
        let text = if indented { serde_json::to_string_pretty(&list) } else { serde_json::to_string(&list) };
        let text = " ".repeat(before) + &text.expect("a value prints");
        agrees(&text, before, 200, true);
    }

    /// One byte of a right text removed, put twice or put in another's place.
    #[test]
    fn one_wrong_byte_is_not_passed_over(value in json(), at in any::<prop::sample::Index>(), new in prop::sample::select(b"{}[],:\"\\ 1t\n".to_vec())) {
        let text = serde_json::json!([value]).to_string();
        let (at, old) = text.char_indices().nth(at.index(text.chars().count())).expect("the index is inside");
        let behind = at + old.len_utf8();
        let new = char::from(new);
        for text in [
            format!("{}{}", &text[..at], &text[behind..]),
            format!("{}{new}{}", &text[..at], &text[at..]),
            format!("{}{new}{}", &text[..at], &text[behind..]),
        ] {
            if text.starts_with(['[', '{']) {
                agrees(&text, 0, 200, false);
            }
        }
    }
}
