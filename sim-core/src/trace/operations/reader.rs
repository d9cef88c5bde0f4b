//! Gathers the operations of a log, row by row, each with the request that it belongs to.

use super::columns::{Name, Places, Row};
use super::log::OperationLog;
use super::recorded::{NONE, Recorded};
use super::shape::{Evidence, PAGE_BYTES};
use crate::base::request::{HostOp, SECTOR_BYTES};
use crate::base::state_hash::state_hash;
use crate::trace::parsed::{Line, Parsed};
use crate::trace::scan::Reason;

/// Most operations of a log, 40 bytes each.
const MAX_OPERATIONS: usize = 1 << 24;
/// Most words of a column.
const MAX_WORDS: usize = 64;
const SECTORS_PER_PAGE: u64 = PAGE_BYTES / SECTOR_BYTES;

/// The operations of a log so far.
#[derive(Clone, Debug)]
pub(in crate::trace) struct OperationsReader {
    places: Places,
    kinds: Vec<String>,
    purposes: Vec<String>,
    operations: Vec<Recorded>,
    requests: Vec<u32>,
    /// Whether a request begins with a row of its own; none before the first row that tells.
    has_requests: Option<bool>,
    evidence: Evidence,
    /// Physical pages that there are at least.
    physical_pages: u64,
    /// What the file calls its first row.
    first_op: Option<u64>,
    time_ns: u64,
    /// The line that is read next, from 1.
    line: u64,
}

impl OperationsReader {
    /// A reader of the rows below `header`.
    pub(in crate::trace) fn new(header: &[u8]) -> Self {
        Self {
            places: Places::of(header),
            kinds: Vec::new(),
            purposes: Vec::new(),
            operations: Vec::new(),
            requests: Vec::new(),
            has_requests: None,
            evidence: Evidence::NONE,
            physical_pages: 0,
            first_op: None,
            time_ns: 0,
            line: 0,
        }
    }

    /// The row that comes is this line of the file, from 1.
    pub(in crate::trace) fn at_line(&mut self, number: u64) {
        self.line = number;
    }

