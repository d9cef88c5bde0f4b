//! What every translation layer offers, and how it is chosen.

use super::picture::Picture;
use crate::base::bulk::AnyBulk;
use crate::base::error::Error;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::observables::{Moment, Observables};
use crate::flash::operation::Purpose;
#[cfg(feature = "layers")]
use crate::nand::BlockId;
use crate::nand::array::{Nand, ProgramOrder};
use crate::nand::rule::Rule;
use crate::nand::timing::Timing;
use crate::nand::{Lpn, PlaneId, Ppn};
use crate::parameters::parameter::{Group, Info};
use crate::parameters::settings::Settings;
#[cfg(feature = "layers")]
use crate::trace::operations::OperationLog;
use std::ops::Range;
use std::sync::Arc;

/// What a layer is built from.
pub struct Build<'a> {
    /// Its parameters.
    pub settings: &'a Settings,
    /// The array it will manage, still empty.
    pub nand: &'a Nand,
    /// How long flash operations take.
    pub(crate) timing: Timing,
    /// Whether the event clock runs it, and so background work is possible.
    pub(crate) event_clock: bool,
    /// Pages of the host in which its file system keeps a journal, where that is known.
    pub journal: Option<Range<Lpn>>,
    /// The map block of each look-up of the run, for a policy that knows the future.
    pub future: Option<Arc<[u32]>>,
    /// The log to carry out, for the one layer that does.
    #[cfg(feature = "layers")]
    pub operations: Option<Arc<OperationLog>>,
    /// The run's seed: every component that draws makes a generator of its own from it.
    pub seed: u64,
}

/// Settings that change while a layer holds data (`run.changes`).
pub struct Change<'a> {
    /// Its parameters until now.
    pub before: &'a Settings,
    /// Its parameters from now on.
    pub settings: &'a Settings,
    /// How long flash operations take from now on.
    pub(crate) timing: Timing,
    /// Whether the event clock runs it.
    pub(crate) event_clock: bool,
    /// Pages of the host in which its file system keeps a journal from now on, where that is known.
    pub journal: Option<Range<Lpn>>,
    /// The run's seed.
    pub seed: u64,
}

impl Change<'_> {
    /// Whether it changes a parameter of which the name begins so.
    pub fn touches(&self, beginning: &str) -> bool {
        let differs = |(name, value): (&String, &_)| self.before.0.get(name) != Some(value);
        self.settings.0.iter().filter(|(name, _)| name.starts_with(beginning)).any(differs)
    }
}

/// A layer that can be chosen.
pub(crate) struct Entry<L> {
    /// What it is, and what may be set about it alone.
    pub info: Info,
    /// What may be set about it as about others: victim policies, wear levelling …
    pub shared: &'static [&'static Group],
    /// The order in which it programs the pages of a block.
    pub(crate) program_order: ProgramOrder,
    /// Its parameter for pages of each block that it keeps for updates, which hold no logical pages of their own; none where it keeps none.
    pub(crate) spare_pages: Option<&'static str>,
    /// What it does and does not do.
    pub traits: Traits,
    /// Makes one.
    pub build: fn(Build<'_>) -> Result<L, Error>,
}

/// What a layer does and does not do: what of a report applies to it, and what there is to see.
#[derive(Clone, Copy, Debug)]
pub struct Traits {
    /// What can be observed in it.
    pub observables: Observables,
    /// Whether it keeps pages of the host in RAM before they go to flash.
    pub caches_pages: bool,
    /// Whether pages stand in stripes across the channels, one page of each being parity.
    pub has_stripes: bool,
    /// What its flash operations are for.
    pub purposes: &'static [Purpose],
}

impl Traits {
    /// Whether it merges log and data blocks.
    #[inline(always)]
    pub const fn merges(&self) -> bool {
        self.observables.has(Moment::Merge)
    }

    /// Whether it collects garbage.
    #[inline(always)]
    pub const fn collects(&self) -> bool {
        self.observables.has(Moment::Gc)
    }

    /// Whether it keeps part of its map on flash and caches the rest.
    #[inline(always)]
    pub const fn caches_map(&self) -> bool {
        self.observables.has(Moment::MapMiss)
    }

    /// Whether the pages it keeps in RAM are in page slots and block slots, and whole blocks are written anew from there.
    pub(crate) fn has_page_slots(&self) -> bool {
        self.caches_pages && self.purposes.contains(&Purpose::Rewrite)
    }

    /// Whether it copies logical blocks in order, so that one entry maps them.
    pub(crate) fn converts(&self) -> bool {
        self.purposes.contains(&Purpose::Convert)
    }
}

/// Free blocks of the plane that has fewest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FreeBlocks {
    /// Free blocks now.
    pub now: u32,
    /// At or below this many, room is made; none where the layer knows no such mark.
    pub low: Option<u32>,
    /// At this many, enough is made.
    pub high: Option<u32>,
}

/// What the next victim is chosen from.
#[cfg(feature = "layers")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidates {
    /// The plane.
    pub plane: PlaneId,
    /// All blocks there that could be chosen some time.
    pub(crate) blocks: Range<BlockId>,
    /// Those that can be chosen now: closed.
    pub closed: Vec<BlockId>,
    /// The victim chosen last, if it is not erased yet; not among the closed ones.
    pub collecting: Option<BlockId>,
}

