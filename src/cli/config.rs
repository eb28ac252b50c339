//! `fieldwright.toml`: what a catalog says about its own check. Flags go before it.

use crate::catalog::{ExpressionKind, Severity};
use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::near::nearest;
use crate::span::Span;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use toml::de::{DeTable, DeValue};

/// The name of the file, looked for in the working folder and those above.
const FILE: &str = "fieldwright.toml";

/// The configuration of fieldwright, `fieldwright.toml`.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Config {
    /// What `fieldwright check` does.
    pub(super) check: CheckConfig,
    /// Further kinds of object that hold path expressions.
    pub(super) kinds: Vec<ExpressionKind>,
}

/// What `fieldwright check` does where its flags do not say otherwise. Paths are relative to the file.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct CheckConfig {
    /// The rules to report: codes, names, beginnings of codes, or `all`.
    pub(super) select: Vec<String>,
    /// The rules not to report.
    pub(super) ignore: Vec<String>,
    /// The weight from which a finding fails the check.
    pub(super) fail_level: Option<FailLevel>,
    /// The formats of the report, each `FORMAT` or `FORMAT=FILE`.
    pub(super) format: Vec<String>,
    /// The file of known findings.
    pub(super) baseline: Option<PathBuf>,
    /// Files and folders with sample objects.
    pub(super) objects: Vec<PathBuf>,
    /// Prove definitions without a sample on objects made from their own paths.
    pub(super) synthesize: bool,
    /// A document that is not a definition is an error.
    pub(super) strict: bool,
}

/// From which weight a finding fails the check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, clap::ValueEnum)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub(super) enum FailLevel {
    /// Every finding
    Note,
    /// Warnings and errors
    Warning,
    /// Errors
    Error,
    /// None
    Never,
}

impl FailLevel {
    pub(super) const fn severity(self) -> Option<Severity> {
        match self {
            Self::Note => Some(Severity::Note),
            Self::Warning => Some(Severity::Warning),
            Self::Error => Some(Severity::Error),
            Self::Never => None,
        }
    }
}

/// Why a text is not a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ConfigError {
    /// The bytes at fault.
    pub(super) span: Span,
    /// What is wrong there.
    pub(super) kind: ConfigErrorKind,
}

/// What is wrong with a place of a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ConfigErrorKind {
    /// Not TOML: what the parser says.
    Syntax(String),
    /// `selct = []`
    UnknownKey {
        /// The key.
        key: String,
        /// The known key that looks like it.
        near: Option<&'static str>,
    },
    /// `select = 3`: what the reader says.
    Value(String),
}

/// The tables and their keys.
const KEYS: &[(&str, &[&str])] = &[
    ("", &["check", "kinds"]),
    ("check", &["baseline", "fail-level", "format", "ignore", "objects", "select", "strict", "synthesize"]),
    ("kinds", &["api-version", "fields", "kind"]),
    ("kinds.fields", &["path", "role"]),
];

impl Config {
    pub(super) fn parse(text: &str) -> Result<Self, ConfigError> {
        let fault = |error: &toml::de::Error, kind: fn(String) -> ConfigErrorKind| ConfigError {
            span: error.span().unwrap_or_default().into(),
            kind: kind(error.message().lines().next().unwrap_or_default().to_owned()),
        };
        let table = DeTable::parse(text).map_err(|error| fault(&error, ConfigErrorKind::Syntax))?;
        unknown_key(table.get_ref(), "").map_or(Ok(()), Err)?;
        toml::from_str(text).map_err(|error| fault(&error, ConfigErrorKind::Value))
    }

    /// The same with its paths seen from the working folder and not from that of the file.
    pub(super) fn seen_from(mut self, file: &Path) -> Self {
        let folder = file.parent().unwrap_or(Path::new("")).to_owned();
        self.check.baseline = self.check.baseline.map(|path| folder.join(path));
        self.check.objects = self.check.objects.into_iter().map(|path| folder.join(path)).collect();
        for format in &mut self.check.format {
            if let Some((name, path)) = format.split_once('=').filter(|(_, path)| !path.is_empty()) {
                *format = format!("{name}={}", folder.join(path).display());
            }
        }
        self
    }
}

/// The file nearest to a folder, looking upwards.
pub(super) fn find(from: &Path) -> Option<PathBuf> {
    from.ancestors().map(|folder| folder.join(FILE)).find(|path| path.is_file())
}

