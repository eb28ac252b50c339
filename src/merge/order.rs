//! The order of a merged list.

/// One entry of a merged list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Placed {
    /// The entry of the base at this index.
    Old(usize),
    /// The new entry with this number.
    New(usize),
}

impl Placed {
    pub(super) fn old(&self) -> Option<usize> {
        match self {
            Self::Old(at) => Some(*at),
            Self::New(_) => None,
        }
    }
}

/// Orders entries as `$setElementOrder` asks; `rank` is the place that it gives an entry.
///
/// As in Kubernetes: what is listed stands in the listed order; what is not keeps its order and comes before the next
/// listed entry that it stood before in the base. An entry that is new and not listed comes last.
pub(super) fn arrange(placed: Vec<Placed>, rank: impl Fn(&Placed) -> Option<usize>) -> Vec<Placed> {
    let mut listed: Vec<(usize, Placed)> = placed.iter().filter_map(|place| Some((rank(place)?, *place))).collect();
    listed.sort_by_key(|(rank, _)| *rank);
    let mut rest = placed.iter().filter(|place| rank(place).is_none()).copied().peekable();
    let mut ordered = Vec::with_capacity(placed.len());
    for (_, next) in listed {
        let before = |place: &Placed| matches!((place.old(), next.old()), (Some(rest), Some(next)) if rest < next);
        while let Some(place) = rest.next_if(before) {
            ordered.push(place);
        }
        ordered.push(next);
    }
    ordered.extend(rest);
    ordered
}
