//! The pages of codes: `docs/codes.md` has one for each code, each page has its parts, and its examples are true.

#![cfg(feature = "cli")]

use fieldwright::catalog::{Content, Input, Options, RULES, check};
use fieldwright::diagnostic::Code;
use fieldwright::report::{Comments, Page, Selection, page, pages};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

const PARTS: [&str; 4] = ["**Why:**", "**Fails:**", "**Passes:**", "**Instead:**"];

/// Codes whose page says that no example is known: safeguards against faults of the program itself.
const WITHOUT_EXAMPLE: &[&str] = &["FW175", "unfaithful-edit"];

#[test]
fn codes_and_headings_are_the_same_set_in_the_same_order() {
    let codes = RULES.iter().map(|rule| rule.code).chain(Code::ALL.iter().map(|code| code.as_str()));
    let headings: Vec<&str> = pages().map(|page| page.code).collect();
    assert_eq!(headings, codes.collect::<Vec<_>>());
    let unique: BTreeSet<&str> = headings.iter().copied().collect();
    assert_eq!(unique.len(), headings.len());
}

#[test]
fn every_page_has_its_parts_in_order() {
    for page in pages() {
        let places: Vec<Option<usize>> = PARTS.iter().map(|part| page.text.find(part)).collect();
        assert!(places.iter().all(Option::is_some), "{} lacks a part: {places:?}", page.code);
        assert!(places.is_sorted(), "{}: the parts are out of order", page.code);
        assert!(!page.text.starts_with("**"), "{} does not begin with what it means", page.code);
        let ends = PARTS.iter().all(|part| section(&page, part).len() > 10);
        assert!(ends, "{} has an empty part", page.code);
    }
}

#[test]
fn the_page_of_a_rule_begins_with_its_name_and_weight() {
    for rule in RULES {
        let page = page(rule.code).expect("a page");
        let start = format!("`{}`, {}", rule.name, rule.severity.as_str());
        assert!(page.text.starts_with(&start), "{}: {}", rule.code, page.text.lines().next().unwrap_or_default());
    }
}

/// The text between a part's name and the next part.
fn section(page: &Page, part: &str) -> &'static str {
    let text = page.text.split_once(part).map_or("", |(_, rest)| rest);
    PARTS.iter().fold(text, |text, part| text.split(part).next().unwrap_or_default())
}

/// The fenced blocks of a language.
fn blocks(text: &'static str, language: &str) -> Vec<&'static str> {
    let open = format!("```{language}\n");
    text.split(&open).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

/// A part of a definition, put where the head of the pages says that it stands.
fn whole(part: &str) -> String {
    if part.starts_with("apiVersion:") {
        return part.to_owned();
    }
    let mut levels = [(6, String::new()), (4, String::new()), (2, String::new())];
    let mut level = 0;
    for line in part.lines() {
        level = match line.split(':').next().unwrap_or_default() {
            _ if line.starts_with(' ') => level,
            "childComponents" | "references" => 1,
            "optimizationInstructions" => 2,
            _ => 0,
        };
        let (indent, text) = &mut levels[level];
        text.push_str(&format!("{:indent$}{line}\n", "", indent = *indent));
    }
    let [(_, mut component), (_, structure), (_, spec)] = levels;
    if !part.contains("statusDefinition:") {
        component.push_str(
            "      statusDefinition:\n        phaseDefinition:\n          path: .status.phase\n        statusMappings:\n          \
             running:\n            - byPhase: Running\n",
        );
    }
    format!(
        "apiVersion: run.ai/v1alpha1\nkind: Karta\nmetadata:\n  name: workload\nspec:\n  structureDefinition:\n    \
         rootComponent:\n      name: workload\n      kind:\n        group: example.io\n        version: v1\n        \
         kind: Workload\n{component}{structure}{spec}"
    )
}

/// The codes that the example of a rule gives.
fn found(page: &Page, part: &str) -> BTreeSet<String> {
    let blocks = blocks(section(page, part), "yaml");
    let input = |path: &str, text: String| Input { path: path.into(), content: Content::Text(text) };
    let text = whole(blocks.first().unwrap_or_else(|| panic!("{} has no example for {part}", page.code)));
    let objects = blocks.get(1).map(|text| input("object.yaml", (*text).to_owned())).into_iter().collect();
    let options = Options { objects, argocd: text.contains("argoproj.io"), ..Options::default() };
    let checked = check(vec![input("definition.yaml", text)], &options);
    let comments = Comments::read(&checked.files, &checked.findings, RULES, &Selection::default());
    let kept = checked.findings.iter().zip(&comments.hides).filter(|(_, hides)| !**hides).map(|(finding, _)| finding);
    kept.chain(&comments.unused).map(|finding| finding.rule.code.to_owned()).collect()
}

#[test]
fn the_examples_of_rules_give_their_finding_or_none() {
    let mut wrong = Vec::new();
    for rule in RULES {
        let page = page(rule.code).expect("a page");
        let none = BTreeSet::new();
        if !WITHOUT_EXAMPLE.contains(&rule.code) {
            let fails = found(&page, "**Fails:**");
            if fails != BTreeSet::from([rule.code.to_owned()]) {
                wrong.push(format!("{}: the failing example gives {fails:?}", rule.code));
            }
        }
        let passes = found(&page, "**Passes:**");
        if passes != none {
            wrong.push(format!("{}: the passing example gives {passes:?}", rule.code));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Runs the example of a code in a folder that holds the workload of the book; gives the exit status and standard error.
#[cfg(unix)]
fn run(text: &'static str) -> (i32, String) {
    let mut script = String::from("set -e\n");
    for line in blocks(text, "console").concat().lines() {
        script.push_str(line.strip_prefix("$ ").unwrap_or(line));
        script.push('\n');
    }
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["fleet.yaml", "fleet.definition.yaml"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/examples/workload").join(name);
        std::fs::copy(path, folder.path().join(name)).expect("the example is there");
    }
    let program = Path::new(env!("CARGO_BIN_EXE_fieldwright")).parent().expect("its folder");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", &script])
        .current_dir(folder.path())
        .env("PATH", path)
        .env("FIELDWRIGHT_ERROR_FORMAT", "json")
        .output()
        .expect("a shell");
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
#[cfg(unix)]
fn the_examples_of_codes_give_their_code_or_none() {
    let mut wrong = Vec::new();
    for code in Code::ALL {
        let page = page(code.as_str()).expect("a page");
        let told = format!("\"code\":\"{code}\"");
        let want = if code.is_warning() {
            0
        } else if code.is_bad_input() {
            2
        } else {
            1
        };
        let (exit, stderr) = run(section(&page, "**Fails:**"));
        if !WITHOUT_EXAMPLE.contains(&code.as_str()) && (exit != want || !stderr.contains(&told)) {
            wrong.push(format!("{code}: the failing example ends with {exit}: {stderr}"));
        }
        let (exit, stderr) = run(section(&page, "**Passes:**"));
        if exit != 0 || stderr.contains("\"code\"") {
            wrong.push(format!("{code}: the passing example ends with {exit}: {stderr}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
