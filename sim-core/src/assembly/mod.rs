//! A machine out of a document.
//!
//! - `initial.rs`   the device, filled as the document says
//! - `source.rs`    its requests
//! - `planned.rs`   what changes in mid-run, checked before the first request
//! - `offline.rs`   the parameters that the l-buffer finds by running a workload before

pub mod initial;
#[cfg(feature = "layers")]
mod offline;
#[cfg(feature = "layers")]
mod planned;
pub mod source;
