//! What jaq asks of values.

use super::super::arithmetic;
use super::{Datum, Fault, fault, number};
use jaq_core::box_iter::{BoxIter, box_once};
use jaq_core::path::Opt;
use jaq_core::val::Range;
use jaq_core::{Exn, ValR, ValT, ValX};
use jaq_json::Num;

impl From<bool> for Datum {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<isize> for Datum {
    fn from(number: isize) -> Self {
        Self::Num(Num::Int(number))
    }
}

impl From<usize> for Datum {
    fn from(number: usize) -> Self {
        Self::count(number)
    }
}

impl From<f64> for Datum {
    fn from(number: f64) -> Self {
        Self::Num(Num::Float(number))
    }
}

impl From<String> for Datum {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

impl From<Range<Self>> for Datum {
    /// The step of a path that is a slice.
    fn from(range: Range<Self>) -> Self {
        let bounds = [("start", range.start), ("end", range.end)];
        Self::object(bounds.into_iter().map(|(name, bound)| (name.into(), bound.unwrap_or_default())).collect())
    }
}

impl FromIterator<Self> for Datum {
    fn from_iter<I: IntoIterator<Item = Self>>(iter: I) -> Self {
        Self::list(iter.into_iter().collect())
    }
}

/// jaq asks for the operators; expressions are lowered to calls that count what they do.
macro_rules! operators {
    ($($name:ident $method:ident $sign:literal;)*) => {$(
        impl std::ops::$name for Datum {
            type Output = ValR<Self>;
            fn $method(self, other: Self) -> ValR<Self> {
                arithmetic::math($sign, self, other)
            }
        }
    )*};
}

operators! {
    Add add '+';
    Sub sub '-';
    Mul mul '*';
    Div div '/';
    Rem rem '%';
}

impl std::ops::Neg for Datum {
    type Output = ValR<Self>;
    fn neg(self) -> ValR<Self> {
        arithmetic::negate(self)
    }
}

impl ValT for Datum {
    fn from_num(text: &str) -> ValR<Self> {
        Ok(Self::Num(number(text)))
    }

    fn from_map<I: IntoIterator<Item = (Self, Self)>>(iter: I) -> ValR<Self> {
        let members = iter.into_iter().map(|(key, value)| match key {
            Self::Str(key) => Ok((key, value)),
            other => Err(fault(format!("expected a string for object key but got: {}", other.shown()))),
        });
        members.collect::<Result<_, _>>().map(Self::object)
    }

    fn key_values(self) -> BoxIter<'static, ValR<(Self, Self), Self>> {
        match self {
            Self::Arr(list) => {
                let items = list.items.clone().into_iter().enumerate();
                Box::new(items.map(|(at, item)| Ok((Self::count(at), item))))
            }
            Self::Obj(map) => {
                let members = map.members.clone().into_iter();
                Box::new(members.map(|(key, value)| Ok((Self::Str(key), value))))
            }
            other => box_once(Err(other.iterate_fault())),
        }
    }

    fn values(self) -> Box<dyn Iterator<Item = ValR<Self>>> {
        match self {
            // The items are copied one by one, as they are asked for.
            Self::Arr(list) => {
                let mut at = 0;
                Box::new(std::iter::from_fn(move || {
                    let item = list.items.get(at)?.clone();
                    at += 1;
                    Some(Ok(item))
                }))
            }
            Self::Obj(map) => {
                let values: Vec<_> = map.members.values().cloned().collect();
                Box::new(values.into_iter().map(Ok))
            }
            other => box_once(Err(other.iterate_fault())),
        }
    }

    fn index(self, index: &Self) -> ValR<Self> {
        self.at(index)
    }

    fn range(self, range: Range<&Self>) -> ValR<Self> {
        self.slice(range.start, range.end)
    }

    /// Updates are forbidden in every expression, so nothing asks for the three below.
    fn map_values<'a, I: Iterator<Item = ValX<'a, Self>>>(self, _: Opt, _: impl Fn(Self) -> I) -> ValX<'a, Self> {
        Err(Exn::from(Fault::path_expr(self)))
    }

    fn map_index<'a, I: Iterator<Item = ValX<'a, Self>>>(
        self,
        _: &Self,
        _: Opt,
        _: impl Fn(Self) -> I,
    ) -> ValX<'a, Self> {
        Err(Exn::from(Fault::path_expr(self)))
    }

    fn map_range<'a, I: Iterator<Item = ValX<'a, Self>>>(
        self,
        _: Range<&Self>,
        _: Opt,
        _: impl Fn(Self) -> I,
    ) -> ValX<'a, Self> {
        Err(Exn::from(Fault::path_expr(self)))
    }

    fn as_bool(&self) -> bool {
        !matches!(self, Self::Null | Self::Bool(false))
    }

    fn into_string(self) -> Self {
        match self {
            Self::Str(_) => self,
            other => Self::text(other.to_string()),
        }
    }
}

impl jaq_std::ValT for Datum {
    fn into_seq<S: FromIterator<Self>>(self) -> Result<S, Self> {
        match self {
            Self::Arr(list) => Ok(list.items.iter().cloned().collect()),
            other => Err(other),
        }
    }

    fn is_int(&self) -> bool {
        matches!(self, Self::Num(Num::BigInt(_))) || self.as_isize().is_some()
    }

    /// A double that is whole is a whole number in jq.
    fn as_isize(&self) -> Option<isize> {
        match self {
            Self::Num(number @ (Num::Int(_) | Num::BigInt(_))) => number.as_isize(),
            Self::Num(number) => {
                let double = arithmetic::double(number);
                (double.fract() == 0.0 && double.abs() < 9e15).then_some(double as isize)
            }
            _ => None,
        }
    }

    fn as_f64(&self) -> Option<f64> {
        match self {
            Self::Num(number) => Some(arithmetic::double(number)),
            _ => None,
        }
    }

    fn is_utf8_str(&self) -> bool {
        matches!(self, Self::Str(_))
    }

    fn as_bytes(&self) -> Option<&[u8]> {
        match self {
            Self::Str(text) => Some(text.as_bytes()),
            _ => None,
        }
    }

    fn as_sub_str(&self, sub: &[u8]) -> Self {
        Self::text(String::from_utf8_lossy(sub))
    }

    fn from_utf8_bytes(bytes: impl AsRef<[u8]> + Send + 'static) -> Self {
        Self::text(String::from_utf8_lossy(bytes.as_ref()))
    }
}
