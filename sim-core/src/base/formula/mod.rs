//! Formulas that a user types: what goes first is what has the highest value.
//!
//! - `vocabulary.rs` the quantities that a formula may name, with their units
//! - `token.rs`      text into words, numbers and signs · `problem.rs` what is wrong with a text, and where
//! - `tree.rs`       what a text means, and how that is written · `op.rs` operators and functions
//! - `parse.rs`      tokens into a tree
//! - `program.rs`    a tree as a list of steps, and its value · `bounds.rs` between which bounds that lies
//! - `best.rs` the search for the highest value where values are not kept
//!
//! The language: numbers, quantities, constants defined in front (`a = 0.5; a * age`), `+ - * / %`, comparisons (1 or 0), `and or not`,
//! `if(c, a, b)`, `min max abs sqrt ln exp pow floor`. A condition holds if it is neither 0 nor NaN.
//!
//! All is IEEE arithmetic in 64 bits, the same natively and in WebAssembly: x/0 is an infinity, 0/0, the logarithm and the root of what is
//! below 0 are NaN, which goes through all arithmetic, `min` and `max`; every comparison with it is 0, but `!=`. In the order of
//! values (`program::compare`) NaN is below all else.

pub(crate) mod best;
pub(crate) mod bounds;
mod op;
mod parse;
pub mod problem;
pub mod program;
#[cfg(test)]
mod tests;
mod token;
mod tree;
pub mod vocabulary;
