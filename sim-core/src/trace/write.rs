//! A trace written in a format that it may not have come in.

use super::Format;
use super::overview::window::Window;
use super::record::Record;
use super::report::{DeviceStream, Imported};
use super::summary::Summary;
use super::writes::{Of, Writes};
use crate::base::error::Error;
use crate::base::request::Request;

/// Bytes that are written at a time.
const PIECE: usize = 1 << 20;

/// What of a trace another format cannot say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    /// Requests of a kind that it does not have, which are left out.
    pub left_out: u64,
    /// Requests whose times are cut down.
    pub cut_down: u64,
    /// The least time that it tells apart, in nanoseconds.
    pub resolution_ns: u64,
}

impl Losses {
    /// What is lost, in sentences; none if nothing is.
    pub fn notes(&self) -> Vec<String> {
        let left_out = format!("{} requests are left out: the format has reads and writes only", self.left_out);
        let cut_down = format!("the times of {} requests are cut down to {} ns", self.cut_down, self.resolution_ns);
        let some = [(self.left_out, left_out), (self.cut_down, cut_down)];
        some.into_iter().filter(|(count, _)| *count > 0).map(|(_, note)| note).collect()
    }
}

impl Format {
    /// The names of those that can be written.
    pub fn writable() -> impl Iterator<Item = &'static str> {
        Self::ALL.iter().filter(|format| format.entry().writes.is_some()).map(|format| format.info().name)
    }

    /// Checks that it can be written.
    ///
    /// # Errors
    /// It cannot.
    pub fn check_writable(self) -> Result<(), Error> {
        self.writes().map(|_| ())
    }

    fn writes(self) -> Result<&'static Writes, Error> {
        self.entry().writes.as_ref().ok_or_else(|| {
            let (title, names) = (self.info().title, Self::writable().collect::<Vec<_>>().join(", "));
            Error::Trace(format!("{title} is read, not written; expected one of {names}"))
        })
    }
}

impl Imported {
    /// The same with those requests alone that are in `window`, of which the times count from the first request; of one device if one is named.
    ///
    /// # Errors
    /// None is left.
    pub(super) fn within(&self, device: Option<u32>, window: Window) -> Result<Self, Error> {
        let wanted: Vec<&DeviceStream> =
            self.devices.iter().filter(|stream| device.is_none_or(|device| device == stream.device)).collect();
        let first_ns = wanted.iter().map(|stream| stream.starts_after_ns).min().unwrap_or(0);
        let devices: Vec<DeviceStream> = wanted
            .into_iter()
            .map(|stream| {
                // A device's records count from its own first.
                let own = window.later(stream.starts_after_ns - first_ns);
                let records: Vec<Record> = own.of(&stream.records).collect();
                DeviceStream {
                    device: stream.device,
                    label: stream.label.clone(),
                    starts_after_ns: stream.starts_after_ns,
                    summary: Summary::of(&[]),
                    records,
                }
            })
            .filter(|stream| !stream.records.is_empty())
            .collect();
        if devices.is_empty() {
            return Err(Error::Trace(format!("{}: no request is in the window; expected another one", self.name)));
        }
        Ok(Self {
            name: self.name.clone(),
            reason: self.reason.clone(),
            stored_as: self.stored_as.clone(),
            devices,
            in_file: self.in_file.clone(),
            bad_lines: self.bad_lines.clone(),
            ended_early: self.ended_early.clone(),
            notes: self.notes.clone(),
            columns: self.columns.clone(),
            // Parts of a log cannot be carried out.
            operations: None,
            ..*self
        })
    }

    /// What is lost if all that was kept is written as `format`.
    ///
    /// # Errors
    /// A format that is not written.
    pub fn losses(&self, format: Format) -> Result<Losses, Error> {
        let &Writes { ops, resolution_ns, .. } = format.writes()?;
        let mut losses = Losses { resolution_ns, ..Losses::default() };
        for (_, request) in self.in_order() {
            let is_left_out = !ops.contains(&request.op);
            losses.left_out += u64::from(is_left_out);
            losses.cut_down += u64::from(!is_left_out && request.arrival_ns % resolution_ns != 0);
        }
        Ok(losses)
    }

    /// Writes all that was kept as `format`, in order of time, from time 0 on, in pieces. `out` says whether to go on.
    ///
    /// # Errors
    /// What `out` refuses; a format that is not written.
    pub fn write_as<E: From<Error>>(
        &self,
        format: Format,
        mut out: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let writes = format.writes()?;
        let devices: Vec<Of<'_>> = self.devices.iter().map(of).collect();
        let mut text = (writes.head)(&devices).into_bytes();
        for (device, request) in self.in_order().filter(|(_, request)| writes.ops.contains(&request.op)) {
            (writes.line)(&mut text, device, request);
            if text.len() >= PIECE {
                out(&text)?;
                text.clear();
            }
        }
        out(&text)
    }

