//! How much of a trace a run replays: which of its devices, and what of the file is no request.

use super::Format;
use super::bad_lines::BadLines;
use crate::base::order::places;
use serde::Serialize;

/// How many other devices are named in words.
const NAMED_DEVICES: usize = 8;

/// What a run replays of a trace, and what it leaves out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Coverage {
    /// The trace's name.
    pub file: String,
    /// Its format.
    pub format: Format,
    /// Lines read, of whatever kind.
    pub lines: u64,
    /// Requests in them, of all devices.
    pub requests: u64,
    /// The lines that are not requests.
    pub bad_lines: BadLines,
    /// Why reading ended before the file, or the file before the trace; none if it did not.
    pub ended_early: Option<String>,
    /// The device that is replayed.
    pub device: u32,
    /// All devices with requests, ascending by number.
    pub devices: Vec<DeviceRequests>,
}

/// A device of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DeviceRequests {
    /// Its number in the file.
    pub device: u32,
    /// What a person calls it.
    pub label: String,
    /// Its requests.
    pub requests: u64,
}

impl Coverage {
    /// Requests of the device that is replayed.
    pub fn replayed(&self) -> u64 {
        self.devices.iter().find(|known| known.device == self.device).map_or(0, |known| known.requests)
    }

    /// Whatever of the file is not replayed, in sentences; none if all of it is.
    pub fn notes(&self) -> Vec<String> {
        [self.bad_lines.note(self.lines), self.ended_early.clone(), self.devices_note()].into_iter().flatten().collect()
    }

    fn devices_note(&self) -> Option<String> {
        let (own, others): (Vec<_>, Vec<_>) = self.devices.iter().partition(|device| device.device == self.device);
        let own = own.first().filter(|_| !others.is_empty())?;
        let most_first = places(others.iter().map(|device| u64::MAX - device.requests)).map(|at| others[at]);
        let mut named: Vec<String> = most_first.take(NAMED_DEVICES).map(DeviceRequests::to_words).collect();
        if let more @ 1.. = others.len() - named.len() {
            named.push(format!("{more} more"));
        }
        Some(format!(
            "only device {} is replayed, {} of {} requests; the others are {}: workload.device chooses one",
            own.name(),
            own.requests,
            self.requests,
            named.join(", ")
        ))
    }
}

impl DeviceRequests {
    fn name(&self) -> String {
        format!("{} ({})", self.device, self.label)
    }

    fn to_words(&self) -> String {
        format!("{} with {}", self.name(), self.requests)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coverage(requests: &[u64]) -> Coverage {
        let device =
            |(device, &requests): (u32, &u64)| DeviceRequests { device, label: format!("hm.{device}"), requests };
        Coverage {
            file: "a.csv".into(),
            format: Format::Msr,
            lines: 30,
            requests: requests.iter().sum(),
            bad_lines: BadLines::default(),
            ended_early: None,
            device: 1,
            devices: (0..).zip(requests).map(device).collect(),
        }
    }

    #[test]
    fn nothing_is_said_of_a_trace_that_is_replayed_whole() {
        let whole = Coverage { device: 0, ..coverage(&[30]) };
        assert_eq!(whole.notes(), Vec::<String>::new());
    }

    #[test]
    fn requests_that_are_replayed_are_those_of_one_device() {
        assert_eq!(coverage(&[5, 7, 11]).replayed(), 7);
        assert_eq!(coverage(&[5]).replayed(), 0, "it has none of device 1");
    }

    #[test]
    fn what_is_left_out_is_told() {
        let mut partly = coverage(&[5, 7, 11]);
        partly.bad_lines.add(3, b"0,x", "LBA", || "LBA: \"x\" is not a block".into());
        partly.ended_early = Some("the gzip file is cut short".into());
        assert_eq!(
            partly.notes(),
            [
                "1 of 30 lines could not be read and are left out; the first is line 3: LBA: \"x\" is not a block (\"0,x\")",
                "the gzip file is cut short",
                "only device 1 (hm.1) is replayed, 7 of 23 requests; the others are 2 (hm.2) with 11, 0 (hm.0) with 5: \
                 workload.device chooses one",
            ]
        );
    }

    #[test]
    fn of_many_devices_those_with_most_requests_are_named() {
        let notes = coverage(&[3; 12]).notes();
        assert!(notes[0].contains("0 (hm.0) with 3, 2 (hm.2) with 3"), "{notes:?}");
        assert!(notes[0].contains("8 (hm.8) with 3, 3 more: workload.device"), "{notes:?}");
    }
}
