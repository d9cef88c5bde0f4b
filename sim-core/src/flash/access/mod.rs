//! The one way to the flash: layers call this, and it applies the rules, counts, tells the observer and gives the command
//! to the clock. On the serial clock it is over then; on the event clock the state changes now, and the time comes later.

mod background;
mod chain;
mod ram;

use crate::flash::account::Item;
use crate::flash::clock::Clock;
use crate::flash::clock::command::{Command, CommandKind, Content, MapRole, Order, Scope};
use crate::flash::decision::Decision;
use crate::flash::device_state::DeviceState;
use crate::flash::halt::{Halt, Reason};
#[cfg(feature = "layers")]
use crate::flash::line_step::LineStep;
use crate::flash::observer::{DynObserver, Observer};
use crate::flash::operation::{Kind, Operation, PENDING_NS, Purpose};
use crate::flash::trigger::{Condition, Is, Trigger, What};
use crate::nand::array::{Erased, Nand};
use crate::nand::block::{BlockKind, BlockState};
use crate::nand::oob::words;
use crate::nand::rule::Rule;
use crate::nand::{BlockId, Lpn, NONE, PlaneId, Ppn};
#[cfg(feature = "layers")]
pub(crate) use chain::COMMAND_PAGES;
use chain::Chain;

/// Access to the flash on behalf of one cause. Translation layers and buffers say `Flash<'_>`; what page mapping needs for every
/// request is generic over the observer (`flash/observer.rs`).
pub struct Flash<'a, O: Observer = DynObserver<'a>> {
    /// The shared part of the device.
    pub core: &'a mut DeviceState,
    observer: &'a mut O,
    cause: Option<u64>,
    chain: Chain,
    /// Whether whatever is issued is part of the ticket.
    whole: bool,
    /// What is counted and told where a layer says [`Purpose::Host`].
    host_purpose: Purpose,
    /// Whether nothing takes time.
    at_once: bool,
    /// What triggers the next operation, where it is not told with it.
    trigger: Option<Trigger>,
}

impl<'a, O: Observer> Flash<'a, O> {
    /// Access to `core`, watched by `observer`, with no cause yet.
    pub fn new(core: &'a mut DeviceState, observer: &'a mut O) -> Self {
        Self {
            core,
            observer,
            cause: None,
            chain: Chain::default(),
            whole: false,
            host_purpose: Purpose::Host,
            at_once: false,
            trigger: None,
        }
    }

