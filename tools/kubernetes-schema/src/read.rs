//! Reads what is needed from the generated source files of `k8s-openapi`: the fields of each struct with their JSON names,
//! what they hold, and how a list among them merges.

use super::Result;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Every struct, by its path in the crate (`api::core::v1::PodSpec`).
pub struct Sources(BTreeMap<String, Struct>);

pub struct Struct {
    pub path: String,
    pub name: String,
    /// `io.k8s.api.core.v1.PodSpec`
    pub definition: String,
    pub fields: Vec<Field>,
}

pub struct Field {
    /// As JSON has it.
    pub name: String,
    rust: String,
    /// The struct that it holds, alone or in a list or a map.
    pub of: Option<String>,
    pub list: Option<List>,
}

pub enum List {
    Atomic,
    Set,
    /// By these fields, with their Rust names.
    Keyed(Vec<String>),
}

impl Sources {
    pub fn read(root: &Path) -> Result<Self> {
        let mut all: BTreeMap<String, Struct> = BTreeMap::new();
        let mut open = vec![(root.to_path_buf(), String::new())];
        while let Some((directory, module)) = open.pop() {
            for entry in std::fs::read_dir(&directory)? {
                let path = entry?.path();
                let name = path.file_name().and_then(|name| name.to_str()).ok_or("a file name that is not text")?;
                if path.is_dir() {
                    open.push((path.clone(), format!("{module}{name}::")));
                } else if let Some(found) = Struct::read(&std::fs::read_to_string(&path)?, &module)? {
                    all.insert(found.path.clone(), found);
                }
            }
        }
        // A wrapped scalar (a time, a quantity) is no struct.
        let known: BTreeSet<String> = all.keys().cloned().collect();
        let fields = all.values_mut().flat_map(|found| &mut found.fields);
        fields.for_each(|field| field.of = field.of.take().filter(|of| known.contains(of)));
        Ok(Self(all))
    }

    pub fn at(&self, path: &str) -> Result<&Struct> {
        self.0.get(path).ok_or_else(|| format!("no struct {path}").into())
    }

    /// The struct of the newest stable version with this name.
    pub fn named(&self, name: &str) -> Result<&Struct> {
        let mut found = self.0.values().filter(|one| one.name == name && one.path.contains("::v1::"));
        match (found.next(), found.next()) {
            (Some(one), None) => Ok(one),
            _ => Err(format!("not exactly one struct {name}").into()),
        }
    }
}

impl Struct {
    fn read(text: &str, module: &str) -> Result<Option<Self>> {
        let Some(definition) = text.strip_prefix("// Generated from definition ") else { return Ok(None) };
        let definition = definition.lines().next().unwrap_or_default().to_string();
        let Some(name) = between(text, "\npub struct ", " {\n") else { return Ok(None) };
        let body = between(text, &format!("pub struct {name} {{\n"), "\n}\n").unwrap_or_default();
        let names: BTreeMap<&str, &str> = text.lines().filter_map(json_name).collect();
        let mut fields = Vec::new();
        for line in body.lines() {
            let Some((rust, ty)) = line.trim().strip_prefix("pub ").and_then(|line| line.split_once(": ")) else {
                continue;
            };
            // `metadata` and the fields of a top-level object have JSON names too; a flattened one has none.
            let Some(json) = names.get(rust) else { continue };
            fields.push(Field {
                name: json.to_string(),
                rust: rust.into(),
                of: struct_in(ty),
                list: list_of(text, rust, ty)?,
            });
        }
        let path = format!("{module}{name}");
        Ok(Some(Self { path, name: name.into(), definition, fields }))
    }

    /// The field with this Rust name.
    pub fn field(&self, rust: &str) -> Result<&Field> {
        let found = self.fields.iter().find(|field| field.rust == rust);
        found.ok_or_else(|| format!("{} has no field {rust}", self.name).into())
    }

    /// The field with this JSON name.
    pub fn json_field(&self, name: &str) -> Result<&Field> {
        let found = self.fields.iter().find(|field| field.name == name);
        found.ok_or_else(|| format!("{} has no field {name}", self.name).into())
    }
}

/// `"podIP" => Field::Key_pod_ip,`
fn json_name(line: &str) -> Option<(&str, &str)> {
    let (json, rust) = line.trim().strip_prefix('"')?.split_once("\" => Field::Key_")?;
    Some((rust.strip_suffix(',')?, json))
}

/// The last path in a type: what an option, a list, a map or a box holds.
fn struct_in(ty: &str) -> Option<String> {
    let (_, path) = ty.rsplit_once("crate::")?;
    let path: String = path.chars().take_while(|c| c.is_alphanumeric() || *c == '_' || *c == ':').collect();
    path.contains("::v").then_some(path)
}

fn list_of(text: &str, rust: &str, ty: &str) -> Result<Option<List>> {
    if !ty.trim_start_matches("Option<").starts_with("std::vec::Vec<") {
        return Ok(None);
    }
    let one_line = |kind: &str| text.contains(&format!("merge_strategies::list::{kind}(&mut self.{rust}, "));
    if one_line("atomic") {
        return Ok(Some(List::Atomic));
    }
    if one_line("set") {
        return Ok(Some(List::Set));
    }
    let head = format!("merge_strategies::list::map(\n            &mut self.{rust},\n");
    let keys = between(text, &head, "],\n").ok_or_else(|| format!("how does the list {rust} merge"))?;
    let keys: Vec<String> =
        keys.split("lhs.").skip(1).filter_map(|key| Some(key.split_once(" == ")?.0.to_string())).collect();
    Ok(Some(List::Keyed(keys)))
}

fn between<'t>(text: &'t str, from: &str, to: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(from)?;
    Some(rest.split_once(to)?.0)
}
