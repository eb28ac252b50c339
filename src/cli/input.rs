//! Reading the files that commands name.

use super::error::CliError;
use super::secrets;
use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::document::{Dialect, Document, DocumentError, Format, ReadOptions, Root};
use crate::expression::Address;
use crate::limits::Limits;
use crate::location::Location;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// A text with the name it was read under.
pub(super) struct Text {
    pub(super) name: String,
    pub(super) text: String,
}

/// A document with the name it was read under.
pub(super) struct Input<'t> {
    pub(super) name: &'t str,
    pub(super) document: Document<'t>,
}

/// How a file is read.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct ReadArgs {
    /// The document of a YAML stream, counted from 0
    #[arg(long, value_name = "N")]
    pub(super) document: Option<usize>,
    /// How YAML scalars are read
    #[arg(long, value_enum, value_name = "DIALECT", default_value_t)]
    pub(super) yaml_dialect: DialectArg,
}

#[derive(Clone, Copy, Debug, Default, clap::ValueEnum)]
pub(super) enum DialectArg {
    /// As a Kubernetes client reads it: YAML 1.1 booleans and octals
    #[default]
    Kubernetes,
    /// The core schema of YAML 1.2
    #[value(name = "1.2")]
    Yaml12,
}

impl Text {
    /// Standard input is one document: it cannot be read twice.
    pub(super) fn check_one_stdin(names: &[&String]) -> Result<(), CliError> {
        match names.iter().filter(|name| **name == "-").count() {
            0 | 1 => Ok(()),
            _ => Err(CliError::usage("standard input is named twice", "keep one `-` and put the rest in files")),
        }
    }

    /// Reads a file; `-` is standard input.
    pub(super) fn read(path: &str) -> Result<Self, CliError> {
        let text = String::from_utf8(read_bytes(path)?).map_err(|error| not_utf8(path, &error))?;
        Ok(Self { name: path.to_owned(), text })
    }
}

impl ReadArgs {
    /// Reads a text as a document.
    pub(super) fn parse<'t>(&self, text: &'t Text) -> Result<Input<'t>, CliError> {
        self.parse_for(text, None)
    }

    /// Reads two texts as documents that are compared.
    pub(super) fn parse_both<'t>(&self, one: &'t Text, other: &'t Text) -> Result<(Input<'t>, Input<'t>), CliError> {
        let one = self.read(one, None, |options| Document::parse_beside(&one.text, &other.text, options))?;
        let read = |options: &ReadOptions<'_, '_>| Document::parse_beside_document(&other.text, &one.document, options);
        let other = self.read(other, None, read)?;
        Ok((one, other))
    }

    /// Reads a text as a document that only these addresses are asked of.
    pub(super) fn parse_for<'t>(
        &self,
        text: &'t Text,
        addresses: Option<&[Address<'_>]>,
    ) -> Result<Input<'t>, CliError> {
        self.read(text, addresses, |options| Document::parse(&text.text, options))
    }

    fn read<'t>(
        &self,
        text: &'t Text,
        addresses: Option<&[Address<'_>]>,
        parse: impl FnOnce(&ReadOptions<'_, '_>) -> Result<Document<'t>, DocumentError>,
    ) -> Result<Input<'t>, CliError> {
        // A producer that failed leaves nothing at all; an empty document is `{}`, or YAML with a comment or a marker.
        if text.text.trim().is_empty() {
            let diagnostic = Diagnostic::new(Code::InvalidDocument, format!("`{}` is empty", text.name))
                .help("write `{}` for an empty object");
            return Err(CliError::from(diagnostic.fact("file", &text.name).fact("line", 1).fact("column", 1)));
        }
        let format = match Path::new(&text.name).extension() {
            Some(extension) if extension == "json" => Format::Json,
            _ => Format::ByContent,
        };
        let dialect = match self.yaml_dialect {
            DialectArg::Kubernetes => Dialect::Kubernetes,
            DialectArg::Yaml12 => Dialect::Yaml12,
        };
        let options = ReadOptions { format, dialect, limits: Limits::DEFAULT, addresses };
        match parse(&options) {
            Ok(document) => Ok(Input { name: &text.name, document }),
            Err(error) => Err(CliError::in_file(&error, &text.name, &text.text)),
        }
    }

    /// The index of the document that the call speaks of.
    pub(super) fn index(&self, input: &Input<'_>) -> Result<usize, CliError> {
        input.document.select(self.document).map_err(|error| CliError::in_file(&error, input.name, ""))
    }
}

impl Input<'_> {
    pub(super) fn root(&self, index: usize) -> Root<'_> {
        self.document.root(index)
    }

    /// An error that speaks of a place of this document: with the file, and line and column of the place or of what
    /// stands around it.
    pub(super) fn error_at(&self, index: usize, error: &impl Diagnose) -> CliError {
        let place = error.diagnose().location;
        self.error_in(index, place, error)
    }

    /// As [`error_at`](Self::error_at), of an override: the place in it is not the one that the error names first, and
    /// over a document with secrets any of its values may be one.
    pub(super) fn error_over(
        &self,
        base: (&Input<'_>, usize),
        index: usize,
        place: &Location,
        error: &impl Diagnose,
    ) -> CliError {
        let text = self.document.text();
        let veiled = || match secrets::secret_spans(&base.0.document, base.1).is_empty() {
            true => secrets::veil(text, &secrets::secret_spans(&self.document, index)),
            false => secrets::veil_values(text),
        };
        self.error_shown(index, Some(place.clone()), error, veiled)
    }

    fn error_in(&self, index: usize, place: Option<Location>, error: &impl Diagnose) -> CliError {
        let text = self.document.text();
        self.error_shown(index, place, error, || secrets::veil(text, &secrets::secret_spans(&self.document, index)))
    }

    fn error_shown(
        &self,
        index: usize,
        place: Option<Location>,
        error: &impl Diagnose,
        veiled: impl FnOnce() -> String,
    ) -> CliError {
        let diagnostic = error.diagnose();
        let span = place.and_then(|mut place| {
            loop {
                match self.document.span_of(index, &place) {
                    Some(span) => return Some(span),
                    None => drop(place.pop()?),
                }
            }
        });
        let diagnostic = diagnostic.fact("file", self.name);
        CliError::from(diagnostic).pointing_into(self.name, self.document.text(), span, veiled)
    }
}

fn not_utf8(name: &str, error: &std::string::FromUtf8Error) -> CliError {
    let at = error.utf8_error().valid_up_to();
    let before = String::from_utf8_lossy(&error.as_bytes()[..at]);
    let place = crate::span::line_column(&before, at);
    let message = format!("`{name}` is not UTF-8: byte {at} (line {}, column {})", place.line, place.column);
    CliError::from(
        Diagnostic::new(Code::InvalidDocument, message)
            .help("convert the file to UTF-8")
            .fact("file", name)
            .fact("line", place.line)
            .fact("column", place.column),
    )
}

/// The bytes of a file or of standard input, no more than the limit and one.
pub(super) fn read_bytes(path: &str) -> Result<Vec<u8>, CliError> {
    let limit = Limits::DEFAULT.document_bytes as u64 + 1;
    let mut bytes = Vec::new();
    let read = match path {
        "-" => io::stdin().lock().take(limit).read_to_end(&mut bytes),
        path => File::open(path).and_then(|file| {
            bytes.reserve_exact(file.metadata().map_or(0, |data| data.len().min(limit) as usize));
            file.take(limit).read_to_end(&mut bytes)
        }),
    };
    read.map_err(|error| CliError::io("read", path, &error))?;
    Ok(bytes)
}
