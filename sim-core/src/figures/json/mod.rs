//! What is told of figures, field by field: to the page, which has its types from here, and by `flashlab figures --json`.
//!
//! - `entry.rs` what a figure is · `plan.rs` its runs · `outcome.rs` what they came to · `claim.rs` what came of a claim

pub mod claim;
pub mod entry;
pub mod outcome;
pub mod plan;

use serde::Serialize;
use serde_json::Value;

/// `told` as JSON.
pub fn value(told: impl Serialize) -> Value {
    serde_json::to_value(told).expect("what is told of a figure has plain values only")
}
