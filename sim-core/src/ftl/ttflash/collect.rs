//! A collection: its commands are queued at the plane all at once, unless it gives way (`yielding.rs`), and
//! when the last of them is over the layer is told. Where it takes no time it is over at once.

use super::Ttflash;
use super::plane::Collection;
use super::settings::Blocking;
use super::{explain, yielding};
use crate::base::text::count;
use crate::flash::access::Flash;
use crate::flash::clock::command::Scope;
use crate::flash::halt::{Halt, Reason};
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::flash::trigger::{Condition, Is, Trigger, What};
use crate::nand::array::{Erased, Nand};
use crate::nand::rule::Rule;
use crate::nand::valid_pages::ValidPages;
use crate::nand::{BlockId, PlaneId, Ppn};

impl Ttflash {
    /// A page of a plane was programmed: it may want to collect, and others of its group may.
    pub(super) fn after_program(&mut self, plane: PlaneId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.look_at_room(plane);
        let group = self.layout.group_of(plane);
        let at = &self.planes[plane as usize];
        // A plane that waits for its turn is heard when the turn passes on.
        let is_heard = !self.rules.rotates() || self.turns.owner[group as usize].is_none();
        match at.collection {
            Some(collection) if collection.yields && self.is_short(plane) => self.step(plane, flash),
            None if at.wants && is_heard => self.grant(group, flash),
            _ => Ok(()),
        }
    }

    /// Whether a plane takes no program now: the last free pages are for those that a collection moves.
    pub(super) fn refuses(&self, plane: PlaneId) -> bool {
        self.planes[plane as usize].free_pages <= self.rules.kept_pages
    }

    /// Whether a plane stands still for a collection, its own or one that keeps its channel.
    pub(super) fn stands_still(&self, plane: PlaneId, flash: &Flash<'_>) -> bool {
        let collector = flash.event().and_then(|event| event.stands_for(plane));
        collector.is_some_and(|by| self.planes[by as usize].collection.is_some())
    }

    /// The block of a plane with most to gain, if there is anything to gain. Where pages are left out, every second may be.
    fn best_victim(&self, at: PlaneId, nand: &Nand) -> Option<BlockId> {
        let pages = nand.geometry.pages_per_block;
        let plane = &self.planes[at as usize];
        // A power cut may have spent some of the pages that are kept.
        let most = if self.rules.cb_parity { pages.div_ceil(2) - 1 } else { (pages - 1).min(plane.free_pages) };
        plane.best_victim(most, nand)
    }

    /// Whether a plane wants to collect and could.
    pub(super) fn may_collect(&self, at: PlaneId, flash: &Flash<'_>) -> bool {
        let plane = &self.planes[at as usize];
        plane.wants
            && plane.collection.is_none()
            && self.best_victim(at, flash.nand()).is_some()
            && !self.another_moves_pages(at)
            && !self.gives_way(at, flash)
    }

    /// Where a channel moves the pages of one collection at a time.
    fn another_moves_pages(&self, at: PlaneId) -> bool {
        let channels = self.layout.channels as usize;
        let on_channel = self.planes.iter().skip(at as usize % channels).step_by(channels);
        self.rules.one_copy_per_channel
            && on_channel.into_iter().any(|plane| plane.collection.is_some_and(|collection| collection.copying))
    }

    /// In the authors' way a collection does not begin while requests are queued on its channel, unless room is short.
    fn gives_way(&self, at: PlaneId, flash: &Flash<'_>) -> bool {
        self.rules.soft_pages.is_some()
            && !self.is_short(at)
            && flash.event().is_some_and(|event| event.has_requests(at % self.layout.channels))
    }

    /// Collects if a plane wants to and may. Without turns; with them [`Ttflash::grant`] decides.
    pub(super) fn try_to_collect(&mut self, plane: PlaneId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        while self.may_collect(plane, flash) {
            self.collect(plane, flash)?;
            if self.rules.blocking != Blocking::None {
                break;
            }
        }
        Ok(())
    }

