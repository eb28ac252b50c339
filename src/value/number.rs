//! Numbers as they are spelled, and their comparison by value.

use std::borrow::Cow;
use std::cmp::Ordering;

/// A JSON number (RFC 8259, section 6) with its spelling: `1.0`, `1e3`, twenty digits.
#[derive(Clone, Debug)]
pub struct Number(Box<str>);

impl Number {
    /// Takes a text that is a JSON number; `None` if it is not one.
    pub fn parse(text: &str) -> Option<Self> {
        (scan(text.as_bytes()) == Some(text.len())).then(|| Self(text.into()))
    }

    /// The spelling.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// As `serde_json` holds it without its optional features: 64 bits, else the nearest double.
    pub(crate) fn to_serde(&self) -> serde_json::Number {
        let text = self.as_str();
        if let Ok(number) = text.parse::<u64>() {
            return number.into();
        }
        // `-0` is a double: as an integer it would lose its sign.
        if let Ok(number) = text.parse::<i64>()
            && number != 0
        {
            return number.into();
        }
        let double = text.parse::<f64>().unwrap_or_default().clamp(f64::MIN, f64::MAX);
        serde_json::Number::from_f64(double).unwrap_or_else(|| 0.into())
    }
}

impl Default for Number {
    fn default() -> Self {
        Self("0".into())
    }
}

impl From<u64> for Number {
    fn from(number: u64) -> Self {
        Self(number.to_string().into())
    }
}

impl From<i64> for Number {
    fn from(number: i64) -> Self {
        Self(number.to_string().into())
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        NumberView::Text(&self.0) == NumberView::Text(&other.0)
    }
}

/// A number that is only read, in the form its document has.
#[derive(Clone, Copy, Debug)]
pub enum NumberView<'a> {
    /// A whole number from 0.
    Unsigned(u64),
    /// A whole number below 0.
    Signed(i64),
    /// A finite double.
    Double(f64),
    /// A spelling.
    Text(&'a str),
}

impl<'a> NumberView<'a> {
    /// The spelling; a double is spelled with as few digits as identify it.
    pub fn text(self) -> Cow<'a, str> {
        match self {
            Self::Unsigned(number) => number.to_string().into(),
            Self::Signed(number) => number.to_string().into(),
            Self::Double(number) => {
                serde_json::Number::from_f64(number).map_or(Cow::Borrowed("0"), |number| number.to_string().into())
            }
            Self::Text(text) => Cow::Borrowed(text),
        }
    }

    /// The one text of this number's value, whatever its spelling: its digits without zeros at either end, then `e` and
    /// the power of ten unless that is 0. `1.0` is `1`, `1500` is `15e2`, `-0.5` is `-5e-1`, zero is `0`.
    pub(crate) fn canonical(self) -> String {
        let text = self.text();
        let Decimal { negative, digits, exponent } = Decimal::of(&text);
        let sign = if negative { "-" } else { "" };
        match (digits.as_str(), exponent) {
            ("", _) => "0".into(),
            (_, 0) => format!("{sign}{digits}"),
            _ => format!("{sign}{digits}e{exponent}"),
        }
    }

    /// A copy that stands alone.
    pub fn to_number(self) -> Number {
        Number(self.text().into())
    }

    /// The whole number from 0 that this is, however spelled (`3`, `3.0`, `3e0`), if it fits 64 bits.
    pub fn as_u64(self) -> Option<u64> {
        match self {
            Self::Unsigned(number) => Some(number),
            Self::Text(text) if text.bytes().all(|byte| byte.is_ascii_digit()) => text.parse().ok(),
            _ => {
                let text = self.text();
                let decimal = Decimal::of(&text);
                let exponent = usize::try_from(decimal.exponent).ok().filter(|e| *e <= 20)?;
                (!decimal.negative || decimal.digits.is_empty())
                    .then(|| format!("0{}{}", decimal.digits, "0".repeat(exponent)).parse().ok())
                    .flatten()
            }
        }
    }
}

