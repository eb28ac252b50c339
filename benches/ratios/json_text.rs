//! Setting one field in JSON text.

use crate::documents::{pods, pretty};
use crate::job::{Job, Peer};
use fieldwright::document::json::{JsonDocument, edit_text};
use fieldwright::limits::Limits;
use fieldwright::location::Location;
use fieldwright::plan::{Assignment, Op, Plan};
use jaq_core::load::{Arena, File, Loader};
use jaq_core::{Ctx, Vars, data::JustLut, unwrap_valr};
use jaq_json::Val;
use sonic_rs::{JsonValueMutTrait as _, JsonValueTrait as _};
use std::hint::black_box;

/// The text sizes, compact and indented.
pub fn jobs(huge: bool, chosen: &dyn Fn(&str) -> bool) -> Vec<Job<'static>> {
    let sizes = [("2 KB", 2_000), ("20 KB", 20_000), ("1 MB", 1_000_000), ("50 MB", 50_000_000)];
    let mut jobs = Vec::new();
    for (size, bytes) in &sizes[..if huge { 4 } else { 3 }] {
        for (layout, indented) in [("compact", false), ("indented", true)] {
            let name = format!("json: set one field in {size}, {layout}");
            if chosen(&name) {
                jobs.push(set_one_field(name, *bytes, indented));
            }
        }
    }
    jobs
}

const IMAGE: &str = "example.net/front:1.5.0";

fn set_one_field(name: String, bytes: usize, indented: bool) -> Job<'static> {
    let (text, at) = pods(bytes, indented);
    let place = Location::root().child("items").child(at).child("spec").child("containers").child(0).child("image");
    let pointer = place.to_pointer();
    let plan = Plan::new(vec![Assignment::new(place.clone(), Op::Set(IMAGE.into()))]).expect("one");
    let whole = plan.clone();
    let print = move |value: &serde_json::Value| if indented { pretty(value) } else { value.to_string() };
    let patch: json_patch::Patch =
        serde_json::from_value(serde_json::json!([{"op": "replace", "path": pointer.clone(), "value": IMAGE}]))
            .expect("a patch");
    let run = jaq(&format!("{place} = \"{IMAGE}\""));
    let peers: Vec<Peer<'static>> = vec![
        ("fieldwright, one pass", Box::new(move || drop(edit_text(black_box(text), &plan, &Limits::DEFAULT)))),
        (
            "fieldwright, whole index",
            Box::new(move || {
                let document = JsonDocument::parse(black_box(text), &Limits::DEFAULT).expect("JSON");
                drop(black_box(document.apply(&whole)));
            }),
        ),
        ("copy of the bytes", Box::new(move || drop(black_box(black_box(text).to_owned())))),
        (
            "serde_json, checked only",
            Box::new(move || drop(black_box(serde_json::from_str::<serde::de::IgnoredAny>(black_box(text))))),
        ),
        (
            "serde_json, parse, set, print",
            Box::new(move || {
                let mut value: serde_json::Value = serde_json::from_str(black_box(text)).expect("JSON");
                *value.pointer_mut(&pointer).expect("the place") = IMAGE.into();
                black_box(print(&value));
            }),
        ),
        (
            "json-patch, parse, patch, print",
            Box::new(move || {
                let mut value: serde_json::Value = serde_json::from_str(black_box(text)).expect("JSON");
                json_patch::patch(&mut value, &patch).expect("the place");
                black_box(print(&value));
            }),
        ),
        ("sonic-rs, parse, set, print", Box::new(move || sonic_whole(black_box(text), at, indented))),
        ("sonic-rs, find and splice, unchecked", Box::new(move || sonic_splice(black_box(text), at))),
        ("jaq, parse, run, print (compact)", Box::new(move || run(black_box(text)))),
    ];
    Job { name, bytes: text.len(), peers }
}

fn sonic_whole(text: &str, at: usize, indented: bool) {
    let mut value: sonic_rs::Value = sonic_rs::from_str(text).expect("JSON");
    let path = sonic_rs::pointer!["items", at, "spec", "containers", 0, "image"];
    *value.pointer_mut(&path).expect("the place") = sonic_rs::Value::from(IMAGE);
    let print = if indented { sonic_rs::to_string_pretty } else { sonic_rs::to_string };
    black_box(print(&value).expect("a value prints"));
}

/// It finds the place and leaves the text behind it unread.
fn sonic_splice(text: &str, at: usize) {
    let path = sonic_rs::pointer!["items", at, "spec", "containers", 0, "image"];
    let found = sonic_rs::get(text, &path).expect("the place");
    let raw = found.as_raw_str();
    let start = raw.as_ptr() as usize - text.as_ptr() as usize;
    let mut out = String::with_capacity(text.len() + IMAGE.len());
    out.push_str(&text[..start]);
    out.push_str(&sonic_rs::to_string(IMAGE).expect("a string prints"));
    out.push_str(&text[start + raw.len()..]);
    black_box(out);
    black_box(found.is_str());
}

fn jaq(program: &str) -> impl Fn(&str) + use<> {
    let code: &'static str = Box::leak(program.to_owned().into_boxed_str());
    let arena = Arena::default();
    let modules = Loader::new(jaq_core::defs()).load(&arena, File { code, path: () }).expect("a program");
    let filter = jaq_core::Compiler::default()
        .with_funs(jaq_core::funs::<JustLut<Val>>())
        .compile(modules)
        .expect("it compiles");
    move |text| {
        let input = jaq_json::read::parse_single(text.as_bytes()).expect("JSON");
        let context = Ctx::<JustLut<Val>>::new(&filter.lut, Vars::new([]));
        for value in filter.id.run((context, input)).map(unwrap_valr) {
            black_box(value.expect("the place").to_string());
        }
    }
}