    /// Begins to collect the block with most to gain.
    pub(super) fn collect(&mut self, at: PlaneId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let Some(victim) = self.best_victim(at, flash.nand()) else { return Ok(()) };
        flash.decide(|nand, op| explain::victim(op, victim, at, self, nand));
        let moves = flash.nand().block(victim).valid;
        let trigger = if flash.is_watched() { self.why_collect(at) } else { None };
        let outer = flash.enter(Operation { trigger, ..gc_operation(Kind::GcStart, victim, moves) })?;
        flash.core.counters.gc_runs += 1;
        let yields = self.rules.blocking == Blocking::Preemptive && !self.is_short(at);
        let plane = &mut self.planes[at as usize];
        plane.take_victim(victim);
        plane.collection = Some(Collection { victim, moves, copying: true, yields });
        self.take_token(at);
        match self.rules.blocking {
            Blocking::Scope(scope) => self.queue_all(at, scope, flash)?,
            Blocking::None => {
                flash.at_once(|flash| self.move_all(at, victim, flash).and_then(|()| self.erase(at, victim, flash)))?;
                self.is_over(at, flash)?;
            }
            Blocking::Preemptive if yields && flash.event().is_some() => self.step(at, flash)?,
            Blocking::Preemptive => {
                flash.core.counters.stripes.steps_hard += u64::from(moves);
                self.queue_all(at, yielding::SCOPE, flash)?;
            }
        }
        flash.leave(outer);
        Ok(())
    }

    /// Why a plane collects now: it is short of room, and where planes take turns it is its turn, or it does not wait for that.
    fn why_collect(&self, at: PlaneId) -> Option<Trigger> {
        let short = self.short_of_room(at)?;
        let owner = self.turns.owner[self.layout.group_of(at) as usize];
        let turn = match owner {
            None => Condition::fact(What::Token, at),
            Some(owner) => Condition::fact(What::OutOfTurn, owner),
        };
        Some((short, self.rules.rotates().then_some(turn)).into())
    }

    /// Queues the whole of a collection, or the rest of it.
    pub(super) fn queue_all(&mut self, at: PlaneId, scope: Scope, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let Some(Collection { victim, .. }) = self.planes[at as usize].collection else { return Ok(()) };
        flash.hold(at, scope);
        self.move_all(at, victim, flash)?;
        if self.rules.hold_copies {
            flash.release(at);
        }
        flash.tell(at);
        self.erase(at, victim, flash)?;
        if !self.rules.hold_copies {
            flash.release(at);
        }
        flash.tell(at);
        flash.note(gc_operation(Kind::GcEnd, victim, 0))?;
        // While the device is prepared, on the serial clock, nobody tells.
        if flash.event().is_none() { self.is_over(at, flash) } else { Ok(()) }
    }

    fn move_all(&mut self, at: PlaneId, victim: BlockId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let mut pages = ValidPages::of(victim);
        while let Some(from) = pages.next(flash.nand()) {
            self.move_page(at, from, flash)?;
        }
        Ok(())
    }

    /// Moves a page inside its plane.
    pub(super) fn move_page(&mut self, at: PlaneId, from: Ppn, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let id = flash.nand().owner[from as usize];
        let to = self.page_for(at, from, flash)?;
        flash.copy(id, from, to, Purpose::Gc)?;
        let counters = &mut flash.core.counters;
        counters.gc_moved_pages += 1;
        counters.stripes.steps += 1;
        self.planes[at as usize].free_pages -= 1;
        self.places[id as usize] = to;
        Ok(())
    }

    /// The next page for one that moves. Where even goes to even and odd to odd, a page that does not match is left out.
    fn page_for(&mut self, at: PlaneId, from: Ppn, flash: &mut Flash<'_>) -> Result<Ppn, Halt> {
        let geometry = flash.nand().geometry;
        let is_odd = |ppn: Ppn| geometry.offset_of(ppn) % 2;
        loop {
            let to = self.page(at, flash)?;
            if !self.rules.cb_parity || is_odd(to) == is_odd(from) {
                return Ok(to);
            }
            flash.core.nand.leave_out(to);
            self.planes[at as usize].free_pages -= 1;
        }
    }

