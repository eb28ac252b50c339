//! Judging path expressions.

use crate::job::{Job, Peer};
use fieldwright::expression::Expression;
use fieldwright::limits::Limits;
use jaq_core::load::{lex::Lexer, parse::Parser};
use std::hint::black_box;

/// Addresses as definitions have them.
pub const ADDRESSES: [&str; 6] = [
    ".spec.replicas",
    ".spec.template.spec",
    ".spec.template.metadata.labels",
    ".spec.services[].podTemplate.spec.containers[].image",
    ".spec.template.metadata.annotations[\"autoscaling.example.net/min-scale\"]",
    ".a.b[0].c[].d[\"e\"].f",
];

/// One address a job, and a formula.
pub fn jobs(_: bool, chosen: &dyn Fn(&str) -> bool) -> Vec<Job<'static>> {
    let texts = ADDRESSES.into_iter().chain([".spec.replicas // 1"]);
    let jobs = texts.map(|text| Job { name: format!("classify: {text}"), bytes: 0, peers: peers(text) });
    jobs.filter(|job| chosen(&job.name)).collect()
}

fn peers(text: &'static str) -> Vec<Peer<'static>> {
    vec![
        ("fieldwright", Box::new(move || drop(black_box(Expression::parse(black_box(text), &Limits::DEFAULT))))),
        (
            "jaq-core, lex and parse",
            Box::new(move || {
                let tokens = Lexer::new(black_box(text)).lex().expect("tokens");
                drop(black_box(Parser::new(&tokens).parse(|parser| parser.term()).expect("a term")));
            }),
        ),
    ]
}
