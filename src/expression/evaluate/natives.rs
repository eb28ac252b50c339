//! The functions of the vocabulary that are written in Rust. What can be said in jq is in `prelude.jq`.
//!
//! A name that begins with `_` is not part of the vocabulary: lowered expressions and the prelude call it.

use super::arithmetic::{self, math};
use super::datum::{Datum, fault, number};
use super::meter::{Engine, Meter, Stop};
use super::{objects, ordering, streams, texts};
use jaq_core::ValT;
use jaq_core::native::Fun;

pub(super) type Made = Result<Datum, Stop>;

/// Every function written in Rust: ours, and of jaq's those whose cost is bounded by what is passed to them.
pub(super) fn all() -> Vec<Fun<Engine>> {
    let core = jaq_core::funs::<Engine>().filter_map(|(name, args, run)| match name {
        "limit" => Some(("_limit", args, run)),
        "skip" => Some(("_skip", args, run)),
        "last" => Some(("_final", args, run)),
        "first" | "path" => Some((name, args, run)),
        _ => None,
    });
    let std = jaq_std::funs::<Engine>().filter_map(|(name, args, run)| match name {
        "strptime" => Some(("_strptime", args, run)),
        "strftime" => Some(("_strftime", args, run)),
        "gmtime" => Some(("_gmtime", args, run)),
        "todateiso8601" => Some(("_todateiso8601", args, run)),
        name => JAQ.split_whitespace().any(|known| known == name).then_some((name, args, run)),
    });
    let ours = [streams::streams(), operators(), types(), objects::objects(), ordering::ordering(), texts::texts()];
    core.chain(std).chain(ours.into_iter().flatten()).collect()
}

/// Functions of jaq's standard library: mathematics, times, regular expressions, base64.
const JAQ: &str = "floor round ceil acos acosh asin asinh atan atanh cbrt cos cosh exp exp10 exp2 expm1 fabs frexp \
    ilogb lgamma log log10 log1p log2 modf nearbyint rint sin sinh sqrt tan tanh tgamma trunc atan2 copysign fdim fmax \
    fmin fmod hypot ldexp nextafter pow remainder scalbln fma matches split_matches split_ fromdateiso8601 \
    mktime encode_base64";

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
            let make = || -> crate::expression::evaluate::natives::Made { $body };
            crate::expression::evaluate::meter::once(make().and_then(|value| meter.made(value)))
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
    // What is no number is none of these; gojq asks only null whether it is NaN.
    macro_rules! double {
        ($name:literal, $others:literal, |$x:ident| $result:expr) => {
            native!($name, |_, value| match &value {
                Datum::Num(number) => {
                    let $x = arithmetic::double(number);
                    Ok(Datum::Bool($result))
                }
                other if $others || *other == Datum::Null => Ok(Datum::Bool(false)),
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
        native!("_error", |_, value| Err(jaq_core::Error::new(value).into())),
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
        double!("isinfinite", true, |x| x.is_infinite()),
        double!("isnan", false, |x| x.is_nan()),
        double!("isnormal", true, |x| x.is_normal()),
        double!("isfinite", true, |x| x.is_finite()),
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

pub(super) fn tonumber(value: Datum) -> Made {
    match &value {
        Datum::Num(_) => Ok(value),
        Datum::Str(text) => match crate::value::Number::parse(&as_json(text)) {
            Some(spelled) => Ok(Datum::Num(number(spelled.as_str()))),
            None => Err(fault(format!("invalid number: {}", value)).into()),
        },
        other => Err(fault(format!("cannot be read as a number: {}", other.shown())).into()),
    }
}

/// Beyond JSON a number may begin with `+`, `.` or further zeros, and end in `.`: `.5`, `+7`, `007`, `1.`, `1.e2`.
fn as_json(text: &str) -> String {
    let (sign, rest) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (whole, rest) = rest.split_at(digits);
    let point = rest.strip_prefix('.').unwrap_or(rest);
    let fraction = point.bytes().take_while(u8::is_ascii_digit).count();
    if digits + fraction == 0 || point.starts_with('.') {
        return text.into();
    }
    let whole = if digits == 0 { "0" } else { whole.trim_start_matches('0') };
    let whole = if whole.is_empty() { "0" } else { whole };
    let rest = if fraction == 0 { point } else { rest };
    format!("{sign}{whole}{rest}")
}
