//! Files of what is kept: a text a line, a tab, what was found of it.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::fmt::Write as _;

/// Compares the lines of `tests/data/NAME` with what is found now. With `FIELDWRIGHT_KEEP` in the environment they are
/// written anew instead, without those of which there is nothing to say.
pub fn check(name: &str, kept: &str, now: impl Fn(&str, &[&str]) -> Option<String>) {
    let keeps = std::env::var_os("FIELDWRIGHT_KEEP").is_some();
    let mut new = String::new();
    for line in kept.lines() {
        let (text, columns) = line.split_once('\t').unwrap_or((line, ""));
        match now(text, &columns.split('\t').collect::<Vec<_>>()) {
            Some(found) => writeln!(new, "{text}\t{found}").expect("a text"),
            None if keeps => {}
            None => writeln!(new, "{text}\tdoes not belong here").expect("a text"),
        }
    }
    if keeps {
        let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
        return std::fs::write(path, new).expect("the folder of the tests");
    }
    let pairs = kept.lines().zip(new.lines());
    let wrong: Vec<String> =
        pairs.filter(|(old, new)| old != new).map(|(old, new)| format!("kept {old}\nnow  {new}")).collect();
    assert!(wrong.is_empty(), "{} of {name}\n{}", wrong.len(), wrong.join("\n"));
    assert!(kept.lines().count() > 100, "{name}");
}
