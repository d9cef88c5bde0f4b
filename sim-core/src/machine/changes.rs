//! A device that changes in mid-run (`run.changes`; what can change is in `experiment/changes.rs`), exactly and replayably.
//!
//! A change for request r is made while the machine stands before r: on the serial clock when the request before is over; on
//! the event clock when nothing that is under way ends before r would begin, while other requests may be under way. Simulated
//! time stands still meanwhile, at the end of what happened last, so that r itself is worked on, and if need be sent, by the
//! new values. It belongs to r: where the machine stands before r nothing has changed yet, and if an old buffer is written out,
//! that is done by operations of r's own before its first. A run that ends before r is not changed; one that ends just there
//! goes on if the change brings more requests.
//!
//! What is still to come is no state of the device and in no hash: a run is the same up to a change, and after one that
//! changes nothing.

use super::closed_loop::ClosedLoop;
use crate::base::request::Request;
use crate::buffer::Buffer;
use crate::buffer::entry::{self, BufferContext};
use crate::flash::access::Flash;
use crate::flash::clock::Clock;
use crate::flash::halt::Halt;
use crate::flash::observer::{DynObserver, Observer};
use crate::ftl::layer::Change;
use crate::machine::Machine;
use crate::nand::timing::Timing;
use crate::parameters::settings::Settings;
use crate::workload::source::Source;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The changes of a run, and how far they are made.
#[derive(Clone, Debug)]
pub struct Plan {
    planned: Arc<[Planned]>,
    made: usize,
    /// The request before which the next change is made; a number beyond all if there is none.
    next: u64,
    /// Whether changes are made for a request that has not begun yet.
    changing: bool,
    /// When the clock of the present stream began, modulo 2^64.
    origin_ns: u64,
    /// Requests of a background begun.
    background: u64,
}

/// What is set about a device, as far as it can change in mid-run.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Its flash and clock.
    pub device: DeviceSetup,
    /// Which buffer it has.
    pub buffer_kind: String,
    /// That buffer's parameters.
    pub buffer: Settings,
    /// Its layer's parameters.
    pub ftl: Settings,
    /// How many requests are under way at a time; none where they arrive by a clock of their own.
    pub queue_depth: Option<u64>,
    /// What its generators start from.
    pub seed: u64,
}

/// What is set about flash and clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceSetup {
    /// How long operations take.
    pub(crate) timing: Timing,
    /// Erases after which a block is bad.
    pub(crate) endurance: u32,
    /// Erases of the run that fail.
    pub(crate) erase_failures: u64,
    /// Programs of the run that fail.
    pub(crate) program_failures: u64,
    /// Whether reads go before other commands at their plane.
    pub read_priority: bool,
    /// Whether a transfer lets a read of another plane pass after each sector.
    pub(crate) cuts_transfers: bool,
}

/// A change, ready to be made.
#[derive(Clone, Debug)]
pub struct Planned {
    /// Before this request.
    pub request: u64,
    /// What is set until then.
    pub before: Arc<Setup>,
    /// What is set from then on.
    pub after: Arc<Setup>,
    /// Where the buffer stands.
    pub(crate) site: BufferContext,
    /// The buffer that takes the place of the old one, empty, where it is another one or of another size.
    pub buffer: Option<Buffer>,
    /// Whether pages of the host begin or cease to be kept in RAM.
    pub(crate) turns_buffer: bool,
    /// What becomes of the requests.
    pub requests: Requests,
}

/// What becomes of the requests.
#[derive(Clone, Debug)]
pub enum Requests {
    /// They go on.
    Same,
    /// They go on until there were so many.
    Until(u64),
    /// Others, until there were so many in all.
    OthersUntil(Source, u64),
    /// Others, to their end.
    Others(Source),
}

impl Default for Plan {
    fn default() -> Self {
        Self::new(Vec::new())
    }
}

impl Hash for Plan {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if self.origin_ns != 0 {
            self.origin_ns.hash(state);
        }
    }
}

