//! What moves a claim: the same runs with one choice of the figure's settings made otherwise, one after another, and the two that move it
//! most together. Everything comes from the figure's own settings and from the margins of the claim's own inequalities; no claim has code of
//! its own here.
//!
//! - `choice.rs`  the choices: length, device size, over-provisioning, arrival rate, and seeds; which of them a figure leaves to be made
//! - `varied.rs`  one of them with its values · `trial.rs` one set of settings, and what came of it
//! - `part.rs`    what of a claim is tried · `decisive.rs` at which points
//! - `plan.rs`    the trials: our own settings first, then a choice at a time, then two together · `bars.rs` what came of them, by choice
//! - `runs.rs`    their runs, as far as they are known: which two are tried together is known once all others are there
//! - `outcome.rs` all of it · `words.rs` how firm the claim is, in sentences · `json.rs` what is told, field by field

mod bars;
mod choice;
mod decisive;
pub mod json;
mod outcome;
pub mod part;
mod plan;
mod runs;
mod trial;
mod varied;
mod words;

pub use plan::SensitivityPlan;
pub use trial::Tried;
