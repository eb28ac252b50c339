//! The longest common subsequence of two sequences.
//!
//! E. W. Myers, "An O(ND) difference algorithm and its variations" (1986), in the variation that needs memory only in
//! proportion to the sequences: find a point in the middle of a shortest edit script, then solve both halves.

/// The pairs of indexes that a longest common subsequence joins, ascending. `None` if it takes more than `budget` steps:
/// the time is in proportion to the length times the number of differences.
pub(super) fn common(
    before: usize,
    after: usize,
    budget: usize,
    equal: impl FnMut(usize, usize) -> bool,
) -> Option<Vec<(usize, usize)>> {
    let mut search = Search { equal, budget, pairs: Vec::new(), forward: Vec::new(), backward: Vec::new() };
    search.solve(Area { left: 0, right: before, top: 0, bottom: after })?;
    Some(search.pairs)
}

/// A stretch of the first sequence against one of the second.
#[derive(Clone, Copy)]
struct Area {
    left: usize,
    right: usize,
    top: usize,
    bottom: usize,
}

struct Search<F> {
    equal: F,
    budget: usize,
    pairs: Vec<(usize, usize)>,
    /// By diagonal, how far along the first sequence the furthest path from the start gets.
    forward: Vec<usize>,
    /// The same from the end.
    backward: Vec<usize>,
}

impl<F: FnMut(usize, usize) -> bool> Search<F> {
    fn solve(&mut self, mut area: Area) -> Option<()> {
        while area.left < area.right && area.top < area.bottom && self.same(area.left, area.top)? {
            self.pairs.push((area.left, area.top));
            (area.left, area.top) = (area.left + 1, area.top + 1);
        }
        let mut tail = 0;
        while area.left < area.right && area.top < area.bottom && self.same(area.right - 1, area.bottom - 1)? {
            (area.right, area.bottom) = (area.right - 1, area.bottom - 1);
            tail += 1;
        }
        if area.left < area.right && area.top < area.bottom {
            let (x, y) = self.middle(area)?;
            self.solve(Area { right: x, bottom: y, ..area })?;
            self.solve(Area { left: x, top: y, ..area })?;
        }
        self.pairs.extend((0..tail).map(|at| (area.right + at, area.bottom + at)));
        Some(())
    }

    fn same(&mut self, before: usize, after: usize) -> Option<bool> {
        self.budget = self.budget.checked_sub(1)?;
        Some((self.equal)(before, after))
    }

    /// A point that a shortest path passes through, where the paths from both ends meet. Diagonal `k` holds the points
    /// with `x - y = k`; `k` is stored at `k + offset`.
    fn middle(&mut self, area: Area) -> Option<(usize, usize)> {
        let (width, height) = (area.right - area.left, area.bottom - area.top);
        let delta = width as isize - height as isize;
        let most = (width + height).div_ceil(2) as isize;
        let offset = most;
        let slots = 2 * most as usize + 1;
        for reach in [&mut self.forward, &mut self.backward] {
            reach.clear();
            reach.resize(slots, 0);
        }
        for steps in 0..=most {
            for k in (-steps..=steps).step_by(2) {
                let slot = (k + offset) as usize;
                let start = furthest(&self.forward, slot, k, steps);
                let Some((x, y)) = on_diagonal(start, k, width, height) else {
                    self.forward[slot] = start;
                    continue;
                };
                let run = self.run(|run| {
                    (x + run < width && y + run < height).then(|| (area.left + x + run, area.top + y + run))
                })?;
                self.forward[slot] = x + run;
                // The paths from the end have gone `steps - 1` so far; a diagonal that they have not reached holds nothing.
                let other = delta - k;
                if delta % 2 != 0 && other.abs() < steps && x + run + self.backward[(other + offset) as usize] >= width
                {
                    return Some((area.left + x, area.top + y));
                }
            }
            for k in (-steps..=steps).step_by(2) {
                let slot = (k + offset) as usize;
                let start = furthest(&self.backward, slot, k, steps);
                let Some((x, y)) = on_diagonal(start, k, width, height) else {
                    self.backward[slot] = start;
                    continue;
                };
                let run = self.run(|run| {
                    (x + run < width && y + run < height).then(|| (area.right - x - run - 1, area.bottom - y - run - 1))
                })?;
                self.backward[slot] = x + run;
                let other = delta - k;
                if delta % 2 == 0 && other.abs() <= steps && x + run + self.forward[(other + offset) as usize] >= width
                {
                    return Some((area.right - x - run, area.bottom - y - run));
                }
            }
        }
        // The paths meet before: together they are no longer than removing and inserting everything.
        Some((area.right, area.top))
    }

