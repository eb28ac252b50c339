//! Why an expression is a formula, and why one is forbidden.

use std::fmt;

macro_rules! reasons {
    ($($(#[$doc:meta])* $name:ident = $text:literal: $why:literal, $help:literal;)*) => {
        /// The construct that makes an expression a formula: the outermost one, which is applied last.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Reason { $($(#[$doc])* $name,)* }

        impl Reason {
            /// Every reason.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// The stable kebab-case name.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// What the construct does, to follow "it is a formula:".
            pub const fn why(self) -> &'static str {
                match self { $(Self::$name => $why,)* }
            }

            /// What to write where a place is needed.
            pub const fn help(self) -> &'static str {
                match self { $(Self::$name => $help,)* }
            }
        }
    };
}

reasons! {
    /// `.a // 1`
    Default = "default": "a default is a value, not a place", "write through the part before `//`";
    /// `.a[] | select(.x)`
    Filter = "filter": "what a filter lets through depends on the document",
        "name one entry by its key: `.list[] | select(.name == \"x\")`";
    /// `.a + 1`
    Arithmetic = "arithmetic": "it computes a value", "name the field that holds the value";
    /// `.a == 1`
    Comparison = "comparison": "it computes a value", "name the field that holds the value";
    /// `.a and .b`
    Boolean = "boolean": "it computes a value", "name the field that holds the value";
    /// `1`, `"x"`, `true`
    Literal = "literal": "a constant is a value, not a place", "a field is written with a dot: `.name`";
    /// `.a | tonumber`, `getpath(["a"])`, `first(.a)`
    Call = "call": "a function computes a value", "name the field that holds the value";
    /// `if .a then .b else .c end`
    Conditional = "conditional": "which branch counts depends on the document", "name the field of one branch";
    /// `.. | .image`
    Recursion = "recursion": "it descends to whatever the document holds", "name the fields on the way";
    /// `.a[1:]`
    Slice = "slice": "a slice is a copy of a part of a list", "name one entry, or all with `[]`";
    /// `.a[.k]`
    ComputedKey = "computed-key": "the key is read from the document", "write the key as a literal";
    /// `.a, .b`
    Comma = "comma": "it names more than one place", "use one expression for each";
    /// `[.a]`, `{a: .b}`
    Construction = "construction": "it builds a new value", "name the field that holds the value";
    /// `.a as $x | .b`
    Binding = "binding": "it computes with a variable", "name the field itself";
    /// `$name`, `$name.a`
    Variable = "variable": "a variable holds a value from elsewhere", "name a field of the document";
    /// `reduce`, `foreach`
    Reduce = "reduce": "it computes a value", "name the field that holds the value";
    /// `"a\(.b)"`
    Interpolation = "interpolation": "the text is computed", "write the key as a literal";
    /// `-.a`
    Negation = "negation": "it computes a value", "name the field that holds the value";
    /// `try .a catch .b`
    Try = "try": "what it gives depends on the document", "write `?` behind a step that may fail";
    /// `.a[1.5]`
    NonIntegerIndex = "non-integer-index": "no list has such an index", "write a whole number from 0";
    /// `.a[-1]`
    NegativeIndex = "negative-index": "an index from the end depends on the length",
        "write an index from 0, or find the entry by its key";
    /// `@base64 "\(.a)"`
    StringFormat = "string-format": "it computes a text", "name the field that holds the value";
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What a definition must not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Forbidden {
    /// `=`, `|=`, `+=`, `//=`, `del(.a)`, `setpath(...)`: it would write
    Write(String),
    /// `def f: .;`, `import`, `include`, `module`: it would define or load
    Definition(String),
    /// `input`, `env`, `$ENV`, `now`, `debug`, `halt`: it depends on, or acts on, something other than the document
    Outside(String),
    /// `repeat(.)`, `recurse(.a)`, `while(.; .)`, `until(.; .)`: it may run without bound
    Unbounded(String),
}

impl Forbidden {
    /// The operator, word or function.
    pub fn what(&self) -> &str {
        match self {
            Self::Write(what) | Self::Definition(what) | Self::Outside(what) | Self::Unbounded(what) => what,
        }
    }

    pub(super) fn message(&self) -> String {
        let what = self.what();
        match self {
            Self::Write(_) => format!("`{what}` would change the document"),
            Self::Definition(_) => format!("`{what}` defines or loads functions"),
            Self::Outside(_) => format!("`{what}` depends on something other than the document"),
            Self::Unbounded(_) => format!("`{what}` may run without end"),
        }
    }

    pub(super) const fn help(&self) -> &'static str {
        match self {
            Self::Write(_) => "an expression only names a place or a value; changes are made by an edit",
            Self::Definition(_) => "write the body where it is used",
            Self::Outside(_) => "read from the document, or declare a `$name` variable",
            Self::Unbounded(_) => "name the fields on the way, or use `..`, `reduce` or `range` with an end",
        }
    }
}
