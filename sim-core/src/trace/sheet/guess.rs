//! What the columns of a table may be, by their names and by what stands in them. A person has the last word.

use crate::trace::header::{Named, Role, named, time_unit, unit_said};
use crate::trace::numbers::number;
use crate::trace::ops;
use crate::trace::shape::{is_bit, is_decimal};
use serde::Serialize;

/// What a column may be.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TraceColumnGuess"))]
pub struct Guess {
    /// Its word in `workload.columns`.
    pub meaning: &'static str,
    /// The unit's word; empty where it has none.
    pub unit: &'static str,
}

/// Most different words that a column of operations has.
pub(super) const MOST_WORDS: usize = 8;
/// The largest size that is thought likely, in bytes.
const LIKELY_SIZE: u64 = 64 << 20;

/// Parts of names, and what columns with such names are, unless a part says otherwise that stands before. None is none of what is wanted.
const PARTS: [(&[&str], Option<Role>); 7] = [
    (&["resp", "latency", "duration", "elapsed", "wait", "queue", "depth"], None),
    (&["size", "len", "bytes", "amount", "nsec", "count"], Some(Role::Size)),
    (&["lba", "lbn", "sector", "addr", "offset", "blk", "block", "pos", "start"], Some(Role::Offset)),
    (&["time", "stamp", "arriv"], Some(Role::Time)),
    (&["dev", "disk", "vol", "lun"], Some(Role::Device)),
    (&["rw", "type", "cmd", "command", "operation", "direction", "access"], Some(OP)),
    (&["op"], Some(OP)),
];

const OP: Role = Role::Op { reads_are_one: false };

/// What each of the columns may be, whose `names` there are or not, and whose `values` stand in the first lines.
pub(super) fn guesses(names: &[&[u8]], values: &[Vec<&[u8]>]) -> Vec<Option<Guess>> {
    let columns: Vec<Column<'_>> = values.iter().map(|values| Column { values }).collect();
    let mut found: Vec<Option<Named>> = vec![None; columns.len()];
    for (place, column) in columns.iter().enumerate() {
        let said = names.get(place).and_then(|name| named(name).map(one_op).or_else(|| by_part(name)));
        found[place] = said.filter(|said| column.fits(said.role) && place_of(&found, said.role).is_none());
    }
    for role in [OP, Role::Time] {
        give(&mut found, role, |free| free.iter().copied().find(|&place| columns[place].is_like(role)));
    }
    give(&mut found, Role::Offset, |free| {
        free.iter()
            .copied()
            .filter(|&place| columns[place].fits(Role::Offset))
            .max_by_key(|&place| columns[place].most())
    });
    give(&mut found, Role::Size, |free| {
        let sizes = free.iter().copied().filter(|&place| columns[place].is_like(Role::Size));
        sizes.max_by_key(|&place| (columns[place].is_whole_sectors(), columns[place].most()))
    });
    found.iter().zip(&columns).map(|(named, column)| named.map(|named| column.guess(named))).collect()
}

/// Gives the free column that `choose` takes the meaning `role`, if none has it.
fn give(found: &mut [Option<Named>], role: Role, choose: impl Fn(&[usize]) -> Option<usize>) {
    let free: Vec<usize> = (0..found.len()).filter(|&place| found[place].is_none()).collect();
    if place_of(found, role).is_none()
        && let Some(place) = choose(&free)
    {
        found[place] = Some(Named { role, unit: None });
    }
}

fn place_of(found: &[Option<Named>], role: Role) -> Option<usize> {
    found.iter().position(|named| named.is_some_and(|named| named.role == role))
}

/// Which number is a read is asked with the words.
fn one_op(named: Named) -> Named {
    match named.role {
        Role::Op { .. } => Named { role: OP, ..named },
        _ => named,
    }
}

fn by_part(name: &[u8]) -> Option<Named> {
    let name = std::str::from_utf8(name).ok()?.to_lowercase();
    let (_, role) = PARTS.iter().find(|(parts, _)| parts.iter().any(|part| name.contains(part)))?;
    role.map(|role| Named { role, unit: unit_said(&name, role) })
}

/// What stands in a column.
struct Column<'a> {
    values: &'a [&'a [u8]],
}

