//! What the names of columns say: which column is which, and in what unit.

use super::table::Field;

/// What a column is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// When.
    Time,
    /// What is done; with 0 for a write if the name asks whether it reads.
    Op {
        /// Whether 1 is a read.
        reads_are_one: bool,
    },
    /// Where.
    Offset,
    /// How much.
    Size,
    /// The device, by number where all are numbers.
    Device,
    /// The device, by name, whatever it looks like.
    DeviceName,
}

/// What a name says of its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Named {
    /// What it is.
    pub role: Role,
    /// The unit that the name tells or implies, in nanoseconds or bytes; none if it does neither.
    pub unit: Option<u64>,
}

/// Units of time by the words for them, in nanoseconds.
const TIMES: [(&[&str], u64); 5] = [
    (&["s", "sec", "secs", "second", "seconds"], 1_000_000_000),
    (&["ms", "msec", "msecs", "millisecond", "milliseconds"], 1_000_000),
    (&["us", "usec", "usecs", "µs", "μs", "microsecond", "microseconds"], 1_000),
    (&["ns", "nsec", "nsecs", "nanosecond", "nanoseconds"], 1),
    (&["filetime"], 100),
];
/// Units of addresses and sizes by the words for them, in bytes.
const BYTES: [(&[&str], u64); 4] = [
    (&["b", "byte", "bytes"], 1),
    (&["kb", "kib"], 1 << 10),
    (&["mb", "mib"], 1 << 20),
    (&["sector", "sectors", "block", "blocks", "512b"], 512),
];

/// Names without their units, what they mean, and the unit that they imply.
const NAMES: [(&[&str], Role, Option<u64>); 10] = [
    (
        &[
            "time",
            "timestamp",
            "ts",
            "arrival",
            "arrivaltime",
            "starttime",
            "issuetime",
            "submittime",
            "requesttime",
            "clock",
        ],
        Role::Time,
        None,
    ),
    (
        &[
            "op",
            "opcode",
            "operation",
            "type",
            "optype",
            "iotype",
            "requesttype",
            "rw",
            "rwflag",
            "action",
            "command",
            "cmd",
        ],
        Role::Op { reads_are_one: false },
        None,
    ),
    (&["direction", "iswrite", "write"], Role::Op { reads_are_one: false }, None),
    (&["isread", "read"], Role::Op { reads_are_one: true }, None),
    (
        &[
            "lba",
            "lbn",
            "lsn",
            "sector",
            "block",
            "blkno",
            "blocknumber",
            "sectornumber",
            "startsector",
            "startlba",
            "startblock",
        ],
        Role::Offset,
        Some(512),
    ),
    (&["offset", "byteoffset", "address", "addr", "position", "pos", "startaddress"], Role::Offset, Some(1)),
    (
        &["size", "length", "len", "bytes", "nbytes", "iosize", "requestsize", "reqsize", "blocksize", "sizebytes"],
        Role::Size,
        Some(1),
    ),
    (
        &["sectors", "nsectors", "blocks", "nblocks", "numsectors", "numblocks", "sectorcount", "blockcount"],
        Role::Size,
        Some(512),
    ),
    (
        &[
            "device",
            "dev",
            "deviceid",
            "disk",
            "disknumber",
            "diskid",
            "volume",
            "volumeid",
            "lun",
            "asu",
            "host",
            "hostname",
        ],
        Role::Device,
        None,
    ),
    (&["devicename"], Role::DeviceName, None),
];

/// Whether `text` can be the number of a device.
pub(super) fn is_device_number(text: &[u8]) -> bool {
    let number = std::str::from_utf8(text).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    number.is_some_and(|number| number.parse::<u32>().is_ok())
}

/// What `name` says, in any letter case, with a unit among its words or without.
pub(super) fn named(name: &[u8]) -> Option<Named> {
    let name = std::str::from_utf8(name).ok()?.to_lowercase();
    let words: Vec<&str> =
        name.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    // All of it may be a name although its last word is a unit too: `sectors`, `start_sector`.
    let plain = meant(&words.concat()).map(|(role, unit)| Named { role, unit });
    plain.or_else(|| {
        let (last, rest) = words.split_last()?;
        let (role, implied) = meant(&rest.concat())?;
        let unit = unit_of(last, role)?;
        Some(Named { role, unit: Some(unit) }).filter(|_| role == Role::Time || implied.is_some())
    })
}

