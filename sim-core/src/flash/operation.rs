//! What a device does is a stream of operations. Views, charts, the log, breakpoints and tests all read this one stream.

use super::trigger::Trigger;
use crate::nand::{BlockId, Lpn, Ppn};
#[cfg(feature = "layers")]
use serde::de::value::{Error, StrDeserializer};
use serde::{Deserialize, Serialize};

/// What an operation does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "OperationKind"))]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A read request begins.
    HostRead,
    /// A write request begins.
    HostWrite,
    /// A trim request begins.
    HostTrim,
    /// A flush request begins.
    HostFlush,
    /// A page is read from flash.
    Read,
    /// A logical page that was never written is read: nothing on flash to read.
    ReadUnmapped,
    /// A page is programmed.
    Program,
    /// A page moves: a read and a program.
    Copy,
    /// A block is erased.
    Erase,
    /// A logical page is given up.
    Trim,
    /// Garbage collection takes a victim; carries the decision.
    GcStart,
    /// Its victim is erased.
    GcEnd,
    /// Wear levelling takes a block; carries the decision.
    WearStart,
    /// Its block is erased.
    WearEnd,
    /// A log block, holding all of a logical block in order, becomes its data block.
    SwitchMerge,
    /// A log block that holds the beginning of a logical block is filled up and becomes its data block.
    PartialMerge,
    /// A logical block is rebuilt in a fresh block from the newest copy of each page.
    FullMerge,
    /// The merge is over.
    MergeEnd,
    /// A log block is chosen to be emptied; carries the decision.
    ReclaimStart,
    /// It is free again.
    ReclaimEnd,
    /// A mapping entry is looked up and found in the cache.
    MapHit,
    /// A mapping entry is looked up and not found in the cache.
    MapMiss,
    /// A mapping entry leaves the cache; carries the decision.
    MapEvict,
    /// A step of fetching a block of the map; `slot` is its number among the nine. [`Kind::MapMiss`] is the
    /// second of them, [`Kind::MapEvict`] the third.
    MapStep,
    /// A logical block begins to be copied in order, so that one entry maps all of it; carries the decision.
    ConvertStart,
    /// One entry maps it now.
    ConvertEnd,
    /// A page is found in RAM: read there, or written over. `slot` is the block slot it is in; none for a page slot.
    CacheHit,
    /// A page of the host goes to a page slot; its copy on flash is outdated by it.
    CacheInsert,
    /// All pages of a logical block leave their page slots for a block slot; carries the decision.
    SetEvict,
    /// They swap places with the pages of another logical block, which go to page slots; carries the decision.
    Swap,
    /// A logical block goes from RAM to flash; carries the decision.
    FlushStart,
    /// The same with the holes of its block filled, so that it is written whole; carries the decision.
    PlugStart,
    /// It is there.
    FlushEnd,
    /// A session of a buffer that tunes itself is over; carries the decision.
    SessionEnd,
    /// A page whose plane collects, or is dead, is read from the rest of its stripe; carries the decision.
    Rebuild,
    /// A page is queued behind the collection of its plane; carries the decision.
    Wait,
    /// A page on its way to flash stays in RAM while its plane collects.
    HeldBack,
    /// A plane fails, for good.
    PlaneDead,
    /// A page that nothing can bring back is asked for.
    Unreadable,
    /// Page slots become a block slot, or the other way round.
    Resplit,
    /// A block goes bad: it reached its endurance, or its erase failed.
    BlockBad,
    /// A program fails.
    ProgramFailed,
    /// The block in which it failed is replaced by one in reserve, to which `pages` were copied: its address leads there from now on.
    BlockReplaced,
    /// Power is cut.
    PowerCut,
    /// The device is up again.
    Recovery,
}

impl Kind {
    /// Whether other operations have it as their cause, besides requests of the host.
    pub fn is_cause(self) -> bool {
        use Kind::{
            ConvertStart, FlushStart, FullMerge, GcStart, MapEvict, MapMiss, MapStep, PartialMerge, PlugStart, Rebuild,
            ReclaimStart, Recovery, SwitchMerge, WearStart,
        };
        matches!(
            self,
            GcStart
                | WearStart
                | Recovery
                | SwitchMerge
                | PartialMerge
                | FullMerge
                | ReclaimStart
                | MapMiss
                | MapEvict
                | MapStep
                | ConvertStart
                | FlushStart
                | PlugStart
                | Rebuild
        )
    }

    /// The kind of this name, as the log has it; none if there is none.
    #[cfg(feature = "layers")]
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::deserialize(StrDeserializer::<Error>::new(name)).ok()
    }

    /// Whether a merge begins.
    pub fn is_merge(self) -> bool {
        matches!(self, Self::SwitchMerge | Self::PartialMerge | Self::FullMerge)
    }
}

