//! Steps on the event clock: requests begin when they have arrived, end when their last command does, and planes that
//! run out of work may use the time.

use super::closed_loop::Due;
use crate::base::request::HostOp;
use crate::flash::access::Flash;
use crate::flash::account::{Account, Item};
use crate::flash::clock::Clock;
use crate::flash::halt::Halt;
use crate::flash::observer::Observer;
use crate::flash::ticket::{Finished, Path, Role, Ticket};
use crate::machine::{Completion, Machine};
use crate::nand::rule::Rule;

/// When a request begins on the event clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Begin {
    pub(super) due: Due,
    /// When its commands are issued.
    pub(super) at_ns: u64,
}

impl Machine {
    /// The request that begins before `due_ns`, when something else is due: it has arrived, and the controller has worked on its
    /// pages.
    #[inline(always)]
    pub(super) fn begin_before(&self, due_ns: Option<u64>) -> Option<Begin> {
        let due = self.due()?;
        let is_before = |time_ns: u64| due_ns.is_none_or(|due_ns| time_ns < due_ns);
        let free_ns = due.arrival_ns.max(self.controller_free_ns);
        // Asked at every step, and mostly answered here.
        if !is_before(free_ns) {
            return None;
        }
        let controller_ns = self.core.controller_ns * u64::from(self.span(&due.request).count);
        let at_ns = (free_ns + controller_ns).max(self.core.clock.now_ns());
        is_before(at_ns).then_some(Begin { due, at_ns })
    }

    pub(super) fn step_event<O: Observer>(&mut self, observer: &mut O) -> Result<bool, Halt> {
        let changes = self.is_to_change();
        if changes {
            self.change(&mut observer.behind_pointer())?;
        }
        let Clock::Event(event) = &self.core.clock else { return Ok(false) };
        // At equal times what ends comes first, then arrivals.
        if let Some(begin) = self.begin_before(event.next_ns()) {
            self.begin_event(begin, observer)?;
        } else {
            let Clock::Event(event) = &mut self.core.clock else { return Ok(false) };
            match event.step() {
                true => {}
                false if event.tickets.is_empty() => return Ok(changes),
                false => return Err(Rule::Invariant("requests are under way, but nothing is due".into()).into()),
            }
        }
        self.settle_event(observer)?;
        Ok(true)
    }

    fn begin_event<O: Observer>(&mut self, begin: Begin, observer: &mut O) -> Result<(), Halt> {
        let Due { request, arrival_ns, background } = begin.due;
        let number = self.take(&begin.due);
        let span = self.span(&request);
        let mut account = Account::default();
        account[Item::Host] = self.core.controller_ns * u64::from(span.count);
        account[Item::Waiting] = begin.at_ns - arrival_ns - account[Item::Host];
        self.controller_free_ns = begin.at_ns;
        let Clock::Event(event) = &mut self.core.clock else { return Ok(()) };
        event.now_ns = begin.at_ns;
        let ticket = Ticket { background, ..Ticket::new(number, request.op, arrival_ns, Role::Request) };
        let slot = event.tickets.begin(ticket, Path { account, until_ns: begin.at_ns });
        self.core.ticket = Some(slot);
        let served = self.serve(&request, span, observer);
        self.core.ticket = None;
        served?;
        let changes: Vec<(u32, u32)> = match (&self.core.shadow, request.op) {
            (Some(shadow), HostOp::Write | HostOp::Trim) => {
                (span.first..span.first + span.count).map(|lpn| (lpn, shadow.last_change(lpn))).collect()
            }
            _ => Vec::new(),
        };
        let Clock::Event(event) = &mut self.core.clock else { return Ok(()) };
        event.tickets.changes(slot, changes);
        event.handed_out(slot);
        Ok(())
    }

    /// A device that takes no more writes still ends what it was given before.
    pub(super) fn finish_what_is_under_way<O: Observer>(&mut self, observer: &mut O) {
        while let Clock::Event(event) = &mut self.core.clock
            && event.step()
        {
            self.pass_on(observer);
        }
    }

    /// Passes on what the event clock has brought to an end, and lets idle planes work for themselves.
    fn settle_event<O: Observer>(&mut self, observer: &mut O) -> Result<(), Halt> {
        if let Clock::Event(event) = &self.core.clock
            && !event.has_news()
        {
            return Ok(());
        }
        self.pass_on(observer);
        while self.tell_layer(observer)? {
            self.pass_on(observer);
        }
        let Clock::Event(event) = &mut self.core.clock else { return Ok(()) };
        let idle = std::mem::take(&mut event.idle);
        for plane in idle {
            if !self.core.clock.is_busy(plane) {
                self.ftl.background(plane, &mut Flash::new(&mut self.core, &mut observer.behind_pointer()))?;
            }
        }
        Ok(())
    }

    /// Tells the layer what it waits for. Whether there was anything; more may have come to an end by what it does then.
    fn tell_layer<O: Observer>(&mut self, observer: &mut O) -> Result<bool, Halt> {
        let Clock::Event(event) = &mut self.core.clock else { return Ok(false) };
        let (told, over) = (std::mem::take(&mut event.told), std::mem::take(&mut event.tickets.over));
        if told.is_empty() && over.is_empty() {
            return Ok(false);
        }
        let mut observer = observer.behind_pointer();
        let mut flash = Flash::new(&mut self.core, &mut observer);
        over.iter().try_for_each(|&work| self.ftl.on_work_done(work, &mut flash))?;
        told.iter().try_for_each(|&plane| self.ftl.on_queue_drained(plane, &mut flash))?;
        Ok(true)
    }

    fn pass_on<O: Observer>(&mut self, observer: &mut O) {
        let Clock::Event(event) = &mut self.core.clock else { return };
        event.timed.drain(..).for_each(|timed| observer.timed(&timed));
        for Finished { ticket, account, finish_ns } in event.tickets.finished.drain(..) {
            if let Some(shadow) = &mut self.core.shadow {
                ticket.changes.iter().for_each(|&(lpn, change)| shadow.acknowledge(lpn, change));
            }
            let own = self.closed_loop.iter_mut().filter(|_| !ticket.background);
            own.for_each(|closed| closed.ended(finish_ns));
            self.completions.push(Completion {
                request: ticket.request,
                op: ticket.op,
                arrival_ns: ticket.arrival_ns,
                finish_ns,
                account,
                behind_gc: ticket.behind_gc,
                behind_blocked: ticket.behind_blocked,
                background: ticket.background,
            });
        }
        for first_page in event.erased.drain(..) {
            self.core.nand.erase_over(self.core.nand.geometry.block_of(first_page));
        }
    }
}
