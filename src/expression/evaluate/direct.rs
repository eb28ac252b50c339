//! Formulas computed on the document where it stands, without a copy of it: the shapes that definitions use.
//!
//! A second way to the same results. Whatever is not plain sailing is left to jaq: a construct that is not known here, a
//! failure, a number beyond the machine's, work that comes near the budget. So nothing here needs a message, and a formula
//! has one meaning. A property holds both ways together.

use super::arithmetic::{self, math};
use super::datum::{Datum, number, position};
use super::natives::tonumber;
use crate::expression::formula::{Entry, Kind as Read, Op, Part, PartKind, Term};
use crate::limits::Limits;
use crate::value::{Kind, Node, Unique, Value};
use jaq_core::ValT as _;
use jaq_json::Num;
use std::collections::BTreeMap;

/// A formula that is ready to run.
#[derive(Debug)]
pub(super) enum Direct {
    Identity,
    Literal(Datum),
    Empty,
    Path(Box<Direct>, Vec<(Step, bool)>),
    Pipe(Box<Direct>, Box<Direct>),
    Comma(Box<Direct>, Box<Direct>),
    Default(Box<Direct>, Box<Direct>),
    And(Box<Direct>, Box<Direct>),
    Or(Box<Direct>, Box<Direct>),
    Compare(Sign, Box<Direct>, Box<Direct>),
    Math(char, Box<Direct>, Box<Direct>),
    If(Box<Direct>, Box<Direct>, Box<Direct>),
    Select(Box<Direct>),
    Any(Box<Direct>),
    All(Box<Direct>),
    List(Box<Direct>),
    Object(Vec<(String, Direct)>),
    Not,
    Length,
    Type,
    ToNumber,
    ToString,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Sign {
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// A step of a path; whether it has a `?` stands beside it.
#[derive(Debug)]
pub(super) enum Step {
    Key(String),
    Index(isize),
    Each,
}

/// A formula that is nested deeper is left to jaq, which runs on a stack of its own.
const DEPTH: usize = 32;

impl Direct {
    /// The formula, if all of it is known here.
    pub fn of(term: &Term<'_>) -> Option<Self> {
        direct(term, DEPTH)
    }

    /// The results on a document; `None` where jaq must say what they are.
    pub fn run<'n>(&self, root: impl Node<'n>, limits: &Limits) -> Option<Vec<Value>> {
        let mut run =
            Run { cost: limits.evaluation_steps as u64 / CAUTION, room: limits.result_bytes as u64 / CAUTION };
        let results = run.all(self, &Seen::There(root))?;
        if results.len() > limits.results {
            return None;
        }
        let mut room = run.room;
        let value = |seen: &Seen<_>| {
            let datum = run.datum(seen)?;
            let weight = datum.weight();
            room = room.checked_sub(weight.bytes)?;
            (weight.depth as usize <= limits.document_depth).then(|| datum.to_value())
        };
        results.iter().map(value).collect()
    }
}

/// What is spent here is at least this part of what jaq would spend on the same.
const CAUTION: u64 = 16;

fn direct(term: &Term<'_>, depth: usize) -> Option<Direct> {
    let depth = depth.checked_sub(1)?;
    let of = |term: &Term<'_>| direct(term, depth).map(Box::new);
    Some(match &term.kind {
        Read::Identity => Direct::Identity,
        Read::Number(text) => Direct::Literal(Datum::Num(number(text))),
        Read::Text(_) => Direct::Literal(Datum::text(term.plain_text()?)),
        Read::Paren(inner) => *of(inner)?,
        Read::Array(None) => Direct::Literal(Datum::list(Vec::new())),
        Read::Array(Some(inner)) => Direct::List(of(inner)?),
        Read::Object(entries) => {
            Direct::Object(entries.iter().map(|entry| member(entry, depth)).collect::<Option<_>>()?)
        }
        Read::Binary { op, left, right, .. } => binary(*op, of(left)?, of(right)?)?,
        Read::If { branches, otherwise } => {
            let last = otherwise.as_deref().map_or(Some(Direct::Identity), |term| direct(term, depth))?;
            branches.iter().rev().try_fold(last, |otherwise, (condition, then)| {
                Some(Direct::If(of(condition)?, of(then)?, Box::new(otherwise)))
            })?
        }
        Read::Call { name, arguments } => match (*name, &arguments[..]) {
            ("select", [condition]) => Direct::Select(of(condition)?),
            ("map", [each]) => Direct::List(Box::new(Direct::Pipe(Box::new(each_of()), of(each)?))),
            ("any", [condition]) => Direct::Any(of(condition)?),
            ("all", [condition]) => Direct::All(of(condition)?),
            ("not", []) => Direct::Not,
            ("length", []) => Direct::Length,
            ("type", []) => Direct::Type,
            ("tonumber", []) => Direct::ToNumber,
            ("tostring", []) => Direct::ToString,
            ("empty", []) => Direct::Empty,
            ("null", []) => Direct::Literal(Datum::Null),
            ("true", []) => Direct::Literal(Datum::Bool(true)),
            ("false", []) => Direct::Literal(Datum::Bool(false)),
            _ => return None,
        },
        Read::Path { head, parts } => Direct::Path(of(head)?, parts.iter().map(step).collect::<Option<_>>()?),
        _ => return None,
    })
}

fn each_of() -> Direct {
    Direct::Path(Box::new(Direct::Identity), vec![(Step::Each, false)])
}

fn binary(op: Op<'_>, left: Box<Direct>, right: Box<Direct>) -> Option<Direct> {
    Some(match op {
        Op::Pipe => Direct::Pipe(left, right),
        Op::Comma => Direct::Comma(left, right),
        Op::Default => Direct::Default(left, right),
        Op::And => Direct::And(left, right),
        Op::Or => Direct::Or(left, right),
        Op::Math(sign) => Direct::Math(sign.chars().next()?, left, right),
        Op::Compare(sign) => {
            let sign = match sign {
                "==" => Sign::Equal,
                "!=" => Sign::Unequal,
                "<" => Sign::Less,
                "<=" => Sign::LessOrEqual,
                ">" => Sign::Greater,
                ">=" => Sign::GreaterOrEqual,
                _ => return None,
            };
            Direct::Compare(sign, left, right)
        }
        Op::Update(_) => return None,
    })
}

fn member(entry: &Entry<'_>, depth: usize) -> Option<(String, Direct)> {
    let key = entry.key.plain_text()?.to_owned();
    let value = match &entry.value {
        Some(value) => direct(value, depth)?,
        None => Direct::Path(Box::new(Direct::Identity), vec![(Step::Key(key.clone()), false)]),
    };
    Some((key, value))
}

fn step(part: &Part<'_>) -> Option<(Step, bool)> {
    let step = match &part.kind {
        PartKind::Name(name) => Step::Key((*name).to_owned()),
        PartKind::Each => Step::Each,
        PartKind::Index(key) => match &key.kind {
            Read::Number(text) => match number(text) {
                Num::Int(index) => Step::Index(index),
                _ => return None,
            },
            _ => Step::Key(key.plain_text()?.to_owned()),
        },
        PartKind::Slice(..) => return None,
    };
    Some((step, part.optional))
}

/// A value on the way: where it stands in the document, or one that was made.
#[derive(Clone, Debug)]
enum Seen<N> {
    There(N),
    Made(Datum),
}

impl<'n, N: Node<'n>> Seen<N> {
    fn kind(&self) -> Kind {
        match self {
            Self::There(node) => node.kind(),
            Self::Made(datum) => datum.kind(),
        }
    }

