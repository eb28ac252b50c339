//! Compiling a formula once, and running it.

use super::datum::Datum;
use super::direct::Direct;
use super::lower::lower;
use super::meter::{Engine, Meter, Session, budget};
use super::told::told;
use super::{Budget, EvaluateError, natives};
use crate::expression::formula::{Definition, MAX_DEPTH, Term, definitions, read};
use crate::limits::Limits;
use crate::value::{Node, Value};
use jaq_core::load::parse::Def;
use jaq_core::load::{Arena, File, Loader};
use jaq_core::{Compiler, Ctx, Filter, Vars};
use std::collections::HashSet;
use std::fmt;
use std::sync::OnceLock;

/// A formula that is ready to run. Which functions there are is fixed here: a name outside the vocabulary and the
/// prelude does not compile.
pub(in super::super) struct Program {
    filter: Filter<Engine>,
    /// The formula as it was written.
    text: Box<str>,
    /// The same formula for the quicker way, if that knows all of it.
    direct: Option<Direct>,
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Program")
    }
}

impl Program {
    /// Compiles a formula that has been judged: what it calls exists, and its variables are those named.
    pub fn compile(text: &str, variables: &[String]) -> Result<Self, EvaluateError> {
        let failed = |message: String| EvaluateError::Failed { told: message.clone(), message };
        let term = read(text, MAX_DEPTH).map_err(|error| failed(error.to_string()))?;
        let variables: Vec<String> = variables.iter().map(|name| format!("${name}")).collect();
        let mut needed = Needed { defs: Vec::new(), seen: HashSet::new() };
        needed.by(&term);
        needed.defs.push(Def { name: "_main", args: Vec::new(), body: lower(&term) });
        let arena = Arena::default();
        let modules = Loader::new(needed.defs).load(&arena, File { code: "_main", path: () });
        let modules = modules.map_err(|_| failed("the formula cannot be read".into()))?;
        let compiler = Compiler::default().with_funs(natives::all());
        let compiled = compiler.with_global_vars(variables.iter().map(String::as_str)).compile(modules);
        compiled.map(|filter| Self { filter, text: text.into(), direct: Direct::of(&term) }).map_err(|errors| {
            let names = errors.iter().flat_map(|(_, errors)| errors.iter().map(|(name, _)| *name));
            failed(format!("`{}` is not defined", names.collect::<Vec<_>>().join("`, `")))
        })
    }

    /// The results without jaq, where that is possible.
    pub(super) fn run_direct<'n>(&self, root: impl Node<'n>, limits: &Limits) -> Option<Vec<Value>> {
        self.direct.as_ref()?.run(root, limits)
    }

    /// Runs the formula. The variables stand in the order in which they were named.
    pub(super) fn run(&self, root: Datum, variables: Vec<Datum>, limits: &Limits) -> Result<Vec<Value>, EvaluateError> {
        let meter = Meter::new(limits, &root);
        let mut room = (limits.result_bytes as u64).saturating_add(root.weight().bytes);
        let session = Session { lut: &self.filter.lut, meter };
        let context = Ctx::<Engine>::new(&session, Vars::new(variables));
        let mut results = Vec::new();
        for result in self.filter.id.run((context, root)) {
            let value = result.map_err(|exception| match exception.get_err() {
                Ok(error) => {
                    let message = message(&error.into_val());
                    EvaluateError::Failed { told: told(&message, &self.text), message }
                }
                Err(exception) => EvaluateError::Budget(exception.get_halt().map_or(Budget::Steps, budget)),
            })?;
            if results.len() >= limits.results {
                return Err(EvaluateError::Budget(Budget::Results));
            }
            let left = room.checked_sub(value.weight().bytes);
            room = left.ok_or(EvaluateError::Budget(Budget::Bytes))?;
            results.push(value.to_value());
        }
        Ok(results)
    }
}

/// The text of an error: what `error("...")` says, or another value as JSON. It is cut where it gets long.
fn message(value: &Datum) -> String {
    match value {
        Datum::Str(text) => text.chars().take(500).collect(),
        other => other.shown(),
    }
}

/// The definitions of the prelude that a formula needs, each behind those that it needs itself.
struct Needed<'t> {
    defs: Vec<Def<&'t str>>,
    seen: HashSet<(&'static str, usize)>,
}

impl Needed<'_> {
    fn by(&mut self, term: &Term<'_>) {
        term.calls(&mut |name, arguments| {
            let known = prelude().iter().find(|def| def.name == name && def.parameters.len() == arguments);
            if let Some(def) = known.filter(|def| self.seen.insert((def.name, arguments))) {
                self.by(&def.body);
                self.defs.push(Def { name: def.name, args: def.parameters.clone(), body: lower(&def.body) });
            }
        });
    }
}

/// The prelude, read once.
pub(super) fn prelude() -> &'static [Definition<'static>] {
    static PRELUDE: OnceLock<Vec<Definition<'static>>> = OnceLock::new();
    PRELUDE.get_or_init(|| definitions(include_str!("prelude.jq")).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expression::formula::{Ruling, TABLE};

    #[test]
    fn every_function_of_the_vocabulary_compiles() {
        assert!(definitions(include_str!("prelude.jq")).is_ok());
        for (ruling, arities, names) in TABLE {
            if !matches!(ruling, Ruling::Reads | Ruling::Ignores | Ruling::Filters) {
                continue;
            }
            for (name, arity) in names.split_whitespace().flat_map(|name| arities.iter().map(move |n| (name, n))) {
                let arguments = vec!["."; *arity].join(";");
                let text = if *arity == 0 { name.into() } else { format!("{name}({arguments})") };
                let program = Program::compile(&text, &[]);
                assert!(program.is_ok(), "{text}: {program:?}");
            }
        }
    }
}
