//! A plan as a Kubernetes strategic merge patch.

use crate::diff::diff_part;
use crate::location::{Location, Segment};
use crate::merge::directives::{DELETE_FROM, PATCH, SET_ORDER};
use crate::merge::strategic_list::{After, Entries};
use crate::plan::{Branch, Inexpressible, Op, PatchForm, Plan, RenderError};
use crate::schema::{Attached, Cursor, Keys, ListKind, OneOf};
use crate::value::{Kind, Node, Value};

pub(super) const FORM: PatchForm = PatchForm::StrategicMergePatch;

type Members = Vec<(String, Value)>;

impl Plan {
    /// The strategic merge patch that does on the document what the plan does, where the schema's types stand. What goes is
    /// null, a cleared member of a choice too; entries of keyed lists are named by their keys, and where some are new or
    /// move the order is set.
    pub fn to_strategic_patch<'a>(&self, root: impl Node<'a>, schema: &Attached<'_>) -> Result<Value, RenderError> {
        let branch = self.fit(root)?;
        let mut writer = Writer { at: Location::root() };
        match branch.op {
            Some(Op::Set(value)) => {
                let mut patch = Members::new();
                writer.set("", value, Some(root), &schema.cursor(), &mut patch)?;
                Ok(patch.pop().map_or(Value::Null, |(_, value)| value))
            }
            _ => Ok(Value::Object(writer.object(&branch, Some(root), &schema.cursor())?)),
        }
    }
}

pub(super) struct Writer {
    pub(super) at: Location,
}

impl Writer {
    fn object<'a, N: Node<'a>>(
        &mut self,
        branch: &Branch<'_>,
        node: Option<N>,
        cursor: &Cursor<'_>,
    ) -> Result<Members, RenderError> {
        let mut patch = Members::with_capacity(branch.children.len());
        for (segment, child) in &branch.children {
            let Segment::Key(key) = segment else {
                return Err(FORM.cannot(&self.at.child((*segment).clone()), Inexpressible::ListEntry));
            };
            self.at.push(&**key);
            if key.starts_with('$') {
                return Err(FORM.cannot(&self.at, Inexpressible::Directive));
            }
            let (member, inner) = (node.and_then(|node| node.member(key).last()), cursor.member(key));
            match (child.op, member) {
                (Some(Op::Set(value)), _) => self.set(key, value, member, &inner, &mut patch)?,
                (Some(_), _) => patch.push((key.to_string(), Value::Null)),
                (None, Some(list)) if list.kind() == Kind::Array => self.list(key, child, list, &inner, &mut patch)?,
                (None, _) => patch.push((key.to_string(), Value::Object(self.object(child, member, &inner)?))),
            }
            self.at.pop();
        }
        if let Some(node) = node {
            cursor.groups().iter().for_each(|group| restate(node, group, cursor, &mut patch));
        }
        Ok(patch)
    }

    /// A value that stands there afterwards, whatever stood there.
    fn set<'a, N: Node<'a>>(
        &mut self,
        key: &str,
        value: &Value,
        old: Option<N>,
        cursor: &Cursor<'_>,
        patch: &mut Members,
    ) -> Result<(), RenderError> {
        if matches!(value, Value::Null) {
            return Err(FORM.cannot(&self.at, Inexpressible::Null));
        }
        // What the merge refuses is not said.
        let is_list = |kind| kind == Kind::Array && cursor.list().is_some();
        if old.map(Node::kind).is_some_and(|old| old != value.kind() && (old == Kind::Object || is_list(old))) {
            return Err(FORM.cannot(&self.at, Inexpressible::OtherType));
        }
        self.check_new(value, cursor)?;
        let replacement = || (PATCH.to_string(), Value::from("replace"));
        let value = match (value, old.map(Node::kind), cursor.list()) {
            (Value::Object(members), Some(Kind::Object), _) => {
                Value::Object([replacement()].into_iter().chain(members.iter().cloned()).collect())
            }
            (Value::Array(entries), Some(Kind::Array), Some(ListKind::Keyed(keys))) if keys.merge_key.is_some() => {
                let all = [Value::Object(vec![replacement()])].into_iter().chain(entries.iter().cloned());
                Value::Array(all.collect())
            }
            (Value::Array(entries), Some(Kind::Array), Some(ListKind::Set)) => {
                if (1..entries.len()).any(|at| entries[..at].contains(&entries[at])) {
                    return Err(FORM.cannot(&self.at, Inexpressible::TwiceInSet));
                }
                let gone = old.into_iter().flat_map(Node::entries).map(Node::to_value);
                let gone = gone.filter(|value| !entries.contains(value)).collect();
                set_directives(key, gone, entries.clone(), entries.clone(), patch);
                return Ok(());
            }
            _ => value.clone(),
        };
        patch.push((key.to_string(), value));
        Ok(())
    }

