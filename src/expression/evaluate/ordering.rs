//! Functions that compare the entries of a list.

use super::datum::{Datum, fault};
use super::meter::{Engine, Meter, Stop};
use super::natives::native;
use super::streams::{f, outputs};
use jaq_core::native::Fun;
use jaq_core::{Cv, Exn, Native, RunPtr, ValT, ValX, ValXs};

/// The functions.
pub(super) fn ordering() -> Vec<Fun<Engine>> {
    let by: [(&'static str, RunPtr<Engine>); 5] = [
        ("sort_by", |cv| by_keys(cv, |keyed| keyed.into_iter().map(|(_, item)| item).collect())),
        ("group_by", |cv| by_keys(cv, |keyed| groups(keyed).into_iter().map(Datum::list).collect())),
        ("unique_by", |cv| {
            by_keys(cv, |keyed| groups(keyed).into_iter().filter_map(|g| g.into_iter().next()).collect())
        }),
        ("min_by", |cv| {
            by_keys(cv, |keyed| groups(keyed).into_iter().next().and_then(|g| g.into_iter().next()).unwrap_or_default())
        }),
        ("max_by", |cv| by_keys(cv, |keyed| keyed.into_iter().next_back().map(|(_, item)| item).unwrap_or_default())),
    ];
    let by = by.into_iter().map(|(name, run)| (name, f(), Native::<Engine>::new(run)));
    by.chain([
        native!("sort", |meter, value| Ok(Datum::list(sorted(meter, &value)?))),
        native!("unique", |meter, value| {
            let mut items = sorted(meter, &value)?;
            items.dedup();
            Ok(Datum::list(items))
        }),
        native!("min", |meter, value| Ok(sorted(meter, &value)?.into_iter().next().unwrap_or_default())),
        native!("max", |meter, value| Ok(sorted(meter, &value)?.pop().unwrap_or_default())),
        native!("reverse", |_, value| Ok(list(&value)?.iter().rev().cloned().collect())),
        native!("any", |meter, value| Ok(Datum::Bool(booleans(meter, &value)?.contains(&true)))),
        native!("all", |meter, value| Ok(Datum::Bool(!booleans(meter, &value)?.contains(&false)))),
        native!("bsearch", |meter, value; wanted| {
            meter.work(32 * wanted.weight().bytes)?;
            let items = list(&value)?;
            let at = lower_bound(items, &wanted);
            Ok(match items.get(at) == Some(&wanted) {
                true => Datum::count(at),
                false => Datum::from(-1 - isize::try_from(at).unwrap_or(isize::MAX - 1)),
            })
        }),
    ])
    .collect()
}

fn list(value: &Datum) -> Result<&[Datum], Stop> {
    match value {
        Datum::Arr(list) => Ok(&list.items),
        other => Err(fault(format!("expected an array but got: {}", other.shown())).into()),
    }
}

/// The first entry that is not less. Go's halving, which also decides what a list that is not sorted gives.
fn lower_bound(items: &[Datum], wanted: &Datum) -> usize {
    let (mut from, mut upto) = (0, items.len());
    while from < upto {
        let middle = from.midpoint(upto);
        if items[middle] < *wanted {
            from = middle + 1;
        } else {
            upto = middle;
        }
    }
    from
}

fn booleans(meter: &Meter, value: &Datum) -> Result<Vec<bool>, Stop> {
    match value {
        Datum::Arr(list) => {
            meter.work(list.items.len() as u64)?;
            Ok(list.items.iter().map(ValT::as_bool).collect())
        }
        Datum::Obj(map) => {
            meter.work(map.members.len() as u64)?;
            Ok(map.members.values().map(ValT::as_bool).collect())
        }
        other => Err(fault(format!("cannot iterate over: {}", other.shown())).into()),
    }
}

/// What comparing for a sort goes over: all of it, once for each halving.
fn charge(meter: &Meter, bytes: u64, len: usize) -> Result<(), Stop> {
    meter.work(bytes.saturating_mul(1 + u64::from(len.max(1).ilog2())))
}

fn sorted(meter: &Meter, value: &Datum) -> Result<Vec<Datum>, Stop> {
    let mut items = list(value)?.to_vec();
    charge(meter, value.weight().bytes, items.len())?;
    items.sort();
    Ok(items)
}

type Keyed = Vec<(Vec<Datum>, Datum)>;

/// Sorts the entries by what the argument gives for each and makes the result of them.
fn by_keys<'a>(mut cv: Cv<'a, Engine>, make: fn(Keyed) -> Datum) -> ValXs<'a, Datum> {
    let (f, ctx) = cv.0.pop_fun();
    let meter = &cv.0.data().meter;
    let result = (|| -> ValX<'a, Datum> {
        let items = list(&cv.1)?;
        let mut keyed = Keyed::with_capacity(items.len());
        for item in items {
            keyed.push((outputs(f.run((ctx.clone(), item.clone())), meter)?, item.clone()));
        }
        let bytes = keyed.iter().flat_map(|(keys, _)| keys).map(|key| key.weight().bytes);
        charge(meter, bytes.fold(0, u64::saturating_add), keyed.len())?;
        keyed.sort_by(|(a, _), (b, _)| a.cmp(b));
        meter.made(make(keyed)).map_err(Exn::from)
    })();
    Box::new(std::iter::once(result))
}

/// Entries with equal keys together; the entries are sorted already.
fn groups(keyed: Keyed) -> Vec<Vec<Datum>> {
    let mut groups: Vec<Vec<Datum>> = Vec::new();
    let mut last = None;
    for (keys, item) in keyed {
        match groups.last_mut().filter(|_| last.as_ref() == Some(&keys)) {
            Some(group) => group.push(item),
            None => {
                groups.push(vec![item]);
                last = Some(keys);
            }
        }
    }
    groups
}