    /// The requests of all devices in order of time, counted from the first, of one time in the order of the devices.
    fn in_order(&self) -> impl Iterator<Item = (Of<'_>, Request)> {
        let mut next = vec![0; self.devices.len()];
        let first = |device: &DeviceStream| device.records.first().map(|record| device.starts_after_ns + record.t_ns());
        let start_ns = self.devices.iter().filter_map(first).min().unwrap_or(0);
        std::iter::from_fn(move || {
            let time = |place: usize, at: usize| {
                let device = &self.devices[place];
                device.records.get(at).map(|record| device.starts_after_ns + record.t_ns() - start_ns)
            };
            let waiting = next.iter().enumerate().filter_map(|(place, &at)| Some((time(place, at)?, place)));
            let (arrival_ns, place) = waiting.min()?;
            let device = &self.devices[place];
            let request = Request { arrival_ns, ..device.records[next[place]].into() };
            next[place] += 1;
            Some((of(device), request))
        })
    }
}

/// What a format is told of a device.
fn of(device: &DeviceStream) -> Of<'_> {
    Of { device: device.device, label: &device.label }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::request::HostOp;
    use crate::trace::import::{ImportOptions, Importer};
    use crate::trace::writes::EVERY_OP;

    fn read(text: &[u8], format: Option<Format>) -> Imported {
        let mut importer = Importer::new(ImportOptions { format, ..ImportOptions::new("t") });
        importer.push(text).unwrap();
        importer.finish().unwrap()
    }

    /// A trace of two devices with everything a request may be, at times of `step_ns`.
    fn trace(step_ns: u64, ops: &[HostOp]) -> Imported {
        let mut text = String::from("time_ns,op,offset,size,device\n");
        for place in 0..300u64 {
            let op = ops[place as usize % ops.len()];
            let (time, offset) = (place * place * step_ns, place * 7919 % 1000 * 512);
            text += &format!("{time},{op:?},{offset},{},{}\n", (place % 9 + 1) * 512, place % 2);
        }
        read(text.as_bytes(), None)
    }

    fn records(imported: &Imported) -> Vec<(u64, &[Record])> {
        imported.devices.iter().map(|device| (device.starts_after_ns, device.records.as_slice())).collect()
    }

    fn written(imported: &Imported, format: Format) -> Vec<u8> {
        let mut text = Vec::new();
        let take = |piece: &[u8]| {
            text.extend_from_slice(piece);
            Ok::<(), Box<dyn std::error::Error>>(())
        };
        imported.write_as(format, take).unwrap();
        text
    }

    #[test]
    fn what_is_written_is_told_and_read_back() {
        let names: Vec<&str> = Format::writable().collect();
        assert_eq!(names, ["spc", "msr", "ssdsim", "disksim", "fio-iolog", "csv"]);
        for format in names.into_iter().filter_map(|name| Format::choice(name).unwrap()) {
            let writes = format.writes().unwrap();
            let trace = trace(writes.resolution_ns * 1000, writes.ops);
            assert_eq!(trace.losses(format).unwrap().notes(), Vec::<String>::new(), "{format:?}");
            let again = read(&written(&trace, format), None);
            assert_eq!(
                (again.format, again.bad_lines.count, &again.ended_early),
                (format, 0, &None),
                "{:?}",
                again.reason
            );
            assert_eq!(records(&again), records(&trace), "{format:?}");
        }
    }

    #[test]
    fn a_window_is_written_from_its_first_request_on() {
        let trace = trace(1_000, EVERY_OP);
        let window = Window { from_ns: 400_000, to_ns: 2_500_000, ..Window::default() };
        let cut = trace.within(Some(1), window).unwrap();
        let again = read(&written(&cut, Format::Csv), None);
        let expected: Vec<Record> = window.of(&trace.devices[1].records).collect();
        let first_ns = expected[0].t_ns();
        assert_eq!(
            records(&again),
            [(0, &expected.iter().map(|record| record.since(first_ns)).collect::<Vec<_>>()[..])]
        );
        let nothing = Window { from_ns: 900_000_000, ..Window::default() };
        let refusal = trace.within(None, nothing).unwrap_err().to_string();
        assert_eq!(refusal, "t: no request is in the window; expected another one");
    }

    #[test]
    fn what_a_format_cannot_say_is_counted() {
        let trace = trace(1, EVERY_OP);
        let losses = |format| trace.losses(format).unwrap();
        assert_eq!((losses(Format::Spc).left_out, losses(Format::Spc).cut_down), (150, 0));
        assert_eq!((losses(Format::Msr).left_out, losses(Format::Msr).cut_down > 0), (0, true));
        assert_eq!(losses(Format::Csv).notes(), Vec::<String>::new());
        assert_eq!(read(&written(&trace, Format::Spc), None).requests, 150);
        let refusal = trace.losses(Format::Systor).unwrap_err().to_string();
        assert!(refusal.starts_with("SYSTOR '17 is read, not written; expected one of spc, msr"), "{refusal}");
    }
}
