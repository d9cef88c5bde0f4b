//! A Chrome trace: complete events for planes and channels, asynchronous ones for requests and for what the controller does.

use super::digits::{push, push_us};
use super::row::is_hosts;
use super::spans::{Span, Spans, family};
use super::{Names, Row};
use crate::flash::clock::event::Transfer;
use crate::flash::operation::{Kind, Operation, PENDING_NS};
use crate::nand::geometry::Geometry;
use serde_json::Value;
use std::ops::Range;

/// Groups of tracks, by their number as a process.
const HOST: u64 = 1;
const CONTROLLER: u64 = 2;
const PLANES: u64 = 3;
const CHANNELS: u64 = 4;

/// Writes a trace.
#[derive(Debug)]
pub(super) struct Chrome {
    /// Whether channels have times of their own.
    has_channels: bool,
    spans: Spans,
}

impl Chrome {
    /// A trace of a device on the event clock, or not.
    pub(crate) fn new(has_channels: bool) -> Self {
        Self { has_channels, spans: Spans::default() }
    }

    /// Writes what comes first: what was run, and the names of all tracks. What reads a trace piece by piece gives up at a key
    /// that it does not know, so that nothing but known ones stand before the events.
    pub(crate) fn begin(&self, experiment: &Value, geometry: &Geometry, out: &mut Vec<u8>) {
        let version = env!("CARGO_PKG_VERSION");
        let head = format!(
            "{{\"displayTimeUnit\":\"ns\",\"otherData\":{{\"flashlab\":\"{version}\",\"experiment\":{experiment}}},\"traceEvents\":[\n"
        );
        out.extend_from_slice(head.as_bytes());
        let mut names: Vec<String> = Vec::new();
        for (process, name) in [(HOST, "host"), (CONTROLLER, "controller"), (PLANES, "planes"), (CHANNELS, "channels")]
        {
            if process != CHANNELS || self.has_channels {
                names.push(named(process, 0, "process_name", "name", &format!("\"{name}\"")));
                names.push(named(process, 0, "process_sort_index", "sort_index", &process.to_string()));
            }
        }
        names.push(named(CONTROLLER, 1, "thread_name", "name", "\"without time of its own\""));
        for plane in 0..geometry.planes() {
            let channel = geometry.channel_of(plane);
            let chip = plane / geometry.channels % geometry.chips_per_channel;
            let name = format!("\"plane {plane} (channel {channel}, chip {chip})\"");
            names.push(named(PLANES, track(plane), "thread_name", "name", &name));
            names.push(named(PLANES, track(plane), "thread_sort_index", "sort_index", &track(plane).to_string()));
        }
        for channel in (0..geometry.channels).filter(|_| self.has_channels) {
            names.push(named(CHANNELS, track(channel), "thread_name", "name", &format!("\"channel {channel}\"")));
            names.push(named(CHANNELS, track(channel), "thread_sort_index", "sort_index", &track(channel).to_string()));
        }
        out.extend_from_slice(names.join(",\n").as_bytes());
    }

    /// Writes what `row` adds to the trace.
    pub(crate) fn write(&mut self, row: &Row, geometry: &Geometry, names: &mut Names, out: &mut Vec<u8>) {
        let kind = row.operation.kind;
        if kind == Kind::PowerCut {
            self.close_spans(names, out);
        }
        self.spans.pass(row, |span| write_span(&span, true, names, out));
        let place = row.place(geometry);
        match (kind, place) {
            (kind, _) if is_hosts(kind) => write_request(row, out),
            (Kind::Read | Kind::Program | Kind::ProgramFailed | Kind::Copy | Kind::Erase, Some(place)) => {
                // What power cut off was not carried out.
                if row.operation.end_ns == PENDING_NS {
                    return;
                }
                let times = row.operation.start_ns..row.operation.end_ns;
                complete(PLANES, track(place.plane), names.of(kind), &times, &row.operation, out);
                if let Some(Transfer { start_ns, end_ns }) = row.transfer {
                    complete(CHANNELS, track(place.channel), "transfer", &(start_ns..end_ns), &row.operation, out);
                }
            }
            (kind, _) if family(kind).is_none() => instant(names.of(kind), &row.operation, out),
            _ => {}
        }
    }

    /// Writes what comes last.
    pub(crate) fn end(&mut self, names: &mut Names, out: &mut Vec<u8>) {
        self.close_spans(names, out);
        out.extend_from_slice(b"\n]}\n");
    }

