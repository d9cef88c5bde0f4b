//! Any text of columns whose first line names them: an operation, an address and a size at least, in any order, and in the units that the names tell.
//!
//! Names are matched whole, in any letter case, without what stands between their words. What each column is taken for is among the notes.

#[cfg(feature = "layers")]
use crate::base::request::SECTOR_BYTES;
use crate::trace::dialect::{Dialect, separator_note};
use crate::trace::format::{Entry, Info, Shape};
use crate::trace::header::{Role, is_device_number};
use crate::trace::named_columns::columns;
use crate::trace::ops;
use crate::trace::reads::Reads;
use crate::trace::scan::Separated;
use crate::trace::table::{Field, Table};
#[cfg(feature = "layers")]
use crate::trace::writes::{EVERY_OP, Writes, put};

pub(super) const ENTRY: Entry = Entry {
    header: |line| columns(line).is_some(),
    told_by_header: true,
    dialect,
    #[cfg(feature = "layers")]
    writes: Some(WRITES),
    #[cfg(test)]
    example: include_str!("../../../tests/fixtures/traces/csv.txt"),
    ..Entry::new(
        Info {
            name: "csv",
            title: "CSV with a header",
            columns: "in any order: operation, offset or LBA, size; time and device if there are any",
            time_unit: "as its column's name says",
            address_unit: "as their columns' names say",
            op_convention: "words, SCSI codes, or 0 read and 1 write",
        },
        Shape { looks: "a first line with names of columns", fits: |_| false },
        Reads::BY_TABLE,
    )
};

fn dialect(lines: &[&[u8]]) -> Dialect {
    let Some((header, (separator, columns))) = lines.first().and_then(|line| Some((*line, columns(line)?))) else {
        return Dialect::default();
    };
    let names = || Separated::new(header, separator).zip(&columns).enumerate();
    let example = |place: usize| {
        let mut texts = lines[1..].iter().map(|line| Separated::new(line, separator).nth(place).unwrap_or_default());
        let first = texts.next().unwrap_or_default();
        // One device that has a name tells that all have: names may be numbers.
        let is_device = columns[place].is_some_and(|column| column.role == Role::Device) && is_device_number(first);
        texts.find(|text| is_device && !is_device_number(text)).unwrap_or(first)
    };
    let fields: Vec<Field> =
        names().map(|(place, (_, column))| column.map_or(Field::Skip, |column| column.field(example(place)))).collect();
    let mut notes: Vec<String> = separator_note(separator).into_iter().collect();
    notes.extend(names().filter_map(|(place, (name, column))| Some(column.as_ref()?.note(name, example(place)))));
    if !fields.iter().any(|field| matches!(field, Field::Time(_))) {
        notes.push("no column is the time: requests arrive at once".into());
    }
    let reads_are_one = columns.iter().flatten().any(|column| column.role == Role::Op { reads_are_one: true });
    let op_of = if reads_are_one { ops::zero_writes } else { ops::any_op };
    let table = Table { separator, fields: fields.into(), op_of, words: Vec::new() };
    Dialect { notes, ..Dialect::of_table(table) }
}

/// With devices by name, which its header says unless all are numbers.
#[cfg(feature = "layers")]
const WRITES: Writes = Writes {
    head: |devices| {
        let are_numbers = devices.iter().all(|of| is_device_number(of.label.as_bytes()));
        let device = if are_numbers { "device" } else { "device_name" };
        format!("time_ns,op,offset_bytes,size_bytes,{device}\n")
    },
    line: |text, of, request| {
        let op = request.op.word();
        let (offset, bytes) = (request.sector * SECTOR_BYTES, u64::from(request.sectors) * SECTOR_BYTES);
        put!(text, "{},{op},{offset},{bytes},\"{}\"\n", request.arrival_ns, of.label.replace('"', "'"));
    },
    ops: EVERY_OP,
    resolution_ns: 1,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::request::HostOp;
    use crate::trace::parsed::Line;

    fn read(lines: &[&'static [u8]]) -> Option<Line<'static>> {
        dialect(lines).table.unwrap().parse(lines[1]).unwrap()
    }

    #[test]
    fn columns_stand_in_any_order_and_unit() {
        let expected = Line { time_ns: 2_500_000, op: HostOp::Read, sector: 8, sectors: 4, device: 3, host: b"" };
        assert_eq!(read(&[b"time_us,op,offset,size,disk", b"2500,R,4096,2048,3"]), Some(expected));
        assert_eq!(read(&[b"disk\tlen_kib\tstart_sector\tis_read\ttime", b"3\t2\t8\t1\t0.0025"]), Some(expected));
        assert_eq!(read(&[b"\"Time (ms)\";\"Dev\";\"Type\";\"LBA\";\"Sectors\"", b"2.5;3;28;0x8;4"]), Some(expected));
        assert_eq!(read(&[b"asu op lba bytes ts", b"3 read 8 2048 2500"]), Some(expected));
    }

    #[test]
    fn devices_have_names_where_one_has_or_the_header_says_so() {
        let host = |lines: &[&'static [u8]]| read(lines).map(|line| (line.device, line.host));
        assert_eq!(host(&[b"op,lba,size,disk", b"R,8,512,7", b"R,8,512,8"]), Some((7, &b""[..])));
        assert_eq!(host(&[b"op,lba,size,disk", b"R,8,512,7", b"R,8,512,sda"]), Some((0, &b"7"[..])));
        assert_eq!(host(&[b"op,lba,size,disk", b"R,8,512,4294967296"]), Some((0, &b"4294967296"[..])));
        assert_eq!(host(&[b"op,lba,size,device_name", b"R,8,512,7"]), Some((0, &b"7"[..])));
    }

    #[test]
    fn what_was_guessed_is_told() {
        let notes = dialect(&[b"ts,op,lba,size", b"7,R,8,512"]).notes;
        assert_eq!(notes[0], "column ts is the time, in microseconds, since nothing tells their unit");
        assert_eq!(notes[2], "column lba is the address, in sectors of 512 bytes");
        let notes = dialect(&[b"op,lba,size", b"R,8,512"]).notes;
        assert_eq!(notes.last().map(String::as_str), Some("no column is the time: requests arrive at once"));
    }
}