impl Plan {
    /// These changes, none of them made.
    pub fn new(planned: Vec<Planned>) -> Self {
        let next = planned.first().map_or(u64::MAX, |first| first.request);
        Self { planned: planned.into(), made: 0, next, changing: false, origin_ns: 0, background: 0 }
    }

    /// Whether a change is due when so many requests were begun.
    #[inline(always)]
    pub(super) fn is_due(&self, begun: u64) -> bool {
        begun == self.next
    }

    /// Whether changes are made for a request that has not begun yet.
    #[inline(always)]
    pub(super) fn is_changing(&self) -> bool {
        self.changing
    }

    /// Whether there are more requests by a change that is due.
    pub(super) fn brings_requests(&self, begun: u64) -> bool {
        self.is_due(begun) && self.requests(begun) > begun
    }

    /// A request was begun.
    #[inline(always)]
    pub(super) fn begun(&mut self, background: bool) {
        self.changing = false;
        self.background += u64::from(background);
    }

    /// A request of the present stream by the run's clock.
    #[inline(always)]
    pub(super) fn sent(&self, request: Option<Request>) -> Option<Request> {
        request.map(|request| Request { arrival_ns: request.arrival_ns.wrapping_add(self.origin_ns), ..request })
    }

    /// Requests of the whole run, which has so many if nothing changes any more.
    pub(super) fn requests(&self, unchanged: u64) -> u64 {
        let mut all = unchanged;
        for Planned { request, requests, .. } in &self.planned[self.made..] {
            let changed = match requests {
                Requests::Same => all,
                Requests::Until(own) | Requests::OthersUntil(_, own) => (own + self.background).max(*request),
                Requests::Others(source) => request + source.left(),
            };
            // Those for the request after the last are all made if one of them brings requests.
            if *request > all {
                break;
            }
            all = changed;
        }
        all
    }

    /// How many changes were made.
    pub fn made(&self) -> usize {
        self.made
    }

    fn step(&mut self) {
        self.made += 1;
        self.next = self.planned.get(self.made).map_or(u64::MAX, |next| next.request);
    }
}

impl Machine {
    /// Makes the changes that are due. If power is cut meanwhile, the rest of them is made afterwards.
    #[cold]
    pub(super) fn change(&mut self, observer: &mut DynObserver<'_>) -> Result<(), Halt> {
        self.plan.changing = true;
        let planned = self.plan.planned.clone();
        while self.plan.is_due(self.requests_begun) {
            self.make(&planned[self.plan.made], observer)?;
            self.plan.step();
        }
        Ok(())
    }

    fn make(&mut self, planned: &Planned, observer: &mut DynObserver<'_>) -> Result<(), Halt> {
        let Planned { before, after, .. } = planned;
        if let Some(new) = &planned.buffer {
            self.core.request = self.requests_begun;
            let mut observer = observer.behind_pointer();
            let mut flash = Flash::new(&mut self.core, &mut observer);
            match before.buffer_kind == after.buffer_kind {
                true => self.buffer.resize(new, &mut self.ftl, &mut flash)?,
                false => self.buffer.write_out(&mut self.ftl, &mut flash)?,
            }
            // All that it was to hold it holds now, or the flash does.
            if before.buffer_kind != after.buffer_kind || !self.buffer.is_some() || !new.is_some() {
                self.buffer = new.clone();
            }
        } else if before.buffer != after.buffer || before.device != after.device {
            let change = entry::Change {
                before: &before.buffer,
                settings: &after.buffer,
                site: &planned.site,
                counters: &self.core.counters,
            };
            self.buffer.change(&change);
        }
        self.change_requests(planned);
        self.change_device(planned)
    }

