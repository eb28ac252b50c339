//! The functions of the vocabulary that are written in Rust. What can be said in jq is in `prelude.jq`.
//!
//! A name that begins with `_` is not part of the vocabulary: lowered expressions and the prelude call it.

use super::arithmetic::{self, contains, indices, math};
use super::datum::{Datum, fault, number};
use super::meter::{Engine, Meter, Stop, once};
use super::{ordering, streams, texts};
use crate::value::Kind;
use jaq_core::native::{Fun, v};
use jaq_core::{Cv, Native, ValT, ValXs};
use std::collections::BTreeMap;

pub(super) type Made = Result<Datum, Stop>;

/// Every function written in Rust: ours, and of jaq's those whose cost is bounded by what is passed to them.
pub(super) fn all() -> Vec<Fun<Engine>> {
    let core = jaq_core::funs::<Engine>().filter_map(|(name, args, run)| match name {
        "limit" => Some(("_limit", args, run)),
        "first" | "last" | "path" => Some((name, args, run)),
        _ => None,
    });
    let std = jaq_std::funs::<Engine>().filter_map(|(name, args, run)| match name {
        "strptime" => Some(("_strptime", args, run)),
        name => JAQ.split_whitespace().any(|known| known == name).then_some((name, args, run)),
    });
    let ours = [streams::streams(), operators(), types(), objects(), ordering::ordering(), texts::texts()];
    core.chain(std).chain(ours.into_iter().flatten()).collect()
}

/// Functions of jaq's standard library: mathematics, times, regular expressions, base64.
const JAQ: &str = "floor round ceil acos acosh asin asinh atan atanh cbrt cos cosh exp exp10 exp2 expm1 fabs frexp \
    ilogb lgamma log log10 log1p log2 modf nearbyint rint sin sinh sqrt tan tanh tgamma trunc atan2 copysign fdim fmax \
    fmin fmod hypot ldexp nextafter pow remainder scalbln fma matches split_matches split_ fromdateiso8601 \
    todateiso8601 strftime gmtime mktime encode_base64 decode_base64";

/// A function of its input, and of up to two arguments, that gives one result.
macro_rules! native {
    ($name:literal, |$meter:tt, $value:ident| $body:expr) => {
        native!(@ $name, 0, |$meter, $value| [] $body)
    };
    ($name:literal, |$meter:tt, $value:ident; $a:ident| $body:expr) => {
        native!(@ $name, 1, |$meter, $value| [$a] $body)
    };
    ($name:literal, |$meter:tt; $a:ident, $b:ident| $body:expr) => {
        native!(@ $name, 2, |$meter, _value| [$b $a] $body)
    };
    // Arguments come off in reverse order.
    (@ $name:literal, $args:literal, |$meter:tt, $value:ident| [$($arg:ident)*] $body:expr) => {{
        let run: jaq_core::RunPtr<crate::expression::evaluate::meter::Engine> = |cv| {
            #[allow(unused_mut)]
            let (mut ctx, $value) = cv;
            $(let $arg = ctx.pop_var();)*
            let meter = &ctx.data().meter;
            let $meter = meter;
            let made = (|| -> crate::expression::evaluate::natives::Made { $body })();
            crate::expression::evaluate::meter::once(made.and_then(|value| meter.made(value)))
        };
        ($name, jaq_core::native::v($args), jaq_core::Native::<crate::expression::evaluate::meter::Engine>::new(run))
    }};
}
pub(super) use native;

