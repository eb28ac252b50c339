//! Operators on values, with gojq's results.

use super::datum::{Datum, Fault, MAX_DIGITS, fault};
use jaq_json::Num;
use std::sync::Arc;

/// `a + b`, `a - b`, `a * b`, `a / b`, `a % b`.
pub(super) fn math(sign: char, a: Datum, b: Datum) -> Result<Datum, Fault> {
    use Datum::{Arr, Null, Num as N, Obj, Str};
    match (sign, a, b) {
        ('+', Null, other) | ('+', other, Null) => Ok(other),
        ('+', N(a), N(b)) => Ok(N(a + b)),
        ('+', Str(a), Str(b)) => Ok(Datum::text(format!("{a}{b}"))),
        ('+', Arr(a), Arr(b)) => Ok(Datum::list(a.items.iter().chain(&b.items).cloned().collect())),
        ('+', Obj(a), Obj(b)) => {
            let mut members = a.members.clone();
            members.extend(b.members.iter().map(|(key, value)| (key.clone(), value.clone())));
            Ok(Datum::object(members))
        }
        ('-', N(a), N(b)) => Ok(N(a - b)),
        ('-', Arr(a), Arr(b)) => {
            let kept = a.items.iter().filter(|item| !b.items.contains(item));
            Ok(Datum::list(kept.cloned().collect()))
        }
        ('*', N(a), N(b)) => Ok(N(a * b)),
        ('*', Obj(a), Obj(b)) => Ok(deep_merge(&Obj(a), &Obj(b))),
        ('*', Str(text), N(times)) | ('*', N(times), Str(text)) => Ok(repeat(&text, double(&times))),
        ('/', N(a), N(b)) => divide(a, b),
        ('/', Str(a), Str(b)) => Ok(split(&a, &b)),
        ('%', N(a), N(b)) => remainder(&a, &b),
        (sign, a, b) => {
            let verb = match sign {
                '+' => "add",
                '-' => "subtract",
                '*' => "multiply",
                '/' => "divide",
                _ => "take the remainder of",
            };
            Err(fault(format!("cannot {verb}: {} and {}", a.shown(), b.shown())))
        }
    }
}

/// The bytes that the result of an operation takes, at least roughly and before it is computed.
pub(super) fn cost(sign: char, a: &Datum, b: &Datum) -> u64 {
    if [a, b].into_iter().any(is_too_long) {
        return u64::MAX;
    }
    let (x, y) = (a.weight().bytes, b.weight().bytes);
    match (sign, a, b) {
        ('*', Datum::Str(text), Datum::Num(times)) | ('*', Datum::Num(times), Datum::Str(text)) => {
            // From float to integer the cast saturates.
            (text.len() as u64).saturating_mul(double(times).max(0.0).ceil() as u64)
        }
        ('-', Datum::Arr(_), Datum::Arr(list)) => x.saturating_mul(list.items.len() as u64),
        // Lists and objects are copied without what they hold.
        (_, Datum::Arr(a), Datum::Arr(b)) => 16 * (a.items.len() + b.items.len()) as u64,
        ('+', Datum::Obj(a), Datum::Obj(b)) => 64 * (a.members.len() + b.members.len()) as u64,
        // Long multiplication.
        ('*', Datum::Num(Num::BigInt(_)), Datum::Num(Num::BigInt(_))) => (x / 8).saturating_mul(y / 8).max(x + y),
        _ => x.saturating_add(y),
    }
}

/// A number with more digits than are computed with.
fn is_too_long(value: &Datum) -> bool {
    matches!(value, Datum::Num(Num::Dec(text)) if text.len() > MAX_DIGITS)
}

/// `-a`
pub(super) fn negate(value: Datum) -> Result<Datum, Fault> {
    match value {
        Datum::Num(number) => Ok(Datum::Num(-number)),
        other => Err(fault(format!("cannot negate: {}", other.shown()))),
    }
}

/// As a double; what is beyond them is infinite.
pub(super) fn double(number: &Num) -> f64 {
    match number {
        Num::Int(number) => *number as f64,
        Num::BigInt(number) => number.to_string().parse().unwrap_or(f64::NAN),
        Num::Float(number) => *number,
        Num::Dec(text) => text.parse().unwrap_or(f64::NAN),
    }
}

/// The next whole number downwards, as far as an index can say it.
pub(super) fn floor(number: &Num) -> Option<isize> {
    match number {
        Num::Int(number) => Some(*number),
        other => {
            let double = double(other);
            (!double.is_nan()).then(|| double.floor() as isize)
        }
    }
}

fn is_zero(number: &Num) -> bool {
    match number {
        Num::Int(number) => *number == 0,
        other => double(other) == 0.0,
    }
}

fn is_whole(number: &Num) -> bool {
    matches!(number, Num::Int(_) | Num::BigInt(_))
}

/// Whole numbers that divide without a rest give a whole number, exactly.
fn divide(a: Num, b: Num) -> Result<Datum, Fault> {
    if is_zero(&b) {
        let (a, b) = (Datum::Num(a), Datum::Num(b));
        return Err(fault(format!("cannot divide {} by: {}", a.shown(), b.shown())));
    }
    if is_whole(&a) && is_whole(&b) && is_zero(&(a.clone() % b.clone())) {
        return Ok(Datum::Num(match (&a, &b) {
            (Num::Int(a), Num::Int(b)) => match a.checked_div(*b) {
                Some(quotient) => Num::Int(quotient),
                None => Num::Int(0) - Num::Int(*a),
            },
            (Num::BigInt(a), Num::BigInt(b)) => Num::big_int(&**a / &**b),
            (Num::BigInt(a), Num::Int(b)) => Num::big_int(&**a / *b),
            _ => Num::Int(0),
        }));
    }
    Ok(Datum::Num(Num::Float(double(&a) / double(&b))))
}

