//! Reading a JSON Patch, RFC 6902: its operations are carried out one after another on a copy, and the plan is the
//! difference.

use super::diff;
use super::patch_error::{PatchError, PatchErrorKind};
use crate::limits::Limits;
use crate::location::{Location, Segment};
use crate::plan::Plan;
use crate::schema::{Attached, Schema};
use crate::value::{Node, Value};

impl Plan {
    /// Reads a JSON Patch on the document that it is for.
    ///
    /// A `test` that fails is an error with code `stale`.
    pub fn from_json_patch<'a>(patch: &Value, root: impl Node<'a>) -> Result<Plan, PatchError> {
        let Value::Array(operations) = patch else { return Err(wanted("a list", Some(patch)).at(&Location::root())) };
        let mut carried = Carried { document: root.to_value(), values: 0 };
        for (index, operation) in operations.iter().enumerate() {
            carried.operation(operation, &Location::root().child(index))?;
        }
        diff(root, &carried.document, &Attached::new(Schema::none()))
            .map_err(|error| PatchErrorKind::Diff(Box::new(error)).at(&Location::root()))
    }
}

struct Carried {
    document: Value,
    /// How many values the patch has added so far.
    values: usize,
}

impl Carried {
    fn operation(&mut self, operation: &Value, at: &Location) -> Result<(), PatchError> {
        if !matches!(operation, Value::Object(_)) {
            return Err(wanted("an object", Some(operation)).at(at));
        }
        let pointer = |name: &str| {
            let at = at.child(name);
            Ok(Place { tokens: read_pointer(member_text(operation, name, &at)?).map_err(|kind| kind.at(&at))?, at })
        };
        let value = || operation.get("value").ok_or_else(|| wanted("a value", None).at(&at.child("value")));
        match member_text(operation, "op", &at.child("op"))? {
            "add" => self.add(&pointer("path")?, value()?.clone()),
            "remove" => self.remove(&pointer("path")?).map(drop),
            "replace" => {
                let (path, value) = (pointer("path")?, value()?.clone());
                self.admit(&value, &path)?;
                *self.find(&path)? = value;
                Ok(())
            }
            "test" => {
                let (path, value) = (pointer("path")?, value()?);
                match self.find(&path) {
                    Ok(found) if found == value => Ok(()),
                    _ => Err(PatchErrorKind::TestFailed { pointer: path.text() }.at(&path.at)),
                }
            }
            "copy" => {
                let value = self.find(&pointer("from")?)?.clone();
                self.add(&pointer("path")?, value)
            }
            "move" => {
                let (from, path) = (pointer("from")?, pointer("path")?);
                if path.tokens.len() > from.tokens.len() && path.tokens.starts_with(&from.tokens) {
                    return Err(PatchErrorKind::IntoItself.at(&path.at));
                }
                if path.tokens == from.tokens {
                    return self.find(&from).map(drop);
                }
                let value = self.remove(&from)?;
                self.add(&path, value)
            }
            other => Err(PatchErrorKind::UnknownOp { found: other.into() }.at(&at.child("op"))),
        }
    }

    fn find(&mut self, place: &Place) -> Result<&mut Value, PatchError> {
        place
            .tokens
            .iter()
            .try_fold(&mut self.document, |value, token| inner(value, token))
            .ok_or_else(|| place.missing())
    }

    fn add(&mut self, place: &Place, value: Value) -> Result<(), PatchError> {
        self.admit(&value, place)?;
        let Some((last, parent)) = place.split() else {
            self.document = value;
            return Ok(());
        };
        match self.find(&parent)? {
            Value::Object(members) => match members.iter_mut().find(|(key, _)| key == last) {
                Some((_, old)) => *old = value,
                None => members.push((last.to_string(), value)),
            },
            Value::Array(entries) => {
                let index = if last == "-" { Some(entries.len()) } else { read_index(last) };
                let index = index.filter(|index| *index <= entries.len()).ok_or_else(|| place.missing())?;
                entries.insert(index, value);
            }
            _ => return Err(place.missing()),
        }
        Ok(())
    }

