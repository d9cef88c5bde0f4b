//! A formula as a list of steps on a stack: compiled once, evaluated without allocating.

use super::bounds::Bounds;
use super::op::{Op, holds};
use super::parse::parse;
use super::problem::Problem;
use super::tree::{Source, Tree};
use super::vocabulary::Vocabulary;
use crate::base::text::grouped;
use std::cmp::Ordering;

/// Most steps of a formula.
const STEPS_MAX: usize = 512;
/// Values that wait at most: each of the levels adds two at most.
const STACK: usize = 2 * super::parse::DEPTH_MAX as usize + 2;
/// Values that most formulas need no more than.
const SMALL_STACK: usize = 6;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Step {
    /// The bits of a number.
    Number(u64),
    Quantity(u8),
    One(Op),
    Two(Op),
    Choose,
}

/// A compiled formula.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Program {
    steps: Box<[Step]>,
    stack: usize,
}

/// A part of a formula: the sign before it, its text, its value.
#[derive(Clone, Debug)]
pub struct Term {
    /// `+`, `-`, `*`, `/` or `%`; nothing before the first.
    pub sign: &'static str,
    /// As it would be typed.
    pub text: String,
    /// What it gives.
    pub program: Program,
}

/// A value in the order of values: NaN below all else, equal zeros.
#[inline]
pub fn compare(one: f64, other: f64) -> Ordering {
    one.partial_cmp(&other).unwrap_or_else(|| other.is_nan().cmp(&one.is_nan()))
}

impl Program {
    /// The program of `text`.
    ///
    /// # Errors
    /// The first place at which `text` is no formula, or that it is too long.
    pub fn new(text: &str, vocabulary: &Vocabulary) -> Result<Self, Problem> {
        Self::of(&parse(text, vocabulary)?)
    }

    /// The parts of the outermost sum or product of `text`, or all of it where it is neither.
    ///
    /// # Errors
    /// As [`Program::new`].
    pub fn terms(text: &str, vocabulary: &Vocabulary) -> Result<Vec<Term>, Problem> {
        let source = parse(text, vocabulary)?;
        let constants = values_of_constants(&source)?;
        let term = |(sign, tree): (&'static str, &Tree)| {
            Ok(Term { sign, text: source.text_of(tree, vocabulary), program: compile(tree, &constants)? })
        };
        source.terms().into_iter().map(term).collect()
    }

    pub(super) fn of(source: &Source) -> Result<Self, Problem> {
        compile(&source.body, &values_of_constants(source)?)
    }

    /// Whether it names any of the quantities of which the bits are set in `mask`, the first one in bit 0.
    pub(crate) fn names_any(&self, mask: u32) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Quantity(place) if mask >> place & 1 == 1))
    }

    /// Its value, where `quantities` are those of its vocabulary.
    #[inline]
    pub fn value(&self, quantities: &[f64]) -> f64 {
        match self.stack <= SMALL_STACK {
            true => self.run::<SMALL_STACK>(quantities),
            false => self.run::<STACK>(quantities),
        }
    }

    /// Bounds of its value, where each quantity lies between bounds.
    pub(crate) fn bounds(&self, quantities: &[Bounds]) -> Bounds {
        match self.stack <= SMALL_STACK {
            true => self.run_bounds::<SMALL_STACK>(quantities),
            false => self.run_bounds::<STACK>(quantities),
        }
    }

    fn run_bounds<const N: usize>(&self, quantities: &[Bounds]) -> Bounds {
        let mut stack = [Bounds::of(0.0); N];
        let mut top = 0;
        for step in &self.steps {
            match *step {
                Step::Number(bits) => {
                    stack[top] = Bounds::of(f64::from_bits(bits));
                    top += 1;
                }
                Step::Quantity(place) => {
                    stack[top] = quantities[usize::from(place)];
                    top += 1;
                }
                Step::One(op) => stack[top - 1] = stack[top - 1].of_one(op),
                Step::Two(op) => {
                    top -= 1;
                    stack[top - 1] = stack[top - 1].of_two(op, stack[top]);
                }
                Step::Choose => {
                    top -= 2;
                    stack[top - 1] = stack[top - 1].choose(stack[top], stack[top + 1]);
                }
            }
        }
        stack[0]
    }

    #[inline]
    fn run<const N: usize>(&self, quantities: &[f64]) -> f64 {
        let mut stack = [0.0; N];
        // Values on the stack, the newest of them apart.
        let (mut below, mut top) = (0, 0.0);
        for step in &self.steps {
            match *step {
                Step::Number(bits) => {
                    stack[below] = top;
                    below += 1;
                    top = f64::from_bits(bits);
                }
                Step::Quantity(place) => {
                    stack[below] = top;
                    below += 1;
                    top = quantities[usize::from(place)];
                }
                Step::One(op) => top = op.of_one(top),
                Step::Two(op) => {
                    below -= 1;
                    top = op.of_two(stack[below], top);
                }
                Step::Choose => {
                    below -= 2;
                    top = if holds(stack[below]) { stack[below + 1] } else { top };
                }
            }
        }
        top
    }
}