    fn holds(&self) -> bool {
        match self {
            Self::There(node) => node.kind() != Kind::Null && node.as_bool() != Some(false),
            Self::Made(datum) => datum.as_bool(),
        }
    }

    fn child(&self, key: &str) -> Option<Self> {
        Some(match self {
            Self::There(node) => node.member(key).last().map_or(Self::Made(Datum::Null), Self::There),
            Self::Made(Datum::Obj(map)) => Self::Made(map.members.get(key).cloned().unwrap_or_default()),
            Self::Made(_) => return None,
        })
    }

    fn entry(&self, index: isize) -> Option<Self> {
        Some(match self {
            Self::There(node) => {
                let entry = position(index, node.len()).and_then(|index| node.entry(index));
                entry.map_or(Self::Made(Datum::Null), Self::There)
            }
            Self::Made(Datum::Arr(list)) => {
                let entry = position(index, list.items.len()).and_then(|index| list.items.get(index));
                Self::Made(entry.cloned().unwrap_or_default())
            }
            Self::Made(_) => return None,
        })
    }

    /// The entries of a list, the members of an object in the order of their keys.
    fn inside(&self) -> Option<Vec<Self>> {
        Some(match self {
            Self::There(node) if node.kind() == Kind::Array => node.entries().map(Self::There).collect(),
            Self::There(node) if node.kind() == Kind::Object => {
                let unique = Unique::of(*node);
                let mut members: Vec<_> = unique.iter().collect();
                members.sort_by(|a, b| a.key.cmp(&b.key));
                members.iter().map(|member| Self::There(member.node)).collect()
            }
            Self::Made(Datum::Arr(list)) => list.items.iter().cloned().map(Self::Made).collect(),
            Self::Made(Datum::Obj(map)) => map.members.values().cloned().map(Self::Made).collect(),
            _ => return None,
        })
    }
}

/// What is left of the budget.
struct Run {
    cost: u64,
    room: u64,
}

type Results<N> = Option<Vec<Seen<N>>>;

impl Run {
    fn spend(&mut self, cost: u64) -> Option<()> {
        self.cost = self.cost.checked_sub(cost)?;
        Some(())
    }

