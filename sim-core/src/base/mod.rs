//! What everything else stands on: errors, generators, orders, hashes, requests.
//!
//! - `error.rs`      what can be wrong with input, and how it is said
//! - `rng.rs`        the seeded generator that every component has one of
//! - `order.rs`      sorted orders that do not hang on the sort · `tournament.rs` the smallest of keys that change
//! - `hashed.rs`     an index of few among many · `rings.rs` an order of last use · `real.rs` a number that can be hashed
//! - `lists.rs`      lists joined at compile time
//! - `state_hash.rs` a hash of a whole state · `bulk.rs` the large arrays of one, `scattered.rs` those without marks
//! - `text.rs`       numbers in words · `word.rs` words that stand for one of several things
//! - `json.rs`       JSON in which nothing is said twice · `nearest.rs` what an unknown word may have meant
//! - `formula/`      formulas that a user types
//! - `request.rs`    what the host asks · `span.rs` the logical pages that it concerns

pub(crate) mod bulk;
pub mod error;
#[cfg(feature = "layers")]
pub mod formula;
#[cfg(feature = "layers")]
pub(crate) mod hashed;
pub(crate) mod json;
pub(crate) mod lists;
pub(crate) mod nearest;
pub(crate) mod order;
pub(crate) mod real;
pub mod request;
#[cfg(feature = "layers")]
pub(crate) mod rings;
pub mod rng;
pub(crate) mod scattered;
pub mod span;
pub mod state_hash;
pub(crate) mod text;
pub(crate) mod tournament;
pub(crate) mod word;
