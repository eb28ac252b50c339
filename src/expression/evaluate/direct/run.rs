//! Running a formula on a document.

use super::super::arithmetic::{self, math};
use super::super::datum::Datum;
use super::super::natives::tonumber;
use super::seen::Seen;
use super::{Direct, Sign, Step};
use crate::value::{Kind, Node, Unique};
use jaq_core::ValT as _;
use jaq_json::Num;
use std::collections::BTreeMap;

/// What is left of the budget.
pub(super) struct Run {
    pub(super) cost: u64,
    pub(super) room: u64,
}

type Results<N> = Option<Vec<Seen<N>>>;

impl Run {
    fn spend(&mut self, cost: u64) -> Option<()> {
        self.cost = self.cost.checked_sub(cost)?;
        Some(())
    }

    /// A copy of a value that is computed with.
    pub(super) fn datum<'n, N: Node<'n>>(&mut self, seen: &Seen<N>) -> Option<Datum> {
        let datum = match seen {
            Seen::There(node) => Datum::of(*node),
            Seen::Made(datum) => datum.clone(),
        };
        let bytes = datum.weight().bytes;
        self.spend(bytes / 16)?;
        (bytes <= self.room).then_some(datum)
    }

    pub(super) fn all<'n, N: Node<'n>>(&mut self, formula: &Direct, input: &Seen<N>) -> Results<N> {
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
            Direct::Add => return made(self.sum(input)?),
            Direct::Keys => return made(Datum::list(self.keys(input)?)),
            Direct::ToEntries => return made(self.entries(input)?),
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

    /// `null` of nothing, as `+` begins.
    fn sum<'n, N: Node<'n>>(&mut self, input: &Seen<N>) -> Option<Datum> {
        let mut sum = Datum::Null;
        for value in input.inside()? {
            self.spend(1)?;
            let value = self.datum(&value)?;
            sum = match (sum, value) {
                (Datum::Null, value @ Datum::Str(_)) => value,
                (sum, value) => compute('+', sum, value)?,
            };
            // A text grows with each that is joined to it.
            self.spend(sum.weight().bytes / 16)?;
        }
        Some(sum)
    }

    fn keys<'n, N: Node<'n>>(&mut self, input: &Seen<N>) -> Option<Vec<Datum>> {
        let keys: Vec<Datum> = match input.kind() {
            Kind::Array => (0..input.inside()?.len()).map(Datum::count).collect(),
            _ => input.keys()?.into_iter().map(|key| Datum::text(&*key)).collect(),
        };
        self.spend(keys.len() as u64)?;
        Some(keys)
    }

    fn entries<'n, N: Node<'n>>(&mut self, input: &Seen<N>) -> Option<Datum> {
        let mut entries = Vec::new();
        for (key, value) in input.keys()?.into_iter().zip(input.inside()?) {
            self.spend(1)?;
            let members = [("key".into(), Datum::text(&*key)), ("value".into(), self.datum(&value)?)];
            entries.push(Datum::object(BTreeMap::from(members)));
        }
        Some(Datum::list(entries))
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
