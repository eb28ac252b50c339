//! Faults while a file is edited in place: it is always either the old one or the new one, with its mode, and the exit
//! status tells which.

#![allow(clippy::print_stdout, reason = "figures of a run, which the page of quality repeats")]
#![cfg(all(feature = "cli", unix))]

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

const OLD: &str = "# head\na: 1\nb: [x, y] # c\n";
const NEW: &str = "# head\na: 2\nb: [x, y] # c\n";
const EDIT: &str = ".a = 2";
const MODE: u32 = 0o640;

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    put(folder.path(), "doc.yaml", OLD);
    folder
}

fn put(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::write(&path, text).expect("a file");
    fs::set_permissions(&path, Permissions::from_mode(MODE)).expect("its mode");
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("the file is there")
}

fn mode(folder: &Path, name: &str) -> u32 {
    fs::metadata(folder.join(name)).expect("the file is there").permissions().mode() & 0o7777
}

fn fieldwright(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_fieldwright"));
    command.current_dir(folder).env("FIELDWRIGHT_ERROR_FORMAT", "json");
    command
}

fn edit(folder: &Path, name: &str) -> Output {
    fieldwright(folder).args(["edit", "-i", name, EDIT]).output().expect("the binary runs")
}

fn code(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text.lines().last().unwrap_or_default();
    let error: serde_json::Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("no JSON error: {text:?}"));
    error["code"].as_str().expect("a code").to_owned()
}

/// What stands in the folder besides the files that the test made.
fn left_over(folder: &Path, names: &[&str]) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("readable");
    let all = entries.map(|entry| entry.expect("readable").file_name().to_string_lossy().into_owned());
    all.filter(|name| !names.contains(&name.as_str())).collect()
}

#[test]
fn a_new_file_has_the_old_ones_mode_and_owner() {
    let folder = folder();
    for bits in [0o600, 0o640, 0o755, 0o4755] {
        put(folder.path(), "doc.yaml", OLD);
        fs::set_permissions(folder.path().join("doc.yaml"), Permissions::from_mode(bits)).expect("its mode");
        let before = fs::metadata(folder.path().join("doc.yaml")).expect("there");
        assert!(edit(folder.path(), "doc.yaml").status.success());
        let after = fs::metadata(folder.path().join("doc.yaml")).expect("there");
        assert_eq!(read(folder.path(), "doc.yaml"), NEW);
        assert_eq!((after.mode(), after.uid(), after.gid()), (before.mode(), before.uid(), before.gid()));
    }
    assert_eq!(left_over(folder.path(), &["doc.yaml"]), [""; 0]);
}

#[test]
fn a_symbolic_link_stays_one() {
    let folder = folder();
    let elsewhere = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    put(elsewhere.path(), "real.yaml", OLD);
    symlink(elsewhere.path().join("real.yaml"), folder.path().join("link.yaml")).expect("a link");
    symlink("link.yaml", folder.path().join("link2.yaml")).expect("a link");
    assert!(edit(folder.path(), "link2.yaml").status.success());
    assert!(fs::symlink_metadata(folder.path().join("link.yaml")).expect("there").is_symlink());
    assert!(fs::symlink_metadata(folder.path().join("link2.yaml")).expect("there").is_symlink());
    assert_eq!(read(elsewhere.path(), "real.yaml"), NEW);
    assert_eq!(mode(elsewhere.path(), "real.yaml"), MODE);
    symlink("nowhere.yaml", folder.path().join("dangling.yaml")).expect("a link");
    let output = edit(folder.path(), "dangling.yaml");
    assert_eq!((output.status.code(), code(&output).as_str()), (Some(2), "io"));
}

