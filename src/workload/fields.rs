//! The fields of a pod template, by name: a patch that speaks of another one is a slip.

use crate::location::{Location, Segment};
use crate::near::nearest;
use crate::value::{Kind, Node};
use std::collections::HashMap;
use std::sync::OnceLock;

/// The data; its head says what it was taken from.
const DATA: &str = include_str!("pod_fields.txt");

/// The type that a patch is of.
pub(super) const POD_TEMPLATE: &str = "podTemplate";

type Fields = HashMap<&'static str, Option<&'static str>>;

/// The fields of each type, and the type of each field that has one.
fn types() -> &'static HashMap<&'static str, Fields> {
    static TYPES: OnceLock<HashMap<&'static str, Fields>> = OnceLock::new();
    TYPES.get_or_init(|| {
        let lines = DATA.lines().filter(|line| !line.starts_with('#'));
        lines.filter_map(|line| line.split_once(": ")).map(|(name, fields)| (name, read(fields))).collect()
    })
}

fn read(fields: &'static str) -> Fields {
    let typed = |field: &'static str| match field.split_once('=') {
        Some((name, of)) => (name, Some(of)),
        None => (field, None),
    };
    fields.split(' ').map(typed).collect()
}

/// A field of a patch that a pod template does not have.
#[derive(Clone, Debug, PartialEq)]
pub struct UnknownField {
    /// Its place in the patch.
    pub location: Location,
    /// The field that looks like it.
    pub near: Option<&'static str>,
}

/// Every field of a patch that a pod template does not have, in document order. Directives of a strategic merge patch,
/// which begin with a dollar sign, are no fields.
pub(super) fn unknown<'a>(patch: impl Node<'a>) -> Vec<UnknownField> {
    let mut walk = Walk { at: Location::root(), found: Vec::new() };
    walk.object(POD_TEMPLATE, patch);
    walk.found
}

struct Walk {
    at: Location,
    found: Vec<UnknownField>,
}

impl Walk {
    // The types do not hold one another in a circle, so the depth is bounded by theirs.
    fn object<'a>(&mut self, name: &str, object: impl Node<'a>) {
        let Some(fields) = types().get(name) else { return };
        for (key, value) in object.members().filter(|(key, _)| !key.starts_with('$')) {
            self.at.push(Segment::from(&*key));
            match fields.get(&*key) {
                None => {
                    let near = nearest(&key, fields.keys().copied());
                    self.found.push(UnknownField { location: self.at.clone(), near });
                }
                Some(Some(of)) => self.value(of, value),
                Some(None) => {}
            }
            self.at.pop();
        }
    }

    fn value<'a, N: Node<'a>>(&mut self, of: &str, value: N) {
        if value.kind() != Kind::Array {
            return self.object(of, value);
        }
        for (index, entry) in value.entries().enumerate() {
            self.at.push(index);
            self.object(of, entry);
            self.at.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_type_that_is_named_is_there_and_none_holds_itself() {
        fn depth(name: &str, above: usize) -> usize {
            assert!(above < 20, "`{name}` holds itself");
            let fields = types().get(name).unwrap_or_else(|| panic!("no type `{name}`"));
            fields.values().flatten().map(|of| depth(of, above + 1)).max().unwrap_or(above)
        }
        assert!(depth(POD_TEMPLATE, 0) > 5);
        assert!(types().len() > 80);
    }

    #[test]
    fn slips_are_found_at_any_depth() {
        let patch = json!({
            "metadata": {"labels": {"anything": "goes"}},
            "spec": {
                "schedulrName": "s",
                "$setElementOrder/containers": [],
                "containers": [{"name": "c", "env": [{"name": "n", "vlaue": "v"}], "resources": {"limits": {"x": 1}}}]
            },
            "status": {}
        });
        let found: Vec<_> = unknown(&patch).into_iter().map(|field| (field.location.to_string(), field.near)).collect();
        assert_eq!(
            found,
            [
                (".spec.containers[0].env[0].vlaue".into(), Some("value")),
                (".spec.schedulrName".into(), Some("schedulerName")),
                (".status".into(), None),
            ]
        );
    }
}
