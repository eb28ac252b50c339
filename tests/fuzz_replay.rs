//! Seeds and regressions of the fuzz targets, replayed through the same functions on any toolchain.
//!
//! `fuzz/seeds/NAME/` is where fuzzing begins, `fuzz/regressions/NAME/` holds the smallest input of each fault that was
//! found. Seeds of a surface are small files of its format; laws begin from a few bytes of decisions.

#![allow(clippy::print_stderr, reason = "which input a failing replay was at")]

#[path = "../fuzz/props.rs"]
mod props;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz")
}

/// The files or folders in a folder, in order of their names.
fn inside(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    paths
}

fn names(folder: &str) -> BTreeSet<String> {
    let stem = |path: PathBuf| path.file_stem().expect("a name").to_string_lossy().into_owned();
    inside(&fuzz().join(folder)).into_iter().map(stem).filter(|name| !name.starts_with('.')).collect()
}

/// A name in the panic tells which file it was.
struct Replaying<'a>(&'a Path);

impl Drop for Replaying<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("while replaying {}", self.0.display());
        }
    }
}

fn replay(folder: &str) -> usize {
    let mut count = 0;
    for (name, law) in props::LAWS {
        let folder = fuzz().join(folder).join(name);
        if !folder.is_dir() {
            continue;
        }
        for file in inside(&folder) {
            let guard = Replaying(&file);
            law(&fs::read(&file).expect("readable"));
            drop(guard);
            count += 1;
        }
    }
    count
}

#[test]
fn seeds_hold() {
    assert!(replay("seeds") >= props::LAWS.len());
}

#[test]
fn regressions_hold() {
    let files: usize =
        names("regressions").iter().map(|name| inside(&fuzz().join("regressions").join(name)).len()).sum();
    assert_eq!(replay("regressions"), files);
}

/// The first bytes that a fuzzer tries, and lengths up to a few hundred.
#[test]
fn plain_bytes_hold() {
    for (_, law) in props::LAWS {
        for length in [0, 1, 2, 3, 8, 64, 300] {
            for byte in [0, 1, 2, 7, b'a', b'[', 127, 254, 255] {
                law(&vec![byte; length]);
            }
            law(&(0..length).map(|at| (at * 37) as u8).collect::<Vec<_>>());
        }
    }
}

#[test]
fn laws_targets_and_folders_have_the_same_names() {
    let laws: BTreeSet<_> = props::LAWS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(laws.len(), props::LAWS.len(), "a law stands twice");
    assert_eq!(names("fuzz_targets"), laws, "each target is a law and each law a target");
    assert_eq!(names("seeds"), laws, "each law has seeds");
    assert!(names("regressions").is_subset(&laws), "regressions of a law that is gone");
    let manifest = fs::read_to_string(fuzz().join("Cargo.toml")).expect("readable");
    for (name, _) in props::LAWS {
        assert!(manifest.contains(&format!("name = \"{name}\"\npath = \"fuzz_targets/{name}.rs\"")), "{name}");
        let target = fs::read_to_string(fuzz().join(format!("fuzz_targets/{name}.rs"))).expect("readable");
        assert!(target.contains(&format!("props::{name}(bytes)")), "{name} runs another law");
    }
    assert!(names("dictionaries").is_subset(&laws), "a dictionary that no target uses");
}
