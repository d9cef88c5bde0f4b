//! Whether what a paper claims is so: its inequalities and its claims, judged by what runs came to.
//!
//! - `curves.rs` the curves that an inequality is about
//! - `crossing.rs` `single_curve.rs` `precondition.rs` `tolerance.rs` `sessions.rs` kinds of inequalities · `margin.rs` how far inside its bound each holds
//! - `condition.rs` an inequality of any kind
//! - `crossing_bounds.rs` between which places curves have to cross · `claim.rs` a claim

pub mod claim;
pub mod condition;
mod crossing;
mod crossing_bounds;
mod curves;
mod margin;
mod precondition;
mod sessions;
mod single_curve;
mod tolerance;
