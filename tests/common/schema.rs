//! Attachments of the schema, and plans as several test files see them.
#![allow(dead_code)] // each test file uses some of them

use fieldwright::expression::Address;
use fieldwright::limits::Limits;
use fieldwright::plan::{Op, Plan};
use fieldwright::schema::{Attached, Schema};
use fieldwright::value::Value;
use serde_json::Value as Serde;

/// Our value of a JSON text or literal.
pub fn value(json: &Serde) -> Value {
    Value::from(json)
}

/// The built-in schema with a type at a place.
pub fn attached(place: &str, type_name: &str) -> Attached<'static> {
    with(Attached::new(Schema::kubernetes()), place, type_name)
}

/// One more attachment.
pub fn with(attached: Attached<'static>, place: &str, type_name: &str) -> Attached<'static> {
    let address = Address::parse(place, &Limits::DEFAULT).expect("an address");
    attached.with(&address, type_name).expect("a type")
}

/// The built-in schema by the document's kind.
pub fn by_kind(document: &Serde) -> Attached<'static> {
    Attached::new(Schema::kubernetes()).by_kind(document)
}

/// No schema.
pub fn bare() -> Attached<'static> {
    Attached::new(Schema::none())
}

/// The document after the plan.
pub fn applied(plan: &Plan, document: &Serde) -> Serde {
    let mut document = document.clone();
    plan.apply(&mut document).expect("the plan fits");
    document
}

/// One line for each assignment, in plan order.
pub fn lines(plan: &Plan) -> Vec<String> {
    let line = |assignment: &fieldwright::plan::Assignment| {
        let place = &assignment.location;
        match &assignment.op {
            Op::Set(value) => format!("{place} = {value}"),
            Op::Remove => format!("del({place})"),
            Op::Insert(values) => format!("{place} <- {}", Value::Array(values.clone())),
        }
    };
    plan.assignments().iter().map(line).collect()
}
