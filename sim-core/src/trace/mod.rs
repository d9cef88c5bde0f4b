//! Recorded block traces: one file a format, and detection by content.
//!
//! A trace's way in, by file: [`import`] takes bytes as they come · `unpack` unpacks them, `utf16` decodes them, `binary` makes lines of records · `lines` cuts them into lines ·
//! `detect` says by their shape what format they are: one of `formats`, a file each, listed by `registry` and described by [`mod@format`], or of
//! `unread` · `dialect` is how this copy is written; `table` reads columns with a meaning each, which a `header` names, or a person as [`columns`]; of a file that is of no format, [`sheet`] says what they are, as a `guess` has it, and a `proposal` is how to say it · [`record`] packs a request
//! into 16 bytes · `devices` keeps a stream for each device · [`operations`] keeps the flash operations of a log of them · `reader` ties these together · [`report`] and [`summary`] say what was found,
//! `suspicions` what of it looks wrong, [`coverage`] how much of it a run replays. [`overview`] is what its requests are over time and
//! addresses. Its way out: [`address`] fits it to a device, [`replay`] gives its requests in order, at times that a `time_scale` stretches; [`change`] makes it another trace, `write` writes it in a format. [`sidecar`] is the file beside it.

pub mod address;
mod bad_lines;
#[cfg(feature = "layers")]
pub mod change;
#[cfg(feature = "layers")]
pub mod columns;
mod compact;
pub mod coverage;
mod dialect;
pub mod format;
mod format_list;
mod formats;
#[cfg(feature = "layers")]
mod header;
pub mod import;
#[cfg(feature = "layers")]
mod linux;
#[cfg(feature = "layers")]
mod named_columns;
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
pub mod registry;
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