/// What made a flash operation necessary: every counter is split by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Purpose {
    /// The host's own page.
    Host = 0,
    /// Garbage collection of data.
    Gc = 1,
    /// Wear levelling.
    Wear = 2,
    /// Start-up after a power cut.
    Recovery = 3,
    /// The old data block of a switch merge.
    Switch = 4,
    /// Filling up a log block in a partial merge, and the old data block.
    Partial = 5,
    /// Rebuilding a logical block in a full merge, and the blocks that it leaves empty.
    Full = 6,
    /// A log block shared by several logical blocks, once it is empty.
    Reclaim = 7,
    /// Looking up a mapping entry: loading it, and writing back the one that makes way.
    Map = 8,
    /// Bringing translation pages up to date after their data pages moved.
    MapUpdate = 9,
    /// Garbage collection of translation pages.
    MapGc = 10,
    /// Copying a logical block in order, so that one entry maps it.
    Convert = 11,
    /// Bringing the host's pages from RAM to flash.
    Flush = 12,
    /// Reading the other pages of their block before its erase, and writing them again after it.
    Rewrite = 13,
    /// Completing pages of which only some sectors are in RAM.
    Fill = 14,
    /// Keeping the parity of a stripe what its pages make it.
    Parity = 15,
    /// Reading the rest of a stripe in place of a page that cannot be read now.
    Rebuild = 16,
    /// Filling up a write command that would not be whole.
    Pad = 17,
    /// A program that fails, and copying its block to one in reserve.
    Replace = 18,
}

impl Purpose {
    /// How many there are.
    pub(crate) const COUNT: usize = 19;
    /// The names, in the order of the numbers.
    pub(crate) const NAMES: [&str; Self::COUNT] = [
        "host",
        "gc",
        "wear",
        "recovery",
        "switch",
        "partial",
        "full",
        "reclaim",
        "map",
        "map_update",
        "map_gc",
        "convert",
        "flush",
        "rewrite",
        "fill",
        "parity",
        "rebuild",
        "pad",
        "replace",
    ];

    /// All of them, in the order of the numbers.
    #[cfg(feature = "layers")]
    pub(crate) const ALL: [Self; Self::COUNT] = [
        Self::Host,
        Self::Gc,
        Self::Wear,
        Self::Recovery,
        Self::Switch,
        Self::Partial,
        Self::Full,
        Self::Reclaim,
        Self::Map,
        Self::MapUpdate,
        Self::MapGc,
        Self::Convert,
        Self::Flush,
        Self::Rewrite,
        Self::Fill,
        Self::Parity,
        Self::Rebuild,
        Self::Pad,
        Self::Replace,
    ];

    /// The purpose of this name; none if there is none.
    #[cfg(feature = "layers")]
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|purpose| purpose.name() == name)
    }

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// Whether a request of the host waits until it is done.
    #[inline(always)]
    pub fn is_waited_for(self) -> bool {
        matches!(
            self,
            Self::Host
                | Self::Map
                | Self::Flush
                | Self::Rewrite
                | Self::Fill
                | Self::Parity
                | Self::Rebuild
                | Self::Pad
        )
    }

    /// Whether it makes room or order, so that whatever waits behind it is blocked by housekeeping.
    #[inline(always)]
    pub(crate) fn is_housekeeping(self) -> bool {
        !matches!(
            self,
            Self::Host
                | Self::Map
                | Self::Recovery
                | Self::Flush
                | Self::Fill
                | Self::Parity
                | Self::Rebuild
                | Self::Pad
                | Self::Replace
        )
    }
}

/// Time not known yet: the operation waits in a queue of the event clock.
pub const PENDING_NS: u64 = u64::MAX;

/// One operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation {
    /// Its running number in the run, from 0.
    pub index: u64,
    /// What it does.
    pub kind: Kind,
    /// What it served.
    pub purpose: Purpose,
    /// The operation that made it necessary.
    pub cause: Option<u64>,
    /// The request that was being served; running number from 0.
    pub request: u64,
    /// When it began; [`PENDING_NS`] while it waits.
    pub start_ns: u64,
    /// When it ended; [`PENDING_NS`] while it waits or runs.
    pub end_ns: u64,
    /// Logical page; from the number of logical pages on, a page of the layer's own, such as a translation page.
    pub lpn: Option<Lpn>,
    /// Logical pages covered, from `lpn` on.
    pub pages: u32,
    /// Physical page read or moved from.
    pub from: Option<Ppn>,
    /// Physical page programmed.
    pub to: Option<Ppn>,
    /// Physical page that became invalid.
    pub stale: Option<Ppn>,
    /// Block collected, erased or gone bad. Where the map is fetched by blocks, the map block of that step.
    pub block: Option<BlockId>,
    /// Block slot in RAM.
    pub slot: Option<u16>,
    /// What made a policy begin it now; only told to those who look.
    pub trigger: Option<Trigger>,
}

impl Operation {
    /// An operation of `kind` that touches nothing yet.
    pub const fn new(kind: Kind, purpose: Purpose) -> Self {
        Self {
            index: 0,
            kind,
            purpose,
            cause: None,
            request: 0,
            start_ns: 0,
            end_ns: 0,
            lpn: None,
            pages: 1,
            from: None,
            to: None,
            stale: None,
            block: None,
            slot: None,
            trigger: None,
        }
    }
}
