//! The laws of applied keys, as functions of plain bytes, so that property tests and fuzz targets share them. Each
//! panics where its law is broken.

use super::choices::Choices;
use fieldwright::applied::{
    AppliedKeys, FieldSet, Form, Map, Outcome, Owners, Precedence, Reconciled, Record, Wrote, reconcile,
};
use fieldwright::location::Location;
use fieldwright::value::Value;
use serde_json::{Value as Serde, json};
use std::collections::{BTreeMap, BTreeSet};

type Desired = BTreeMap<String, Value>;

/// Keys that the tools desire; some that only a general map can have.
const KEYS: [&str; 10] = ["a", "team", "app.kubernetes.io/name", "x,y", "/created", "/", "f:odd", ".", "", " sp=1"];
/// Keys that no tool ever desires.
const FOREIGN: [&str; 3] = ["foreign", "restartedAt", "f:foreign"];

/// Any sequence of tools and strangers on one map: what is desired is there, the record is what was last applied, a
/// second run changes nothing, and what nobody recorded survives.
pub fn sequence(bytes: &[u8]) {
    let mut input = Choices::new(bytes);
    let mut world = World::new(&mut input);
    let mut tools = [Tool::new(&mut input), Tool::new(&mut input)];
    let mut strangers: BTreeMap<&str, Serde> = BTreeMap::new();
    if world.document.get("labels").is_some_and(Serde::is_object) {
        strangers.insert("foreign", json!("kept"));
        world.write("foreign", Some(json!("kept")));
    }
    while !input.is_done() {
        match input.below(8) {
            0 => {
                let (key, value) = (FOREIGN[input.below(FOREIGN.len())], value(input.below(8)));
                world.write(key, Some(value.clone()));
                strangers.insert(key, value);
            }
            1 => world.write(KEYS[input.below(KEYS.len())], Some(value(input.below(8)))),
            2 => world.write(KEYS[input.below(KEYS.len())], None),
            which => {
                let desired = desired(&mut input, |_, choice| value(choice));
                tools[which % 2].run_and_check(&mut world, &desired);
            }
        }
        for (key, value) in &strangers {
            assert_eq!(world.labels().get(*key), Some(value), "`{key}` was nobody's");
        }
    }
}

/// Two tools with records of their own, in any interleaving, end with exactly what both desire and what strangers have.
pub fn convergence(bytes: &[u8]) {
    let mut input = Choices::new(bytes);
    let mut world = World { document: json!({"labels": {"foreign": "kept"}}) };
    let mut tools = [Tool::unprotected(&mut input), Tool::unprotected(&mut input)];
    // Where both desire a key they desire the same value; else no order of the two would settle.
    let agreed = |key: usize, _| value(key);
    let last = [desired(&mut input, agreed), desired(&mut input, agreed)];
    while !input.is_done() {
        let which = input.below(2);
        let now = if input.below(2) == 0 { last[which].clone() } else { desired(&mut input, agreed) };
        tools[which].run(&mut world, &now);
    }
    for _ in 0..2 {
        (0..2).for_each(|which| drop(tools[which].run(&mut world, &last[which])));
    }
    let settled = world.document.clone();
    for which in [1, 0] {
        assert!(tools[which].run(&mut world, &last[which]).plan.is_empty());
        let recorded: Vec<_> = tools[which].record().expect("it ran").iter().map(|(key, _)| key.to_owned()).collect();
        assert!(recorded.iter().eq(last[which].keys()), "the record is what was last applied");
    }
    assert_eq!(world.document, settled);
    let mut want = json!({"foreign": "kept"});
    for (key, value) in last.iter().flatten() {
        want[key] = value.into();
    }
    assert_eq!(settled["labels"], want);
}

