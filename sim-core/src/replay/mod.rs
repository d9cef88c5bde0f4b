//! A run that one can walk through, forwards and back.
//!
//! - `lane.rs`        a run: step, seek, play
//! - `history.rs`     where requests and operations lie · `checkpoint.rs` states to go back to
//! - `breakpoint.rs`  where to stop
//! - `recent_operations.rs`        the latest operations, and why each happened · `gantt.rs` what planes and channels did
//! - `describe.rs`    an operation in words

pub mod breakpoint;
pub mod checkpoint;
pub mod describe;
#[cfg(feature = "layers")]
pub mod gantt;
pub mod history;
pub mod lane;
pub mod recent_operations;
