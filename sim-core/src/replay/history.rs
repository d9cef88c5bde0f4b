//! What is known of a run so far: figures by request, and the moments worth a mark. Being functions of the run alone,
//! they are written once and read up to whatever position is shown.

use crate::base::request::HostOp;
use crate::flash::account::{Account, Item};
use crate::flash::observables::Moment;
use crate::flash::operation::{Kind, Operation};
use crate::flash::touches::Touches;
use crate::machine::{Completion, Machine};
use crate::nand::geometry::Geometry;

/// A moment worth a mark on the timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The operation.
    pub operation: u64,
    /// The request it belongs to.
    pub request: u64,
}

/// Cumulative host page writes and flash programs when a request had been begun.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Host page writes so far.
    pub host_pages: u64,
    /// Flash page programs so far.
    pub programs: u64,
}

/// How a request came out, in 8 bytes: its response time, and what it met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome(u64);

impl Outcome {
    const READ: u64 = 1 << 63;
    const BEHIND_GC: u64 = 1 << 62;
    const BEHIND_BLOCKED: u64 = 1 << 61;
    /// 2^61 ns are 73 years.
    const NS: u64 = Self::BEHIND_BLOCKED - 1;

    fn of(completion: &Completion) -> Self {
        let flag = |flag: u64, is_set: bool| if is_set { flag } else { 0 };
        // One more than it took: 0 is a request that is not over.
        let took = (completion.finish_ns - completion.arrival_ns + 1) & Self::NS;
        Self(
            took | flag(Self::READ, completion.op == HostOp::Read)
                | flag(Self::BEHIND_GC, completion.behind_gc)
                | flag(Self::BEHIND_BLOCKED, completion.behind_blocked),
        )
    }

    /// Response time; `None` while the request is not over.
    pub fn ns(self) -> Option<u64> {
        (self.0 & Self::NS).checked_sub(1)
    }

    /// Whether it is a read that is over.
    pub(crate) fn is_read(self) -> bool {
        self.0 & Self::READ != 0
    }

    /// Whether it was queued behind a garbage collection.
    pub(crate) fn is_behind_gc(self) -> bool {
        self.0 & Self::BEHIND_GC != 0
    }

    /// Whether it was queued behind a request that was, and behind no collection itself.
    pub(crate) fn is_behind_blocked(self) -> bool {
        self.0 & (Self::BEHIND_GC | Self::BEHIND_BLOCKED) == Self::BEHIND_BLOCKED
    }
}

/// What the time of requests went to: 8 bytes a request, and 8 for each item besides the host's own pages.
#[derive(Clone, Debug, Default)]
struct Accounts {
    /// Where the items of each request begin, and how many there are.
    places: Vec<(u32, u32)>,
    /// Times, with the number of the item above [`Accounts::NS`].
    items: Vec<u64>,
}

impl Accounts {
    const ITEM_SHIFT: u32 = 60;
    const NS: u64 = (1 << Self::ITEM_SHIFT) - 1;
    /// In the place of a number of items: the request is no part of what is measured.
    const BACKGROUND: u32 = u32::MAX;

    fn set(&mut self, completion: &Completion) {
        let at = completion.request as usize;
        if at >= self.places.len() {
            self.places.resize(at + 1, (0, 0));
        }
        let first = self.items.len();
        let told = completion.account.items().filter(|&(item, ns)| item != Item::Host && ns > 0);
        self.items.extend(told.map(|(item, ns)| (item as u64) << Self::ITEM_SHIFT | ns & Self::NS));
        let count = if completion.background { Self::BACKGROUND } else { (self.items.len() - first) as u32 };
        self.places[at] = (first as u32, count);
    }

    /// That of a request that took so long; none for one of a background.
    fn get(&self, request: u64, response_ns: u64) -> Option<Account> {
        let (first, count) = self.places[request as usize];
        if count == Self::BACKGROUND {
            return None;
        }
        let (mut account, mut host_ns) = (Account::default(), response_ns);
        for packed in &self.items[first as usize..(first + count) as usize] {
            let ns = packed & Self::NS;
            account[Item::ALL[(packed >> Self::ITEM_SHIFT) as usize]] = ns;
            host_ns -= ns;
        }
        account[Item::Host] = host_ns;
        Some(account)
    }
}

/// Everything known of a run.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// Operations carried out when each request was begun.
    begun_at: Vec<u64>,
    /// How far the device's clock had come then.
    begun_ns: Vec<u64>,
    /// How each request came out.
    outcomes: Vec<Outcome>,
    accounts: Accounts,
    /// Host and flash writes before every so many requests.
    written: Vec<Written>,
    /// How many requests lie between two of them, as a power of two.
    written_stride_log2: u32,
    /// What one may step to, by [`Moment`].
    moments: [Vec<Mark>; Moment::COUNT],
    /// Blocks erased.
    pub erases: Vec<Mark>,
    /// Wear levelling begun.
    pub(crate) levelings: Vec<Mark>,
    /// Merges begun, without the choices of log blocks that lead to them.
    pub merges: Vec<Mark>,
    /// Flushes begun that fill the holes of their block.
    pub plugs: Vec<Mark>,
    /// Logical blocks in the order in which the host first asked for them.
    pub touches: Touches,
    /// Operations known: the farthest point ever reached.
    pub(crate) known_operations: u64,
    /// Operations carried out when the run ended, once that is known. What ends it need not be one of them: behind the last of them it may
    /// not have ended yet.
    pub(super) end_at: Option<u64>,
}