fn values_of_constants(source: &Source) -> Result<Vec<f64>, Problem> {
    let mut values = Vec::new();
    for (_, tree) in &source.constants {
        let value = compile(tree, &values)?.value(&[]);
        values.push(value);
    }
    Ok(values)
}

fn compile(tree: &Tree, constants: &[f64]) -> Result<Program, Problem> {
    let mut steps = Vec::new();
    let stack = push(tree, constants, &mut steps);
    if steps.len() > STEPS_MAX {
        let found = format!("a formula of {} steps", steps.len());
        return Err(Problem { column: 1, found, expected: format!("one of at most {STEPS_MAX}"), near: None });
    }
    Ok(Program { steps: steps.into(), stack })
}

/// Adds the steps of `tree`; how many places of the stack they need.
fn push(tree: &Tree, constants: &[f64], steps: &mut Vec<Step>) -> usize {
    let (step, need) = match tree {
        Tree::Number(value) => (Step::Number(value.to_bits()), 1),
        Tree::Constant(place) => (Step::Number(constants[usize::from(*place)].to_bits()), 1),
        Tree::Quantity(place) => (Step::Quantity(*place), 1),
        Tree::Apply(op, parts) => {
            let needs = (0..).zip(parts).map(|(held, part): (usize, _)| held + push(part, constants, steps));
            let need = needs.max().unwrap_or(0);
            let step = match parts.len() {
                1 => Step::One(*op),
                2 => Step::Two(*op),
                _ => Step::Choose,
            };
            (step, need)
        }
    };
    steps.push(step);
    need
}

/// A number by which values are in descending order, NaN last, equal zeros; below the largest there is.
#[inline]
pub(crate) fn descending(value: f64) -> u64 {
    const SIGN: u64 = 1 << 63;
    if value.is_nan() {
        return u64::MAX - 1;
    }
    // Adding 0 makes a 0 without sign of −0.
    let bits = (value + 0.0).to_bits();
    if bits & SIGN == 0 { !(bits | SIGN) } else { bits }
}

/// A value as people read it, in about four digits.
pub(crate) fn shown(value: f64) -> String {
    let size = value.abs();
    match value {
        _ if value.is_nan() => "NaN".into(),
        f64::INFINITY => "∞".into(),
        f64::NEG_INFINITY => "−∞".into(),
        _ if size != 0.0 && !(1e-4..1e12).contains(&size) => format!("{value:.3e}").replace('-', "−"),
        _ => {
            let sign = if value < 0.0 { "−" } else { "" };
            let decimals = match size {
                _ if size.fract() == 0.0 || size >= 1e3 => return format!("{sign}{}", grouped(size.round() as u64)),
                10.0.. => 2,
                0.1.. => 3,
                _ => 6,
            };
            let text = format!("{sign}{size:.decimals$}");
            text.trim_end_matches('0').trim_end_matches('.').into()
        }
    }
}
