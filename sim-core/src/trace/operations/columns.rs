//! Which column of an operation log stands where, by the names of its header.

use crate::trace::scan::{Column, Reason, Separated, whole};

/// A column of our log.
macro_rules! names {
    ($($variant:ident $name:literal $expected:literal,)*) => {
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
        }
    };
}

names! {
    Op "op" "a running number",
    Kind "kind" "what is done, such as host-write, read, program, copy, erase or gc-start",
    Purpose "purpose" "what it serves, such as host or gc",
    Cause "cause" "the number of an earlier operation",
    Request "request" "a running number",
    Arrival "arrival_ns" "nanoseconds, less than 73 years from the first",
    Start "start_ns" "nanoseconds",
    Lpn "lpn" "a logical page below 2^32 - 1",
    Pages "pages" "a number of logical pages, from 1 to 2^20",
    From "from_ppn" "a physical page below 2^32 - 1",
    To "to_ppn" "a physical page below 2^32 - 1",
    Stale "stale_ppn" "a physical page below 2^32 - 1",
    Block "block" "a flash block below 2^32 - 1",
    Channel "channel" "a channel, from 0 to 255",
    Chip "chip" "a chip of its channel, from 0 to 255",
    Plane "plane" "a plane of the device, from 0 to 65535",
    Slot "slot" "a block slot, from 0 to 65534",
    MapBlock "map_block" "a block of the map below 2^32 - 1",
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

    /// The columns of `line` by their names.
    pub(super) fn row<'a>(&self, line: &'a [u8]) -> Row<'a> {
        let mut texts = [None; Name::COUNT];
        for (name, text) in self.0.iter().zip(Separated::commas(line)) {
            if let Some(name) = *name {
                texts[name as usize] = Some(text).filter(|text| !text.is_empty());
            }
        }
        Row(texts)
    }
}

/// The texts of a line by their columns; none where a line is empty there, or ends before.
pub(super) struct Row<'a>([Option<&'a [u8]>; Name::COUNT]);

impl<'a> Row<'a> {
    /// A column's text.
    pub(super) fn text(&self, name: Name) -> Option<&'a [u8]> {
        self.0[name as usize]
    }

    /// A column's number, none where the row has none.
    ///
    /// # Errors
    /// No number, or one above `most`.
    pub(super) fn number(&self, name: Name, most: u64) -> Result<Option<u64>, Reason<'a>> {
        let Some(text) = self.text(name) else { return Ok(None) };
        match whole(text).filter(|&value| value <= most) {
            Some(value) => Ok(Some(value)),
            None => Err(self.fault(name)),
        }
    }

    /// A column's number below 2^32 - 1; [`super::NONE`] where the row has none.
    ///
    /// # Errors
    /// No number, or one too large.
    pub(super) fn small(&self, name: Name) -> Result<u32, Reason<'a>> {
        Ok(self.number(name, u64::from(super::NONE) - 1)?.map_or(super::NONE, |value| value as u32))
    }

    /// That a column is not what it should be.
    pub(super) fn fault(&self, name: Name) -> Reason<'a> {
        Reason { column: name.column(), text: self.text(name) }
    }
}
