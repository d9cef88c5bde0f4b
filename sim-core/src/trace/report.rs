//! An imported trace: its devices' streams, and what was found on the way, for a person and as JSON.

use super::bad_lines::BadLines;
use super::devices::Stream;
use super::format::Format;
use super::reader::Found;
use super::record::Record;
use super::summary::Summary;
use crate::engine::request::SECTOR_BYTES;
use crate::error::Error;
use serde::Serialize;
use std::fmt::Write;

/// How many devices are named when the one asked for is missing.
const NAMED_DEVICES: usize = 16;
/// How many devices a report for a person lists, those with most requests first.
const LISTED_DEVICES: usize = 16;

/// A trace that was read. Serialises to all but the records.
#[derive(Clone, Debug, PartialEq, Serialize)]
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
    /// Whether it was compressed.
    pub compressed: bool,
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
    /// The lines that are not requests.
    pub bad_lines: BadLines,
    /// What else there is to know, in words.
    pub notes: Vec<String>,
}

/// The requests of one device, in order of time; of equal times in the order of the file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DeviceStream {
    /// Its number in the file. In MSR traces: 65536 × its host's place among the hosts, plus the disk's number.
    pub device: u32,
    /// What a person calls it, such as `hm.1`.
    pub label: String,
    /// How long after the file's first request its own first came, in nanoseconds.
    pub starts_after_ns: u64,
    /// Its requests, timed from the first of them.
    #[serde(skip)]
    pub records: Vec<Record>,
    /// What they are.
    pub summary: Summary,
}

impl Imported {
    pub(super) fn new(
        name: String,
        compressed: bool,
        stored_bytes: u64,
        text_bytes: u64,
        lines: u64,
        found: Found,
    ) -> Self {
        let Found { format, detection, streams, bad, notes } = found;
        let (confidence, reason) = match detection {
            Some(detection) => (Some(detection.confidence), detection.reason),
            None => (None, "the format was given".into()),
        };
        let devices = device_streams(streams);
        Self {
            name,
            format,
            confidence,
            reason,
            time_unit: format.time_unit(),
            address_unit: format.address_unit(),
            op_convention: format.op_convention(),
            compressed,
            stored_bytes,
            text_bytes,
            lines,
            requests: devices.iter().map(|device| device.summary.requests).sum(),
            devices,
            bad_lines: bad,
            notes,
        }
    }

    /// The number of the device to take when none is asked for: that with most requests, the lowest of several.
    pub fn default_device(&self) -> u32 {
        by_requests(&self.devices).first().map_or(0, |device| device.device)
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

    /// The report for a person, in lines.
    pub fn report_text(&self) -> String {
        let mut lines = vec![
            format!("{}: {}", self.name, self.format.title()),
            format!("  told by    {}", self.reason),
            format!("  times      {}", self.time_unit),
            format!("  addresses  {}", self.address_unit),
            format!("  operations {}", self.op_convention),
            format!(
                "  size       {}{}, {} lines, {} requests, {} devices, {} bad lines",
                bytes_text(self.text_bytes as f64),
                if self.compressed {
                    format!(" from {} of gzip", bytes_text(self.stored_bytes as f64))
                } else {
                    String::new()
                },
                self.lines,
                self.requests,
                self.devices.len(),
                self.bad_lines.count
            ),
        ];
        lines.extend(self.bad_lines.first.iter().map(|bad| format!("  bad        {bad}")));
        lines.extend(self.notes.iter().map(|note| format!("  note       {note}")));
        let listed = by_requests(&self.devices);
        for (place, device) in listed.iter().take(LISTED_DEVICES).enumerate() {
            lines.push(device.text(place == 0 && listed.len() > 1));
        }
        if listed.len() > LISTED_DEVICES {
            lines.push(format!("  … and {} devices with fewer requests", listed.len() - LISTED_DEVICES));
        }
        lines.join("\n") + "\n"
    }
}

impl DeviceStream {
    /// What is said of it in a report.
    fn text(&self, is_default: bool) -> String {
        let Self { device, label, summary, .. } = self;
        let percent = |share: Option<f64>| share.map_or("–".into(), |share| format!("{:.1} %", share * 100.0));
        let mut text = format!("  device {device} ({label}){}\n", if is_default { ", the default" } else { "" });
        let mut row = |name: &str, value: String| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "    {name:<11}{value}");
        };
        row(
            "requests",
            format!(
                "{}: {} reads, {} writes, {} trims, {} flushes",
                summary.requests, summary.reads, summary.writes, summary.trims, summary.flushes
            ),
        );
        row("writes", format!("{} of reads and writes", percent(summary.write_share)));
        row("sequential", percent(summary.sequential_share));
        row(
            "sizes",
            format!(
                "mean {}, max {}",
                bytes_text(summary.mean_bytes.unwrap_or(0.0)),
                bytes_text(summary.max_bytes as f64)
            ),
        );
        row("footprint", format!("up to {}", bytes_text((summary.footprint_end_sector * SECTOR_BYTES) as f64)));
        row("span", format!("{:.3} s", summary.span_ns as f64 / 1e9));
        for suspicion in &summary.suspicions {
            row("suspicious", suspicion.clone());
        }
        text.trim_end().to_owned()
    }
}

/// Sorts each stream by time and counts time from its own first request, so that a device's stream is the same
/// whether it is picked before the import or after.
fn device_streams(mut streams: Vec<Stream>) -> Vec<DeviceStream> {
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
            let summary = Summary::of(&records);
            DeviceStream { device, label, starts_after_ns: origin_ns - start_ns, records, summary }
        })
        .collect()
}

/// The devices, that with most requests first, the lowest number first of several.
fn by_requests(devices: &[DeviceStream]) -> Vec<&DeviceStream> {
    let mut sorted: Vec<&DeviceStream> = devices.iter().collect();
    sorted.sort_by_key(|device| std::cmp::Reverse(device.summary.requests));
    sorted
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

/// A number of bytes for a person.
fn bytes_text(bytes: f64) -> String {
    const UNITS: [&str; 5] = ["B", "KiB", "MiB", "GiB", "TiB"];
    let (mut value, mut unit) = (bytes, 0);
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    if value.fract() == 0.0 { format!("{value:.0} {}", UNITS[unit]) } else { format!("{value:.1} {}", UNITS[unit]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_bytes_for_a_person() {
        assert_eq!(bytes_text(512.0), "512 B");
        assert_eq!(bytes_text(3584.0), "3.5 KiB");
        assert_eq!(bytes_text(2048.0 * 1024.0), "2 MiB");
    }
}