impl PartialEq for NumberView<'_> {
    /// Equal as decimal numbers, exactly: `1.0` is `1`, but 9007199254740993 is not 9007199254740992.
    fn eq(&self, other: &Self) -> bool {
        match (*self, *other) {
            (Self::Unsigned(a), Self::Unsigned(b)) => a == b,
            (Self::Signed(a), Self::Signed(b)) => a == b,
            (Self::Double(a), Self::Double(b)) => a.partial_cmp(&b) == Some(Ordering::Equal),
            (Self::Text(a), Self::Text(b)) if a == b => true,
            (a, b) => Decimal::of(&a.text()) == Decimal::of(&b.text()),
        }
    }
}

/// A decimal number in its one normal form: digits without zeros at either end, times a power of ten.
#[derive(PartialEq, Eq)]
struct Decimal {
    negative: bool,
    digits: String,
    exponent: i128,
}

impl Decimal {
    fn of(text: &str) -> Self {
        let (negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = format!("{whole}{fraction}");
        let digits = all.trim_start_matches('0').trim_end_matches('0');
        if digits.is_empty() {
            return Self { negative: false, digits: String::new(), exponent: 0 };
        }
        let zeros = all.len() - all.trim_end_matches('0').len();
        // An exponent of more than 38 digits saturates: a document that large is refused before.
        let huge = if exponent.starts_with('-') { i128::MIN / 2 } else { i128::MAX / 2 };
        let exponent = exponent.parse::<i128>().map_or(huge, |e| e.clamp(i128::MIN / 2, i128::MAX / 2));
        Self { negative, digits: digits.into(), exponent: exponent - fraction.len() as i128 + zeros as i128 }
    }
}

/// The length of the JSON number at the head of the bytes, if there is one.
pub(crate) fn scan(bytes: &[u8]) -> Option<usize> {
    let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut at = usize::from(bytes.first() == Some(&b'-'));
    at += match bytes.get(at)? {
        b'0' => 1,
        b'1'..=b'9' => digits(at),
        _ => return None,
    };
    if bytes.get(at) == Some(&b'.') {
        let fraction = digits(at + 1);
        if fraction == 0 {
            return None;
        }
        at += 1 + fraction;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
        let exponent = digits((at + 1 + sign).min(bytes.len()));
        if exponent == 0 {
            return None;
        }
        at += 1 + sign + exponent;
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_json_numbers_are_taken() {
        for text in ["0", "-0", "1.50", "1e3", "1E+2", "123456789012345678901234", "-0.0e-9"] {
            assert_eq!(Number::parse(text).expect(text).as_str(), text);
        }
        for text in ["", "-", "01", "+1", ".5", "1.", "1e", "1e+", "0x1", "1 ", "NaN", "1_0"] {
            assert!(Number::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn equal_by_value_exactly() {
        let number = |text| Number::parse(text).expect("a number");
        for (a, b) in [("1", "1.0"), ("10e1", "100"), ("-0", "0.0"), ("0.10", "1e-1"), ("1E400", "10e399")] {
            assert_eq!(number(a), number(b));
        }
        for (a, b) in [("1", "-1"), ("9007199254740993", "9007199254740992"), ("1e400", "1e401"), ("0.1", "0.01")] {
            assert_ne!(number(a), number(b));
        }
        assert_eq!(NumberView::Unsigned(3), NumberView::Text("3.0"));
        assert_eq!(NumberView::Double(0.1), NumberView::Text("0.1"));
        assert_ne!(NumberView::Signed(-3), NumberView::Unsigned(3));
    }

    #[test]
    fn equal_numbers_have_one_canonical_text() {
        for (text, want) in [("1.0", "1"), ("15e2", "15e2"), ("1500.00", "15e2"), ("-0.50", "-5e-1"), ("-0", "0")] {
            assert_eq!(NumberView::Text(text).canonical(), want, "{text}");
        }
        assert_eq!(NumberView::Unsigned(1500).canonical(), "15e2");
        assert_eq!(NumberView::Double(-0.5).canonical(), "-5e-1");
    }

    #[test]
    fn whole_numbers() {
        for (text, want) in
            [("3", Some(3)), ("3.0", Some(3)), ("30e-1", Some(3)), ("-0", Some(0)), ("1.5", None), ("-1", None)]
        {
            assert_eq!(NumberView::Text(text).as_u64(), want, "{text}");
        }
        assert_eq!(NumberView::Text("18446744073709551616").as_u64(), None);
        assert_eq!(NumberView::Text("1e999999999").as_u64(), None);
    }
}
