//! An imported trace: its devices' streams, and what was found on the way. `report_text` writes it for a person.

use super::Format;
use super::bad_lines::BadLines;
use super::coverage::{Coverage, DeviceRequests};
#[cfg(feature = "layers")]
use super::operations::OperationLog;
#[cfg(feature = "layers")]
use super::overview::{Footprint, Touched};
use super::record::Record;
use super::replay::SharedRecords;
use super::sidecar::Journal;
use super::summary::Summary;
use crate::base::error::Error;
use crate::base::order::places;
use serde::Serialize;
#[cfg(feature = "layers")]
use std::sync::Arc;

/// How many devices are named when the one asked for is missing.
const NAMED_DEVICES: usize = 16;

/// A trace that was read. Serialises to all but the records.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Imported {
    /// Its name.
    pub name: String,
    /// Its format.
    pub format: Format,
    /// The share of its first lines that have the format's shape; none if the format was given.
    pub confidence: Option<f64>,
    /// What gave the format away, in words.
    pub reason: String,
    /// The unit of the file's times.
    pub time_unit: &'static str,
    /// The units of the file's addresses and sizes.
    pub address_unit: &'static str,
    /// How the file tells reads from writes.
    pub op_convention: &'static str,
    /// What it was packed in, from the inside out, as "tar in gzip"; none if it was not.
    pub stored_as: Option<String>,
    /// Its size as stored, in bytes.
    pub stored_bytes: u64,
    /// The size of the text read, in bytes.
    pub text_bytes: u64,
    /// Number of lines read, of whatever kind.
    pub lines: u64,
    /// Number of requests kept, of all devices.
    pub requests: u64,
    /// The devices with requests, ascending by number.
    pub devices: Vec<DeviceStream>,
    /// Every device with requests in the file, those that were not asked for too, ascending by number.
    #[serde(skip)]
    pub in_file: Vec<DeviceRequests>,
    /// Where the recorded file system kept its journal, if the file beside the trace says so.
    pub journal: Option<Journal>,
    /// The lines that are not requests.
    pub bad_lines: BadLines,
    /// Why there is less than the whole trace; none if it is whole.
    pub ended_early: Option<String>,
    /// What else there is to know, in words.
    pub notes: Vec<String>,
    /// The columns that were given, as `workload.columns` has them; none where the content tells how it is read.
    #[serde(skip)]
    pub columns: Option<String>,
    /// The flash operations, of a log of them.
    #[cfg(feature = "layers")]
    #[cfg_attr(test, ts(as = "Option<super::operations::Told>"))]
    #[serde(serialize_with = "told")]
    pub operations: Option<Arc<OperationLog>>,
}

#[cfg(feature = "layers")]
fn told<S: serde::Serializer>(operations: &Option<Arc<OperationLog>>, serializer: S) -> Result<S::Ok, S::Error> {
    operations.as_deref().serialize(serializer)
}

/// The requests of one device, in order of time; of equal times in the order of the file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TraceDevice"))]
pub struct DeviceStream {
    /// Its number in the file. In MSR traces: 65536 × its host's place among the hosts, plus the disk's number.
    pub device: u32,
    /// What a person calls it, such as `hm.1`.
    pub label: String,
    /// How long after the first request of all that were kept its own first came, in nanoseconds.
    pub starts_after_ns: u64,
    /// Its requests, timed from the first of them.
    #[serde(skip)]
    pub records: Vec<Record>,
    /// What they are.
    pub summary: Summary,
}

impl Imported {
    /// The number of the device to take when none is asked for: that with most requests, the lowest of several.
    pub fn default_device(&self) -> u32 {
        self.by_requests().first().map_or(0, |device| device.device)
    }

    /// The devices, that with most requests first, the lowest number first of several.
    pub(super) fn by_requests(&self) -> Vec<&DeviceStream> {
        places(self.devices.iter().map(|device| u64::MAX - device.summary.requests))
            .map(|at| &self.devices[at])
            .collect()
    }

    /// Takes the stream of `device`, or of the default one, to be replayed. The file beside a trace does not say which of several devices has the
    /// journal; then none has.
    ///
    /// # Errors
    /// As [`Self::into_device`].
    pub fn into_records(self, device: Option<u32>) -> Result<SharedRecords, Error> {
        let journal = self.journal.filter(|_| self.devices.len() == 1);
        let coverage = self.coverage(device.unwrap_or_else(|| self.default_device()));
        #[cfg(feature = "layers")]
        let operations = self.operations.clone();
        let records =
            SharedRecords::from(self.into_device(device)?.records).with_journal(journal).with_coverage(coverage);
        #[cfg(feature = "layers")]
        let records = records.with_operations(operations);
        Ok(records)
    }

    /// What of the file could not be read, in sentences; none if all of it could.
    pub fn reading_losses(&self) -> Vec<String> {
        [self.bad_lines.note(self.lines), self.ended_early.clone()].into_iter().flatten().collect()
    }

    /// What a run of `device` replays of it.
    fn coverage(&self, device: u32) -> Coverage {
        Coverage {
            file: self.name.clone(),
            format: self.format,
            lines: self.lines,
            requests: self.in_file.iter().map(|device| device.requests).sum(),
            bad_lines: self.bad_lines.clone(),
            ended_early: self.ended_early.clone(),
            device,
            devices: self.in_file.clone(),
        }
    }

    /// Takes the stream of `device`, or of the default one.
    ///
    /// # Errors
    /// The trace has no requests of that device.
    pub fn into_device(mut self, device: Option<u32>) -> Result<DeviceStream, Error> {
        let wanted = device.unwrap_or_else(|| self.default_device());
        match self.devices.iter().position(|stream| stream.device == wanted) {
            Some(place) => Ok(self.devices.swap_remove(place)),
            None => {
                let there = self.devices.iter().map(|stream| (stream.device, stream.label.as_str()));
                Err(Error::Trace(format!("{}: {}", self.name, no_such_device(wanted, there))))
            }
        }
    }
}

impl DeviceStream {
    /// How much its requests touch, each address counted once, which takes a moment.
    #[cfg(feature = "layers")]
    pub fn touched(&self) -> Footprint {
        let mut touched = Touched::default();
        let with_sectors = self.records.iter().filter(|record| record.sectors() > 0);
        with_sectors.for_each(|record| touched.add(record.sector()..record.end()));
        touched.footprint()
    }
}

/// Says that `wanted` is not among the devices that are `there`, each a number and a label.
pub(super) fn no_such_device<'a>(wanted: u32, there: impl Iterator<Item = (u32, &'a str)>) -> String {
    let mut names: Vec<String> =
        there.take(NAMED_DEVICES + 1).map(|(number, label)| format!("{number} ({label})")).collect();
    if names.len() > NAMED_DEVICES {
        names[NAMED_DEVICES] = "…".into();
    }
    format!("it has no requests of device {wanted}; it has {}", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::request::{HostOp, SECTOR_BYTES};

    #[test]
    fn sectors_touched_count_once() {
        let extents = [(8, 8), (0, 4), (12, 8), (9, 1), (1000, 1), (0, 0)];
        let pack = |(sector, sectors)| Record::pack(0, HostOp::Write, sector, sectors).unwrap();
        let records: Vec<Record> = extents.into_iter().map(pack).collect();
        let summary = Summary::of(&records);
        let stream = DeviceStream { device: 0, label: "a".into(), starts_after_ns: 0, records, summary };
        assert_eq!(stream.touched().bytes, (4 + 12 + 1) * SECTOR_BYTES);
    }
}
