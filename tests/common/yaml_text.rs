//! YAML texts in many styles: block and flow, quotes, comments, blank lines, odd indentation, anchors, streams.

use super::choices::Choices;

const KEYS: &[&str] = &[
    "a",
    "name",
    "spec",
    "b",
    "app.kubernetes.io/name",
    "c-d",
    "'q'",
    "\"dq\"",
    "on",
    "8080",
    "x y",
    "größe",
    "items",
    "\"e\\u0065\"",
    "z",
    "'it''s'",
];
const PLAIN: &[&str] = &[
    "x",
    "1",
    "0644",
    "yes",
    "null",
    "~",
    "1.50",
    "two words",
    "a:b",
    "a#b",
    "http://h:80/p?q=1",
    "-x",
    "1.25-alpine",
    "12:30",
    "2001-01-01",
    "0x1F",
    "größe",
    "true",
    ".5",
    "it's",
    "say \"hi\"",
];
const IN_BRACKETS: &[&str] = &[
    "x",
    "1",
    "0644",
    "yes",
    "null",
    "~",
    "1.50",
    "two words",
    "a:b",
    "a#b",
    "http://h:80/p",
    "-x",
    "y:",
    "größe",
    "'w?'",
];
const QUOTED: &[&str] = &[
    "'s'",
    "\"d\"",
    "''",
    "\"\"",
    "'it''s'",
    "\"a\\tb\\\"c\"",
    "'{\"json\": [1, \"#\"]}'",
    "\"\\u00e9\\\\\"",
    "'# no'",
    "\"a: b\"",
];
const COMMENTS: &[&str] = &["# c", "#", "# key: value", "# - item", "# größe 'x"];

/// A text with one document or a few.
pub fn text(choices: &mut Choices<'_>) -> String {
    let mut writer = Writer { out: String::new(), anchors: 0, defined: Vec::new(), choices };
    let count = if writer.choices.once_in(8) { 2 + writer.choices.below(2) } else { 1 };
    for number in 0..count {
        writer.defined.clear();
        writer.document(number > 0, number + 1 == count);
    }
    let mut out = writer.out;
    if choices.once_in(6) {
        out = out.replace('\n', "\r\n");
    }
    if choices.once_in(6) && !out.trim_end_matches(['\n', '\r']).ends_with(['|', '>']) {
        while out.ends_with(['\n', '\r']) {
            out.pop();
        }
    }
    if choices.once_in(12) {
        out.insert(0, '\u{feff}');
    }
    out
}

struct Writer<'c, 'b> {
    out: String,
    anchors: usize,
    defined: Vec<String>,
    choices: &'c mut Choices<'b>,
}

impl Writer<'_, '_> {
    fn document(&mut self, marked: bool, last: bool) {
        self.comments(0);
        if self.choices.once_in(16) && (self.out.is_empty() || self.out.ends_with("...\n")) {
            self.out.push_str("%YAML 1.2\n---\n");
        } else if marked || self.choices.once_in(6) {
            self.out.push_str("---");
            self.trailing();
            self.out.push('\n');
        }
        self.comments(0);
        match self.choices.below(12) {
            0..=7 => self.mapping(0, false, 3),
            8 => self.sequence(0, false, 3),
            9 => {
                self.flow(2, 0);
                self.end_line();
            }
            10 => {
                let plain = self.choices.pick(PLAIN);
                self.out.push_str(plain);
                self.end_line();
            }
            _ => {}
        }
        self.comments(0);
        if self.choices.once_in(10) && !self.out.is_empty() && self.out.ends_with('\n') {
            self.out.push_str("...\n");
        } else if !last && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
    }

    fn indent(&mut self, column: usize) {
        self.out.extend(std::iter::repeat_n(' ', column));
    }

    /// Blank lines and comment lines around a column.
    fn comments(&mut self, column: usize) {
        while self.choices.once_in(5) {
            if self.choices.once_in(2) {
                let spaces = self.choices.pick(&[0, 0, 2, 5]);
                self.indent(spaces);
                self.out.push('\n');
            } else {
                let deeper =
                    (column + self.choices.pick(&[0, 0, 1, 2, 4])).saturating_sub(self.choices.pick(&[0, 0, 2]));
                self.indent(deeper);
                let comment = self.choices.pick(COMMENTS);
                self.out.push_str(comment);
                self.out.push('\n');
            }
        }
    }

    /// White space and a comment behind a value.
    fn trailing(&mut self) {
        match self.choices.below(10) {
            0..=6 => {}
            7 => self.out.push_str("  "),
            8 => self.out.push_str(" \t "),
            _ => {
                let comment = self.choices.pick(COMMENTS);
                self.out.push_str("   ");
                self.out.push_str(comment);
            }
        }
    }

    fn end_line(&mut self) {
        self.trailing();
        self.out.push('\n');
    }

