//! The data as a table of the program, `src/schema/kubernetes_table.rs`, with the numbers that reading the data would give
//! to its types: first those with a name, then the others as they end.

use crate::{Result, object, text};
use serde_json::Value;
use std::collections::BTreeMap;

pub fn table(data: &str) -> Result<String> {
    let data: Value = serde_json::from_str(data)?;
    let types = object(&data["types"])?;
    let ids = types.keys().enumerate().map(|(at, name)| (name.as_str(), at)).collect();
    let mut table = Table { ids, types: vec![String::new(); types.len()] };
    for (at, (name, ty)) in types.iter().enumerate() {
        table.types[at] = table.type_of(Some(name), ty)?;
    }
    let mut kinds = Vec::new();
    for (version, all) in object(&data["kinds"])? {
        for (kind, name) in object(all)? {
            kinds.push((version.clone(), kind.clone(), table.ids[text(name)?]));
        }
    }
    kinds.sort();
    let kinds = kinds.iter().map(|(version, kind, id)| format!("((B({version:?}), B({kind:?})), TypeId({id}))"));
    let names = table.ids.iter().map(|(name, id)| format!("(B({name:?}), TypeId({id}))"));
    Ok(format!(
        "{HEAD}pub(super) static SCHEMA: Schema = Schema {{\nsource: Some(B({:?})),\nkinds: {},\nnames: {},\ntypes: {},\n}};\n",
        text(&data["source"])?,
        many(kinds),
        many(names),
        many(table.types.into_iter())
    ))
}

const HEAD: &str = "\
//! The built-in schema as data of the program, so that having it costs nothing. `tools/kubernetes-schema` writes this
//! file; `kubernetes.json` says the same for people.

use super::kubernetes::TCP;
use super::{Arm, KeyDefault, KeyField, Keys, ListKind, OneOf, Schema, Type, TypeId};
use std::borrow::Cow::Borrowed as B;

";

struct Table<'d> {
    ids: BTreeMap<&'d str, usize>,
    types: Vec<String>,
}

impl Table<'_> {
    fn type_of(&mut self, name: Option<&str>, ty: &Value) -> Result<String> {
        let list = match ty.get("list").and_then(Value::as_str) {
            Some("keyed") => format!("Some(ListKind::Keyed({}))", keys(ty)?),
            Some("atomic") => "Some(ListKind::Atomic)".into(),
            Some("set") => "Some(ListKind::Set)".into(),
            Some(other) => return Err(format!("there is no list of kind {other}").into()),
            None => "None".into(),
        };
        let of = match ty.get("of") {
            Some(of) => format!("Some(TypeId({}))", self.reference(of)?),
            None => "None".into(),
        };
        let mut fields = BTreeMap::new();
        for (field, value) in ty.get("fields").map(object).transpose()?.into_iter().flatten() {
            fields.insert(field.as_str(), self.reference(value)?);
        }
        let fields = many(fields.into_iter().map(|(field, id)| format!("(B({field:?}), TypeId({id}))")));
        let groups: &[Value] = ty.get("oneOf").and_then(Value::as_array).map_or(&[], Vec::as_slice);
        let groups = many(groups.iter().map(group).collect::<Result<Vec<_>>>()?.into_iter());
        let (name, origin) = (borrowed(name), borrowed(ty.get("from").and_then(Value::as_str)));
        Ok(format!("Type {{ name: {name}, origin: {origin}, fields: {fields}, of: {of}, list: {list}, groups: {groups} }}"))
    }

    fn reference(&mut self, ty: &Value) -> Result<usize> {
        if let Some(name) = ty.as_str() {
            return self.ids.get(name).copied().ok_or_else(|| format!("there is no type {name}").into());
        }
        let ty = self.type_of(None, ty)?;
        self.types.push(ty);
        Ok(self.types.len() - 1)
    }
}

fn keys(list: &Value) -> Result<String> {
    let keys = list["keys"].as_array().ok_or("the keys of a list are a list")?;
    let mut fields = Vec::new();
    for key in keys {
        let (name, default) = match key.as_str() {
            Some(name) => (name, "None"),
            None if key["default"] == "TCP" => (text(&key["field"])?, "Some(KeyDefault::Built(&TCP))"),
            None => return Err(format!("kubernetes.rs has no constant for the default of {key}").into()),
        };
        fields.push((name, format!("KeyField {{ name: B({name:?}), default: {default} }}")));
    }
    let merge_key = match list.get("mergeKey") {
        None => fields.first().map(|(name, _)| *name),
        Some(name) => name.as_str(),
    };
    let fields = many(fields.iter().map(|(_, field)| field.clone()));
    Ok(format!("Keys {{ fields: {fields}, merge_key: {} }}", borrowed(merge_key)))
}

fn group(group: &Value) -> Result<String> {
    let arms = match &group["members"] {
        Value::Object(arms) => arms.iter().map(|(value, fields)| arm(fields, Some(value))).collect::<Result<Vec<_>>>()?,
        Value::Array(arms) => arms.iter().map(|fields| arm(fields, None)).collect::<Result<Vec<_>>>()?,
        other => return Err(format!("not the members of a group: {other}").into()),
    };
    let discriminator = borrowed(group.get("discriminator").and_then(Value::as_str));
    Ok(format!("OneOf {{ discriminator: {discriminator}, arms: {} }}", many(arms.into_iter())))
}

fn arm(fields: &Value, value: Option<&str>) -> Result<String> {
    let fields = match fields {
        Value::Array(fields) => fields.iter().map(text).collect::<Result<Vec<_>>>()?,
        field => vec![text(field)?],
    };
    let fields = many(fields.iter().map(|field| format!("B({field:?})")));
    Ok(format!("Arm {{ fields: {fields}, value: {} }}", borrowed(value)))
}

fn borrowed(text: Option<&str>) -> String {
    text.map_or("None".into(), |text| format!("Some(B({text:?}))"))
}

fn many(all: impl Iterator<Item = String>) -> String {
    format!("B(&[{}])", all.collect::<Vec<_>>().join(",\n"))
}
