//! What the columns of a trace are, as a person says it where no header does: `time=3:ms,op=2,offset=5:sectors,size=6`.
//!
//! Columns count from 1. Words of operations that are not common ones stand behind the operation's column, those of reads before those of
//! writes: `op=2:get+fetch/put`. What a word has of `,` `:` `+` `/` `%` is written as in an address: `%2C`.

use super::Format;
use super::dialect::{Dialect, separator, separator_note};
use super::header::{Named, Role, is_device_number};
use super::numbers::number;
use super::ops;
use super::scan::Separated;
use super::table::{Field, Table};
use crate::base::error::Error;
use crate::base::request::HostOp;

/// Most columns of a line.
const MOST: usize = 256;

/// Units of times, in nanoseconds.
const TIMES: [(&str, u64); 5] = [("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000), ("ns", 1), ("filetime", 100)];
/// Units of addresses and sizes, in bytes.
const BYTES: [(&str, u64); 5] = [("bytes", 1), ("sectors", 512), ("KiB", 1 << 10), ("pages", 4096), ("MiB", 1 << 20)];

/// Meanings, each with what is written for it.
pub(super) const MEANINGS: [(&str, Role, &str); 5] = [
    ("time", Role::Time, "time=COLUMN[:UNIT], its unit one of s, ms, us, ns, filetime"),
    (
        "op",
        Role::Op { reads_are_one: false },
        "op=COLUMN[:READS/WRITES], words of reads and of writes, several between +",
    ),
    ("offset", Role::Offset, "offset=COLUMN[:UNIT], its unit one of bytes, sectors, KiB, pages, MiB"),
    ("size", Role::Size, "size=COLUMN[:UNIT], its unit one of bytes, sectors, KiB, pages, MiB"),
    ("device", Role::Device, "device=COLUMN"),
];

/// What every request needs, and what to say if no column is it.
pub(super) const NEEDED: [(Role, &str); 3] = [
    (Role::Op { reads_are_one: false }, "a list of columns with the operation among them, such as op=2"),
    (Role::Offset, "a list of columns with the address among them, such as offset=5:sectors"),
    (Role::Size, "a list of columns with the size among them, such as size=6"),
];

/// The columns of a trace and their units.
#[derive(Clone, Debug, PartialEq)]
pub struct Columns {
    /// By place.
    columns: Vec<Option<Named>>,
    /// Words of operations beside the common ones.
    words: Vec<(Vec<u8>, HostOp)>,
    text: String,
}

impl Columns {
    /// The columns that `text`, the value of `field`, states.
    ///
    /// # Errors
    /// Its part that is not understood, and what was expected there.
    pub fn stated(field: &str, text: &str) -> Result<Self, Error> {
        let refused = |value: &str, expected: &str| Error::Value {
            field: field.into(),
            value: format!("\"{}\"", value.escape_debug()),
            expected: expected.into(),
            nearest: None,
        };
        let mut stated = Self { columns: Vec::new(), words: Vec::new(), text: text.into() };
        for part in text.split(',').filter(|part| !part.trim().is_empty()).map(str::trim) {
            let (name, value) = part.split_once('=').unwrap_or((part, ""));
            let Some((_, role, expected)) = MEANINGS.into_iter().find(|(known, ..)| *known == name) else {
                return Err(refused(part, "time=COLUMN, op=COLUMN, offset=COLUMN, size=COLUMN or device=COLUMN"));
            };
            stated.add(role, value).map_err(|why| refused(part, why.unwrap_or(expected)))?;
        }
        match NEEDED.iter().find(|(role, _)| stated.place(*role).is_none()) {
            Some((_, expected)) => Err(refused(text, expected)),
            None => Ok(stated),
        }
    }

    /// Refuses `format` beside columns, unless it is that of tables; `fields` are what state the format and the columns.
    ///
    /// # Errors
    /// A format that says itself what its columns are.
    pub fn check_beside(format: Option<Format>, fields: [&str; 2]) -> Result<(), Error> {
        let [stated, columns] = fields;
        match format {
            None | Some(Format::Csv) => Ok(()),
            Some(format) => Err(Error::Conflict(format!(
                "{stated} is {}, which has columns of its own, but {columns} says what the columns are; leave one of them out",
                format.info().name
            ))),
        }
    }

    /// As it was stated.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Adds that a column is `role`, and more of it, as `value` says. Fails with the reason if it is another than that it is not understood.
    fn add(&mut self, role: Role, value: &str) -> Result<(), Option<&'static str>> {
        let (number, more) = match value.split_once(':') {
            Some((number, more)) => (number, Some(more)),
            None => (value, None),
        };
        let place = number.parse::<usize>().ok().filter(|number| (1..=MOST).contains(number)).ok_or(None)? - 1;
        if self.place(role).is_some() {
            return Err(Some("a meaning of its own: another column has it already"));
        }
        if self.columns.get(place).is_some_and(Option::is_some) {
            return Err(Some("a column of its own: that one has a meaning already"));
        }
        let among = |units: &[(&str, u64)]| more.map(|unit| unit_of(units, unit).ok_or(None)).transpose();
        let unit = match (role, more) {
            (Role::Time, _) => among(&TIMES)?,
            (Role::Offset | Role::Size, _) => among(&BYTES)?.or(Some(1)),
            (Role::Op { .. }, Some(words)) => {
                self.words = words_of(words).ok_or(None)?;
                None
            }
            (Role::Device | Role::DeviceName, Some(_)) => return Err(None),
            (Role::Op { .. } | Role::Device | Role::DeviceName, None) => None,
        };
        self.columns.resize(self.columns.len().max(place + 1), None);
        self.columns[place] = Some(Named { role, unit });
        Ok(())
    }

    fn place(&self, role: Role) -> Option<usize> {
        self.columns.iter().position(|column| column.is_some_and(|column| column.role == role))
    }

    /// How `lines`, the first of a file, are to be read.
    pub(super) fn dialect(&self, lines: &[&[u8]]) -> Dialect {
        let separator = separator(lines, |line, separator| !self.is_header(line, separator));
        let header = lines.first().filter(|line| self.is_header(line, separator));
        let name = |place: usize| match header.and_then(|line| Separated::new(line, separator).nth(place)) {
            Some(name) => format!("{} ({})", place + 1, name.escape_ascii()),
            None => (place + 1).to_string(),
        };
        let mut notes: Vec<String> = separator_note(separator).into_iter().collect();
        for (place, column) in self.columns.iter().enumerate() {
            let Some(column) = column else { continue };
            let note = column.note(name(place).as_bytes(), self.example(lines, separator, place));
            notes.push(match (column.role, &*self.words) {
                (Role::Op { .. }, [_, ..]) => format!("column {} is the operation; {}", name(place), self.words_told()),
                _ => note,
            });
        }
        if self.place(Role::Time).is_none() {
            notes.push("no column is the time: requests arrive at once".into());
        }
        Dialect { notes, ..Dialect::of_table(self.table(lines, separator)) }
    }

    /// Whether `line`, the first, names the columns: it has no numbers where an address and a size must be.
    pub(super) fn is_header(&self, line: &[u8], separator: u8) -> bool {
        let is_number = |role| {
            let text = self.place(role).and_then(|place| Separated::new(line, separator).nth(place));
            text.and_then(number).is_some()
        };
        !is_number(Role::Offset) && !is_number(Role::Size)
    }

    fn table(&self, lines: &[&[u8]], separator: u8) -> Table {
        let field = |(place, column): (usize, &Option<Named>)| {
            column.map_or(Field::Skip, |column| column.field(self.example(lines, separator, place)))
        };
        let fields: Vec<Field> = self.columns.iter().enumerate().map(field).collect();
        Table { separator, fields: fields.into(), op_of: ops::any_op, words: self.words.clone() }
    }

    /// What stands in a column of `lines` but their header: a device's name, if one is no number, else what stands there first.
    fn example<'a>(&self, lines: &[&'a [u8]], separator: u8, place: usize) -> &'a [u8] {
        let body = lines.iter().filter(|line| !self.is_header(line, separator));
        let mut texts = body.filter_map(|line| Separated::new(line, separator).nth(place)).peekable();
        let first = texts.peek().copied().unwrap_or_default();
        let is_device = self.place(Role::Device) == Some(place);
        texts.find(|text| is_device && !is_device_number(text)).unwrap_or(first)
    }

    fn words_told(&self) -> String {
        let told = |op, one: &str| {
            let words = self.words.iter().filter(|(_, of)| *of == op).map(|(word, _)| word.escape_ascii().to_string());
            let words: Vec<String> = words.collect();
            if words.is_empty() { None } else { Some(format!("{} is {one}", words.join(" or "))) }
        };
        [told(HostOp::Read, "a read"), told(HostOp::Write, "a write")]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(", ")
    }
}

