//! Which rules are reported: `--select` and `--ignore`.

use crate::catalog::Rule;
use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::near::nearest;

/// Rules chosen by code (`FW103`), by name (`unquoted-key`), by the beginning of a code (`FW1`), or `all`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    select: Vec<String>,
    ignore: Vec<String>,
}

/// A text that chooses no rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.diagnose().message)]
pub struct UnknownRule {
    /// The text.
    pub text: String,
    /// The code or the name that looks like it.
    pub near: Option<&'static str>,
}

impl Selection {
    /// A selection: what is selected (everything, if nothing is named) without what is ignored. Where both name a rule
    /// the longer beginning of its code decides, and a tie is ignored: `--select all --ignore FW1 --select FW103`.
    pub fn new(
        select: impl IntoIterator<Item = String>,
        ignore: impl IntoIterator<Item = String>,
        rules: &[&'static Rule],
    ) -> Result<Self, UnknownRule> {
        let known = |text: String| match rules.iter().any(|rule| weight(&text, rule).is_some()) {
            true => Ok(text),
            false => Err(UnknownRule { near: near(&text, rules), text }),
        };
        let select = select.into_iter().map(known).collect::<Result<_, _>>()?;
        let ignore = ignore.into_iter().map(known).collect::<Result<_, _>>()?;
        Ok(Self { select, ignore })
    }

    /// Whether the findings of a rule are reported.
    pub fn takes(&self, rule: &Rule) -> bool {
        let weightiest = |texts: &[String]| texts.iter().filter_map(|text| weight(text, rule)).max();
        let selected = if self.select.is_empty() { Some(0) } else { weightiest(&self.select) };
        match (selected, weightiest(&self.ignore)) {
            (Some(selected), Some(ignored)) => selected > ignored,
            (selected, _) => selected.is_some(),
        }
    }
}

/// How precisely a text names a rule.
fn weight(text: &str, rule: &Rule) -> Option<usize> {
    if text.eq_ignore_ascii_case("all") {
        Some(0)
    } else if text == rule.name {
        Some(rule.code.len())
    } else {
        let is_beginning = text.len() > 1 && rule.code.get(..text.len()).is_some_and(|s| s.eq_ignore_ascii_case(text));
        is_beginning.then_some(text.len())
    }
}

/// The code or the name of a rule that a text may have meant.
pub(super) fn near(text: &str, rules: &[&'static Rule]) -> Option<&'static str> {
    let words = rules.iter().flat_map(|rule| [rule.name, rule.code]);
    nearest(text, words)
}

impl Diagnose for UnknownRule {
    fn diagnose(&self) -> Diagnostic {
        let help = match self.near {
            Some(near) => format!("did you mean `{near}`"),
            None => "`fieldwright rule --all` lists the rules".into(),
        };
        Diagnostic::new(Code::UnknownRule, format!("there is no rule `{}`", self.text)).help(help)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Severity;

    static RULES: [Rule; 3] = [rule("FW101", "not-jq"), rule("FW103", "unquoted-key"), rule("FW161", "unreadable")];

    const fn rule(code: &'static str, name: &'static str) -> Rule {
        Rule { code, name, severity: Severity::Error, summary: "" }
    }

    fn taken(select: &[&str], ignore: &[&str]) -> Result<Vec<&'static str>, UnknownRule> {
        let texts = |texts: &[&str]| texts.iter().map(ToString::to_string).collect::<Vec<_>>();
        let rules: Vec<&'static Rule> = RULES.iter().collect();
        let selection = Selection::new(texts(select), texts(ignore), &rules)?;
        Ok(RULES.iter().filter(|rule| selection.takes(rule)).map(|rule| rule.code).collect())
    }

    #[test]
    fn rules_are_chosen_by_code_name_and_beginning() {
        assert_eq!(taken(&[], &[]).expect("known"), ["FW101", "FW103", "FW161"]);
        assert_eq!(taken(&["fw10"], &[]).expect("known"), ["FW101", "FW103"]);
        assert_eq!(taken(&[], &["unquoted-key"]).expect("known"), ["FW101", "FW161"]);
        assert_eq!(taken(&["all", "FW103"], &["FW10"]).expect("known"), ["FW103", "FW161"]);
        assert_eq!(taken(&["FW103"], &["FW103"]).expect("known"), [""; 0]);
        for unknown in ["", "F", "FW9", "é", "FW1035", "unquoted"] {
            assert_eq!(taken(&[unknown], &[]).expect_err("no rule").text, unknown);
        }
        assert_eq!(taken(&["unqouted-key"], &[]).expect_err("no rule").near, Some("unquoted-key"));
    }
}