fn operators() -> Vec<Fun<Engine>> {
    // The right operand is the outer loop: the order of jq and gojq.
    macro_rules! math {
        ($name:literal, $sign:literal) => {
            native!($name, |meter; b, a| {
                meter.room(arithmetic::cost($sign, &a, &b))?;
                Ok(math($sign, a, b)?)
            })
        };
    }
    macro_rules! compare {
        ($name:literal, |$a:ident, $b:ident| $result:expr) => {
            native!($name, |meter; $b, $a| {
                meter.work($a.weight().bytes.min($b.weight().bytes))?;
                Ok(Datum::Bool($result))
            })
        };
    }
    vec![
        math!("_+", '+'),
        math!("_-", '-'),
        math!("_*", '*'),
        math!("_/", '/'),
        math!("_%", '%'),
        compare!("_==", |a, b| a == b),
        compare!("_!=", |a, b| a != b),
        compare!("_<", |a, b| a < b),
        compare!("_<=", |a, b| a <= b),
        compare!("_>", |a, b| a > b),
        compare!("_>=", |a, b| a >= b),
        native!("_negate", |_, value| Ok(arithmetic::negate(value)?)),
        native!("_work", |meter, value; steps| {
            if let Datum::Num(steps) = &steps {
                meter.spend(arithmetic::double(steps).max(0.0) as u64)?;
            }
            Ok(value)
        }),
    ]
}

fn types() -> Vec<Fun<Engine>> {
    macro_rules! double {
        ($name:literal, |$x:ident| $result:expr) => {
            native!($name, |_, value| match &value {
                Datum::Num(number) => {
                    let $x = arithmetic::double(number);
                    Ok(Datum::Bool($result))
                }
                other => Err(fault(format!("a number is wanted but got: {}", other.shown())).into()),
            })
        };
    }
    vec![
        native!("true", |_, _value| Ok(Datum::Bool(true))),
        native!("false", |_, _value| Ok(Datum::Bool(false))),
        native!("null", |_, _value| Ok(Datum::Null)),
        native!("nan", |_, _value| Ok(Datum::from(f64::NAN))),
        native!("infinite", |_, _value| Ok(Datum::from(f64::INFINITY))),
        native!("error", |_, value| Err(jaq_core::Error::new(value).into())),
        native!("type", |_, value| Ok(Datum::text(value.kind().name()))),
        native!("length", |meter, value| length(meter, &value)),
        native!("tostring", |meter, value| {
            meter.room(value.weight().bytes)?;
            Ok(value.into_string())
        }),
        native!("tojson", |meter, value| {
            meter.room(value.weight().bytes)?;
            Ok(Datum::text(value.to_string()))
        }),
        native!("tonumber", |_, value| tonumber(value)),
        native!("toboolean", |_, value| match &value {
            Datum::Bool(_) => Ok(value),
            Datum::Str(text) if &**text == "true" => Ok(Datum::Bool(true)),
            Datum::Str(text) if &**text == "false" => Ok(Datum::Bool(false)),
            other => Err(fault(format!("cannot be read as a boolean: {}", other.shown())).into()),
        }),
        native!("abs", |_, value| match value {
            Datum::Num(number) if arithmetic::double(&number) < 0.0 => Ok(Datum::Num(-number)),
            Datum::Num(_) => Ok(value),
            other => Err(fault(format!("has no absolute value: {}", other.shown())).into()),
        }),
        double!("isinfinite", |x| x.is_infinite()),
        double!("isnan", |x| x.is_nan()),
        double!("isnormal", |x| x.is_normal()),
        double!("isfinite", |x| x.is_finite()),
    ]
}

fn length(meter: &Meter, value: &Datum) -> Made {
    match value {
        Datum::Null => Ok(Datum::count(0)),
        Datum::Num(number) if arithmetic::double(number) < 0.0 => Ok(Datum::Num(-number.clone())),
        Datum::Num(_) => Ok(value.clone()),
        Datum::Str(text) => {
            meter.work(text.len() as u64)?;
            Ok(Datum::count(text.chars().count()))
        }
        Datum::Arr(list) => Ok(Datum::count(list.items.len())),
        Datum::Obj(map) => Ok(Datum::count(map.members.len())),
        Datum::Bool(_) => Err(fault(format!("has no length: {}", value.shown())).into()),
    }
}

fn tonumber(value: Datum) -> Made {
    match &value {
        Datum::Num(_) => Ok(value),
        Datum::Str(text) if crate::value::Number::parse(text).is_some() => Ok(Datum::Num(number(text))),
        Datum::Str(_) => Err(fault(format!("invalid number: {}", value)).into()),
        other => Err(fault(format!("cannot be read as a number: {}", other.shown())).into()),
    }
}

