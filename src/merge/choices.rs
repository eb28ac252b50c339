//! Choices in an override: what it sets of a group removes what it does not set.

use super::Walk;
use crate::location::Location;
use crate::plan::{Cause, Expected, Op};
use crate::schema::{Cursor, OneOf};
use crate::value::{Kind, Node, Value};

/// Whether an override puts something there: not null, nor an object of nothing but deletions. `""`, `0` and `{}` do.
pub(super) fn sets<'b>(over: impl Node<'b>) -> bool {
    match over.kind() {
        Kind::Null => false,
        Kind::Object if super::is_deletion(over) => false,
        Kind::Object => over.is_empty() || over.members().any(|(key, value)| !key.starts_with('$') && sets(value)),
        _ => true,
    }
}

impl Walk {
    pub(super) fn choices<'a, 'b, B: Node<'a>, O: Node<'b>>(&mut self, base: B, over: O, cursor: &Cursor<'_>) {
        for group in cursor.groups() {
            self.choice(base, over, group);
        }
    }

    fn choice<'a, 'b, B: Node<'a>, O: Node<'b>>(&mut self, base: B, over: O, group: &OneOf) {
        let writes = |field: &str| over.member(field).last().is_some_and(sets);
        let chosen: Vec<(usize, &str)> = group.fields().filter(|(_, field)| writes(field)).collect();
        let discriminator = group.discriminator.as_deref();
        let value = discriminator.and_then(|name| over.member(name).last()?.as_str());
        let keeps = |arm: usize| match &value {
            _ if chosen.iter().any(|(other, _)| *other == arm) => true,
            Some(value) if chosen.is_empty() => group.means(value, arm),
            _ => false,
        };
        let Some(cause) = chosen.first().map(|(_, field)| *field).or(discriminator.filter(|_| value.is_some())) else {
            return;
        };
        let cause = self.at.child(cause);
        for (_, field) in group.fields().filter(|(arm, _)| !keeps(*arm)) {
            // What the override deletes itself is gone already.
            if over.member(field).last().is_none() {
                self.replace_member(base, field, Op::Remove, Cause::Excluded(cause.clone()));
            }
        }
        if let (Some(name), None, [(arm, _), ..]) = (discriminator, &value, &*chosen)
            && let Some(wanted) = group.arms[*arm].value.as_deref()
            && base.member(name).last().is_some_and(|node| node.as_str().is_none_or(|text| text != wanted))
        {
            self.replace_member(base, name, Op::Set(Value::from(wanted)), Cause::Chosen(cause));
        }
    }

    /// Does something to a member that stands; null stands for absence and may stay.
    fn replace_member<'a, B: Node<'a>>(&mut self, base: B, field: &str, op: Op, cause: Cause) {
        let Some(old) = base.member(field).last().filter(|node| node.kind() != Kind::Null) else { return };
        let place: Location = self.at.child(field);
        let expected = Some(Expected::Value(old.to_value()));
        self.out.push(crate::plan::Assignment { location: place, op, expected, cause: Some(cause) });
    }
}
