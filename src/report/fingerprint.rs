//! Fingerprints of findings: equal for the same fault after lines have moved, different for two faults.

use crate::catalog::{Finding, SourceFile};
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// One fingerprint for each finding, in their order; no two are equal. Make them of all that a check found, before
/// anything is left out, so that what is left out does not change those of the others.
///
/// It is made of the rule's code, the file's path, what the finding speaks of (definition, component, field) and the
/// underlined text if that is part of one line; never of a line number or of a message's wording. Findings that agree in
/// all of these are numbered.
pub fn fingerprints(files: &[SourceFile], findings: &[Finding]) -> Vec<String> {
    let mut seen: HashMap<[u8; 32], u32> = HashMap::new();
    findings
        .iter()
        .map(|finding| {
            let identity = identity(files, finding);
            let count = seen.entry(identity).and_modify(|count| *count += 1).or_insert(0);
            let mut hash = Sha256::new();
            hash.update(identity);
            hash.update(count.to_be_bytes());
            hash.finalize()[..16].iter().map(|byte| format!("{byte:02x}")).collect()
        })
        .collect()
}

fn identity(files: &[SourceFile], finding: &Finding) -> [u8; 32] {
    let file = files.get(finding.place.file);
    let path = file.map_or("", |file| &file.path);
    let text = file.map_or("", |file| finding.place.span.of(file.source.text())).trim();
    let text = if text.contains(['\n', '\r']) { "" } else { text };
    let mut hash = Sha256::new();
    hash.update(b"fieldwright finding 1\n");
    for part in [finding.rule.code, path, &finding.subject, text] {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part.as_bytes());
    }
    hash.finalize().into()
}