fn objects() -> Vec<Fun<Engine>> {
    vec![
        native!("keys", |meter, value| keys(meter, &value)),
        native!("_has", |_, value; key| match (&value, &key) {
            (Datum::Obj(map), Datum::Str(key)) => Ok(Datum::Bool(map.members.contains_key(key))),
            (Datum::Arr(list), Datum::Num(index)) => {
                let index = arithmetic::floor(index).and_then(|index| usize::try_from(index).ok());
                Ok(Datum::Bool(index.is_some_and(|index| index < list.items.len())))
            }
            _ => Err(fault(format!("cannot check whether {} has {}", value.shown(), key.shown())).into()),
        }),
        native!("to_entries", |meter, value| match &value {
            Datum::Obj(map) => {
                meter.room(128 * map.members.len() as u64)?;
                let entry = |(key, value): (&std::sync::Arc<str>, &Datum)| {
                    let pair = [("key".into(), Datum::Str(key.clone())), ("value".into(), value.clone())];
                    Datum::object(pair.into())
                };
                Ok(map.members.iter().map(entry).collect())
            }
            Datum::Arr(list) => {
                meter.room(128 * list.items.len() as u64)?;
                let entry = |(at, value): (usize, &Datum)| {
                    Datum::object([("key".into(), Datum::count(at)), ("value".into(), value.clone())].into())
                };
                Ok(list.items.iter().enumerate().map(entry).collect())
            }
            other => Err(fault(format!("has no entries: {}", other.shown())).into()),
        }),
        native!("from_entries", |meter, value| from_entries(meter, &value)),
        ("_set", v(3), Native::<Engine>::new(set)),
        native!("add", |meter, value| {
            let items = match &value {
                Datum::Arr(list) => list.items.clone(),
                Datum::Obj(map) => map.members.values().cloned().collect(),
                other => return Err(fault(format!("cannot iterate over: {}", other.shown())).into()),
            };
            sum(meter, items)
        }),
        native!("_contains", |meter, a; b| {
            meter.work(a.weight().bytes.saturating_mul(1 + b.weight().bytes / 64))?;
            Ok(Datum::Bool(contains(&a, &b)?))
        }),
        native!("_indices", |meter, value; wanted| {
            meter.work(value.weight().bytes.saturating_mul(1 + wanted.weight().bytes / 64))?;
            Ok(indices(&value, &wanted))
        }),
        native!("transpose", |meter, value| match &value {
            Datum::Arr(list) => {
                let widths = list.items.iter().map(|row| match row {
                    Datum::Arr(row) => row.items.len() as u64,
                    _ => 0,
                });
                meter.room(16 * widths.max().unwrap_or_default().saturating_mul(list.items.len() as u64))?;
                Ok(arithmetic::transpose(&list.items)?)
            }
            other => Err(fault(format!("cannot transpose: {}", other.shown())).into()),
        }),
        native!("_flatten", |meter, value; depth| {
            let Datum::Num(depth) = &depth else {
                return Err(fault(format!("a depth is a number but got: {}", depth.shown())).into());
            };
            let depth = arithmetic::double(depth);
            if depth < 0.0 {
                return Err(fault("a depth to flatten must not be negative").into());
            }
            let items = match &value {
                Datum::Arr(list) => list.items.clone(),
                Datum::Obj(map) => map.members.values().cloned().collect(),
                other => return Err(fault(format!("cannot flatten: {}", other.shown())).into()),
            };
            let mut flat = Vec::new();
            flatten(meter, &items, depth, &mut flat)?;
            Ok(Datum::list(flat))
        }),
    ]
}

