//! A whole device with its requests: one step at a time, always at an exact point of simulated time.
//!
//! - `event_steps.rs` its steps on the event clock
//! - `closed_loop.rs` requests that are sent when others end
//! - `changes.rs`     what changes in mid-run; `no_changes.rs` stands in where nothing can
//! - `power.rs`       power cuts and recovery

#[cfg(feature = "layers")]
pub(crate) mod changes;
#[cfg(not(feature = "layers"))]
#[path = "no_changes.rs"]
pub(crate) mod changes;
mod closed_loop;
mod event_steps;
pub(crate) mod power;

use crate::base::bulk::AnyBulk;
use crate::base::request::{HostOp, Request};
use crate::base::span::Span;
use crate::buffer::Buffer;
use crate::buffer::extent::Extent;
use crate::flash::access::Flash;
use crate::flash::account::Account;
use crate::flash::clock::Clock;
use crate::flash::counters::Counters;
use crate::flash::device_state::DeviceState;
use crate::flash::halt::{Halt, Reason};
use crate::flash::observer::{NoObserver, Observer};
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::ftl::Ftl;
use crate::machine::changes::Plan;
use crate::machine::closed_loop::{ClosedLoop, Due};
use crate::machine::power::PowerLoss;
use crate::nand::Lpn;
use crate::nand::rule::Rule;
use crate::workload::source::Source;
use serde::Serialize;

/// A request that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Completion {
    /// Running number, from 0.
    pub request: u64,
    /// What it did.
    pub op: HostOp,
    /// When it arrived.
    pub arrival_ns: u64,
    /// When it was over.
    pub finish_ns: u64,
    /// What the time between went to.
    pub account: Account,
    /// Whether it was queued behind a garbage collection. Event clock.
    pub behind_gc: bool,
    /// Whether it was queued behind a request that was. Event clock.
    pub behind_blocked: bool,
    /// Whether it belongs to the background, which is no part of what is measured.
    pub background: bool,
}

/// How a run came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum EndKind {
    /// All requests are served.
    Done,
    /// Nothing can be freed any more.
    DeviceFull,
    /// Too many blocks are bad.
    ReadOnly,
    /// Power was cut and the run does not go on.
    PowerCut,
    /// A rule was broken.
    Rule,
}

/// The end of a run.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Ended"))]
pub struct End {
    /// How it ended.
    pub kind: EndKind,
    /// The same in a sentence.
    pub text: String,
}

/// A device and its requests.
#[derive(Clone, Debug, Hash)]
pub struct Machine {
    /// Flash, clock, counters.
    pub core: DeviceState,
    /// What stands before the layer.
    pub buffer: Buffer,
    /// The translation layer.
    pub ftl: Ftl,
    pub(super) source: Source,
    /// The next request, taken from the source but not begun.
    pub(super) next: Option<Request>,
    /// The next request of the background, likewise.
    pub(super) background: Option<Request>,
    /// Sends requests when others end; `None` for open arrivals.
    pub(super) closed_loop: Option<ClosedLoop>,
    /// Event clock: until when the controller works on requests begun.
    pub(super) controller_free_ns: u64,
    /// Requests begun.
    pub requests_begun: u64,
    /// Requests that count in no metric.
    pub(crate) warmup_requests: u64,
    /// Counters when the first counted request began.
    baseline: Option<(Counters, u64)>,
    /// Requests begun when power is cut before the next; `u64::MAX` for never.
    pub power_cut_request: u64,
    pub(super) continue_after_power_cut: bool,
    /// What changes in mid-run.
    pub plan: Plan,
    /// What the power cut cost, once it happened.
    pub power_loss: Option<PowerLoss>,
    /// Requests that ended since they were last taken.
    pub completions: Vec<Completion>,
    /// How the run ended, once it has.
    pub end: Option<End>,
}

