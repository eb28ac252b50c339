//! The budget of one evaluation.
//!
//! jaq has none. Expressions are lowered so that every construct that can multiply work counts what it gives on, and
//! every function counts what it goes over and makes. What is spent ends the evaluation at once: it travels as jaq's
//! `halt`, which no `try` and no `?` catches.

use super::Budget;
use super::datum::{Datum, Fault};
use crate::limits::Limits;
use jaq_core::box_iter::box_once;
use jaq_core::{Exn, Lut, ValXs};
use jaq_json::Num;
use std::cell::Cell;

/// How many bytes are gone over or made for one step.
const BYTES_PER_STEP: u64 = 256;

/// The same bound as [`MAX_DIGITS`](super::datum::MAX_DIGITS), in bits.
const MAX_BITS: u64 = 1 << 13;

/// What is left of the budget, and the largest value that may be made.
#[derive(Debug)]
pub(super) struct Meter {
    steps: Cell<u64>,
    bytes: u64,
    depth: u32,
}

/// Why a function gives nothing.
pub(super) enum Stop {
    /// It fails on its input, which `try` may catch.
    Fault(Fault),
    /// The budget is spent.
    Spent(Budget),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<Stop> for Exn<'_, Datum> {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Fault(fault) => fault.into(),
            Stop::Spent(budget) => Self::halt(code(budget)),
        }
    }
}

/// Results are counted, and threads started, outside of jaq.
fn code(budget: Budget) -> i32 {
    match budget {
        Budget::Bytes => 2,
        Budget::Depth => 3,
        Budget::Steps | Budget::Results | Budget::Thread => 1,
    }
}

/// What was spent, from the number it travels as.
pub(super) fn budget(code: i32) -> Budget {
    match code {
        2 => Budget::Bytes,
        3 => Budget::Depth,
        _ => Budget::Steps,
    }
}

impl Meter {
    /// A full budget for a formula on a document. What the document holds may be passed on whatever its size.
    pub fn new(limits: &Limits, document: &Datum) -> Self {
        let (weight, limit) = (document.weight(), limits.result_bytes as u64);
        let depth = u32::try_from(limits.document_depth).unwrap_or(u32::MAX).max(weight.depth);
        Self { steps: Cell::new(limits.evaluation_steps as u64), bytes: limit.saturating_add(weight.bytes), depth }
    }

    /// Counts steps.
    pub fn spend(&self, steps: u64) -> Result<(), Stop> {
        match self.steps.get().checked_sub(steps) {
            Some(left) => {
                self.steps.set(left);
                Ok(())
            }
            None => {
                self.steps.set(0);
                Err(Stop::Spent(Budget::Steps))
            }
        }
    }

    /// Counts bytes that are gone over, before that is done.
    pub fn work(&self, bytes: u64) -> Result<(), Stop> {
        self.spend(bytes / BYTES_PER_STEP)
    }

    /// Refuses a value of so many bytes before it is made.
    pub fn room(&self, bytes: u64) -> Result<(), Stop> {
        if bytes > self.bytes { Err(Stop::Spent(Budget::Bytes)) } else { self.work(bytes) }
    }

    /// Counts a value that is passed on.
    pub fn pass(&self, value: &Datum) -> Result<(), Stop> {
        self.spend(1)?;
        let weight = value.weight();
        let number = match value {
            Datum::Num(Num::BigInt(number)) => number.bits(),
            _ => 0,
        };
        if weight.bytes > self.bytes || number > MAX_BITS {
            return Err(Stop::Spent(Budget::Bytes));
        }
        if weight.depth > self.depth {
            return Err(Stop::Spent(Budget::Depth));
        }
        Ok(())
    }

    /// Counts a value that was made: itself, not what it shares with others.
    pub fn made(&self, value: Datum) -> Result<Datum, Stop> {
        self.work(match &value {
            Datum::Str(text) => text.len() as u64,
            Datum::Arr(list) => 4 * list.items.len() as u64,
            Datum::Obj(map) => 16 * map.members.len() as u64,
            _ => 0,
        })?;
        self.pass(&value)?;
        Ok(value)
    }
}

/// What functions can reach while a formula runs: the program and the budget.
pub(super) struct Session<'a> {
    pub lut: &'a Lut<Engine>,
    pub meter: Meter,
}

/// Ties our values and the session to jaq.
pub(super) struct Engine;

impl jaq_core::DataT for Engine {
    type V<'a> = Datum;
    type Data<'a> = &'a Session<'a>;
}

impl<'a> jaq_core::data::HasLut<'a, Engine> for &'a Session<'a> {
    fn lut(&self) -> &'a Lut<Engine> {
        self.lut
    }
}

/// One result or none.
pub(super) fn once<'a>(result: Result<Datum, Stop>) -> ValXs<'a, Datum> {
    box_once(result.map_err(Exn::from))
}
