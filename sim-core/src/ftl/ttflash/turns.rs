//! Whose turn it is to collect: each group has one token, and the plane that holds it collects. It passes on to the
//! next channel whose plane wants it.

use super::Ttflash;
use super::settings::WhenFull;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::trigger::{Condition, Is, What};
use crate::nand::PlaneId;

/// Planes waiting for their turn that are heard of at once, in the authors' way.
const QUEUED_MAX: usize = 64;

/// The tokens.
#[derive(Clone, Debug, Hash)]
pub(super) struct Turns {
    /// By group, the plane that holds the token.
    pub owner: Box<[Option<PlaneId>]>,
    /// By group, the channel whose turn was last.
    last: Box<[u32]>,
    /// Whether planes of a group still collect that began before they took turns.
    pub(super) settling: bool,
}

impl Turns {
    /// Tokens that nobody holds.
    pub(crate) fn new(groups: u32) -> Self {
        Self {
            owner: vec![None; groups as usize].into(),
            last: vec![u32::MAX; groups as usize].into(),
            settling: false,
        }
    }
}

impl Ttflash {
    /// Whether a plane has few free blocks, or in the authors' way few free pages, is looked at anew.
    pub(super) fn look_at_room(&mut self, at: PlaneId) {
        let is_heard = || self.planes[at as usize].wants || self.waiting() < QUEUED_MAX;
        let wants = match self.short_of_room(at) {
            Some(short) if short.what() == What::FreePages => is_heard() || self.refuses(at),
            short => short.is_some(),
        };
        let plane = &mut self.planes[at as usize];
        plane.wants = wants && !plane.dead;
    }

    /// Why a plane should collect, if it should: it has few free blocks, or in the authors' way few free pages, or none but those
    /// that are kept. One that wants to already goes on until it has enough.
    pub(super) fn short_of_room(&self, at: PlaneId) -> Option<Condition> {
        let (rules, plane) = (&self.rules, &self.planes[at as usize]);
        let free_blocks = plane.free.len() as u32;
        let blocks = |what, mark: u32| Condition::new(what, free_blocks, Is::Below, mark);
        let short = match rules.soft_pages {
            Some(soft) => Condition::new(What::FreePages, plane.free_pages, Is::Below, soft),
            None if plane.wants && free_blocks >= rules.gc_start => blocks(What::FreeBlocksAgain, rules.gc_stop),
            None => blocks(What::FreeBlocks, rules.gc_start),
        };
        let refuses = Condition::new(What::FreePagesKept, plane.free_pages, Is::AtMost, rules.kept_pages);
        let planes = self.planes.len() as u32;
        [short, refuses].into_iter().find(Condition::holds).map(|short| short.of_plane(at, planes))
    }

    fn waiting(&self) -> usize {
        self.planes.iter().filter(|plane| plane.wants && plane.collection.is_none()).count()
    }

    /// Lets the planes of a group collect whose turn it is.
    pub(super) fn grant(&mut self, group: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let first = group * self.layout.channels;
        let planes = first..first + self.layout.channels;
        if !self.rules.rotates() {
            return planes.into_iter().try_for_each(|plane| self.try_to_collect(plane, flash));
        }
        // Where a collection takes no time, the token is back at once and passes on.
        while self.turns.owner[group as usize].is_none()
            && let Some(plane) = self.next_in_turn(group, flash)
        {
            self.collect(plane, flash)?;
        }
        planes.into_iter().try_for_each(|plane| self.collect_out_of_turn(plane, flash))
    }

    /// A plane collects from here on. It has the token, unless another has: then it does so out of turn.
    pub(super) fn take_token(&mut self, plane: PlaneId) {
        let group = self.layout.group_of(plane) as usize;
        if self.rules.rotates() && self.turns.owner[group].is_none() {
            self.turns.owner[group] = Some(plane);
            self.turns.last[group] = plane % self.layout.channels;
        }
    }

    /// Whether at most one plane of a group collects.
    pub(super) fn takes_turns(&self) -> bool {
        self.rules.rotates() && self.rules.when_full == WhenFull::Stall
    }

    /// Gives the token of each group that nobody holds to a plane that collects already.
    pub(super) fn begin_turns(&mut self) {
        self.turns.settling = false;
        for group in 0..self.layout.groups {
            let first = group * self.layout.channels;
            let planes = first..first + self.layout.channels;
            let collecting: Vec<PlaneId> =
                planes.filter(|&plane| self.planes[plane as usize].collection.is_some()).collect();
            let owner = &mut self.turns.owner[group as usize];
            if !owner.is_some_and(|owner| collecting.contains(&owner)) {
                *owner = collecting.first().copied();
            }
            self.turns.settling |= collecting.len() > 1;
        }
    }

    /// A collection is over: its plane gives the token back.
    pub(super) fn give_token_back(&mut self, plane: PlaneId) {
        let owner = &mut self.turns.owner[self.layout.group_of(plane) as usize];
        if *owner == Some(plane) {
            *owner = None;
        }
        if self.turns.settling {
            self.begin_turns();
        }
    }

    fn next_in_turn(&self, group: u32, flash: &Flash<'_>) -> Option<PlaneId> {
        let channels = self.layout.channels;
        let first = group * channels;
        // While the device is prepared, on the serial clock, there is nothing to visit.
        if self.rules.first_visited && flash.event().is_some() {
            return self.first_visited(group, flash);
        }
        let from = self.turns.last[group as usize].wrapping_add(1) % channels;
        let in_turn = (0..channels).map(|step| first + (from + step) % channels);
        in_turn.into_iter().find(|&plane| self.may_collect(plane, flash))
    }

    /// The authors' way: channels are visited from one that the programs so far tell, and a plane that is idle may begin.
    fn first_visited(&self, group: u32, flash: &Flash<'_>) -> Option<PlaneId> {
        let (channels, event) = (self.layout.channels, flash.event()?);
        let first = group * channels;
        let idle = (0..channels).all(|channel| !event.has_requests(channel));
        let from = if idle { 0 } else { (flash.core.counters.nand_programs() % u64::from(channels)) as u32 };
        let visited = (0..channels).map(|step| first + (from + step) % channels);
        visited.into_iter().find(|&plane| self.may_collect(plane, flash) && !event.is_busy(plane))
    }

    /// A plane without room that may not wait for its turn.
    fn collect_out_of_turn(&mut self, plane: PlaneId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        if self.rules.when_full == WhenFull::Stall || !self.refuses(plane) || !self.may_collect(plane, flash) {
            return Ok(());
        }
        let in_need = (0..self.planes.len() as PlaneId).filter(|&plane| self.refuses(plane)).count();
        if self.rules.when_full == WhenFull::Force || 10 * in_need > 3 * self.planes.len() {
            flash.core.counters.stripes.forced_collections += 1;
            self.collect(plane, flash)?;
        }
        Ok(())
    }
}
