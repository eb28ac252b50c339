//! A controller's life with a user's labels and annotations on a pod template, step by step, and the five mistakes that
//! such controllers make: each is made here on purpose, and the story notices each.

use fieldwright::applied::{
    AppliedKeys, Fingerprint, Map, Owners, Precedence, Reconciled, Record, RecordPlace, Recorded, reconcile,
    reconcile_recorded,
};
use fieldwright::location::Location;
use fieldwright::plan::{Assignment, Op, Plan};
use fieldwright::value::Value;
use serde_json::{Value as Serde, json};
use std::collections::BTreeMap;

/// What a controller may get wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mistake {
    /// The hash that decides about an update is taken of the merged map, without pruning it before
    NoPruneBeforeHash,
    /// The update merges what is desired and removes nothing
    NoPruneInUpdate,
    /// The object is created without a record
    NoRecordAtCreate,
    /// An update leaves the record as it was at creation
    NoRecordAtUpdate,
    /// The operator's own keys are recorded with the user's
    OperatorKeysRecorded,
}

const MISTAKES: [Mistake; 5] = [
    Mistake::NoPruneBeforeHash,
    Mistake::NoPruneInUpdate,
    Mistake::NoRecordAtCreate,
    Mistake::NoRecordAtUpdate,
    Mistake::OperatorKeysRecorded,
];

/// One thing that happens, and what must hold after it.
struct Step {
    name: &'static str,
    event: Event,
    /// Whether the controller must have written.
    updates: bool,
    labels: Serde,
    annotations: Serde,
}

