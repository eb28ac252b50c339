//! Strings with line breaks as block scalars.

/// A block scalar to be written: what stands on the line of the key, and the lines below without indentation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BlockScalar {
    pub header: String,
    pub lines: Vec<String>,
}

/// What the text behind a block scalar would do to it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Below {
    /// Blank lines follow, or the text ends without a line break: line breaks kept at the end would not be the ones meant.
    pub blank: bool,
    /// A comment, or white space, that stands as deep as the text would become part of it.
    pub comment: bool,
}

/// A string as a new literal block; `None` where that cannot hold it plainly.
pub(super) fn literal(text: &str, below: Below) -> Option<BlockScalar> {
    let chomping = chomping(text);
    let fits = fits(text, false) && !below.comment && !(chomping == "+" && below.blank);
    fits.then(|| BlockScalar { header: format!("|{chomping}"), lines: lines(text) })
}

/// A string in place of the text of a block scalar with this header: only the chomping sign changes, where it must.
///
/// A folded block stays one where each line of the string can be a paragraph; else it becomes a literal one.
pub(super) fn rewritten(text: &str, header: &str, below: Below) -> Option<BlockScalar> {
    let indicator: String = header.chars().filter(char::is_ascii_digit).collect();
    let needed = chomping(text);
    let chomping = if needed.is_empty() && header.contains('+') && !below.blank { "+" } else { needed };
    if !fits(text, !indicator.is_empty()) || below.comment || (chomping == "+" && below.blank) {
        return None;
    }
    let folds = header.starts_with('>') && text.trim_end_matches('\n').split('\n').all(is_paragraph);
    let sign_first = header.as_bytes().get(1).is_some_and(|byte| !byte.is_ascii_digit());
    let marks = if sign_first { format!("{chomping}{indicator}") } else { format!("{indicator}{chomping}") };
    Some(match folds {
        true => BlockScalar { header: format!(">{marks}"), lines: folded(text) },
        false => BlockScalar { header: format!("|{marks}"), lines: lines(text) },
    })
}

/// `-` for no final line break, nothing for one, `+` for more.
fn chomping(text: &str) -> &'static str {
    match text.len() - text.trim_end_matches('\n').len() {
        0 => "-",
        1 => "",
        _ => "+",
    }
}

/// Whether a literal block can hold the string. Without an indicator its first line says how far it is indented, so
/// that must not begin with white space; white space alone at the end, and what readers of YAML 1.1 take for a line
/// break or do not take at all, are better seen in quotes.
fn fits(text: &str, has_indicator: bool) -> bool {
    let body = text.trim_end_matches('\n');
    let first = text.split('\n').find(|line| !line.is_empty()).unwrap_or_default();
    !body.is_empty()
        && (has_indicator || !first.starts_with([' ', '\t']))
        && !body.rsplit('\n').next().is_some_and(|line| line.trim_matches([' ', '\t']).is_empty())
        && text.chars().all(|c| super::check::is_allowed(c) && !matches!(c, '\r' | '\u{85}' | '\u{2028}' | '\u{2029}'))
}

fn lines(text: &str) -> Vec<String> {
    text.strip_suffix('\n').unwrap_or(text).split('\n').map(Into::into).collect()
}

fn is_paragraph(line: &str) -> bool {
    !line.is_empty() && !line.starts_with([' ', '\t'])
}

/// An empty line between two lines is one line break; the ones at the end stand for themselves.
fn folded(text: &str) -> Vec<String> {
    let body = text.trim_end_matches('\n');
    let mut out = Vec::new();
    for (at, line) in body.split('\n').enumerate() {
        if at > 0 {
            out.push(String::new());
        }
        out.push(line.into());
    }
    out.extend(std::iter::repeat_n(String::new(), (text.len() - body.len()).saturating_sub(1)));
    out
}