/// The unit that the last word of `name`, in small letters, says of a column that is `role`.
pub(super) fn unit_said(name: &str, role: Role) -> Option<u64> {
    let mut words = name.rsplit(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.next().and_then(|last| unit_of(last, role))
}

fn unit_of(word: &str, role: Role) -> Option<u64> {
    let units: &[(&[&str], u64)] = match role {
        Role::Time => &TIMES,
        Role::Offset | Role::Size => &BYTES,
        Role::Op { .. } | Role::Device | Role::DeviceName => &[],
    };
    units.iter().find(|(words, _)| words.contains(&word)).map(|&(_, unit)| unit)
}

fn meant(name: &str) -> Option<(Role, Option<u64>)> {
    NAMES.iter().find(|(names, ..)| names.contains(&name)).map(|&(_, role, unit)| (role, unit))
}

/// The unit of times in a column whose name does not tell it, in nanoseconds, going by one of them, and the words for it.
pub(super) fn time_unit(text: &[u8]) -> (u64, &'static str) {
    match (text.contains(&b'.'), text.len()) {
        (true, _) => (1_000_000_000, "seconds, having a decimal point"),
        (false, 10) => (1_000_000_000, "seconds of Unix time, having ten digits"),
        (false, 13) => (1_000_000, "milliseconds of Unix time, having 13 digits"),
        (false, 16) => (1_000, "microseconds of Unix time, having 16 digits"),
        (false, 17 | 18) => (100, "Windows FILETIME, having 17 or 18 digits"),
        (false, 19) => (1, "nanoseconds of Unix time, having 19 digits"),
        _ => (1_000, "microseconds, since nothing tells their unit"),
    }
}

impl Named {
    /// Whether a column of this name may be `field`: the same, and of the same unit if the name tells one.
    pub(super) fn may_be(&self, field: Field) -> bool {
        let unit = match (self.role, field) {
            (_, Field::Skip) | (Role::Op { .. }, Field::Op) => return true,
            (Role::Device | Role::DeviceName, Field::Device | Field::DeviceName) => return true,
            (Role::Time, Field::Time(unit)) | (Role::Offset, Field::Offset(unit)) | (Role::Size, Field::Size(unit)) => {
                unit
            }
            _ => return false,
        };
        self.unit.is_none_or(|named| named == unit)
    }

    /// The field for its column, of which `text` is one.
    pub(super) fn field(self, text: &[u8]) -> Field {
        match self.role {
            Role::Time => Field::Time(self.unit.unwrap_or_else(|| time_unit(text).0)),
            Role::Op { .. } => Field::Op,
            Role::Offset => Field::Offset(self.unit.unwrap_or(1)),
            Role::Size => Field::Size(self.unit.unwrap_or(1)),
            Role::Device if text.is_empty() || is_device_number(text) => Field::Device,
            Role::Device | Role::DeviceName => Field::DeviceName,
        }
    }

    /// What a person should know of the column `name`, of which `text` is one.
    pub(super) fn note(self, name: &[u8], text: &[u8]) -> String {
        let name = name.escape_ascii();
        let unit = |unit: Option<u64>| match unit.unwrap_or(1) {
            1 => "bytes".to_owned(),
            512 => "sectors of 512 bytes".to_owned(),
            unit => format!("units of {unit} bytes"),
        };
        match self.role {
            Role::Time => {
                let told = TIMES.iter().find(|(_, unit)| Some(*unit) == self.unit).and_then(|(words, _)| words.last());
                format!("column {name} is the time, in {}", told.copied().unwrap_or_else(|| time_unit(text).1))
            }
            Role::Op { reads_are_one: false } => {
                format!("column {name} is the operation; of numbers 0 is a read, 1 a write")
            }
            Role::Op { reads_are_one: true } => {
                format!("column {name} is the operation; of numbers 1 is a read, 0 a write")
            }
            Role::Offset => format!("column {name} is the address, in {}", unit(self.unit)),
            Role::Size => format!("column {name} is the size, in {}", unit(self.unit)),
            Role::Device | Role::DeviceName => format!("column {name} is the device"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_roles_and_units() {
        let known = |name: &str| named(name.as_bytes()).map(|named| (named.role, named.unit));
        assert_eq!(known("Timestamp"), Some((Role::Time, None)));
        assert_eq!(known("time_us"), Some((Role::Time, Some(1_000))));
        assert_eq!(known("Time (ms)"), Some((Role::Time, Some(1_000_000))));
        assert_eq!(known("Start LBA"), Some((Role::Offset, Some(512))));
        assert_eq!(known("ByteOffset"), Some((Role::Offset, Some(1))));
        assert_eq!(known("offset_sectors"), Some((Role::Offset, Some(512))));
        assert_eq!(known("offset_bytes"), Some((Role::Offset, Some(1))));
        assert_eq!(known("timestamp [ns]"), Some((Role::Time, Some(1))));
        assert_eq!(known("size(KB)"), Some((Role::Size, Some(1024))));
        assert_eq!(known("length [KiB]"), Some((Role::Size, Some(1024))));
        assert_eq!(known("num_sectors"), Some((Role::Size, Some(512))));
        assert_eq!(known("is_read"), Some((Role::Op { reads_are_one: true }, None)));
        assert_eq!(known("Volume-ID"), Some((Role::Device, None)));
        for other in ["latency", "latency_ms", "response_time_us", "", "size_ms", "op_bytes"] {
            assert_eq!(known(other), None, "{other}");
        }
    }

    #[test]
    fn a_time_tells_its_unit_if_its_name_does_not() {
        for (text, unit) in
            [("1.5", 1_000_000_000), ("1538323200", 1_000_000_000), ("1577808000000046", 1_000), ("17", 1_000)]
        {
            assert_eq!(time_unit(text.as_bytes()).0, unit, "{text}");
        }
    }
}
