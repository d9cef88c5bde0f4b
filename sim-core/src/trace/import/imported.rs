//! What a reader found, as a trace.

use super::devices::Stream;
use super::found::Found;
use super::suspicions::suspicions;
use crate::trace::Format;
use crate::trace::report::{DeviceStream, Imported};
use crate::trace::summary::Summary;
#[cfg(feature = "layers")]
use std::sync::Arc;

impl Imported {
    /// The trace `name` of these sizes, in bytes and lines, of which `found` was found.
    pub(super) fn new(
        name: String,
        stored_as: Option<String>,
        stored_bytes: u64,
        text_bytes: u64,
        lines: u64,
        found: Found,
    ) -> Self {
        let Found {
            format,
            detection,
            streams,
            devices: in_file,
            bad,
            ended_early,
            notes,
            columns,
            #[cfg(feature = "layers")]
            operations,
        } = found;
        let (confidence, reason) = match (detection, &columns) {
            (Some(detection), _) => (Some(detection.confidence), detection.reason),
            (None, None) => (None, "the format was given".into()),
            (None, Some(columns)) => (None, format!("its columns were given: {columns}")),
        };
        let unit_of = |of_format: &'static str| if columns.is_some() { "as given" } else { of_format };
        let devices = device_streams(streams, format);
        Self {
            name,
            format,
            confidence,
            reason,
            time_unit: unit_of(format.info().time_unit),
            address_unit: unit_of(format.info().address_unit),
            op_convention: format.info().op_convention,
            stored_as,
            stored_bytes,
            text_bytes,
            lines,
            requests: devices.iter().map(|device| device.summary.requests).sum(),
            devices,
            in_file,
            journal: None,
            bad_lines: bad,
            ended_early,
            notes,
            columns,
            #[cfg(feature = "layers")]
            operations: operations.map(Arc::new),
        }
    }
}

/// Sorts each stream by time and counts time from its own first request, so that a device's stream is the same
/// whether it is picked before the import or after.
fn device_streams(mut streams: Vec<Stream>, format: Format) -> Vec<DeviceStream> {
    for stream in &mut streams {
        if stream.out_of_order > 0 {
            stream.records.sort_by_key(|record| record.t_ns());
        }
    }
    let first_ns = |stream: &Stream| stream.records.first().map_or(0, |record| record.t_ns());
    let start_ns = streams.iter().map(first_ns).min().unwrap_or(0);
    streams
        .into_iter()
        .map(|stream| {
            let origin_ns = first_ns(&stream);
            let Stream { number: device, label, mut records, .. } = stream;
            records.iter_mut().for_each(|record| *record = record.since(origin_ns));
            records.shrink_to_fit();
            let mut summary = Summary::of(&records);
            summary.suspicions = suspicions(&summary, format.info());
            DeviceStream { device, label, starts_after_ns: origin_ns - start_ns, records, summary }
        })
        .collect()
}