    /// Erases the victim. It is free from here on: whatever is written there is queued behind.
    pub(super) fn erase(&mut self, at: PlaneId, victim: BlockId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let spent = flash.nand().block(victim).write_ptr;
        let erased = flash.erase(victim, Purpose::Gc)?;
        if erased == Erased::Ready {
            let plane = &mut self.planes[at as usize];
            plane.free.push_back(victim);
            plane.free_pages += spent;
        }
        Ok(())
    }

    /// The next page of a plane for whatever is to be written there.
    pub(super) fn page(&mut self, at: PlaneId, flash: &mut Flash<'_>) -> Result<Ppn, Halt> {
        let plane = &mut self.planes[at as usize];
        while let Some(block) = plane.stale(flash.nand()) {
            if flash.erase(block, Purpose::Gc)? == Erased::Bad {
                plane.free.pop_front();
                plane.free_pages -= flash.nand().geometry.pages_per_block;
            }
        }
        match plane.next_page(&mut flash.core.nand)? {
            Some(ppn) => Ok(ppn),
            None if flash.nand().bad_blocks > 0 => Err(Box::new(Reason::ReadOnly(format!(
                "the device is read-only: plane {at} has no block left that is not bad"
            )))),
            None => Err(Rule::Invariant(format!("plane {at} has no page to write to")).into()),
        }
    }

    /// Told by the clock that what was queued at a plane is over: its copies, or all of its collection.
    pub(super) fn told_of(&mut self, at: PlaneId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let Some(collection) = &mut self.planes[at as usize].collection else { return Ok(()) };
        if collection.yields {
            return self.step_over(at, flash);
        }
        if collection.copying {
            collection.copying = false;
            if self.rules.hold_copies {
                self.release_held(flash)?;
            }
            return if self.rules.one_copy_per_channel { self.grant_all(flash) } else { Ok(()) };
        }
        self.is_over(at, flash)
    }

    /// A collection is over: pages held back for the plane follow, then the turn passes on.
    pub(super) fn is_over(&mut self, at: PlaneId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.planes[at as usize].collection = None;
        self.give_token_back(at);
        self.look_at_room(at);
        self.release_held(flash)?;
        // Where a collection takes no time, whoever granted it grants the next.
        if self.rules.blocking != Blocking::None {
            self.grant(self.layout.group_of(at), flash)?;
        }
        self.refuse_a_full_plane(at, flash)
    }

    pub(super) fn grant_all(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        (0..self.layout.groups).try_for_each(|group| self.grant(group, flash))
    }

    /// Pages wait for a plane that nothing can make room in.
    pub(super) fn refuse_a_full_plane(&self, at: PlaneId, flash: &Flash<'_>) -> Result<(), Halt> {
        let plane = &self.planes[at as usize];
        let stuck = !plane.held.is_empty() && plane.collection.is_none() && self.refuses(at);
        if !stuck || self.best_victim(at, flash.nand()).is_some() {
            return Ok(());
        }
        let bad = flash.nand().bad_blocks;
        let text = format!("plane {at} has no room for another write, and no block that collecting would gain from");
        Err(Box::new(match bad {
            0 => Reason::DeviceFull(format!("the device is full: {text}")),
            _ => Reason::ReadOnly(format!("the device is read-only: {} bad; {text}", count(u64::from(bad), "block"))),
        }))
    }

    /// Whether a plane has so little room that its collection gives way to nobody.
    pub(super) fn is_short(&self, at: PlaneId) -> bool {
        self.short_of_pages(at).holds()
    }

    /// That a plane has fewer free pages than its hard mark.
    pub(super) fn short_of_pages(&self, at: PlaneId) -> Condition {
        let free_pages = self.planes[at as usize].free_pages;
        let short = Condition::new(What::FreePagesHard, free_pages, Is::Below, self.rules.hard_pages);
        short.of_plane(at, self.planes.len() as u32)
    }
}

fn gc_operation(kind: Kind, victim: BlockId, moves: u32) -> Operation {
    Operation { block: Some(victim), pages: moves, ..Operation::new(kind, Purpose::Gc) }
}
