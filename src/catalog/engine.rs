//! The check of a catalog: every file judged by itself, then all of them together.

use super::checks;
use super::checks::duplicate_kind::Described;
use super::config::ExpressionKind;
use super::finding::{Finding, Place, SourceFile};
use super::holders;
use super::input::{Content, Input};
use super::page::{Page, Sheet};
use super::prove::{self, Sample};
use super::statistics::Statistics;
use super::subject::{self, Outline, Subject};
use crate::definition::{Definition, ProblemKind, Recognized, recognize};
use crate::limits::Limits;
use crate::location::Location;
use crate::span::Source;
use crate::value::{Kind, Node};
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

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
    /// Counts the files that are done, for whoever wants to watch.
    pub done: Arc<AtomicUsize>,
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
    let count = inputs.len();
    let sheets: Vec<_> = options.objects.par_iter().map(|input| read_sample(input, options)).collect();
    let pages = sheets.iter().enumerate().filter_map(|(index, sheet)| Some(sheet.as_ref().ok()?.pages(count + index)));
    let library = prove::samples(pages.flatten().collect());
    let mut kinds: HashMap<(String, &str), Vec<&Sample>> = HashMap::new();
    for sample in &library {
        kinds.entry((sample.api_version.clone(), &sample.kind)).or_default().push(sample);
    }
    let paths = options.objects.iter().map(|input| &*input.path).collect();
    let shared = Shared { options, library: &library, kinds: &kinds, paths };
    let results: Vec<FileResult> =
        inputs.into_par_iter().enumerate().map(|(index, input)| check_file(index, input, &shared)).collect();

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
    checks::duplicate_name::check_catalog(&described, &mut checked.findings);
    let kinds_of = |described: &Described| [vec![described.kind.clone()], described.references.clone()].concat();
    let known: HashSet<(String, String)> =
        described.iter().flat_map(kinds_of).map(|kind| (kind.api_version(), kind.kind)).collect();
    let unknown = library.iter().filter(|sample| !known.contains(&(sample.api_version.clone(), sample.kind.clone())));
    checked.findings.extend(unknown.filter_map(checks::no_definition::finding));
    for (index, (sheet, input)) in sheets.iter().zip(&options.objects).enumerate() {
        if let Err(unreadable) = sheet {
            checked.findings.push(unreadable(count + index));
        }
        checked.files.push(source_file(input.clone()));
    }
    sort(&mut checked.findings);
    checked
}

/// A sample that cannot be read: the finding about it, once its number is known.
type Unreadable<'i> = Box<dyn Fn(usize) -> Finding + Send + Sync + 'i>;

fn read_sample<'i>(input: &'i Input, options: &Options) -> Result<Sheet<'i>, Unreadable<'i>> {
    let Content::Text(text) = &input.content else {
        return Err(Box::new(|file| checks::unreadable::no_text(file, &input.content)));
    };
    Sheet::read(text, &options.limits)
        .map_err(|error| -> Unreadable<'i> { Box::new(move |file| checks::unreadable::not_read(file, text, &error)) })
}

/// What all files are checked with.
struct Shared<'s> {
    options: &'s Options,
    /// The samples of all files.
    library: &'s [Sample<'s>],
    /// The same by apiVersion and kind.
    kinds: &'s HashMap<(String, &'s str), Vec<&'s Sample<'s>>>,
    /// The files that samples were read from: an object in one of them is no definition that went wrong.
    paths: HashSet<&'s str>,
}

fn source_file(input: Input) -> SourceFile {
    let text = match input.content {
        Content::Text(text) => text,
        _ => String::new(),
    };
    SourceFile { source: Source::new(input.path.clone(), text), path: input.path }
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

fn check_file(index: usize, input: Input, shared: &Shared) -> FileResult {
    let mut file = FileCheck {
        index,
        shared,
        is_sample: shared.paths.contains(&*input.path),
        findings: Vec::new(),
        definitions: Vec::new(),
        statistics: Statistics { files: 1, ..Statistics::default() },
        described: Vec::new(),
    };
    match &input.content {
        Content::Text(text) => file.text(text),
        content => file.findings.push(checks::unreadable::no_text(index, content)),
    }
    shared.options.done.fetch_add(1, Ordering::Relaxed);
    FileResult {
        findings: file.findings,
        definitions: file.definitions,
        statistics: file.statistics,
        described: file.described,
        file: source_file(input),
    }
}

struct FileCheck<'o> {
    index: usize,
    shared: &'o Shared<'o>,
    /// Whether samples are read from it too.
    is_sample: bool,
    findings: Vec<Finding>,
    definitions: Vec<CheckedDefinition>,
    statistics: Statistics,
    described: Vec<Described>,
}

impl FileCheck<'_> {
    fn text(&mut self, text: &str) {
        let sheet = match Sheet::read(text, &self.shared.options.limits) {
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
        let options = self.shared.options;
        // An empty document of a stream is nothing to speak of.
        if page.root.kind() == Kind::Null {
            return;
        }
        let is_holder = match options.argocd {
            true => holders::argocd(page, &options.limits, &mut self.findings),
            false => holders::described(page, &options.kinds, &options.limits, &mut self.findings),
        };
        if is_holder {
            let name = checks::document_subject(page);
            self.definitions.push(CheckedDefinition { name, place: page.key_place(&Location::root()) });
            return;
        }
        match recognize(page.root) {
            _ if options.argocd => {}
            Recognized::Definition(_) => self.definition(page),
            Recognized::OtherVersion(api_version, kind) => {
                self.findings.push(checks::other_version::finding(page, api_version, kind));
            }
            Recognized::Other if self.is_sample => {}
            Recognized::Other => self.findings.push(checks::not_a_definition::finding(page, options.strict)),
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
            let outline = Outline::new(page, &problems, None);
            checks::check_outline(&outline, &mut self.findings);
            return;
        };
        let name = subject::name_of(&definition).to_owned();
        self.definitions.push(CheckedDefinition { name, place });
        let subject = Subject::new(page, &definition, &problems, &self.shared.options.limits);
        self.statistics.count(&subject);
        checks::check_definition(&subject, &mut self.findings);
        self.prove(&subject);
        if let Some(kind) = &definition.root().kind {
            self.described.push(Described {
                form: definition.form,
                kind: kind.clone(),
                name: definition.name.as_ref().map(|name| (name.text.clone(), page.place(&name.location))),
                references: definition.references.iter().filter_map(|reference| reference.kind.clone()).collect(),
                place: page.key_place(&kind.location),
                subject: subject::name_of(&definition).to_owned(),
            });
        }
    }

    fn prove(&mut self, subject: &Subject) {
        let Shared { options, library, kinds, .. } = self.shared;
        let kind = subject.definition.root().kind.as_ref();
        let matching = kind.and_then(|kind| kinds.get(&(kind.api_version(), &*kind.kind)));
        let matching = matching.map_or(&[][..], Vec::as_slice);
        let proved = prove::prove(subject, matching, library, options.synthesize, &mut self.findings);
        if !proved && !options.objects.is_empty() {
            self.findings.push(checks::no_object::finding(subject));
        }
    }
}
