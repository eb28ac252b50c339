//! Lists without a key: by equality, and inside a gap by position.

use super::{DiffError, Walk, sequence};
use crate::schema::Cursor;
use crate::value::{Node, equal, glance, hash};
use foldhash::{HashMap, HashSet, fast::RandomState};
use std::ops::Range;

/// What happens where neither list has an equal entry in the other.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Gap {
    /// Entries at the same position in the gap are one entry that changed.
    Pair,
    /// Old ones go, new ones come.
    Replace,
}

impl Walk {
    pub(super) fn list<'a, 'b, B: Node<'a>, A: Node<'b>>(
        &mut self,
        before: B,
        after: A,
        cursor: &Cursor<'_>,
        mode: Gap,
    ) -> Result<(), DiffError> {
        // What is equal in front belongs to a longest common subsequence; most lists are equal to their end.
        let head = before.entries().zip(after.entries()).take_while(|(old, new)| equal(*old, *new)).count();
        if head == before.len() && head == after.len() {
            return Ok(());
        }
        let (old, new): (Vec<B>, Vec<A>) = (before.entries().collect(), after.entries().collect());
        let pairs = equal_entries(&old[head..], &new[head..]).into_iter().map(|(i, j)| (i + head, j + head));
        let (mut from, mut to) = (head, head);
        for (i, j) in pairs.chain([(old.len(), new.len())]) {
            let paired = if mode == Gap::Pair { (i - from).min(j - to) } else { 0 };
            for at in 0..paired {
                let cursor = cursor.entry(from + at);
                self.inside(from + at, |walk| walk.node(old[from + at], new[to + at], &cursor))?;
            }
            (from + paired..i).for_each(|index| self.remove(index, old[index]));
            self.insert(before, i, new[to + paired..j].iter().copied());
            (from, to) = (i + 1, j + 1);
        }
        Ok(())
    }
}

/// Steps that a search may take before entries are told apart by a hash: enough for the common case of few changes, in
/// which no equal entry is hashed.
fn direct_budget(entries: usize) -> usize {
    8 * entries + 4096
}

/// Steps of the search by hash. Two lists that differ in more than some thousand scattered places are paired by position
/// in between, which is right but not the least.
const BUDGET: usize = 1 << 23;

/// The pairs of places that hold equal entries, a longest common subsequence.
pub(crate) fn equal_entries<'a, 'b, B: Node<'a>, A: Node<'b>>(old: &[B], new: &[A]) -> Vec<(usize, usize)> {
    from_the_ends(old, new, |old, new| equal(*old, *new), equal_between)
}

/// What is equal from the start, what is common in between, and what is equal from the end.
fn from_the_ends<B, A>(
    old: &[B],
    new: &[A],
    equal: impl Fn(&B, &A) -> bool,
    between: impl FnOnce(&[B], &[A]) -> Vec<(usize, usize)>,
) -> Vec<(usize, usize)> {
    let (n, m) = (old.len(), new.len());
    let most = n.min(m);
    let head = (0..most).take_while(|at| equal(&old[*at], &new[*at])).count();
    let tail = (1..=most - head).take_while(|back| equal(&old[n - back], &new[m - back])).count();
    let between = between(&old[head..n - tail], &new[head..m - tail]);
    let ends = |range: Range<usize>, from: usize, to: usize| range.map(move |at| (from + at, to + at));
    let between = between.into_iter().map(|(i, j)| (i + head, j + head));
    ends(0..head, 0, 0).chain(between).chain(ends(0..tail, n - tail, m - tail)).collect()
}

/// As [`equal_entries`], of lists whose first entries are not equal, and whose last ones are not.
fn equal_between<'a, 'b, B: Node<'a>, A: Node<'b>>(old: &[B], new: &[A]) -> Vec<(usize, usize)> {
    if let ([], _) | (_, []) | ([_], [_]) = (old, new) {
        return Vec::new();
    }
    let (old_looks, new_looks) = (looks(old), looks(new));
    let equal = |i: usize, j: usize| old_looks[i] == new_looks[j] && equal(old[i], new[j]);
    if let Some(pairs) = in_place(&old_looks, &new_looks, equal) {
        return pairs;
    }
    let budget = direct_budget(old.len() + new.len());
    // The search comes back to the same pairs; an entry that it found equal is not walked again.
    let mut partner = vec![usize::MAX; old.len()];
    let same = |i: usize, j: usize| {
        let known = partner[i] == j || equal(i, j);
        if known {
            partner[i] = j;
        }
        known
    };
    if let Some(pairs) = sequence::common(old.len(), new.len(), budget, same) {
        return pairs;
    }
    let mut classes = Classes::default();
    let old_ids: Vec<usize> = (0..old.len()).map(|at| classes.of_old(old, at)).collect();
    let new_ids: Vec<usize> = (0..new.len()).map(|at| classes.of_new(old, new, at)).collect();
    common_ids(&old_ids, &new_ids)
}

/// How an entry looks, without a look at all of it: its members and what they hold, where names mostly are.
fn looks<'a, N: Node<'a>>(entries: &[N]) -> Vec<u64> {
    entries.iter().map(|entry| glance(*entry, 2)).collect()
}

