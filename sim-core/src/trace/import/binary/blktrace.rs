//! The binary log of blktrace(8), one file a CPU or all of them in one (`blkparse -d`): `struct blk_io_trace` of `linux/blktrace_api.h`.

use super::kind::{Kind, number, put};

const KIND: Kind =
    Kind { note: "the binary log of blktrace, each event read as a line of blkparse", header: "", length, line };
/// As `KIND`, from a machine that writes the highest byte first.
const SWAPPED: Kind = Kind {
    length: |bytes| length(&swapped(&bytes[..bytes.len().min(FIXED_BYTES)])),
    line: |record, text| line(&swapped(record), text),
    ..KIND
};

const FIXED_BYTES: usize = 48;
/// The upper three bytes of every event's first word; the lowest is the version.
const MAGIC: [u8; 3] = [0x74, 0x61, 0x65];
/// Where the fields of an event lie, and their bytes.
const FIELDS: [(usize, usize); 11] =
    [(0, 4), (4, 4), (8, 8), (16, 8), (24, 4), (28, 4), (32, 4), (36, 4), (40, 4), (44, 2), (46, 2)];
/// Actions by their number, as blkparse writes them; others are `?`.
const ACTIONS: &[u8; 16] = b"?QMFGSRDCPUTIXBA";
const READ: u64 = 1;
const WRITE: u64 = 1 << 1;
const FLUSH: u64 = 1 << 2;
const SYNC: u64 = 1 << 3;
const NOTIFY: u64 = 1 << 10;
const AHEAD: u64 = 1 << 11;
const META: u64 = 1 << 12;
const DISCARD: u64 = 1 << 13;
const FUA: u64 = 1 << 15;

pub(super) fn of(head: &[u8]) -> Option<&'static Kind> {
    match head {
        [_, a, b, c, ..] if [*a, *b, *c] == MAGIC => Some(&KIND),
        [a, b, c, _, ..] if [*c, *b, *a] == MAGIC => Some(&SWAPPED),
        _ => None,
    }
}

/// A whole event with its lowest bytes first; less of one as it is.
fn swapped(bytes: &[u8]) -> Vec<u8> {
    let mut event = bytes.to_vec();
    if event.len() >= FIXED_BYTES {
        FIELDS.iter().for_each(|&(at, length)| event[at..at + length].reverse());
    }
    event
}

/// An event is followed by as many bytes more as its last field says.
fn length(bytes: &[u8]) -> Option<usize> {
    (bytes.len() >= FIXED_BYTES).then(|| FIXED_BYTES + number::<2>(bytes, 46) as usize)
}

fn line(event: &[u8], text: &mut Vec<u8>) {
    let (time_ns, sector, bytes) = (number::<8>(event, 8), number::<8>(event, 16), number::<4>(event, 24));
    let (action, pid, device) = (number::<4>(event, 28), number::<4>(event, 32), number::<4>(event, 36));
    let (sequence, cpu) = (number::<4>(event, 4), number::<4>(event, 40));
    let category = action >> 16;
    let letter = match ACTIONS.get((action & 0xffff) as usize) {
        _ if category & NOTIFY != 0 => 'm',
        Some(&letter) => char::from(letter),
        None => '?',
    };
    let (major, minor) = (device >> 20, device & 0xf_ffff);
    put!(
        text,
        "{major},{minor} {cpu} {sequence} {}.{:09} {pid} {letter} ",
        time_ns / 1_000_000_000,
        time_ns % 1_000_000_000
    );
    text.extend(flags(category, bytes));
    put!(text, " {sector} + {} []", bytes / 512);
}

/// The kernel's letters for what is done, in blkparse's order.
fn flags(category: u64, bytes: u64) -> Vec<u8> {
    let has = |bit: u64| category & bit != 0;
    let what = match () {
        () if has(DISCARD) => b'D',
        () if has(WRITE) && bytes > 0 => b'W',
        () if has(READ) && bytes > 0 => b'R',
        () => b'N',
    };
    let flush = has(FLUSH).then_some(b'F');
    // An empty write that flushes is a flush alone.
    let what = if what == b'N' && flush.is_some() { None } else { Some(what) };
    let after = [(FUA, b'F'), (AHEAD, b'A'), (SYNC, b'S'), (META, b'M')];
    let after = after.into_iter().filter(|(bit, _)| has(*bit)).map(|(_, letter)| letter);
    flush.into_iter().chain(what).chain(after).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::import::binary::Records;

    /// An event of device 8,16 with a name after it, as of the process that it began with.
    fn event(time_ns: u64, action: u32, category: u64, sector: u64, bytes: u32) -> Vec<u8> {
        let word = |number: u32| number.to_le_bytes().to_vec();
        let head = [word(0x6561_7407), word(3), time_ns.to_le_bytes().to_vec(), sector.to_le_bytes().to_vec()];
        let action = (category as u32) << 16 | action;
        let tail =
            [word(bytes), word(action), word(697), word(8 << 20 | 16), word(1), vec![0, 0, 4, 0], b"fio\0".to_vec()];
        [head.concat(), tail.concat()].concat()
    }

    fn lines(file: &[u8], step: usize) -> String {
        let mut records = Records::of(&file[..4]).unwrap();
        let mut text = Vec::new();
        file.chunks(step).for_each(|piece| records.feed(piece, &mut text));
        assert_eq!(records.rest(), 0);
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn events_are_lines_of_blkparse_in_pieces_of_any_size_and_either_byte_order() {
        let events = [
            event(1_000_000_500, 7, WRITE | SYNC, 223_490, 4096),
            event(1_000_000_900, 1, READ | AHEAD, 8, 512),
            event(2, 8, DISCARD | WRITE, 64, 1 << 20),
            event(3, 7, FLUSH | WRITE, 0, 0),
            event(4, 2, NOTIFY, 0, 0),
        ];
        let expected = "8,16 1 3 1.000000500 697 D WS 223490 + 8 []\n8,16 1 3 1.000000900 697 Q RA 8 + 1 []\n\
                        8,16 1 3 0.000000002 697 C D 64 + 2048 []\n8,16 1 3 0.000000003 697 D F 0 + 0 []\n\
                        8,16 1 3 0.000000004 697 m N 0 + 0 []\n";
        let other_order: Vec<u8> = events.iter().flat_map(|event| swapped(event)).collect();
        for step in [1, 7, 4096] {
            assert_eq!(lines(&events.concat(), step), expected);
            assert_eq!(lines(&other_order, step), expected);
        }
    }
}
