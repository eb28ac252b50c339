//! Formulas of definitions on a workload, from a `serde_json` value.

use crate::documents::{deployment, leak};
use crate::job::{Job, Peer};
use fieldwright::expression::{Expression, Formula, Variables};
use fieldwright::limits::Limits;
use jaq_core::load::{Arena, File, Loader};
use jaq_core::{Ctx, Vars, data::JustLut, unwrap_valr};
use jaq_json::Val;
use std::hint::black_box;

const FORMULAS: [&str; 5] = [
    ".spec.replicas // 1",
    "(.status.readyReplicas // 0) == (.spec.replicas // 1) and (.status.observedGeneration // 0) > 0",
    ".spec.template.spec.containers[] | select(.name == \"worker-03\") | .image",
    "[.spec.template.spec.containers[] | .env | length]",
    ".spec.template.spec.containers | map(.env | length) | add",
];

/// Both sides are compiled before.
pub fn jobs(_: bool, chosen: &dyn Fn(&str) -> bool) -> Vec<Job<'static>> {
    let jobs = FORMULAS.into_iter().map(|text| (text, format!("formula: {text}")));
    jobs.filter(|(_, name)| chosen(name)).map(|(text, name)| job(text, name)).collect()
}

fn job(text: &'static str, name: String) -> Job<'static> {
    let document: &'static serde_json::Value = leak(deployment());
    let Ok(Expression::Formula(formula)) = Expression::parse(text, &Limits::DEFAULT) else {
        panic!("{text} is no formula");
    };
    let formula: &'static Formula<'static> = leak(formula.into_owned());
    let run = leak(jaq(text));
    let converted = convert(document);
    let peers: Vec<Peer<'static>> = vec![
        (
            "fieldwright",
            Box::new(move || {
                let results = formula.evaluate(black_box(document), &Variables::new(), &Limits::DEFAULT);
                drop(black_box(results.expect("results")));
            }),
        ),
        ("jaq, converting the document", Box::new(move || run(convert(black_box(document))))),
        ("jaq, converted before", Box::new(move || run(black_box(converted.clone())))),
    ];
    Job { name, bytes: 0, peers }
}

fn convert(value: &serde_json::Value) -> Val {
    use serde_json::Value as Serde;
    match value {
        Serde::Null => Val::Null,
        Serde::Bool(value) => Val::Bool(*value),
        Serde::Number(number) => match number.as_i64() {
            Some(number) => Val::from(number as isize),
            None => Val::from(number.as_f64().unwrap_or_default()),
        },
        Serde::String(text) => Val::from(text.clone()),
        Serde::Array(entries) => entries.iter().map(convert).collect(),
        Serde::Object(members) => {
            Val::obj(members.iter().map(|(key, value)| (Val::from(key.clone()), convert(value))).collect())
        }
    }
}

fn jaq(code: &'static str) -> impl Fn(Val) + use<> {
    let arena = Arena::default();
    let defs = jaq_core::defs().chain(jaq_std::defs()).chain(jaq_json::defs());
    let modules = Loader::new(defs).load(&arena, File { code, path: () }).expect("a program");
    let funs = jaq_core::funs::<JustLut<Val>>().chain(jaq_std::funs()).chain(jaq_json::funs());
    let filter = jaq_core::Compiler::default().with_funs(funs).compile(modules).expect("it compiles");
    move |input| {
        let context = Ctx::<JustLut<Val>>::new(&filter.lut, Vars::new([]));
        for value in filter.id.run((context, input)).map(unwrap_valr) {
            drop(black_box(value.expect("a result")));
        }
    }
}