enum Event {
    /// The user wants these labels and annotations; the controller runs.
    User(Serde, Serde),
    /// Another tool sets a label or annotation of the template; the controller runs.
    Other(&'static str, &'static str, &'static str),
}

fn story() -> Vec<Step> {
    use Event::{Other, User};
    let step = |name, event, updates, labels, annotations| Step { name, event, updates, labels, annotations };
    let scrape = || json!({"prometheus.io/scrape": "true"});
    let note = || json!({"prometheus.io/scrape": "true", "note": "n"});
    vec![
        step(
            "created with two labels and an annotation",
            User(json!({"team": "a", "tier": "x"}), json!({"note": "n"})),
            true,
            json!({"app": "op", "team": "a", "tier": "x"}),
            note(),
        ),
        step(
            "another tool adds a label",
            Other("labels", "injected", "1"),
            false,
            json!({"app": "op", "team": "a", "tier": "x", "injected": "1"}),
            note(),
        ),
        step(
            "another tool restarts",
            Other("annotations", "restartedAt", "t1"),
            false,
            json!({"app": "op", "team": "a", "tier": "x", "injected": "1"}),
            json!({"prometheus.io/scrape": "true", "note": "n", "restartedAt": "t1"}),
        ),
        step(
            "nothing has changed",
            User(json!({"team": "a", "tier": "x"}), json!({"note": "n"})),
            false,
            json!({"app": "op", "team": "a", "tier": "x", "injected": "1"}),
            json!({"prometheus.io/scrape": "true", "note": "n", "restartedAt": "t1"}),
        ),
        step(
            "a label and the annotation are removed, no value has changed",
            User(json!({"team": "a"}), json!({})),
            true,
            json!({"app": "op", "team": "a", "injected": "1"}),
            json!({"prometheus.io/scrape": "true", "restartedAt": "t1"}),
        ),
        step(
            "another tool takes the removed key",
            Other("labels", "tier", "theirs"),
            false,
            json!({"app": "op", "team": "a", "injected": "1", "tier": "theirs"}),
            json!({"prometheus.io/scrape": "true", "restartedAt": "t1"}),
        ),
        step(
            "everything is removed",
            User(json!({}), json!({})),
            true,
            json!({"app": "op", "injected": "1", "tier": "theirs"}),
            json!({"prometheus.io/scrape": "true", "restartedAt": "t1"}),
        ),
        step(
            "the user wants a label that is the operator's, and overrides an annotation",
            User(json!({"app": "mine", "team": "b"}), json!({"prometheus.io/scrape": "false"})),
            true,
            json!({"app": "op", "injected": "1", "tier": "theirs", "team": "b"}),
            json!({"prometheus.io/scrape": "false", "restartedAt": "t1"}),
        ),
        step(
            "both are dropped, and another label comes",
            User(json!({"zone": "z"}), json!({})),
            true,
            json!({"app": "op", "injected": "1", "tier": "theirs", "zone": "z"}),
            json!({"prometheus.io/scrape": "true", "restartedAt": "t1"}),
        ),
        step(
            "that goes as well",
            User(json!({}), scrape()),
            true,
            json!({"app": "op", "injected": "1", "tier": "theirs"}),
            json!({"prometheus.io/scrape": "true", "restartedAt": "t1"}),
        ),
    ]
}

/// Plays the story; tells the first step after which something is not as it must be.
fn play(mistake: Option<Mistake>) -> Result<(), String> {
    let mut controller = Controller { mistake, object: None, wanted: (json!({}), json!({})) };
    for step in story() {
        let updated = match step.event {
            Event::User(labels, annotations) => {
                controller.wanted = (labels, annotations);
                controller.run()
            }
            Event::Other(map, key, value) => {
                controller.object.as_mut().expect("created before")["spec"]["template"]["metadata"][map][key] =
                    value.into();
                controller.run()
            }
        };
        let template = &controller.object.as_ref().expect("created")["spec"]["template"]["metadata"];
        if updated != step.updates {
            return Err(format!("{}: updated is {updated}", step.name));
        }
        if template["labels"] != step.labels || template["annotations"] != step.annotations {
            return Err(format!("{}: {template}", step.name));
        }
        if mistake.is_none() {
            controller.check_records();
        }
        if controller.run() {
            return Err(format!("{}: updated again", step.name));
        }
    }
    Ok(())
}

struct Controller {
    mistake: Option<Mistake>,
    object: Option<Serde>,
    wanted: (Serde, Serde),
}

const MAPS: [&str; 2] = ["labels", "annotations"];

impl Controller {
    /// Brings the object to what is wanted; tells whether it had to write.
    fn run(&mut self) -> bool {
        let created = self.object.is_none();
        let mut object = self.object.clone().unwrap_or_else(operators_object);
        let results: Vec<Recorded> = MAPS.iter().map(|map| self.reconcile(&object, map)).collect();
        let hash = results.iter().map(|done| self.hash(&object, &done.reconciled)).collect::<Vec<_>>().join(".");
        if object["metadata"]["annotations"]["hash"] == json!(hash) {
            return false;
        }
        let assignments = results.iter().flat_map(|done| done.reconciled.plan.assignments().to_vec());
        let mut assignments: Vec<Assignment> =
            assignments.filter(|assignment| self.carries_out(assignment, created)).collect();
        assignments.push(Assignment::new(annotation("hash"), Op::Set(hash.as_str().into())));
        let plan = Plan::new(assignments).expect("no conflict");
        plan.apply(&mut object).expect("made for this object");
        self.object = Some(object);
        true
    }

    fn reconcile(&self, object: &Serde, map: &str) -> Recorded {
        let desired = self.desired(map);
        let place = RecordPlace::new(annotation(&format!("applied-{map}")), Some(&template())).expect("not on it");
        reconcile_recorded(object, &template_map(map), &desired, &place, None, &self.owners(map)).expect("a map")
    }

    fn desired(&self, map: &str) -> BTreeMap<String, Value> {
        let wanted = if map == "labels" { &self.wanted.0 } else { &self.wanted.1 };
        let mut desired = members(wanted);
        if self.mistake == Some(Mistake::OperatorKeysRecorded) && map == "labels" {
            // The operator's value wins, but the key is taken for the user's.
            desired.entry("app".into()).and_modify(|value| *value = "op".into());
        }
        desired
    }

