//! A trace made another: one of its devices, a window, other times, other addresses. `flashlab trace convert` and the page write what comes of it.

use super::address::{AddressMap, AddressMode, AddressSpace};
use super::overview::mapping::{Mapped, mapped};
use super::overview::window::Window;
use super::record::Record;
use super::report::{DeviceStream, Imported};
use super::time_scale::TimeScale;
use crate::base::error::Error;
use crate::base::request::{Request, SECTOR_BYTES};
use crate::base::text::{bytes, count, duration};

/// What is changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// The one device to keep; none to keep all.
    pub device: Option<u32>,
    /// What is kept of them.
    pub window: Window,
    /// Times are multiplied by this, as by `workload.time_scale`.
    pub time_scale: f64,
    /// How the addresses of each device are fitted to a device of this size; none to leave them.
    pub addresses: Option<(AddressMode, AddressSpace)>,
}

impl Default for Change {
    /// Nothing.
    fn default() -> Self {
        Self { device: None, window: Window::default(), time_scale: 1.0, addresses: None }
    }
}

/// A trace that was changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Changed {
    /// What it has become.
    pub trace: Imported,
    /// What was done to it, in sentences.
    pub notes: Vec<String>,
    /// What is lost by it, in sentences.
    pub losses: Vec<String>,
}

impl Imported {
    /// The same with `change`.
    ///
    /// # Errors
    /// No request is left; addresses or times that cannot be changed so.
    pub fn changed(&self, change: Change) -> Result<Changed, Error> {
        let scale = TimeScale::new(change.time_scale)?;
        let mut changed =
            Changed { trace: self.within(change.device, change.window)?, notes: Vec::new(), losses: Vec::new() };
        if change.window != Window::default() {
            let left: usize = changed.trace.devices.iter().map(|stream| stream.records.len()).sum();
            let wanted =
                self.devices.iter().filter(|stream| change.device.is_none_or(|device| device == stream.device));
            let all = wanted.map(|stream| stream.records.len()).sum::<usize>();
            changed.notes.push(format!("the window has {left} of {}", count(all as u64, "request")));
        }
        if let Some((mode, space)) = change.addresses {
            changed.map(mode, space)?;
        }
        if !scale.is_one() {
            changed.stretch(scale, change.time_scale)?;
        }
        Ok(changed)
    }
}

impl Changed {
    /// Fits the addresses of each device to one that offers `space`.
    fn map(&mut self, mode: AddressMode, space: AddressSpace) -> Result<(), Error> {
        let several = self.trace.devices.len() > 1;
        for stream in &mut self.trace.devices {
            let before = stream.touched().bytes;
            let map = AddressMap::new(mode, &stream.records, space)?;
            let told = mapped(&stream.records, Window::default(), mode, space);
            let requests = stream.records.len() as u64;
            // What a map makes of a record that could be read fits a record: it is on a device, and no longer.
            let pack = |request: Request| {
                Record::pack(request.arrival_ns, request.op, request.sector, u64::from(request.sectors)).ok()
            };
            stream.records = stream.records.iter().flat_map(|record| map.map(*record)).filter_map(pack).collect();
            let of = if several { format!("{}: ", stream.label) } else { String::new() };
            self.notes.push(format!("{of}{}", in_words(&told, before, requests, space)));
            if told.dropped > 0 {
                let dropped = count(told.dropped, "request");
                self.losses.push(format!("{of}{dropped} beyond the end of the device, left out"));
            }
        }
        self.trace.devices.retain(|stream| !stream.records.is_empty());
        if self.trace.devices.is_empty() {
            return Err(Error::Trace(format!(
                "{}: every request lies beyond {}, the end of the device; expected another address mapping than cut",
                self.trace.name,
                bytes((space.sectors * SECTOR_BYTES) as f64)
            )));
        }
        Ok(())
    }

