//! One run of the command, and the laws that hold in every run, whatever the case is about.
//!
//! - A refused or failed write changes no file and prints nothing.
//! - A write that succeeds is its own plan: the plan that `--plan` prints, carried out by `apply`, gives the same bytes.
//! - An edit with no effect (removing what is not there) gives the bytes of the document.

#![allow(dead_code, reason = "each test file uses its own part")]

use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// The commands that write.
const WRITERS: &[&str] = &["edit", "apply", "merge", "prune", "mutate", "suspend", "resume"];

/// A run that is being described; [`Case::run`] does it.
pub struct Case {
    files: Vec<(String, String)>,
    args: Vec<String>,
    stdin: String,
    within: String,
}

/// What a run gave.
pub struct Ran {
    pub folder: TempDir,
    pub exit: i32,
    pub stdout: String,
    pub stderr: String,
}

/// A run of `fieldwright ARGS`.
pub fn run<const N: usize>(args: [&str; N]) -> Case {
    Case {
        files: Vec::new(),
        args: args.iter().map(ToString::to_string).collect(),
        stdin: String::new(),
        within: String::new(),
    }
}

impl Case {
    /// A file in the folder that the command runs in.
    pub fn file(mut self, name: &str, text: &str) -> Self {
        self.files.push((name.into(), text.into()));
        self
    }

    /// One more argument.
    pub fn arg(mut self, arg: &str) -> Self {
        self.args.push(arg.into());
        self
    }

    /// More arguments.
    pub fn args(self, args: &[&str]) -> Self {
        args.iter().fold(self, |case, arg| case.arg(arg))
    }

    /// Runs the command in a folder below the one that the files are in.
    pub fn within(mut self, folder: &str) -> Self {
        self.within = folder.into();
        self
    }

    /// What the command reads from standard input.
    pub fn stdin(mut self, text: &str) -> Self {
        self.stdin = text.into();
        self
    }

    /// Runs the command and checks the laws.
    #[track_caller]
    pub fn run(self) -> Ran {
        let ran = self.execute(&self.args);
        let writes = WRITERS.contains(&self.args[0].as_str());
        if ran.exit != 0 {
            for (name, text) in &self.files {
                assert_eq!(ran.read(name), *text, "a run that failed changed `{name}`");
            }
            assert!(!writes || ran.stdout.is_empty(), "a refused write printed {:?}", ran.stdout);
        } else if self.args[0] == "edit" {
            self.check_plan(&ran);
        }
        ran
    }

    /// Runs the command and wants this document on standard output.
    #[track_caller]
    pub fn prints(self, text: &str) {
        let ran = self.run();
        assert_eq!(ran.exit, 0, "{}", ran.stderr);
        assert_eq!(ran.stdout, text);
    }

    /// Runs the command and wants it refused with this code; gives the error.
    #[track_caller]
    pub fn refused(self, exit: i32, code: &str) -> Value {
        let ran = self.run();
        let error: Value = ran
            .stderr
            .lines()
            .last()
            .and_then(|line| serde_json::from_str(line).ok())
            .unwrap_or_else(|| panic!("no JSON error on standard error: {:?}", ran.stderr));
        assert_eq!((ran.exit, error["code"].as_str()), (exit, Some(code)), "{error}");
        error
    }

    fn execute(&self, args: &[String]) -> Ran {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in &self.files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        let output = command(&folder.path().join(&self.within), args, &self.stdin);
        Ran {
            folder,
            exit: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).expect("UTF-8 on standard output"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8 on standard error"),
        }
    }

    #[track_caller]
    fn check_plan(&self, ran: &Ran) {
        let in_place = self.args.iter().any(|arg| arg == "-i" || arg.starts_with("--backup"));
        if in_place || self.args.iter().any(|arg| arg == "--plan" || arg == "--all-documents") {
            return;
        }
        let Some(name) = self.args[1..].iter().find(|arg| self.files.iter().any(|(name, _)| name == *arg)) else {
            return;
        };
        let mut args = self.args.clone();
        let output = args.iter().position(|arg| arg == "-o").map(|at| args.drain(at..at + 2).collect::<Vec<_>>());
        args.push("--plan".into());
        let plan = self.execute(&args);
        assert_eq!(plan.exit, 0, "{}", plan.stderr);
        let text = &self.files.iter().find(|(file, _)| file == name).expect("found above").1;
        let document = args.iter().position(|arg| arg == "--document").map(|at| args[at + 1].clone());
        let mut apply = run(["apply", name, "plan.jq"]).file(name, text).file("plan.jq", &plan.stdout);
        if let Some(index) = document {
            apply.args.extend(["--document".into(), index]);
        }
        apply.args.extend(output.into_iter().flatten());
        let applied = apply.execute(&apply.args);
        assert_eq!(applied.exit, 0, "plan {:?}: {}", plan.stdout, applied.stderr);
        assert_eq!(applied.stdout, ran.stdout, "the plan {:?} gives another document", plan.stdout);
    }
}

impl Ran {
    /// What a file holds now.
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.path().join(name)).expect("the file is there")
    }
}

fn command(folder: &Path, args: &[String], stdin: &str) -> Output {
    use std::io::Write;
    let mut child = Command::new(env!("CARGO_BIN_EXE_fieldwright"))
        .args(args)
        .current_dir(folder)
        .env("FIELDWRIGHT_ERROR_FORMAT", "json")
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    // A command that does not read its input closes it early.
    let _ = child.stdin.take().expect("piped").write_all(stdin.as_bytes());
    child.wait_with_output().expect("the binary ends")
}
