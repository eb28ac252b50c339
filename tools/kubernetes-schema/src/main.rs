//! Writes `src/schema/kubernetes.json` and the same as a table of the program, `src/schema/kubernetes_table.rs`, or with
//! `--check` compares them with what it would write.
//!
//! The fields, their types and how their lists merge are read from the source files of the `k8s-openapi` crate, which are
//! generated from the OpenAPI document of a Kubernetes version. What that document does not say (which fields exclude each
//! other, the keys of a server-side apply, the names of our types) is in `rules.json`.

mod read;
mod table;

use read::{Field, List, Sources, Struct};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Command, ExitCode};

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    match run(std::env::args().any(|arg| arg == "--check")) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            eprintln!("the built-in schema differs: run `cargo run` in tools/kubernetes-schema");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Whether the data is as it should be.
fn run(check: bool) -> Result<bool> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let rules: Value = serde_json::from_str(&std::fs::read_to_string(here.join("rules.json"))?)?;
    let text = Writer::new(Sources::read(&crate_sources(here)?)?, rules)?.write()?;
    let table = table::table(&text)?;
    let folder = here.join("../../src/schema");
    let mut same = true;
    for (name, text) in [("kubernetes.json", text), ("kubernetes_table.rs", table)] {
        match check {
            true => same &= std::fs::read_to_string(folder.join(name))? == text,
            false => std::fs::write(folder.join(name), text)?,
        }
    }
    Ok(same)
}

/// Where cargo has put the source files of the crate; the version is that of `Cargo.toml`.
fn crate_sources(here: &Path) -> Result<std::path::PathBuf> {
    let output = Command::new("cargo").args(["metadata", "--format-version", "1"]).current_dir(here).output()?;
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let packages = metadata["packages"].as_array().ok_or("cargo metadata lists no packages")?;
    let package = packages.iter().find(|package| package["name"] == "k8s-openapi").ok_or("k8s-openapi is not there")?;
    let manifest = package["manifest_path"].as_str().ok_or("a package has no manifest")?;
    Ok(Path::new(manifest).with_file_name("src").join("v1_37"))
}

struct Writer {
    sources: Sources,
    rules: Value,
    /// The types that say something, or hold one that does.
    telling: BTreeSet<String>,
}

impl Writer {
    fn new(sources: Sources, rules: Value) -> Result<Self> {
        let mut writer = Self { sources, rules, telling: BTreeSet::new() };
        let reachable = writer.reachable()?;
        loop {
            let known = writer.telling.len();
            for path in &reachable {
                if writer.tells(path) {
                    writer.telling.insert(path.clone());
                }
            }
            if writer.telling.len() == known {
                return Ok(writer);
            }
        }
    }

    fn reachable(&self) -> Result<BTreeSet<String>> {
        let mut seen = BTreeSet::new();
        let mut open: Vec<String> = Vec::new();
        for (_, kinds) in object(&self.rules["kinds"])? {
            for (_, name) in object(kinds)? {
                open.push(self.sources.named(text(name)?)?.path.clone());
            }
        }
        while let Some(path) = open.pop() {
            if seen.insert(path.clone()) {
                open.extend(self.sources.at(&path)?.fields.iter().filter_map(|field| field.of.clone()));
            }
        }
        Ok(seen)
    }

    fn tells(&self, path: &str) -> bool {
        let Ok(definition) = self.sources.at(path) else { return false };
        self.rules["one_of"].get(&definition.name).is_some()
            || definition
                .fields
                .iter()
                .any(|field| field.list.is_some() || field.of.as_ref().is_some_and(|of| self.telling.contains(of)))
    }

    fn write(&self) -> Result<String> {
        let mut types: BTreeMap<String, Value> = BTreeMap::new();
        for path in &self.telling {
            let definition = self.sources.at(path)?;
            let name = self.type_name(definition);
            if types.insert(name.clone(), self.type_of(definition, &mut BTreeMap::new())?).is_some() {
                return Err(format!("two types are named {name}: name one of them in rules.json").into());
            }
        }
        for owner in self.rules["named_lists_of"].as_array().ok_or("no named_lists_of")? {
            let mut lists = BTreeMap::new();
            self.type_of(self.sources.named(text(owner)?)?, &mut lists)?;
            for (name, list) in lists {
                if types.insert(name.clone(), list).is_some() {
                    return Err(format!("the list {name} has the name of another type").into());
                }
            }
        }
        self.print(&types)
    }

    fn type_name(&self, definition: &Struct) -> String {
        match self.rules["names"].get(&definition.name).and_then(Value::as_str) {
            Some(name) => name.into(),
            None => lower_first(&definition.name),
        }
    }

    /// A type; the lists among its fields also go to `lists`, by name.
    fn type_of(&self, definition: &Struct, lists: &mut BTreeMap<String, Value>) -> Result<Value> {
        let mut fields = Map::new();
        for field in &definition.fields {
            let of = match field.of.as_ref().filter(|of| self.telling.contains(*of)) {
                Some(of) => Some(self.type_name(self.sources.at(of)?)),
                None => None,
            };
            let value = match (&field.list, of) {
                (Some(list), of) => {
                    let list = self.list_of(definition, field, list, of)?;
                    lists.insert(field.name.clone(), list.clone());
                    list
                }
                (None, Some(of)) => json!(of),
                (None, None) => continue,
            };
            fields.insert(field.name.clone(), value);
        }
        let mut ty = Map::new();
        ty.insert("from".into(), json!(definition.definition));
        ty.insert("fields".into(), Value::Object(fields));
        if let Some(groups) = self.rules["one_of"].get(&definition.name) {
            ty.insert("oneOf".into(), self.groups(definition, groups)?);
        }
        Ok(Value::Object(ty))
    }