    fn change_device(&mut self, planned: &Planned) -> Result<(), Halt> {
        let Planned { before, after, .. } = planned;
        let DeviceSetup { timing, endurance, erase_failures, program_failures, read_priority, cuts_transfers } =
            after.device;
        let sectors = self.core.nand.geometry.sectors_per_page();
        match &mut self.core.clock {
            Clock::Serial(serial) => serial.change(timing),
            Clock::Event(event) => {
                event.change(timing, read_priority, cuts_transfers.then_some(sectors));
            }
        }
        self.core.controller_ns = timing.controller_ns;
        self.core.nand.endurance = endurance;
        self.core.nand.erase_failures.ask(erase_failures);
        self.core.nand.program_failures.ask(program_failures);
        let change = Change {
            before: &before.ftl,
            settings: &after.ftl,
            timing,
            event_clock: matches!(self.core.clock, Clock::Event(_)),
            journal: self.source.journal(),
            seed: after.seed,
        };
        self.ftl.change(&change, &mut self.core.nand)
    }

    fn change_requests(&mut self, planned: &Planned) {
        let now_ns = self.core.clock.now_ns();
        let own_begun = self.requests_begun - self.plan.background;
        match &planned.requests {
            Requests::Same => {}
            Requests::Until(all) => {
                self.source.keep(all.saturating_sub(own_begun + u64::from(self.next.is_some())));
                if *all <= own_begun {
                    self.next = None;
                } else if self.next.is_none() {
                    self.next = self.plan.sent(self.source.next());
                }
            }
            Requests::OthersUntil(source, all) => {
                self.begin_stream(source.clone(), now_ns, Some(all.saturating_sub(own_begun)))
            }
            Requests::Others(source) => self.begin_stream(source.clone(), now_ns, None),
        }
        let (before, after) = (planned.before.queue_depth, planned.after.queue_depth);
        if before != after {
            self.change_depth(after, now_ns, matches!(planned.requests, Requests::Same | Requests::Until(_)));
        }
    }

    fn begin_stream(&mut self, mut source: Source, now_ns: u64, left: Option<u64>) {
        self.plan.origin_ns = now_ns;
        left.into_iter().for_each(|left| source.keep(left));
        self.next = self.plan.sent(source.next());
        self.background = self.plan.sent(source.next_background());
        self.source = source;
    }

    /// So many requests are under way from here on. Those of an open stream go on with the next one, which arrives now.
    fn change_depth(&mut self, depth: Option<u64>, now_ns: u64, same_stream: bool) {
        let under_way = match &self.core.clock {
            Clock::Serial(_) => 0,
            Clock::Event(event) => event.tickets.len() as u64,
        };
        match (depth, &mut self.closed_loop) {
            (Some(depth), Some(closed)) => closed.change(depth, now_ns),
            (Some(depth), none) => *none = Some(ClosedLoop::among(depth, under_way, now_ns)),
            (None, closed) => {
                *closed = None;
                if let Some(next) = self.next.as_mut().filter(|_| same_stream) {
                    let late_ns = now_ns.wrapping_sub(next.arrival_ns);
                    self.plan.origin_ns = self.plan.origin_ns.wrapping_add(late_ns);
                    next.arrival_ns = now_ns;
                    if let Some(background) = &mut self.background {
                        background.arrival_ns = background.arrival_ns.wrapping_add(late_ns);
                    }
                }
            }
        }
    }

    /// How many changes were made so far.
    pub fn changes_made(&self) -> usize {
        self.plan.made()
    }

    /// Whether all that was done so far was done for a request, and took as long as it would by the timing that the device began
    /// with.
    pub(crate) fn kept_timing(&self) -> bool {
        let timing = |setup: &Setup| setup.device.timing;
        let kept = |planned: &Planned| planned.buffer.is_none() && timing(&planned.before) == timing(&planned.after);
        self.plan.planned[..self.plan.made].iter().all(kept)
    }

    /// Whether pages of the host were kept in RAM all the time so far, or never.
    pub(crate) fn kept_buffering(&self) -> bool {
        !self.plan.planned[..self.plan.made].iter().any(|planned| planned.turns_buffer)
    }
}
