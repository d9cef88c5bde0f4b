//! What is known of a run so far: figures by request, and the moments worth a mark. Being functions of the run alone,
//! they are written once and read up to whatever position is shown.

use super::machine::{Completion, Machine};
use super::operation::{Kind, Operation};

/// A moment worth a mark on the timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The operation.
    pub operation: u64,
    /// The request it belongs to.
    pub request: u64,
}

/// Moments of a run that one may want to go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// A garbage collection begins.
    Gc,
    /// A merge begins.
    Merge,
    /// A map entry is not in the cache.
    MapMiss,
    /// Pages in page slots and in a block slot trade places.
    Swap,
    /// A logical block goes from RAM to flash.
    Flush,
    /// A session of a buffer that tunes itself is over.
    Session,
    /// A page is rebuilt from the rest of its stripe.
    Rebuild,
    /// A read waits for a garbage collection.
    Wait,
}

/// Cumulative host page writes and flash programs when a request had been begun.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Host page writes so far.
    pub host_pages: u64,
    /// Flash page programs so far.
    pub programs: u64,
}

/// Everything known of a run.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// Operations carried out when each request was begun.
    begun_at: Vec<u64>,
    /// Response time of each request in nanoseconds, plus 1; 0 while unknown.
    response_ns: Vec<u64>,
    /// Host and flash writes before every so many requests.
    written: Vec<Written>,
    /// How many requests lie between two of them, as a power of two.
    written_stride_log2: u32,
    /// Collections begun.
    pub collections: Vec<Mark>,
    /// Blocks erased.
    pub erases: Vec<Mark>,
    /// Wear levelling begun.
    pub levelings: Vec<Mark>,
    /// Merges begun.
    pub merges: Vec<Mark>,
    /// Map entries looked up and not found in the cache.
    pub map_misses: Vec<Mark>,
    /// Swaps in RAM.
    pub swaps: Vec<Mark>,
    /// Flushes begun.
    pub flushes: Vec<Mark>,
    /// Of those, flushes that fill the holes of their block.
    pub plugs: Vec<Mark>,
    /// Sessions over.
    pub sessions: Vec<Mark>,
    /// Pages rebuilt from the rest of their stripe.
    pub rebuilds: Vec<Mark>,
    /// Reads that wait for a garbage collection.
    pub waits: Vec<Mark>,
    /// Operations known: the farthest point ever reached.
    pub known_operations: u64,
}

/// Most entries of [`History::written`]: when there are more, every second goes.
const WRITTEN_MAX: usize = 1 << 14;

impl History {
    /// A request is about to begin on `machine`.
    pub fn begins(&mut self, machine: &Machine) {
        let request = machine.requests_begun;
        if request as usize == self.begun_at.len() {
            self.begun_at.push(machine.core.operations);
            if request.is_multiple_of(1 << self.written_stride_log2) {
                let counters = &machine.core.counters;
                let (host_pages, programs) = (counters.host_written_pages(), counters.nand_programs());
                self.written.push(Written { host_pages, programs });
                self.thin_out();
            }
        }
    }

    fn thin_out(&mut self) {
        if self.written.len() < WRITTEN_MAX {
            return;
        }
        let mut at = 0;
        self.written.retain(|_| {
            at += 1;
            at % 2 == 1
        });
        self.written_stride_log2 += 1;
    }

    /// All known moments of a sort, in order.
    pub fn moments(&self, moment: Moment) -> &[Mark] {
        match moment {
            Moment::Gc => &self.collections,
            Moment::Merge => &self.merges,
            Moment::MapMiss => &self.map_misses,
            Moment::Swap => &self.swaps,
            Moment::Flush => &self.flushes,
            Moment::Session => &self.sessions,
            Moment::Rebuild => &self.rebuilds,
            Moment::Wait => &self.waits,
        }
    }

    /// The request in which a policy last chose before `operation`, as far as such moments are known.
    pub fn last_decision_before(&self, operation: u64) -> u64 {
        let last = |marks: &[Mark]| {
            let before = marks.partition_point(|mark| mark.operation < operation);
            before.checked_sub(1).map_or(0, |at| marks[at].request)
        };
        let decisive = [
            &self.collections,
            &self.merges,
            &self.map_misses,
            &self.swaps,
            &self.flushes,
            &self.sessions,
            &self.rebuilds,
            &self.waits,
        ];
        decisive.into_iter().map(|marks| last(marks)).max().unwrap_or(0)
    }

    /// Collections begun before `operation`.
    pub fn collections_before(&self, operation: u64) -> &[Mark] {
        &self.collections[..self.collections.partition_point(|mark| mark.operation < operation)]
    }

    /// A request is over.
    pub fn ended(&mut self, completion: &Completion) {
        let at = completion.request as usize;
        if at >= self.response_ns.len() {
            self.response_ns.resize(at + 1, 0);
        }
        self.response_ns[at] = completion.finish_ns - completion.arrival_ns + 1;
    }

    /// An operation was carried out, perhaps for the first time.
    pub fn operation(&mut self, operation: &Operation) {
        if operation.index < self.known_operations {
            return;
        }
        self.known_operations = operation.index + 1;
        let mark = Mark { operation: operation.index, request: operation.request };
        match operation.kind {
            Kind::GcStart => self.collections.push(mark),
            Kind::Erase => self.erases.push(mark),
            Kind::WearStart => self.levelings.push(mark),
            Kind::MapMiss => self.map_misses.push(mark),
            Kind::Swap => self.swaps.push(mark),
            Kind::FlushStart => self.flushes.push(mark),
            Kind::PlugStart => {
                self.flushes.push(mark);
                self.plugs.push(mark);
            }
            Kind::SessionEnd => self.sessions.push(mark),
            Kind::Rebuild => self.rebuilds.push(mark),
            Kind::Wait => self.waits.push(mark),
            kind if kind.is_merge() => self.merges.push(mark),
            _ => {}
        }
    }

    /// The request during which operation `operation` takes place, if it is known: the last one begun before it.
    pub fn request_at(&self, operation: u64) -> u64 {
        (self.begun_at.partition_point(|&begun| begun <= operation) as u64).saturating_sub(1)
    }

    /// Operations carried out when `request` was begun, if that is known.
    pub fn begun_at(&self, request: u64) -> Option<u64> {
        self.begun_at.get(request as usize).copied()
    }

    /// Response times of the requests from `first` to before `end`; `None` for those not over or not known.
    pub fn responses(&self, first: u64, end: u64) -> impl Iterator<Item = Option<u64>> {
        let known = self.response_ns.len();
        let range =
            (first as usize).min(known)..(end as usize).clamp(first as usize, known.max(first as usize)).min(known);
        self.response_ns[range].iter().map(|&response| response.checked_sub(1))
    }

    /// What had been written before a request, or a little before that in a long run.
    pub fn written_before(&self, request: u64) -> Written {
        let at = (request >> self.written_stride_log2) as usize;
        self.written.get(at.min(self.written.len().saturating_sub(1))).copied().unwrap_or_default()
    }
}
