//! A plan as JSON, without loss: what it expects and why each assignment is there survive.

use crate::diagnostic::{Code, Diagnose, Diagnostic};
use crate::expression::Address;
use crate::limits::Limits;
use crate::location::{Location, Segment};
use crate::plan::{Assignment, Cause, Conflict, Expected, Op, Plan, Test};
use crate::value::{Kind, Value};

/// A value that is not the JSON of a plan.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", self.diagnose().message)]
pub struct PlanReadError {
    /// The place in the JSON.
    pub location: Location,
    /// What is wrong there.
    pub kind: PlanReadErrorKind,
}

/// What is wrong with a place.
#[derive(Clone, Debug, PartialEq)]
pub enum PlanReadErrorKind {
    /// Something else stands there.
    Wanted {
        /// What fits.
        want: &'static str,
        /// The type that stands there; `None` if nothing does.
        got: Option<Kind>,
    },
    /// `{"op": "del"}`
    UnknownOp {
        /// The text that stands there.
        found: String,
    },
    /// `{"op": "set", "vaule": 1}`
    UnknownMember,
    /// `{"op": "set", "location": ".a[]"}`
    NotALocation {
        /// The text that stands there.
        found: String,
    },
    /// An insert whose location is no entry of a list
    NotAnEntry,
    /// Two assignments that overlap
    Conflict(Conflict),
}

const MEMBERS: &[&str] = &["op", "location", "value", "values", "expected", "because"];

impl Plan {
    /// One object for each assignment, in plan order, behind what else it expects:
    ///
    /// ```json
    /// [
    ///   {"op": "test", "location": ".env[0].name", "expected": {"value": "TOKEN"}},
    ///   {"op": "set", "location": ".env[0].value", "value": "x", "expected": {"absent": true}},
    ///   {"op": "remove", "location": ".env[0].valueFrom", "expected": {"value": {}},
    ///    "because": {"excluded": ".env[0].value"}},
    ///   {"op": "insert", "location": ".args[1]", "values": ["-v"]}
    /// ]
    /// ```
    pub fn to_json(&self) -> Value {
        Value::Array(self.tests().iter().map(write_test).chain(self.assignments().iter().map(write)).collect())
    }

    /// Reads what [`to_json`](Self::to_json) writes.
    pub fn from_json(json: &Value) -> Result<Plan, PlanReadError> {
        let root = Location::root();
        let Value::Array(entries) = json else { return Err(wanted(&root, "a list", Some(json))) };
        let (mut tests, mut assignments) = (Vec::new(), Vec::new());
        for (index, entry) in entries.iter().enumerate() {
            let at = root.child(index);
            match entry.get("op") {
                Some(Value::String(op)) if op == "test" => tests.push(read_test(entry, &at)?),
                _ => assignments.push(read(entry, &at)?),
            }
        }
        let plan = Plan::new(assignments).map_err(|conflict| PlanReadErrorKind::Conflict(conflict).at(&root))?;
        Ok(plan.with_tests(tests))
    }
}

fn write_test(test: &Test) -> Value {
    let members = [
        ("op", Value::from("test")),
        ("location", Value::String(test.location.to_string())),
        ("expected", write_expected(&test.expected)),
    ];
    Value::Object(members.into_iter().map(|(name, value)| (name.to_string(), value)).collect())
}

fn write_expected(expected: &Expected) -> Value {
    match expected {
        Expected::Absent => one("absent", Value::Bool(true)),
        Expected::Value(value) => one("value", value.clone()),
    }
}

fn write(assignment: &Assignment) -> Value {
    let (op, value) = match &assignment.op {
        Op::Set(value) => ("set", Some(("value", value.clone()))),
        Op::Remove => ("remove", None),
        Op::Insert(values) => ("insert", Some(("values", Value::Array(values.clone())))),
    };
    let mut members = vec![("op", Value::from(op)), ("location", Value::String(assignment.location.to_string()))];
    members.extend(value);
    members.extend(assignment.expected.as_ref().map(|expected| ("expected", write_expected(expected))));
    members.extend(assignment.cause.as_ref().map(|cause| {
        let (name, place) = match cause {
            Cause::Excluded(place) => ("excluded", place),
            Cause::Chosen(place) => ("chosen", place),
        };
        ("because", one(name, Value::String(place.to_string())))
    }));
    Value::Object(members.into_iter().map(|(name, value)| (name.to_string(), value)).collect())
}

fn one(name: &str, value: Value) -> Value {
    Value::Object(vec![(name.into(), value)])
}

fn check_members(entry: &Value, known: &[&str], at: &Location) -> Result<(), PlanReadError> {
    let Value::Object(members) = entry else { return Err(wanted(at, "an object", Some(entry))) };
    match members.iter().find(|(name, _)| !known.contains(&name.as_str())) {
        Some((name, _)) => Err(PlanReadErrorKind::UnknownMember.at(&at.child(name.as_str()))),
        None => Ok(()),
    }
}