fn unit_of(units: &[(&str, u64)], name: &str) -> Option<u64> {
    units.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, unit)| unit)
}

/// The words of reads and of writes: `get+fetch/put`.
fn words_of(text: &str) -> Option<Vec<(Vec<u8>, HostOp)>> {
    let (reads, writes) = text.split_once('/')?;
    let side = |words: &str, op| -> Option<Vec<_>> {
        words.split('+').filter(|word| !word.is_empty()).map(|word| Some((decoded(word)?, op))).collect()
    };
    let words = [side(reads, HostOp::Read)?, side(writes, HostOp::Write)?].concat();
    (!words.is_empty()).then_some(words)
}

/// `word` with its escapes as what they stand for.
fn decoded(word: &str) -> Option<Vec<u8>> {
    let mut pieces = word.split('%');
    let mut bytes = pieces.next().unwrap_or_default().as_bytes().to_vec();
    for piece in pieces {
        bytes.push(u8::from_str_radix(piece.get(..2)?, 16).ok()?);
        bytes.extend_from_slice(&piece.as_bytes()[2..]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::parsed::Line;

    fn stated(text: &str) -> Result<Columns, String> {
        Columns::stated("--columns", text).map_err(|error| error.to_string())
    }

    fn first(columns: &str, lines: &[&'static [u8]]) -> Option<Line<'static>> {
        let dialect = stated(columns).unwrap().dialect(lines);
        dialect.table.unwrap().parse(lines[lines.len() - 1]).unwrap()
    }

    #[test]
    fn columns_are_read_in_the_units_and_words_that_are_stated() {
        let expected = Line { time_ns: 2_500_000, op: HostOp::Read, sector: 8, sectors: 4, device: 0, host: b"" };
        assert_eq!(first("time=3:ms,op=2,offset=5:sectors,size=6", &[b"x,R,2.5,,8,2048"]), Some(expected));
        assert_eq!(first("op=1:get/put,offset=2:pages,size=3:kib,time=4:us", &[b"GET;1;2;2500"]), Some(expected));
        assert_eq!(
            first("op=1:1/0,offset=2,size=3,time=4:ns", &[b"a\tb\tc\td", b"1\t4096\t2048\t2500000"]),
            Some(expected)
        );
        let flush = first("op=1:get/put,offset=2,size=3", &[b"get,0,512", b"flush,,"]);
        assert_eq!(flush.map(|line| line.op), Some(HostOp::Flush), "the common words stay known");
        assert_eq!(first("device=1,op=2,offset=3,size=4", &[b"7,R,0,512", b"sda,R,0,512"]).unwrap().host, b"sda");
        assert_eq!(words_of("a%2Cb+c/"), Some(vec![(b"a,b".to_vec(), HostOp::Read), (b"c".to_vec(), HostOp::Read)]));
    }

    #[test]
    fn what_is_stated_is_told() {
        let columns = stated("time=1:ms,op=2:get/put,offset=3:sectors,size=4:pages").unwrap();
        let notes = columns.dialect(&[b"when,what,where,much", b"1,get,8,1"]).notes;
        let expected = [
            "column 1 (when) is the time, in milliseconds",
            "column 2 (what) is the operation; get is a read, put is a write",
            "column 3 (where) is the address, in sectors of 512 bytes",
            "column 4 (much) is the size, in units of 4096 bytes",
        ];
        assert_eq!(notes, expected);
    }

    #[test]
    fn lines_that_are_no_requests_with_these_columns_are_counted_but_for_one_header() {
        use crate::trace::import::{ImportOptions, Importer};
        let read = |columns: &str| {
            let columns = Some(stated(columns).unwrap());
            let mut importer = Importer::new(ImportOptions { columns, ..ImportOptions::new("t") });
            importer.push(b"a;b;c\n7;0;x\n9;16;y\n").unwrap();
            importer.finish().unwrap_err().to_string()
        };
        let refusal = read("op=1,offset=2,size=3");
        assert!(
            refusal.contains("2 of its 2 lines are not requests with the columns op=1,offset=2,size=3"),
            "{refusal}"
        );
        let refusal = read("op=1,offset=3,size=4");
        assert!(refusal.contains("2 of its 2 lines"), "{refusal}");
    }

    #[test]
    fn what_is_not_understood_is_named_with_what_was_expected() {
        for (text, says) in [
            (
                "time=3:min,op=2,offset=5,size=6",
                "--columns: \"time=3:min\" is not time=COLUMN[:UNIT], its unit one of s, ms",
            ),
            ("op=0,offset=5,size=6", "\"op=0\" is not op=COLUMN"),
            ("op=2:get,offset=5,size=6", "\"op=2:get\" is not op=COLUMN[:READS/WRITES]"),
            ("op=2:a%2/b,offset=5,size=6", "\"op=2:a%2/b\" is not op=COLUMN"),
            ("adr=2", "\"adr=2\" is not time=COLUMN, op=COLUMN"),
            ("op=2,offset=2,size=6", "\"offset=2\" is not a column of its own"),
            ("op=2,op=3,size=6", "\"op=3\" is not a meaning of its own"),
            ("device=1:x,op=2", "\"device=1:x\" is not device=COLUMN"),
            (
                "op=2,size=6",
                "\"op=2,size=6\" is not a list of columns with the address among them, such as offset=5:sectors",
            ),
            ("", "\"\" is not a list of columns with the operation among them"),
        ] {
            let refusal = stated(text).unwrap_err();
            assert!(refusal.contains(says), "{text}: {refusal}");
        }
    }
}
