//! The rules of applied keys, one by one.

use fieldwright::applied::{
    AppliedError, Fingerprint, Form, Map, Outcome, Owners, Precedence, Reconciled, Record, RecordPlace, Warning,
    reconcile, reconcile_recorded,
};
use fieldwright::diagnostic::{Code, Diagnose};
use fieldwright::location::Location;
use fieldwright::value::Value;
use serde_json::{Value as Serde, json};
use std::collections::BTreeMap;

/// A scenario: one call on the map at `.m`, and what came of it.
struct Case {
    document: Serde,
    owners: Owners,
    record: Option<Record>,
}

struct Done {
    document: Serde,
    record: Serde,
    result: Reconciled,
}

fn at() -> Location {
    Location::root().child("m")
}

fn desired(members: Serde) -> BTreeMap<String, Value> {
    members.as_object().expect("an object").iter().map(|(key, value)| (key.clone(), value.into())).collect()
}

fn case(document: Serde, record: Serde) -> Case {
    let record = (!record.is_null()).then(|| Record::read(&(&record).into(), &at(), &document).expect("a record"));
    Case { document, owners: Owners::default(), record }
}

impl Case {
    fn protect(mut self, key: &str, precedence: Precedence) -> Self {
        self.owners = Owners { protected: [key.to_owned()].into(), precedence };
        self
    }

    fn run(self, members: Serde) -> Done {
        let mut document = self.document;
        let map = Map::new(at(), document.get("m"));
        let keys = self.record.as_ref().map(|record| &record.keys);
        let result = reconcile(&map, &desired(members), keys, &self.owners).expect("a map");
        let writer = self.record.unwrap_or(Record { keys: Default::default(), form: Form::LIST, text: false });
        let record = Serde::from(&writer.written(&result.record, &at(), &document).expect("fits the form"));
        result.plan.apply(&mut document).expect("made for this document");
        Done { document, record, result }
    }
}

impl Done {
    fn is(&self, map: Serde, record: Serde) -> &Self {
        assert_eq!(self.document, json!({"m": map}));
        assert_eq!(self.record, record);
        self
    }

    fn outcomes(&self, want: &[(&str, Outcome)]) -> &Self {
        let got: Vec<_> = self.result.outcomes.iter().map(|(key, outcome)| (key.as_str(), *outcome)).collect();
        assert_eq!(got, want);
        self
    }

    fn warns(&self, codes: &[Code]) -> &Self {
        let got: Vec<_> = self.result.warnings().iter().map(|warning| warning.diagnose().code).collect();
        assert_eq!(got, codes);
        assert!(codes.iter().all(|code| code.is_warning() && !code.is_bad_input()));
        self
    }
}

#[test]
fn recorded_keys_go_and_others_stay() {
    let done = case(json!({"m": {"tier": "x", "team": "a", "theirs": "1"}}), json!(["team", "tier"]))
        .run(json!({"tier": "y"}));
    done.is(json!({"tier": "y", "theirs": "1"}), json!(["tier"])).warns(&[]);
    done.outcomes(&[("team", Outcome::Pruned), ("tier", Outcome::Set)]);
}

#[test]
fn nothing_desired_still_prunes_and_the_map_stays() {
    let done = case(json!({"m": {"team": "a"}}), json!(["team"])).run(json!({}));
    done.is(json!({}), json!([])).warns(&[]);
}

#[test]
fn no_record_no_removal() {
    let done = case(json!({"m": {"team": "a", "old": "1"}}), json!(null)).run(json!({"team": "a"}));
    done.is(json!({"team": "a", "old": "1"}), json!(["team"])).warns(&[Code::Unrecorded]);
    done.outcomes(&[("old", Outcome::Unrecorded), ("team", Outcome::Kept)]);
    assert_eq!(done.result.warnings(), [Warning::Unrecorded(at(), vec!["old".into()])]);
    assert!(done.result.plan.is_empty());
}

#[test]
fn a_recorded_key_that_is_gone_leaves_without_a_word() {
    let done = case(json!({"m": {"team": "a"}}), json!(["gone", "team"])).run(json!({"team": "a"}));
    done.is(json!({"team": "a"}), json!(["team"])).warns(&[]);
    done.outcomes(&[("gone", Outcome::Gone), ("team", Outcome::Kept)]);
}

