//! Which column of an operation log stands where, by the names of its header.

use super::recorded::NONE;
use crate::trace::scan::{Column, Columns, Reason, Separated};

/// The columns of our log that are read, the largest number of each, and what is said of it where it is at fault.
macro_rules! names {
    ($($variant:ident $name:literal $most:literal $expected:literal,)*) => {
        /// A column that is read.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Name {
            $($variant,)*
        }

        impl Name {
            /// How many there are.
            pub(super) const COUNT: usize = Self::ALL.len();
            const ALL: &[Self] = &[$(Self::$variant,)*];

            /// What is said of it where it is at fault.
            pub(super) const fn column(self) -> &'static Column {
                const COLUMNS: &[Column] = &[$(Column { name: $name, expected: $expected },)*];
                &COLUMNS[self as usize]
            }

            /// Its largest number; 0 for a word.
            const fn most(self) -> u64 {
                const MOST: &[u64] = &[$($most,)*];
                MOST[self as usize]
            }
        }
    };
}

names! {
    Op "op" 0xffff_ffff_ffff_ffff "a running number",
    Kind "kind" 0 "what is done, such as host-write, read, program, copy, erase or gc-start",
    Purpose "purpose" 0 "what it serves, such as host or gc",
    Cause "cause" 0xffff_ffff_ffff_ffff "the number of an earlier operation",
    Arrival "arrival_ns" 0xffff_ffff_ffff_ffff "nanoseconds, less than 73 years from the first",
    Start "start_ns" 0xffff_ffff_ffff_ffff "nanoseconds",
    Lpn "lpn" 0xffff_fffe "a logical page below 2^32 - 1",
    Pages "pages" 0x10_0000 "a number of logical pages, from 1 to 2^20",
    From "from_ppn" 0xffff_fffe "a physical page below 2^32 - 1",
    To "to_ppn" 0xffff_fffe "a physical page below 2^32 - 1",
    Stale "stale_ppn" 0xffff_fffe "a physical page below 2^32 - 1",
    Block "block" 0xffff_fffe "a flash block below 2^32 - 1",
    Channel "channel" 255 "a channel, from 0 to 255",
    Chip "chip" 255 "a chip of its channel, from 0 to 255",
    Plane "plane" 65_535 "a plane of the device, from 0 to 65535",
    Slot "slot" 65_534 "a block slot, from 0 to 65534",
    MapBlock "map_block" 0xffff_fffe "a block of the map below 2^32 - 1",
}

/// Which column stands at each place of a file; none where it is not read.
#[derive(Clone, Debug)]
pub(super) struct Places(Vec<Option<Name>>);

/// The longest header that is looked at, in columns.
const MOST_COLUMNS: usize = 64;

/// Whether a line is the header of an operation log: it names what is done, and a page or a block of flash that it is done to.
pub(in crate::trace) fn is_header(line: &[u8]) -> bool {
    let places = Places::of(line);
    places.has(Name::Kind) && [Name::From, Name::To, Name::Block].into_iter().any(|name| places.has(name))
}

impl Places {
    /// By the header of a file.
    pub(super) fn of(header: &[u8]) -> Self {
        let mut places: Vec<Option<Name>> = Vec::new();
        for text in Separated::commas(header).take(MOST_COLUMNS) {
            let is_named = |name: &&Name| name.column().name.as_bytes().eq_ignore_ascii_case(text);
            // Of two columns of one name the first is read.
            places.push(Name::ALL.iter().find(is_named).copied().filter(|name| !places.contains(&Some(*name))));
        }
        Self(places)
    }

    /// Whether the file has the column.
    pub(super) fn has(&self, name: Name) -> bool {
        self.0.contains(&Some(name))
    }

    /// What `line` says, by the names of its columns.
    ///
    /// # Errors
    /// A column that is no number, or one too large.
    #[inline]
    pub(super) fn row<'a>(&self, line: &'a [u8]) -> Result<Row<'a>, Reason<'a>> {
        let mut row = Row { kind: b"", purpose: b"", numbers: [0; Name::COUNT], present: 0 };
        let mut columns = Separated::commas(line);
        for name in &self.0 {
            match *name {
                None => _ = columns.next(),
                Some(Name::Kind) => row.kind = columns.next().unwrap_or_default(),
                Some(Name::Purpose) => row.purpose = columns.next().unwrap_or_default(),
                Some(name) => {
                    let Some((value, text)) = columns.whole() else { break };
                    match value.filter(|&value| value <= name.most()) {
                        Some(value) => row.set(name, value),
                        None if text.is_empty() => {}
                        None => return Err(Reason { column: name.column(), text: Some(text) }),
                    }
                }
            }
        }
        Ok(row)
    }

    /// That a column of `line` is not what it should be.
    #[cold]
    pub(super) fn fault<'a>(&self, line: &'a [u8], name: Name) -> Reason<'a> {
        let at = self.0.iter().position(|&at| at == Some(name));
        let text = at.and_then(|at| Separated::commas(line).nth(at)).filter(|text| !text.is_empty());
        Reason { column: name.column(), text }
    }
}

/// What a line says, by its columns; nothing where it is empty there, or ends before.
pub(super) struct Row<'a> {
    /// The word of [`Name::Kind`].
    pub kind: &'a [u8],
    /// The word of [`Name::Purpose`].
    pub purpose: &'a [u8],
    numbers: [u64; Name::COUNT],
    /// The columns that have a number, a bit each.
    present: u32,
}

impl Row<'_> {
    #[inline]
    fn set(&mut self, name: Name, value: u64) {
        self.numbers[name as usize] = value;
        self.present |= 1 << name as u32;
    }

    /// A column's number, none where the row has none.
    #[inline]
    pub(super) fn number(&self, name: Name) -> Option<u64> {
        (self.present & 1 << name as u32 != 0).then_some(self.numbers[name as usize])
    }

    /// The number of a column whose numbers fit; [`NONE`] where the row has none.
    #[inline]
    pub(super) fn small(&self, name: Name) -> u32 {
        self.number(name).map_or(NONE, |value| value as u32)
    }
}