    /// Multiplies times by `scale`, which is `factor`.
    fn stretch(&mut self, scale: TimeScale, factor: f64) -> Result<(), Error> {
        let name = &self.trace.name;
        let before_ns = span_ns(&self.trace.devices);
        for stream in &mut self.trace.devices {
            // Each time is scaled as the trace counts it, so that requests of one moment stay of one.
            let starts_ns = scale.of(stream.starts_after_ns);
            for record in &mut stream.records {
                let t_ns = scale.of(stream.starts_after_ns.saturating_add(record.t_ns())) - starts_ns;
                let packed = Record::pack(t_ns, record.op(), record.sector(), u64::from(record.sectors()));
                *record = packed.map_err(|_| {
                    let at = duration(stream.starts_after_ns.saturating_add(record.t_ns()));
                    Error::Trace(format!(
                        "{name}: times {factor}, the request at {at} comes after 146 years; expected a smaller time scale"
                    ))
                })?;
            }
            stream.starts_after_ns = starts_ns;
        }
        let after_ns = span_ns(&self.trace.devices);
        self.notes.push(format!(
            "times are multiplied by {factor}: {} become {}",
            duration(before_ns),
            duration(after_ns)
        ));
        Ok(())
    }
}

/// From the first request to the last, whenever the trace that they are of began.
fn span_ns(streams: &[DeviceStream]) -> u64 {
    let at = |stream: &DeviceStream, record: &Record| stream.starts_after_ns.saturating_add(record.t_ns());
    let first = streams.iter().filter_map(|stream| Some(at(stream, stream.records.first()?))).min();
    let last = streams.iter().filter_map(|stream| Some(at(stream, stream.records.last()?))).max();
    last.unwrap_or(0) - first.unwrap_or(0)
}