#[test]
fn another_value_than_ours_is_left() {
    for record in [
        json!({"team": "x"}),
        json!("team=7877e7dfb66d983b"),
        json!(["team", {"digests": {"team": "7877e7dfb66d983b"}}]),
    ] {
        let done = case(json!({"m": {"team": "y"}}), record).run(json!({}));
        assert_eq!(done.document, json!({"m": {"team": "y"}}));
        done.warns(&[Code::OwnershipLost]).outcomes(&[("team", Outcome::Lost)]);
    }
    // The value that we wrote is ours however it is spelled, and what is still desired is brought back.
    let ours = case(json!({"m": {"team": "1"}}), json!("team=7877e7dfb66d983b")).run(json!({}));
    ours.is(json!({}), json!("/digests")).warns(&[]);
    let number = case(json!({"m": {"n": 1.0}}), json!({"n": 1})).run(json!({}));
    number.is(json!({}), json!({}));
    let drift = case(json!({"m": {"team": "y"}}), json!({"team": "x"})).run(json!({"team": "x"}));
    drift.is(json!({"team": "x"}), json!({"team": "x"})).warns(&[]);
}

#[test]
fn the_seven_empties_are_values() {
    for value in [json!(null), json!(""), json!(0), json!(false), json!({}), json!([])] {
        let done = case(json!({"m": {"a": "1"}}), json!(["a"])).run(json!({"a": value}));
        done.is(json!({"a": value}), json!(["a"])).outcomes(&[("a", Outcome::Set)]);
        let again = case(done.document.clone(), done.record.clone()).run(json!({"a": value}));
        assert!(again.result.plan.is_empty());
        let gone = case(done.document.clone(), done.record.clone()).run(json!({}));
        gone.is(json!({}), json!([])).outcomes(&[("a", Outcome::Pruned)]);
    }
}

#[test]
fn the_operators_key_is_left_to_it() {
    let operators = || json!({"m": {"app": "op", "tier": "x"}});
    let done = case(operators(), json!([])).protect("app", Precedence::Operator).run(json!({"app": "mine"}));
    done.is(json!({"app": "op", "tier": "x"}), json!([])).warns(&[Code::ProtectedKey]);
    assert!(done.result.plan.is_empty());
    // A record from before the key was protected does not make it prunable.
    for (record, members) in [(json!(["app"]), json!({})), (json!({"app": "op"}), json!({"app": "mine"}))] {
        let done = case(operators(), record).protect("app", Precedence::Operator).run(members);
        assert_eq!(done.document, operators());
        done.warns(&[Code::ProtectedKey]);
        assert!(done.result.record.is_empty());
    }
    let quiet = case(operators(), json!([])).protect("app", Precedence::Operator).run(json!({}));
    quiet.is(json!({"app": "op", "tier": "x"}), json!([])).warns(&[]).outcomes(&[]);
}

#[test]
fn a_users_override_brings_the_operators_value_back() {
    let mine = |document, record| case(document, record).protect("app", Precedence::User);
    for form in [json!([]), json!({}), json!(""), json!("/digests")] {
        let set = mine(json!({"m": {"app": "op"}}), form).run(json!({"app": "mine"}));
        assert_eq!(set.document, json!({"m": {"app": "mine"}}));
        set.warns(&[]).outcomes(&[("app", Outcome::Set)]);
        let changed = mine(set.document.clone(), set.record.clone()).run(json!({"app": "other"}));
        assert_eq!(changed.document, json!({"m": {"app": "other"}}));
        let dropped = mine(changed.document.clone(), changed.record.clone()).run(json!({}));
        assert_eq!(dropped.document, json!({"m": {"app": "op"}}));
        dropped.warns(&[]).outcomes(&[("app", Outcome::Restored)]);
        assert!(dropped.result.record.is_empty());
        // The operator takes precedence back: the value that we put aside is its own.
        let yielded = case(changed.document.clone(), changed.record.clone()).protect("app", Precedence::Operator);
        let yielded = yielded.run(json!({"app": "other"}));
        assert_eq!(yielded.document, json!({"m": {"app": "op"}}));
        yielded.warns(&[Code::ProtectedKey]);
    }
}

