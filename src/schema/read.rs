//! Reading a schema, with the place of every mistake.

use super::{
    Arm, KeyDefault, KeyField, Keys, ListKind, Many, OneOf, Schema, SchemaError, SchemaErrorKind, Text, Type, TypeId,
};
use crate::location::Location;
use crate::value::{Kind, Value};
use std::borrow::Cow;
use std::collections::BTreeMap;

type Members = [(String, Value)];

const SCHEMA: &[&str] = &["source", "kinds", "types"];
const TYPE: &[&str] = &["from", "fields", "of", "list", "keys", "mergeKey", "oneOf"];
const KEY: &[&str] = &["field", "default"];
const GROUP: &[&str] = &["discriminator", "members"];

/// Reads a schema that stands on `base`.
pub(super) fn extend(base: &Schema, value: &Value) -> Result<Schema, SchemaError> {
    let mut reader = Reader {
        types: base.types.to_vec(),
        names: base.names.iter().cloned().collect(),
        kinds: base.kinds.iter().cloned().collect(),
        source: base.source.clone(),
        at: Location::root(),
    };
    reader.schema(value)?;
    Ok(Schema {
        types: reader.types.into(),
        names: reader.names.into_iter().collect(),
        kinds: reader.kinds.into_iter().collect(),
        source: reader.source,
    })
}

/// That no type has this name, with one that looks like it.
pub(super) fn unknown_type<'s>(known: impl Iterator<Item = &'s str>, name: &str) -> SchemaErrorKind {
    let near = known.map(|known| (distance(known, name), known)).min();
    let near = near.filter(|(distance, _)| *distance <= 1 + name.chars().count() / 4);
    SchemaErrorKind::UnknownType { name: name.into(), near: near.map(|(_, known)| known.into()) }
}

struct Reader {
    types: Vec<Type>,
    names: BTreeMap<Text, TypeId>,
    kinds: BTreeMap<(Text, Text), TypeId>,
    source: Option<Text>,
    /// The place that is being read.
    at: Location,
}

impl Reader {
    fn schema(&mut self, value: &Value) -> Result<(), SchemaError> {
        self.object(value, SCHEMA)?;
        if let Some(source) = value.get("source") {
            self.source = Some(self.inside("source", |it| it.text(source))?);
        }
        if let Some(types) = value.get("types") {
            self.inside("types", |it| it.types(types))?;
        }
        match value.get("kinds") {
            Some(kinds) => self.inside("kinds", |it| it.kinds(kinds)),
            None => Ok(()),
        }
    }

    /// Every name is known before the first type is read, so that types may use each other.
    fn types(&mut self, value: &Value) -> Result<(), SchemaError> {
        let types = self.members(value)?;
        for (name, _) in types {
            let fresh = self.push(Type::default());
            self.names.entry(name.clone().into()).or_insert(fresh);
        }
        for (name, value) in types {
            let mut ty = self.inside(name.as_str(), |it| it.type_of(value))?;
            ty.name = Some(name.clone().into());
            let id = self.names[name.as_str()];
            self.types[id.0] = ty;
        }
        Ok(())
    }