    fn owners(&self, map: &str) -> Owners {
        match (map, self.mistake) {
            ("labels", Some(Mistake::OperatorKeysRecorded)) => Owners::default(),
            ("labels", _) => Owners { protected: ["app".into()].into(), precedence: Precedence::Operator },
            _ => Owners { protected: ["prometheus.io/scrape".into()].into(), precedence: Precedence::User },
        }
    }

    /// The records say what was last applied, the operator's label apart.
    fn check_records(&self) {
        for (map, wanted) in MAPS.iter().zip([&self.wanted.0, &self.wanted.1]) {
            let object = self.object.as_ref().expect("created");
            let text = object["metadata"]["annotations"][format!("applied-{map}")].as_str().expect("a record");
            let record = Record::parse(text, &template_map(map), object).expect("a record");
            let want = members(wanted).into_keys().filter(|key| key != "app");
            assert!(record.keys.iter().map(|(key, _)| key.to_owned()).eq(want), "{text}");
        }
    }

    fn hash(&self, object: &Serde, done: &Reconciled) -> String {
        if self.mistake != Some(Mistake::NoPruneBeforeHash) {
            return done.fingerprint().to_string();
        }
        let mut merged = object.clone();
        let sets = done.plan.assignments().iter().filter(|a| a.op != Op::Remove && template().contains(&a.location));
        Plan::new(sets.cloned().collect()).expect("no conflict").apply(&mut merged).expect("made for this object");
        let map = merged.pointer(&done.location.to_pointer()).expect("a map of the template");
        Fingerprint::of_map(map).to_string()
    }

    fn carries_out(&self, assignment: &Assignment, created: bool) -> bool {
        let is_record = !template().contains(&assignment.location);
        match self.mistake {
            Some(Mistake::NoPruneInUpdate) => assignment.op != Op::Remove,
            Some(Mistake::NoRecordAtCreate) => !(is_record && created),
            Some(Mistake::NoRecordAtUpdate) => !is_record || created,
            _ => true,
        }
    }
}

fn operators_object() -> Serde {
    json!({"spec": {"template": {"metadata": {
        "labels": {"app": "op"},
        "annotations": {"prometheus.io/scrape": "true"},
    }}}})
}

fn members(object: &Serde) -> BTreeMap<String, Value> {
    object.as_object().expect("an object").iter().map(|(key, value)| (key.clone(), value.into())).collect()
}

fn template() -> Location {
    Location::root().child("spec").child("template")
}

fn template_map(name: &str) -> Location {
    template().child("metadata").child(name)
}

fn annotation(key: &str) -> Location {
    Location::root().child("metadata").child("annotations").child(key)
}

#[test]
fn the_story() {
    assert_eq!(play(None), Ok(()));
}

#[test]
fn every_mistake_is_noticed() {
    for mistake in MISTAKES {
        let noticed = play(Some(mistake)).expect_err(&format!("{mistake:?} goes unnoticed"));
        let first = match mistake {
            // The merged map holds the other tool's label too.
            Mistake::NoPruneBeforeHash => "another tool adds a label",
            Mistake::NoPruneInUpdate | Mistake::NoRecordAtCreate => "a label and the annotation are removed",
            Mistake::NoRecordAtUpdate => "everything is removed",
            Mistake::OperatorKeysRecorded => "both are dropped",
        };
        assert!(noticed.starts_with(first), "{mistake:?}: {noticed}");
    }
}

/// The first mistake in its pure form: with no other tool around, the hash of the merged map misses a mere removal.
#[test]
fn a_removal_alone_is_in_the_fingerprint_and_not_in_the_merged_map() {
    let live = json!({"team": "a", "tier": "x"});
    let record: AppliedKeys = ["team", "tier"].into_iter().collect();
    let map = Map::new(template_map("labels"), Some(&live));
    let run = |desired: Serde| reconcile(&map, &members(&desired), Some(&record), &Owners::default()).expect("a map");
    let (both, one) = (run(live.clone()), run(json!({"team": "a"})));
    assert_ne!(both.fingerprint(), one.fingerprint());
    let merged = json!({"team": "a", "tier": "x"});
    assert_eq!(Fingerprint::of_map(&merged), both.fingerprint());
}