/// A user's override of operator's keys leaves the operator's values behind when it is dropped, whatever was desired
/// in between, and a map that we created is gone in the end.
pub fn restoring(bytes: &[u8]) {
    let mut input = Choices::new(bytes);
    let mut operators = desired(&mut input, |_, choice| value(choice));
    let start = if operators.is_empty() { json!({}) } else { json!({"labels": Serde::from(&object(&operators))}) };
    let mut world = World { document: start.clone() };
    let form = FACTUAL[input.below(FACTUAL.len())].clone();
    let protected = KEYS.iter().map(|key| (*key).to_owned()).collect();
    let mut tool = Tool::with(form, Owners { protected, precedence: Precedence::User });
    tool.run(&mut world, &Desired::new());
    while !input.is_done() {
        let desired = desired(&mut input, |_, choice| value(choice));
        tool.run_and_check(&mut world, &desired);
        // The operator may write its own value again; only a record with values can tell that from ours.
        if let Some((key, value)) = operators.iter_mut().next()
            && tool.knows_values()
            && world.document.get("labels").is_some()
            && input.below(4) == 0
        {
            *value = Value::from("the operator's");
            let of_user = desired.get(key).is_some_and(|wanted| wanted == value);
            if !of_user {
                world.write(key, Some((&*value).into()));
            }
        }
    }
    tool.run_and_check(&mut world, &Desired::new());
    assert!(tool.record().expect("it ran").is_empty());
    let labels = world.document.get("labels");
    let left: BTreeSet<&str> =
        labels.into_iter().flat_map(|l| l.as_object().expect("an object").keys()).map(|k| &**k).collect();
    assert!(left.iter().all(|key| operators.contains_key(*key)), "{left:?} is not the operator's");
    assert_eq!(left.len(), operators.len(), "every value of the operator's is back");
    assert_eq!(labels.is_some(), !operators.is_empty(), "{start} became {}", world.document);
}

/// Any text is a record or an error; a record that is read, written and read again is itself.
pub fn record_text(text: &str) {
    let (at, document) = (Location::root().child("labels"), json!({}));
    let Ok(record) = Record::parse(text, &at, &document) else { return };
    let written = record.written(&record.keys, &at, &document).expect("what was read can be written");
    let again = Record::read(&written, &at, &document).expect("what was written can be read");
    assert_eq!(again.keys, record.keys, "{text} became {written}");
    assert_eq!(again.form, record.form, "{text} became {written}");
    assert_eq!(again.written(&again.keys, &at, &document).expect("again"), written);
}

fn value(choice: usize) -> Serde {
    let values =
        [json!("1"), json!("2"), json!(""), json!(null), json!(0), json!(false), json!({}), json!([1.5, {"n": null}])];
    values[choice % values.len()].clone()
}

fn desired(input: &mut Choices<'_>, value: impl Fn(usize, usize) -> Serde) -> Desired {
    let some = input.below(5);
    (0..some)
        .map(|_| {
            let key = input.below(KEYS.len());
            (KEYS[key].to_owned(), (&value(key, input.below(8))).into())
        })
        .collect()
}

fn object(members: &Desired) -> Value {
    Value::Object(members.iter().map(|(key, value)| (key.clone(), value.clone())).collect())
}

/// The forms that keep all facts.
const FACTUAL: [Form; 4] =
    [Form::Names, Form::Digests, Form::List { facts: true, digests: true }, Form::Values { facts: true }];

struct World {
    document: Serde,
}

impl World {
    fn new(input: &mut Choices<'_>) -> Self {
        let starts =
            [json!({}), json!({"labels": {}}), json!({"labels": null}), json!({"labels": {"a": "1", "team": 0}})];
        Self { document: starts[input.below(starts.len())].clone() }
    }

    fn labels(&self) -> &serde_json::Map<String, Serde> {
        static NONE: std::sync::LazyLock<serde_json::Map<String, Serde>> = std::sync::LazyLock::new(Default::default);
        self.document.get("labels").and_then(Serde::as_object).unwrap_or(&NONE)
    }

    /// A stranger's write.
    fn write(&mut self, key: &str, value: Option<Serde>) {
        match value {
            Some(value) => self.document["labels"][key] = value,
            None => {
                if let Some(labels) = self.document.get_mut("labels").and_then(Serde::as_object_mut) {
                    labels.remove(key);
                }
            }
        }
    }
}

/// A tool with a record of its own, which it keeps as it is written down.
struct Tool {
    stored: Option<Value>,
    form: Form,
    owners: Owners,
}

impl Tool {
    fn new(input: &mut Choices<'_>) -> Self {
        let mut tool = Self::unprotected(input);
        let protected = (0..input.below(3)).map(|_| KEYS[input.below(KEYS.len())].to_owned()).collect();
        // Managed fields hold no operator's values.
        let user = input.below(2) == 0 && !matches!(tool.form, Form::Fields(_));
        tool.owners = Owners { protected, precedence: if user { Precedence::User } else { Precedence::Operator } };
        tool
    }

