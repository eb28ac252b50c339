//! Laws of a check on definitions that went wrong in any way: no panic, places that lie in the text, a sorted report that
//! is the same each time, and fixes that leave a text.

use fieldwright::catalog::{Checked, Content, FILE_BYTES, Input, Options, RULES, check, read_inputs};
use proptest::prelude::*;
use std::path::Path;
use std::sync::OnceLock;

fn examples(folder: &str) -> Vec<Input> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/examples/catalog").join(folder);
    read_inputs(&[folder], FILE_BYTES).expect("the examples are there")
}

/// The texts that are spoiled: the examples and what the rules are shown on.
fn texts() -> &'static [String] {
    static TEXTS: OnceLock<Vec<String>> = OnceLock::new();
    TEXTS.get_or_init(|| {
        let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/rules");
        let all = examples("definitions").into_iter().chain(read_inputs(&[rules], FILE_BYTES).expect("files"));
        let text = |input: Input| match input.content {
            Content::Text(text) => Some(text),
            _ => None,
        };
        // What uses up its budget takes its time, which is for the tests of rules.
        all.filter_map(text).filter(|text| !text.contains("range(")).collect()
    })
}

/// One way to spoil a text, with numbers that choose the place.
#[derive(Clone, Debug)]
enum Spoil {
    RemoveLine(usize),
    RepeatLine(usize, usize),
    Indent(usize),
    Replace(usize, String),
    Insert(usize, String),
}

fn pieces() -> impl Strategy<Value = String> {
    let known = [
        ".",
        "[]",
        "[0]",
        "\"",
        "'",
        ": ",
        "- ",
        "| ",
        "{}",
        "// true",
        "null",
        "0644",
        "on",
        "&a ",
        "*a",
        "é",
        "\u{1F600}",
        "$x",
        "select(.a)",
        "# ",
        ".spec",
        "\n",
        "\t",
        "\\u0041",
        "? ",
        "<<: ",
        "!!str ",
        "9007199254740993",
    ];
    prop_oneof![proptest::sample::select(known.map(String::from).to_vec()), "[ -~]{1,4}"]
}

fn spoil() -> impl Strategy<Value = Spoil> {
    let at = any::<usize>;
    prop_oneof![
        at().prop_map(Spoil::RemoveLine),
        (at(), at()).prop_map(|(from, to)| Spoil::RepeatLine(from, to)),
        at().prop_map(Spoil::Indent),
        (at(), pieces()).prop_map(|(at, text)| Spoil::Replace(at, text)),
        (at(), pieces()).prop_map(|(at, text)| Spoil::Insert(at, text)),
    ]
}

fn apply(text: &str, spoil: &Spoil) -> String {
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    if lines.is_empty() {
        return text.into();
    }
    let line = |at: usize| at % lines.len();
    match spoil {
        Spoil::RemoveLine(at) => drop(lines.remove(line(*at))),
        Spoil::RepeatLine(from, to) => {
            let (from, to) = (line(*from), line(*to));
            lines.insert(to, lines[from].clone());
        }
        Spoil::Indent(at) => {
            let at = line(*at);
            lines[at].insert_str(0, "  ");
        }
        Spoil::Replace(at, new) | Spoil::Insert(at, new) => {
            let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let at = starts[at % starts.len()];
            let (before, after) = text.split_at(at);
            let skipped = matches!(spoil, Spoil::Replace(..)).then(|| after.chars().next().map_or(0, char::len_utf8));
            return format!("{before}{new}{}", &after[skipped.unwrap_or(0)..]);
        }
    }
    lines.join("\n") + "\n"
}

fn check_places(checked: &Checked) -> Result<(), TestCaseError> {
    for finding in &checked.findings {
        let places = std::iter::once(finding.place)
            .chain(finding.related.iter().map(|related| related.place))
            .chain(finding.fix.iter().flat_map(|fix| &fix.replacements).map(|replacement| replacement.place));
        for place in places {
            let text = checked.files[place.file].source.text();
            prop_assert!(text.get(place.span.range()).is_some(), "{}: {:?} of {text:?}", finding.rule.code, place);
        }
        prop_assert!(RULES.contains(&finding.rule));
    }
    prop_assert!(checked.findings.windows(2).all(|pair| pair[0].place <= pair[1].place));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn a_spoiled_definition_is_told_and_never_a_panic(
        which in any::<usize>(),
        spoils in prop::collection::vec(spoil(), 1..4),
    ) {
        let text = &texts()[which % texts().len()];
        let text = spoils.iter().fold(text.clone(), |text, spoil| apply(&text, spoil));
        let input = Input { path: "spoiled.yaml".into(), content: Content::Text(text) };
        let options = Options { objects: examples("objects"), synthesize: true, ..Options::default() };
        let checked = check(vec![input.clone()], &options);
        check_places(&checked)?;
        let again = check(vec![input.clone()], &options);
        prop_assert_eq!(&again.findings, &checked.findings);
        // Objects that went wrong are told as well.
        let turned = Options { objects: vec![input], ..Options::default() };
        check_places(&check(examples("definitions"), &turned))?;
    }

    #[test]
    fn argo_cd_objects_in_any_shape_are_never_a_panic(
        spoils in prop::collection::vec(spoil(), 1..6),
    ) {
        let text = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: argocd-cm\ndata:\n  \
            resource.customizations.ignoreDifferences.apps_Deployment: |\n    jqPathExpressions:\n      - .spec.replicas + 1\n      \
            - '.a[] | select(.b)'\n  resource.customizations.ignoreDifferences.all: \"jqPathExpressions: [.a \\u002b 1]\"\n";
        let text = spoils.iter().fold(text.to_owned(), |text, spoil| apply(&text, spoil));
        let input = Input { path: "spoiled.yaml".into(), content: Content::Text(text) };
        check_places(&check(vec![input], &Options { argocd: true, ..Options::default() }))?;
    }
}