    fn close_spans(&mut self, names: &mut Names, out: &mut Vec<u8>) {
        for span in self.spans.take_all() {
            write_span(&span, false, names, out);
        }
    }
}

/// Number of the track of a plane or a channel: 0 would stand for the process.
fn track(number: u32) -> u64 {
    u64::from(number) + 1
}

fn named(process: u64, track: u64, what: &str, field: &str, value: &str) -> String {
    format!("{{\"ph\":\"M\",\"pid\":{process},\"tid\":{track},\"name\":\"{what}\",\"args\":{{\"{field}\":{value}}}}}")
}

/// The beginning of an event: where it is, and when.
fn event(phase: &str, process: u64, track: u64, ts_ns: u64, out: &mut Vec<u8>) {
    out.extend_from_slice(b",\n{\"ph\":\"");
    out.extend_from_slice(phase.as_bytes());
    field("\",\"pid\":", process, out);
    field(",\"tid\":", track, out);
    out.extend_from_slice(b",\"ts\":");
    push_us(out, ts_ns);
}

fn field(name: &str, value: u64, out: &mut Vec<u8>) {
    out.extend_from_slice(name.as_bytes());
    push(out, value);
}

fn word(name: &str, value: &str, out: &mut Vec<u8>) {
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(value.as_bytes());
    out.push(b'"');
}

fn complete(process: u64, track: u64, name: &str, times: &Range<u64>, operation: &Operation, out: &mut Vec<u8>) {
    event("X", process, track, times.start, out);
    out.extend_from_slice(b",\"dur\":");
    push_us(out, times.end - times.start);
    told(name, operation.purpose.name(), operation, out);
}

fn instant(name: &str, operation: &Operation, out: &mut Vec<u8>) {
    event("i", CONTROLLER, 1, operation.start_ns, out);
    out.extend_from_slice(b",\"s\":\"t\"");
    told(name, operation.purpose.name(), operation, out);
}

/// From its arrival to its answer; what was never answered begins and does not end.
fn write_request(row: &Row, out: &mut Vec<u8>) {
    let operation = &row.operation;
    let name = match operation.kind {
        Kind::HostRead => "read",
        Kind::HostWrite => "write",
        Kind::HostTrim => "trim",
        _ => "flush",
    };
    let Some(arrival_ns) = row.arrival_ns else {
        event("n", HOST, 0, operation.start_ns, out);
        field(",\"id\":", operation.request, out);
        return told(name, "unanswered", operation, out);
    };
    for (phase, ts_ns) in [("b", arrival_ns), ("e", operation.end_ns)] {
        event(phase, HOST, 0, ts_ns, out);
        field(",\"id\":", operation.request, out);
        told(name, "request", operation, out);
    }
}

fn write_span(span: &Span, is_whole: bool, names: &mut Names, out: &mut Vec<u8>) {
    let Span { begin, end_ns } = span;
    let category = if is_whole { family(begin.kind).unwrap_or_default() } else { "cut off" };
    for (phase, ts_ns) in [("b", begin.start_ns), ("e", *end_ns)] {
        event(phase, CONTROLLER, 0, ts_ns, out);
        field(",\"id\":", begin.index, out);
        told(names.of(begin.kind), category, begin, out);
    }
}

/// The end of an event: what it is called, and what it was about.
fn told(name: &str, category: &str, operation: &Operation, out: &mut Vec<u8>) {
    word(",\"name\":\"", name, out);
    word(",\"cat\":\"", category, out);
    field(",\"args\":{\"op\":", operation.index, out);
    field(",\"request\":", operation.request, out);
    if is_hosts(operation.kind) {
        field(",\"begun_ns\":", operation.start_ns, out);
    }
    let pages = operation.lpn.map(|_| operation.pages);
    let numbers = [
        (",\"lpn\":", operation.lpn),
        (",\"pages\":", pages),
        (",\"from_ppn\":", operation.from),
        (",\"to_ppn\":", operation.to),
        (",\"stale_ppn\":", operation.stale),
        (",\"block\":", operation.block),
        (",\"slot\":", operation.slot.map(u32::from)),
    ];
    if let Some(cause) = operation.cause {
        field(",\"cause\":", cause, out);
    }
    for (name, value) in numbers {
        if let Some(value) = value {
            field(name, u64::from(value), out);
        }
    }
    out.extend_from_slice(b"}}");
}
