//! A run that one can walk through, forwards and back.
//!
//! - `lane.rs`        a run, and playing it · `seek.rs` steps, and going anywhere · `places.rs` where one can go
//! - `history.rs`     where requests and operations lie · `checkpoint.rs` states to go back to
//! - `breakpoint.rs`  where to stop
//! - `recent_operations.rs`        the latest operations, and why each happened · `gantt.rs` what planes and channels did
//! - `describe.rs`    an operation in words

pub mod breakpoint;
mod checkpoint;
pub(crate) mod describe;
#[cfg(feature = "layers")]
pub(crate) mod gantt;
pub(crate) mod history;
pub mod lane;
pub mod places;
mod recent_operations;
mod seek;
