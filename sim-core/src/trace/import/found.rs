//! What a reader found.

use super::detect::Detection;
use super::devices::Stream;
use crate::trace::Format;
use crate::trace::bad_lines::BadLines;
use crate::trace::coverage::DeviceRequests;
#[cfg(feature = "layers")]
use crate::trace::operations::OperationLog;

/// The streams of a trace, and what there is to know of them.
#[derive(Debug)]
pub(super) struct Found {
    /// The format of the lines.
    pub format: Format,
    /// How it was told; none if it was given.
    pub detection: Option<Detection>,
    /// The devices' streams, ascending by number, none empty.
    pub streams: Vec<Stream>,
    /// Every device with requests, those not asked for too, ascending by number.
    pub devices: Vec<DeviceRequests>,
    /// The lines that are not requests.
    pub bad: BadLines,
    /// Why there is less than the whole trace; none if it is whole.
    pub ended_early: Option<String>,
    /// What else there is to know.
    pub notes: Vec<String>,
    /// The columns that were stated, as text; none where nobody did.
    pub columns: Option<String>,
    /// The flash operations, of a log of them.
    #[cfg(feature = "layers")]
    pub operations: Option<OperationLog>,
}
