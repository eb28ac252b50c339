//! Three independent readers of jq agree on what is an address and on its steps: ours, jaq-core's parser, and the older
//! jaq-parse, which shares no code with it.
//!
//! Where they do not agree is a list. An entry that is no longer true fails the test, so the list stays honest.

#![allow(clippy::print_stdout, reason = "figures of a run, which the page of quality repeats")]

mod common;

use common::addresses;
use common::choices::Choices;
use fieldwright::expression::{Address, Expression, StepKind};
use fieldwright::limits::Limits;

/// The steps as all readers can say them; `None` for what is no address.
type Steps = Option<Vec<(Step, bool)>>;

#[derive(Clone, Debug, PartialEq)]
enum Step {
    Key(String),
    Index(usize),
    Each,
}

/// What a text means to the two other readers where it is not what it means to us, and why.
const DISAGREEMENTS: &[(&str, Differs, &str)] = &[
    (".if.then.and.or.not.def.reduce", Differs::Parse, "its lexer takes words of the language first"),
    (r#".["\ud83d\ude00"]"#, Differs::Both, "neither joins two halves of a character; jq and gojq do"),
    (".a[007]", Differs::Parse, "its numbers have no leading zeros; jq's do"),
    ("# before\n.a # after", Differs::Parse, "it wants a line break behind a comment"),
    (".a # | .b", Differs::Parse, "it wants a line break behind a comment"),
    (".[\"#\"] # end", Differs::Parse, "it wants a line break behind a comment"),
    ("(.a[])?.b", Differs::Parse, "it takes no step behind `)?`"),
    ("try .a", Differs::Core, "it has one tree for `try f` and `f?`; to us the first is a construct"),
    (".[(\"a\")]", Differs::Both, "their trees drop parentheses; to us a key in parentheses is computed"),
    (". a", Differs::Parse, "it allows white space behind the dot; jq and gojq do not"),
    (".a # odd \\\n| .b", Differs::Both, "one continues the comment and the other does not; we refuse it"),
    (".a\u{a0}.b", Differs::Both, "all white space of Unicode counts for them; for jq and gojq it does not"),
];

/// Texts that jaq-core's parser takes and we do not, or the other way round, and why.
const UNLIKE_CORE: &[(&str, &str)] = &[
    (r#".["\ud83d\ude00"]"#, "it does not join two halves of a character"),
    ("import \"a\" as b; .", "it reads modules elsewhere; we name what is forbidden"),
    ("include \"a\"; .", "it reads modules elsewhere; we name what is forbidden"),
    ("break $x", "labels and arguments of folds are checked when it compiles"),
    ("reduce .a as $x (0)", "labels and arguments of folds are checked when it compiles"),
    (".a == .b == .c", "comparisons stand alone in jq"),
    ("then", "a word of the language is a name to it"),
    ("$__loc__", "an ordinary variable to it"),
    (".a # odd \\\n| .b", "other readers read another text"),
    (".a\u{a0}.b", "no white space for jq and gojq"),
];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Differs {
    Core,
    Parse,
    Both,
}

fn ours(text: &str) -> Steps {
    let address = Address::parse(text, &Limits::DEFAULT).ok()?;
    let steps = address.steps().iter().map(|step| {
        let kind = match &step.kind {
            StepKind::Key(key) => Step::Key(key.to_string()),
            StepKind::Index(index) => Step::Index(*index),
            StepKind::Each => Step::Each,
            StepKind::Entry(_) => unreachable!("definitions have no keyed entries"),
        };
        (kind, step.optional)
    });
    Some(steps.collect())
}

/// `(...)?` covers all steps inside, unless one of them follows a `[]`.
fn optional(steps: Steps) -> Steps {
    let steps = steps?;
    let loses = steps.iter().rev().skip(1).any(|(step, _)| *step == Step::Each);
    (!loses).then(|| steps.into_iter().map(|(step, _)| (step, true)).collect())
}

fn number(text: &str) -> Option<Step> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten().map(Step::Index)
}

mod core {
    use super::{Step, Steps, number, optional};
    use jaq_core::load::lex::StrPart;
    use jaq_core::load::parse::{BinaryOp, Term};
    use jaq_core::path::{Opt, Part};

    pub fn read(text: &str) -> Steps {
        steps(&jaq_core::load::parse(text, |parser| parser.term())?)
    }

    fn steps(term: &Term<&str>) -> Steps {
        match term {
            Term::Id => Some(Vec::new()),
            Term::BinOp(left, BinaryOp::Pipe(None), right) => {
                let mut all = steps(left)?;
                all.extend(steps(right)?);
                Some(all)
            }
            Term::TryCatch(inner, None) => optional(steps(inner)),
            Term::Path(head, path) => {
                let mut all = steps(head)?;
                for (part, opt) in &path.0 {
                    let step = match part {
                        Part::Range(None, None) => Step::Each,
                        Part::Index(Term::Num(text)) => number(text)?,
                        Part::Index(Term::Str(None, parts)) => Step::Key(string(parts)?),
                        _ => return None,
                    };
                    all.push((step, matches!(opt, Opt::Optional)));
                }
                Some(all)
            }
            _ => None,
        }
    }

    fn string(parts: &[StrPart<&str, Term<&str>>]) -> Option<String> {
        let mut text = String::new();
        for part in parts {
            match part {
                StrPart::Str(piece) => text.push_str(piece),
                StrPart::Char(c) => text.push(*c),
                StrPart::Term(_) => return None,
            }
        }
        Some(text)
    }
}

mod parse {
    use super::{Step, Steps, number, optional};
    use jaq_syn::filter::{BinaryOp, Filter};
    use jaq_syn::path::{Opt, Part};
    use jaq_syn::string;

    pub fn read(text: &str) -> Steps {
        let (main, errors) = jaq_parse::parse(text, jaq_parse::main());
        let main = main.filter(|_| errors.is_empty())?;
        main.defs.is_empty().then(|| steps(&main.body.0)).flatten()
    }

    fn steps(filter: &Filter) -> Steps {
        match filter {
            Filter::Id => Some(Vec::new()),
            Filter::Binary(left, BinaryOp::Pipe(None), right) => {
                let mut all = steps(&left.0)?;
                all.extend(steps(&right.0)?);
                Some(all)
            }
            Filter::Try(inner) => optional(steps(&inner.0)),
            Filter::Path(head, path) => {
                let mut all = steps(&head.0)?;
                for (part, opt) in path {
                    let step = match part {
                        Part::Range(None, None) => Step::Each,
                        Part::Index((Filter::Num(text), _)) => number(text)?,
                        Part::Index((Filter::Str(text), _)) => Step::Key(plain(text)?),
                        _ => return None,
                    };
                    all.push((step, matches!(opt, Opt::Optional)));
                }
                Some(all)
            }
            _ => None,
        }
    }

    fn plain<T>(text: &jaq_syn::Str<T>) -> Option<String> {
        let pieces = text.parts.iter().map(|part| match part {
            string::Part::Str(piece) => Some(piece.as_str()),
            string::Part::Fun(_) => None,
        });
        if text.fmt.is_none() { pieces.collect() } else { None }
    }
}

fn texts() -> Vec<String> {
    let cases = include_str!("../grammar/address.cases");
    let lines = cases.lines().filter(|line| line.starts_with('"'));
    let texts = lines.map(|line| serde_json::from_str(line.split('\t').next().expect("a text")).expect(line));
    texts.collect()
}

#[test]
fn three_readers_agree() {
    let mut wrong = Vec::new();
    for text in texts() {
        let ours = ours(&text);
        let differs = match (core::read(&text) == ours, parse::read(&text) == ours) {
            (true, true) => None,
            (false, true) => Some(Differs::Core),
            (true, false) => Some(Differs::Parse),
            (false, false) => Some(Differs::Both),
        };
        let known = DISAGREEMENTS.iter().find(|(known, ..)| *known == text).map(|(_, differs, _)| *differs);
        if differs != known {
            wrong.push(format!(
                "{text:?}: {differs:?}, listed as {known:?}; ours {ours:?}, core {:?}, parse {:?}",
                core::read(&text),
                parse::read(&text)
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_list_speaks_of_the_table() {
    let texts = texts();
    let listed = DISAGREEMENTS.iter().map(|(text, _, why)| (text, why));
    for (text, why) in listed.chain(UNLIKE_CORE.iter().map(|(text, why)| (text, why))) {
        assert!(texts.iter().any(|known| known == text) && !why.is_empty(), "{text}");
    }
}

/// What we call a formula jaq-core reads too; what we call invalid syntax it does not.
#[test]
fn jaq_core_reads_what_we_read() {
    let mut wrong = Vec::new();
    for text in texts() {
        let read = jaq_core::load::parse(&text, |parser| parser.term()).is_some();
        let ours = match Expression::parse(&text, &Limits::DEFAULT) {
            Ok(_) => true,
            Err(error) => !matches!(error.code().as_str(), "syntax" | "unsupported-syntax"),
        };
        let known = UNLIKE_CORE.iter().any(|(known, _)| *known == text);
        if (read != ours) != known {
            wrong.push(format!("{text:?}: jaq-core {read}, we {ours}, listed {known}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Twenty thousand random spellings of addresses, and why a reader takes one of them differently: each class is counted,
/// and one that nothing belongs to is no class.
#[test]
fn three_readers_agree_on_random_spellings() {
    let mut choices = Choices::seeded(7);
    let mut classes = [0; CLASSES.len()];
    let mut wrong = Vec::new();
    for _ in 0..20_000 {
        let text = addresses::address(&mut choices);
        let ours = ours(&text);
        for (reader, theirs) in [("core", core::read(&text)), ("parse", parse::read(&text))] {
            if theirs == ours {
                continue;
            }
            match CLASSES.iter().position(|(known, is_one, _)| *known == reader && is_one(&text)) {
                Some(class) => classes[class] += 1,
                None => wrong.push(format!("{reader}: {text:?}: ours {ours:?}, theirs {theirs:?}")),
            }
        }
    }
    let known: usize = classes.iter().sum();
    println!(
        "20000 addresses read by jaq-core and by jaq-parse: {known} disagreements of {} known classes",
        classes.len()
    );
    assert!(wrong.is_empty(), "{} such as {}", wrong.len(), wrong[..wrong.len().min(10)].join("\n"));
    assert!(classes.iter().all(|count| *count > 0), "a class of nothing: {classes:?}");
}

type Class = (&'static str, fn(&str) -> bool, &'static str);

const CLASSES: &[Class] = &[
    ("parse", |text| text.contains(".if"), "its lexer takes words of the language first"),
    (
        "parse",
        |text| text.contains(". ") || text.contains(".\n"),
        "it allows white space behind the dot in other places",
    ),
    ("parse", blank_inside, "it takes no white space between the brackets of `[]`"),
];

fn blank_inside(text: &str) -> bool {
    text.contains("[ ") || text.contains("[\n")
}
