//! The one way to the flash: layers call this, and it applies the rules, counts, tells the observer and gives the command
//! to the clock. On the serial clock it is over then; on the event clock the state changes now, and the time comes later.

mod background;
mod chain;
mod commands;
mod issue;
mod ram;
mod replacement;
#[cfg(all(test, feature = "layers"))]
mod tests;

use crate::flash::decision::Decision;
use crate::flash::device_state::DeviceState;
use crate::flash::halt::Halt;
#[cfg(feature = "layers")]
use crate::flash::line_step::LineStep;
use crate::flash::observer::{DynObserver, Observer};
use crate::flash::operation::{Operation, Purpose};
use crate::flash::trigger::Trigger;
use crate::nand::Lpn;
use crate::nand::array::Nand;
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
}
