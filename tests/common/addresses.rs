//! Random addresses in random spellings, and documents that they may match.

/// A small generator of pseudo-random numbers (splitmix64): the same everywhere, from a seed.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// Keys of documents and addresses: few, so that they meet, and some that need quotes.
pub const KEYS: &[&str] = &["a", "b", "c", "if", "x-y", "p/q", "", "a b", "0", "é", "q\"t", "b\\s", "t\tb", "$v", "#"];

/// A document of this depth at most.
pub fn document(random: &mut Random, depth: usize) -> serde_json::Value {
    use serde_json::Value;
    match random.below(if depth == 0 { 5 } else { 14 }) {
        0 => Value::Null,
        1 => Value::Bool(random.one_in(2)),
        2 => Value::from(random.below(100)),
        3 => Value::from("text"),
        4 => Value::Object(serde_json::Map::new()),
        5..=8 => (0..random.below(4)).map(|_| document(random, depth - 1)).collect(),
        _ => {
            let keys = (0..=random.below(5)).map(|_| *random.pick(KEYS)).collect::<Vec<_>>();
            Value::Object(keys.into_iter().map(|key| (key.into(), document(random, depth - 1))).collect())
        }
    }
}

/// An address of up to five steps, with blanks, quotes, pipes, parentheses and question marks where they may stand.
pub fn address(random: &mut Random) -> String {
    let mut text = blank(random);
    let mut begun = false;
    let mut open = 0;
    for _ in 0..random.below(6) {
        if begun && random.one_in(5) {
            text += &format!("{}|{}", blank(random), blank(random));
            begun = false;
        }
        while !begun && random.one_in(6) {
            text.push('(');
            open += 1;
        }
        text += &step(random, begun);
        begun = true;
        while open > 0 && random.one_in(3) {
            text.push(')');
            open -= 1;
        }
    }
    if !begun {
        text.push('.');
    }
    text + &")".repeat(open) + &blank(random)
}

fn blank(random: &mut Random) -> String {
    (*random.pick(&["", "", "", "", " ", "  ", "\n", " # c\n"])).into()
}

fn step(random: &mut Random, begun: bool) -> String {
    let key = *random.pick(KEYS);
    let quoted = serde_json::Value::from(key).to_string();
    let plain = key.bytes().all(|byte| byte.is_ascii_alphabetic()) && !key.is_empty();
    let dot = if begun && random.one_in(2) { "" } else { "." };
    let inside = |random: &mut Random, inner: &str| format!("[{}{inner}{}]", blank(random), blank(random));
    let step = match random.below(8) {
        0..=2 if plain => format!(".{key}"),
        0..=2 => format!(".{}{quoted}", blank(random)),
        3 => format!("{dot}{}", inside(random, &quoted)),
        4 | 5 => {
            let index = random.below(4).to_string();
            format!("{dot}{}", inside(random, &index))
        }
        _ => format!("{dot}{}", inside(random, "")),
    };
    step + *random.pick(&["", "", "", "?"])
}