    fn unprotected(input: &mut Choices<'_>) -> Self {
        let mut forms = FACTUAL.to_vec();
        forms.extend([Form::LIST, Form::VALUES, Form::Fields(FieldSet::default())]);
        Self::with(forms[input.below(forms.len())].clone(), Owners::default())
    }

    fn with(form: Form, owners: Owners) -> Self {
        Self { stored: None, form, owners }
    }

    fn read(&self, document: &Serde) -> Option<Record> {
        let stored = self.stored.as_ref()?;
        // An empty object says nothing of its form.
        if let (Form::Fields(_), Ok(fields)) = (&self.form, FieldSet::read(stored)) {
            let keys = fields.applied(&place(), document);
            return Some(Record { keys, form: Form::Fields(fields), text: false });
        }
        Some(Record::read(stored, &place(), document).expect("our own record"))
    }

    fn record(&self) -> Option<AppliedKeys> {
        Some(self.read(&json!({}))?.keys)
    }

    fn knows_values(&self) -> bool {
        !matches!(self.form, Form::Names | Form::List { digests: false, .. } | Form::Fields(_))
    }

    fn run(&mut self, world: &mut World, desired: &Desired) -> Reconciled {
        let record = self.read(&world.document);
        let map = Map::new(place(), world.document.get("labels"));
        let done = reconcile(&map, desired, record.as_ref().map(|r| &r.keys), &self.owners).expect("a map");
        self.check_order(&map, desired, record.as_ref().map(|r| &r.keys), &done);
        let writer = record.unwrap_or(Record { keys: AppliedKeys::new(), form: self.form.clone(), text: false });
        self.stored = Some(writer.written(&done.record, &place(), &world.document).expect("the form holds it"));
        let changed = done.plan.apply(&mut world.document).expect("made for this document");
        assert_eq!(changed, !done.plan.is_empty(), "a plan holds changes only");
        done
    }

    /// The order of members means nothing.
    fn check_order(&self, map: &Map<&Serde>, desired: &Desired, had: Option<&AppliedKeys>, done: &Reconciled) {
        let mut live = map.live.map(Value::from);
        if let Some(Value::Object(members)) = &mut live {
            members.reverse();
        }
        let map = Map::new(map.location.clone(), live.as_ref());
        let other = reconcile(&map, desired, had, &self.owners).expect("a map");
        assert_eq!(other.plan, done.plan);
        assert_eq!(other.record, done.record);
        assert_eq!(other.warnings(), done.warnings());
    }

    fn run_and_check(&mut self, world: &mut World, desired: &Desired) {
        let (before, had) = (world.document.clone(), self.record());
        let done = self.run(world, desired);
        let yields = |key: &str| self.owners.precedence == Precedence::Operator && self.owners.protected.contains(key);
        let applied: Vec<&String> = desired.keys().filter(|key| !yields(key)).collect();
        assert!(done.record.iter().map(|(key, _)| key).eq(applied.iter().map(|key| key.as_str())));
        for key in applied {
            assert_eq!(world.labels().get(key), Some(&(&desired[key]).into()));
        }
        let old = before.get("labels").and_then(Serde::as_object).cloned().unwrap_or_default();
        for (key, value) in &old {
            let recorded = had.as_ref().and_then(|had| had.get(key));
            let lost = recorded.is_some_and(|r| r.wrote.differs(value) && r.before.is_none());
            let ours = desired.contains_key(key) && !yields(key);
            if !ours && (recorded.is_none() || lost) {
                assert_eq!(world.labels().get(key), Some(value), "`{key}` is not ours");
            }
        }
        assert_eq!(done.unrecorded, had.is_none());
        self.check_again(world, desired, &done);
    }

    /// Once is enough.
    fn check_again(&mut self, world: &mut World, desired: &Desired, done: &Reconciled) {
        let (stored, document) = (self.stored.clone(), world.document.clone());
        let again = self.run(world, desired);
        assert!(again.plan.is_empty(), "{:?}", again.plan);
        assert_eq!(world.document, document);
        assert_eq!(self.stored.as_ref().map(Value::to_string), stored.map(|value| value.to_string()));
        assert_eq!(again.fingerprint(), done.fingerprint());
        assert!(again.outcomes.values().all(|outcome| matches!(outcome, Outcome::Kept | Outcome::Protected)));
        assert!(again.record.iter().all(|(_, applied)| matches!(applied.wrote, Wrote::Value(_))));
    }
}

fn place() -> Location {
    Location::root().child("labels")
}
