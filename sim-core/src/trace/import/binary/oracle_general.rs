//! oracleGeneral of libCacheSim: records of 24 bytes, a time in seconds, an object, its size in bytes, and when it is asked for again. Nothing tells
//! reads from writes. Of block traces the object is a logical block.

use super::kind::{Kind, number, put};

const KIND: Kind = Kind {
    note: "a binary oracleGeneral trace, each record read as a line of CSV; it tells no operations, so that each is taken for a read, and objects are \
           taken for blocks of 512 bytes",
    header: "time_s,op,lba,size_bytes\n",
    length: |_| Some(BYTES),
    line,
};
const BYTES: usize = 24;
/// So many records tell the format: it has no mark.
const RECORDS: usize = 4;
/// Times of requests that follow each other at once are not farther apart.
const MOST_APART_S: u64 = 24 * 60 * 60;
const MOST_BYTES: u64 = 1 << 30;
/// More requests than any trace has.
const MOST_REQUESTS: u64 = 1 << 40;
/// Not asked for again.
const NEVER: [u64; 2] = [u64::MAX, i64::MAX as u64];

pub(super) fn of(head: &[u8]) -> Option<&'static Kind> {
    let records: Vec<&[u8]> = head.chunks_exact(BYTES).take(RECORDS).collect();
    let is_one = |(place, record): (u64, &&[u8])| {
        let next = number::<8>(record, 16);
        (1..=MOST_BYTES).contains(&number::<4>(record, 12))
            && (NEVER.contains(&next) || (place + 1..MOST_REQUESTS).contains(&next))
    };
    let follow = |pair: &[&[u8]]| {
        let [before, after] = [number::<4>(pair[0], 0), number::<4>(pair[1], 0)];
        (before..=before + MOST_APART_S).contains(&after)
    };
    (records.len() == RECORDS && (0..).zip(&records).all(is_one) && records.windows(2).all(follow)).then_some(&KIND)
}

fn line(record: &[u8], text: &mut Vec<u8>) {
    put!(text, "{},R,{},{}", number::<4>(record, 0), number::<8>(record, 4), number::<4>(record, 12));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::import::binary::Records;

    fn record(time_s: u32, object: u64, bytes: u32, next: i64) -> Vec<u8> {
        [&time_s.to_le_bytes()[..], &object.to_le_bytes(), &bytes.to_le_bytes(), &next.to_le_bytes()].concat()
    }

    #[test]
    fn records_are_lines_of_csv() {
        let file = [record(5, 8, 512, 2), record(5, 16, 4096, -1), record(6, 8, 512, 4), record(9, 99, 1024, i64::MAX)]
            .concat();
        let mut records = Records::of(&file).unwrap();
        let mut text = Vec::new();
        file.chunks(11).for_each(|piece| records.feed(piece, &mut text));
        let expected = "time_s,op,lba,size_bytes\n5,R,8,512\n5,R,16,4096\n6,R,8,512\n9,R,99,1024\n";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }

    #[test]
    fn text_and_other_numbers_are_none() {
        let text = b"ASU,LBA,Size,Opcode,Timestamp\n0,303567,3584,w,0.000000\n0,1209856,3584,w,0.026214\n0,303574,3584,w,0.1\n";
        assert!(of(text).is_none());
        let backwards =
            [record(9, 8, 512, 2), record(5, 16, 4096, -1), record(6, 8, 512, 4), record(9, 9, 9, 9)].concat();
        assert!(of(&backwards).is_none());
    }
}