    /// Changes of single entries.
    fn list<'a, N: Node<'a>>(
        &mut self,
        key: &str,
        branch: &Branch<'_>,
        list: N,
        cursor: &Cursor<'_>,
        patch: &mut Members,
    ) -> Result<(), RenderError> {
        match cursor.list() {
            Some(ListKind::Keyed(keys)) if keys.merge_key.is_some() => {
                let (entries, order) = self.keyed(branch, list, keys, cursor)?;
                patch.extend(order.map(|order| (format!("{SET_ORDER}{key}"), Value::Array(order))));
                patch.extend((!entries.is_empty()).then(|| (key.to_string(), Value::Array(entries))));
            }
            Some(ListKind::Set) => {
                let mut after = list.to_value();
                branch.carry_out(&mut after);
                return self.set(key, &after, Some(list), cursor, patch);
            }
            // The patch replaces such a list: what stands there afterwards is what it says.
            Some(ListKind::Keyed(_) | ListKind::Atomic) => {
                let mut after = list.to_value();
                branch.carry_out(&mut after);
                self.check_new(&after, cursor)?;
                patch.push((key.to_string(), after));
            }
            None => {
                let entry = branch.children.last().map(|(segment, _)| (*segment).clone());
                let place = entry.map_or(self.at.clone(), |segment| self.at.child(segment));
                return Err(FORM.cannot(&place, Inexpressible::ListEntry));
            }
        }
        Ok(())
    }

    /// The entries of the patch for a keyed list, and the order, where it must be said.
    fn keyed<'a, N: Node<'a>>(
        &mut self,
        branch: &Branch<'_>,
        list: N,
        keys: &Keys,
        cursor: &Cursor<'_>,
    ) -> Result<(Vec<Value>, Option<Vec<Value>>), RenderError> {
        let entries = Entries::of(branch, list, keys);
        let mut patch = Vec::new();
        for (place, after) in entries.after.iter().enumerate() {
            if after.change.is_some() || after.new.is_some() {
                patch.extend(self.entry(place, after, &entries, keys, cursor)?);
            }
        }
        for index in &entries.gone {
            self.check_key(*index, entries.keys[*index].as_ref(), &entries)?;
            let deletion = vec![(PATCH.to_string(), Value::from("delete"))];
            patch.push(with_keys(keys, Some(entries.before[*index]), deletion));
        }
        let order = match entries.after.iter().any(|after| after.new.is_some()) {
            true => Some(entries.order(keys).map_err(|(at, why)| FORM.cannot(&self.at.child(at), why))?),
            false => None,
        };
        Ok((patch, order))
    }

    /// What the patch says of an entry that changes, moves or is new; nothing, if it only moves.
    fn entry<'a, N: Node<'a>>(
        &mut self,
        place: usize,
        after: &After<'_>,
        entries: &Entries<'_, N>,
        keys: &Keys,
        cursor: &Cursor<'_>,
    ) -> Result<Option<Value>, RenderError> {
        let stood = after.old.or(after.moved);
        self.check_key(after.old.unwrap_or(place), after.key.as_ref(), entries)?;
        let index = stood.unwrap_or(entries.before.len());
        let (old, cursor) = (stood.map(|at| entries.before[at]), cursor.entry(index));
        let said = match (after.change, after.new, old) {
            (Some(branch), _, _) => self.inside(index, |writer| writer.object(branch, old, &cursor))?,
            (None, Some(new), Some(old)) => {
                let plan = diff_part(old, new, &cursor).map_err(|error| {
                    let place = error.location.below(&self.at.child(index));
                    FORM.cannot(&place, Inexpressible::MergeKeyTwice)
                })?;
                self.inside(index, |writer| writer.object(&plan.tree(), Some(old), &cursor))?
            }
            (None, Some(new @ Value::Object(members)), None) => {
                self.inside(index, |writer| writer.check_new(new, &cursor))?;
                members.clone()
            }
            _ => return Err(FORM.cannot(&self.at.child(place), Inexpressible::NoMergeKey)),
        };
        let only_moves = said.is_empty() && after.moved.is_some();
        Ok((!only_moves).then(|| with_keys(keys, old, said)))
    }

