//! What edits of YAML text give, byte for byte, and how texts are read.
//!
//! People keep these files in git: another spelling of the same value is a change in their diff. `tests/data/yaml_edits.tsv`
//! holds a text and edits, as JSON, and what becomes of the text: the lines that change, or why it is refused.
//! `tests/data/yaml_texts.tsv` holds a text as JSON, and its documents or its error. After a change that is meant,
//! `FIELDWRIGHT_KEEP=1 cargo test --test yaml_kept` writes them anew.

mod common;

use common::kept::check;
use fieldwright::diagnostic::{Diagnose, Diagnostic};
use fieldwright::document::yaml::{Dialect, YamlStream};
use fieldwright::limits::Limits;
use fieldwright::plan::{EditOptions, parse_edits, plan_edits};
use fieldwright::schema::{Attached, Schema};

fn said(diagnostic: Diagnostic) -> String {
    let span = diagnostic.span.map_or_else(|| "nowhere".into(), |span| format!("{}..{}", span.start, span.end));
    format!("{} {span} {} / {}", diagnostic.code, diagnostic.message, diagnostic.help.unwrap_or_default())
}

fn edited(text: &str, edits: &str) -> Result<String, String> {
    let limits = Limits::DEFAULT;
    let stream = YamlStream::parse(text, Dialect::Kubernetes, &limits).map_err(|error| said(error.diagnose()))?;
    let edits = parse_edits(edits, &limits).map_err(|error| said(error.diagnose()))?;
    let schema = Attached::new(Schema::none());
    let options = EditOptions { allow_missing: false, schema: &schema, limits };
    let root = stream.documents().next().expect("a document").root();
    let plan = plan_edits(&edits, root, &options).map_err(|error| said(error.diagnose()))?;
    stream.apply(&[(0, &plan)]).map_err(|error| said(error.diagnose()))
}

/// The same in a file of Windows, and without a line break at the end.
fn other_ends(text: &str, edits: &str, new: &str) {
    // Line breaks that belong to a value.
    if [text, edits, new].iter().any(|text| text.contains(['|', '>', '\r']) || text.contains("\\n")) {
        return;
    }
    let windows = |text: &str| text.replace('\n', "\r\n");
    assert_eq!(edited(&windows(text), edits).ok(), Some(windows(new)), "{edits} on {text:?} with CRLF");
    if let (Some(open), Some(new)) = (text.strip_suffix('\n'), new.strip_suffix('\n')) {
        assert_eq!(edited(open, edits).ok().as_deref(), Some(new), "{edits} on {open:?}");
    }
}

/// The lines that go, their number, and those that come instead.
fn changed(old: &str, new: &str) -> String {
    let (old, new): (Vec<_>, Vec<_>) = (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let tail = old[head..].iter().rev().zip(new[head..].iter().rev()).take_while(|(a, b)| a == b).count();
    let lines = |lines: &[&str]| serde_json::Value::from(lines[head..lines.len() - tail].concat()).to_string();
    format!("{} {} {}", head + 1, lines(&old), lines(&new))
}

#[test]
fn edits_of_text() {
    check("yaml_edits.tsv", include_str!("data/yaml_edits.tsv"), |line, _| {
        let [text, edits]: [String; 2] = serde_json::from_str(line).expect("a text and edits");
        Some(match edited(&text, &edits) {
            Ok(new) => {
                other_ends(&text, &edits, &new);
                changed(&text, &new)
            }
            Err(said) => said,
        })
    });
}

#[test]
fn texts() {
    check("yaml_texts.tsv", include_str!("data/yaml_texts.tsv"), |line, _| {
        let text: String = serde_json::from_str(line).expect("a text");
        let read = |dialect| match YamlStream::parse(&text, dialect, &Limits::DEFAULT) {
            Ok(stream) => {
                let roots: Vec<_> = stream.documents().map(|document| document.root().to_string()).collect();
                roots.join(" --- ")
            }
            Err(error) => said(error.diagnose()),
        };
        let (kubernetes, newer) = (read(Dialect::Kubernetes), read(Dialect::Yaml12));
        Some(if kubernetes == newer { kubernetes } else { format!("{kubernetes}\t{newer}") })
    });
}
