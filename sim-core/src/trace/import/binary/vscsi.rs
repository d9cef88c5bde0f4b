//! VMware's vscsiStats traces, as CloudPhysics published them (Waldspurger et al., FAST 2015) and libCacheSim reads them: records of 32 bytes, or of 40
//! with the response time.

use super::kind::{Kind, number, put};

/// Where the fields of a record lie.
struct Layout {
    bytes: usize,
    length: usize,
    command: usize,
    version: usize,
    block: usize,
    time: usize,
}

const FIRST: Layout = Layout { bytes: 32, length: 4, command: 12, version: 14, block: 16, time: 24 };
const SECOND: Layout = Layout { bytes: 40, length: 8, command: 0, version: 2, block: 16, time: 24 };

const KIND_OF_FIRST: Kind = Kind {
    note: "a binary vscsi trace, version 1, each record read as a line of CSV",
    header: HEADER,
    length: |_| Some(FIRST.bytes),
    line: |record, text| FIRST.line(record, text),
};
const KIND_OF_SECOND: Kind = Kind {
    note: "a binary vscsi trace, version 2, each record read as a line of CSV",
    length: |_| Some(SECOND.bytes),
    line: |record, text| SECOND.line(record, text),
    ..KIND_OF_FIRST
};
const HEADER: &str = "time_us,command,lbn,size_bytes\n";

pub(super) fn of(head: &[u8]) -> Option<&'static Kind> {
    match () {
        () if SECOND.fits(head, 2) => Some(&KIND_OF_SECOND),
        () if FIRST.fits(head, 1) => Some(&KIND_OF_FIRST),
        () => None,
    }
}

impl Layout {
    /// Whether the two records that a file begins with are of that version.
    fn fits(&self, head: &[u8], version: u64) -> bool {
        head.len() >= 2 * self.bytes
            && [0, self.bytes].iter().all(|from| number::<2>(head, from + self.version) >> 8 == version)
    }

    fn line(&self, record: &[u8], text: &mut Vec<u8>) {
        let (time, command) = (number::<8>(record, self.time), number::<2>(record, self.command));
        let (block, bytes) = (number::<8>(record, self.block), number::<4>(record, self.length));
        put!(text, "{time},{command:#04x},{block},{bytes}");
    }
}

#[cfg(test)]
mod tests {
    use crate::trace::import::binary::Records;

    #[test]
    fn both_versions_are_lines_of_csv() {
        let word = |number: u32| number.to_le_bytes().to_vec();
        let long = |number: u64| number.to_le_bytes().to_vec();
        let first = |command: u16, version: u16| [command.to_le_bytes(), version.to_le_bytes()].concat();
        let one = |time: u64, command: u16| {
            [word(7), word(4096), word(1), first(command, 0x0100), long(42_932_745), long(time)].concat()
        };
        let two = |time: u64, command: u16| {
            [first(command, 0x0200), word(7), word(4096), word(1), long(42_932_745), long(time), long(9)].concat()
        };
        let expected = "time_us,command,lbn,size_bytes\n5,0x2a,42932745,4096\n9,0x28,42932745,4096\n";
        for file in [[one(5, 0x2a), one(9, 0x28)].concat(), [two(5, 0x2a), two(9, 0x28)].concat()] {
            let mut records = Records::of(&file).unwrap();
            let mut text = Vec::new();
            file.chunks(11).for_each(|piece| records.feed(piece, &mut text));
            assert_eq!((String::from_utf8(text).unwrap().as_str(), records.rest()), (expected, 0));
        }
    }
}
