//! Functions that give many results, or run their arguments.

use super::arithmetic::double;
use super::datum::{Datum, Fault, fault};
use super::meter::{Engine, Meter, Stop, once};
use jaq_core::native::{Fun, v};
use jaq_core::{Bind, Cv, Exn, Native, ValT, ValX, ValXs};
use jaq_json::Num;

type Results<'a> = Result<Vec<Datum>, Exn<'a, Datum>>;

/// The functions, with what [`path`](https://jqlang.org/manual/#path) of them means where it means something.
pub(super) fn streams() -> Vec<Fun<Engine>> {
    let none = Native::<Engine>::new(|_| Box::new(std::iter::empty())).with_paths(|_| Box::new(std::iter::empty()));
    vec![
        ("_step", v(0), step()),
        ("_recurse", v(0), recurse()),
        ("getpath", v(1), getpath()),
        ("empty", v(0), none),
        ("range", v(3), Native::<Engine>::new(range)),
        ("combinations", v(0), Native::<Engine>::new(combinations)),
        ("_last", f(), Native::<Engine>::new(last_or_same)),
        ("_fold", f(), Native::<Engine>::new(fold)),
        ("map_values", f(), Native::<Engine>::new(map_values)),
        ("walk", f(), Native::<Engine>::new(walk)),
    ]
}

/// One argument that is run and not bound.
pub(super) fn f() -> Box<[Bind]> {
    [Bind::Fun(())].into()
}

/// All results of a filter, or its first error.
pub(super) fn outputs<'a>(results: ValXs<'a, Datum>, meter: &Meter) -> Results<'a> {
    let mut outputs = Vec::new();
    for result in results {
        meter.spend(1)?;
        outputs.push(result?);
    }
    Ok(outputs)
}

/// Counts what passes.
fn step() -> Native<Engine> {
    let step = Native::<Engine>::new(|cv: Cv<'_, Engine>| {
        let counted = cv.0.data().meter.pass(&cv.1);
        once(counted.map(|()| cv.1))
    });
    step.with_paths(|(ctx, (value, path))| {
        let counted = ctx.data().meter.pass(&value);
        Box::new(std::iter::once(counted.map(|()| (value, path)).map_err(Exn::from)))
    })
}

/// `..` without a recursion.
fn recurse() -> Native<Engine> {
    let recurse = Native::<Engine>::new(|cv: Cv<'_, Engine>| {
        let mut open: Vec<Box<dyn Iterator<Item = Datum>>> = vec![Box::new(std::iter::once(cv.1))];
        Box::new(std::iter::from_fn(move || {
            let value = loop {
                match open.last_mut()?.next() {
                    Some(value) => break value,
                    None => drop(open.pop()),
                }
            };
            if let Err(stop) = cv.0.data().meter.pass(&value) {
                open.clear();
                return Some(Err(stop.into()));
            }
            if matches!(value, Datum::Arr(_) | Datum::Obj(_)) {
                open.push(Box::new(value.clone().values().flatten()));
            }
            Some(Ok(value))
        }))
    });
    recurse.with_paths(|(ctx, start)| {
        let mut open = vec![vec![start]];
        Box::new(std::iter::from_fn(move || {
            let (value, path) = loop {
                match open.last_mut()?.pop() {
                    Some(place) => break place,
                    None => drop(open.pop()),
                }
            };
            if let Err(stop) = ctx.data().meter.pass(&value) {
                open.clear();
                return Some(Err(stop.into()));
            }
            if matches!(value, Datum::Arr(_) | Datum::Obj(_)) {
                let inner = value.clone().key_values().flatten();
                let mut inner: Vec<_> = inner.map(|(key, value)| (value, path.clone().cons(key))).collect();
                inner.reverse();
                open.push(inner);
            }
            Some(Ok((value, path)))
        }))
    })
}

fn getpath() -> Native<Engine> {
    let getpath = Native::<Engine>::new(|mut cv: Cv<'_, Engine>| {
        let path = cv.0.pop_var();
        let meter = &cv.0.data().meter;
        once(keys(&path).and_then(|keys| {
            keys.iter().try_fold(cv.1, |value, key| {
                meter.spend(1)?;
                Ok(value.at(key)?)
            })
        }))
    });
    getpath.with_paths(|(mut ctx, (value, path))| {
        let wanted = ctx.pop_var();
        let meter = &ctx.data().meter;
        let found = keys(&wanted).and_then(|keys| {
            keys.iter().try_fold((value, path), |(value, path), key| {
                meter.spend(1)?;
                Ok((value.at(key)?, path.cons(key.clone())))
            })
        });
        Box::new(std::iter::once(found.map_err(Exn::from)))
    })
}

fn keys(path: &Datum) -> Result<&[Datum], Stop> {
    match path {
        Datum::Arr(keys) => Ok(&keys.items),
        other => Err(fault(format!("a path is an array but got: {}", other.shown())).into()),
    }
}

