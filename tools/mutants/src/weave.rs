//! Weaves all mutants of a file into it: each stands beside the code it replaces, and a switch says which one runs.
//!
//! `a < b` becomes `(match at(&[17]) { 17 => a <= b, _ => a < b })`. Only one mutant is active at a time, so what stands
//! beside is the plain text with one change, and only the original holds the mutants inside it.

use crate::Mutant;
use proc_macro2::Span;
use std::collections::BTreeMap;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// The name of the switch in the woven library.
const AT: &str = "crate::mutant_switch::at";

/// A place in a file with its mutants.
#[derive(Debug, Default)]
struct Site {
    /// What is replaced by whole text: the mutant and its text.
    instead: Vec<(usize, String)>,
    /// A mutant that takes away the arm: a condition in front of its guard, which is this place.
    without: Option<usize>,
    /// The place is where a guard would be.
    is_bare: bool,
    /// The place begins the body of a function: the mutant returns at once.
    is_body: bool,
}

/// The text of a file with the mutants in it, and those that it cannot hold.
pub fn weave(text: &str, mutants: &[&Mutant]) -> (String, Vec<usize>) {
    let file = syn::parse_file(text).expect("the sources are Rust");
    let mut nodes = Nodes::default();
    nodes.visit_file(&file);
    let lines = Lines::new(text);
    // Outer before inner; a body before the only expression in it.
    let mut sites: BTreeMap<(usize, std::cmp::Reverse<usize>, bool), Site> = BTreeMap::new();
    let mut left_out = Vec::new();
    for mutant in mutants {
        let span = lines.range(mutant);
        let Some((place, kind)) = nodes.find(mutant, &span) else {
            left_out.push(mutant.id);
            continue;
        };
        let key = (place.start, std::cmp::Reverse(place.end), !matches!(kind, Kind::Body));
        let site = sites.entry(key).or_default();
        match kind {
            Kind::Instead => {
                let mut plain = text[place.clone()].to_owned();
                plain.replace_range(span.start - place.start..span.end - place.start, &mutant.replacement);
                site.instead.push((mutant.id, plain));
            }
            Kind::Body => {
                site.is_body = true;
                site.instead.push((mutant.id, mutant.replacement.clone()));
            }
            Kind::Without { is_bare } => {
                site.without = Some(mutant.id);
                site.is_bare = is_bare;
            }
        }
    }
    let sites: Vec<(Range<usize>, Site)> =
        sites.into_iter().map(|((start, end, _), site)| (start..end.0, site)).collect();
    (render(text, 0..text.len(), &sites), left_out)
}

/// The text of a range with the sites in it, which come outer before inner and else in order.
fn render(text: &str, range: Range<usize>, sites: &[(Range<usize>, Site)]) -> String {
    let (mut out, mut at, mut next) = (String::new(), range.start, 0);
    while let Some((place, site)) = sites.get(next) {
        let inside = sites[next + 1..].iter().take_while(|(inner, _)| inner.start < place.end).count();
        let inner = &sites[next + 1..next + 1 + inside];
        out += &text[at..place.start];
        out += &wrap(site, &render(text, place.clone(), inner));
        at = place.end;
        next += 1 + inside;
    }
    out + &text[at..range.end]
}

fn wrap(site: &Site, inner: &str) -> String {
    let ids: Vec<String> =
        site.instead.iter().map(|(id, _)| *id).chain(site.without).map(|id| id.to_string()).collect();
    let ids = format!("&[{}]", ids.join(", "));
    let arms = |before: &str| {
        site.instead
            .iter()
            .map(|(id, text)| format!("\n/*<{id}>*/ {id} => {before}{text}\n/*</{id}>*/,"))
            .collect::<String>()
    };
    if site.is_body {
        return format!("match {AT}({ids}) {{{}\n _ => {{}} }}\n{inner}", arms("return "));
    }
    let guard = match &site.instead[..] {
        [] => inner.to_owned(),
        _ => format!("(match {AT}({ids}) {{{}\n _ => {inner} }})", arms("")),
    };
    match site.without {
        None => guard,
        Some(id) if site.is_bare => format!(" if {AT}({ids}) != {id} {guard}"),
        Some(id) => format!("{AT}({ids}) != {id} && ({guard})"),
    }
}

enum Kind {
    Instead,
    Body,
    Without { is_bare: bool },
}

/// Where the constructs of a file are, by what a mutant of theirs is known by.
#[derive(Default)]
struct Nodes {
    /// Operators by their start, with the expression.
    operators: BTreeMap<usize, Range<usize>>,
    /// Guards by their start.
    guards: BTreeMap<usize, Range<usize>>,
    /// Arms by their start: the guard, or the end of the pattern.
    arms: BTreeMap<usize, (Range<usize>, bool)>,
    structs: Vec<Range<usize>>,
    /// Bodies of functions that can return early with a value of their type.
    bodies: Vec<Range<usize>>,
}

