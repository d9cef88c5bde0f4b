//! All that is tested from outside, in one program: what they have in common is compiled once.
//!
//! `cargo test --test main layers::dftl` runs one part.

#![allow(unreachable_pub)] // a test binary has no outside

mod support;

mod buffers;
mod fuzz;
mod independent;
mod layers;
mod outputs;
mod runs;
mod soak;
