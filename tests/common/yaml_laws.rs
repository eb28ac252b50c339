//! The laws of YAML edits, as plain functions: property tests and fuzz targets run the same ones.

use fieldwright::document::yaml::{Dialect, YamlEditError, YamlStream};
use fieldwright::limits::Limits;
use fieldwright::plan::Plan;
use fieldwright::value::Value;

/// What became of an edit.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    Edited(String),
    /// The plan does not fit, or a place is shared.
    Refused,
    /// The safety net held it back.
    Unfaithful,
}

/// Reading never panics, and what is read reads the same again.
pub fn reading_is_total(text: &str) {
    for dialect in [Dialect::Kubernetes, Dialect::Yaml12] {
        let Ok(stream) = YamlStream::parse(text, dialect, &Limits::DEFAULT) else { continue };
        assert_eq!(stream.apply(&[]).expect("nothing to do"), text);
        assert_eq!(stream.text(), text);
    }
}

/// `parse(edit(text)) == apply(parse(text))`, and an edit that is refused has no result.
pub fn edit_is_faithful(stream: &YamlStream, document: usize, plan: &Plan) -> Outcome {
    let root = stream.documents().nth(document).expect("the document is there").root();
    let mut wanted = serde_json::Value::from(root);
    let applied = plan.apply(&mut wanted);
    match stream.apply(&[(document, plan)]) {
        Ok(edited) => {
            let changed = applied.expect("what a text takes, a value takes");
            let again =
                YamlStream::parse(&edited, Dialect::Kubernetes, &Limits::DEFAULT).expect("an edited text reads");
            assert_eq!(again.len(), stream.len(), "in\n{edited}");
            for (number, (old, new)) in stream.documents().zip(again.documents()).enumerate() {
                let wanted = if number == document { Value::from(&wanted) } else { old.root().clone() };
                assert_eq!(&wanted, new.root(), "in\n{edited}");
            }
            assert!(changed || edited == stream.text(), "no change of the value is no change of the text");
            Outcome::Edited(edited)
        }
        Err(YamlEditError::Unfaithful { .. }) => Outcome::Unfaithful,
        Err(YamlEditError::Apply(_)) => {
            assert!(applied.is_err(), "a value takes the plan, the text must too");
            Outcome::Refused
        }
        Err(_) => Outcome::Refused,
    }
}