/// What a machine is put together from.
pub struct Parts {
    /// Flash and clock, filled.
    pub core: DeviceState,
    /// The buffer, empty.
    pub buffer: Buffer,
    /// The layer, filled.
    pub ftl: Ftl,
    /// The requests.
    pub source: Source,
    /// Requests kept under way; `None` for open arrivals.
    pub queue_depth: Option<u64>,
    /// Requests that count in no metric.
    pub(crate) warmup_requests: u64,
    /// Whether the run goes on after a power cut.
    pub(crate) continue_after_power_cut: bool,
    /// What changes in mid-run.
    pub plan: Plan,
}

impl Machine {
    /// A machine before its first request.
    pub fn new(parts: Parts) -> Self {
        let Parts { core, buffer, ftl, mut source, queue_depth, warmup_requests, continue_after_power_cut, plan } =
            parts;
        Self {
            next: source.next(),
            background: source.next_background(),
            core,
            buffer,
            ftl,
            source,
            closed_loop: queue_depth.map(ClosedLoop::new),
            controller_free_ns: 0,
            requests_begun: 0,
            warmup_requests,
            baseline: None,
            power_cut_request: u64::MAX,
            continue_after_power_cut,
            plan,
            power_loss: None,
            completions: Vec::new(),
            end: None,
        }
    }

    /// Requests of the whole run; of a background those that were begun, since it goes on for as long as the run.
    pub fn requests(&self) -> u64 {
        self.plan.requests(self.requests_begun + u64::from(self.next.is_some()) + self.source.left())
    }

    /// RAM that tables and buffers take.
    pub fn ram_bytes(&self) -> u64 {
        let page_bytes = self.core.nand.geometry.page_bytes;
        let buffered = self.buffer.capacity_bytes(page_bytes) + self.buffer.table_bytes();
        buffered + self.ftl.ram_bytes() + self.ftl.cache_pages() * u64::from(page_bytes)
    }

    /// Where the requests come from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Whether requests are sent when others are over, rather than when they arrive.
    pub(crate) fn is_closed_loop(&self) -> bool {
        self.closed_loop.is_some()
    }