    /// Perhaps an anchor, perhaps a tag.
    fn properties(&mut self, tag: &str) -> bool {
        let mut any = false;
        if self.choices.once_in(12) {
            self.anchors += 1;
            let name = format!("a{}", self.anchors);
            self.out.push_str(&format!(" &{name}"));
            self.defined.push(name);
            any = true;
        }
        if self.choices.once_in(16) {
            self.out.push_str(&format!(" {tag}"));
            any = true;
        }
        any
    }

    fn keys(&mut self, most: usize) -> Vec<&'static str> {
        let mut keys: Vec<&'static str> = Vec::new();
        for _ in 0..1 + self.choices.below(most) {
            let key = self.choices.pick(KEYS);
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        keys
    }

    /// Entries of a block mapping; `beside` a dash the first one stands in its line.
    fn mapping(&mut self, column: usize, beside: bool, depth: usize) {
        let mut first = beside;
        for key in self.keys(4) {
            if !first {
                self.comments(column);
                self.indent(column);
            }
            first = false;
            if self.choices.once_in(24) {
                self.out.push_str(&format!("? {key}"));
                self.end_line();
                if self.choices.once_in(4) {
                    continue;
                }
                self.indent(column);
            } else {
                self.out.push_str(key);
                if self.choices.once_in(16) {
                    self.out.push(' ');
                }
            }
            self.out.push(':');
            self.value(column, true, depth);
        }
        if self.choices.once_in(16) && !self.defined.is_empty() {
            let maps: Vec<_> = self.defined.iter().filter(|name| name.starts_with('m')).cloned().collect();
            if let Some(name) = maps.first() {
                self.indent(column);
                self.out.push_str(&format!("<<: *{name}\n"));
            }
        }
    }

    fn sequence(&mut self, column: usize, beside: bool, depth: usize) {
        let mut first = beside;
        for _ in 0..1 + self.choices.below(4) {
            if !first {
                self.comments(column);
                self.indent(column);
            }
            first = false;
            self.out.push('-');
            let spaces = self.choices.pick(&[1, 1, 1, 1, 2, 3]);
            match self.choices.below(6) {
                0 | 1 if depth > 0 => {
                    self.indent(spaces);
                    self.mapping(column + 1 + spaces, true, depth - 1);
                }
                2 if depth > 0 => {
                    self.indent(spaces);
                    self.sequence(column + 1 + spaces, true, depth - 1);
                }
                _ => self.value(column, false, depth),
            }
        }
    }

    /// What stands behind a key or a dash.
    fn value(&mut self, column: usize, is_key: bool, depth: usize) {
        match self.choices.below(16) {
            0..=2 if depth > 0 => self.block_mapping(column, depth),
            3 | 4 if depth > 0 => {
                self.properties("!!seq");
                self.end_line();
                let deeper = self.choices.pick(&[2, 0, 2, 4]).max(usize::from(!is_key));
                self.comments(column + deeper);
                self.sequence(column + deeper, false, depth - 1);
            }
            5 | 6 => self.scalar(QUOTED, "!!str"),
            7 => self.block_scalar(column),
            8 => self.end_line(),
            9 | 10 => {
                self.properties("!x");
                self.out.push(' ');
                self.flow(depth.min(2), column + 2);
                self.end_line();
            }
            11 if !self.defined.is_empty() => {
                let at = self.choices.below(self.defined.len());
                let name = self.defined[at].clone();
                self.out.push_str(&format!(" *{name}"));
                self.end_line();
            }
            12 => self.multi_line(column),
            13 => {
                // A value on the line below its key.
                self.end_line();
                self.indent(column + 2);
                let from = if self.choices.once_in(2) { QUOTED } else { PLAIN };
                let scalar = self.choices.pick(from);
                self.out.push_str(scalar);
                self.end_line();
            }
            _ => self.scalar(PLAIN, "!!str"),
        }
    }

    fn block_mapping(&mut self, column: usize, depth: usize) {
        let anchored = self.choices.once_in(8);
        if anchored {
            self.anchors += 1;
            self.out.push_str(&format!(" &m{}", self.anchors));
        } else if self.choices.once_in(16) {
            self.out.push_str(" !!map");
        }
        let name = format!("m{}", self.anchors);
        self.end_line();
        let deeper = self.choices.pick(&[2, 2, 2, 4, 1, 3]);
        self.comments(column + deeper);
        self.mapping(column + deeper, false, depth - 1);
        if anchored {
            self.defined.push(name);
        }
    }