    /// A copy of a value that is computed with.
    fn datum<'n, N: Node<'n>>(&mut self, seen: &Seen<N>) -> Option<Datum> {
        let datum = match seen {
            Seen::There(node) => Datum::of(*node),
            Seen::Made(datum) => datum.clone(),
        };
        let bytes = datum.weight().bytes;
        self.spend(bytes / 16)?;
        (bytes <= self.room).then_some(datum)
    }

    fn all<'n, N: Node<'n>>(&mut self, formula: &Direct, input: &Seen<N>) -> Results<N> {
        self.spend(1)?;
        let made = |datum| Some(vec![Seen::Made(datum)]);
        let results = match formula {
            Direct::Identity => vec![input.clone()],
            Direct::Literal(datum) => return made(datum.clone()),
            Direct::Empty => Vec::new(),
            Direct::Path(head, steps) => self.path(head, steps, input)?,
            Direct::Pipe(left, right) => {
                let mut results = Vec::new();
                for value in self.all(left, input)? {
                    results.extend(self.all(right, &value)?);
                }
                results
            }
            Direct::Comma(left, right) => {
                let mut results = self.all(left, input)?;
                results.extend(self.all(right, input)?);
                results
            }
            Direct::Default(left, right) => {
                let mut results = self.all(left, input)?;
                results.retain(Seen::holds);
                if results.is_empty() { self.all(right, input)? } else { results }
            }
            Direct::And(left, right) => self.decide(left, right, false, input)?,
            Direct::Or(left, right) => self.decide(left, right, true, input)?,
            Direct::Compare(sign, left, right) => {
                self.pairs(left, right, input, |a, b| Some(compare(*sign, &a, &b)))?
            }
            Direct::Math(sign, left, right) => self.pairs(left, right, input, |a, b| compute(*sign, a, b))?,
            Direct::If(condition, then, otherwise) => {
                let mut results = Vec::new();
                for value in self.all(condition, input)? {
                    results.extend(self.all(if value.holds() { then } else { otherwise }, input)?);
                }
                results
            }
            Direct::Select(condition) => {
                let mut results = self.all(condition, input)?;
                results.retain(Seen::holds);
                results.iter().map(|_| input.clone()).collect()
            }
            Direct::Any(condition) => return made(Datum::Bool(self.some(condition, true, input)?)),
            Direct::All(condition) => return made(Datum::Bool(!self.some(condition, false, input)?)),
            Direct::List(inner) => {
                let results = self.all(inner, input)?;
                let items = results.iter().map(|value| self.datum(value)).collect::<Option<_>>()?;
                return made(Datum::list(items));
            }
            Direct::Object(members) => return made(self.object(members, input)?),
            Direct::Not => return made(Datum::Bool(!input.holds())),
            Direct::Type => return made(Datum::text(input.kind().name())),
            Direct::Length => return made(self.length(input)?),
            Direct::ToNumber => return made(tonumber(self.scalar(input)?).ok()?),
            Direct::ToString => {
                let datum = self.datum(input)?;
                return made(datum.into_string());
            }
        };
        self.spend(results.len() as u64)?;
        Some(results)
    }