    /// The same access with the observer behind a pointer, for layers and buffers.
    pub fn switched(&mut self, act: impl FnOnce(&mut Flash<'_>) -> Result<(), Halt>) -> Result<(), Halt> {
        let mut observer = self.observer.behind_pointer();
        let Self { core, cause, chain, whole, host_purpose, at_once, trigger, .. } = self;
        let (cause, chain, whole, host_purpose, at_once) = (*cause, *chain, *whole, *host_purpose, *at_once);
        let trigger = trigger.take();
        let mut flash = Flash { core, observer: &mut observer, cause, chain, whole, host_purpose, at_once, trigger };
        act(&mut flash)
    }

    /// The flash array, to look at.
    #[inline(always)]
    pub fn nand(&self) -> &Nand {
        &self.core.nand
    }

    /// Carries out an operation that touches no flash, and makes it the cause of what follows. Returns the cause
    /// before, to be given back to [`Flash::leave`].
    pub(crate) fn enter(&mut self, operation: Operation) -> Result<Option<u64>, Halt> {
        self.may_go_on()?;
        let now = self.core.clock.now_ns();
        let index = self.emit(operation, Some((now, now)));
        Ok(self.cause.replace(index))
    }

    /// The operation that is the cause of what follows.
    pub fn cause(&self) -> Option<u64> {
        self.cause
    }

    /// Ends what [`Flash::enter`] began.
    pub(crate) fn leave(&mut self, outer: Option<u64>) {
        self.cause = outer;
    }

    /// Carries out an operation that touches no flash.
    pub fn note(&mut self, operation: Operation) -> Result<(), Halt> {
        self.enter(operation).map(|outer| self.leave(outer))
    }

    /// Tells what was chosen for the next operation. `make` runs only if somebody looks.
    pub(crate) fn decide(&mut self, make: impl FnOnce(&Nand, u64) -> Decision) {
        if O::ENABLED && self.observer.wants_decisions() {
            let decision = make(&self.core.nand, self.core.operations);
            self.observer.decision(decision);
        }
    }

    /// Whether somebody looks, and wants to know why.
    #[cfg(feature = "layers")]
    pub fn wants_decisions(&self) -> bool {
        O::ENABLED && self.observer.wants_decisions()
    }

    /// Tells that a page of a write buffer changed its place in the line.
    #[cfg(feature = "layers")]
    pub(crate) fn in_line(&mut self, step: LineStep) {
        self.observer.in_line(step);
    }

    /// What triggers the operation that follows, if somebody looks. `make` runs only then.
    #[inline(always)]
    pub(crate) fn because<T: Into<Trigger>>(&self, make: impl FnOnce(&Nand) -> T) -> Option<Trigger> {
        self.is_watched().then(|| make(&self.core.nand).into())
    }

    /// The next operation is triggered by this, if it tells no trigger of its own. `make` runs only if somebody looks.
    #[inline(always)]
    pub(crate) fn triggered_by<T: Into<Trigger>>(&mut self, make: impl FnOnce(&Nand) -> T) {
        if self.is_watched() {
            self.trigger = Some(make(&self.core.nand).into());
        }
    }

    /// Whether anybody looks.
    #[inline(always)]
    pub(crate) fn is_watched(&self) -> bool {
        O::ENABLED && self.observer.is_watching()
    }

    /// The host writes a page: there is a newer version of it from here on.
    #[inline(always)]
    pub(crate) fn host_writes(&mut self, lpn: Lpn) {
        if let Some(shadow) = &mut self.core.shadow {
            shadow.write(lpn);
        }
    }

    /// What a layer does for the host within `act` is done for a buffer, for `purpose`.
    pub(crate) fn on_behalf_of(
        &mut self,
        purpose: Purpose,
        act: impl FnOnce(&mut Self) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let before = std::mem::replace(&mut self.host_purpose, purpose);
        let acted = act(self);
        self.host_purpose = before;
        acted
    }

    /// Reads the page of `lpn` at `ppn`.
    #[inline(always)]
    pub fn read(&mut self, lpn: Lpn, ppn: Ppn, purpose: Purpose) -> Result<(), Halt> {
        if O::OUTLINED { self.read_by_call(lpn, ppn, purpose) } else { self.read_inlined(lpn, ppn, purpose) }
    }

    #[inline(never)]
    fn read_by_call(&mut self, lpn: Lpn, ppn: Ppn, purpose: Purpose) -> Result<(), Halt> {
        self.read_inlined(lpn, ppn, purpose)
    }

    #[inline(always)]
    fn read_inlined(&mut self, lpn: Lpn, ppn: Ppn, purpose: Purpose) -> Result<(), Halt> {
        self.may_go_on()?;
        self.flash_operation()?;
        let found = self.core.nand.read(ppn)?;
        if found != lpn {
            return Err(stale(lpn, format!("a page of {found}"), "its own page".into()));
        }
        let is_hosts = purpose == Purpose::Host;
        let purpose = self.on_behalf(purpose);
        // A page that is completed has its newest sectors in RAM.
        if is_hosts && purpose != Purpose::Fill {
            self.check_newest(lpn, ppn)?;
        }
        self.core.counters.reads[purpose as usize] += 1;
        let times = self.issue(CommandKind::Read, lpn, ppn, None, purpose);
        self.emit(Operation { lpn: Some(lpn), from: Some(ppn), ..Operation::new(Kind::Read, purpose) }, times);
        Ok(())
    }

    /// The host reads a page that is nowhere on flash: zeros, at no cost (SPEC 5.1).
    pub(crate) fn read_unmapped(&mut self, lpn: Lpn) -> Result<(), Halt> {
        if let Some(newest) = self.core.shadow.as_ref().map(|shadow| shadow.newest(lpn)).filter(|&newest| newest > 0) {
            return Err(stale(lpn, "nothing".into(), format!("version {newest}")));
        }
        self.core.counters.unmapped_reads += 1;
        self.note(Operation { lpn: Some(lpn), ..Operation::new(Kind::ReadUnmapped, Purpose::Host) })
    }

    /// Programs the newest content of `lpn` at `ppn`; the page at `stale` becomes invalid by it.
    #[inline(always)]
    pub fn program(&mut self, lpn: Lpn, ppn: Ppn, stale: Ppn, purpose: Purpose) -> Result<(), Halt> {
        let version = self.core.shadow.as_ref().map_or(0, |shadow| shadow.newest(lpn));
        self.program_version(lpn, version, ppn, stale, purpose)
    }

    /// Programs `version` of a page at `ppn`; the page at `stale` becomes invalid by it.
    #[inline(always)]
    pub(crate) fn program_version(
        &mut self,
        lpn: Lpn,
        version: u32,
        ppn: Ppn,
        stale: Ppn,
        purpose: Purpose,
    ) -> Result<(), Halt> {
        let written_at = self.core.nand.host_pages as u32;
        match O::OUTLINED {
            true => self.program_by_call(lpn, version, written_at, ppn, stale, purpose),
            false => self.program_inlined(lpn, version, written_at, ppn, stale, purpose),
        }
    }

    #[inline(never)]
    fn program_by_call(
        &mut self,
        lpn: Lpn,
        version: u32,
        written_at: u32,
        ppn: Ppn,
        stale: Ppn,
        purpose: Purpose,
    ) -> Result<(), Halt> {
        self.program_inlined(lpn, version, written_at, ppn, stale, purpose)
    }

    /// Programs the parity page `id`, beyond the logical pages, at `ppn`; the page at `stale` becomes invalid by it. Its 8 bytes
    /// stand where other pages have their version and their age.
    pub(crate) fn program_parity(&mut self, id: u32, content: u64, ppn: Ppn, stale: Ppn) -> Result<(), Halt> {
        let [version, written_at] = words(content);
        self.program_inlined(id, version, written_at, ppn, stale, Purpose::Parity)
    }

    /// Programs a page with nothing that anybody wants, to fill up a command.
    pub(crate) fn pad(&mut self, ppn: Ppn, trigger: Option<Trigger>) -> Result<(), Halt> {
        self.may_go_on()?;
        self.flash_operation_at(ppn)?;
        self.core.nand.program_nothing(ppn)?;
        self.core.counters.programs[Purpose::Pad as usize] += 1;
        let times = self.issue(CommandKind::Program, NONE, ppn, None, Purpose::Pad);
        self.emit(Operation { to: Some(ppn), trigger, ..Operation::new(Kind::Program, Purpose::Pad) }, times);
        Ok(())
    }

    /// Programs the layer's own page `id`, beyond the logical pages, at `ppn`; the page at `stale` becomes invalid by it.
    pub(crate) fn program_own(&mut self, id: u32, ppn: Ppn, stale: Ppn, purpose: Purpose) -> Result<(), Halt> {
        self.program_version(id, 0, ppn, stale, purpose)
    }

    #[inline(always)]
    fn program_inlined(
        &mut self,
        lpn: Lpn,
        version: u32,
        written_at: u32,
        ppn: Ppn,
        stale: Ppn,
        purpose: Purpose,
    ) -> Result<(), Halt> {
        let purpose = self.on_behalf(purpose);
        self.may_go_on()?;
        self.flash_operation_at(ppn)?;
        self.core.nand.program(ppn, lpn, version, written_at)?;
        let mut outdated = None;
        if stale != NONE {
            let block = self.core.nand.invalidate(stale)?;
            outdated = Some(self.content(block));
        }
        self.core.counters.programs[purpose as usize] += 1;
        let times = self.issue(CommandKind::Program, lpn, ppn, outdated, purpose);
        let operation = Operation {
            lpn: Some(lpn),
            to: Some(ppn),
            stale: (stale != NONE).then_some(stale),
            ..Operation::new(Kind::Program, purpose)
        };
        self.emit(operation, times);
        Ok(())
    }

    /// Moves the valid page of `lpn` from one place to another of the same plane: a read and a program.
    #[inline(always)]
    pub fn copy(&mut self, lpn: Lpn, from: Ppn, to: Ppn, purpose: Purpose) -> Result<(), Halt> {
        if O::OUTLINED { self.copy_by_call(lpn, from, to, purpose) } else { self.copy_inlined(lpn, from, to, purpose) }
    }

    #[inline(never)]
    fn copy_by_call(&mut self, lpn: Lpn, from: Ppn, to: Ppn, purpose: Purpose) -> Result<(), Halt> {
        self.copy_inlined(lpn, from, to, purpose)
    }

    #[inline(always)]
    fn copy_inlined(&mut self, lpn: Lpn, from: Ppn, to: Ppn, purpose: Purpose) -> Result<(), Halt> {
        self.may_go_on()?;
        self.flash_operation()?;
        self.core.nand.read(from)?;
        self.flash_operation_at(to)?;
        let oob = self.core.nand.oob.as_ref();
        let (version, written_at) = oob.map_or((0, 0), |o| (o.version[from as usize], o.written_at[from as usize]));
        self.core.nand.program(to, lpn, version, written_at)?;
        self.core.nand.invalidate(from)?;
        self.core.counters.reads[purpose as usize] += 1;
        self.core.counters.programs[purpose as usize] += 1;
        self.core.counters.copies += 1;
        let times = self.issue(CommandKind::Copy, lpn, to, None, purpose);
        let operation = Operation {
            lpn: Some(lpn),
            from: Some(from),
            to: Some(to),
            stale: Some(from),
            ..Operation::new(Kind::Copy, purpose)
        };
        self.emit(operation, times);
        Ok(())
    }

    /// Erases a block without valid pages.
    pub fn erase(&mut self, block: BlockId, purpose: Purpose) -> Result<Erased, Halt> {
        self.may_go_on()?;
        if self.is_torn() {
            self.core.nand.tear_erase(block)?;
        }
        self.flash_operation()?;
        let content = self.content(block);
        let erased = self.core.nand.erase(block)?;
        self.core.counters.erases[purpose as usize] += 1;
        let first = self.core.nand.geometry.page(block, 0);
        let times = self.issue(CommandKind::Erase, NONE, first, Some(content), purpose);
        self.emit(Operation { block: Some(block), ..Operation::new(Kind::Erase, purpose) }, times);
        if erased == Erased::WornOut {
            let trigger = self.because(|nand| {
                Condition::new(What::Endurance, nand.block(block).erase_count, Is::AtLeast, nand.endurance)
            });
            self.note(Operation { block: Some(block), trigger, ..Operation::new(Kind::BlockBad, purpose) })?;
        }
        Ok(erased)
    }

    /// Gives up the page of `lpn` at `stale`, if it has one.
    pub fn trim(&mut self, lpn: Lpn, stale: Ppn) -> Result<(), Halt> {
        self.may_go_on()?;
        if stale != NONE {
            self.core.nand.invalidate(stale)?;
        }
        let now = self.core.clock.now_ns();
        let stale = (stale != NONE).then_some(stale);
        self.emit(Operation { lpn: Some(lpn), stale, ..Operation::new(Kind::Trim, Purpose::Host) }, Some((now, now)));
        Ok(())
    }

    /// Takes a free block into use, erasing it first if it is full of remains.
    pub fn open(&mut self, block: BlockId, kind: BlockKind) -> Result<(), Halt> {
        if self.core.nand.block(block).state == BlockState::Stale {
            self.erase(block, Purpose::Host)?;
        }
        Ok(self.core.nand.open(block, kind)?)
    }

    /// Closes an open block, so that it can be collected.
    pub fn close(&mut self, block: BlockId) -> Result<(), Halt> {
        Ok(self.core.nand.close(block)?)
    }

    /// On the event clock, everything in `scope` of `plane` waits from here until [`Flash::release`].
    pub(crate) fn hold(&mut self, plane: PlaneId, scope: Scope) {
        self.gate(plane, CommandKind::Hold(scope));
    }

    /// Ends what [`Flash::hold`] began.
    pub(crate) fn release(&mut self, plane: PlaneId) {
        self.gate(plane, CommandKind::Release);
    }

    fn gate(&mut self, plane: PlaneId, kind: CommandKind) {
        let operation = self.core.operations;
        let make = || Command {
            kind,
            plane,
            ppn: None,
            content: None,
            operation,
            ticket: None,
            purpose: Purpose::Gc,
            collects: true,
            order: Order::default(),
        };
        self.core.clock.issue(make, kind, Item::Gc);
    }

    /// The purpose that an operation counts for.
    #[inline(always)]
    fn on_behalf(&self, purpose: Purpose) -> Purpose {
        if purpose == Purpose::Host { self.host_purpose } else { purpose }
    }

    #[inline(always)]
    fn content(&self, block: BlockId) -> Content {
        Content { block, erases: self.core.nand.block(block).erase_count }
    }

    #[inline(always)]
    fn issue(
        &mut self,
        kind: CommandKind,
        id: u32,
        ppn: Ppn,
        content: Option<Content>,
        purpose: Purpose,
    ) -> Option<(u64, u64)> {
        if self.at_once {
            let now_ns = self.core.clock.now_ns();
            return Some((now_ns, now_ns));
        }
        let DeviceState { nand, clock, ticket, operations, map_entries, .. } = &mut *self.core;
        let (chain, whole) = (&mut self.chain, self.whole);
        let make = || Command {
            kind,
            plane: nand.geometry.plane_of(nand.geometry.block_of(ppn)),
            ppn: Some(ppn),
            content,
            operation: *operations,
            ticket: ticket.filter(|_| whole || purpose.is_waited_for()),
            purpose,
            collects: purpose.is_housekeeping(),
            order: Order {
                after: chain.after(*operations),
                group: chain.group(*operations),
                map: match kind {
                    CommandKind::Program | CommandKind::Copy => map_role(id, nand.geometry.logical_pages, *map_entries),
                    _ => None,
                },
            },
        };
        clock.issue(make, kind, Item::of(purpose))
    }

    #[inline(always)]
    fn may_go_on(&self) -> Result<(), Halt> {
        if O::ENABLED && self.core.operations >= self.observer.halt_at() {
            return Err(Box::new(Reason::Paused));
        }
        Ok(())
    }

    /// Counts a flash operation, or is cut off by it.
    #[inline(always)]
    fn flash_operation(&mut self) -> Result<(), Halt> {
        if self.core.flash_operations == self.core.power_cut_at {
            return Err(Box::new(Reason::PowerCut));
        }
        self.core.flash_operations += 1;
        Ok(())
    }

    /// The same for a program, which leaves a torn page behind.
    #[inline(always)]
    fn flash_operation_at(&mut self, ppn: Ppn) -> Result<(), Halt> {
        if self.is_torn() {
            self.core.nand.tear_program(ppn)?;
        }
        self.flash_operation()
    }

    /// Whether power is cut while the next operation runs. On the event clock it is cut when that operation is issued:
    /// it has not begun then, others have.
    #[inline(always)]
    fn is_torn(&self) -> bool {
        self.core.flash_operations == self.core.power_cut_at && matches!(self.core.clock, Clock::Serial(_))
    }

    #[inline(always)]
    fn check_newest(&self, lpn: Lpn, ppn: Ppn) -> Result<(), Halt> {
        let (Some(shadow), Some(oob)) = (&self.core.shadow, &self.core.nand.oob) else { return Ok(()) };
        let (found, newest) = (oob.version[ppn as usize], shadow.newest(lpn));
        if found != newest {
            return Err(stale(lpn, format!("version {found}"), format!("version {newest}")));
        }
        Ok(())
    }

    #[inline(always)]
    fn emit(&mut self, operation: Operation, times: Option<(u64, u64)>) -> u64 {
        let index = self.core.operations;
        self.core.operations += 1;
        if self.is_watched() {
            let (start_ns, end_ns) = times.unwrap_or((PENDING_NS, PENDING_NS));
            let (cause, request) = (self.cause, self.core.request);
            let trigger = operation.trigger.or(self.trigger.take());
            self.observer.operation(&Operation { index, cause, request, start_ns, end_ns, trigger, ..operation });
        }
        index
    }
}

/// What a page programmed is to a map that is kept on flash, `entries` to a page.
fn map_role(id: u32, logical_pages: u32, entries: u32) -> Option<MapRole> {
    if entries == 0 || id == NONE {
        return None;
    }
    Some(match id.checked_sub(logical_pages) {
        Some(own) => MapRole::Tells(own),
        None => MapRole::ToldBy(id / entries),
    })
}

#[cold]
fn stale(lpn: Lpn, found: String, newest: String) -> Halt {
    Rule::Stale { lpn, found, newest }.into()
}
