//! The ladder of modules: a module imports only from its own floor's room or from lower floors.
//!
//! Reads the `use` lines and the `crate::` paths of `src` and holds them to the table below. Some crates have a room of
//! their own: nom reads grammars, jaq stays behind the expressions, vector instructions in the check of JSON text, kube-rs and k8s-openapi are for one file's callers.

use std::fs;
use std::path::{Path, PathBuf};

/// Every room and its floor. Rooms of one floor do not know each other, except where [`NEIGHBOURS`] says so.
const FLOORS: &[(&str, u8)] = &[
    ("span", 0),
    ("limits", 0),
    ("near", 0),
    ("location", 0),
    ("value", 0),
    ("diagnostic", 1),
    ("json", 1),
    ("expression", 1),
    ("schema", 1),
    ("plan", 2),
    ("diff", 3),
    ("merge", 3),
    ("applied", 3),
    ("document", 3),
    ("view", 4),
    ("definition", 4),
    ("workload", 5),
    ("catalog", 5),
    ("report", 6),
    ("cli", 7),
];

/// Who may look at a room of its own floor: every module reports through `diagnostic`; locations print through
/// `value`'s strings; expressions and schemas read literals and addresses.
const NEIGHBOURS: &[(&str, &str)] = &[
    ("location", "value"),
    ("json", "diagnostic"),
    ("expression", "diagnostic"),
    ("expression", "json"),
    ("schema", "diagnostic"),
    ("schema", "expression"),
    ("schema", "json"),
    ("merge", "diff"),
    ("catalog", "workload"),
];

fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("src is there") {
        let path = entry.expect("readable").path();
        match path.is_dir() {
            true => sources(&path, out),
            false if path.extension().is_some_and(|extension| extension == "rs") => out.push(path),
            false => {}
        }
    }
}

fn all_sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    sources(&root, &mut paths);
    paths
        .into_iter()
        .map(|path| {
            let name = path.strip_prefix(&root).expect("below src").to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).expect("readable"))
        })
        .collect()
}

/// The code of a file without its test module and its comments.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

fn room(name: &str) -> &str {
    name.split('/').next().unwrap_or_default().trim_end_matches(".rs")
}

fn floor(room: &str) -> Option<u8> {
    FLOORS.iter().find(|(name, _)| *name == room).map(|(_, floor)| *floor)
}

/// The rooms that a text names by `crate::room` or inside `use crate::{...}`.
fn imports(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("crate::") {
        let rest = &text[at + "crate::".len()..];
        match rest.strip_prefix('{') {
            Some(list) => {
                let list = list.split("};").next().unwrap_or_default();
                found.extend(list.split(',').map(|part| name_at(part.trim())));
            }
            None => found.push(name_at(rest)),
        }
    }
    found
}

fn name_at(text: &str) -> String {
    text.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect()
}

#[test]
fn modules_import_from_lower_floors_only() {
    let mut wrong = Vec::new();
    for (name, text) in all_sources() {
        let from = room(&name);
        if matches!(from, "lib" | "main") {
            continue;
        }
        let own = floor(from).unwrap_or_else(|| panic!("{name}: `{from}` has no floor in the table"));
        for import in imports(&code(&text)) {
            let Some(other) = floor(&import) else { continue };
            let neighbour = other == own && NEIGHBOURS.contains(&(from, import.as_str()));
            if import != from && other >= own && !neighbour {
                wrong.push(format!("{name} (floor {own}) imports `{import}` (floor {other})"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn nom_jaq_and_vectors_stay_in_their_rooms() {
    for (name, text) in all_sources() {
        let text = code(&text);
        let nom = ["expression/grammar.rs", "plan/text.rs"].contains(&name.as_str());
        assert!(nom || !text.contains("nom::"), "{name} names nom");
        assert!(name.starts_with("expression/") || !text.contains("jaq_"), "{name} names jaq");
        let vectors = ["json/marks.rs", "json/skip.rs"].contains(&name.as_str());
        assert!(vectors || !text.contains("fearless_simd"), "{name} names fearless_simd");
    }
}

#[test]
fn kubernetes_types_stay_behind_their_feature() {
    for (name, text) in all_sources() {
        let text = code(&text);
        for crate_name in ["kube_core", "k8s_openapi"] {
            assert!(name == "workload/kube_rs.rs" || !text.contains(crate_name), "{name} names {crate_name}");
        }
        for foreign in ["async fn", "async move", ".await", "tokio::", "tracing::"] {
            assert!(!text.contains(foreign), "{name} has `{foreign}`: the library has no runtime and no logging");
        }
    }
}

#[test]
fn every_room_is_in_the_table_and_every_row_is_a_room() {
    let rooms: std::collections::BTreeSet<String> =
        all_sources().iter().map(|(name, _)| room(name).to_owned()).filter(|r| r != "lib" && r != "main").collect();
    for room in &rooms {
        assert!(floor(room).is_some(), "`{room}` has no floor");
    }
    for (room, _) in FLOORS {
        assert!(rooms.contains(*room), "`{room}` is in the table and not in src");
    }
}

#[test]
fn the_test_reads_imports() {
    assert_eq!(imports("use crate::plan::Plan;\nuse crate::{diff, value::Node};"), ["plan", "diff", "value"]);
    assert_eq!(imports("let x = crate::json::parse();"), ["json"]);
    assert_eq!(room("plan/tree.rs"), "plan");
    assert_eq!(room("merge.rs"), "merge");
}