/// The new file is written beside the one that is meant, whatever file system the link stands on.
#[test]
fn a_file_on_another_file_system() {
    let folder = folder();
    let device = |path: &Path| fs::metadata(path).map(|data| data.dev()).ok();
    let memory = Path::new("/dev/shm");
    if device(memory).is_none_or(|there| Some(there) == device(folder.path())) {
        return println!("not run: there is no other file system at {}", memory.display());
    }
    let Ok(elsewhere) = tempfile::tempdir_in(memory) else {
        return println!("not run: {} cannot be written", memory.display());
    };
    put(elsewhere.path(), "real.yaml", OLD);
    symlink(elsewhere.path().join("real.yaml"), folder.path().join("link.yaml")).expect("a link");
    // Files of both file systems in one call: all or none.
    let all = ["edit", "-i", "-e", EDIT, "link.yaml", "doc.yaml"];
    fs::set_permissions(folder.path().join("doc.yaml"), Permissions::from_mode(0o444)).expect("its mode");
    assert_eq!(fieldwright(folder.path()).args(all).status().expect("runs").code(), Some(2));
    assert_eq!((read(elsewhere.path(), "real.yaml").as_str(), read(folder.path(), "doc.yaml").as_str()), (OLD, OLD));
    fs::set_permissions(folder.path().join("doc.yaml"), Permissions::from_mode(MODE)).expect("its mode");
    assert!(fieldwright(folder.path()).args(all).status().expect("runs").success());
    assert_eq!((read(elsewhere.path(), "real.yaml").as_str(), read(folder.path(), "doc.yaml").as_str()), (NEW, NEW));
    assert_eq!(mode(elsewhere.path(), "real.yaml"), MODE);
    assert!(fs::symlink_metadata(folder.path().join("link.yaml")).expect("there").is_symlink());
    assert_eq!(left_over(elsewhere.path(), &["real.yaml"]), [""; 0]);
    assert_eq!(left_over(folder.path(), &["doc.yaml", "link.yaml"]), [""; 0]);
}

