//! The functions of jq, each decided once: allowed, forbidden and why, or not there.

use super::super::reason::Forbidden;

/// What is decided about a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Ruling {
    /// It computes from its input.
    Reads,
    /// It computes from its arguments alone, or from nothing.
    Ignores,
    /// It passes its input on or not: `select`.
    Filters,
    /// It would change the document.
    Writes,
    /// It depends on something other than the document, or acts on it.
    Outside,
    /// It may run without end.
    Unbounded,
    /// jq has it and this language does not.
    Missing,
}

use Ruling::{Filters, Ignores, Missing, Outside, Reads, Unbounded, Writes};

/// What is decided about a call; `None` where jq has no function of this name and number of arguments.
pub(in super::super) fn ruling(name: &str, arguments: usize) -> Option<Ruling> {
    let rows = TABLE.iter().filter(|(_, arities, _)| arities.contains(&arguments));
    rows.flat_map(|(ruling, _, names)| names.split_whitespace().map(move |known| (known, *ruling)))
        .find(|(known, _)| *known == name)
        .map(|(_, ruling)| ruling)
}

impl Ruling {
    /// Why a call is forbidden, if it is.
    pub fn forbidden(self, name: &str) -> Option<Forbidden> {
        match self {
            Writes => Some(Forbidden::Write(name.into())),
            Outside => Some(Forbidden::Outside(name.into())),
            Unbounded => Some(Forbidden::Unbounded(name.into())),
            Reads | Ignores | Filters | Missing => None,
        }
    }
}

/// A function that may be meant by a name that does not exist: the same with other arguments, or a near name.
pub(in super::super) fn near(name: &str) -> Option<String> {
    let known = || {
        TABLE
            .iter()
            .filter(|(ruling, _, _)| matches!(ruling, Reads | Ignores | Filters))
            .flat_map(|(_, arities, names)| names.split_whitespace().map(move |known| (known, *arities)))
    };
    if let Some((known, arities)) = known().find(|(known, _)| *known == name) {
        let arguments = ["", "(_)", "(_; _)", "(_; _; _)"];
        return Some(format!("{known}{}", arguments.get(arities[0]).copied().unwrap_or_default()));
    }
    let far = if name.len() <= 4 { 1 } else { 2 };
    let distances = known().map(|(known, _)| (distance(name, known, far), known));
    distances.filter(|(distance, _)| *distance <= far).min().map(|(_, known)| known.into())
}

/// How many insertions, removals, replacements and swaps of neighbours apart; more than `far` counts as infinite.
fn distance(a: &str, b: &str, far: usize) -> usize {
    if a.len().abs_diff(b.len()) > far {
        return usize::MAX;
    }
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    rows[0] = (0..=b.len()).collect();
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
}

/// What jq 1.6 and gojq 0.12 have, and of jq 1.7 what computes on values, by ruling and numbers of arguments.
pub(in super::super) const TABLE: &[(Ruling, &[usize], &str)] = &[
    (Filters, &[1], "select"),
    (Ignores, &[0], "true false null empty nan infinite"),
    (Ignores, &[1], "first last isempty range error"),
    (Ignores, &[2], "range limit nth any all IN"),
    (Ignores, &[3], "range"),
    // Types and conversions.
    (
        Reads,
        &[0],
        "not type length utf8bytelength tostring tonumber toboolean tojson fromjson ascii error \
         isinfinite isnan isnormal isfinite",
    ),
    (Filters, &[0], "values nulls booleans numbers strings arrays objects iterables scalars finites normals"),
    // Objects and lists.
    (
        Reads,
        &[0],
        "keys keys_unsorted to_entries from_entries add any all first last reverse sort unique min max flatten \
         transpose combinations paths leaf_paths toarray abs",
    ),
    (
        Reads,
        &[1],
        "has in contains inside map map_values with_entries add any all sort_by group_by unique_by min_by max_by \
         flatten combinations nth indices index rindex bsearch path paths getpath walk INDEX IN join",
    ),
    (Reads, &[2], "INDEX"),
    // Texts.
    (
        Reads,
        &[0],
        "explode implode ascii_downcase ascii_upcase trim ltrim rtrim @text @json @html @uri @csv @tsv @sh @base64 \
         @base64d",
    ),
    (Reads, &[1], "startswith endswith ltrimstr rtrimstr split splits test match capture scan"),
    (Reads, &[2], "split splits test match capture scan sub gsub"),
    (Reads, &[3], "sub gsub"),
    // Numbers.
    (
        Reads,
        &[0],
        "floor round ceil sqrt cbrt exp exp2 exp10 expm1 log log2 log10 log1p sin cos tan asin acos atan sinh cosh \
         tanh asinh acosh atanh fabs trunc rint nearbyint significand logb gamma lgamma tgamma frexp modf",
    ),
    (Ignores, &[2], "pow atan2 fmin fmax fmod hypot ldexp scalb scalbln copysign drem nextafter nexttoward fdim"),
    (Ignores, &[3], "fma"),
    // Times, without the zone of the machine.
    (Reads, &[0], "todate fromdate todateiso8601 fromdateiso8601 gmtime mktime"),
    (Reads, &[1], "strftime strptime"),
    // Never.
    (Writes, &[1], "del delpaths"),
    (Writes, &[2], "setpath"),
    (
        Outside,
        &[0],
        "input inputs debug stderr input_filename input_line_number halt halt_error env now localtime builtins \
         modulemeta get_search_list",
    ),
    (Outside, &[1], "debug halt_error strflocaltime"),
    (Unbounded, &[0], "recurse recurse_down"),
    (Unbounded, &[1], "recurse repeat"),
    (Unbounded, &[2], "recurse while until repeat"),
    (Missing, &[0], "tostream @base32 @base32d date"),
    (Missing, &[1], "fromstream truncate_stream pick"),
];
