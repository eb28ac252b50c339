//! The check of a catalog: every file judged by itself, then all of them together.

use super::checks;
use super::checks::duplicate_kind::Described;
use super::config::ExpressionKind;
use super::finding::{Finding, Place, SourceFile};
use super::input::{Content, Input};
use super::page::{Page, Sheet};
use super::statistics::Statistics;
use super::subject::{self, Outline, Subject};
use crate::definition::{Definition, ProblemKind, Recognized, recognize};
use crate::limits::Limits;
use crate::location::Location;
use crate::span::Source;
use crate::value::{Kind, Node};
use rayon::prelude::*;

/// The size beyond which a file is not read: definitions and samples are written by people.
pub const FILE_BYTES: usize = 16 << 20;

/// What a check is told, besides the files.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Take Argo CD's objects instead of definitions.
    pub argocd: bool,
    /// A document that is not a definition is an error, not a note.
    pub strict: bool,
    /// Files with sample objects: every definition is proved on those of its kind.
    pub objects: Vec<Input>,
    /// Prove a definition that has no sample on an object made from its own paths.
    pub synthesize: bool,
    /// Further kinds of object that hold expressions.
    pub kinds: Vec<ExpressionKind>,
    /// The bounds of reading and evaluating.
    pub limits: Limits,
}

/// What a check found.
#[derive(Debug, Default)]
pub struct Checked {
    /// The files that places speak of, samples included, by index.
    pub files: Vec<SourceFile>,
    /// Sorted by file, place and code: the order does not depend on how the work was shared out.
    pub findings: Vec<Finding>,
    /// What was looked at, sorted by place: definitions and other objects that hold expressions, those without a finding
    /// too.
    pub definitions: Vec<CheckedDefinition>,
    /// The counts.
    pub statistics: Statistics,
}

/// A definition, or another object that holds expressions, that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedDefinition {
    /// Its name, or that of its root component, or the empty text.
    pub name: String,
    /// Where it stands: the document.
    pub place: Place,
}

/// Checks files.
///
/// Files are judged in parallel. Nothing is refused: what cannot be read is a finding.
pub fn check(inputs: Vec<Input>, options: &Options) -> Checked {
    let results: Vec<FileResult> =
        inputs.into_par_iter().enumerate().map(|(index, input)| check_file(index, input, options)).collect();
    let mut checked = Checked::default();
    let mut described = Vec::new();
    for result in results {
        checked.files.push(result.file);
        checked.findings.extend(result.findings);
        checked.definitions.extend(result.definitions);
        checked.statistics += result.statistics;
        described.extend(result.described);
    }
    checks::duplicate_kind::check(&described, &mut checked.findings);
    sort(&mut checked.findings);
    checked
}

fn sort(findings: &mut [Finding]) {
    findings.sort_by(|a, b| {
        let key = |finding: &Finding| (finding.place, finding.rule.code);
        key(a).cmp(&key(b)).then_with(|| a.message.cmp(&b.message))
    });
}

struct FileResult {
    file: SourceFile,
    findings: Vec<Finding>,
    definitions: Vec<CheckedDefinition>,
    statistics: Statistics,
    described: Vec<Described>,
}

fn check_file(index: usize, input: Input, options: &Options) -> FileResult {
    let mut findings: Vec<Finding> = checks::unreadable::no_text(index, &input.content).into_iter().collect();
    let text = match input.content {
        Content::Text(text) => text,
        _ => String::new(),
    };
    let mut file = FileCheck {
        index,
        options,
        findings: Vec::new(),
        definitions: Vec::new(),
        statistics: Statistics { files: 1, ..Statistics::default() },
        described: Vec::new(),
    };
    if findings.is_empty() {
        file.text(&text);
    }
    findings.append(&mut file.findings);
    FileResult {
        findings,
        definitions: file.definitions,
        statistics: file.statistics,
        described: file.described,
        file: SourceFile { source: Source::new(input.path.clone(), text), path: input.path },
    }
}

struct FileCheck<'o> {
    index: usize,
    options: &'o Options,
    findings: Vec<Finding>,
    definitions: Vec<CheckedDefinition>,
    statistics: Statistics,
    described: Vec<Described>,
}

impl FileCheck<'_> {
    fn text(&mut self, text: &str) {
        let sheet = match Sheet::read(text, &self.options.limits) {
            Ok(sheet) => sheet,
            Err(error) => {
                self.findings.push(checks::unreadable::not_read(self.index, text, &error));
                return;
            }
        };
        match &sheet {
            Sheet::Yaml(stream) => {
                checks::duplicate_key::in_yaml(self.index, stream.duplicates(), &mut self.findings);
            }
            Sheet::Json(document) => checks::duplicate_key::in_json(self.index, document, &mut self.findings),
        }
        for page in sheet.pages(self.index) {
            self.page(&page);
        }
    }

    fn page(&mut self, page: &Page) {
        match recognize(page.root) {
            Recognized::Definition(_) => self.definition(page),
            Recognized::OtherVersion(api_version, kind) => {
                self.findings.push(checks::other_version::finding(page, api_version, kind));
            }
            // An empty document of a stream is nothing to speak of.
            Recognized::Other if page.root.kind() == Kind::Null => {}
            Recognized::Other => self.findings.push(checks::not_a_definition::finding(page, self.options.strict)),
        }
    }

    fn definition(&mut self, page: &Page) {
        let (definition, mut problems) = Definition::read(page.root);
        // The text was looked through for keys that stand twice already.
        problems.retain(|problem| problem.kind != ProblemKind::DuplicateKey);
        self.statistics.definitions += 1;
        let place = page.key_place(&Location::root());
        let Some(definition) = definition else {
            self.definitions.push(CheckedDefinition { name: String::new(), place });
            let outline = Outline { page, problems: &problems, read: None };
            checks::check_outline(&outline, &mut self.findings);
            return;
        };
        let name = subject::name_of(&definition).to_owned();
        self.definitions.push(CheckedDefinition { name, place });
        let subject = Subject::new(page, &definition, &problems, &self.options.limits);
        self.statistics.count(&subject);
        checks::check_definition(&subject, &mut self.findings);
        if let Some(kind) = &definition.root().kind {
            self.described.push(Described {
                form: definition.form,
                kind: kind.clone(),
                place: page.key_place(&kind.location),
                subject: subject::name_of(&definition).to_owned(),
            });
        }
    }
}
