//! Gives the requests of a recorded stream in order, its times stretched, its addresses fitted to a device.

use super::address::{AddressMap, AddressMode, AddressSpace, Pieces};
use super::coverage::Coverage;
#[cfg(feature = "layers")]
use super::operations::OperationLog;
use super::record::Record;
use super::sidecar::Journal;
use super::time_scale::TimeScale;
use crate::base::error::Error;
use crate::base::request::Request;
use crate::base::state_hash::state_hash;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

/// Records that any number of sources share, and where in their addresses a journal lies if that is known. Hashed by number and a
/// hash of the content that is taken once.
#[derive(Clone)]
pub struct SharedRecords {
    records: Arc<[Record]>,
    content_hash: u64,
    journal: Option<Journal>,
    coverage: Option<Arc<Coverage>>,
    #[cfg(feature = "layers")]
    operations: Option<Arc<OperationLog>>,
}

impl From<Vec<Record>> for SharedRecords {
    fn from(records: Vec<Record>) -> Self {
        let content_hash = state_hash(&records);
        Self {
            records: records.into(),
            content_hash,
            journal: None,
            coverage: None,
            #[cfg(feature = "layers")]
            operations: None,
        }
    }
}

impl SharedRecords {
    /// The same, with the journal of the file system that was recorded.
    pub fn with_journal(self, journal: Option<Journal>) -> Self {
        Self { journal, ..self }
    }

    /// The same, with what they are of the trace that they come from.
    pub fn with_coverage(self, coverage: Coverage) -> Self {
        Self { coverage: Some(coverage.into()), ..self }
    }

    /// What they are of the trace that they come from; none if they come from none.
    pub fn coverage(&self) -> Option<&Coverage> {
        self.coverage.as_deref()
    }

    /// The same, with the flash operations of a log of them.
    #[cfg(feature = "layers")]
    pub(super) fn with_operations(self, operations: Option<Arc<OperationLog>>) -> Self {
        Self { operations, ..self }
    }

    /// The flash operations, where they are of a log of them.
    #[cfg(feature = "layers")]
    pub fn operations(&self) -> Option<&Arc<OperationLog>> {
        self.operations.as_ref()
    }

    /// The records.
    pub fn as_slice(&self) -> &[Record] {
        &self.records
    }
}

impl fmt::Debug for SharedRecords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} records ({:016x})", self.records.len(), self.content_hash)
    }
}

impl Hash for SharedRecords {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.records.len().hash(state);
        self.content_hash.hash(state);
        self.journal.hash(state);
        #[cfg(feature = "layers")]
        self.operations.hash(state);
    }
}

/// How a trace is replayed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReplayOptions {
    /// How addresses are fitted to the device.
    pub address: AddressMode,
    /// Times are multiplied by this, from 0 to a million, to the nearest millionth.
    pub time_scale: f64,
    /// Most requests of the trace; none for all. What the address map splits counts once, what it drops counts.
    pub requests: Option<u64>,
}

impl Default for ReplayOptions {
    fn default() -> Self {
        Self { address: AddressMode::Auto, time_scale: 1.0, requests: None }
    }
}

/// A trace as a source of requests, in order of time.
#[derive(Clone, Debug, Hash)]
pub struct TraceSource {
    records: SharedRecords,
    most_records: usize,
    time_scale: TimeScale,
    map: AddressMap,
    /// Pages of the device.
    journal: Option<Range<u64>>,
    taken: usize,
    pieces: Option<Pieces>,
}

impl TraceSource {
    /// The source of `records` for a device that offers `space`.
    ///
    /// # Errors
    /// A time scale out of range; addresses that the mode cannot fit (see [`AddressMap::new`]).
    pub fn new(records: SharedRecords, options: ReplayOptions, space: AddressSpace) -> Result<Self, Error> {
        let time_scale = TimeScale::new(options.time_scale)?;
        let all = records.records.len();
        let most_records = options.requests.map_or(all, |most| usize::try_from(most).unwrap_or(all).min(all));
        let map = AddressMap::new(options.address, &records.records[..most_records], space)?;
        let journal = records.journal.and_then(|journal| map.pages(journal.sectors(), space.sectors_per_page));
        Ok(Self { records, most_records, time_scale, map, journal, taken: 0, pieces: None })
    }

    /// How addresses are mapped.
    pub fn address_map(&self) -> &AddressMap {
        &self.map
    }

    /// The pages of the device that overlap the recorded journal; none if it is not known to have one, or if the device does not hold it in
    /// one piece.
    pub fn journal(&self) -> Option<Range<u64>> {
        self.journal.clone()
    }

    /// The records, those that are not replayed too.
    pub fn shared(&self) -> &SharedRecords {
        &self.records
    }

    /// How many records it replays in all.
    pub fn records(&self) -> u64 {
        self.most_records as u64
    }

    /// How many records it has taken so far.
    pub fn taken(&self) -> u64 {
        self.taken as u64
    }

    #[inline]
    fn scaled(&self, mut request: Request) -> Request {
        request.arrival_ns = self.time_scale.of(request.arrival_ns);
        request
    }
}

impl Iterator for TraceSource {
    type Item = Request;

    #[inline]
    fn next(&mut self) -> Option<Request> {
        loop {
            if let Some(request) = self.pieces.as_mut().and_then(Iterator::next) {
                return Some(self.scaled(request));
            }
            let record = *self.records.records[..self.most_records].get(self.taken)?;
            self.taken += 1;
            self.pieces = Some(self.map.map(record));
        }
    }
}
