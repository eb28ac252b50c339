//! "Did you mean": the known word that looks most like a given one.

/// The known word closest to `word`, if one is close enough to be a slip of the hand: at most one edit for short
/// words, one more for every four characters. Case alone is not a difference.
pub fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    // A word that long is no slip, and the comparison below is quadratic.
    if word.len() > 128 {
        return None;
    }
    let allowed = 1 + word.chars().count() / 4;
    known
        .into_iter()
        .map(|known| (distance(word, known), known))
        .filter(|(distance, known)| *distance <= allowed && *distance < known.chars().count())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}

/// Insertions, removals, replacements and swaps of neighbours that turn one word into the other (the restricted
/// Damerau-Levenshtein distance), without regard to ASCII case.
fn distance(a: &str, b: &str) -> usize {
    let lower = |text: &str| text.chars().map(|c| c.to_ascii_lowercase()).collect::<Vec<_>>();
    let (a, b) = (lower(a), lower(b));
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_found_and_other_words_are_not() {
        let known = ["ownerRef", "name", "kind", "image"];
        for (word, wanted) in
            [("ownerref", "ownerRef"), ("onwerRef", "ownerRef"), ("ownerRefs", "ownerRef"), ("nmae", "name")]
        {
            assert_eq!(nearest(word, known), Some(wanted), "{word}");
        }
        for word in ["", "volume", "ownerReference", "x", &"name".repeat(100)] {
            assert_eq!(nearest(word, known), None, "{word}");
        }
    }
}
