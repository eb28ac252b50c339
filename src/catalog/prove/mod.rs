//! Definitions proved on sample objects: what they read is there, and what they write is exactly what was meant.

mod leaves;
mod patch;
mod probe;
mod read;
mod sample;
mod suspend;
mod synthesize;
mod write;

pub(super) use sample::{Sample, samples};

use super::checks::absent_place;
use super::finding::Finding;
use super::known;
use super::subject::Subject;
use crate::definition::{Against, PathField};

/// Proves a definition on the samples of its kind; on one that is made from its own paths, if there is none and the
/// caller wants it. Says whether there was one.
///
/// `library` holds every sample: expressions may read other objects.
pub(super) fn prove(
    subject: &Subject,
    matching: &[&Sample],
    library: &[Sample],
    synthesize: bool,
    out: &mut Vec<Finding>,
) -> bool {
    if matching.is_empty() && synthesize {
        prove_on(subject, &synthesize::sample(subject), &[], out);
        return true;
    }
    let mut present = vec![false; subject.expressions.len()];
    for sample in matching {
        let found = prove_on(subject, sample, library, out);
        present.iter_mut().zip(found).for_each(|(known, found)| *known |= found);
    }
    if let Some(sample) = matching.first() {
        for ((path, judged), present) in subject.paths().zip(present) {
            // A field that resuming writes is mostly one that suspending writes: told once.
            let is_read = path.field.row().against == Against::Object
                && path.field != PathField::ResumeAction
                && judged.verdict.is_ok();
            if is_read && !present {
                out.push(absent_place::finding(subject, judged, sample));
            }
        }
    }
    !matching.is_empty()
}

/// Proves a definition on one sample. For each expression: whether there is something at its places.
fn prove_on(subject: &Subject, sample: &Sample, library: &[Sample], out: &mut Vec<Finding>) -> Vec<bool> {
    let reading = read::Reading::of(subject, sample, library);
    let known = known::object(subject);
    let present = read::check(subject, &reading, out);
    write::check(subject, &reading, &known, out);
    patch::check(subject, &reading, out);
    suspend::check(subject, sample, &known, out);
    present
}
