//! Recorded block traces: one file a format, and detection by content.
//!
//! A trace's way in, by file: [`import`] takes bytes as they come · `gunzip` inflates them · `lines` cuts them into
//! lines · `detect` says by their shape what format they are: one of the list below, which a file each describes and reads (`registry`), or of `unread` · [`record`] packs
//! it into 16 bytes · `devices` keeps a stream for each device · `reader` ties these together · [`report`] and
//! [`summary`] say what was found, [`coverage`] how much of it a run replays. Its way out: [`address`] fits it to a device, [`replay`] gives its requests in
//! order. [`sidecar`] is the file beside it.

pub mod address;
mod bad_lines;
mod compact;
pub mod coverage;
mod crc32;
mod detect;
mod devices;
mod dialect;
pub mod format;
mod formats;
mod gunzip;
#[cfg(feature = "layers")]
mod header;
pub mod import;
mod lines;
#[cfg(feature = "layers")]
mod linux;
#[cfg(feature = "layers")]
mod ops;
mod quote;
mod reader;
pub mod record;
pub mod registry;
pub mod replay;
pub mod report;
mod report_text;
mod scan;
mod sectors;
mod shape;
pub mod sidecar;
pub mod summary;
#[cfg(feature = "layers")]
mod table;
mod unread;
mod utf16;
#[cfg(feature = "cli")]
pub mod write;

pub use bad_lines::{BadLine, BadLines};
pub use formats::Format;