    fn path<'n, N: Node<'n>>(&mut self, head: &Direct, steps: &[(Step, bool)], input: &Seen<N>) -> Results<N> {
        let mut values = self.all(head, input)?;
        for (step, optional) in steps {
            let mut next = Vec::with_capacity(values.len());
            for value in &values {
                self.spend(1)?;
                let found = match (step, value.kind()) {
                    (Step::Key(_) | Step::Index(_), Kind::Null) => Some(vec![Seen::Made(Datum::Null)]),
                    (Step::Key(key), Kind::Object) => value.child(key).map(|child| vec![child]),
                    (Step::Index(index), Kind::Array) => value.entry(*index).map(|entry| vec![entry]),
                    (Step::Each, Kind::Object | Kind::Array) => value.inside(),
                    _ => None,
                };
                match found {
                    Some(found) => next.extend(found),
                    None if *optional => {}
                    None => return None,
                }
            }
            values = next;
        }
        Some(values)
    }

    /// `and`, `or`: a left result that is `decisive` is the result.
    fn decide<'n, N: Node<'n>>(
        &mut self,
        left: &Direct,
        right: &Direct,
        decisive: bool,
        input: &Seen<N>,
    ) -> Results<N> {
        let mut results = Vec::new();
        for value in self.all(left, input)? {
            if value.holds() == decisive {
                results.push(Seen::Made(Datum::Bool(decisive)));
                continue;
            }
            let decided = self.all(right, input)?;
            results.extend(decided.iter().map(|value| Seen::Made(Datum::Bool(value.holds()))));
        }
        Some(results)
    }

    /// Every pair of results of both sides; the right side is the outer loop.
    fn pairs<'n, N: Node<'n>>(
        &mut self,
        left: &Direct,
        right: &Direct,
        input: &Seen<N>,
        join: impl Fn(Datum, Datum) -> Option<Datum>,
    ) -> Results<N> {
        let mut results = Vec::new();
        for b in self.all(right, input)? {
            for a in self.all(left, input)? {
                self.spend(1)?;
                results.push(Seen::Made(join(self.datum(&a)?, self.datum(&b)?)?));
            }
        }
        Some(results)
    }

