//! What edits of JSON text give, byte for byte: each style of writing is kept where something is added to it.
//!
//! `tests/data/json_edits.tsv` holds a text and edits, as JSON, and what becomes of the text; `tests/data/json_texts.tsv` a
//! text, and its value or what is said of it. After a change that is meant, `FIELDWRIGHT_KEEP=1 cargo test --test json_kept`
//! writes them anew.

mod common;

use common::kept::check;
use fieldwright::diagnostic::{Diagnose, Diagnostic};
use fieldwright::document::json::{JsonDocument, edit_text};
use fieldwright::limits::Limits;
use fieldwright::plan::{EditOptions, parse_edits, plan_edits};
use fieldwright::schema::{Attached, Schema};
use fieldwright::value::Node;

fn said(diagnostic: Diagnostic) -> String {
    format!("{} {} / {}", diagnostic.code, diagnostic.message, diagnostic.help.unwrap_or_default())
}

fn edited(text: &str, edits: &str) -> Result<String, String> {
    let limits = Limits::DEFAULT;
    let document = JsonDocument::parse(text, &limits).map_err(|error| said(error.diagnose()))?;
    let edits = parse_edits(edits, &limits).map_err(|error| said(error.diagnose()))?;
    let schema = Attached::new(Schema::none());
    let options = EditOptions { allow_missing: false, schema: &schema, limits };
    let plan = plan_edits(&edits, document.root(), &options).map_err(|error| said(error.diagnose()))?;
    edit_text(text, &plan, &limits).map_err(|error| said(error.diagnose()))
}

#[test]
fn edits_of_text() {
    check("json_edits.tsv", include_str!("data/json_edits.tsv"), |line, _| {
        let [text, edits]: [String; 2] = serde_json::from_str(line).expect("a text and edits");
        Some(match edited(&text, &edits) {
            Ok(new) => serde_json::Value::from(new).to_string(),
            Err(said) => said,
        })
    });
}

#[test]
fn texts() {
    check("json_texts.tsv", include_str!("data/json_texts.tsv"), |line, _| {
        let text: String = serde_json::from_str(line).expect("a text");
        Some(match JsonDocument::parse(&text, &Limits::DEFAULT) {
            Ok(document) => document.root().to_value().to_string(),
            Err(error) => {
                let diagnostic = error.diagnose();
                let span = diagnostic.span.map(|span| format!("{}..{} ", span.start, span.end)).unwrap_or_default();
                format!("{span}{}", said(diagnostic))
            }
        })
    });
}
