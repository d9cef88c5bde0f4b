//! The devices of a trace while it is read: a stream of records each, so that no record carries its device.

use crate::trace::Format;
use crate::trace::quote::readable;
use crate::trace::record::Record;

/// Most devices a trace may have; a line of one more is a bad line.
pub(super) const MAX_DEVICES: usize = 4096;

/// Longest name of a host or device, in bytes as [`readable`] has it; a line with a longer one is a bad line.
pub(super) const MAX_NAME: usize = 1024;

/// The stream of one device in the making, with times of the file's clock.
#[derive(Debug)]
pub(super) struct Stream {
    /// Its number: in the file; where hosts are named host × 65536 + disk, hosts counted from 0 as they appear; where devices are named, counted likewise.
    pub number: u32,
    /// What a person calls it.
    pub label: String,
    /// Its records in the order of the file.
    pub records: Vec<Record>,
    /// How many records came with an earlier time than the one before.
    pub out_of_order: u64,
    /// How many of its requests are left out, another device being asked for.
    pub left_out: u64,
    latest_ns: u64,
}

impl Stream {
    /// Appends `record`.
    #[inline]
    pub(super) fn push(&mut self, record: Record) {
        let t_ns = record.t_ns();
        self.out_of_order += u64::from(t_ns < self.latest_ns);
        self.latest_ns = t_ns;
        self.records.push(record);
    }
}

/// Numbers that differ modulo this are found without a search.
const RECENT: usize = 64;

/// All streams of a trace.
#[derive(Debug)]
pub(super) struct Devices {
    streams: Vec<Stream>,
    /// Number and place in `streams`, ascending by number.
    places: Vec<(u32, usize)>,
    hosts: Vec<Box<[u8]>>,
    /// For each value of a number's lowest bits, the place of the stream it led to last.
    recent: [usize; RECENT],
    last_host: usize,
}

impl Devices {
    /// No devices.
    pub(super) fn new() -> Self {
        Self { streams: Vec::new(), places: Vec::new(), hosts: Vec::new(), recent: [0; RECENT], last_host: 0 }
    }

    /// The stream of disk `disk` of `host`, made if it is new; none if it would be one too many.
    /// `host` is empty in formats without hosts. None as well if its name is too long.
    #[inline]
    pub(super) fn stream(&mut self, format: Format, host: &[u8], disk: u32) -> Option<&mut Stream> {
        let number = if host.is_empty() { disk } else { self.host(host)? * format.entry().disks_a_host + disk };
        let slot = number as usize % RECENT;
        if self.streams.get(self.recent[slot]).is_none_or(|stream| stream.number != number) {
            self.recent[slot] = self.place(format, host, disk, number)?;
        }
        self.streams.get_mut(self.recent[slot])
    }

    /// Where the stream of device `number` is in `streams`, made if it is new; none if it would be one too many.
    fn place(&mut self, format: Format, host: &[u8], disk: u32, number: u32) -> Option<usize> {
        match self.places.binary_search_by_key(&number, |&(number, _)| number) {
            Ok(found) => Some(self.places[found].1),
            Err(_) if self.streams.len() == MAX_DEVICES => None,
            Err(gap) => {
                let place = self.streams.len();
                self.places.insert(gap, (number, place));
                let label = (format.entry().device_label)(host, disk);
                self.streams.push(Stream {
                    number,
                    label,
                    records: Vec::new(),
                    out_of_order: 0,
                    left_out: 0,
                    latest_ns: 0,
                });
                Some(place)
            }
        }
    }

    /// The streams, ascending by number.
    pub(super) fn into_streams(self) -> Vec<Stream> {
        let mut streams: Vec<Option<Stream>> = self.streams.into_iter().map(Some).collect();
        self.places.iter().filter_map(|&(_, place)| streams[place].take()).collect()
    }

    /// The place of `host` among the hosts seen so far.
    #[inline]
    fn host(&mut self, host: &[u8]) -> Option<u32> {
        if self.hosts.get(self.last_host).is_none_or(|last| **last != *host) {
            self.last_host = match self.hosts.iter().position(|known| **known == *host) {
                Some(place) => place,
                None if self.hosts.len() == MAX_DEVICES || readable(host).len() > MAX_NAME => return None,
                None => {
                    self.hosts.push(host.into());
                    self.hosts.len() - 1
                }
            };
        }
        u32::try_from(self.last_host).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_disks_by_host() {
        let mut devices = Devices::new();
        let mut number =
            |host: &[u8], disk| devices.stream(Format::Msr, host, disk).map(|s| (s.number, s.label.clone()));
        assert_eq!(number(b"hm", 1), Some((1, "hm.1".into())));
        assert_eq!(number(b"src1", 1), Some((65_537, "src1.1".into())));
        assert_eq!(number(b"hm", 0), Some((0, "hm.0".into())));
        assert_eq!(number(b"hm", 1), Some((1, "hm.1".into())));
        let numbers: Vec<u32> = devices.into_streams().iter().map(|stream| stream.number).collect();
        assert_eq!(numbers, [0, 1, 65_537]);
    }

    #[test]
    fn a_name_is_bounded_as_it_is_shown() {
        let mut devices = Devices::new();
        let mut label = |name: &[u8]| devices.stream(Format::Csv, name, 0).map(|stream| stream.label.len());
        assert_eq!(label(&[b'a'; MAX_NAME]), Some(MAX_NAME));
        assert_eq!(label(&[b'a'; MAX_NAME + 1]), None);
        assert_eq!(label(&[b'\xff'; MAX_NAME / 4]), Some(MAX_NAME));
        assert_eq!(label(&[b'\xff'; MAX_NAME / 4 + 1]), None);
    }

    #[test]
    fn has_room_for_so_many_and_no_more() {
        let mut devices = Devices::new();
        for number in (0..MAX_DEVICES as u32).rev() {
            assert!(devices.stream(Format::Spc, b"", number).is_some());
        }
        assert!(devices.stream(Format::Spc, b"", u32::MAX).is_none());
        assert!(devices.stream(Format::Spc, b"", 7).is_some_and(|stream| stream.number == 7));
    }
}