impl Column<'_> {
    /// Whether it can be that at all.
    fn fits(&self, role: Role) -> bool {
        match role {
            Role::Time => self.values.iter().all(|text| is_decimal(text)),
            Role::Offset | Role::Size => self.values.iter().all(|text| number(text).is_some()),
            Role::Op { .. } => self.different() <= MOST_WORDS,
            Role::Device | Role::DeviceName => true,
        }
    }

    /// Whether it looks as if it were that, whatever it is called.
    fn is_like(&self, role: Role) -> bool {
        let are_words = || self.values.iter().all(|text| ops::word(text).is_some());
        let are_letters =
            || self.values.iter().all(|text| text.iter().all(u8::is_ascii_alphabetic) && !text.is_empty());
        let are_bits = || self.values.iter().all(|text| is_bit(text));
        match role {
            Role::Op { .. } => are_words() || self.different() <= 4 && (are_letters() || are_bits()),
            Role::Time => self.fits(role) && self.ascends() && self.different() * 2 > self.values.len(),
            Role::Size => self.fits(role) && (1..=LIKELY_SIZE).contains(&self.least()) && self.most() <= LIKELY_SIZE,
            Role::Offset | Role::Device | Role::DeviceName => false,
        }
    }

    fn numbers(&self) -> impl Iterator<Item = u64> {
        self.values.iter().filter_map(|text| number(text))
    }

    fn most(&self) -> u64 {
        self.numbers().max().unwrap_or(0)
    }

    fn least(&self) -> u64 {
        self.numbers().min().unwrap_or(0)
    }

    fn is_whole_sectors(&self) -> bool {
        self.numbers().all(|value| value % 512 == 0)
    }

    /// How many different texts, counted a little beyond what matters.
    fn different(&self) -> usize {
        let mut texts = self.values.to_vec();
        texts.sort_unstable();
        texts.dedup();
        texts.len()
    }

    /// Whether no number is less than the one before, digits alone being compared.
    fn ascends(&self) -> bool {
        let parts = |text: &[u8]| {
            let mut parts = text.splitn(2, |&byte| byte == b'.');
            let whole = parts.next().and_then(number);
            (whole, parts.next().map(<[u8]>::to_vec).unwrap_or_default())
        };
        self.values.windows(2).all(|pair| parts(pair[0]) <= parts(pair[1]))
    }

    fn guess(&self, Named { role, unit }: Named) -> Guess {
        let text = self.values.first().copied().unwrap_or_default();
        match role {
            Role::Time => Guess { meaning: "time", unit: time_word(unit.unwrap_or_else(|| time_unit(text).0)) },
            Role::Op { .. } => Guess { meaning: "op", unit: "" },
            Role::Offset => Guess { meaning: "offset", unit: self.byte_word(unit) },
            Role::Size => Guess { meaning: "size", unit: self.byte_word(unit) },
            Role::Device | Role::DeviceName => Guess { meaning: "device", unit: "" },
        }
    }

    /// Bytes are mostly whole sectors; what is not counts sectors.
    fn byte_word(&self, unit: Option<u64>) -> &'static str {
        let by_value = if self.is_whole_sectors() { 1 } else { 512 };
        match unit.unwrap_or(by_value) {
            512 => "sectors",
            1024 => "KiB",
            4096 => "pages",
            0x10_0000 => "MiB",
            _ => "bytes",
        }
    }
}

fn time_word(unit_ns: u64) -> &'static str {
    match unit_ns {
        1_000_000_000 => "s",
        1_000_000 => "ms",
        1_000 => "us",
        100 => "filetime",
        _ => "ns",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guessed(header: &str, lines: &[&str]) -> Vec<String> {
        let names: Vec<&[u8]> = header.split(',').filter(|name| !name.is_empty()).map(str::as_bytes).collect();
        let columns = lines[0].split(',').count();
        let column = |place| lines.iter().map(|line| line.split(',').nth(place).unwrap().as_bytes()).collect();
        let values: Vec<Vec<&[u8]>> = (0..columns).map(column).collect();
        let word = |guess: Option<Guess>| match guess {
            Some(Guess { meaning, unit: "" }) => meaning.to_owned(),
            Some(Guess { meaning, unit }) => format!("{meaning}:{unit}"),
            None => "-".into(),
        };
        guesses(&names, &values).into_iter().map(word).collect()
    }

    #[test]
    fn by_names_in_part() {
        let lines = ["5,0.5,GET,81,8,3", "9,0.7,PUT,16,16,3"];
        let header = "resp_time,req_timestamp,access_kind,start_lba_no,req_len,device_no";
        assert_eq!(guessed(header, &lines), ["-", "time:s", "op", "offset:sectors", "size:sectors", "device"]);
    }

    #[test]
    fn units_stand_in_names_that_are_known_in_part() {
        let lines = ["5,0.5,GET,80,8", "9,0.7,PUT,16,16"];
        let header = "resp_time_us,req_timestamp(ms),access_kind,start_at_offset_sectors,req_len [KB]";
        assert_eq!(guessed(header, &lines), ["-", "time:ms", "op", "offset:sectors", "size:KiB"]);
    }

    #[test]
    fn by_values_without_names() {
        let lines = ["17,R,1048576,4096,x7", "19,W,8192,512,y8", "21,R,4096,4096,z9"];
        assert_eq!(guessed("", &lines), ["time:us", "op", "offset:bytes", "size:bytes", "-"]);
        let lines = ["1,90071,8,1577808000000046", "0,17,16,1577808000000050", "0,33,8,1577808000000051"];
        assert_eq!(guessed("", &lines), ["op", "offset:sectors", "size:sectors", "time:us"]);
    }

    #[test]
    fn a_name_that_does_not_fit_its_values_counts_for_nothing() {
        assert_eq!(guessed("offset,op,size", &["sda,R,7", "sdb,W,9"])[0], "-");
    }
}