    /// How many pairs in a row are equal.
    fn run(&mut self, pair: impl Fn(usize) -> Option<(usize, usize)>) -> Option<usize> {
        let mut run = 0;
        self.budget = self.budget.checked_sub(1)?;
        while let Some((before, after)) = pair(run) {
            if !self.same(before, after)? {
                break;
            }
            run += 1;
        }
        Some(run)
    }
}

/// Where a path of `steps` steps enters diagonal `k`: one down from the diagonal above, or one right from that below.
fn furthest(reach: &[usize], slot: usize, k: isize, steps: isize) -> usize {
    if steps == 0 {
        0
    } else if k == -steps || (k != steps && reach[slot - 1] < reach[slot + 1]) {
        reach[slot + 1]
    } else {
        reach[slot - 1] + 1
    }
}

/// The point with this `x` on diagonal `k`, if it is inside the area.
fn on_diagonal(x: usize, k: isize, width: usize, height: usize) -> Option<(usize, usize)> {
    let y = usize::try_from(x as isize - k).ok()?;
    (x <= width && y <= height).then_some((x, y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The textbook table.
    fn longest(a: &[u8], b: &[u8]) -> usize {
        let mut row = vec![0; b.len() + 1];
        for x in a {
            let mut diagonal = 0;
            for (j, y) in b.iter().enumerate() {
                let next = if x == y { diagonal + 1 } else { row[j].max(row[j + 1]) };
                diagonal = std::mem::replace(&mut row[j + 1], next);
            }
        }
        row[b.len()]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(512))]
        #[test]
        fn is_a_longest_common_subsequence(
            a in prop::collection::vec(0u8..5, 0..24),
            b in prop::collection::vec(0u8..5, 0..24),
        ) {
            let pairs = common(a.len(), b.len(), usize::MAX, |i, j| a[i] == b[j]).expect("no bound");
            prop_assert!(pairs.iter().all(|(i, j)| a[*i] == b[*j]));
            prop_assert!(pairs.windows(2).all(|w| w[0].0 < w[1].0 && w[0].1 < w[1].1));
            prop_assert_eq!(pairs.len(), longest(&a, &b));
        }
    }

    #[test]
    fn few_differences_take_linear_time() {
        let a: Vec<usize> = (0..100_000).collect();
        let mut b = a.clone();
        b.insert(90_000, usize::MAX);
        b.remove(50_000);
        b.insert(7, usize::MAX);
        let pairs = common(a.len(), b.len(), 2_000_000, |i, j| a[i] == b[j]).expect("within the budget");
        assert_eq!(pairs.len(), a.len() - 1);
    }

    /// The least budget for a pair of texts: the time is what was promised, not only the result.
    #[test]
    fn each_comparison_is_counted() {
        let same = "0123456789".repeat(100);
        let mut wrong = Vec::new();
        for (a, b, least) in [
            ("", "", 0),
            ("", "abc", 0),
            ("abc", "", 0),
            ("abc", "abc", 3),
            ("abc", "abd", 11),
            ("xabc", "yabc", 12),
            ("abcabba", "cbabac", 86),
            ("abcdef", "ghijkl", 99),
            ("abcdefgh", "hgfedcba", 139),
            ("aaaa", "aa", 2),
            ("aa", "aaaaaa", 2),
            ("axbycz", "abc", 35),
            ("abc", "axbycz", 32),
            ("the quick brown fox", "a quick red fox", 227),
            (&same, &same, 1000),
            (&format!("{same}x"), &same, 1000),
            (&format!("x{same}"), &format!("y{same}"), 1009),
            (&format!("{same}x{same}"), &format!("{same}yz{same}"), 2013),
            (&format!("x{same}y{same}z"), &format!("{same}{same}"), 7031),
        ] {
            let (a, b) = (a.as_bytes(), b.as_bytes());
            let ends = |budget: usize| common(a.len(), b.len(), budget, |i, j| a[i] == b[j]).is_some();
            if !ends(least) || least > 0 && ends(least - 1) {
                let found = (0..1 << 20).find(|budget| ends(*budget));
                wrong.push(format!("{} {} {found:?}", String::from_utf8_lossy(&a[..a.len().min(20)]), b.len()));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn a_budget_ends_the_search() {
        assert_eq!(common(50_000, 50_000, 100_000, |_, _| false), None);
    }
}