/// A disk of a few pages: the text fits once, not twice.
#[test]
#[ignore = "needs unshare, and the right to mount"]
fn a_disk_that_is_full() {
    let folder = folder();
    let script = "mount -t tmpfs -o size=64k tmpfs \"$1\" && cd \"$1\" || exit 77
        yes '# a long comment' | head -c 40000 >big.yaml; printf 'a: 1\n' >>big.yaml; chmod 640 big.yaml
        cp big.yaml \"$OUT/before\"; \"$BIN\" edit -i big.yaml '.a = 2'; echo $? >\"$OUT/status\"
        cp big.yaml \"$OUT/after\"; ls -A >\"$OUT/names\"; stat -c %a big.yaml >\"$OUT/mode\"";
    let out = tempfile::tempdir().expect("a folder");
    let output = Command::new("unshare")
        .args(["--mount", "--map-root-user", "sh", "-c", script, "sh"])
        .arg(folder.path())
        .current_dir("/")
        .env("FIELDWRIGHT_ERROR_FORMAT", "json")
        .env("BIN", env!("CARGO_BIN_EXE_fieldwright"))
        .env("OUT", out.path())
        .output()
        .expect("unshare is needed for this test");
    if !out.path().join("status").exists() {
        return println!("not run: nothing may be mounted here: {}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!((read(out.path(), "status").trim(), code(&output).as_str()), ("2", "io"));
    assert_eq!(read(out.path(), "after"), read(out.path(), "before"));
    assert_eq!((read(out.path(), "names").trim(), read(out.path(), "mode").trim()), ("big.yaml", "640"));
}

/// As with `sed -i`: the name that was given has the new file, other names keep the old one.
#[test]
fn another_name_of_the_file_keeps_the_old_one() {
    let folder = folder();
    fs::hard_link(folder.path().join("doc.yaml"), folder.path().join("other.yaml")).expect("a link");
    assert!(edit(folder.path(), "doc.yaml").status.success());
    assert_eq!((read(folder.path(), "doc.yaml").as_str(), read(folder.path(), "other.yaml").as_str()), (NEW, OLD));
}

#[test]
fn a_read_only_file_is_refused() {
    let folder = folder();
    fs::set_permissions(folder.path().join("doc.yaml"), Permissions::from_mode(0o444)).expect("its mode");
    let output = edit(folder.path(), "doc.yaml");
    assert_eq!((output.status.code(), code(&output).as_str()), (Some(2), "io"));
    assert_eq!((read(folder.path(), "doc.yaml").as_str(), mode(folder.path(), "doc.yaml")), (OLD, 0o444));
    assert_eq!(left_over(folder.path(), &["doc.yaml"]), [""; 0]);
}

#[test]
fn an_edit_without_effect_touches_nothing() {
    let folder = folder();
    let before = fs::metadata(folder.path().join("doc.yaml")).expect("there");
    let output =
        fieldwright(folder.path()).args(["edit", "-i", "--backup", "doc.yaml", ".a = 1"]).output().expect("runs");
    assert!(output.status.success());
    let after = fs::metadata(folder.path().join("doc.yaml")).expect("there");
    assert_eq!((after.ino(), after.mtime_nsec()), (before.ino(), before.mtime_nsec()));
    assert_eq!(left_over(folder.path(), &["doc.yaml"]), [""; 0]);
}

/// Where one of several files cannot be written, none is.
#[test]
fn several_files_or_none() {
    let folder = folder();
    put(folder.path(), "b.yaml", OLD);
    put(folder.path(), "c.yaml", OLD);
    let all = ["edit", "-i", "-e", EDIT, "doc.yaml", "b.yaml", "c.yaml"];
    fs::set_permissions(folder.path().join("c.yaml"), Permissions::from_mode(0o444)).expect("its mode");
    let output = fieldwright(folder.path()).args(all).output().expect("runs");
    assert_eq!(output.status.code(), Some(2));
    for name in ["doc.yaml", "b.yaml", "c.yaml"] {
        assert_eq!(read(folder.path(), name), OLD);
    }
    fs::set_permissions(folder.path().join("c.yaml"), Permissions::from_mode(MODE)).expect("its mode");
    assert!(fieldwright(folder.path()).args(all).status().expect("runs").success());
    for name in ["doc.yaml", "b.yaml", "c.yaml"] {
        assert_eq!((read(folder.path(), name).as_str(), mode(folder.path(), name)), (NEW, MODE));
    }
    assert_eq!(left_over(folder.path(), &["doc.yaml", "b.yaml", "c.yaml"]), [""; 0]);
}

/// Many edits of one file at once, each of a field of its own: those that say they were done are there, and no other.
#[test]
fn editors_at_once_lose_nothing() {
    let folder = folder();
    let count = 12;
    let children: Vec<_> = (0..count)
        .map(|at| {
            let text = format!(".n{at} = {at}");
            let mut command = fieldwright(folder.path());
            let quiet = command.stderr(std::process::Stdio::null());
            quiet.args(["edit", "-i", "doc.yaml", &text]).spawn().expect("runs")
        })
        .collect();
    let done: Vec<_> = children.into_iter().map(|mut child| child.wait().expect("ends").code()).collect();
    let text = read(folder.path(), "doc.yaml");
    assert!(text.starts_with(OLD), "{text}");
    for (at, exit) in done.iter().enumerate() {
        let there = text.contains(&format!("n{at}: {at}\n"));
        assert_eq!(*exit, Some(if there { 0 } else { 1 }), "field {at} in {text}");
    }
    assert!(done.contains(&Some(0)));
    assert_eq!(mode(folder.path(), "doc.yaml"), MODE);
    assert_eq!(left_over(folder.path(), &["doc.yaml"]), [""; 0]);
}

/// A run of `edit -i` with what strace does to it.
fn traced(folder: &Path, log: Option<&Path>, inject: Option<&str>) -> Output {
    let mut command = Command::new("strace");
    command.current_dir(folder).env("FIELDWRIGHT_ERROR_FORMAT", "json").args(["-f", "-q", "-o"]);
    command.arg(log.unwrap_or(Path::new("/dev/null")));
    command.args(inject.map(|inject| format!("--inject={inject}")));
    command.arg(env!("CARGO_BIN_EXE_fieldwright")).args(["edit", "-i", "--backup", "doc.yaml", EDIT]);
    command.output().expect("strace is needed for this test")
}

/// How often each system call is made from the moment the document is opened, and before that.
fn calls() -> Vec<(String, usize)> {
    let (folder, logs) = (folder(), tempfile::tempdir().expect("a folder"));
    let log = logs.path().join("log");
    assert!(traced(folder.path(), Some(&log), None).status.success());
    let log = fs::read_to_string(log).expect("a log");
    let (mut seen, mut calls, mut begun) = (BTreeMap::<String, usize>::new(), Vec::new(), false);
    for line in log.lines() {
        let call = line.split_whitespace().nth(1).unwrap_or_default();
        let Some((name, _)) = call.split_once('(') else { continue };
        begun |= line.contains("doc.yaml") && name == "openat";
        let count = seen.entry(name.to_owned()).or_default();
        *count += 1;
        if begun && name != "exit_group" {
            calls.push((name.to_owned(), *count));
        }
    }
    calls
}

fn check(folder: &Path, success: bool, what: &str) {
    let text = read(folder, "doc.yaml");
    assert!(text == OLD || text == NEW, "{what} left {text:?}");
    assert_eq!(mode(folder, "doc.yaml"), MODE, "{what}");
    assert!(!success || text == NEW, "{what}: it says that it was done");
}

#[test]
#[ignore = "needs strace"]
fn killed_at_any_system_call() {
    let calls = calls();
    println!("killed at {} system calls", calls.len());
    assert!(calls.len() > 15, "{calls:?}");
    let (mut old, mut new) = (0, 0);
    for (name, count) in &calls {
        let folder = folder();
        let what = format!("killed at {name} {count}");
        let output = traced(folder.path(), None, Some(&format!("{name}:signal=KILL:when={count}")));
        check(folder.path(), output.status.success(), &what);
        let is_new = read(folder.path(), "doc.yaml") == NEW;
        (old, new) = (old + usize::from(!is_new), new + usize::from(is_new));
        // Whatever was left behind does not stand in the way.
        assert!(is_new || edit(folder.path(), "doc.yaml").status.success(), "{what}");
        assert_eq!(read(folder.path(), "doc.yaml"), NEW, "{what}");
    }
    assert!(old > 10 && new > 0, "{old} times the old file, {new} times the new one");
}

#[test]
#[ignore = "needs strace"]
fn failing_at_any_system_call() {
    for (name, count) in calls() {
        for error in ["ENOSPC", "EIO", "EACCES", "EROFS"] {
            let folder = folder();
            let output = traced(folder.path(), None, Some(&format!("{name}:error={error}:when={count}")));
            let what = format!("{error} of {name} {count}");
            check(folder.path(), output.status.success(), &what);
            if output.status.code() == Some(2) {
                assert_eq!(code(&output), "io", "{what}");
                assert_eq!(read(folder.path(), "doc.yaml"), OLD, "{what}: it says that it was not done");
                assert!(
                    matches!(name.as_str(), "unlink" | "unlinkat")
                        || left_over(folder.path(), &["doc.yaml", "doc.yaml.bak"]).is_empty(),
                    "{what}"
                );
            }
        }
    }
}

/// Something else writes the file between the reading and the replacing.
#[test]
#[ignore = "needs strace"]
fn a_file_that_changes_while_it_is_edited() {
    const OTHER: &str = "a: 9\nb: elsewhere\n";
    let folder = folder();
    // While the new text stands aside and waits for its sync.
    let trace = std::thread::scope(|scope| {
        let path = folder.path();
        let run = scope.spawn(|| traced(path, None, Some("fsync:delay_enter=3000000:when=1")));
        let begun = std::time::Instant::now();
        while left_over(path, &["doc.yaml"]).is_empty() && begun.elapsed() < std::time::Duration::from_secs(60) {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        fs::write(path.join("doc.yaml"), OTHER).expect("written");
        run.join().expect("no panic")
    });
    assert_eq!((trace.status.code(), code(&trace).as_str()), (Some(1), "stale"));
    assert_eq!(read(folder.path(), "doc.yaml"), OTHER);
}

/// As a user who may not write: a folder, and a full one.
#[test]
#[ignore = "needs setpriv and prlimit"]
fn a_folder_that_cannot_be_written_and_a_full_one() {
    let folder = folder();
    let user = |command: &str| {
        let mut shell = Command::new("setpriv");
        shell.args(["--reuid=65534", "--regid=65534", "--clear-groups", "sh", "-c", command]);
        shell.current_dir(folder.path()).env("FIELDWRIGHT_ERROR_FORMAT", "json");
        shell.env("BIN", env!("CARGO_BIN_EXE_fieldwright")).output().expect("setpriv is needed for this test")
    };
    fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).expect("its mode");
    fs::set_permissions(folder.path().join("doc.yaml"), Permissions::from_mode(0o666)).expect("its mode");
    let output = user("\"$BIN\" edit -i doc.yaml '.a = 2'");
    assert_eq!((output.status.code(), code(&output).as_str()), (Some(2), "io"));
    assert_eq!(read(folder.path(), "doc.yaml"), OLD);
    let output = Command::new("sh")
        .args(["-c", "trap '' XFSZ; prlimit --fsize=8 \"$BIN\" edit -i doc.yaml '.a = 2'"])
        .current_dir(folder.path())
        .env("FIELDWRIGHT_ERROR_FORMAT", "json")
        .env("BIN", env!("CARGO_BIN_EXE_fieldwright"))
        .output()
        .expect("prlimit is needed for this test");
    assert_eq!((output.status.code(), code(&output).as_str()), (Some(2), "io"));
    assert_eq!(read(folder.path(), "doc.yaml"), OLD);
    assert_eq!(left_over(folder.path(), &["doc.yaml"]), [""; 0]);
}
