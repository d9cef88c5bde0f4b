//! The requests of lines, each packed into the stream of its device, up to the limits; lines that are none, counted.

use super::devices::{Devices, Stream};
use super::end::End;
use super::options::ImportOptions;
use crate::trace::Format;
use crate::trace::bad_lines::{BadLine, BadLines};
use crate::trace::coverage::DeviceRequests;
use crate::trace::dialect::Dialect;
use crate::trace::parsed::Line;
use crate::trace::record::{MAX_TIME_NS, Record};
use crate::trace::report::no_such_device;
use crate::trace::scan::Reason;
use std::ops::ControlFlow::{self, Break, Continue};

/// The requests so far.
#[derive(Debug)]
pub(super) struct Requests {
    only_device: Option<u32>,
    most: u64,
    /// Time 0 of the records: half their range before the first line, so that lines out of order fit too.
    origin_ns: Option<u64>,
    devices: Devices,
    /// The lines that are not requests.
    pub bad: BadLines,
    /// Lines with a request in them, or something that should be one.
    pub lines: u64,
    /// Requests kept, which are records.
    pub kept: u64,
}

impl Requests {
    /// None yet of those that `options` ask for.
    pub(super) fn new(options: &ImportOptions) -> Self {
        Self {
            only_device: options.device,
            most: options.max_requests.unwrap_or(u64::MAX).min(options.limits.requests),
            origin_ns: None,
            devices: Devices::new(),
            bad: BadLines::default(),
            lines: 0,
            kept: 0,
        }
    }

    /// Keeps the request `line` that `text` came to, or counts it as bad.
    #[inline]
    pub(super) fn keep(
        &mut self,
        format: Format,
        number: u64,
        text: &[u8],
        line: Line<'_>,
        dialect: &Dialect,
    ) -> ControlFlow<End> {
        let origin_ns = *self.origin_ns.get_or_insert(line.time_ns.saturating_sub(MAX_TIME_NS / 2));
        // The formats check addresses and sizes, so a time is all that may not fit.
        let packed = line.time_ns.checked_sub(origin_ns).map(|t| Record::pack(t, line.op, line.sector, line.sectors));
        let Some(Ok(record)) = packed else {
            self.bad_line(number, text, (format.entry().reads.time_misfit)(text, dialect));
            return Continue(());
        };
        let Some(stream) = self.devices.stream(format, line.host, line.device) else {
            self.bad_line(number, text, (format.entry().reads.device_misfit)(text, dialect));
            return Continue(());
        };
        self.lines += 1;
        if self.only_device.is_some_and(|device| device != stream.number) {
            stream.left_out += 1;
            return Continue(());
        }
        if self.kept == self.most {
            return Break(End::Full(format!("reading stopped after {} requests, the most allowed", self.kept)));
        }
        stream.push(record);
        self.kept += 1;
        Continue(())
    }

    /// Counts a line that is not a request.
    #[cold]
    pub(super) fn bad_line(&mut self, number: u64, text: &[u8], reason: Reason<'_>) {
        self.lines += 1;
        self.bad.add(number, text, reason.column.name, || reason.to_string());
    }

    /// The first line that is not a request, if most are not.
    pub(super) fn first_of_mostly_bad(&self) -> Option<&BadLine> {
        self.bad.first.first().filter(|_| self.bad.count * 2 > self.lines)
    }

    /// The streams of all devices that were met, ascending by number, and the lines that are not requests.
    ///
    /// # Errors
    /// Why no request was kept, in words.
    pub(super) fn finish(self) -> Result<(Vec<Stream>, BadLines), String> {
        let streams = self.devices.into_streams();
        if self.kept == 0 { Err(nothing_kept(self.only_device, &streams)) } else { Ok((streams, self.bad)) }
    }
}

/// What a stream says of its device; none without a request.
pub(super) fn requests_of(stream: &Stream) -> Option<DeviceRequests> {
    let requests = stream.records.len() as u64 + stream.left_out;
    (requests > 0).then(|| DeviceRequests { device: stream.number, label: stream.label.clone(), requests })
}

/// Why nothing of these streams was kept, in words.
fn nothing_kept(only_device: Option<u32>, streams: &[Stream]) -> String {
    match only_device {
        Some(device) if !streams.is_empty() => {
            no_such_device(device, streams.iter().map(|stream| (stream.number, stream.label.as_str())))
        }
        _ => "it has no requests".into(),
    }
}
