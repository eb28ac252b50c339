//! Manifests in the styles that Helm, Kustomize, kubectl, Argo CD and people produce: one changed scalar is one changed
//! line, for every scalar of each.

mod common;

use common::yaml_laws::{Outcome, edit_is_faithful, only_these_lines_change, other, scalar_goes_back, scalars, set};
use fieldwright::document::yaml::{Dialect, Style, YamlDocument, YamlEditError, YamlStream};
use fieldwright::limits::Limits;
use fieldwright::location::Location;
use fieldwright::plan::{Assignment, Op, Plan};
use fieldwright::value::Value;
use std::path::PathBuf;

fn manifests() -> Vec<(PathBuf, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/manifests");
    let files = std::fs::read_dir(folder).expect("the folder is there").map(|entry| entry.expect("an entry").path());
    let mut found: Vec<_> = files.map(|path| (path.clone(), std::fs::read_to_string(path).expect("UTF-8"))).collect();
    found.sort();
    assert!(found.len() >= 20, "{} manifests", found.len());
    found
}

fn parse(text: &str) -> YamlStream {
    YamlStream::parse(text, Dialect::Kubernetes, &Limits::DEFAULT).expect("a manifest reads")
}

/// The lines that a scalar stands on; `None` if it is shared and must not be written.
fn line_count(document: &YamlDocument, location: &Location) -> usize {
    let scalar = document.scalar_at(location).expect("a scalar");
    match scalar.style {
        // A literal block changes line by line.
        Style::Literal => 1,
        _ => scalar.raw.matches('\n').count() + 1,
    }
}

#[test]
fn one_scalar_is_one_line() {
    let (mut changed, mut back, mut shared) = (0, 0, 0);
    for (path, text) in manifests() {
        let stream = parse(&text);
        for (number, document) in stream.documents().enumerate() {
            for (location, value) in scalars(document.root())
                .into_iter()
                .filter(|(location, value)| !location.is_root() && !is_container(value))
            {
                let plan = set(&location, other(&value));
                let name = format!("{} {location}", path.display());
                match stream.apply(&[(number, &plan)]) {
                    Ok(edited) => {
                        changed += 1;
                        let lines = line_count(document, &location);
                        assert_one_stretch(&text, &edited, lines, &name);
                        if scalar_goes_back(&stream, number, &location, &value, &edited) {
                            back += 1;
                        }
                    }
                    Err(YamlEditError::Aliased { .. }) => shared += 1,
                    Err(error) => panic!("{name}: {error}"),
                }
            }
        }
    }
    assert!(changed > 400, "{changed} scalars changed");
    assert!(back > 300, "{back} scalars set back");
    assert!(shared > 5, "{shared} places shared");
}

fn is_container(value: &Value) -> bool {
    matches!(value, Value::Array(_) | Value::Object(_))
}

/// At most so many lines differ, in one stretch.
fn assert_one_stretch(before: &str, after: &str, lines: usize, name: &str) {
    let (old, new): (Vec<_>, Vec<_>) = (before.split('\n').collect(), after.split('\n').collect());
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let tail = old[head..].iter().rev().zip(new[head..].iter().rev()).take_while(|(a, b)| a == b).count();
    assert!(old.len() - head - tail <= lines, "{name}: lines changed\n{after}");
    assert_eq!(new.len() - head - tail, 1, "{name}: lines written\n{after}");
}

/// What git says of them: a line removed and a line added, for each scalar on one line of each manifest.
#[test]
fn git_counts_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut files = 0;
    for (path, text) in manifests() {
        let stream = parse(&text);
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let places = stream.documents().enumerate().flat_map(|(number, document)| {
            let places = scalars(document.root()).into_iter();
            places.map(move |(location, value)| (number, document, location, value))
        });
        let one_line = places.filter(|(_, document, location, value)| {
            !location.is_root() && !is_container(value) && line_count(document, location) == 1
        });
        for (at, (number, _, location, value)) in one_line.enumerate() {
            let Ok(edited) = stream.apply(&[(number, &set(&location, other(&value)))]) else { continue };
            for (side, text) in [("old", &text), ("new", &edited)] {
                let to = folder.path().join(side).join(format!("{name}-{at}.yaml"));
                std::fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
                std::fs::write(to, text).expect("a file");
            }
            files += 1;
        }
    }
    assert!(files > 400, "{files} edits");
    let mut git = std::process::Command::new("git");
    let git = git.args(["diff", "--no-index", "--numstat", "old", "new"]).current_dir(folder.path());
    let output = git.output().expect("git is there");
    let counts = String::from_utf8(output.stdout).expect("UTF-8");
    for line in counts.lines() {
        assert!(line.starts_with("1\t1\t"), "{line}");
    }
    assert_eq!(counts.lines().count(), files, "{}", String::from_utf8_lossy(&output.stderr));
}

/// Every member and entry can be removed alone, and every container takes a new one; what stays keeps its lines.
#[test]
fn every_place_can_be_removed_and_every_container_extended() {
    let mut edits = 0;
    for (path, text) in manifests() {
        let stream = parse(&text);
        for (number, document) in stream.documents().enumerate() {
            let mut places = Vec::new();
            containers(document.root(), &Location::root(), &mut places);
            for (location, op) in places {
                let plan = Plan::new(vec![Assignment::new(location.clone(), op)]).expect("one assignment");
                match edit_is_faithful(&stream, number, &plan) {
                    Outcome::Edited(edited) => {
                        edits += 1;
                        only_these_lines_change(&stream, number, &plan, &edited);
                    }
                    Outcome::Refused => {}
                    Outcome::Unfaithful => panic!("{} {location}", path.display()),
                }
            }
        }
    }
    assert!(edits > 1000, "{edits} edits");
}

fn containers(value: &Value, at: &Location, out: &mut Vec<(Location, Op)>) {
    let filled = Value::Object(vec![
        ("k".into(), Value::Array(vec!["yes".into(), Value::Null])),
        ("n".into(), Value::Bool(true)),
    ]);
    match value {
        Value::Object(members) => {
            out.push((at.child("new"), Op::Set("on".into())));
            out.push((at.child("new key"), Op::Set(filled)));
            for (key, member) in members {
                out.push((at.child(&**key), Op::Remove));
                out.push((at.child(&**key), Op::Set("two\nlines\n".into())));
                containers(member, &at.child(&**key), out);
            }
        }
        Value::Array(entries) => {
            for index in [0, entries.len() / 2, entries.len()] {
                out.push((at.child(index), Op::Insert(vec!["0644".into(), filled.clone()])));
            }
            for (index, entry) in entries.iter().enumerate() {
                out.push((at.child(index), Op::Remove));
                out.push((at.child(index), Op::Set(filled.clone())));
                containers(entry, &at.child(index), out);
            }
        }
        _ => {}
    }
}
