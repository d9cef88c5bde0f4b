//! A collection that gives way (the preemptive comparison): page after page, each only while no request is queued on
//! its channel, until room is short. Then the rest of it gives way to nobody.

use super::Ttflash;
use super::plane::Collection;
use crate::flash::access::Flash;
use crate::flash::clock::command::Scope;
use crate::flash::halt::Halt;
use crate::flash::trigger::{Condition, What};
use crate::nand::PlaneId;
use crate::nand::valid_pages::ValidPages;

/// What stands still once it gives way no more.
pub(super) const SCOPE: Scope = Scope::Channel;

impl Ttflash {
    /// Planes of an idle plane's channel go on with what they had interrupted, or begin.
    pub(super) fn in_idle_time(&mut self, idle: PlaneId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let channel = idle % self.layout.channels;
        for at in (channel..self.planes.len() as PlaneId).step_by(self.layout.channels as usize) {
            if self.planes[at as usize].collection.is_some_and(|collection| collection.yields) {
                self.step(at, flash)?;
            } else if self.planes[at as usize].wants {
                self.grant(self.layout.group_of(at), flash)?;
            }
        }
        Ok(())
    }

    /// Whether a plane of this one's channel has a collection that gave way, as it may have although the device does so no more.
    pub(super) fn has_interrupted(&self, plane: PlaneId) -> bool {
        let channels = self.layout.channels as usize;
        let mut on_channel = self.planes.iter().skip(plane as usize % channels).step_by(channels);
        on_channel.any(|plane| plane.collection.is_some_and(|collection| collection.yields))
    }

    /// The next step of a collection, unless it gives way, has one queued, or has made its last: the layer hears of that erase a moment
    /// after it is over, and must not erase the block again in between.
    pub(super) fn step(&mut self, at: PlaneId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let collection = self.planes[at as usize].collection;
        let Some(Collection { victim, yields: true, copying: true, .. }) = collection else { return Ok(()) };
        if flash.event().is_none_or(|event| event.is_collecting(at)) {
            return Ok(());
        }
        if self.is_short(at) {
            return self.gives_way_no_more(at, flash);
        }
        if flash.event().is_some_and(|event| event.has_requests(at % self.layout.channels)) {
            return Ok(());
        }
        flash.triggered_by(|nand| {
            let quiet = Condition::fact(What::QuietChannel, at % self.layout.channels);
            (quiet, Condition::left(What::VictimPages, nand.block(victim).valid))
        });
        match ValidPages::of(victim).next(flash.nand()) {
            Some(from) => self.move_page(at, from, flash)?,
            None => {
                self.erase(at, victim, flash)?;
                if let Some(collection) = &mut self.planes[at as usize].collection {
                    collection.copying = false;
                }
            }
        }
        flash.tell(at);
        Ok(())
    }

    /// A step is over.
    pub(super) fn step_over(&mut self, at: PlaneId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        match self.planes[at as usize].collection {
            Some(Collection { copying: false, .. }) => self.is_over(at, flash),
            _ => self.step(at, flash),
        }
    }

    fn gives_way_no_more(&mut self, at: PlaneId, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let Some(collection) = &mut self.planes[at as usize].collection else { return Ok(()) };
        collection.yields = false;
        let rest = flash.nand().block(collection.victim).valid;
        flash.triggered_by(|_| self.short_of_pages(at));
        flash.core.counters.stripes.steps_hard += u64::from(rest);
        self.queue_all(at, SCOPE, flash)
    }
}