    fn remove(&mut self, place: &Place) -> Result<Value, PatchError> {
        let Some((last, parent)) = place.split() else { return Err(PatchErrorKind::RemovesRoot.at(&place.at)) };
        let removed = match self.find(&parent)? {
            Value::Object(members) => members.iter().position(|(key, _)| key == last).map(|at| members.remove(at).1),
            Value::Array(entries) => {
                read_index(last).filter(|index| *index < entries.len()).map(|index| entries.remove(index))
            }
            _ => None,
        };
        removed.ok_or_else(|| place.missing())
    }

    /// Copies of copies double in every operation; what a patch may add is bounded like what an address may match.
    fn admit(&mut self, value: &Value, place: &Place) -> Result<(), PatchError> {
        let size = size(value);
        self.values = self.values.saturating_add(size.values);
        if self.values > Limits::DEFAULT.matches {
            return Err(PatchErrorKind::TooLarge.at(&place.at));
        }
        match size.depth + place.tokens.len() > Limits::DEFAULT.document_depth {
            true => Err(PatchErrorKind::TooDeep.at(&place.at)),
            false => Ok(()),
        }
    }
}

struct Size {
    values: usize,
    depth: usize,
}

fn size(value: &Value) -> Size {
    let all = |inner: &mut dyn Iterator<Item = &Value>| {
        inner.map(size).fold(Size { values: 1, depth: 1 }, |all, one| Size {
            values: all.values + one.values,
            depth: all.depth.max(one.depth + 1),
        })
    };
    match value {
        Value::Array(entries) => all(&mut entries.iter()),
        Value::Object(members) => all(&mut members.iter().map(|(_, value)| value)),
        _ => Size { values: 1, depth: 0 },
    }
}

/// A pointer, and where in the patch it stands.
struct Place {
    tokens: Vec<String>,
    at: Location,
}

impl Place {
    fn split(&self) -> Option<(&str, Place)> {
        let (last, parent) = self.tokens.split_last()?;
        Some((last, Place { tokens: parent.to_vec(), at: self.at.clone() }))
    }

    fn text(&self) -> String {
        self.tokens.iter().map(|token| Segment::from(token.as_str())).collect::<Location>().to_pointer()
    }

    fn missing(&self) -> PatchError {
        PatchErrorKind::NoPlace { pointer: self.text() }.at(&self.at)
    }
}

fn inner<'v>(value: &'v mut Value, token: &str) -> Option<&'v mut Value> {
    match value {
        Value::Object(members) => members.iter_mut().find(|(key, _)| key == token).map(|(_, value)| value),
        Value::Array(entries) => entries.get_mut(read_index(token)?),
        _ => None,
    }
}

/// RFC 6901, section 4: digits without leading zeros.
fn read_index(token: &str) -> Option<usize> {
    let digits = !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_digit());
    (digits && (token == "0" || !token.starts_with('0'))).then(|| token.parse().ok()).flatten()
}

fn read_pointer(text: &str) -> Result<Vec<String>, PatchErrorKind> {
    let bad = || PatchErrorKind::BadPointer { found: text.into() };
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let token = |token: &str| {
        let escapes_fit = token.split('~').skip(1).all(|rest| rest.starts_with(['0', '1']));
        escapes_fit.then(|| token.replace("~1", "/").replace("~0", "~")).ok_or_else(bad)
    };
    text.strip_prefix('/').ok_or_else(bad)?.split('/').map(token).collect()
}

fn member_text<'v>(operation: &'v Value, name: &str, at: &Location) -> Result<&'v str, PatchError> {
    let value = operation.get(name);
    value.and_then(Value::as_str).ok_or_else(|| wanted("a string", value).at(at))
}

fn wanted(want: &'static str, got: Option<&Value>) -> PatchErrorKind {
    PatchErrorKind::Wanted { want, got: got.map(Value::kind) }
}