    fn scalar(&mut self, from: &[&'static str], tag: &str) {
        self.properties(tag);
        let spaces = self.choices.pick(&[1, 1, 1, 2]);
        self.indent(spaces);
        let scalar = self.choices.pick(from);
        self.out.push_str(scalar);
        self.end_line();
    }

    fn block_scalar(&mut self, column: usize) {
        let header = self.choices.pick(&["|", "|-", "|+", ">", ">-", ">+", "|2", "|-2"]);
        self.properties("!!str");
        self.out.push_str(&format!(" {header}"));
        self.end_line();
        let marked = header.contains('2');
        let deeper = if marked { 2 } else { self.choices.pick(&[2, 2, 4, 1]) };
        for at in 0..1 + self.choices.below(3) {
            if at > 0 && self.choices.once_in(4) {
                self.out.push('\n');
            }
            self.indent(column + deeper);
            let line = self.choices.pick(&["text", "# no comment", "key: value", "- x", "tab\there", "{a: b"]);
            if (at > 0 || marked) && self.choices.once_in(4) {
                self.out.push_str("  ");
            }
            self.out.push_str(line);
            self.out.push('\n');
        }
        while self.choices.once_in(4) {
            self.out.push('\n');
        }
    }

    fn multi_line(&mut self, column: usize) {
        let quote = self.choices.pick(&["", "'", "\""]);
        self.out.push_str(&format!(" {quote}first"));
        for _ in 0..1 + self.choices.below(2) {
            if self.choices.once_in(4) {
                self.out.push('\n');
            }
            self.out.push('\n');
            self.indent(column + 2);
            self.out.push_str("next line");
        }
        self.out.push_str(quote);
        self.end_line();
    }

    /// A collection in brackets. Lines in it stand at least at `column`.
    fn flow(&mut self, depth: usize, column: usize) {
        let pad = self.choices.pick(&["", "", " "]);
        let lines = column > 0 && self.choices.once_in(4);
        let low = lines && self.choices.once_in(4);
        let is_map = self.choices.once_in(2);
        let json = is_map && self.choices.once_in(4);
        let comma = self.choices.pick(&[", ", ", ", ","]);
        self.out.push(if is_map { '{' } else { '[' });
        let keys = if self.choices.once_in(8) { Vec::new() } else { self.keys(3) };
        for (at, key) in keys.iter().enumerate() {
            if at > 0 {
                self.out.push_str(comma);
            }
            if lines {
                self.end_line();
                self.indent(column + 2);
            } else if at == 0 {
                self.out.push_str(pad);
            }
            if is_map {
                let key = if json { format!("\"k{at}\"") } else { (*key).to_string() };
                let explicit = self.choices.once_in(16);
                self.out.push_str(if explicit { "? " } else { "" });
                self.out.push_str(&key);
                self.out.push_str(if explicit { " " } else { "" });
                if self.choices.once_in(16) {
                    let colon = self.choices.pick(&["", "", ":", ": ", " : "]);
                    self.out.push_str(colon);
                    continue;
                }
                self.out.push(':');
                if !(json && self.choices.once_in(2)) {
                    self.out.push(' ');
                }
            } else if self.choices.once_in(16) {
                self.out.push_str("p: ");
            }
            self.flow_value(depth, column + 2);
        }
        if !keys.is_empty() && self.choices.once_in(8) {
            self.out.push(',');
        }
        if lines && !keys.is_empty() {
            self.end_line();
            self.indent(if low { column.saturating_sub(2) } else { column });
        } else if !keys.is_empty() {
            self.out.push_str(pad);
        }
        self.out.push(if is_map { '}' } else { ']' });
    }

    fn flow_value(&mut self, depth: usize, column: usize) {
        match self.choices.below(8) {
            0 | 1 if depth > 0 => self.flow(depth - 1, column),
            2 | 3 => {
                let scalar = self.choices.pick(QUOTED);
                self.out.push_str(scalar);
            }
            4 if !self.defined.is_empty() => {
                let name = self.defined[0].clone();
                self.out.push_str(&format!("*{name} "));
            }
            _ => {
                let scalar = self.choices.pick(IN_BRACKETS);
                self.out.push_str(scalar);
            }
        }
    }
}

/// Pieces of YAML in any order: most of these texts are not YAML.
pub fn soup(choices: &mut Choices<'_>) -> String {
    const PIECES: &[&str] = &[
        "a",
        ":",
        " ",
        "\n",
        "  ",
        "- ",
        "{",
        "}",
        "[",
        "]",
        ",",
        "#c",
        " #c\n",
        "&x ",
        "*x",
        "|\n",
        ">\n",
        "'",
        "\"",
        "!!str ",
        "? ",
        "---\n",
        "---",
        "<<: ",
        "\t",
        "é",
        "\r\n",
        "...\n",
        "|+\n",
        "null",
        "b: ",
        "\n  ",
        "\n    ",
        ": ",
        "\\",
        "%YAML 1.2\n",
        "\r",
        "\u{feff}",
        "\u{2028}",
        "!",
        "!<x>",
        "|2\n",
        "\n\n",
        "'x'",
        "\"y\"",
        "a: b\n",
        "- a\n",
        "{a: b}",
        "[a, b]",
        "&y",
        "\u{85}",
        ".",
        "~",
    ];
    let mut out = String::new();
    while !choices.is_done() {
        out.push_str(choices.pick(PIECES));
    }
    out
}