    fn list_of(&self, owner: &Struct, field: &Field, list: &List, of: Option<String>) -> Result<Value> {
        let mut value = Map::new();
        let place = format!("{}.{}", owner.name, field.name);
        let is_among = |rule: &str| self.rules[rule].as_array().is_some_and(|all| all.contains(&json!(place)));
        match list {
            _ if is_among("atomic") => drop(value.insert("list".into(), json!("atomic"))),
            List::Atomic => drop(value.insert("list".into(), json!("atomic"))),
            List::Set if is_among("sets") => drop(value.insert("list".into(), json!("set"))),
            // Server-side apply joins these; a patch and the tools that read one replace them.
            List::Set => drop(value.insert("list".into(), json!("atomic"))),
            List::Keyed(keys) => {
                value.insert("list".into(), json!("keyed"));
                let entry = self.sources.at(field.of.as_ref().ok_or("a keyed list of scalars")?)?;
                let keys = keys.iter().map(|key| Ok(json!(entry.field(key)?.name))).collect::<Result<Vec<_>>>()?;
                let more = self.rules["keys"].get(&entry.name);
                match more {
                    Some(Value::Array(more)) => {
                        let plain =
                            |key: &Value| if key.get("default").is_some() { key.clone() } else { key["field"].clone() };
                        value.insert("keys".into(), more.iter().map(plain).collect());
                    }
                    _ => drop(value.insert("keys".into(), json!(keys))),
                }
                if is_among("replaced_by_patch") {
                    value.insert("mergeKey".into(), Value::Null);
                }
            }
        }
        if let Some(of) = of {
            value.insert("of".into(), json!(of));
        }
        Ok(Value::Object(value))
    }

    fn groups(&self, definition: &Struct, groups: &Value) -> Result<Value> {
        let mut written = Vec::new();
        for group in groups.as_array().ok_or("the groups of a type are a list")? {
            let Some(but) = group.get("every_but").and_then(Value::as_array) else {
                for field in fields_of(group) {
                    definition.json_field(&field)?;
                }
                written.push(group.clone());
                continue;
            };
            let names = definition.fields.iter().map(|field| json!(field.name));
            let members: Vec<Value> = names.filter(|name| !but.contains(name)).collect();
            written.push(json!({ "members": members }));
        }
        Ok(Value::Array(written))
    }

    fn print(&self, types: &BTreeMap<String, Value>) -> Result<String> {
        let mut out = format!("{{\n  \"source\": {},\n  \"kinds\": {{\n", self.rules["source"]);
        let versions = object(&self.rules["kinds"])?;
        for (at, (version, kinds)) in versions.iter().enumerate() {
            let mut named = Map::new();
            for (kind, name) in object(kinds)? {
                named.insert(kind.clone(), json!(self.type_name(self.sources.named(text(name)?)?)));
            }
            out += &format!("    {}: {}{}\n", json!(version), Value::Object(named), comma(at, versions.len()));
        }
        out += "  },\n  \"types\": {\n";
        for (at, (name, ty)) in types.iter().enumerate() {
            out += &format!("    {}: ", json!(name));
            print_type(&mut out, ty)?;
            out += comma(at, types.len());
            out.push('\n');
        }
        out += "  }\n}\n";
        Ok(out)
    }
}

/// One field, one group on a line.
fn print_type(out: &mut String, ty: &Value) -> Result<()> {
    let Some(fields) = ty.get("fields") else {
        out.push_str(&ty.to_string());
        return Ok(());
    };
    let mut parts = vec![format!("      \"from\": {}", ty["from"])];
    let fields = object(fields)?;
    if !fields.is_empty() {
        let lines: Vec<_> = fields.iter().map(|(name, value)| format!("        {}: {value}", json!(name))).collect();
        parts.push(format!("      \"fields\": {{\n{}\n      }}", lines.join(",\n")));
    }
    if let Some(groups) = ty.get("oneOf").and_then(Value::as_array) {
        let lines: Vec<_> = groups.iter().map(|group| format!("        {group}")).collect();
        parts.push(format!("      \"oneOf\": [\n{}\n      ]", lines.join(",\n")));
    }
    *out += &format!("{{\n{}\n    }}", parts.join(",\n"));
    Ok(())
}

/// Every field that a group of the rules names.
fn fields_of(group: &Value) -> Vec<String> {
    fn collect(value: &Value, out: &mut Vec<String>) {
        match value {
            Value::String(field) => out.push(field.clone()),
            Value::Array(all) => all.iter().for_each(|value| collect(value, out)),
            Value::Object(all) => all.values().for_each(|value| collect(value, out)),
            _ => {}
        }
    }
    let mut out = Vec::new();
    group.as_object().into_iter().flat_map(Map::values).for_each(|value| collect(value, &mut out));
    out
}

fn object(value: &Value) -> Result<&Map<String, Value>> {
    value.as_object().ok_or_else(|| format!("not an object: {value}").into())
}

fn text(value: &Value) -> Result<&str> {
    value.as_str().ok_or_else(|| format!("not a string: {value}").into())
}

fn comma(at: usize, len: usize) -> &'static str {
    if at + 1 == len { "" } else { "," }
}

/// `PodSpec` is `podSpec`, `HTTPGetAction` is `httpGetAction`.
fn lower_first(name: &str) -> String {
    let capitals = name.chars().take_while(char::is_ascii_uppercase).count();
    let lowered = if capitals > 1 && capitals < name.len() { capitals - 1 } else { capitals };
    name[..lowered].to_ascii_lowercase() + &name[lowered..]
}