#[test]
fn an_override_of_nothing_is_pruned_and_one_of_something_unknown_is_left() {
    let mine = |document, record| case(document, record).protect("app", Precedence::User);
    let set = mine(json!({"m": {}}), json!([])).run(json!({"app": "mine"}));
    set.is(json!({"app": "mine"}), json!(["app", {"before": {"app": {}}}]));
    let dropped = mine(set.document.clone(), set.record.clone()).run(json!({}));
    dropped.outcomes(&[("app", Outcome::Pruned)]);
    assert_eq!(dropped.document, json!({"m": {}}));
    let unknown = mine(json!({"m": {"app": "mine"}}), json!(["app"])).run(json!({}));
    unknown.is(json!({"app": "mine"}), json!([])).warns(&[Code::ProtectedKey]);
}

#[test]
fn what_the_operator_writes_over_an_override_is_what_comes_back() {
    let mine = |document, record| case(document, record).protect("app", Precedence::User);
    let set = mine(json!({"m": {"app": "op"}}), json!({})).run(json!({"app": "mine"}));
    let kept = mine(json!({"m": {"app": "newer"}}), set.record.clone()).run(json!({"app": "mine"}));
    assert_eq!(kept.document, json!({"m": {"app": "mine"}}));
    let dropped = mine(kept.document.clone(), kept.record.clone()).run(json!({}));
    assert_eq!(dropped.document, json!({"m": {"app": "newer"}}));
    let back = mine(json!({"m": {"app": "op"}}), set.record.clone()).run(json!({}));
    back.warns(&[]).outcomes(&[("app", Outcome::Restored)]);
}

#[test]
fn a_map_that_we_created_goes_when_it_is_empty() {
    for form in [json!(""), json!("/digests"), json!([{}]), json!({"/": {}})] {
        let made = case(json!({}), form).run(json!({"a": "1"}));
        assert_eq!(made.document, json!({"m": {"a": "1"}}));
        assert!(made.result.record.created());
        let gone = case(made.document.clone(), made.record.clone()).run(json!({}));
        assert_eq!(gone.document, json!({}));
        assert!(!gone.result.record.created());
        // Another tool's key keeps it, and when that goes too, so does the map.
        let shared = case(json!({"m": {"a": "1", "theirs": "2"}}), made.record.clone()).run(json!({}));
        assert_eq!(shared.document, json!({"m": {"theirs": "2"}}));
        let left = case(json!({"m": {}}), shared.record.clone()).run(json!({}));
        assert_eq!(left.document, json!({}));
    }
    // A bare list says nothing of the map, and a map in the place of null was there.
    let bare = case(json!({}), json!([])).run(json!({"a": "1"}));
    bare.is(json!({"a": "1"}), json!(["a"]));
    let null = case(json!({"m": null}), json!("")).run(json!({"a": "1"}));
    null.is(json!({"a": "1"}), json!("a"));
    let null = case(json!({"m": null}), json!("/created,a")).run(json!({"a": "1"}));
    null.is(json!({"a": "1"}), json!("a"));
    let nothing = case(json!({}), json!([])).run(json!({}));
    assert_eq!(nothing.document, json!({}));
}

#[test]
fn new_keys_come_in_order_and_the_plan_expects_what_was_there() {
    let done = case(json!({"m": {"z": "0"}}), json!(["z"])).run(json!({"c": "1", "a": "2", "b": "3"}));
    let places: Vec<_> = done.result.plan.assignments().iter().map(|a| a.location.to_string()).collect();
    assert_eq!(places, [".m.a", ".m.b", ".m.c", ".m.z"]);
    let mut later = json!({"m": {"z": "changed"}});
    assert_eq!(done.result.plan.apply(&mut later).expect_err("stale").diagnose().code, Code::Stale);
    assert_eq!(later, json!({"m": {"z": "changed"}}));
}

