//! The directives of a strategic merge patch: members of the override whose names begin with a dollar sign.

use super::{MergeError, MergeErrorKind, Walk};
use crate::plan::{Expected, Op};
use crate::value::{Found, Kind, Node};
use std::borrow::Cow;

pub(super) const PATCH: &str = "$patch";
const RETAIN_KEYS: &str = "$retainKeys";
pub(super) const DELETE_FROM: &str = "$deleteFromPrimitiveList/";
pub(super) const SET_ORDER: &str = "$setElementOrder/";
const ALL: &str = "`$patch`, `$retainKeys`, `$deleteFromPrimitiveList/FIELD` and `$setElementOrder/FIELD`";

/// What happens to an object or to an entry as a whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Patch {
    /// It goes; an object that is not an entry becomes empty.
    Delete,
    /// It becomes what the override says, and nothing else.
    Replace,
    /// The default.
    Merge,
}

/// The directives of one object of the override.
pub(super) struct Directives<O> {
    pub(super) patch: Option<Patch>,
    retain: Option<Vec<String>>,
    delete: Vec<(String, O)>,
    order: Vec<(String, O)>,
    /// Whether members with a dollar sign are directives at all.
    known: bool,
    /// Fields that the base has, whatever their names look like.
    fields: Vec<String>,
}

impl<O> Default for Directives<O> {
    fn default() -> Self {
        Self { patch: None, retain: None, delete: Vec::new(), order: Vec::new(), known: false, fields: Vec::new() }
    }
}

impl<O: Copy> Directives<O> {
    pub(super) fn is_directive(&self, key: &str) -> bool {
        self.known && key.starts_with('$') && !self.fields.iter().any(|field| field == key)
    }

    pub(super) fn delete_from(&self, field: &str) -> Option<O> {
        self.delete.iter().find(|(name, _)| name == field).map(|(_, list)| *list)
    }

    pub(super) fn order_of(&self, field: &str) -> Option<O> {
        self.order.iter().find(|(name, _)| name == field).map(|(_, list)| *list)
    }

    /// The fields that list directives speak of, each once.
    pub(super) fn list_fields(&self) -> impl Iterator<Item = &str> {
        let orders = self.order.iter().filter(|(name, _)| !self.delete.iter().any(|(known, _)| known == name));
        self.delete.iter().chain(orders).map(|(name, _)| name.as_str())
    }
}

impl Walk {
    /// Reads the directives of an object. A name that the base has as a field is one, even with a dollar sign.
    pub(super) fn directives<'a, 'b, B: Node<'a>, O: Node<'b>>(
        &mut self,
        base: B,
        over: O,
    ) -> Result<Directives<O>, MergeError> {
        let mut found = Directives { known: true, ..Directives::default() };
        for (key, value) in over.members().filter(|(key, _)| key.starts_with('$')) {
            if !is_known(&key) && !matches!(base.member(&key), Found::Absent) {
                found.fields.push(key.into_owned());
                continue;
            }
            self.inside(&*key, &*key, |walk| walk.directive(&key, value, &mut found))?;
        }
        Ok(found)
    }

    fn directive<'b, O: Node<'b>>(&mut self, key: &str, value: O, found: &mut Directives<O>) -> Result<(), MergeError> {
        if key == PATCH {
            found.patch = Some(self.patch(value)?);
        } else if key == RETAIN_KEYS {
            let names = value.entries().map(|name| name.as_str().map(Cow::into_owned)).collect::<Option<Vec<_>>>();
            found.retain = names.filter(|_| value.kind() == Kind::Array);
            if found.retain.is_none() {
                return Err(self.unknown("a list of field names"));
            }
        } else if let Some((list, field)) = [(&mut found.delete, DELETE_FROM), (&mut found.order, SET_ORDER)]
            .into_iter()
            .find_map(|(list, prefix)| Some((list, key.strip_prefix(prefix)?)))
        {
            if value.kind() != Kind::Array {
                return Err(self.unknown("a list"));
            }
            list.push((field.into(), value));
        } else {
            return Err(self.unknown(ALL));
        }
        Ok(())
    }

    /// Checks a directive inside what is new to the base, where it has nothing to do.
    pub(super) fn check_directive<'b, O: Node<'b>>(&mut self, key: &str, value: O) -> Result<(), MergeError> {
        let mut ignored = Directives::default();
        self.inside(key, key, |walk| walk.directive(key, value, &mut ignored))
    }

    /// Reads the value of `$patch`.
    pub(super) fn patch<'b>(&self, value: impl Node<'b>) -> Result<Patch, MergeError> {
        match value.as_str().as_deref() {
            Some("delete") => Ok(Patch::Delete),
            Some("replace") => Ok(Patch::Replace),
            Some("merge") => Ok(Patch::Merge),
            _ => Err(self.unknown("`delete`, `replace` or `merge`")),
        }
    }

    /// `$retainKeys`: what the base has besides goes. The override must not set anything else.
    pub(super) fn retain<'a, 'b, B: Node<'a>, O: Node<'b>>(
        &mut self,
        base: B,
        over: O,
        directives: &Directives<O>,
    ) -> Result<(), MergeError> {
        let Some(retain) = &directives.retain else { return Ok(()) };
        let kept = |key: &str| retain.iter().any(|name| name == key);
        for (key, value) in over.members().filter(|(key, _)| !directives.is_directive(key)) {
            if value.kind() != Kind::Null && !kept(&key) {
                let wanted = "a list of every field that the override sets beside it";
                return self.inside(RETAIN_KEYS, RETAIN_KEYS, |walk| Err(walk.unknown(wanted)));
            }
        }
        for (key, old) in base.members().filter(|(key, _)| !kept(key)) {
            let location = self.at.child(&*key);
            if !self.out.iter().rev().any(|earlier| earlier.location == location) {
                self.inside(&*key, RETAIN_KEYS, |walk| walk.push(Op::Remove, Expected::Value(old.to_value()), None));
            }
        }
        Ok(())
    }

    pub(super) fn unknown(&self, wanted: &'static str) -> MergeError {
        self.error(MergeErrorKind::UnknownDirective { wanted })
    }
}

fn is_known(key: &str) -> bool {
    key == PATCH || key == RETAIN_KEYS || key.starts_with(DELETE_FROM) || key.starts_with(SET_ORDER)
}