/// The rest of whole numbers; fractions are cut off first.
fn remainder(a: &Num, b: &Num) -> Result<Datum, Fault> {
    let whole = |number: &Num| match is_whole(number) {
        true => number.clone(),
        false => Num::Int(double(number) as isize),
    };
    if double(a).is_nan() || double(b).is_nan() {
        return Ok(Datum::from(f64::NAN));
    }
    let (x, y) = (whole(a), whole(b));
    if is_zero(&y) {
        let (a, b) = (Datum::Num(a.clone()), Datum::Num(b.clone()));
        return Err(fault(format!("cannot take the remainder of {} by: {}", a.shown(), b.shown())));
    }
    Ok(Datum::Num(x % y))
}

fn repeat(text: &str, times: f64) -> Datum {
    match times > 0.0 {
        true => Datum::text(text.repeat(times.max(1.0) as usize)),
        false => Datum::Null,
    }
}

/// Objects are joined member by member, all the way down.
fn deep_merge(a: &Datum, b: &Datum) -> Datum {
    match (a, b) {
        (Datum::Obj(a), Datum::Obj(b)) => {
            let mut members = a.members.clone();
            for (key, value) in &b.members {
                let merged = members.get(key).map_or_else(|| value.clone(), |old| deep_merge(old, value));
                members.insert(key.clone(), merged);
            }
            Datum::object(members)
        }
        (_, b) => b.clone(),
    }
}

/// The pieces between a separator; between the characters where it is empty.
pub(super) fn split(text: &str, separator: &str) -> Datum {
    if text.is_empty() {
        return Datum::list(Vec::new());
    }
    if separator.is_empty() {
        return text.chars().map(|c| Datum::text(c.to_string())).collect();
    }
    text.split(separator).map(Datum::text).collect()
}

/// Where something stands in a list or a text, counted in entries or characters.
pub(super) fn indices(value: &Datum, wanted: &Datum) -> Result<Datum, Fault> {
    Ok(match (value, wanted) {
        (Datum::Null, _) => Datum::Null,
        (Datum::Arr(list), Datum::Arr(wanted)) if !wanted.items.is_empty() => {
            let windows = list.items.windows(wanted.items.len()).enumerate();
            windows.filter(|(_, window)| *window == wanted.items).map(|(at, _)| Datum::count(at)).collect()
        }
        (Datum::Arr(_), Datum::Arr(_)) => Datum::list(Vec::new()),
        (Datum::Arr(list), wanted) => {
            let items = list.items.iter().enumerate();
            items.filter(|(_, item)| *item == wanted).map(|(at, _)| Datum::count(at)).collect()
        }
        (Datum::Str(text), Datum::Str(wanted)) if !wanted.is_empty() => {
            let starts = text.char_indices().enumerate();
            let found = starts.filter(|(_, (at, _))| text[*at..].starts_with(&**wanted));
            found.map(|(at, _)| Datum::count(at)).collect()
        }
        (Datum::Str(_), Datum::Str(_)) => Datum::list(Vec::new()),
        (Datum::Str(_), other) | (other, _) => {
            return Err(fault(format!(
                "cannot look for {} in {}: {}",
                wanted.shown(),
                value.kind().name(),
                other.shown()
            )));
        }
    })
}

/// Whether `b` is in `a`: a part of a text, entries and members that are contained in some of `a`'s.
pub(super) fn contains(a: &Datum, b: &Datum) -> Result<bool, Fault> {
    match (a, b) {
        (Datum::Obj(a), Datum::Obj(b)) => {
            for (key, b) in &b.members {
                match a.members.get(key) {
                    Some(a) if a.kind() == b.kind() && contains(a, b)? => {}
                    _ => return Ok(false),
                }
            }
            Ok(true)
        }
        (Datum::Arr(a), Datum::Arr(b)) => {
            let within = |b: &Datum| a.items.iter().any(|a| a.kind() == b.kind() && contains(a, b).unwrap_or(false));
            Ok(b.items.iter().all(within))
        }
        (Datum::Str(a), Datum::Str(b)) => Ok(a.contains(&**b)),
        (a, b) if a.kind() == b.kind() => Ok(a == b),
        (a, b) => Err(fault(format!("cannot check whether {} contains {}", a.shown(), b.shown()))),
    }
}

/// A list of lists with rows and columns exchanged; short rows are filled with null.
pub(super) fn transpose(rows: &[Datum]) -> Result<Datum, Fault> {
    let lists: Vec<Arc<_>> = rows
        .iter()
        .map(|row| match row {
            Datum::Arr(list) => Ok(list.clone()),
            other => Err(fault(format!("cannot transpose: {}", other.shown()))),
        })
        .collect::<Result<_, _>>()?;
    let width = lists.iter().map(|list| list.items.len()).max().unwrap_or_default();
    let column = |at: usize| lists.iter().map(|list| list.items.get(at).cloned().unwrap_or_default()).collect();
    Ok((0..width).map(column).collect())
}