#[test]
fn what_cannot_be_reconciled_is_an_error() {
    let list = json!([]);
    let map = Map::new(at(), Some(&list));
    let none = BTreeMap::new();
    let error = reconcile(&map, &none, None, &Owners::default()).expect_err("a list");
    assert_eq!(error.diagnose().code, Code::TypeMismatch);
    let twice = Value::Object(vec![("a".into(), Value::Null), ("a".into(), Value::Null), ("b".into(), Value::Null)]);
    let map = Map::new(at(), Some(&twice));
    let error = reconcile(&map, &desired(json!({"a": null})), None, &Owners::default()).expect_err("twice");
    assert_eq!(error.diagnose().code, Code::DuplicateMember);
    assert_eq!(error.diagnose().location, Some(at().child("a")));
    let elsewhere = reconcile(&map, &desired(json!({"b": "1"})), None, &Owners::default()).expect("not ours");
    assert_eq!(elsewhere.plan.assignments().len(), 1);
}

#[test]
fn the_fingerprint_is_of_what_we_own() {
    let of = |document: Serde, record: Serde, members: Serde| case(document, record).run(members).result.fingerprint();
    let two = of(json!({"m": {"a": "1", "b": "2"}}), json!(["a", "b"]), json!({"a": "1", "b": "2"}));
    let theirs = json!({"m": {"restartedAt": "t2", "b": "2", "a": "1"}});
    assert_eq!(of(theirs.clone(), json!(["a", "b"]), json!({"b": "2", "a": "1"})), two);
    let one = of(theirs, json!(["a", "b"]), json!({"a": "1"}));
    assert_ne!(one, two, "a removal alone changes it");
    assert_eq!(one, Fingerprint::of_map(&json!({"a": "1"})));
    assert_eq!(one.to_string(), one.as_str());
    assert_ne!(of(json!({}), json!([]), json!({"a": "2"})), one);
}

fn annotation(key: &str) -> Location {
    Location::root().child("metadata").child("annotations").child(key)
}

fn labels() -> Location {
    Location::root().child("metadata").child("labels")
}

/// One reconciliation by the record in the document, carried out.
fn recorded(document: &mut Serde, map: &Location, members: Serde, place: &str) -> Result<Reconciled, AppliedError> {
    let place = RecordPlace::new(annotation(place), None)?;
    let done = reconcile_recorded(&*document, map, &desired(members), &place, None, &Owners::default())?;
    done.reconciled.plan.apply(document).expect("made for this document");
    Ok(done.reconciled)
}

#[test]
fn the_record_is_written_in_the_same_plan() {
    let mut document = json!({"metadata": {"labels": {"theirs": "1"}}});
    let first = recorded(&mut document, &labels(), json!({"team": "a", "tier": "x"}), "applied").expect("first");
    assert!(first.unrecorded);
    let annotations = json!({"applied": "team,tier"});
    let want = json!({"theirs": "1", "team": "a", "tier": "x"});
    assert_eq!(document, json!({"metadata": {"labels": want, "annotations": annotations}}));
    let again = recorded(&mut document, &labels(), json!({"team": "a", "tier": "x"}), "applied").expect("again");
    assert!(again.plan.is_empty() && !again.unrecorded);
    recorded(&mut document, &labels(), json!({}), "applied").expect("nothing any more");
    assert_eq!(document, json!({"metadata": {"labels": {"theirs": "1"}, "annotations": {"applied": ""}}}));
}

#[test]
fn the_record_may_stand_in_the_map_itself() {
    let map = Location::root().child("metadata").child("annotations");
    let mut document = json!({"metadata": {}});
    recorded(&mut document, &map, json!({"note": "n"}), "applied").expect("first");
    assert_eq!(document, json!({"metadata": {"annotations": {"note": "n", "applied": "/created,note"}}}));
    let done = recorded(&mut document, &map, json!({}), "applied").expect("then");
    assert_eq!(document, json!({"metadata": {"annotations": {"applied": "/created"}}}));
    assert_eq!(done.warnings(), []);
    let error = recorded(&mut document, &map, json!({"applied": "x"}), "applied").expect_err("our own key");
    assert_eq!(error.diagnose().code, Code::ConflictingWrites);
    let inside = Location::root().child("metadata").child("annotations").child("applied");
    let error = recorded(&mut document, &inside, json!({}), "applied").expect_err("the record is no map");
    assert_eq!(error.diagnose().code, Code::ConflictingWrites);
}

