//! Checking catalogs of growing size beside reading the same bytes as YAML.

use crate::job::{Job, Peer};
use fieldwright::catalog::{Content, FILE_BYTES, Input, Options, check, read_inputs};
use fieldwright::document::Dialect;
use fieldwright::document::yaml::YamlStream;
use fieldwright::limits::Limits;
use std::path::Path;

/// How many definitions a catalog has. Time that grows linearly shows as one rate.
const SIZES: [usize; 3] = [200, 2_000, 20_000];

/// The jobs whose names are chosen; the largest only where huge ones are wanted.
pub fn jobs(huge: bool, chosen: &dyn Fn(&str) -> bool) -> Vec<Job<'static>> {
    let sizes = SIZES.iter().filter(|size| huge || **size <= 2_000);
    let named = sizes.map(|size| (format!("check {size} definitions"), *size)).filter(|(name, _)| chosen(name));
    named.map(|(name, size)| job(name, catalog(size))).collect()
}

fn job(name: String, inputs: Vec<Input>) -> Job<'static> {
    let texts: Vec<String> = inputs.iter().map(text).collect();
    let bytes = texts.iter().map(String::len).sum();
    let options = Options::default();
    let ours: Peer = (
        "check, files in parallel",
        Box::new(move || {
            assert!(!std::hint::black_box(check(inputs.clone(), &options)).definitions.is_empty());
        }),
    );
    let peer: Peer = (
        "plain YAML parse, one by one",
        Box::new(move || {
            for text in &texts {
                let stream = YamlStream::parse(text, Dialect::Kubernetes, &Limits::DEFAULT);
                assert!(std::hint::black_box(stream).is_ok());
            }
        }),
    );
    Job { name, bytes, peers: vec![ours, peer] }
}

fn text(input: &Input) -> String {
    match &input.content {
        Content::Text(text) => text.clone(),
        _ => unreachable!("the examples are text"),
    }
}

/// The definitions of the documentation over and over, each with a name and a version of its own.
fn catalog(size: usize) -> Vec<Input> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/examples/catalog/definitions");
    let examples = read_inputs(&[folder], FILE_BYTES).expect("the examples are there");
    let copy = |number: usize| {
        let example = text(&examples[number % examples.len()]);
        let example = example.replacen("\n  name: ", &format!("\n  name: copy-{number}-"), 1);
        let text = example.replacen("version: v", &format!("version: v{number}x"), 1);
        Input { path: format!("{number}.yaml"), content: Content::Text(text) }
    };
    (0..size).map(copy).collect()
}
