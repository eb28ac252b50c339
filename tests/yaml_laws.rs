//! The laws of YAML edits on generated texts and plans.

mod common;

use common::choices::Choices;
use common::yaml_laws::{Outcome, a_scalar_goes_back, edit_is_faithful, only_these_lines_change, reading_is_total};
use common::{yaml_plan, yaml_text};
use fieldwright::document::yaml::{Dialect, YamlStream};
use fieldwright::limits::Limits;
use proptest::prelude::*;

fn parse(text: &str) -> Option<YamlStream> {
    YamlStream::parse(text, Dialect::Kubernetes, &Limits::DEFAULT).ok()
}

/// A plan for one document of a stream, made from decisions.
fn plan_for(stream: &YamlStream, bytes: &[u8]) -> Option<(usize, fieldwright::plan::Plan)> {
    let mut choices = Choices::new(bytes);
    let document = choices.below(stream.len());
    let root = stream.documents().nth(document)?.root();
    yaml_plan::plan(&mut choices, root).map(|plan| (document, plan))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// What reads after an edit is what the plan makes of what read before, the lines it is not about stay, and the
    /// safety net never has to hold an edit back.
    #[test]
    fn edits_are_faithful(text in prop::collection::vec(any::<u8>(), 0..200), plan in prop::collection::vec(any::<u8>(), 0..64)) {
        let text = yaml_text::text(&mut Choices::new(&text));
        let Some(stream) = parse(&text) else { return Ok(()) };
        let Some((document, plan)) = plan_for(&stream, &plan) else { return Ok(()) };
        match edit_is_faithful(&stream, document, &plan) {
            Outcome::Edited(edited) => only_these_lines_change(&stream, document, &plan, &edited),
            Outcome::Refused => {}
            Outcome::Unfaithful => prop_assert!(false, "held back on\n{}\n{:?}", text, plan.assignments()),
        }
    }

    /// A scalar that is set to something else and back has the bytes that it had.
    #[test]
    fn scalars_go_back(text in prop::collection::vec(any::<u8>(), 0..200), choice in any::<usize>()) {
        let text = yaml_text::text(&mut Choices::new(&text));
        let Some(stream) = parse(&text) else { return Ok(()) };
        a_scalar_goes_back(&stream, choice % stream.len(), choice / stream.len());
    }

    /// A plan carried out twice is carried out once.
    #[test]
    fn sets_and_removals_of_members_are_idempotent(text in prop::collection::vec(any::<u8>(), 0..160), plan in prop::collection::vec(any::<u8>(), 0..64)) {
        use fieldwright::location::Segment;
        use fieldwright::plan::Op;
        let text = yaml_text::text(&mut Choices::new(&text));
        let Some(stream) = parse(&text) else { return Ok(()) };
        let Some((document, plan)) = plan_for(&stream, &plan) else { return Ok(()) };
        let repeatable = plan.assignments().iter().all(|assignment| {
            let last = assignment.location.segments().last();
            matches!((&assignment.op, last), (Op::Set(_), _) | (Op::Remove, Some(Segment::Key(_))))
        });
        if let (true, Ok(once)) = (repeatable, stream.apply(&[(document, &plan)])) {
            let again = parse(&once).expect("an edited text reads");
            prop_assert_eq!(again.apply(&[(document, &plan)]).expect("it fits still"), once);
        }
    }

    /// No text makes the reader or an edit panic.
    #[test]
    fn any_text_is_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..40), plan in prop::collection::vec(any::<u8>(), 0..32)) {
        let text = yaml_text::soup(&mut Choices::new(&bytes));
        reading_is_total(&text);
        if let Some(stream) = parse(&text) && let Some((document, plan)) = plan_for(&stream, &plan) {
            edit_is_faithful(&stream, document, &plan);
        }
    }

    #[test]
    fn any_bytes_are_text_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        match fieldwright::document::yaml::decode(&bytes) {
            Ok(text) => reading_is_total(text),
            Err(error) => prop_assert!(std::str::from_utf8(&bytes[..error.span.start]).is_ok()),
        }
    }
}

/// The generator makes YAML, nearly always, and plans that fit, mostly: else the laws above would say little.
#[test]
fn the_generator_is_worth_its_name() {
    let (mut read, mut edited) = (0, 0);
    for seed in 0..500_u64 {
        let bytes: Vec<u8> = (0..200_u64)
            .map(|at| (seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(at * at * 40_503) >> 13) as u8)
            .collect();
        let text = yaml_text::text(&mut Choices::new(&bytes));
        let Some(stream) = parse(&text) else { continue };
        read += 1;
        if let Some((document, plan)) = plan_for(&stream, &bytes[100..]) {
            edited += usize::from(matches!(edit_is_faithful(&stream, document, &plan), Outcome::Edited(_)));
        }
    }
    assert!(read > 430, "{read} of 500 texts read");
    assert!(edited > 200, "{edited} of 500 texts edited");
}