    /// What stands in `line` for the time.
    pub(in crate::trace) fn time_misfit<'a>(&self, line: &'a [u8]) -> Reason<'a> {
        let arrival = self.places.fault(line, Name::Arrival);
        if arrival.text.is_some() { arrival } else { self.places.fault(line, Name::Start) }
    }

    /// Takes a row: the request that begins with it, none if none does.
    ///
    /// # Errors
    /// The column at fault.
    pub(in crate::trace) fn row<'a>(&mut self, line: &'a [u8]) -> Parsed<'a> {
        let row = self.places.row(line)?;
        let fault = |name| self.places.fault(line, name);
        let purpose = if row.purpose.is_empty() { b"host" } else { row.purpose };
        let kind_at = place(&self.kinds, row.kind).ok_or_else(|| fault(Name::Kind))?;
        let purpose_at = place(&self.purposes, purpose).ok_or_else(|| fault(Name::Purpose))?;
        let op = host_op(row.kind);
        let op_begun = match self.has_requests {
            Some(true) => op,
            Some(false) if op.is_some() => return Err(fault(Name::Kind)),
            _ => op.or_else(|| op_of_page(row.kind, purpose)),
        };
        let recorded = self.recorded(&row, kind_at, purpose_at);
        let request = match op_begun {
            Some(op) => Some((op, extent(&recorded, op).map_err(fault)?)),
            None => None,
        };
        if self.operations.len() == MAX_OPERATIONS {
            return Err(fault(Name::Op));
        }
        self.evidence_of(&row, &recorded);
        self.first_op.get_or_insert(row.number(Name::Op).unwrap_or(0));
        keep(&mut self.kinds, row.kind, kind_at);
        keep(&mut self.purposes, purpose, purpose_at);
        let place = self.operations.len() as u32;
        self.operations.push(recorded);
        let Some((op, (first, count))) = request else { return Ok(None) };
        self.has_requests.get_or_insert(host_op(row.kind).is_some());
        self.requests.push(if self.requests.is_empty() { 0 } else { place });
        self.evidence.request(first + count);
        // What is carried out stands in the order of the file, whatever its times.
        let time_ns = row.number(Name::Arrival).or(row.number(Name::Start)).unwrap_or(0);
        self.time_ns = self.time_ns.max(time_ns);
        let (sector, sectors) = (u64::from(first) * SECTORS_PER_PAGE, u64::from(count) * SECTORS_PER_PAGE);
        Ok(Some(Line { time_ns: self.time_ns, op, sector, sectors, device: 0, host: b"" }))
    }

    /// What a row says, of these words.
    fn recorded(&self, row: &Row<'_>, kind: u8, purpose: u8) -> Recorded {
        let first_op = self.first_op.or(row.number(Name::Op)).unwrap_or(0);
        let cause = row.number(Name::Cause).and_then(|cause| cause.checked_sub(first_op));
        Recorded {
            line: u32::try_from(self.line).unwrap_or(NONE),
            kind,
            purpose,
            slot: row.number(Name::Slot).map_or(u16::MAX, |slot| slot as u16),
            cause: cause.and_then(|cause| u32::try_from(cause).ok()).unwrap_or(NONE),
            lpn: row.small(Name::Lpn),
            pages: row.number(Name::Pages).unwrap_or(1) as u32,
            from: row.small(Name::From),
            to: row.small(Name::To),
            stale: row.small(Name::Stale),
            block: row.number(Name::MapBlock).map_or_else(|| row.small(Name::Block), |block| block as u32),
        }
    }

    /// What a row says of the device.
    fn evidence_of(&mut self, row: &Row<'_>, recorded: &Recorded) {
        let place = |name| row.number(name).map(|place| place as u32);
        let pages = [recorded.to, recorded.from, recorded.stale];
        if let Some(block) = place(Name::Block) {
            self.evidence.block(block, place(Name::Plane), place(Name::Chip), place(Name::Channel));
            // The page that the row's block is of, as in our own log.
            if let Some(&page) = pages.iter().find(|&&page| page != NONE) {
                self.evidence.page_in_block(page, block);
            }
        }
        for page in pages.into_iter().filter(|&page| page != NONE) {
            self.physical_pages = self.physical_pages.max(u64::from(page) + 1);
        }
    }

    /// The whole log, of the file `name`.
    ///
    /// # Errors
    /// Numbers that no device has, in words.
    pub(in crate::trace) fn finish(self, name: &str) -> Result<OperationLog, String> {
        let shape = self.evidence.shape(self.physical_pages)?;
        let Self { kinds, purposes, operations, requests, has_requests, places, .. } = self;
        let hash = state_hash(&(&kinds, &purposes, &operations, &requests));
        Ok(OperationLog {
            name: name.into(),
            kinds,
            purposes,
            operations,
            requests,
            has_requests: has_requests.unwrap_or(false),
            says_stale: places.has(Name::Stale),
            shape,
            hash,
        })
    }
}

/// The request that begins with an operation of this kind.
fn host_op(kind: &[u8]) -> Option<HostOp> {
    match kind {
        b"host-read" => Some(HostOp::Read),
        b"host-write" => Some(HostOp::Write),
        b"host-trim" => Some(HostOp::Trim),
        b"host-flush" => Some(HostOp::Flush),
        _ => None,
    }
}

/// The request that an operation is, in a log that has none.
fn op_of_page(kind: &[u8], purpose: &[u8]) -> Option<HostOp> {
    match (kind, purpose) {
        (b"read" | b"read-unmapped", b"host") => Some(HostOp::Read),
        (b"program", b"host") => Some(HostOp::Write),
        (b"trim", b"host") => Some(HostOp::Trim),
        _ => None,
    }
}

