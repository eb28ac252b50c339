//! Managed fields: the record that server-side apply keeps for one manager, in its `FieldsV1` form.
//!
//! Shape (Kubernetes API, `meta/v1` `FieldsV1`): an object whose members are `f:NAME` for a member, `k:{...}` for the
//! list entry with these keys, `v:VALUE` for the list entry with this value, `i:INDEX` for the entry at an index; `.`
//! stands for the place itself. A place with nothing inside is one that the manager has itself.

use super::{AppliedKeys, RecordError, RecordErrorKind};
use crate::location::{Location, Segment, enter};
use crate::value::{Kind, Node, Value, equal};
use std::collections::BTreeMap;

/// The fields that one manager has, by place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FieldSet {
    /// Whether the manager has the place itself: a value of its own, or a map or list that it created.
    itself: bool,
    /// What it has inside, by the text of the element: `f:labels`.
    inside: BTreeMap<String, FieldSet>,
}

/// The place of the fields of one manager: `.metadata.managedFields[i].fieldsV1`, if the object has some of it.
///
/// Fields that the manager applied come before those that it updated; fields of a subresource do not count.
///
/// # Errors
///
/// The manager has several entries of that kind, as after a change of the API version.
pub fn manager_fields<'a, N: Node<'a>>(object: N, manager: &str) -> Result<Option<Location>, RecordError> {
    let list = Location::root().child("metadata").child("managedFields");
    let Some(entries) = list.find(object) else { return Ok(None) };
    let text = |entry: N, key: &str| entry.member(key).last().and_then(Node::as_str).unwrap_or_default();
    for operation in ["Apply", "Update"] {
        let found: Vec<usize> = entries
            .entries()
            .enumerate()
            .filter(|(_, entry)| text(*entry, "manager") == manager && text(*entry, "operation") == operation)
            .filter(|(_, entry)| text(*entry, "subresource").is_empty())
            .map(|(index, _)| index)
            .collect();
        match found.as_slice() {
            [] => {}
            [index] => return Ok(Some(list.child(*index).child("fieldsV1"))),
            _ => return Err(RecordErrorKind::Managers(manager.into(), found).nowhere()),
        }
    }
    Ok(None)
}