    /// The merge key must find one entry, before and after.
    fn check_key<N>(&self, place: usize, key: Option<&Value>, entries: &Entries<'_, N>) -> Result<(), RenderError> {
        let found = key.map_or(Err(Inexpressible::NoMergeKey), |key| entries.check_once(key));
        found.map_err(|why| FORM.cannot(&self.at.child(place), why))
    }

    /// What is new must read as it is written: without nulls in objects, without directives, its entries with their keys.
    fn check_new(&mut self, value: &Value, cursor: &Cursor<'_>) -> Result<(), RenderError> {
        match value {
            Value::Object(members) => {
                for (key, value) in members {
                    let why = match value {
                        _ if key.starts_with('$') => Some(Inexpressible::Directive),
                        Value::Null => Some(Inexpressible::Null),
                        _ => None,
                    };
                    let inner = cursor.member(key);
                    self.inside(key.as_str(), |writer| match why {
                        Some(why) => Err(FORM.cannot(&writer.at, why)),
                        None => writer.check_new(value, &inner),
                    })?;
                }
                Ok(())
            }
            Value::Array(entries) => {
                let keys = cursor.ty().and_then(|ty| ty.keys());
                let mut seen: Vec<Vec<Value>> = Vec::new();
                for (index, entry) in entries.iter().enumerate() {
                    let why = match keys.map(|keys| keys.of(entry)) {
                        Some(None) => Some(Inexpressible::NoMergeKey),
                        Some(Some(key)) if seen.contains(&key) => Some(Inexpressible::MergeKeyTwice),
                        Some(Some(key)) => {
                            seen.push(key);
                            None
                        }
                        None => None,
                    };
                    let inner = cursor.entry(index);
                    self.inside(index, |writer| match why {
                        Some(why) => Err(FORM.cannot(&writer.at, why)),
                        None => writer.check_new(entry, &inner),
                    })?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn inside<T>(&mut self, segment: impl Into<Segment>, then: impl FnOnce(&mut Self) -> T) -> T {
        self.at.push(segment);
        let result = then(self);
        self.at.pop();
        result
    }
}

/// A member that stays beside one of another arm is said too, without a change: an override that sets two is taken as it is
/// written.
fn restate<'a, N: Node<'a>>(node: N, group: &OneOf, cursor: &Cursor<'_>, patch: &mut Members) {
    let writes = |field: &str| patch.iter().any(|(name, value)| name == field && !matches!(value, Value::Null));
    let by = group.discriminator.as_deref();
    let arms: Vec<usize> = group.fields().filter(|(_, field)| writes(field)).map(|(arm, _)| arm).collect();
    if arms.is_empty() && !by.is_some_and(writes) {
        return;
    }
    let meant = |value: &str| arms.is_empty() || arms.iter().any(|arm| group.means(value, *arm));
    let by = by.filter(|by| !node.member(by).last().and_then(Node::as_str).is_some_and(|value| meant(&value)));
    let others = group.fields().filter(|(arm, _)| !arms.contains(arm)).map(|(_, field)| field);
    for field in others.chain(by) {
        let Some(old) = node.member(field).last().filter(|old| old.kind() != Kind::Null) else { continue };
        if patch.iter().any(|(name, _)| name == field) {
            continue;
        }
        let joins = matches!(cursor.member(field).list(), Some(ListKind::Keyed(_) | ListKind::Set));
        let same = match old.kind() {
            Kind::Object => Value::Object(Vec::new()),
            Kind::Array if joins => Value::Array(Vec::new()),
            _ => old.to_value(),
        };
        patch.push((field.to_string(), same));
    }
}

fn set_directives(key: &str, gone: Vec<Value>, new: Vec<Value>, order: Vec<Value>, patch: &mut Members) {
    if !gone.is_empty() {
        patch.push((format!("{DELETE_FROM}{key}"), Value::Array(gone)));
    }
    patch.push((format!("{SET_ORDER}{key}"), Value::Array(order)));
    patch.push((key.to_string(), Value::Array(new)));
}

/// The fields of the key that stand in the entry, then what is said of it.
fn with_keys<'a, N: Node<'a>>(keys: &Keys, old: Option<N>, said: Members) -> Value {
    let field = |name: &str| Some((name.to_string(), old?.member(name).last()?.to_value()));
    let key = keys.fields.iter().filter_map(|key| field(&key.name));
    let key: Members = key.filter(|(name, _)| !said.iter().any(|(known, _)| known == name)).collect();
    Value::Object(key.into_iter().chain(said).collect())
}
