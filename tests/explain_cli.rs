//! What `explain`, `man` and `completions` print.

#![cfg(feature = "cli")]

mod common;

#[path = "common/case.rs"]
mod case;

use case::run;
use common::kept::check;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// `tests/data/explain.tsv` holds the arguments as JSON, the exit status, and what is printed. After a change that is
/// meant, `FIELDWRIGHT_KEEP=1 cargo test --test explain_cli` writes it anew.
#[test]
fn explanations() {
    check("explain.tsv", include_str!("data/explain.tsv"), |line, _| {
        let arguments: Vec<String> = serde_json::from_str(line).expect("arguments");
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let ran = run(["explain"]).args(&arguments).run();
        let printed = if ran.stdout.is_empty() { &ran.stderr } else { &ran.stdout };
        Some(format!("{}\t{}", ran.exit, serde_json::Value::from(printed.as_str())))
    });
}

#[test]
fn lines_of_standard_input_are_explained_one_by_one() {
    let ran = run(["explain", "--format", "json", ".first", "-"]).stdin(".a\n\n  \n.b // 1\n.c =\n").run();
    let verdicts: Vec<serde_json::Value> =
        ran.stdout.lines().map(|line| serde_json::from_str(line).expect("an object a line")).collect();
    let of = |name: &str| verdicts.iter().map(|verdict| verdict[name].to_string()).collect::<Vec<_>>();
    assert_eq!(of("expression"), ["\".first\"", "\".a\"", "\".b // 1\"", "\".c =\""]);
    assert_eq!(of("verdict"), ["\"address\"", "\"address\"", "\"formula\"", "\"invalid\""]);
    assert_eq!(ran.exit, 1);
}

fn commands() -> Vec<String> {
    let help = run(["--help"]).run().stdout;
    let list = help.split("Commands:").nth(1).expect("a list of commands").split("\n\n").next().expect("its end");
    let names = list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help").map(str::to_owned).collect()
}

#[test]
fn every_command_has_a_page_of_the_manual() {
    let commands = commands();
    assert!(commands.len() > 10, "{commands:?}");
    let whole = run(["man"]).run();
    assert_eq!(whole.exit, 0);
    for command in &commands {
        assert!(whole.stdout.contains(&format!("fieldwright\\-{}", command.replace('-', "\\-"))), "{command}");
        let page = run(["man", command]).run();
        assert_eq!(page.exit, 0, "{command}");
        assert!(page.stdout.contains(".SH NAME") && page.stdout.contains(".SH SYNOPSIS"), "{command}");
        assert!(!page.stdout.chars().any(|c| c.is_control() && c != '\n'), "{command}");
    }
    let unknown = run(["man", "nothing"]).run();
    assert_eq!((unknown.exit, unknown.stdout.as_str()), (2, ""));
    assert!(unknown.stderr.contains("there is no command `nothing`"), "{}", unknown.stderr);
}

#[test]
fn every_shell_has_its_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let ran = run(["completions", shell]).run();
        assert_eq!(ran.exit, 0, "{shell}");
        for command in commands() {
            assert!(ran.stdout.contains(&command), "{shell} does not know {command}");
        }
    }
    let script = run(["completions", "bash"]).run().stdout;
    let mut bash = Command::new("bash").arg("-n").stdin(Stdio::piped()).spawn().expect("bash is there");
    bash.stdin.take().expect("a pipe").write_all(script.as_bytes()).expect("it reads");
    assert!(bash.wait().expect("it ends").success());
    assert_eq!(run(["completions", "tcsh"]).run().exit, 2);
}