impl FieldSet {
    /// Reads fields.
    ///
    /// # Errors
    ///
    /// Some element is not as managed fields are written.
    pub fn read<'a>(node: impl Node<'a>) -> Result<Self, RecordError> {
        let mut place = Location::root();
        let mut fields = Self::read_at(node, &mut place)?;
        // At the top no place is meant by an empty object: the manager has nothing.
        fields.itself &= !fields.inside.is_empty();
        Ok(fields)
    }

    /// The fields as they are written: elements in the order of their bytes.
    pub fn to_value(&self) -> Value {
        let inside = self.inside.iter().map(|(element, fields)| (element.clone(), fields.to_value()));
        let itself = (self.itself && !self.inside.is_empty()).then(|| (".".to_owned(), Value::Object(Vec::new())));
        Value::Object(itself.into_iter().chain(inside).collect())
    }

    /// The keys that the manager has in the map at a location of this document: those that it has whole. A key of which
    /// it only has a part is not recorded, for others have the rest.
    pub fn applied<'a, N: Node<'a>>(&self, map: &Location, document: N) -> AppliedKeys {
        let Some(fields) = self.find(map, document) else { return AppliedKeys::new() };
        let whole = fields.inside.iter().filter(|(_, inside)| inside.itself);
        let mut keys: AppliedKeys = whole.filter_map(|(element, _)| element.strip_prefix("f:")).collect();
        keys.set_created(fields.itself);
        keys
    }

    /// The same fields, but for the map at a location, where the manager has these keys afterwards.
    ///
    /// # Errors
    ///
    /// An operator's value must be kept, which fields cannot hold; or the way leads through an entry of a list and
    /// nothing in these fields says which keys that list has.
    pub fn with_applied<'a, N: Node<'a>>(
        &self,
        keys: &AppliedKeys,
        map: &Location,
        document: N,
    ) -> Result<Self, RecordError> {
        if let Some((key, _)) = keys.iter().find(|(_, applied)| applied.before.is_some()) {
            return Err(inexpressible(key));
        }
        let mut fields = self.clone();
        fields.replace(map.segments(), Some(document), keys)?;
        Ok(fields)
    }

    fn read_at<'a>(node: impl Node<'a>, place: &mut Location) -> Result<Self, RecordError> {
        let wrong = |place: &Location| RecordErrorKind::Fields(place.clone()).nowhere();
        if node.kind() != Kind::Object {
            return Err(wrong(place));
        }
        let mut fields = Self { itself: node.is_empty(), inside: BTreeMap::new() };
        for (element, inner) in node.members() {
            place.push(&*element);
            if element == "." {
                if inner.kind() != Kind::Object || !inner.is_empty() {
                    return Err(wrong(place));
                }
                fields.itself = true;
            } else if is_well_formed(&element) {
                fields.inside.insert(element.into_owned(), Self::read_at(inner, place)?);
            } else {
                return Err(wrong(place));
            }
            place.pop();
        }
        Ok(fields)
    }

    fn find<'a, N: Node<'a>>(&self, map: &Location, document: N) -> Option<&Self> {
        let mut node = Some(document);
        map.segments().iter().try_fold(self, |fields, segment| {
            let element = fields.element(segment, node)?;
            node = node.and_then(|node| enter(node, segment));
            fields.inside.get(&element)
        })
    }

    /// Sets the keys at the end of the way; tells through `self` whether anything is left here.
    fn replace<'a, N: Node<'a>>(
        &mut self,
        way: &[Segment],
        node: Option<N>,
        keys: &AppliedKeys,
    ) -> Result<(), RecordError> {
        let Some((segment, rest)) = way.split_first() else {
            let is_ours = |element: &str| element.strip_prefix("f:").is_none_or(|key| keys.get(key).is_some());
            self.inside.retain(|element, inside| !inside.itself || is_ours(element));
            for (key, _) in keys.iter() {
                self.inside.entry(format!("f:{key}")).or_default().itself = true;
            }
            self.itself = keys.created();
            return Ok(());
        };
        let element = match self.element(segment, node).or_else(|| self.new_element(segment, node)) {
            Some(element) => element,
            None if keys.is_empty() => return Ok(()),
            None => return Err(inexpressible(&segment_text(segment))),
        };
        let inside = self.inside.entry(element.clone()).or_default();
        inside.replace(rest, node.and_then(|node| enter(node, segment)), keys)?;
        if !inside.itself && inside.inside.is_empty() {
            self.inside.remove(&element);
        }
        Ok(())
    }

    /// The element that stands for a step, if a field or an entry like it is here.
    fn element<'a, N: Node<'a>>(&self, segment: &Segment, node: Option<N>) -> Option<String> {
        match segment {
            Segment::Key(key) => Some(format!("f:{key}")),
            Segment::Index(index) => {
                let entry = node?.entry(*index)?;
                self.inside.keys().find(|element| means_entry(element, *index, entry)).cloned()
            }
        }
    }

    /// The element of a list entry that is not here yet, by the key fields that its neighbours have.
    fn new_element<'a, N: Node<'a>>(&self, segment: &Segment, node: Option<N>) -> Option<String> {
        let Segment::Index(index) = segment else { return None };
        let entry = node?.entry(*index)?;
        let Value::Object(names) = content(self.inside.keys().find(|element| element.starts_with("k:"))?)? else {
            return None;
        };
        let field = |(name, _): (String, Value)| Some((name.clone(), entry.member(&name).last()?.to_value()));
        let fields: Vec<_> = names.into_iter().map(field).collect::<Option<_>>()?;
        Some(format!("k:{}", Value::Object(fields)))
    }
}

fn inexpressible(key: &str) -> RecordError {
    RecordErrorKind::Inexpressible { key: key.into(), form: "managed fields" }.nowhere()
}

fn segment_text(segment: &Segment) -> String {
    match segment {
        Segment::Key(key) => key.to_string(),
        Segment::Index(index) => format!("[{index}]"),
    }
}

fn is_well_formed(element: &str) -> bool {
    match element.split_once(':') {
        Some(("f", _)) => true,
        Some(("k", _)) => matches!(content(element), Some(Value::Object(fields)) if !fields.is_empty()),
        Some(("v", _)) => content(element).is_some(),
        Some(("i", index)) => index.parse::<u64>().is_ok(),
        _ => false,
    }
}

/// The JSON behind `k:` or `v:`.
fn content(element: &str) -> Option<Value> {
    super::record::json(element.get(2..)?).ok()
}

fn means_entry<'a, N: Node<'a>>(element: &str, index: usize, entry: N) -> bool {
    match (element.as_bytes().first(), content(element)) {
        (Some(b'k'), Some(Value::Object(keys))) => {
            keys.iter().all(|(name, value)| entry.member(name).last().is_some_and(|found| equal(found, value)))
        }
        (Some(b'v'), Some(value)) => equal(entry, &value),
        (Some(b'i'), Some(Value::Number(number))) => number.as_str() == index.to_string(),
        _ => false,
    }
}
