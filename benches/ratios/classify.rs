//! Judging path expressions, and that reading an address asks for no memory.

use crate::job::{Job, Peer};
use crate::report::Report;
use fieldwright::expression::Expression;
use fieldwright::limits::Limits;
use jaq_core::load::{lex::Lexer, parse::Parser};
use std::hint::black_box;

/// Addresses as definitions have them.
const ADDRESSES: [&str; 6] = [
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

/// Panics if an address of up to eight plain steps takes memory from the heap.
pub fn count_allocations(report: &mut Report) {
    let mut all = 0;
    for text in ADDRESSES {
        let count = allocation_counter::measure(|| {
            let read = Expression::parse(black_box(text), &Limits::DEFAULT);
            assert!(matches!(read, Ok(Expression::Address(_))), "{text}");
        });
        assert_eq!(count.count_total, 0, "{text} allocates");
        all += count.count_total;
    }
    report.count("heap allocations of reading six addresses", all);
}