    /// The large arrays, in one order, for checkpoints.
    pub(crate) fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        self.core.nand.bulk(visit);
        if let Some(shadow) = &mut self.core.shadow {
            shadow.bulk(visit);
        }
        self.ftl.bulk(visit);
        self.source.bulk(visit);
    }

    /// Whether pages of the host are kept in RAM before they go to flash.
    pub fn caches_pages(&self) -> bool {
        self.buffer.is_some() || self.ftl.traits().caches_pages
    }

    /// Whether they are kept in page slots and block slots.
    pub(crate) fn has_page_slots(&self) -> bool {
        self.ftl.traits().has_page_slots() || self.buffer.has_page_slots()
    }

    /// Whether many pages of a command are charged its fixed part once; else each page is charged it.
    pub fn joins_commands(&self) -> bool {
        matches!(self.core.clock, Clock::Serial(_)) && self.ftl.joins_commands()
    }

    /// The version of a page that is in RAM and not on flash; none if there is no such.
    pub fn version_in_ram(&self, lpn: Lpn) -> Option<u32> {
        self.buffer.version_in_ram(lpn).or_else(|| self.ftl.version_in_ram(lpn))
    }

    /// What the device believes, against the flash.
    pub fn check(&self) -> Result<(), Rule> {
        self.ftl.check(&self.core)?;
        self.buffer.check()
    }

    /// Whether the next step begins a request. On the serial clock every step does.
    pub fn begins_request(&self) -> bool {
        !self.plan.is_changing() && (self.stands_before_request() || self.stands_before_more())
    }

    fn stands_before_request(&self) -> bool {
        match &self.core.clock {
            Clock::Serial(_) => self.next.is_some(),
            Clock::Event(event) => self.begin_before(event.next_ns()).is_some(),
        }
    }

    /// Whether all is over, and a change brings more requests.
    fn stands_before_more(&self) -> bool {
        let all_over = match &self.core.clock {
            Clock::Serial(_) => true,
            Clock::Event(event) => event.next_ns().is_none() && event.tickets.is_empty(),
        };
        all_over && self.next.is_none() && self.plan.brings_requests(self.requests_begun)
    }

    /// Whether something changes in this step, before anything else.
    #[inline(always)]
    pub(super) fn is_to_change(&self) -> bool {
        self.plan.is_due(self.requests_begun)
            && (self.plan.is_changing() || self.stands_before_request() || self.stands_before_more())
    }

    /// Goes one step. `Ok(false)` when the run has come to its end, which [`Machine::end`] then tells.
    ///
    /// # Errors
    /// Only [`Reason::Paused`], and only if the observer halts: the machine then stands in the middle of a step.
    pub fn step<O: Observer>(&mut self, observer: &mut O) -> Result<bool, Halt> {
        if self.end.is_some() {
            return Ok(false);
        }
        if self.requests_begun == self.power_cut_request && self.begins_request() {
            return self.power_cut(&mut observer.behind_pointer());
        }
        let stepped = match self.core.clock {
            Clock::Serial(_) => self.step_serial(observer),
            Clock::Event(_) => self.step_event(observer),
        };
        let halt = match stepped {
            Ok(true) => return Ok(true),
            Ok(false) => return Ok(self.ends(EndKind::Done, "all requests are served".into())),
            Err(halt) => halt,
        };
        match *halt {
            Reason::PowerCut => self.power_cut(&mut observer.behind_pointer()),
            Reason::DeviceFull(_) | Reason::ReadOnly(_) => {
                self.finish_what_is_under_way(observer);
                self.halted(halt)
            }
            _ => self.halted(halt),
        }
    }

    /// What a halt means for the run.
    pub(super) fn halted(&mut self, halt: Halt) -> Result<bool, Halt> {
        match *halt {
            Reason::Paused | Reason::PowerCut => Err(halt),
            Reason::DeviceFull(text) => Ok(self.ends(EndKind::DeviceFull, text)),
            Reason::ReadOnly(text) => Ok(self.ends(EndKind::ReadOnly, text)),
            Reason::Rule(rule) => Ok(self.ends(EndKind::Rule, rule.to_string())),
        }
    }

    /// Sends requests anew after a power cut, which forgets those that were under way.
    pub(super) fn reopen(&mut self) {
        let now_ns = self.core.clock.now_ns();
        self.closed_loop.iter_mut().for_each(|closed| closed.reopen(now_ns));
    }

    pub(super) fn ends(&mut self, kind: EndKind, text: String) -> bool {
        self.end = Some(End { kind, text });
        false
    }

    /// Takes the request that is due and begins it. Its number.
    #[inline(always)]
    pub(super) fn take(&mut self, due: &Due) -> u64 {
        if due.background {
            self.background = self.plan.sent(self.source.next_background());
        } else {
            self.next = self.plan.sent(self.source.next());
            self.closed_loop.iter_mut().for_each(ClosedLoop::sent);
        }
        self.plan.begun(due.background);
        let number = self.requests_begun;
        if number == self.warmup_requests {
            self.baseline = Some((self.core.counters, self.core.clock.now_ns()));
        }
        self.requests_begun += 1;
        self.core.request = number;
        number
    }

    fn step_serial<O: Observer>(&mut self, observer: &mut O) -> Result<bool, Halt> {
        let changes = self.is_to_change();
        if changes {
            self.change(&mut observer.behind_pointer())?;
        }
        let Some(due) = self.due() else { return Ok(changes) };
        let Due { request, arrival_ns, background } = due;
        let number = self.take(&due);
        let span = self.span(&request);
        let Clock::Serial(serial) = &mut self.core.clock else { return Ok(false) };
        let started_ns = serial.now_ns.max(arrival_ns);
        serial.begin(arrival_ns, u64::from(span.count));
        self.serve(&request, span, observer)?;
        let Clock::Serial(serial) = &mut self.core.clock else { return Ok(false) };
        let (finish_ns, account) = (serial.now_ns, serial.end());
        self.core.counters.service_ns += finish_ns - started_ns;
        self.closed_loop.iter_mut().filter(|_| !background).for_each(|closed| closed.ended(finish_ns));
        self.acknowledge_serial(request.op, span);
        let (behind_gc, behind_blocked) = (false, false);
        self.completions.push(Completion {
            request: number,
            op: request.op,
            arrival_ns,
            finish_ns,
            account,
            behind_gc,
            behind_blocked,
            background,
        });
        Ok(true)
    }

    fn acknowledge_serial(&mut self, op: HostOp, span: Span) {
        let Some(shadow) = &mut self.core.shadow else { return };
        if matches!(op, HostOp::Write | HostOp::Trim) {
            for lpn in span.first..span.first + span.count {
                shadow.acknowledge(lpn, shadow.last_change(lpn));
            }
        }
    }

    /// The next request; `None` if there is none, or if it still waits to be sent.
    #[inline(always)]
    pub(super) fn due(&self) -> Option<Due> {
        let request = self.next?;
        let arrival_ns = self.closed_loop.as_ref().map_or(Some(request.arrival_ns), ClosedLoop::next_ns);
        let own = arrival_ns.map(|arrival_ns| Due { request, arrival_ns, background: false });
        Due::first(own, self.background)
    }

    #[inline(always)]
    pub(super) fn span(&self, request: &Request) -> Span {
        Span::new(request, self.core.nand.geometry.sectors_per_page())
    }

    /// Writes outside any request stream, for preparing an initial state.
    pub(crate) fn write_at_once(&mut self, request: &Request) -> Result<(), Halt> {
        let span = self.span(request);
        self.serve(request, span, &mut NoObserver)?;
        self.acknowledge_serial(request.op, span);
        Ok(())
    }

    /// Gives a request to the device.
    pub(super) fn serve<O: Observer>(&mut self, request: &Request, span: Span, observer: &mut O) -> Result<(), Halt> {
        let Span { first, count } = span;
        let extent = Extent::new(request, span);
        let core = &mut self.core;
        if u64::from(first) + u64::from(count) > u64::from(core.nand.geometry.logical_pages) {
            return Err(Rule::Invariant(format!(
                "request for {count} pages from {first} on reaches beyond the device"
            ))
            .into());
        }
        core.counters.requests[request.op as usize] += 1;
        core.counters.host_pages[request.op as usize] += u64::from(count);
        let kind = match request.op {
            HostOp::Read => Kind::HostRead,
            HostOp::Write => Kind::HostWrite,
            HostOp::Trim => Kind::HostTrim,
            HostOp::Flush => Kind::HostFlush,
        };
        let lpn = (count > 0).then_some(first);
        let mut flash = Flash::new(core, observer);
        flash.enter(Operation { lpn, pages: count, ..Operation::new(kind, Purpose::Host) })?;
        let core = &mut *flash.core;
        match request.op {
            HostOp::Read => self.buffer.read(&extent, &mut self.ftl, &mut flash),
            HostOp::Write => {
                core.nand.host_pages += u64::from(count);
                // Where pages are kept in RAM, room for one may take writing the older version of the next: there each is
                // written when it is taken.
                if core.shadow.is_some() && !self.buffer.is_some() && !self.ftl.traits().caches_pages {
                    (first..first + count).for_each(|lpn| flash.host_writes(lpn));
                }
                self.buffer.write(&extent, &mut self.ftl, &mut flash)
            }
            HostOp::Trim => {
                if let Some(shadow) = &mut core.shadow {
                    (first..first + count).for_each(|lpn| shadow.trim(lpn));
                }
                flash.switched(|flash| self.buffer.trim(first, count, &mut self.ftl, flash))
            }
            HostOp::Flush => flash.switched(|flash| self.buffer.flush(&mut self.ftl, flash)),
        }
    }
}
