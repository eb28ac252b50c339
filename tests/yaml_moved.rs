//! Entries of lists that a plan moves: their comments go with them.

use fieldwright::document::yaml::{Dialect, YamlStream};
use fieldwright::limits::Limits;
use fieldwright::location::Location;
use fieldwright::plan::{Assignment, Op, Plan};
use fieldwright::schema::{Attached, Schema};
use fieldwright::value::Value;

fn root(text: &str) -> Value {
    let stream = YamlStream::parse(text, Dialect::Kubernetes, &Limits::DEFAULT).expect(text);
    stream.documents().next().expect("one").root().clone()
}

/// The text with what another text says.
fn reordered(before: &str, wanted: &str) -> String {
    let stream = YamlStream::parse(before, Dialect::Kubernetes, &Limits::DEFAULT).expect(before);
    let (old, new) = (serde_json::Value::from(&root(before)), serde_json::Value::from(&root(wanted)));
    let plan = fieldwright::diff::diff(&old, &new, &Attached::new(Schema::none())).expect("they differ");
    stream.apply(&[(0, &plan)]).unwrap_or_else(|error| panic!("{error} on\n{before}"))
}

#[track_caller]
fn becomes(before: &str, wanted: &str, after: &str) {
    assert_eq!(reordered(before, wanted), after, "on {before:?}");
    let windows = |text: &str| text.replace('\n', "\r\n");
    assert_eq!(reordered(&windows(before), wanted), windows(after), "on {before:?} with CRLF");
    let open = |text: &str| text.strip_suffix('\n').expect("an end").to_string();
    assert_eq!(reordered(&open(before), wanted), open(after), "on {before:?} without an end");
}

#[test]
fn comments_travel_with_their_entry() {
    let before = "l:\n# a, first\n- a   # tail a\n# b1\n# b2\n- \"b\"\n\n# c\n- 'c'\n   # deeper c\n# end\nk: 1\n";
    becomes(
        before,
        "l: [c, a, b]\nk: 1\n",
        "l:\n# c\n- 'c'\n   # deeper c\n# a, first\n- a   # tail a\n# b1\n# b2\n- \"b\"\n\n# end\nk: 1\n",
    );
    becomes(
        before,
        "l: [b, c, a]\nk: 1\n",
        "l:\n# b1\n# b2\n- \"b\"\n\n# c\n- 'c'\n   # deeper c\n# a, first\n- a   # tail a\n# end\nk: 1\n",
    );
    becomes("- a\n# b\n- b\n", "[b, a]\n", "# b\n- b\n- a\n");
}

/// The comment of the list stays, and comments at another depth.
#[test]
fn comments_of_the_list_stay() {
    becomes("l:\n  # all\n\n  - a\n  # b\n  - b\n", "l: [b, a]\n", "l:\n  # all\n\n  # b\n  - b\n  - a\n");
    becomes("l: # all\n  - a\n # out\n  - b # b\n", "l: [b, a]\n", "l: # all\n # out\n  - b # b\n  - a\n");
    // What goes leaves its comment, as ever.
    becomes("l:\n# a\n- a\n# b\n- b\n- c\n", "l: [b, c]\n", "l:\n# a\n# b\n- b\n- c\n");
}

/// An entry of the same name is changed where it is put.
#[test]
fn moved_and_changed() {
    becomes(
        "l:\n# about one\n- name: one # 1st\n  image: 'a:1' # img\n  args: [ x,  y ]\n  # in\n  env:\n    - {n: a}\n# about two\n- name: two\n",
        "l: [{name: two}, {name: one, image: 'a:2', args: [x, y], env: [{n: b}], tty: true}]\n",
        "l:\n# about two\n- name: two\n# about one\n- name: one # 1st\n  image: 'a:2' # img\n  args: [ x,  y ]\n  # in\n  env:\n    - {n: b}\n  tty: true\n",
    );
}

#[test]
fn beside_a_dash() {
    becomes("- - x # x\n  # w\n  - w # v\n", "[[w, x]]\n", "- # w\n  - w # v\n  - x # x\n");
    becomes("- - x # x\n  - w\n  # v\n  - v # vv\n", "[[v, x, w]]\n", "- # v\n  - v # vv\n  - x # x\n  - w\n");
}

