//! Block events as the kernel's tracefs, trace-cmd(1) and perf-script(1) write them: `process [cpu] … seconds: event: maj,min rwbs … sector + sectors [process]`.
//!
//! A request has several events; one kind of them is read: `block_rq_issue` if the file begins with any, else the next of [`EVENTS`]. Lines of
//! other events are no requests. What the kernel says of lost events is a bad line.

use crate::trace::dialect::Dialect;
use crate::trace::format::{Entry, Info, Shape};
use crate::trace::linux::{self, DEVICE};
use crate::trace::numbers::seconds_ns;
use crate::trace::parsed::Parsed;
use crate::trace::reads::Reads;
use crate::trace::scan::{Blanks, Column, Reason};

pub(super) const ENTRY: Entry = Entry {
    dialect,
    #[cfg(test)]
    example: include_str!("../../../tests/fixtures/traces/ftrace.txt"),
    ..Entry::new(
        Info {
            name: "ftrace",
            title: "block events of ftrace or perf",
            columns: "process [cpu] seconds: event: maj,min rwbs sector + sectors [process]",
            time_unit: "seconds",
            address_unit: "address and size in 512-byte sectors",
            op_convention: "R, W, D or F among the kernel's flags",
        },
        Shape { looks: "a time and the name of an event, each with a colon", fits: |line| event(line).is_ok() },
        Reads {
            parse,
            time_misfit: |line, _| Reason { column: &TIME, text: event(line).ok().map(|event| event.time) },
            device_misfit: |line, _| Reason {
                column: &DEVICE,
                text: event(line).ok().and_then(|mut event| event.columns.next()),
            },
        },
    )
};

/// Events that stand for a request, the one wanted most first.
const EVENTS: [&[u8]; 4] = [b"block_rq_issue", b"block_rq_insert", b"block_bio_queue", b"block_rq_complete"];

const TIME: Column =
    Column { name: "time", expected: "seconds with a colon after them, less than 73 years from the first" };
const EVENT: Column = Column { name: "event", expected: "the name of an event with a colon after it" };

/// An event and what it says.
struct Event<'a> {
    time: &'a [u8],
    time_ns: u64,
    name: &'a [u8],
    columns: Blanks<'a>,
}

/// The event in a line. The process's name may have blanks, so that the time is found by its colon.
fn event(line: &[u8]) -> Result<Event<'_>, Reason<'_>> {
    let mut columns = Blanks::new(line);
    let (time, time_ns) = columns
        .find_map(|text| {
            let time = text.strip_suffix(b":").filter(|time| time.contains(&b'.'))?;
            Some((time, seconds_ns(time)?))
        })
        .ok_or(Reason { column: &TIME, text: None })?;
    let name = EVENT.word(&mut columns, |text| {
        let name = text.strip_suffix(b":")?;
        Some(name.strip_prefix(b"block:").unwrap_or(name)).filter(|name| !name.is_empty())
    })?;
    Ok(Event { time, time_ns, name, columns })
}

/// Which event stands for a request.
fn dialect(lines: &[&[u8]]) -> Dialect {
    let has = |wanted: &[u8]| lines.iter().any(|line| event(line).is_ok_and(|event| event.name == wanted));
    let place = EVENTS.iter().position(|event| has(event)).unwrap_or(0);
    let note = format!("a request is an event {}; other events are left out", EVENTS[place].escape_ascii());
    Dialect { variant: place as u8, notes: vec![note], ..Dialect::default() }
}

#[inline(never)]
fn parse<'a>(line: &'a [u8], dialect: &mut Dialect) -> Parsed<'a> {
    let Event { time_ns, name, mut columns, .. } = event(line)?;
    if EVENTS.get(usize::from(dialect.variant)) != Some(&name) {
        return Ok(None);
    }
    let device = linux::device(&mut columns)?;
    linux::request(time_ns, device, columns)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::request::HostOp;
    use crate::trace::parsed::Line;

    #[test]
    fn reads_what_perf_and_trace_cmd_write() {
        let expected =
            Line { time_ns: 1_234_567_890_000, op: HostOp::Read, sector: 128, sectors: 8, device: 0, host: b"8,0" };
        for text in [
            &b"dd  1234 [001]  1234.567890: block:block_rq_issue: 8,0 R 4096 () 128 + 8 [dd]"[..],
            b"Web Content 1234 1234.567890:     block:block_rq_issue: 8,0 R 4096 () 128 + 8 [Web Content]",
            b"dd-1234  [001]  1234.567890: block_rq_issue: 8,0 RA 4096 () 128 + 8 rt,4 [dd]",
        ] {
            assert_eq!(parse(text, &mut dialect(&[text])), Ok(Some(expected)), "{}", text.escape_ascii());
        }
    }

    #[test]
    fn takes_the_event_that_is_there_and_tells_of_lost_ones() {
        let queued = &b"dd-1 [001] 1.5: block_bio_queue: 8,0 W 8 + 8 [dd]"[..];
        let mut dialect = dialect(&[queued]);
        assert!(dialect.notes[0].contains("block_bio_queue"));
        assert!(matches!(parse(queued, &mut dialect), Ok(Some(_))));
        let lost = parse(b"CPU:1 [LOST 4096 EVENTS]", &mut dialect).unwrap_err().to_string();
        assert!(lost.starts_with("time: missing"), "{lost}");
    }
}