#[test]
fn a_map_that_holds_the_record_is_not_empty() {
    let map = Location::root().child("metadata").child("annotations");
    let place = RecordPlace::new(annotation("applied"), None).expect("the object's own");
    let first = Record::parse("/created,gone", &map, &json!({})).expect("a record");
    for start in [json!({"metadata": {"annotations": {}}}), json!({"metadata": {}}), json!({})] {
        let mut document = start;
        let none = BTreeMap::new();
        let done = reconcile_recorded(&document, &map, &none, &place, Some(&first), &Owners::default()).expect("a map");
        done.reconciled.plan.apply(&mut document).expect("made for this document");
        assert_eq!(document, json!({"metadata": {"annotations": {"applied": "/created"}}}));
        assert!(!done.reconciled.unrecorded);
    }
}

#[test]
fn a_record_that_is_handed_in_becomes_text_in_an_annotation() {
    let first = Record::read(&(&json!(["team"])).into(), &labels(), &json!({})).expect("a record");
    let place = RecordPlace::new(annotation("applied"), None).expect("the object's own");
    let mut document = json!({"metadata": {"labels": {"team": "a", "theirs": "1"}}});
    let none = BTreeMap::new();
    let done =
        reconcile_recorded(&document, &labels(), &none, &place, Some(&first), &Owners::default()).expect("a map");
    done.reconciled.plan.apply(&mut document).expect("made for this document");
    assert_eq!(document, json!({"metadata": {"labels": {"theirs": "1"}, "annotations": {"applied": "[]"}}}));
    // A record that stands there is the one that counts.
    let stands = json!({"metadata": {"labels": {"team": "a"}, "annotations": {"applied": ""}}});
    let done = reconcile_recorded(&stands, &labels(), &none, &place, Some(&first), &Owners::default()).expect("a map");
    assert!(done.reconciled.plan.is_empty());
}

