//! A value that stands nowhere yet, as a YAML text.

use super::layout::Layout;
use super::literal::Below;
use super::quote::{Context, Quotes};
use super::render::{Block, is_filled, scalar};
use super::{Dialect, YamlStream};
use crate::limits::Limits;
use crate::value::{Value, equal};

/// A value as one YAML document in block style, indented by two spaces, sequences too. `None` for what YAML readers do
/// not take as this value, such as the number `1e400`.
pub fn print(value: &Value) -> Option<String> {
    let layout = Layout { step: 2, sequence: 2 };
    let text = match is_filled(value) {
        true => {
            let lines = Block { layout, dash: 1, below: Below::default() }.lines(value, 0, Quotes::Free);
            lines.iter().flat_map(|line| [line, "\n"]).collect()
        }
        false => format!("{}\n", scalar(value, Quotes::Free, Context::Block)),
    };
    let stream = YamlStream::parse(&text, Dialect::Kubernetes, &Limits::DEFAULT).ok()?;
    let mut documents = stream.documents();
    let same = documents.next().is_some_and(|document| equal(document.root(), value)) && documents.next().is_none();
    same.then_some(text)
}
