//! What moves a claim: the same runs with one choice of the figure's settings made otherwise, one after another, and the two that move it
//! most together. Everything comes from the figure's own settings and from the margins of the claim's own inequalities; no claim has code of
//! its own here.
//!
//! - `choice.rs`  the choices: length, device size, over-provisioning, arrival rate, and seeds; which of them a figure leaves to be made
//! - `plan.rs`    the runs: those of our own settings first, then a choice at a time, then, once those are there, two together
//! - `trial.rs`   what came of one set of settings · `outcome.rs` all of it, by choice · `words.rs` how firm that is, in sentences
//! - `json.rs`    what is told of it, field by field

mod choice;
mod decisive;
pub mod json;
mod outcome;
pub mod part;
mod plan;
mod trial;
mod words;

pub use plan::SensitivityPlan;
pub use trial::Tried;