fn read_test(entry: &Value, at: &Location) -> Result<Test, PlanReadError> {
    check_members(entry, &["op", "location", "expected"], at)?;
    let (location, expected) = (entry.get("location"), entry.get("expected"));
    let text = location.and_then(Value::as_str).ok_or_else(|| wanted(&at.child("location"), "a string", location))?;
    let at_expected = at.child("expected");
    let value = expected.ok_or_else(|| wanted(&at_expected, "what must stand there", None))?;
    Ok(Test { location: read_location(text, &at.child("location"))?, expected: read_expected(value, &at_expected)? })
}

fn read(entry: &Value, at: &Location) -> Result<Assignment, PlanReadError> {
    check_members(entry, MEMBERS, at)?;
    let inside = |name: &str| (entry.get(name), at.child(name));
    let text = |name: &str| {
        let (value, at) = inside(name);
        value.and_then(Value::as_str).ok_or_else(|| wanted(&at, "a string", value))
    };
    let value = |name: &str| entry.get(name).ok_or_else(|| wanted(&at.child(name), "a value", None));
    let location = read_location(text("location")?, &at.child("location"))?;
    let op = match text("op")? {
        "set" => Op::Set(value("value")?.clone()),
        "remove" => Op::Remove,
        "insert" if !matches!(location.segments().last(), Some(Segment::Index(_))) => {
            return Err(PlanReadErrorKind::NotAnEntry.at(&at.child("location")));
        }
        "insert" => match value("values")? {
            Value::Array(values) => Op::Insert(values.clone()),
            other => return Err(wanted(&at.child("values"), "a list", Some(other))),
        },
        other => return Err(PlanReadErrorKind::UnknownOp { found: other.into() }.at(&at.child("op"))),
    };
    let expected = entry.get("expected").map(|value| read_expected(value, &at.child("expected"))).transpose()?;
    let cause = entry.get("because").map(|value| read_cause(value, &at.child("because"))).transpose()?;
    Ok(Assignment { location, op, expected, cause })
}

fn read_expected(value: &Value, at: &Location) -> Result<Expected, PlanReadError> {
    match only_member(value) {
        Some(("absent", Value::Bool(true))) => Ok(Expected::Absent),
        Some(("value", value)) => Ok(Expected::Value(value.clone())),
        _ => Err(wanted(at, "`{\"absent\":true}` or `{\"value\":...}`", Some(value))),
    }
}

fn read_cause(value: &Value, at: &Location) -> Result<Cause, PlanReadError> {
    let place = |name: &str, place: &str| read_location(place, &at.child(name));
    match only_member(value) {
        Some(("excluded", Value::String(text))) => Ok(Cause::Excluded(place("excluded", text)?)),
        Some(("chosen", Value::String(text))) => Ok(Cause::Chosen(place("chosen", text)?)),
        _ => Err(wanted(at, "`{\"excluded\":LOCATION}` or `{\"chosen\":LOCATION}`", Some(value))),
    }
}

fn only_member(value: &Value) -> Option<(&str, &Value)> {
    match value {
        Value::Object(members) => match &members[..] {
            [(name, value)] => Some((name, value)),
            _ => None,
        },
        _ => None,
    }
}

fn read_location(text: &str, at: &Location) -> Result<Location, PlanReadError> {
    let address = Address::parse(text, &Limits::DEFAULT).ok();
    let certain = address.filter(|address| address.steps().iter().all(|step| !step.optional));
    let location = certain.and_then(|address| address.to_location());
    location.ok_or_else(|| PlanReadErrorKind::NotALocation { found: text.into() }.at(at))
}

fn wanted(at: &Location, want: &'static str, got: Option<&Value>) -> PlanReadError {
    PlanReadErrorKind::Wanted { want, got: got.map(Value::kind) }.at(at)
}

impl PlanReadErrorKind {
    fn at(self, location: &Location) -> PlanReadError {
        PlanReadError { location: location.clone(), kind: self }
    }
}

impl Diagnose for PlanReadError {
    fn diagnose(&self) -> Diagnostic {
        let place = &self.location;
        let say = |message: String| Diagnostic::new(Code::InvalidPlan, message);
        match &self.kind {
            PlanReadErrorKind::Wanted { want, got: None } => {
                say(format!("`{place}` is missing in the plan")).help(format!("write {want} there"))
            }
            PlanReadErrorKind::Wanted { want, got: Some(got) } => {
                say(format!("`{place}` of the plan is of type {got}, not {want}")).help(format!("write {want} there"))
            }
            PlanReadErrorKind::UnknownOp { found } => {
                say(format!("`{found}` is not something that a plan does")).help("write `set`, `remove` or `insert`")
            }
            PlanReadErrorKind::UnknownMember => say(format!("`{place}` means nothing in a plan"))
                .help(format!("the members that can stand there are {}", MEMBERS.join(", "))),
            PlanReadErrorKind::NotALocation { found } => {
                say(format!("`{found}` is not a location")).help("use keys and indexes only, such as `.a[\"b/c\"][0]`")
            }
            PlanReadErrorKind::NotAnEntry => say(format!("`{place}` of the plan is no entry of a list"))
                .help("an insert names the entry that it comes before, such as `.list[0]`"),
            PlanReadErrorKind::Conflict(conflict) => return conflict.diagnose(),
        }
        .at(place)
    }
}
