//! The line break at the end of a text that had none.

use crate::document::yaml::YamlStream;
use crate::document::yaml::read::read;
use crate::document::yaml::tree::{NodeKind, Style};

/// Whether the line break that ends an edited text belongs to a block scalar that was written there or came to stand
/// there. A Kubernetes client thinks it there where it is not, most other readers do not. `intact` is where the part
/// begins that the edit left alone; a scalar that stands there whole came last before, too.
pub(super) fn is_of_scalar(stream: &YamlStream, edited: &str, body: usize, intact: usize) -> bool {
    if !edited.contains(['|', '>']) {
        return false;
    }
    let Ok(tree) = read(edited, stream.shared.dialect, &stream.limits) else { return false };
    (0..tree.nodes.len()).rev().any(|id| {
        let node = tree.node(id);
        let NodeKind::Scalar { style: Style::Literal | Style::Folded, .. } = node.kind else { return false };
        let header = node.span.of(edited).split(['\n', '\r', ' ', '#']).next().unwrap_or_default();
        let ends = node.span.end >= body || (header.contains('+') && edited[node.span.end..].trim().is_empty());
        ends && node.start() < intact && tree.text(id, edited).ends_with('\n')
    })
}