fn unknown_key(table: &DeTable<'_>, path: &str) -> Option<ConfigError> {
    let (_, known) = KEYS.iter().find(|(known, _)| *known == path)?;
    table.iter().find_map(|(key, value)| {
        let name = key.get_ref();
        if !known.contains(&&**name) {
            let kind =
                ConfigErrorKind::UnknownKey { key: name.to_string(), near: nearest(name, known.iter().copied()) };
            return Some(ConfigError { span: key.span().into(), kind });
        }
        let path = if path.is_empty() { name.to_string() } else { format!("{path}.{name}") };
        match value.get_ref() {
            DeValue::Table(table) => unknown_key(table, &path),
            DeValue::Array(values) => {
                values.iter().filter_map(|value| value.get_ref().as_table()).find_map(|table| unknown_key(table, &path))
            }
            _ => None,
        }
    })
}

impl Diagnose for ConfigError {
    fn diagnose(&self) -> Diagnostic {
        let (message, help) = match &self.kind {
            ConfigErrorKind::Syntax(said) => (format!("not TOML: {said}"), None),
            ConfigErrorKind::Value(said) => (said.clone(), None),
            ConfigErrorKind::UnknownKey { key, near: Some(near) } => {
                (format!("the key `{key}` is not known here"), Some(format!("did you mean `{near}`")))
            }
            ConfigErrorKind::UnknownKey { key, near: None } => {
                (format!("the key `{key}` is not known here"), Some("remove it; it has no effect".into()))
            }
        };
        let mut diagnostic = Diagnostic::new(Code::InvalidConfig, message);
        diagnostic.help = help;
        diagnostic.span = Some(self.span);
        diagnostic
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> (ConfigErrorKind, &str) {
        let error = Config::parse(text).expect_err("a fault");
        (error.kind, error.span.of(text))
    }

    #[test]
    fn all_that_the_schema_has_is_read() {
        let text = r#"
            [check]
            select = ["all"]
            ignore = ["composed-address"]
            fail-level = "error"
            format = ["full", "sarif=report.sarif"]
            baseline = "known.json"
            objects = ["samples"]
            synthesize = true
            strict = true

            [[kinds]]
            api-version = "example.io/v1"
            kind = "Watcher"
            fields = [{ path = ".spec.watch[].path", role = "path" }]
        "#;
        let config = Config::parse(text).expect("a configuration").seen_from(Path::new("/etc/fieldwright.toml"));
        assert_eq!(config.check.fail_level, Some(FailLevel::Error));
        assert_eq!(config.check.baseline.as_deref(), Some(Path::new("/etc/known.json")));
        assert_eq!(config.check.format, ["full", "sarif=/etc/report.sarif"]);
        assert_eq!(config.kinds[0].fields[0].path, ".spec.watch[].path");
        assert!(Config::parse("").expect("nothing said").check.select.is_empty());
    }

    #[test]
    fn what_is_unknown_or_of_another_type_is_a_fault_with_its_place() {
        let unknown = |key: &str, near| ConfigErrorKind::UnknownKey { key: key.into(), near };
        assert_eq!(fault("[check]\nselct = []"), (unknown("selct", Some("select")), "selct"));
        assert_eq!(fault("[chekc]"), (unknown("chekc", Some("check")), "chekc"));
        assert_eq!(fault("kinds = [{ kind = 'a', roles = [] }]").1, "roles");
        assert_eq!(
            fault("[[kinds]]\nkind = 'a'\nfields = [{ path = '.a', rloe = 'read' }]").0,
            unknown("rloe", Some("role"))
        );
        assert_eq!(fault("[check]\nselect = 3").1, "3");
        assert_eq!(fault("[check]\nfail-level = 'fatal'").1, "'fatal'");
        assert!(matches!(fault("a = "), (ConfigErrorKind::Syntax(_), _)));
        assert!(matches!(fault("[check]\nstrict = true\nstrict = false"), (ConfigErrorKind::Syntax(_), "strict")));
    }

    /// The table of keys and the types that are read say the same; so does the published schema.
    #[test]
    fn the_published_schema_is_that_of_the_types() {
        let schema = schemars::schema_for!(Config);
        let value = schema.clone().to_value();
        for (pointer, path) in [
            ("/properties", ""),
            ("/$defs/CheckConfig/properties", "check"),
            ("/$defs/ExpressionKind/properties", "kinds"),
            ("/$defs/ExpressionField/properties", "kinds.fields"),
        ] {
            let properties = value.pointer(pointer).and_then(serde_json::Value::as_object).expect(pointer);
            let known = KEYS.iter().find(|(known, _)| *known == path).expect("in the table").1;
            let mut known: Vec<_> = known.to_vec();
            known.sort_unstable();
            assert_eq!(properties.keys().collect::<Vec<_>>(), known, "{path}");
        }
        crate::report::check_published("config.json", "fieldwright.toml", schema);
    }
}
