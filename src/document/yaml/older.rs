//! Plain scalars that are strings to a Kubernetes client and something else to others: the types of YAML 1.1.
//!
//! kustomize (go-yaml v3) makes timestamps of dates; PyYAML, Ruby and older readers have numbers to the base of 60,
//! `=` and `<<` as well. Where their rules differ, what any of them takes counts.

/// Whether a reader of YAML 1.1 may take a plain scalar for something else than a string.
pub(super) fn is_typed(text: &str) -> bool {
    matches!(text, "=" | "<<") || is_timestamp(text) || is_number(text)
}

/// yaml.org/type/timestamp, and what go-yaml v3 and Ruby add to it: a sign, one digit for a month or a day, a comma
/// before the fraction, a zone without a colon.
fn is_timestamp(text: &str) -> bool {
    let mut rest = Rest(text.strip_prefix('-').unwrap_or(text));
    let date = rest.digits(4, 4) && rest.sign(b"-") && rest.digits(1, 2) && rest.sign(b"-") && rest.digits(1, 2);
    if !date || rest.0.is_empty() {
        return date;
    }
    let apart = rest.sign(b"tT") || rest.blanks();
    let time = rest.digits(1, 2) && rest.sign(b":") && rest.digits(1, 2) && rest.sign(b":") && rest.digits(1, 2);
    if rest.sign(b".,") {
        rest.digits(0, usize::MAX);
    }
    rest.blanks();
    let zone = rest.0.is_empty() || rest.sign(b"zZ") || rest.offset();
    apart && time && zone && rest.0.is_empty()
}

/// yaml.org/type/int and yaml.org/type/float: `_` among the digits, a prefix for the base, parts to the base of 60.
fn is_number(text: &str) -> bool {
    let mut rest = Rest(text.strip_prefix(['-', '+']).unwrap_or(text));
    // go-yaml takes a sign behind a prefix, too.
    for (prefix, is_digit) in [("0b", is_binary as fn(u8) -> bool), ("0o", is_octal), ("0x", is_hex)] {
        if let Some(digits) = rest.0.strip_prefix(prefix) {
            let digits = digits.strip_prefix(['-', '+']).unwrap_or(digits);
            return !digits.is_empty() && digits.bytes().all(|byte| byte == b'_' || is_digit(byte));
        }
    }
    let whole = rest.0.starts_with(|c: char| c.is_ascii_digit());
    rest.underscored();
    while whole && rest.sign(b":") {
        let sixtieth = rest.0.as_bytes();
        let two = matches!(sixtieth, [b'0'..=b'5', b'0'..=b'9', ..]);
        if !rest.digits(1, if two { 2 } else { 1 }) {
            return false;
        }
    }
    let point = rest.sign(b".");
    let fraction = point && rest.0.starts_with(|c: char| c.is_ascii_digit());
    if point {
        rest.underscored();
    }
    if (whole || fraction) && rest.sign(b"eE") {
        rest.sign(b"+-");
        return rest.digits(1, usize::MAX) && rest.0.is_empty();
    }
    (whole || fraction) && rest.0.is_empty()
}

fn is_binary(byte: u8) -> bool {
    matches!(byte, b'0' | b'1')
}

fn is_octal(byte: u8) -> bool {
    matches!(byte, b'0'..=b'7')
}

fn is_hex(byte: u8) -> bool {
    byte.is_ascii_hexdigit()
}

/// What is left of a scalar; each step takes what it names from its front.
struct Rest<'t>(&'t str);

impl Rest<'_> {
    fn take(&mut self, most: usize, wanted: impl Fn(u8) -> bool) -> usize {
        let count = self.0.bytes().take(most).take_while(|byte| byte.is_ascii() && wanted(*byte)).count();
        self.0 = &self.0[count..];
        count
    }

    fn digits(&mut self, least: usize, most: usize) -> bool {
        self.take(most, |byte| byte.is_ascii_digit()) >= least
    }

    fn sign(&mut self, signs: &[u8]) -> bool {
        self.take(1, |byte| signs.contains(&byte)) == 1
    }

    fn blanks(&mut self) -> bool {
        self.take(usize::MAX, |byte| matches!(byte, b' ' | b'\t')) > 0
    }

    fn underscored(&mut self) {
        self.take(usize::MAX, |byte| byte == b'_' || byte.is_ascii_digit());
    }

    /// A zone: `+1`, `-05`, `+05:30`, `+0530`.
    fn offset(&mut self) -> bool {
        self.sign(b"+-") && self.digits(1, 2) && {
            let colon = self.sign(b":");
            self.0.is_empty() && !colon || self.digits(1, 2)
        }
    }
}