#[test]
fn a_record_of_any_form_keeps_its_form() {
    for (before, after) in [
        ("team,tier", "tier"),
        (r#"["team","tier"]"#, r#"["tier"]"#),
        (r#"{"team":"a","tier":"x"}"#, r#"{"tier":"x"}"#),
        ("team=0000000000000000,tier", "tier=e05b47b45c9fa280"),
    ] {
        let value = if after.contains('=') { json!("") } else { json!("x") };
        let mut document = json!({"metadata": {"labels": {"team": "a", "tier": value}, "annotations": {"r": before}}});
        recorded(&mut document, &labels(), json!({"tier": value}), "r").expect("a record");
        assert_eq!(document["metadata"]["annotations"]["r"], json!(after));
    }
}

#[test]
fn a_record_that_cannot_be_read_changes_nothing() {
    for record in ["not a record", "[\"a\"", "a,,b", "/made,a", "a=1", "{\"/\":1}", "[1]", "[{\"x\":1}]", "a=,b"] {
        let mut document = json!({"metadata": {"labels": {"a": "1"}, "annotations": {"r": record}}});
        let before = document.clone();
        let error = recorded(&mut document, &labels(), json!({}), "r").expect_err(record).diagnose();
        assert_eq!((error.code, error.location), (Code::InvalidRecord, Some(annotation("r"))), "{record}");
        assert!(error.help.is_some());
        assert_eq!(document, before);
    }
    let mut document = json!({"metadata": {"annotations": {"r": "[".repeat(100_000)}}});
    let error = recorded(&mut document, &labels(), json!({}), "r").expect_err("deep").diagnose();
    assert_eq!(error.code, Code::TooDeep);
    for record in [json!(5), json!(null), json!(true)] {
        let mut document = json!({"metadata": {"annotations": {"r": record}}});
        let error = recorded(&mut document, &labels(), json!({}), "r").expect_err("no record").diagnose();
        assert_eq!(error.code, Code::InvalidRecord);
    }
}

#[test]
fn annotations_have_a_size() {
    let big = "x".repeat((256 << 10) - 20);
    let mut document = json!({"metadata": {"annotations": {"big": big}}});
    recorded(&mut document, &labels(), json!({"team": "a"}), "r").expect("a few bytes are left");
    let before = document.clone();
    let error = recorded(&mut document, &labels(), json!({"team-of-the-year": "a"}), "r").expect_err("too large");
    assert_eq!(error.diagnose().code, Code::TooLarge);
    assert_eq!(error.diagnose().location, Some(Location::root().child("metadata").child("annotations")));
    assert_eq!(document, before);
    // To the byte: keys and values of all annotations, the record among them.
    let with = |spare: usize| {
        let mut document = json!({"metadata": {"annotations": {"big": "x".repeat((256 << 10) - 100 + spare)}}});
        recorded(&mut document, &labels(), json!({"team": "a"}), "r").map(|_| {
            let all = document["metadata"]["annotations"].as_object().expect("annotations");
            all.iter().map(|(key, text)| key.len() + text.as_str().expect("text").len()).sum::<usize>()
        })
    };
    let spare = (256 << 10) - with(0).expect("it fits");
    assert_eq!(with(spare).expect("the last byte"), 256 << 10);
    assert_eq!(with(spare + 1).expect_err("one too many").diagnose().code, Code::TooLarge);
    // What the same plan removes makes room, and what it adds to the annotations themselves counts.
    let map = Location::root().child("metadata").child("annotations");
    let mut document = json!({"metadata": {"annotations": {"r": "big", "big": "x".repeat(256 << 10)}}});
    recorded(&mut document, &map, json!({"small": "s"}), "r").expect("the big one goes");
    assert!(recorded(&mut document, &map, json!({"small": "x".repeat(256 << 10)}), "r").is_err());
}

/// An annotation, an entry of another map of strings, the fields of a manager: nothing else is a place for a record.
#[test]
fn where_a_record_can_stand() {
    let place = |text: &str| {
        let address = fieldwright::expression::Address::parse(text, &fieldwright::limits::Limits::DEFAULT);
        RecordPlace::new(address.expect("an address").to_location().expect("one place"), None)
    };
    for text in [
        ".metadata.annotations.r",
        ".items[0].metadata.annotations.r",
        ".data.r",
        ".stringData.r",
        ".metadata.managedFields[0].fieldsV1",
    ] {
        assert_eq!(place(text).expect(text).location().to_string(), text);
    }
    for text in [
        ".",
        ".r",
        ".metadata",
        ".metadata.r",
        ".metadata.name",
        ".metadata.labels.a.b",
        ".metadata.managedFields[0]",
        ".metadata.managedFields[0].manager",
        ".metadata.managedFields",
        ".spec.a.b",
        ".data[0]",
        ".spec.list[0].fieldsV1",
    ] {
        assert!(
            matches!(place(text), Err(AppliedError::NoRecordPlace { .. } | AppliedError::OnTemplate { .. })),
            "{text}"
        );
    }
}

#[test]
fn the_record_is_never_on_a_pod_template() {
    let path = |keys: &[&str]| keys.iter().map(|key| (*key).into()).collect::<Location>();
    for (place, template) in [
        (path(&["spec", "template", "metadata", "annotations", "r"]), ".spec.template"),
        (path(&["spec", "jobTemplate", "spec", "r"]), ".spec.jobTemplate"),
        (path(&["spec", "pod", "metadata", "annotations", "r"]), ".spec.pod"),
    ] {
        let error = RecordPlace::new(place.clone(), None).expect_err("on a template").diagnose();
        assert_eq!((error.code, error.location), (Code::MisplacedRecord, Some(place)));
        assert_eq!(error.other.expect("the template").to_string(), template);
    }
    let spec = path(&["spec", "predictor"]);
    let inside = spec.child("annotations").child("r");
    assert!(RecordPlace::new(inside.clone(), Some(&spec)).is_err());
    let items = Location::root().child("items").child(0).child("metadata").child("annotations").child("r");
    for place in [inside, annotation("template"), annotation("metadata"), path(&["annotations", "template"]), items] {
        let other = Location::root().child("elsewhere");
        assert!(RecordPlace::new(place, Some(&other)).is_ok());
    }
}
