//! Recorded block traces: read whatever format they have, replayed, looked at, changed and written. `README.md` lists the files from bottom to top.
//!
//! - In: [`import`] takes bytes as they come and tells the format by its lines, one of `formats` (a file each) or a table whose columns a header names, or
//!   a person as [`columns`]; of a file that is of no format, [`sheet`] says what its columns may be. What was found is a [`report`].
//! - At: [`summary`], [`overview`], [`operations`] of a log of them, [`coverage`] of a run, [`sidecar`], the file beside it.
//! - Out: [`replay`] gives its requests in order, fitted to a device by [`address`]; [`change`] makes it another trace, `write` writes it in a format.

pub mod address;
mod bad_lines;
pub mod catalogue;
#[cfg(feature = "layers")]
pub mod change;
#[cfg(feature = "layers")]
pub mod columns;
mod compact;
pub mod coverage;
mod dialect;
pub mod format;
mod format_macro;
mod formats;
#[cfg(feature = "layers")]
mod header;
pub mod import;
#[cfg(feature = "layers")]
mod linux;
#[cfg(feature = "layers")]
mod named_columns;
mod numbers;
#[cfg(feature = "layers")]
pub mod operations;
#[cfg(feature = "layers")]
mod ops;
#[cfg(feature = "layers")]
pub mod overview;
mod parsed;
mod quote;
mod reads;
pub mod record;
pub mod replay;
pub mod report;
#[cfg(feature = "cli")]
mod report_text;
mod scan;
mod sectors;
mod shape;
#[cfg(feature = "layers")]
pub mod sheet;
pub mod sidecar;
pub mod summary;
#[cfg(feature = "layers")]
mod table;
mod time_scale;
#[cfg(feature = "layers")]
pub mod write;
#[cfg(feature = "layers")]
mod writes;

pub use bad_lines::{BadLine, BadLines};
pub use formats::Format;
