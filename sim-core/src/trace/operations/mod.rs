//! Operation logs: what another simulator, or an earlier run, did to the flash, operation by operation, to be carried out again without a
//! policy of ours (`ftl/recorded/`). The columns are those of our own log (`log/mod.rs`), found by name, in any order.
//!
//! - `recorded.rs` an operation · `log.rs` all of them, and what is told of them
//! - `columns.rs`  which column stands where, and a row's numbers
//! - `reader.rs`   rows, gathered as they come, each with the request that it belongs to
//! - `shape.rs`    the device that they were done on, as far as they tell it

mod columns;
mod log;
mod reader;
mod recorded;
mod shape;

pub(super) use columns::is_header;
#[cfg(test)]
pub(super) use log::Told;
pub use log::{KIND, OperationLog};
pub(super) use reader::OperationsReader;
pub use recorded::{NONE, Recorded};
pub use shape::Shape;
