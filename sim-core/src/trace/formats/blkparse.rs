//! The default text of blkparse(1), of blktrace: `maj,min cpu sequence seconds pid action rwbs sector + sectors [process]`.
//!
//! A request is written once for each of its actions; one kind of them is read: D (issued to the drive) if the file begins with any, else Q (queued),
//! else C (completed). Lines of other actions, messages, and the totals at the end are no requests.

use crate::trace::dialect::Dialect;
use crate::trace::format::{Entry, Info, Shape};
use crate::trace::linux::{self, DEVICE, is_device};
use crate::trace::numbers::seconds_ns;
use crate::trace::parsed::Parsed;
use crate::trace::reads::Reads;
use crate::trace::scan::{Blanks, Column, Reason};
use crate::trace::shape::is_digits;

pub(super) const ENTRY: Entry = Entry {
    dialect,
    #[cfg(test)]
    example: include_str!("../../../tests/fixtures/traces/blkparse.txt"),
    ..Entry::new(
        Info {
            name: "blkparse",
            title: "blkparse text",
            columns: "maj,min cpu sequence seconds pid action rwbs sector + sectors [process]",
            time_unit: "seconds",
            address_unit: "address and size in 512-byte sectors",
            op_convention: "R, W, D or F among the kernel's flags",
        },
        Shape { looks: "device, CPU, sequence, time with nine decimals, process, action, kind", fits },
        Reads {
            parse,
            time_misfit: |line, _| Reason { column: &TIME, text: Blanks::new(line).nth(3) },
            device_misfit: |line, _| Reason { column: &DEVICE, text: Blanks::new(line).next() },
        },
    )
};

/// Actions that stand for a request, the one wanted most first, and what they are.
const REQUESTS: [(u8, &str); 3] = [(b'D', "issued to the drive"), (b'Q', "queued"), (b'C', "completed")];
/// How lines of the totals at the end begin.
const TOTALS: [&[u8]; 9] =
    [b"CPU", b"Total", b"Reads ", b"Read ", b"Writes ", b"IO unplugs", b"Throughput", b"Events (", b"Skips:"];

const TIME: Column = Column { name: "time", expected: "seconds, less than 73 years from the first" };
const ACTION: Column = Column { name: "action", expected: "an action of blktrace, such as Q, D or C" };
const CPU: Column = Column { name: "CPU", expected: "a number" };
const SEQUENCE: Column = Column { name: "sequence", expected: "a number" };
const PID: Column = Column { name: "PID", expected: "a number" };

/// Which action stands for a request.
fn dialect(lines: &[&[u8]]) -> Dialect {
    let has = |wanted: u8| lines.iter().any(|line| Blanks::new(line).nth(5) == Some(&[wanted]));
    let &(variant, what) = REQUESTS.iter().find(|(action, _)| has(*action)).unwrap_or(&REQUESTS[0]);
    let note = format!("a request is a line with action {}, {what}; other actions are left out", char::from(variant));
    Dialect { variant, notes: vec![note], ..Dialect::default() }
}

fn is_of_totals(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    TOTALS.iter().any(|start| line.starts_with(start))
}

/// An event, with a time of nine decimals, or a line of the totals.
fn fits(line: &[u8]) -> bool {
    let mut columns = Blanks::new(line);
    let (Some(device), Some(cpu), Some(sequence), Some(time)) =
        (columns.next(), columns.next(), columns.next(), columns.next())
    else {
        return is_of_totals(line);
    };
    let is_event = is_device(device)
        && is_digits(cpu)
        && is_digits(sequence)
        && seconds_ns(time).is_some()
        && time.iter().rev().position(|&byte| byte == b'.') == Some(9);
    is_event || is_of_totals(line)
}

#[inline(never)]
fn parse<'a>(line: &'a [u8], dialect: &mut Dialect) -> Parsed<'a> {
    if is_of_totals(line) {
        return Ok(None);
    }
    let mut columns = Blanks::new(line);
    let device = linux::device(&mut columns)?;
    CPU.number(&mut columns, Some)?;
    SEQUENCE.number(&mut columns, Some)?;
    let time_ns = TIME.word(&mut columns, seconds_ns)?;
    PID.number(&mut columns, Some)?;
    match ACTION.word(&mut columns, |action| (action.len() <= 2 && action.is_ascii()).then_some(action))? {
        [action] if *action == dialect.variant => linux::request(time_ns, device, columns),
        _ => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::request::HostOp;

    #[test]
    fn reads_one_action_and_passes_over_the_others_and_the_totals() {
        let lines = [
            &b"259,0 3 1 0.000000500 697 Q FWS 8 + 8 [dd]"[..],
            b"259,0 3 2 0.000001500 697 P N [dd]",
            b"CPU0 (259,0):",
            b" Reads Queued:           0,        0KiB\t Writes Queued:           2,        8KiB",
            b"Throughput (R/W): 0KiB/s / 61KiB/s",
        ];
        let mut dialect = dialect(&lines);
        assert!(dialect.notes[0].contains("action Q"));
        let read = lines
            .map(|line| parse(line, &mut dialect).map(|line| line.map(|line| (line.time_ns, line.op, line.sector))));
        assert_eq!(read, [Ok(Some((500, HostOp::Write, 8))), Ok(None), Ok(None), Ok(None), Ok(None)]);
        assert!(lines.iter().all(|line| fits(line)));
    }

    #[test]
    fn names_the_column_at_fault() {
        let reason = |text: &'static [u8]| parse(text, &mut dialect(&[])).unwrap_err().to_string();
        assert!(reason(b"8,0 3 1 soon 697 D W 8 + 8 [dd]").starts_with("time: \"soon\" is not"));
        assert!(reason(b"8,0 3 1 0.5 697 D W 8 + 0x8 [dd]").starts_with("sectors: \"0x8\" is not"));
    }
}
