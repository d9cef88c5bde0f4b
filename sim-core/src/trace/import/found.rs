//! What a reader found, and what is said where that is nothing.

use super::detect::Detection;
use super::devices::Stream;
use crate::trace::Format;
use crate::trace::bad_lines::BadLines;
use crate::trace::coverage::DeviceRequests;
#[cfg(feature = "layers")]
use crate::trace::operations::OperationLog;
use crate::trace::report::no_such_device;

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

/// What a stream says of its device; none without a request.
pub(super) fn requests_of(stream: &Stream) -> Option<DeviceRequests> {
    let requests = stream.records.len() as u64 + stream.left_out;
    (requests > 0).then(|| DeviceRequests { device: stream.number, label: stream.label.clone(), requests })
}

/// Why nothing of these streams was kept, in words.
pub(super) fn nothing_kept(only_device: Option<u32>, streams: &[Stream]) -> String {
    match only_device {
        Some(device) if !streams.is_empty() => {
            no_such_device(device, streams.iter().map(|stream| (stream.number, stream.label.as_str())))
        }
        _ => "it has no requests".into(),
    }
}