/// "addresses fold onto 64.0 MiB: 11.6 MiB are touched, 20.1 MiB before; 3 requests are split".
fn in_words(told: &Mapped, before: u64, requests: u64, space: AddressSpace) -> String {
    let onto = bytes((space.sectors * SECTOR_BYTES) as f64);
    let split = (told.requests + told.dropped).saturating_sub(requests);
    let split = if split > 0 {
        format!("; {} more where one is split at the end", count(split, "request"))
    } else {
        String::new()
    };
    format!(
        "addresses {} onto {onto}: {} are touched, {} before{split}",
        told.mode.name(),
        bytes(told.touched.bytes as f64),
        bytes(before as f64)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Format;
    use crate::trace::import::{ImportOptions, Importer};

    const SPACE: AddressSpace = AddressSpace { sectors: 1024, sectors_per_page: 8, sectors_per_block: 64 };

    fn read(text: &[u8]) -> Imported {
        let mut importer = Importer::new(ImportOptions::new("t"));
        importer.push(text).unwrap();
        importer.finish().unwrap()
    }

    /// Two devices, one beginning 500 ms after the other; the second reaches beyond 1024 sectors.
    fn trace() -> Imported {
        let mut text = String::from("time_ms,op,lba,sectors,device\n");
        for place in 0..100u64 {
            text += &format!("{},write,{},8,0\n", place * 10, place * 8);
            text += &format!("{},read,{},16,1\n", 500 + place * 10, 1016 + place * 4096);
        }
        read(text.as_bytes())
    }

    /// What is changed, written and read again: what a mapping says of the footprint must hold of it.
    fn again(changed: &Changed) -> Imported {
        let mut text = Vec::new();
        let take = |piece: &[u8]| {
            text.extend_from_slice(piece);
            Ok::<(), Error>(())
        };
        changed.trace.write_as(Format::Csv, take).unwrap();
        read(&text)
    }

    fn only(device: u32, mode: AddressMode) -> Change {
        Change { device: Some(device), addresses: Some((mode, SPACE)), ..Change::default() }
    }

    #[test]
    fn every_mapping_says_what_it_leaves_and_that_is_what_is_written() {
        let trace = trace();
        let before = trace.devices[1].touched().bytes;
        for mode in AddressMode::ALL.into_iter().filter(|mode| *mode != AddressMode::Exact) {
            let change = only(1, mode);
            // Each request touches two blocks, and the device has 16.
            if mode == AddressMode::Compact {
                let why = trace.changed(change).unwrap_err().to_string();
                assert!(why.contains("the trace touches at least 200 logical blocks"), "{why}");
                continue;
            }
            let changed = trace.changed(change).unwrap();
            let written = again(&changed);
            let touched = written.devices[0].touched().bytes;
            let name = if mode == AddressMode::Auto { "fold" } else { mode.name() };
            let said = format!(
                "addresses {name} onto 512.0 KiB: {} are touched, {} before",
                bytes(touched as f64),
                bytes(before as f64)
            );
            assert!(changed.notes[0].starts_with(&said), "{:?}: {said}", changed.notes);
            let records = &written.devices[0].records;
            assert!(records.iter().all(|record| record.end() <= SPACE.sectors), "{mode:?}");
            let mapped = mapped(&trace.devices[1].records, Window::default(), mode, SPACE);
            assert_eq!(records.len() as u64, mapped.requests);
            assert_eq!(changed.losses.is_empty(), mode != AddressMode::Cut, "{mode:?}");
        }
        let cut = trace.changed(only(1, AddressMode::Cut)).unwrap();
        assert_eq!(cut.losses, ["99 requests beyond the end of the device, left out"]);
        let folded = trace.changed(only(1, AddressMode::Fold)).unwrap();
        assert!(folded.notes[0].ends_with("; 100 requests more where one is split at the end"), "{:?}", folded.notes);
    }

    #[test]
    fn what_fits_is_left_as_it_is_and_compact_keeps_what_is_touched() {
        let trace = trace();
        let exact = trace.changed(only(0, AddressMode::Exact)).unwrap();
        assert_eq!(again(&exact).devices[0].records, trace.devices[0].records);
        let compact = trace.changed(only(0, AddressMode::Compact)).unwrap();
        assert_eq!(again(&compact).devices[0].touched(), trace.devices[0].touched());
        let why = trace.changed(only(1, AddressMode::Exact)).unwrap_err().to_string();
        assert!(why.contains("expected a larger device, or fold, compact, scale or cut"), "{why}");
    }

    #[test]
    fn times_of_several_devices_keep_their_order() {
        let trace = trace();
        let faster = trace.changed(Change { time_scale: 0.1, ..Change::default() }).unwrap();
        assert_eq!(faster.notes, ["times are multiplied by 0.1: 1.49 s become 149 ms"]);
        let written = again(&faster);
        assert_eq!(written.devices.iter().map(|stream| stream.starts_after_ns).collect::<Vec<_>>(), [0, 50_000_000]);
        let back = written.changed(Change { time_scale: 10.0, ..Change::default() }).unwrap();
        assert_eq!(again(&back).devices, trace.devices);
        let wrong = trace.changed(Change { time_scale: -1.0, ..Change::default() }).unwrap_err().to_string();
        assert_eq!(wrong, "workload.time_scale: -1 is not a number from 0 to 1000000");
    }

    #[test]
    fn a_window_of_several_devices_counts_from_the_first_request_of_all() {
        let trace = trace();
        let window = Window { from_ns: 490_000_000, to_ns: 520_000_000, ..Window::default() };
        let cut = trace.changed(Change { window, ..Change::default() }).unwrap();
        assert_eq!(cut.notes, ["the window has 5 of 200 requests"]);
        let counts: Vec<usize> = again(&cut).devices.iter().map(|stream| stream.records.len()).collect();
        assert_eq!(counts, [3, 2]);
    }

    #[test]
    fn a_trace_of_which_nothing_is_left_is_refused() {
        let mut text = String::from("time_ms,op,lba,sectors\n");
        text += &"0,W,5000,8\n".repeat(3);
        let why = read(text.as_bytes())
            .changed(Change { addresses: Some((AddressMode::Cut, SPACE)), ..Change::default() })
            .unwrap_err()
            .to_string();
        assert_eq!(
            why,
            "t: every request lies beyond 512.0 KiB, the end of the device; expected another address mapping than cut"
        );
    }
}
