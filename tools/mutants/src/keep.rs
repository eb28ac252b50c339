//! What was built and surveyed, kept for the next run on the same sources.

use crate::compile::LeftOut;
use crate::suite::{Suite, Test};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Writes it.
pub fn write(file: &Path, suite: &Suite, left_out: &BTreeMap<usize, LeftOut>) {
    let tests = suite.tests.iter().map(|test| {
        json!({"program": test.program, "name": test.name, "takes": test.takes.as_secs_f64(), "reaches": test.reaches})
    });
    let (unviable, not_woven): (Vec<_>, Vec<_>) = left_out.iter().partition(|(_, why)| **why == LeftOut::Unviable);
    let ids = |left: Vec<(&usize, &LeftOut)>| left.into_iter().map(|(id, _)| *id).collect::<Vec<_>>();
    let tests: Vec<Value> = tests.collect();
    let all = json!({"tests": tests, "unviable": ids(unviable), "not-woven": ids(not_woven)});
    fs::write(file, all.to_string()).expect("writable");
}

/// Reads it, if it is there and so are its programs.
pub fn read(file: &Path, tree: &Path) -> Option<(Suite, BTreeMap<usize, LeftOut>)> {
    let all: Value = serde_json::from_str(&fs::read_to_string(file).ok()?).ok()?;
    let numbers = |value: &Value| -> Vec<usize> { value.as_array().into_iter().flatten().map(crate::number).collect() };
    let tests = all["tests"].as_array()?.iter().map(|test| {
        let program = PathBuf::from(test["program"].as_str()?);
        program.exists().then(|| Test {
            program,
            name: crate::string(&test["name"]),
            takes: Duration::from_secs_f64(test["takes"].as_f64().unwrap_or_default()),
            reaches: numbers(&test["reaches"]).into_iter().collect(),
        })
    });
    let tests = tests.collect::<Option<Vec<Test>>>()?;
    let unviable = numbers(&all["unviable"]).into_iter().map(|id| (id, LeftOut::Unviable));
    let not_woven = numbers(&all["not-woven"]).into_iter().map(|id| (id, LeftOut::NotWoven));
    Some((Suite { tree: tree.to_owned(), tests }, unviable.chain(not_woven).collect()))
}
