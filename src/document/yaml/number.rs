//! Numbers as YAML spells them, to JSON numbers that keep every digit.

/// Go's `strconv.ParseInt(text, 0, 64)`, else `ParseUint`: a sign, a prefix for the base, 64 bits.
pub(super) fn go_integer(text: &str) -> Option<String> {
    let (sign, digits) = sign(text);
    let (radix, digits) = match digits.as_bytes() {
        [b'0', b'x' | b'X', _, ..] => (16, &digits[2..]),
        [b'0', b'o' | b'O', _, ..] => (8, &digits[2..]),
        [b'0', b'b' | b'B', _, ..] => (2, &digits[2..]),
        [b'0', _, ..] => (8, &digits[1..]),
        _ => (10, digits),
    };
    if !digits.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    let number = u64::from_str_radix(digits, radix).ok()?;
    match sign {
        "-" if number > 1 << 63 => None,
        "+" if number >= 1 << 63 => None,
        "-" if number > 0 => Some(format!("-{number}")),
        _ => Some(number.to_string()),
    }
}

/// What go-yaml tries last: behind a `0b` a whole number of 64 bits with a sign of its own.
pub(super) fn go_signed_binary(text: &str) -> Option<String> {
    let digits = text.strip_prefix("0b").filter(|digits| digits.starts_with(['-', '+']))?;
    i64::from_str_radix(digits, 2).ok().map(|number| number.to_string())
}

/// YAML 1.2.2, 10.3.2: `[-+]?[0-9]+`, `0o[0-7]+`, `0x[0-9a-fA-F]+`, of any length.
pub(super) fn core_integer(text: &str) -> Option<String> {
    for (prefix, radix) in [("0o", 8), ("0x", 16)] {
        if let Some(digits) = text.strip_prefix(prefix) {
            return (!digits.is_empty()).then(|| to_decimal(digits, radix)).flatten();
        }
    }
    let (sign, digits) = sign(text);
    let whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    whole.then(|| format!("{}{}", sign.trim_start_matches('+'), without_zeros(digits)))
}

/// `[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`, the floats of go-yaml and of the core schema.
pub(super) fn float(text: &str) -> Option<String> {
    let (sign, rest) = sign(text);
    let (mantissa, exponent) = match rest.find(['e', 'E']) {
        Some(at) => (&rest[..at], Some(&rest[at..])),
        None => (rest, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let has_digits = !whole.is_empty() || fraction.is_some_and(|fraction| !fraction.is_empty());
    let exponent_fits = exponent.is_none_or(|exponent| {
        let power = exponent[1..].strip_prefix(['-', '+']).unwrap_or(&exponent[1..]);
        !power.is_empty() && digits(power)
    });
    if !has_digits || !digits(whole) || !fraction.is_none_or(digits) || !exponent_fits {
        return None;
    }
    let fraction = fraction.filter(|fraction| !fraction.is_empty()).map(|fraction| format!(".{fraction}"));
    Some(format!(
        "{}{}{}{}",
        sign.trim_start_matches('+'),
        without_zeros(whole),
        fraction.unwrap_or_default(),
        exponent.unwrap_or_default()
    ))
}

/// A float that a double can hold; go-yaml reads a larger one as a string.
pub(super) fn finite_float(text: &str) -> Option<String> {
    float(text).filter(|number| number.parse::<f64>().is_ok_and(f64::is_finite))
}

/// Go's `strconv.ParseFloat` of a text that begins with a point: it lets `_` stand between digits.
pub(super) fn go_fraction(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let digit = |at: Option<&u8>| at.is_some_and(u8::is_ascii_digit);
    let misplaced = (0..bytes.len()).any(|at| {
        bytes[at] == b'_' && !(digit(bytes[..at].iter().rfind(|byte| **byte != b'_')) && digit(bytes.get(at + 1)))
    });
    (!misplaced).then(|| finite_float(&text.replace('_', ""))).flatten()
}

/// Go's `strconv.FormatFloat(x, 'g', -1, 32)`: what a client makes of a key that is a float.
pub(super) fn go_float(number: &str) -> String {
    #[allow(clippy::cast_possible_truncation)]
    let short = number.parse::<f64>().unwrap_or_default() as f32;
    if short.is_infinite() {
        return if short > 0.0 { ".inf".into() } else { "-.inf".into() };
    }
    let scientific = format!("{short:e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    if (-4..6).contains(&exponent) {
        return short.to_string();
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:02}", exponent.abs())
}

/// The text that base64 (RFC 4648, section 4) holds. A client puts U+FFFD where it is not UTF-8.
pub(super) fn base64(text: &str) -> Option<String> {
    let symbols: Vec<u8> = text.bytes().filter(|byte| !matches!(byte, b'\n' | b'\r')).collect();
    let body = symbols.strip_suffix(b"==").or_else(|| symbols.strip_suffix(b"=")).unwrap_or(&symbols);
    if !symbols.len().is_multiple_of(4) || symbols.len() - body.len() > 2 {
        return None;
    }
    let mut bytes = Vec::with_capacity(body.len() / 4 * 3 + 2);
    let (mut bits, mut count) = (0_u32, 0);
    for symbol in body {
        let six = match symbol {
            b'A'..=b'Z' => symbol - b'A',
            b'a'..=b'z' => symbol - b'a' + 26,
            b'0'..=b'9' => symbol - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = (bits << 6 | u32::from(six)) & 0xFFFF;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count & 0xFF) as u8);
        }
    }
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fn sign(text: &str) -> (&str, &str) {
    text.split_at(usize::from(text.starts_with(['-', '+'])))
}

fn without_zeros(digits: &str) -> &str {
    let trimmed = digits.trim_start_matches('0');
    if trimmed.is_empty() { "0" } else { trimmed }
}

/// Digits of another base as decimal ones.
fn to_decimal(digits: &str, radix: u32) -> Option<String> {
    const PART: u64 = 1_000_000_000;
    let mut parts: Vec<u64> = vec![0];
    for digit in digits.chars() {
        let mut carry = u64::from(digit.to_digit(radix)?);
        for part in &mut parts {
            let sum = *part * u64::from(radix) + carry;
            *part = sum % PART;
            carry = sum / PART;
        }
        if carry > 0 {
            parts.push(carry);
        }
    }
    let mut text = parts.pop().unwrap_or_default().to_string();
    parts.iter().rev().for_each(|part| text.push_str(&format!("{part:09}")));
    Some(text)
}
