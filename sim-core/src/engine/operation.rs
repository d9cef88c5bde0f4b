//! What a device does is a stream of operations. Views, charts, the log, breakpoints and tests all read this one stream.

use crate::nand::{BlockId, Lpn, Ppn};
use serde::Serialize;

/// What an operation does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
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
    /// A block reached its endurance.
    BlockBad,
    /// Power is cut.
    PowerCut,
    /// The device is up again.
    Recovery,
}

/// What made a flash operation necessary: every counter is split by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
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
}

impl Purpose {
    /// How many there are.
    pub const COUNT: usize = 4;
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; Self::COUNT] = [Self::Host, Self::Gc, Self::Wear, Self::Recovery];
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
    /// Logical page.
    pub lpn: Option<Lpn>,
    /// Logical pages covered, from `lpn` on.
    pub pages: u32,
    /// Physical page read or moved from.
    pub from: Option<Ppn>,
    /// Physical page programmed.
    pub to: Option<Ppn>,
    /// Physical page that became invalid.
    pub stale: Option<Ppn>,
    /// Block collected, erased or gone bad.
    pub block: Option<BlockId>,
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
        }
    }
}
