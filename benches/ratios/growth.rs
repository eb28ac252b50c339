//! How times grow: with the bytes of a text, with the changes of a plan, with what is compared, with the steps of an address.

use crate::diff::attached_fleet;
use crate::documents::{changed_pods, fleet, fleet_override, leak, pod_list, pods};
use crate::job::Growth;
use fieldwright::diff::diff;
use fieldwright::document::json::edit_text;
use fieldwright::expression::Expression;
use fieldwright::limits::Limits;
use fieldwright::location::Location;
use fieldwright::merge::merge;
use fieldwright::plan::{Assignment, Op, Plan};
use fieldwright::schema::{Attached, Schema};
use std::hint::black_box;

type Point = (usize, Box<dyn FnMut()>);

/// A count that time is divided by is in each table that of the unit.
pub fn growths(huge: bool) -> Vec<Growth<'static>> {
    let sizes = [2_000, 20_000, 200_000, 1_000_000, 10_000_000, 50_000_000];
    let sizes = &sizes[..if huge { 6 } else { 5 }];
    vec![
        Growth {
            name: "growth: set one field in JSON text, by its size",
            unit: "byte",
            points: sizes.iter().map(|bytes| by_bytes(*bytes)).collect(),
        },
        Growth {
            name: "growth: edits of one plan on 10 MB of JSON text",
            unit: "change",
            points: [1, 10, 100, 1000, 5000].into_iter().map(by_changes).collect(),
        },
        Growth {
            name: "growth: diff of two lists, one pod in 100 changed",
            unit: "pod",
            points: [100, 1000, 10_000].into_iter().map(by_pods).collect(),
        },
        Growth {
            name: "growth: diff of two lists of 10000 pods, by changes",
            unit: "change",
            points: [1, 10, 100, 1000, 10_000].into_iter().map(by_changed_pods).collect(),
        },
        Growth {
            name: "growth: keyed diff, one pod in 100 changed",
            unit: "pod",
            points: [100, 1000, 10_000].into_iter().map(|pods| keyed_diff(pods, pods, pods / 100)).collect(),
        },
        Growth {
            name: "growth: keyed diff of 10000 pods, by changed pods",
            unit: "change",
            points: [1, 10, 100, 1000, 10_000]
                .into_iter()
                .map(|changes| keyed_diff(changes, 10_000, changes))
                .collect(),
        },
        Growth {
            name: "growth: keyed merge, one pod in 100 changed",
            unit: "pod",
            points: [100, 1000, 10_000].into_iter().map(|pods| keyed_merge(pods, pods, pods / 100)).collect(),
        },
        Growth {
            name: "growth: keyed merge into 10000 pods, by changed pods",
            unit: "change",
            points: [1, 10, 100, 1000, 10_000]
                .into_iter()
                .map(|changes| keyed_merge(changes, 10_000, changes))
                .collect(),
        },
        Growth {
            name: "growth: classify an address, by its steps",
            unit: "step",
            points: [1, 8, 64, 512].into_iter().map(by_steps).collect(),
        },
    ]
}

fn image(at: usize) -> Assignment {
    let place = Location::root().child("items").child(at).child("spec").child("containers").child(0).child("image");
    Assignment::new(place, Op::Set("example.net/front:1.5.0".into()))
}

fn by_bytes(bytes: usize) -> Point {
    let (text, at) = pods(bytes, false);
    let plan = Plan::new(vec![image(at)]).expect("a plan");
    (text.len(), Box::new(move || drop(black_box(edit_text(black_box(text), &plan, &Limits::DEFAULT)))))
}

fn by_changes(changes: usize) -> Point {
    let (text, middle) = pods(10_000_000, false);
    let plan = Plan::new((0..changes).map(|change| image(change * 2 * middle / changes)).collect()).expect("a plan");
    (changes, Box::new(move || drop(black_box(edit_text(black_box(text), &plan, &Limits::DEFAULT).expect("it fits")))))
}

fn by_pods(count: usize) -> Point {
    between(count, count, count / 100)
}

fn by_changed_pods(changes: usize) -> Point {
    between(changes, 10_000, changes)
}

fn between(number: usize, pods: usize, changes: usize) -> Point {
    let before = pod_list(pods);
    let after = changed_pods(&before, changes);
    let schema: &'static Attached<'static> = leak(Attached::new(Schema::none()));
    (number, Box::new(move || drop(black_box(diff(black_box(&before), &after, schema).expect("a plan")))))
}

fn keyed_diff(number: usize, pods: usize, changes: usize) -> Point {
    let (before, schema) = (fleet(pods), leak(attached_fleet()));
    let mut after = before.clone();
    let over = fleet_override(&before, changes);
    merge(&before, &over, schema).expect("a plan").apply(&mut after).expect("it fits");
    (number, Box::new(move || drop(black_box(diff(black_box(&before), &after, schema).expect("a plan")))))
}

fn keyed_merge(number: usize, pods: usize, changes: usize) -> Point {
    let (base, schema) = (fleet(pods), leak(attached_fleet()));
    let over = fleet_override(&base, changes);
    (number, Box::new(move || drop(black_box(merge(black_box(&base), &over, schema).expect("a plan")))))
}

fn by_steps(steps: usize) -> Point {
    let text = ".spec".repeat(steps);
    (steps, Box::new(move || drop(black_box(Expression::parse(black_box(&text), &Limits::DEFAULT)))))
}
