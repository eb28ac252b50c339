//! The files that a check reads: found in folders, read within bounds, named as reports name them.

use crate::diagnostic::{Code, Diagnose, Diagnostic};
use ignore::WalkBuilder;
use ignore::types::TypesBuilder;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A file as it was read.
#[derive(Clone, Debug)]
pub struct Input {
    /// The name that reports give it: a relative path with `/`, or `-` for standard input.
    pub path: String,
    /// What was read.
    pub content: Content,
}

/// What was read of a file.
#[derive(Clone, Debug)]
pub enum Content {
    /// All of it, as text.
    Text(String),
    /// Bytes that are not UTF-8, from this offset on.
    NotUtf8 {
        /// The bytes before the first one that is at fault.
        good: usize,
    },
    /// Nothing: there is more than the limit.
    TooLarge {
        /// The limit in bytes.
        limit: usize,
    },
    /// Nothing: the system refused.
    Unreadable(String),
}

/// Why there is nothing to check.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.diagnose().message)]
pub enum InputError {
    /// A path that was named cannot be read.
    Io {
        /// The path.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// The paths hold no YAML and no JSON file.
    Nothing {
        /// The paths.
        paths: Vec<String>,
    },
    /// The files below the paths hold nothing that is judged.
    NothingJudged {
        /// The paths.
        paths: Vec<String>,
    },
}

impl InputError {
    /// The error of folders that hold nothing that is judged.
    pub fn nothing_judged(paths: &[impl AsRef<Path>]) -> Self {
        Self::NothingJudged { paths: paths.iter().map(|path| path.as_ref().display().to_string()).collect() }
    }
}

/// Finds and reads the files that some paths mean: a file is itself, `-` is standard input, a folder stands for the
/// YAML and JSON files below it that `.gitignore` does not name. No file at all is an error.
///
/// Files are read in parallel and come sorted by name, each once. No more than `limit` bytes of one are read.
pub fn read_inputs(paths: &[impl AsRef<Path>], limit: usize) -> Result<Vec<Input>, InputError> {
    let mut found = BTreeSet::new();
    for path in paths {
        find(path.as_ref(), &mut found)?;
    }
    if found.is_empty() {
        let paths = paths.iter().map(|path| path.as_ref().display().to_string()).collect();
        return Err(InputError::Nothing { paths });
    }
    let files: Vec<PathBuf> = found.into_iter().collect();
    let mut inputs: Vec<Input> = files.par_iter().map(|path| read(path, limit)).collect();
    inputs.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(inputs)
}

const STDIN: &str = "-";

fn find(path: &Path, found: &mut BTreeSet<PathBuf>) -> Result<(), InputError> {
    let failed = |error: io::Error| InputError::Io { path: path.display().to_string(), error };
    if path == Path::new(STDIN) {
        found.insert(path.to_owned());
        return Ok(());
    }
    if !std::fs::metadata(path).map_err(failed)?.is_dir() {
        found.insert(clean(path));
        return Ok(());
    }
    let mut types = TypesBuilder::new();
    for pattern in ["*.yaml", "*.yml", "*.json"] {
        types.add("documents", pattern).map_err(|error| failed(io::Error::other(error)))?;
    }
    let types = types.select("documents").build().map_err(|error| failed(io::Error::other(error)))?;
    // A catalog need not be a repository for its .gitignore to count.
    for entry in WalkBuilder::new(path).types(types).require_git(false).build() {
        let entry =
            entry.map_err(|error| failed(error.into_io_error().unwrap_or_else(|| io::Error::other("cannot walk"))))?;
        // A pipe has no end; what cannot be looked at is told of when it is read.
        if std::fs::metadata(entry.path()).map_or(true, |data| data.is_file()) {
            found.insert(clean(entry.path()));
        }
    }
    Ok(())
}

/// Without `./` in front, so that one file named in two ways is one.
fn clean(path: &Path) -> PathBuf {
    path.components().filter(|part| !matches!(part, std::path::Component::CurDir)).collect()
}

fn read(path: &Path, limit: usize) -> Input {
    let content = match path == Path::new(STDIN) {
        true => bounded(io::stdin().lock(), limit),
        false => File::open(path).and_then(|file| bounded(file, limit)),
    };
    Input { path: report_name(path), content: content.unwrap_or_else(|error| Content::Unreadable(error.to_string())) }
}

fn bounded(source: impl Read, limit: usize) -> io::Result<Content> {
    let mut bytes = Vec::new();
    source.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > limit {
        return Ok(Content::TooLarge { limit });
    }
    Ok(match String::from_utf8(bytes) {
        Ok(text) => Content::Text(text),
        Err(error) => Content::NotUtf8 { good: error.utf8_error().valid_up_to() },
    })
}

/// Relative to the working folder where the file lies below it, and with `/` on every system.
fn report_name(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let relative = path.strip_prefix(&here).unwrap_or(path);
    relative.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/").replacen("//", "/", 1)
}

impl Diagnose for InputError {
    fn diagnose(&self) -> Diagnostic {
        match self {
            Self::Io { path, error } => {
                Diagnostic::new(Code::Io, format!("cannot read `{path}`: {error}")).fact("file", path)
            }
            Self::NothingJudged { paths } => {
                let paths = paths.join("`, `");
                Diagnostic::new(Code::Io, format!("there is nothing to judge in `{paths}`"))
                    .help("name a folder that holds definitions, or `--kind` for another kind of object")
            }
            Self::Nothing { paths } => {
                let paths = paths.join("`, `");
                Diagnostic::new(Code::Io, format!("there is no YAML and no JSON file in `{paths}`"))
                    .help("name a file, or a folder that holds definitions")
            }
        }
    }
}