impl Nodes {
    fn find(&self, mutant: &Mutant, span: &Range<usize>) -> Option<(Range<usize>, Kind)> {
        match &*mutant.genre {
            "BinaryOperator" | "UnaryOperator" => Some((self.operators.get(&span.start)?.clone(), Kind::Instead)),
            "MatchArmGuard" => Some((self.guards.get(&span.start)?.clone(), Kind::Instead)),
            "MatchArm" => {
                let (place, is_bare) = self.arms.get(&span.start)?.clone();
                Some((place, Kind::Without { is_bare }))
            }
            "StructField" => {
                let around = |place: &&Range<usize>| place.start < span.start && span.end <= place.end;
                let place = self.structs.iter().filter(around).min_by_key(|place| place.len())?;
                Some((place.clone(), Kind::Instead))
            }
            "FnValue" => {
                let is_it = |body: &&Range<usize>| body.start < span.start && span.end < body.end;
                self.bodies.iter().filter(is_it).min_by_key(|body| body.len())?;
                Some((span.clone(), Kind::Body))
            }
            _ => None,
        }
    }

    fn function(&mut self, signature: &syn::Signature, block: &syn::Block) -> bool {
        if signature.constness.is_some() {
            return false;
        }
        let is_opaque =
            matches!(&signature.output, syn::ReturnType::Type(_, of) if matches!(**of, syn::Type::ImplTrait(_)));
        if !is_opaque {
            self.bodies.push(range(block.span()));
        }
        true
    }
}

impl<'a> Visit<'a> for Nodes {
    fn visit_item_fn(&mut self, item: &'a syn::ItemFn) {
        if self.function(&item.sig, &item.block) {
            visit::visit_block(self, &item.block);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'a syn::ImplItemFn) {
        if self.function(&item.sig, &item.block) {
            visit::visit_block(self, &item.block);
        }
    }

    fn visit_trait_item_fn(&mut self, item: &'a syn::TraitItemFn) {
        if let Some(block) = &item.default
            && self.function(&item.sig, block)
        {
            visit::visit_block(self, block);
        }
    }

    // What runs while compiling has no switch.
    fn visit_item_const(&mut self, _: &'a syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'a syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'a syn::ImplItemConst) {}
    fn visit_expr_const(&mut self, _: &'a syn::ExprConst) {}

    fn visit_expr_binary(&mut self, binary: &'a syn::ExprBinary) {
        if !holds_let(&binary.left) && !holds_let(&binary.right) {
            self.operators.insert(range(binary.op.span()).start, range(binary.span()));
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'a syn::ExprUnary) {
        self.operators.insert(range(unary.op.span()).start, range(unary.span()));
        visit::visit_expr_unary(self, unary);
    }

    fn visit_arm(&mut self, arm: &'a syn::Arm) {
        let start = range(arm.span()).start;
        match &arm.guard {
            Some((_, guard)) if holds_let(guard) => {}
            Some((_, guard)) => {
                let place = range(guard.span());
                self.guards.insert(place.start, place.clone());
                self.arms.insert(start, (place, false));
            }
            None => {
                let end = range(arm.pat.span()).end;
                self.arms.insert(start, (end..end, true));
            }
        }
        visit::visit_arm(self, arm);
    }

    fn visit_expr_struct(&mut self, of: &'a syn::ExprStruct) {
        self.structs.push(range(of.span()));
        visit::visit_expr_struct(self, of);
    }
}

/// A chain with `let` is no expression of its own.
fn holds_let(expression: &syn::Expr) -> bool {
    match expression {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(binary) => holds_let(&binary.left) || holds_let(&binary.right),
        _ => false,
    }
}

fn range(span: Span) -> Range<usize> {
    span.byte_range()
}

struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { text, starts }
    }

    fn range(&self, mutant: &Mutant) -> Range<usize> {
        self.offset(mutant.start)..self.offset(mutant.end)
    }

    /// Columns count characters, from 1.
    fn offset(&self, (line, column): (usize, usize)) -> usize {
        let start = self.starts[line - 1];
        start + self.text[start..].chars().take(column - 1).map(char::len_utf8).sum::<usize>()
    }
}

/// The mutants by the lines of a woven text that they stand on.
pub fn by_line(woven: &str) -> Vec<(Range<usize>, usize)> {
    let mut open = BTreeMap::new();
    let mut places = Vec::new();
    for (at, line) in woven.lines().enumerate() {
        let line = line.trim_start();
        if let Some(id) = line
            .strip_prefix("/*<")
            .and_then(|rest| rest.split_once(">*/"))
            .and_then(|(id, _)| id.parse::<usize>().ok())
        {
            open.insert(id, at + 1);
        }
        if let Some(id) = line
            .strip_prefix("/*</")
            .and_then(|rest| rest.split_once(">*/"))
            .and_then(|(id, _)| id.parse::<usize>().ok())
            && let Some(start) = open.remove(&id)
        {
            places.push((start..at + 1, id));
        }
    }
    places
}