/// The first page and the number of pages of a request.
///
/// # Errors
/// The column at fault.
fn extent(recorded: &Recorded, op: HostOp) -> Result<(u32, u32), Name> {
    match (op, recorded.lpn) {
        (HostOp::Flush, _) => Ok((0, 0)),
        (_, NONE) => Err(Name::Lpn),
        (_, first) => match first.checked_add(recorded.pages) {
            Some(NONE) | None => Err(Name::Pages),
            Some(_) if recorded.pages == 0 => Err(Name::Pages),
            Some(_) => Ok((first, recorded.pages)),
        },
    }
}

/// Whether `text` is a word of small letters, as kinds and purposes are, and no name of a column.
fn is_word(text: &[u8]) -> bool {
    !text.is_empty()
        && text != b"kind"
        && text.iter().all(|byte| byte.is_ascii_lowercase() || matches!(byte, b'-' | b'_'))
}

/// The place of `text` among `words`, behind them if it is new; none if there are too many, or if it is no word.
fn place(words: &[String], text: &[u8]) -> Option<u8> {
    let known = words.iter().position(|word| word.as_bytes() == text);
    let place = known.or_else(|| (words.len() < MAX_WORDS && is_word(text)).then_some(words.len()))?;
    Some(place as u8)
}

/// Puts `text` among `words` if its place is behind them.
fn keep(words: &mut Vec<String>, text: &[u8], place: u8) {
    if usize::from(place) == words.len() {
        words.push(String::from_utf8_lossy(text).into_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (OperationLog, Vec<(u64, HostOp, u64, u64)>) {
        let (header, rows) = text.split_once('\n').unwrap();
        let mut reader = OperationsReader::new(header.as_bytes());
        let mut requests = Vec::new();
        for row in rows.lines() {
            let line = reader.row(row.as_bytes()).unwrap();
            requests.extend(line.map(|line| (line.time_ns, line.op, line.sector, line.sectors)));
        }
        (reader.finish("a.csv").unwrap(), requests)
    }

    #[test]
    fn operations_belong_to_the_request_that_was_begun_last() {
        let (log, requests) = read(
            "op,kind,arrival_ns,lpn,pages,to_ppn,cause\n7,host-write,50,3,2,,\n8,program,,3,1,0,7\n9,program,,4,1,1,7\n10,host-flush,40,,1,,\n",
        );
        assert_eq!(requests, [(50, HostOp::Write, 24, 16), (50, HostOp::Flush, 0, 0)]);
        assert_eq!((log.of_request(0), log.of_request(1), log.of_request(2)), (0..3, 3..4, 4..4));
        assert_eq!(log.operations.iter().map(|each| each.cause).collect::<Vec<_>>(), [NONE, 0, 0, NONE]);
        assert!(log.has_requests && !log.says_stale);
        assert_eq!(log.shape.logical_pages, 5);
    }

    #[test]
    fn each_page_for_the_host_is_a_request_where_a_log_has_none() {
        let (log, requests) =
            read("kind,purpose,lpn,from_ppn,to_ppn\nerase,gc,,,\nprogram,host,5,,0\ncopy,gc,5,0,1\nread,host,5,1,\n");
        assert_eq!(requests, [(0, HostOp::Write, 40, 8), (0, HostOp::Read, 40, 8)]);
        assert_eq!((log.of_request(0), log.of_request(1)), (0..3, 3..4));
        assert!(!log.has_requests);
    }

    #[test]
    fn names_the_column_at_fault() {
        let reason = |row: &'static str| {
            let mut reader = OperationsReader::new(b"kind,lpn,pages,to_ppn");
            reader.row(row.as_bytes()).unwrap_err().to_string()
        };
        assert!(reason("Program 1,5,1,0").starts_with("kind: \"Program 1\" is not what is done"));
        assert!(reason("host-write,,1,").starts_with("lpn: missing"));
        assert!(reason("host-write,-1,1,").starts_with("lpn: \"-1\" is not"));
        assert!(reason("host-write,4294967290,9,").starts_with("pages: \"9\" is not"));
        assert!(reason("program,1,1,4294967295").starts_with("to_ppn: \"4294967295\" is not"));
    }
}