/// Most entries of [`History::written`]: when there are more, every second goes.
const WRITTEN_MAX: usize = 1 << 14;

impl History {
    /// Nothing known yet of a run on such a device.
    pub fn new(geometry: &Geometry) -> Self {
        Self { touches: Touches::new(geometry), ..Self::default() }
    }

    /// A request is about to begin on `machine`.
    pub(crate) fn begins(&mut self, machine: &Machine) {
        let request = machine.requests_begun;
        if request as usize == self.begun_at.len() {
            self.begun_at.push(machine.core.operations);
            self.begun_ns.push(machine.core.clock.now_ns());
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
        &self.moments[moment as usize]
    }

    /// Those of them before `operation`.
    pub(crate) fn moments_before(&self, moment: Moment, operation: u64) -> &[Mark] {
        let marks = self.moments(moment);
        &marks[..marks.partition_point(|mark| mark.operation < operation)]
    }

    /// The request in which a policy last chose before `operation`, as far as such moments are known.
    pub(super) fn last_decision_before(&self, operation: u64) -> u64 {
        let decisive = Moment::ALL.iter().filter(|moment| moment.is_decisive());
        let last = decisive.filter_map(|&moment| self.moments_before(moment, operation).last());
        last.map(|mark| mark.request).max().unwrap_or(0)
    }

    /// A request is over.
    pub fn ended(&mut self, completion: &Completion) {
        let at = completion.request as usize;
        if at >= self.outcomes.len() {
            self.outcomes.resize(at + 1, Outcome::default());
        }
        // A run that is gone through again comes out the same.
        if self.outcomes[at] == Outcome::default() {
            self.outcomes[at] = Outcome::of(completion);
            self.accounts.set(completion);
        }
    }

    /// An operation was carried out, perhaps for the first time.
    pub fn operation(&mut self, operation: &Operation) {
        if operation.index < self.known_operations {
            return;
        }
        self.known_operations = operation.index + 1;
        self.touches.operation(operation);
        let mark = Mark { operation: operation.index, request: operation.request };
        Moment::of(operation.kind).for_each(|moment| self.moments[moment as usize].push(mark));
        match operation.kind {
            Kind::Erase => self.erases.push(mark),
            Kind::WearStart => self.levelings.push(mark),
            Kind::PlugStart => self.plugs.push(mark),
            kind if kind.is_merge() => self.merges.push(mark),
            _ => {}
        }
    }

    /// The request during which operation `operation` takes place, if it is known: the last one begun before it.
    pub(super) fn request_at(&self, operation: u64) -> u64 {
        (self.begun_at.partition_point(|&begun| begun <= operation) as u64).saturating_sub(1)
    }

    /// Operations carried out when `request` was begun, if that is known.
    pub fn begun_at(&self, request: u64) -> Option<u64> {
        self.begun_at.get(request as usize).copied()
    }

    /// The first request before which the device's clock had come to `time_ns`, if it is known.
    pub(super) fn first_begun_from(&self, time_ns: u64) -> Option<u64> {
        let before = self.begun_ns.partition_point(|&begun_ns| begun_ns < time_ns);
        (before < self.begun_ns.len()).then_some(before as u64)
    }

    /// The first request that was begun at most `back_ns` before `request`.
    pub(super) fn first_begun_within(&self, back_ns: u64, request: u64) -> u64 {
        let known = self.begun_ns.get(request as usize).or(self.begun_ns.last()).copied().unwrap_or(0);
        let first = self.begun_ns.partition_point(|&begun_ns| begun_ns < known.saturating_sub(back_ns)) as u64;
        first.min(request)
    }

    /// How the requests from `first` to before `end` came out, as far as any is known.
    pub fn outcomes(&self, first: u64, end: u64) -> &[Outcome] {
        let known = self.outcomes.len();
        let first = (first as usize).min(known);
        &self.outcomes[first..(end as usize).clamp(first, known)]
    }

    /// How long `request` took, and what that went to; none while it is not known, and for a request of a background.
    pub fn account(&self, request: u64) -> Option<(u64, Account)> {
        let response_ns = self.outcomes.get(request as usize)?.ns()?;
        Some((response_ns, self.accounts.get(request, response_ns)?))
    }

    /// What had been written before a request, or a little before that in a long run.
    pub fn written_before(&self, request: u64) -> Written {
        let at = (request >> self.written_stride_log2) as usize;
        self.written.get(at.min(self.written.len().saturating_sub(1))).copied().unwrap_or_default()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::assembly::{initial, source};
    use crate::experiment::document::Experiment;
    use crate::flash::observer::NoObserver;
    use crate::flash::operation::Purpose;
    use serde_json::json;

    fn operation(index: u64, request: u64, kind: Kind) -> Operation {
        Operation { index, request, ..Operation::new(kind, Purpose::Host) }
    }

    /// A history of requests that were begun at these times, an operation each.
    fn begun_at(begun_ns: &[u64]) -> History {
        let begun_at = (0..begun_ns.len() as u64).collect();
        History { begun_at, begun_ns: begun_ns.to_vec(), ..History::default() }
    }

    #[test]
    fn the_last_decision_is_that_of_the_latest_moment_at_which_something_is_chosen() {
        let document = json!({ "device": { "preset": "toy" } });
        let experiment = Experiment::new(&document, &[]).unwrap();
        let machine = initial::machine(&experiment, source::of(&experiment, None).unwrap(), false).unwrap();
        let mut history = History::new(&machine.core.nand.geometry);
        let kinds = [Kind::HostWrite, Kind::GcStart, Kind::Erase, Kind::FullMerge, Kind::BlockBad, Kind::SwitchMerge];
        for (index, kind) in (0..).zip(kinds) {
            history.operation(&operation(index, 10 * index, kind));
        }
        let decisions: Vec<u64> = (0..=6).map(|operation| history.last_decision_before(operation)).collect();
        assert_eq!(decisions, [0, 0, 10, 10, 30, 30, 50]);
        let merges: Vec<u64> = history.merges.iter().map(|mark| mark.operation).collect();
        assert_eq!(merges, [3, 5]);
    }

    #[test]
    fn a_request_begins_with_the_operation_at_which_it_is_begun() {
        let history = History { begun_at: vec![0, 5, 9], ..History::default() };
        let requests = [0, 4, 5, 8, 9, 100].map(|operation| history.request_at(operation));
        assert_eq!(requests, [0, 0, 1, 1, 2, 2]);
    }

    #[test]
    fn a_request_is_found_by_the_time_at_which_it_is_begun() {
        let history = begun_at(&[0, 100, 100, 250, 300]);
        let from = [0, 1, 100, 101, 300, 301].map(|time_ns| history.first_begun_from(time_ns));
        assert_eq!(from, [Some(0), Some(1), Some(1), Some(3), Some(4), None]);
        // At most so long before request 4, which is begun at 300 ns; before request 2, the second of those at 100 ns.
        let before_4 = [0, 49, 50, 199, 200, 300, 1000].map(|back_ns| history.first_begun_within(back_ns, 4));
        assert_eq!(before_4, [4, 4, 3, 3, 1, 0, 0]);
        assert_eq!([0, 99, 100].map(|back_ns| history.first_begun_within(back_ns, 2)), [1, 1, 0]);
    }

    #[test]
    fn of_as_many_requests_as_are_kept_every_second_is() {
        let document = json!({ "device": { "preset": "toy" } });
        let experiment = Experiment::new(&document, &[]).unwrap();
        let mut machine = initial::machine(&experiment, source::of(&experiment, None).unwrap(), false).unwrap();
        let mut history = History::new(&machine.core.nand.geometry);
        for request in 0..WRITTEN_MAX as u64 {
            machine.requests_begun = request;
            machine.core.counters.host_pages[HostOp::Write as usize] = 10 * request;
            history.begins(&machine);
        }
        assert_eq!(history.written.len(), WRITTEN_MAX / 2);
        // Of requests that are not begun yet, what the last one kept says.
        let pages =
            [0, 1, 2, WRITTEN_MAX as u64 - 1, 1 << 40].map(|request| history.written_before(request).host_pages);
        let last = 10 * (WRITTEN_MAX as u64 - 2);
        assert_eq!(pages, [0, 0, 20, last, last]);
    }

    #[test]
    fn a_long_run_keeps_every_so_many_requests_exactly() {
        const REQUESTS: usize = 70_000;
        let document = json!({
            "device": { "preset": "toy", "endurance": 1_000_000 },
            "workload": { "kind": "uniform", "requests": REQUESTS, "write_ratio": 0.9 },
        });
        let experiment = Experiment::new(&document, &[]).unwrap();
        let mut machine = initial::machine(&experiment, source::of(&experiment, None).unwrap(), false).unwrap();
        let mut history = History::new(&machine.core.nand.geometry);
        let mut exactly = Vec::new();
        while machine.begins_request() {
            history.begins(&machine);
            exactly.push((machine.core.counters.host_written_pages(), machine.core.counters.nand_programs()));
            machine.step(&mut NoObserver).unwrap();
        }
        // Halved when 16 384 are kept: of 16 384, of 32 768 and of 65 536 requests.
        assert_eq!((exactly.len(), history.written.len()), (REQUESTS, REQUESTS.div_ceil(8)));
        for (request, _) in exactly.iter().enumerate() {
            let Written { host_pages, programs } = history.written_before(request as u64);
            assert_eq!((host_pages, programs), exactly[request / 8 * 8], "request {request}");
        }
    }
}