/// What an entry shares stays where it is named, and block scalars keep their ends.
#[test]
fn entries_that_cannot_take_their_lines_along() {
    let kept = reordered("l:\n# a\n- |+\n  x\n\n- b\n", "l: [b, \"x\\n\\n\"]\n");
    assert_eq!(kept, "l:\n- b\n# a\n- |+\n  x\n\n");
    becomes("l:\n- a\n# x\n- &x b # x\nk: *x\n", "l: [a, b, c]\nk: b\n", "l:\n- a\n# x\n- &x b # x\n- c\nk: *x\n");
    // White space at the end would become part of the block scalar.
    let text = "l:\n- |+\n  x\n- b\n\n\nk: 1\n";
    let at = |index: usize| -> Location { ["l".into(), index.into()].into_iter().collect() };
    let plan =
        Plan::new(vec![Assignment::new(at(2), Op::Insert(vec!["x\n".into()])), Assignment::new(at(0), Op::Remove)]);
    let stream = YamlStream::parse(text, Dialect::Kubernetes, &Limits::DEFAULT).expect(text);
    let edited = stream.apply(&[(0, &plan.expect("one"))]).expect("it is written another way");
    assert_eq!(edited, "l:\n- b\n- \"x\\n\"\n\n\nk: 1\n");
}

/// A list inside of what moves: its entries keep their own comments, whatever comes, goes or moves among them.
#[test]
fn lists_inside_of_what_moves() {
    let before = "c:\n- name: a\n  env:\n  # about E1\n  - name: E1 # c1\n    value: \"1\" # one\n  # about E2\n  - name: E2 # c2\n    value: \"2\" # two\n- name: b\n  image: x\n";
    becomes(
        before,
        "c: [{name: b, image: x}, {name: a, env: [{name: E2, value: '2'}, {name: E1, value: '1'}]}]\n",
        "c:\n- name: b\n  image: x\n- name: a\n  env:\n  # about E2\n  - name: E2 # c2\n    value: \"2\" # two\n  # about E1\n  - name: E1 # c1\n    value: \"1\" # one\n",
    );
    becomes(
        before,
        "c: [{name: b, image: x}, {name: a, env: [{name: E1, value: '3'}, {name: E3, value: x}, {name: E2, value: '2'}]}]\n",
        "c:\n- name: b\n  image: x\n- name: a\n  env:\n  # about E1\n  - name: E1 # c1\n    value: \"3\" # one\n  - name: E3\n    value: x\n  # about E2\n  - name: E2 # c2\n    value: \"2\" # two\n",
    );
    becomes(
        before,
        "c: [{name: b, image: x}, {name: a, env: [{name: E2, value: '2'}]}]\n",
        "c:\n- name: b\n  image: x\n- name: a\n  env:\n  # about E1\n  # about E2\n  - name: E2 # c2\n    value: \"2\" # two\n",
    );
    becomes(
        "c:\n- name: a\n  args:\n  - \"-v\" # loud\n  - x # ex\n- name: b\n",
        "c: [{name: b}, {name: a, args: ['-v', p, q]}]\n",
        "c:\n- name: b\n- name: a\n  args:\n  - \"-v\" # loud\n  - p\n  - q\n",
    );
}

/// Of entries that are known by the same, each stays or moves once.
#[test]
fn equal_entries_inside_of_what_moves() {
    becomes(
        "c:\n- name: a\n  l:\n  - x # 1\n  - y # 2\n  - x # 3\n- name: b\n",
        "c: [{name: b}, {name: a, l: [p, x]}]\n",
        "c:\n- name: b\n- name: a\n  l:\n  - p\n  - x # 1\n",
    );
    becomes(
        "c:\n- name: a\n  l:\n  - x # 1\n  - p # 2\n  - x # 3\n- name: b\n",
        "c: [{name: b}, {name: a, l: [p, x]}]\n",
        "c:\n- name: b\n- name: a\n  l:\n  - p # 2\n  - x # 3\n",
    );
}