/// Comparisons of looks that may be spent to know that entries stay where they are.
const LOOKS: usize = 1 << 18;

/// The pairs, if entries only change where they stand: none of those that change looks like any of the other list. Then
/// those that do not change are the one longest common subsequence.
fn in_place(old: &[u64], new: &[u64], mut equal: impl FnMut(usize, usize) -> bool) -> Option<Vec<(usize, usize)>> {
    if old.len() != new.len() {
        return None;
    }
    let (stay, change): (Vec<usize>, Vec<usize>) = (0..old.len()).partition(|at| equal(*at, *at));
    if change.len() * old.len() > LOOKS || change.iter().any(|at| new.contains(&old[*at]) || old.contains(&new[*at])) {
        return None;
    }
    Some(stay.into_iter().map(|at| (at, at)).collect())
}

/// The longest common subsequence of two lists of numbers; numbers that only one list has do not cost time.
pub(crate) fn common_ids(old: &[usize], new: &[usize]) -> Vec<(usize, usize)> {
    let shared = |mine: &[usize], other: &[usize]| -> Vec<usize> {
        let other: HashSet<_> = other.iter().collect();
        (0..mine.len()).filter(|at| other.contains(&mine[*at])).collect()
    };
    let (left, right) = (shared(old, new), shared(new, old));
    let found = sequence::common(left.len(), right.len(), BUDGET, |i, j| old[left[i]] == new[right[j]]);
    let pairs = found.unwrap_or_else(|| from_the_ends(&left, &right, |i, j| old[*i] == new[*j], |_, _| Vec::new()));
    pairs.into_iter().map(|(i, j)| (left[i], right[j])).collect()
}

/// Gives equal entries of both lists one number.
#[derive(Default)]
struct Classes {
    /// By hash, the entries that stand for a class.
    known: HashMap<u64, Vec<usize>>,
    state: RandomState,
}

impl Classes {
    fn of_old<'a, B: Node<'a>>(&mut self, old: &[B], at: usize) -> usize {
        let same = self.known.entry(hash(&self.state, old[at])).or_default();
        match same.iter().find(|other| equal(old[**other], old[at])) {
            Some(other) => *other,
            None => {
                same.push(at);
                at
            }
        }
    }

    /// The number of no class for an entry that the old list does not have: only what both have is looked for.
    fn of_new<'a, 'b, B: Node<'a>, A: Node<'b>>(&self, old: &[B], new: &[A], at: usize) -> usize {
        let same = self.known.get(&hash(&self.state, new[at])).into_iter().flatten();
        same.copied().find(|other| equal(old[*other], new[at])).unwrap_or(usize::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reversed list has no two entries in order; searching for that takes the square of its length.
    #[test]
    fn what_takes_too_long_is_paired_at_the_ends() {
        let old: Vec<usize> = (0..8000).collect();
        let mut new = old.clone();
        new[3..7995].reverse();
        // What only one list has is not counted.
        new.insert(1, usize::MAX);
        let pairs = common_ids(&old, &new);
        let wanted: Vec<_> = (0..3).chain(7995..8000).map(|at| (at, at + usize::from(at > 0))).collect();
        assert_eq!(pairs, wanted);
    }

    /// So many differ that entries are told apart by their hashes, and still all that is common is found.
    #[test]
    fn entries_by_hash() {
        use crate::value::Value;
        let text = |text: String| Value::String(text);
        let old: Vec<Value> = (0..1500).map(|at| text(format!("{}", at % 1000))).collect();
        // Every third one stays; between them is what the old list does not have.
        let new: Vec<Value> = old
            .iter()
            .enumerate()
            .map(|(at, value)| if at % 3 == 0 { value.clone() } else { text(format!("new {at}")) })
            .collect();

        let pairs = equal_entries(&old.iter().collect::<Vec<_>>(), &new.iter().collect::<Vec<_>>());
        assert!(sequence::common(1500, 1500, direct_budget(3000), |i, j| old[i] == new[j]).is_none());
        assert_eq!(pairs, (0..old.len()).filter(|at| at % 3 == 0).map(|at| (at, at)).collect::<Vec<_>>());
    }

    #[test]
    fn ends_do_not_overlap() {
        let pairs = |left: &[usize], right: &[usize]| from_the_ends(left, right, |i, j| i == j, |_, _| Vec::new());
        assert_eq!(pairs(&[1, 1, 1], &[1, 1]), [(0, 0), (1, 1)]);
        assert_eq!(pairs(&[1, 2, 1], &[1]), [(0, 0)]);
        assert_eq!(pairs(&[2, 1], &[3, 1]), [(1, 1)]);
        assert_eq!(pairs(&[2, 1, 5, 6], &[3, 5, 6]), [(2, 1), (3, 2)]);
        assert_eq!(pairs(&[], &[1]), []);
        assert_eq!(pairs(&[7, 2, 9], &[7, 3, 4, 9]), [(0, 0), (2, 3)]);
    }
}