    /// Whether a condition is `wanted` of some entry or member.
    fn some<'n, N: Node<'n>>(&mut self, condition: &Direct, wanted: bool, input: &Seen<N>) -> Option<bool> {
        for value in input.inside()? {
            self.spend(1)?;
            if self.all(condition, &value)?.iter().any(|result| result.holds() == wanted) {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Only where each member has one value.
    fn object<'n, N: Node<'n>>(&mut self, members: &[(String, Direct)], input: &Seen<N>) -> Option<Datum> {
        let mut object = BTreeMap::new();
        for (key, value) in members {
            let values = self.all(value, input)?;
            let [value] = &values[..] else { return None };
            object.insert(key.as_str().into(), self.datum(value)?);
        }
        Some(Datum::object(object))
    }

    fn length<'n, N: Node<'n>>(&mut self, input: &Seen<N>) -> Option<Datum> {
        let count = match input {
            Seen::There(node) if node.kind() == Kind::Array => node.len(),
            Seen::There(node) if node.kind() == Kind::Object => Unique::of(*node).iter().count(),
            Seen::Made(Datum::Arr(list)) => list.items.len(),
            Seen::Made(Datum::Obj(map)) => map.members.len(),
            other => match self.datum(other)? {
                Datum::Null => 0,
                Datum::Str(text) => text.chars().count(),
                _ => return None,
            },
        };
        Some(Datum::count(count))
    }

    fn scalar<'n, N: Node<'n>>(&mut self, input: &Seen<N>) -> Option<Datum> {
        (!matches!(input.kind(), Kind::Array | Kind::Object)).then(|| self.datum(input))?
    }
}

fn compare(sign: Sign, a: &Datum, b: &Datum) -> Datum {
    Datum::Bool(match sign {
        Sign::Equal => a == b,
        Sign::Unequal => a != b,
        Sign::Less => a < b,
        Sign::LessOrEqual => a <= b,
        Sign::Greater => a > b,
        Sign::GreaterOrEqual => a >= b,
    })
}

/// On the machine's numbers and on nothing; on texts only what joins them.
fn compute(sign: char, a: Datum, b: Datum) -> Option<Datum> {
    let plain = |datum: &Datum| matches!(datum, Datum::Null | Datum::Num(Num::Int(_) | Num::Float(_)));
    let texts = sign == '+' && matches!((&a, &b), (Datum::Str(_), Datum::Str(_)));
    (texts || (plain(&a) && plain(&b) && arithmetic::cost(sign, &a, &b) < u64::MAX))
        .then(|| math(sign, a, b).ok())
        .flatten()
        .filter(|result| !matches!(result, Datum::Num(Num::BigInt(_))))
}

#[cfg(test)]
mod tests {
    use super::super::Program;
    use super::*;
    use crate::json::{JsonNode, Tape};
    use proptest::prelude::*;

    fn shown(values: &[Value]) -> Vec<String> {
        values.iter().map(Value::to_string).collect()
    }

    /// Whether the formula has results here; they are those of jaq.
    fn agrees(formula: &str, document: &str, limits: &Limits) -> bool {
        let tape = Tape::of_document(document, limits).expect("JSON");
        let root = JsonNode::root(document, &tape);
        let program = Program::compile(formula, &[]).expect("a formula");
        let Some(direct) = program.run_direct(root, limits) else { return false };
        match program.run(Datum::of(root), Vec::new(), limits) {
            Ok(results) => assert_eq!(shown(&direct), shown(&results), "{formula} of {document}"),
            Err(error) => panic!("{formula} of {document}: {direct:?} but {error:?}"),
        }
        true
    }

    fn document() -> impl Strategy<Value = String> {
        let scalars =
            ["null", "true", "false", "0", "1", "-3", "2.50", "1e3", "12345678901234567890", "\"\"", "\"t\"", "\"7\""];
        let keys = ["\"a\"", "\"b\"", "\"c\"", "\"x y\"", "\"\\u0061\"", "\"é\""];
        prop::sample::select(scalars.to_vec()).prop_map(str::to_owned).prop_recursive(4, 30, 4, move |inner| {
            let member =
                (prop::sample::select(keys.to_vec()), inner.clone()).prop_map(|(key, value)| format!("{key}:{value}"));
            prop_oneof![
                prop::collection::vec(inner, 0..4).prop_map(|entries| format!("[{}]", entries.join(","))),
                prop::collection::vec(member, 0..5).prop_map(|members| format!("{{{}}}", members.join(","))),
            ]
        })
    }

    fn formula() -> impl Strategy<Value = String> {
        let leaves = [
            ".",
            ".a",
            ".a",
            ".b",
            ".b.c",
            ".a[]",
            ".[]",
            ".[]?",
            ".b[]?.c",
            ".[0]",
            ".a[-1]?",
            ".[\"x y\"]?",
            ".\"x y\"",
            "1",
            "0",
            "2.5",
            "\"t\"",
            "\"\"",
            "null",
            "true",
            "false",
            "length",
            "not",
            "type",
            "tonumber",
            "tostring",
            "empty",
            "[]",
            "{}",
        ];
        let infix = ["|", "|", "//", "//", ",", "and", "or", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%"];
        let call = ["select", "any", "all", "map", "", "", "["];
        prop::sample::select(leaves.to_vec()).prop_map(str::to_owned).prop_recursive(4, 12, 3, move |inner| {
            prop_oneof![
                4 => (inner.clone(), prop::sample::select(infix.to_vec()), inner.clone())
                    .prop_map(|(a, sign, b)| format!("({a}) {sign} ({b})")),
                3 => (prop::sample::select(call.to_vec()), inner.clone()).prop_map(|(name, a)| match name {
                    "[" => format!("[{a}]"),
                    name => format!("{name}({a})"),
                }),
                1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{{a: ({a}), \"b\": ({b}), c: 1}}")),
                1 => (inner.clone(), inner.clone(), inner.clone()).prop_map(|(a, b, c)| format!("if {a} then {b} else {c} end")),
                1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("if {a} then {b} end | {{b, a}}")),
                1 => inner.prop_map(|a| format!("({a}).a[]?")),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]
        #[test]
        fn has_the_results_of_jaq(
            formula in formula(),
            documents in prop::collection::vec(document(), 1..6),
            steps in prop::sample::select(vec![20, 200, 2000, 1 << 20]),
            bytes in prop::sample::select(vec![50, 1000, 16 << 20]),
            results in prop::sample::select(vec![1, 100_000]),
        ) {
            let limits = Limits { evaluation_steps: steps, result_bytes: bytes, results, ..Limits::DEFAULT };
            documents.iter().for_each(|document| _ = agrees(&formula, document, &limits));
        }
    }

    /// The shapes that definitions use do not need jaq where they succeed.
    #[test]
    fn formulas_of_definitions_are_computed_in_place() {
        let document = r#"{"spec":{"replicas":3,"suspend":true,"size":null,"roles":[{"name":"main","n":2,"image":"i"},
            {"name":"b","image":"j","n":0}]},"status":{"ready":2,"text":"7","jobs":[{"active":1},{"failed":0}]}}"#;
        for formula in [
            ".spec.replicas // 1",
            ".spec.size // 1",
            ".spec.roles[] | (.n // 1) * (.multi.count // 1)",
            "(.spec.replicas // 1) * ((.spec.size // 1) - 1)",
            "(.spec.replicas // 1) * (.spec.roles[].n // 1)",
            ".spec.roles[] | select(.name == \"main\") | .image",
            ".spec | ( (.[]? | select(type ==\"object\" and .name )))",
            ".spec.suspend == true and (.status.ready == 2 or (.status.state | not))",
            "(.status.jobs // []) | any(.active > 0 or .ready > 0) and all((.failed // 0) == 0)",
            "(.status.ready // 0) < (.spec.replicas // 0) and (.status.active // 0) > 0",
            "{requests: .spec.resources}",
            ".status.text | tonumber",
            "[.spec.roles[] | .name] | length",
        ] {
            assert!(agrees(formula, document, &Limits::DEFAULT), "{formula}");
        }
    }

    /// What fails, is not known or costs much is left to jaq.
    #[test]
    fn the_rest_is_left_to_jaq() {
        let document = r#"{"a":"x","n":99999999999999999999,"l":[1,2,3]}"#;
        for formula in
            [".a | tonumber", ".a.b // 1", "$__loc__", ".n + 1", "[.l[] as $x | $x]", "-.n", ".l[0:1]", "first(.l[])"]
        {
            let Ok(program) = Program::compile(formula, &[]) else { continue };
            let tape = Tape::of_document(document, &Limits::DEFAULT).expect("JSON");
            assert!(program.run_direct(JsonNode::root(document, &tape), &Limits::DEFAULT).is_none(), "{formula}");
        }
        assert!(!agrees("[.l[], .l[], .l[]]", document, &Limits { evaluation_steps: 20, ..Limits::DEFAULT }));
    }
}