/// `_set($object; $key; $value)`
fn set(mut cv: Cv<'_, Engine>) -> ValXs<'_, Datum> {
    let (value, key, object) = (cv.0.pop_var(), cv.0.pop_var(), cv.0.pop_var());
    let meter = &cv.0.data().meter;
    let made = match (object, key) {
        (Datum::Obj(map), Datum::Str(key)) => meter.work(16 * map.members.len() as u64).and_then(|()| {
            let mut members = map.members.clone();
            members.insert(key, value);
            meter.made(Datum::object(members))
        }),
        (_, key) => Err(fault(format!("expected a string for object key but got: {}", key.shown())).into()),
    };
    once(made)
}

fn keys(meter: &Meter, value: &Datum) -> Made {
    match value {
        Datum::Obj(map) => {
            meter.room(32 * map.members.len() as u64)?;
            Ok(map.members.keys().cloned().map(Datum::Str).collect())
        }
        Datum::Arr(list) => {
            meter.room(16 * list.items.len() as u64)?;
            Ok((0..list.items.len()).map(Datum::count).collect())
        }
        other => Err(fault(format!("has no keys: {}", other.shown())).into()),
    }
}

/// `[{key, value}]`, also with gojq's other spellings of the two.
fn from_entries(meter: &Meter, value: &Datum) -> Made {
    let Datum::Arr(entries) = value else {
        return Err(fault(format!("cannot iterate over: {}", value.shown())).into());
    };
    meter.room(64 * entries.items.len() as u64)?;
    let mut members = BTreeMap::new();
    for entry in &entries.items {
        let Datum::Obj(map) = entry else {
            return Err(fault(format!("an entry is an object but got: {}", entry.shown())).into());
        };
        let find = |names: &[&str]| names.iter().find_map(|name| map.members.get(*name).filter(|v| v.as_bool()));
        let named = |names: &[&str]| names.iter().find_map(|name| map.members.get(*name));
        let key = find(&["key", "k", "name", "Name", "K", "Key"]).or_else(|| named(&["key", "k", "name"]));
        let key = match key {
            Some(Datum::Str(key)) => key.clone(),
            Some(key @ (Datum::Num(_) | Datum::Bool(_))) => key.to_string().into(),
            None | Some(Datum::Null) => "null".into(),
            Some(other) => return Err(fault(format!("a key is a string but got: {}", other.shown())).into()),
        };
        let value = find(&["value", "v", "Value", "V"]).or_else(|| named(&["value", "v", "Value", "V"]));
        members.insert(key, value.cloned().unwrap_or_default());
    }
    Ok(Datum::object(members))
}

/// Texts and lists are put together in one piece, so that the cost follows the result.
fn sum(meter: &Meter, items: Vec<Datum>) -> Made {
    let all = |kind: Kind| !items.is_empty() && items.iter().all(|item| item.kind() == kind);
    if all(Kind::String) {
        meter.room(items.iter().map(|item| item.weight().bytes).sum())?;
        let pieces = items.iter().filter_map(|item| match item {
            Datum::Str(text) => Some(&**text),
            _ => None,
        });
        return Ok(Datum::text(pieces.collect::<String>()));
    }
    if all(Kind::Array) {
        let lists: Vec<_> =
            items.iter().filter_map(|item| if let Datum::Arr(list) = item { Some(list) } else { None }).collect();
        meter.room(16 * lists.iter().map(|list| list.items.len() as u64).sum::<u64>())?;
        return Ok(lists.iter().flat_map(|list| list.items.iter().cloned()).collect());
    }
    items.into_iter().try_fold(Datum::Null, |sum, item| {
        meter.room(arithmetic::cost('+', &sum, &item))?;
        meter.made(math('+', sum, item)?)
    })
}

/// The recursion is as deep as the value, which is within the limits.
fn flatten(meter: &Meter, items: &[Datum], depth: f64, flat: &mut Vec<Datum>) -> Result<(), Stop> {
    for item in items {
        meter.spend(1)?;
        match item {
            Datum::Arr(list) if depth > 0.0 => flatten(meter, &list.items, depth - 1.0, flat)?,
            other => flat.push(other.clone()),
        }
    }
    Ok(())
}