/// A translation layer. Every flash operation may halt it, so its tables say what is on flash after each single one.
pub(super) trait Layer: Sized {
    /// How it is chosen.
    const ENTRY: Entry<Self>;

    /// What it does and does not do, as it is set.
    fn traits(&self) -> Traits {
        Self::ENTRY.traits
    }
    /// Whether it gives the device many pages with one command, of which the serial clock charges the fixed part once.
    fn joins_commands(&self) -> bool {
        false
    }
    /// Reads `count` pages from `first` on.
    fn read(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt>;
    /// Writes `count` pages from `first` on, as one request.
    fn write(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt>;
    /// Gives up `count` pages from `first` on.
    fn trim(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt>;
    /// Makes everything taken durable; most layers hold nothing back.
    fn flush(&mut self, _flash: &mut Flash<'_>) -> Result<(), Halt> {
        Ok(())
    }
    /// Uses the idle time of a plane; best one flash operation at a time, so that requests do not wait. Event clock only.
    fn background(&mut self, _plane: PlaneId, _flash: &mut Flash<'_>) -> Result<(), Halt> {
        Ok(())
    }
    /// Everything is over that was queued at a plane before [`Flash::tell`]. Event clock only.
    fn on_queue_drained(&mut self, _plane: PlaneId, _flash: &mut Flash<'_>) -> Result<(), Halt> {
        Ok(())
    }
    /// Work that the layer gave this number is over. Event clock only.
    fn on_work_done(&mut self, _work: u32, _flash: &mut Flash<'_>) -> Result<(), Halt> {
        Ok(())
    }
    /// Leaves outdated pages behind, before the device is filled: `used` pages of each plane in all, once `valid` logical pages
    /// are written too. How many logical pages those are, if `valid` does not say; `None` where the layer knows no such state.
    fn age(&mut self, _used: f64, _valid: Option<u32>, _nand: &mut Nand) -> Result<Option<u32>, Halt> {
        Ok(None)
    }
    /// Puts a page where it would be after a write, without simulating the write.
    fn fill(&mut self, lpn: Lpn, version: u32, nand: &mut Nand) -> Result<(), Halt>;
    /// The initial fill is over: what belongs to it beside the host's pages is put in place.
    fn filled(&mut self, _nand: &mut Nand) -> Result<(), Halt> {
        Ok(())
    }
    /// Whether it can start up after a power cut, as it is set.
    fn recovers(&self) -> bool {
        true
    }
    /// Rebuilds everything that was in RAM from what is on flash.
    fn recover(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt>;

    /// A power cut kept `version` of a page from being programmed; `rewritten`: the page had been read up from flash to be
    /// written again. Told before [`Layer::recover`], from the last command issued to the first.
    fn on_program_lost(&mut self, _lpn: Lpn, _version: u32, _rewritten: bool) {}
    /// Pages that are nowhere but in the controller, with their versions: read up, their block erased, not programmed yet.
    fn in_transit(&self, _nand: &Nand) -> Vec<(Lpn, u32)> {
        Vec::new()
    }

    /// Takes over what changes of its settings; everything else stays. Only parameters that are said to change do, and only to
    /// values that it could be built with.
    fn change(&mut self, _change: &Change<'_>, _nand: &mut Nand) -> Result<(), Halt> {
        Ok(())
    }

    /// Where a page lives on flash; [`crate::nand::NONE`] if nowhere. From the number of logical pages on, pages of the layer's own.
    fn lookup(&self, lpn: Lpn) -> Ppn;
    /// The version of a page that is in RAM and not on flash; none if there is no such.
    fn version_in_ram(&self, _lpn: Lpn) -> Option<u32> {
        None
    }
    /// How many pages of its own the layer may have on flash.
    fn own_pages(&self) -> u32 {
        0
    }
    /// Entries of each of those pages, where they are its map; else 0.
    fn map_entries(&self) -> u32 {
        0
    }
    /// Free blocks now, and the marks that matter, of the plane that has fewest.
    fn free_blocks(&self) -> FreeBlocks;
    /// What a victim policy chooses from next, or has just chosen `chosen` from: else in a plane that collects, else in the one with the
    /// fewest free blocks; none where no victim policy chooses.
    #[cfg(feature = "layers")]
    fn candidates(&self, _chosen: Option<BlockId>, _nand: &Nand) -> Option<Candidates> {
        None
    }
    /// What the layer shows of itself while it works on `near`.
    fn picture(&self, near: Option<Lpn>, nand: &Nand) -> Picture;
    /// RAM that its tables would take on a device.
    fn ram_bytes(&self) -> u64;
    /// Bytes that a checkpoint of it takes beside the large arrays and what blocks take.
    fn checkpoint_bytes(&self) -> usize {
        0
    }
    /// Pages of the host that it can hold in RAM.
    fn cache_pages(&self) -> u64 {
        0
    }
    /// The large arrays, which checkpoints share where they did not change.
    fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>));
    /// What the layer believes, against the flash.
    fn check(&self, nand: &Nand) -> Result<(), Rule>;
}