/// `range($from; $to; $by)`; a step of zero gives nothing.
fn range(mut cv: Cv<'_, Engine>) -> ValXs<'_, Datum> {
    let (by, to, from) = (cv.0.pop_var(), cv.0.pop_var(), cv.0.pop_var());
    let (Datum::Num(mut at), Datum::Num(to), Datum::Num(by)) = (from.clone(), to.clone(), by.clone()) else {
        let message = format!("range cannot go from {} to {} by {}", from.shown(), to.shown(), by.shown());
        return once(Err(fault(message).into()));
    };
    let zero = Num::Int(0);
    let mut ended = false;
    Box::new(std::iter::from_fn(move || {
        let more = if by > zero { at < to } else { by < zero && at > to };
        if ended || !more {
            return None;
        }
        let value = Datum::Num(at.clone());
        if let Err(stop) = cv.0.data().meter.pass(&value) {
            ended = true;
            return Some(Err(stop.into()));
        }
        at = at.clone() + by.clone();
        Some(Ok(value))
    }))
}

/// One entry of each list in turn, the first list slowest.
fn combinations(cv: Cv<'_, Engine>) -> ValXs<'_, Datum> {
    let not_lists = |value: &Datum| once(Err(fault(format!("cannot combine: {}", value.shown())).into()));
    let rows = match &cv.1 {
        Datum::Arr(rows) => &rows.items[..],
        // Whatever has the length 0 is no rows.
        Datum::Null => &[],
        Datum::Num(number) if double(number) == 0.0 => &[],
        Datum::Str(text) if text.is_empty() => &[],
        Datum::Obj(map) if map.members.is_empty() => &[],
        other => return not_lists(other),
    };
    let mut lists: Vec<Vec<Datum>> = Vec::with_capacity(rows.len());
    for row in rows {
        if let Err(stop) = cv.0.data().meter.room(16 * row.weight().bytes) {
            return once(Err(stop));
        }
        lists.push(match row {
            Datum::Arr(list) => list.items.clone(),
            Datum::Obj(map) => map.members.values().cloned().collect(),
            other => return not_lists(other),
        });
    }
    let mut next = lists.iter().all(|list| !list.is_empty()).then(|| vec![0; lists.len()]);
    Box::new(std::iter::from_fn(move || {
        let at = next.take()?;
        let chosen = at.iter().zip(&lists).map(|(at, list)| list[*at].clone()).collect();
        let mut after = at;
        for (digit, list) in after.iter_mut().zip(&lists).rev() {
            *digit += 1;
            if *digit < list.len() {
                next = Some(after);
                break;
            }
            *digit = 0;
        }
        let made = cv.0.data().meter.made(chosen);
        if made.is_err() {
            next = None;
        }
        Some(made.map_err(Exn::from))
    }))
}

/// The last result of a filter, or the input if it gives none: what gojq's `reduce` goes on with.
fn last_or_same(mut cv: Cv<'_, Engine>) -> ValXs<'_, Datum> {
    let (f, ctx) = cv.0.pop_fun();
    let mut last = cv.1.clone();
    for result in f.run((ctx, cv.1)) {
        if let Err(stop) = cv.0.data().meter.spend(1) {
            return once(Err(stop));
        }
        match result {
            Ok(value) => last = value,
            error => return Box::new(std::iter::once(error)),
        }
    }
    once(cv.0.data().meter.made(last))
}

/// One round of gojq's `foreach`: from `[state, _]` to `[last result, [results]]`.
fn fold(mut cv: Cv<'_, Engine>) -> ValXs<'_, Datum> {
    let (f, ctx) = cv.0.pop_fun();
    let state = match &cv.1 {
        Datum::Arr(pair) => pair.items.first().cloned().unwrap_or_default(),
        _ => Datum::Null,
    };
    match outputs(f.run((ctx, state.clone())), &cv.0.data().meter) {
        Ok(outputs) => {
            let last = outputs.last().cloned().unwrap_or(state);
            let pair = Datum::list(vec![last, Datum::list(outputs)]);
            once(cv.0.data().meter.made(pair))
        }
        Err(error) => Box::new(std::iter::once(Err(error))),
    }
}

/// The first result for each entry or member; without one it is left out.
fn map_values(mut cv: Cv<'_, Engine>) -> ValXs<'_, Datum> {
    let (f, ctx) = cv.0.pop_fun();
    let first = |value: &Datum| f.run((ctx.clone(), value.clone())).next().transpose();
    let mapped = map_children(&cv.1, |value| Ok(first(value)?.into_iter().collect()));
    finish(mapped, &cv.0.data().meter)
}

fn finish<'a>(result: ValX<'a, Datum>, meter: &Meter) -> ValXs<'a, Datum> {
    let made = result.and_then(|value| meter.made(value).map_err(Exn::from));
    Box::new(std::iter::once(made))
}

fn map_children<'a>(value: &Datum, mut f: impl FnMut(&Datum) -> Results<'a>) -> ValX<'a, Datum> {
    match value {
        Datum::Arr(list) => {
            let mut items = Vec::new();
            for item in &list.items {
                items.extend(f(item)?);
            }
            Ok(Datum::list(items))
        }
        Datum::Obj(map) => {
            let mut members = std::collections::BTreeMap::new();
            for (key, value) in &map.members {
                if let Some(value) = f(value)?.into_iter().next() {
                    members.insert(key.clone(), value);
                }
            }
            Ok(Datum::object(members))
        }
        other => Err(Fault::from(fault(format!("cannot iterate over: {}", other.shown()))).into()),
    }
}

/// `walk(f)`: what is inside first, then the value itself.
fn walk(mut cv: Cv<'_, Engine>) -> ValXs<'_, Datum> {
    let (f, ctx) = cv.0.pop_fun();
    let run = |value: Datum| f.run((ctx.clone(), value));
    match walk_all(&cv.1, &run, &cv.0.data().meter) {
        Ok(outputs) => Box::new(outputs.into_iter().map(Ok)),
        Err(error) => Box::new(std::iter::once(Err(error))),
    }
}

/// The recursion is as deep as the value, which is within [`Limits::document_depth`](crate::limits::Limits).
fn walk_all<'a>(value: &Datum, run: &impl Fn(Datum) -> ValXs<'a, Datum>, meter: &Meter) -> Results<'a> {
    let mapped = match value {
        Datum::Arr(_) | Datum::Obj(_) => map_children(value, |inner| walk_all(inner, run, meter))?,
        scalar => scalar.clone(),
    };
    outputs(run(meter.made(mapped)?), meter)
}