    fn kinds(&mut self, value: &Value) -> Result<(), SchemaError> {
        for (api_version, kinds) in self.members(value)? {
            self.inside(api_version.as_str(), |it| {
                for (kind, name) in it.members(kinds)? {
                    let id = it.inside(kind.as_str(), |it| it.reference(name))?;
                    it.kinds.insert((api_version.clone().into(), kind.clone().into()), id);
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    /// The name of a type, or a type written in its place.
    fn reference(&mut self, value: &Value) -> Result<TypeId, SchemaError> {
        match value {
            Value::String(name) => match self.names.get(name.as_str()) {
                Some(id) => Ok(*id),
                None => Err(self.wrong(unknown_type(self.names.keys().map(|known| &**known), name))),
            },
            Value::Object(_) => {
                let ty = self.type_of(value)?;
                Ok(self.push(ty))
            }
            other => Err(self.wrong_type("the name of a type or an object", other)),
        }
    }

    fn push(&mut self, ty: Type) -> TypeId {
        self.types.push(ty);
        TypeId(self.types.len() - 1)
    }

    fn type_of(&mut self, value: &Value) -> Result<Type, SchemaError> {
        self.object(value, TYPE)?;
        let mut ty = Type { list: self.list(value)?, ..Type::default() };
        if let Some(origin) = value.get("from") {
            ty.origin = Some(self.inside("from", |it| it.text(origin))?);
        }
        if let Some(of) = value.get("of") {
            ty.of = Some(self.inside("of", |it| it.reference(of))?);
        }
        if ty.list.is_some() && (value.get("fields").is_some() || value.get("oneOf").is_some()) {
            return Err(self.wrong(SchemaErrorKind::ListWithFields));
        }
        if let Some(fields) = value.get("fields") {
            ty.fields = self.inside("fields", |it| it.fields(fields))?.into();
        }
        if let Some(groups) = value.get("oneOf") {
            ty.groups = self.inside("oneOf", |it| it.each(groups, Self::group))?.into();
        }
        Ok(ty)
    }

    fn fields(&mut self, value: &Value) -> Result<Vec<(Text, TypeId)>, SchemaError> {
        let mut fields = Vec::new();
        for (name, value) in self.members(value)? {
            fields.push((name.clone().into(), self.inside(name.as_str(), |it| it.reference(value))?));
        }
        fields.sort_by(|(a, _): &(Text, _), (b, _)| a.cmp(b));
        Ok(fields)
    }

    fn list(&mut self, value: &Value) -> Result<Option<ListKind>, SchemaError> {
        let kind = value.get("list").map(|kind| self.inside("list", |it| it.text(kind))).transpose()?;
        let stray = ["keys", "mergeKey"].into_iter().find(|name| value.get(name).is_some());
        match kind.as_deref() {
            Some("keyed") => Ok(Some(ListKind::Keyed(self.keys(value)?))),
            _ if stray.is_some() => {
                self.inside(stray.unwrap_or_default(), |it| Err(it.wrong(SchemaErrorKind::NotKeyed)))
            }
            Some("atomic") => Ok(Some(ListKind::Atomic)),
            Some("set") => Ok(Some(ListKind::Set)),
            Some(other) => {
                let kind = SchemaErrorKind::UnknownListKind { found: other.into() };
                self.inside("list", |it| Err(it.wrong(kind)))
            }
            None => Ok(None),
        }
    }

    fn keys(&mut self, value: &Value) -> Result<Keys, SchemaError> {
        let Some(keys) = value.get("keys") else { return Err(self.wrong(SchemaErrorKind::NoKeys)) };
        let fields = self.inside("keys", |it| {
            let fields = it.each(keys, Self::key)?;
            match fields.is_empty() {
                true => Err(it.wrong(SchemaErrorKind::NoKeys)),
                false => it.once(fields.iter().map(|field| &*field.name)).map(|()| fields),
            }
        })?;
        let merge_key = match value.get("mergeKey") {
            None => Some(fields[0].name.clone()),
            Some(Value::Null) => None,
            Some(name) => self.inside("mergeKey", |it| {
                let name = it.text(name)?;
                match fields.iter().any(|field| field.name == name) {
                    true => Ok(Some(name)),
                    false => Err(it.wrong(SchemaErrorKind::MergeKeyIsNoKey)),
                }
            })?,
        };
        Ok(Keys { fields: fields.into(), merge_key })
    }

    fn key(&mut self, value: &Value) -> Result<KeyField, SchemaError> {
        if let Value::String(name) = value {
            return Ok(KeyField { name: name.clone().into(), default: None });
        }
        self.object(value, KEY)?;
        let name = value.get("field").unwrap_or(&Value::Null);
        let name = self.inside("field", |it| it.text(name))?;
        let default = value.get("default").cloned();
        match default.as_ref().map(Value::kind) {
            Some(Kind::Array | Kind::Object | Kind::Null) => {
                self.inside("default", |it| Err(it.wrong(SchemaErrorKind::DefaultIsNoScalar)))
            }
            _ => Ok(KeyField { name, default: default.map(KeyDefault::Read) }),
        }
    }

    fn group(&mut self, value: &Value) -> Result<OneOf, SchemaError> {
        self.object(value, GROUP)?;
        let discriminator = match value.get("discriminator") {
            Some(name) => Some(self.inside("discriminator", |it| it.text(name))?),
            None => None,
        };
        let members = value.get("members").unwrap_or(&Value::Null);
        let arms = self.inside("members", |it| match (&discriminator, members) {
            (None, _) => it.each(members, |it, arm| Ok(Arm { fields: it.arm(arm)?, value: None })),
            (Some(_), _) => {
                let mut arms = Vec::new();
                for (name, arm) in it.members(members)? {
                    let fields = it.inside(name.as_str(), |it| it.arm(arm))?;
                    arms.push(Arm { fields, value: Some(name.clone().into()) });
                }
                Ok(arms)
            }
        })?;
        if arms.len() < if discriminator.is_some() { 1 } else { 2 } {
            return Err(self.wrong(SchemaErrorKind::OneMember));
        }
        self.once(arms.iter().flat_map(|arm| &*arm.fields).map(|field| &**field).chain(discriminator.as_deref()))?;
        Ok(OneOf { discriminator, arms: arms.into() })
    }

    fn arm(&mut self, value: &Value) -> Result<Many<Text>, SchemaError> {
        match value {
            Value::String(field) => Ok(vec![field.clone().into()].into()),
            Value::Array(_) => self.each(value, |it, field| it.text(field)).map(Cow::from),
            other => Err(self.wrong_type("a field or a list of fields", other)),
        }
    }

    fn once<'a>(&self, fields: impl Iterator<Item = &'a str>) -> Result<(), SchemaError> {
        let mut seen = std::collections::HashSet::new();
        for field in fields {
            if !seen.insert(field) {
                return Err(self.wrong(SchemaErrorKind::Repeated { field: field.into() }));
            }
        }
        Ok(())
    }

    fn each<T>(
        &mut self,
        value: &Value,
        mut read: impl FnMut(&mut Self, &Value) -> Result<T, SchemaError>,
    ) -> Result<Vec<T>, SchemaError> {
        let Value::Array(entries) = value else { return Err(self.wrong_type("a list", value)) };
        let mut all = Vec::with_capacity(entries.len());
        for (index, entry) in entries.iter().enumerate() {
            all.push(self.inside(index, |it| read(it, entry))?);
        }
        Ok(all)
    }

    fn object<'v>(&mut self, value: &'v Value, known: &'static [&'static str]) -> Result<&'v Members, SchemaError> {
        let members = self.members(value)?;
        match members.iter().find(|(name, _)| !known.contains(&name.as_str())) {
            Some((name, _)) => self.inside(name.as_str(), |it| Err(it.wrong(SchemaErrorKind::UnknownMember { known }))),
            None => Ok(members),
        }
    }

    fn members<'v>(&self, value: &'v Value) -> Result<&'v Members, SchemaError> {
        match value {
            Value::Object(members) => Ok(members),
            other => Err(self.wrong_type("an object", other)),
        }
    }

    fn text(&self, value: &Value) -> Result<Text, SchemaError> {
        value.as_str().map(|text| text.to_owned().into()).ok_or_else(|| self.wrong_type("a string", value))
    }

    fn inside<T>(
        &mut self,
        segment: impl Into<crate::location::Segment>,
        read: impl FnOnce(&mut Self) -> Result<T, SchemaError>,
    ) -> Result<T, SchemaError> {
        self.at.push(segment);
        let result = read(self);
        self.at.pop();
        result
    }

    fn wrong_type(&self, want: &'static str, got: &Value) -> SchemaError {
        self.wrong(SchemaErrorKind::WrongType { want, got: got.kind() })
    }

    fn wrong(&self, kind: SchemaErrorKind) -> SchemaError {
        kind.at(&self.at)
    }
}

/// Levenshtein distance, for "did you mean".
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().take(64).enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, to) in b.iter().enumerate() {
            let next = (diagonal + usize::from(from != *to)).min(row[j] + 1).min(row[j + 1] + 1);
            diagonal = std::mem::replace(&mut row[j + 1], next);
        }
    }
    row[b.len()]
}
