//! What triggers an operation: the conditions that a policy has just found true, with the numbers that it compared.
//!
//! A decision tells why this victim; a trigger tells why now. It is made where the condition is tested, only for those who
//! look ([`Flash::because`](crate::flash::access::Flash::because)), and travels with the operation that follows from it.

use crate::base::text::{duration, grouped};

/// How two numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Is {
    /// `left ≤ right`.
    AtMost,
    /// `left < right`.
    Below,
    /// `left ≥ right`.
    AtLeast,
    /// `left > right`.
    Above,
    /// `left = right`.
    Equal,
    /// All of what there is: `left` of `right`, and at least as many.
    All,
    /// Nothing is compared: the numbers name what is meant.
    Fact,
}

impl Is {
    /// Whether it holds of two numbers.
    pub fn holds(self, left: u64, right: u64) -> bool {
        match self {
            Self::AtMost => left <= right,
            Self::Below => left < right,
            Self::AtLeast | Self::All => left >= right,
            Self::Above => left > right,
            Self::Equal => left == right,
            Self::Fact => true,
        }
    }

    const fn sign(self) -> &'static str {
        match self {
            Self::AtMost => "≤",
            Self::Below => "<",
            Self::AtLeast => "≥",
            Self::Above => ">",
            Self::Equal | Self::Fact => "=",
            Self::All => "of",
        }
    }
}

/// What is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum What {
    /// Free blocks, with the mark at which collecting begins.
    FreeBlocks,
    /// Free blocks, with the mark up to which collecting goes on.
    FreeBlocksAgain,
    /// The same of blocks that hold nothing but the map.
    MapFreeBlocks,
    /// The same up to their other mark.
    MapFreeBlocksAgain,
    /// Free blocks of a plane without work, with the mark of idle time.
    IdleFreeBlocks,
    /// A plane has no work.
    IdlePlane,
    /// Pages still to be moved out of a victim.
    VictimPages,
    /// Pages that moved, of which the map is not told yet.
    MovedPages,
    /// Free blocks, with those that the map needs while data is collected.
    FreeBlocksForMap,
    /// Free blocks, with those kept for collections.
    FreeBlocksKept,
    /// Free pages of a plane, with the mark at which it wants to collect.
    FreePages,
    /// Free pages of a plane, with the mark below which its collection gives way to nobody.
    FreePagesHard,
    /// No request is queued on the channel of this number.
    QuietChannel,
    /// Free pages of a plane, with those kept for the pages that a collection moves.
    FreePagesKept,
    /// The plane has the token of its group.
    Token,
    /// The plane has not the token, and does not wait for it.
    OutOfTurn,
    /// Erases between two blocks, with the most that may be.
    ErasesApart,
    /// Erases counted, with those that the flagged sets may have.
    ErasesCounted,
    /// Erases since a block was last drawn, with those between two draws.
    ErasesSince,
    /// Erases of a block, with its endurance.
    Endurance,
    /// The erase of a block failed.
    EraseFailed,
    /// A program in a block failed.
    ProgramFailed,
    /// The place of a page, in a block where it is programmed already.
    Place,
    /// The place of a page, with the first that may still be programmed.
    PlaceBehind,
    /// Spare pages of a block.
    SparePages,
    /// Replacement blocks of a logical block.
    ChainBlocks,
    /// Replacement blocks of a plane.
    ReplacementBlocks,
    /// Log blocks of a group.
    GroupLogs,
    /// Log blocks of a plane.
    Logs,
    /// Log blocks of a plane that take pages in any order.
    RandomLogs,
    /// Log blocks of a plane for hot pages.
    HotLogs,
    /// Log blocks of a plane that take pages in order.
    SequentialLogs,
    /// Pages written in a log block.
    LogPages,
    /// Pages in order in a log block, with those of a block.
    InOrder,
    /// Pages in order in a log block, with those written there.
    InOrderOfWritten,
    /// A logical block is written from its first page on.
    FirstPage,
    /// The page written, with the next in the order of its log block.
    NextInOrder,
    /// Valid pages of a logical block, in the block named by `right` of a fact.
    ValidPages,
    /// Pages of a chain that are needed, those just written included.
    ChainPages,
    /// Blocks of a superblock.
    SuperblockBlocks,
    /// Blocks that a superblock still has, with those it had before it began to give one back.
    SuperblockBlocksStill,
    /// Valid pages of a victim, with the room behind the pages moved before.
    RoomBehind,
    /// Entries in the map cache.
    MapEntries,
    /// Map blocks in the cache.
    MapBlocks,
    /// Pages read from a logical block since its last write.
    ReadsOfBlock,
    /// Page slots of C-lash.
    PageSlots,
    /// Block slots of C-lash in use.
    BlockSlots,
    /// The block slot that a logical block has already.
    OwnBlockSlot,
    /// Pages of the block slot with the fewest, with those of the largest set.
    EmptiestSlot,
    /// Block slots, with as many as suit the writes.
    Split,
    /// Pages in a write buffer.
    BufferPages,
    /// Sectors in a write buffer.
    BufferSectors,
    /// Pages in a write buffer, with the mark above which some leave.
    PagesOverMark,
    /// Sectors in a write buffer, with the mark above which some leave.
    SectorsOverMark,
    /// Pages in RAM, with the mark down to which they are flushed.
    PagesOverLowMark,
    /// Pages in RAM, all of which are to be on flash.
    PagesInRam,
    /// Write requests of a session.
    SessionWrites,
    /// Until a collection is over, with the time that the other reads take.
    GcTimeLeft,
    /// Planes of a stripe that collect.
    PlanesCollecting,
    /// A plane collects.
    PlaneCollects,
    /// A plane has failed.
    PlaneFailed,
    /// A collection still moves pages.
    GcCopies,
    /// The request wants the stripes before and after it too.
    InnerStripe,
    /// Another member of the stripe cannot be relied on.
    StripeDamaged,
    /// Free chunks, with the mark below which the limiter shares the ring.
    FreeChunks,
    /// Free chunks, with those kept: the host may not write.
    FreeChunksKept,
    /// Pages of the host that wait already for room in the ring.
    PagesAhead,
    /// Pages of the host in the ring, with the host's share of it.
    RingShare,
    /// Pages in the ring, with its entries.
    RingEntries,
    /// Pages that garbage collection may move, in parts of the host's share of the ring, with that share.
    GcCredit,
    /// Free lines of the map, with those kept.
    MapLines,
    /// Pages that wait, with those of a write command.
    WriteCommand,
    /// Pages left in the line, with those of a map block.
    MapBlockPages,
}

/// A condition that was found true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Condition {
    what: What,
    is: Is,
    /// The plane that it is about; [`Condition::ANY`] where there is one alone, or none.
    plane: u16,
    /// What is needed beside `left`.
    plus: u32,
    left: u64,
    right: u64,
}

impl Condition {
    const ANY: u16 = u16::MAX;

    /// `left`, compared with `right`.
    pub fn new(what: What, left: impl Into<u64>, is: Is, right: impl Into<u64>) -> Self {
        Self { what, is, plane: Self::ANY, plus: 0, left: left.into(), right: right.into() }
    }

    /// All `right` of something are in use.
    pub fn all(what: What, left: impl Into<u64>, right: impl Into<u64>) -> Self {
        Self::new(what, left, Is::All, right)
    }

    /// Something that is so, named by one number.
    pub(crate) fn fact(what: What, name: impl Into<u64>) -> Self {
        Self::new(what, name, Is::Fact, 0u64)
    }

    /// So much is left of something, or nothing.
    pub fn left(what: What, left: impl Into<u64>) -> Self {
        let left = left.into();
        Self::new(what, left, if left > 0 { Is::Above } else { Is::Equal }, 0u64)
    }

    /// The same with so many more needed beside what is there.
    pub(crate) fn plus(self, plus: u32) -> Self {
        Self { plus, ..self }
    }

    /// The same of one of `planes` planes.
    pub(crate) fn of_plane(self, plane: u32, planes: u32) -> Self {
        Self { plane: if planes > 1 { plane as u16 } else { Self::ANY }, ..self }
    }

    /// What is compared.
    pub fn what(&self) -> What {
        self.what
    }

    /// The two numbers, what is needed beside the first counted with it.
    pub fn compared(&self) -> (u64, Is, u64) {
        (self.left + u64::from(self.plus), self.is, self.right)
    }

    /// Whether it is true of its numbers.
    pub fn holds(&self) -> bool {
        let (left, is, right) = self.compared();
        is.holds(left, right)
    }

    /// It in words: "free blocks 1 ≤ low mark 1".
    pub fn words(&self) -> String {
        let number = |n: u64| if self.what == What::GcTimeLeft { duration(n) } else { grouped(n) };
        let (left, right) = (number(self.left), number(self.right));
        let (name, of) = self.what.names();
        let words = match (self.is, self.plus) {
            (Is::Fact, _) => of.replace("{}", &left),
            (Is::All, _) => format!("{name} {left} of {right}{of}"),
            (is, 0) => format!("{name} {left} {} {of}{right}", is.sign()),
            (is, plus) => format!("{name} {left} + {} needed {} {of}{right}", number(plus.into()), is.sign()),
        };
        if self.plane == Self::ANY { words } else { format!("plane {}: {words}", self.plane) }
    }
}

impl What {
    /// What stands before the left number, and before the right one. Of all of something, what stands behind both; of a fact,
    /// all of it.
    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::FreeBlocks => ("free blocks", "low mark "),
            Self::FreeBlocksAgain => ("still, free blocks", "high mark "),
            Self::MapFreeBlocks => ("free blocks for the map", "low mark "),
            Self::MapFreeBlocksAgain => ("still, free blocks for the map", "high mark "),
            Self::IdleFreeBlocks => ("idle plane, free blocks", "idle mark "),
            Self::IdlePlane => ("", "plane {} is idle"),
            Self::VictimPages => ("valid pages left in its victim", ""),
            Self::MovedPages => ("moved pages not yet in the map", ""),
            Self::FreeBlocksForMap => ("free blocks", "needed for the map during GC: "),
            Self::FreeBlocksKept => ("free blocks", "kept for GC: "),
            Self::FreePages => ("free pages", "GC mark "),
            Self::FreePagesHard => ("free pages", "hard mark "),
            Self::QuietChannel => ("", "no request is queued on channel {}"),
            Self::FreePagesKept => ("free pages", "kept for GC: "),
            Self::Token => ("", "it has its group’s token"),
            Self::OutOfTurn => ("", "it does not wait for its turn"),
            Self::ErasesApart => ("erase counts apart by", "Δ "),
            Self::ErasesCounted => ("erases", "threshold × flagged sets = "),
            Self::ErasesSince => ("erases since the last time", "interval "),
            Self::Endurance => ("erases", "endurance "),
            Self::EraseFailed => ("", "the erase of block {} failed"),
            Self::ProgramFailed => ("", "a program in block {} failed"),
            Self::Place => ("", "its place, page {} of the block, is already programmed"),
            Self::PlaceBehind => ("its place, page", "next writable page "),
            Self::SparePages => ("spare pages", " used"),
            Self::ChainBlocks => ("replacement blocks of this block", " full"),
            Self::ReplacementBlocks => ("replacement blocks", " in use"),
            Self::GroupLogs => ("log blocks of the group", " full"),
            Self::Logs => ("log blocks", " in use"),
            Self::RandomLogs => ("random log blocks", " in use"),
            Self::HotLogs => ("hot log blocks", " in use"),
            Self::SequentialLogs => ("sequential log blocks", " in use"),
            Self::LogPages => ("log block full: pages", " written"),
            Self::InOrder => ("pages in order", ""),
            Self::InOrderOfWritten => ("pages in order", "pages written "),
            Self::FirstPage => ("", "B{} begins at its first page"),
            Self::NextInOrder => ("written at offset", "next in order "),
            Self::ValidPages => ("its valid pages there", ""),
            Self::ChainPages => ("pages needed", ""),
            Self::SuperblockBlocks => ("blocks of the superblock", " in use"),
            Self::SuperblockBlocksStill => ("still, blocks of the superblock", "before GC "),
            Self::RoomBehind => ("valid pages", "room behind the moved pages "),
            Self::MapEntries => ("map cache full:", " entries"),
            Self::MapBlocks => ("map cache full:", " map blocks"),
            Self::ReadsOfBlock => ("reads since its last write", "threshold "),
            Self::PageSlots => ("page slots used", "page slots "),
            Self::BlockSlots => ("block slots used", "block slots "),
            Self::OwnBlockSlot => ("", "its block has block slot {}"),
            Self::EmptiestSlot => ("pages in the block slot with the fewest", "in the largest set "),
            Self::Split => ("block slots", "best for these writes "),
            Self::BufferPages => ("buffered pages", "capacity "),
            Self::BufferSectors => ("buffered sectors", "capacity "),
            Self::PagesOverMark => ("buffered pages", "high-water mark "),
            Self::SectorsOverMark => ("buffered sectors", "high-water mark "),
            Self::PagesOverLowMark => ("still, dirty pages in RAM", "low mark "),
            Self::PagesInRam => ("pages in RAM", ""),
            Self::SessionWrites => ("writes in the session", ""),
            Self::GcTimeLeft => ("GC time left", "time of the other reads "),
            Self::PlanesCollecting => ("collecting planes of the stripe", ""),
            Self::PlaneCollects => ("", "plane {} is collecting"),
            Self::PlaneFailed => ("", "plane {} has failed"),
            Self::GcCopies => ("", "plane {} is still copying"),
            Self::InnerStripe => ("", "the request covers the neighbouring stripes"),
            Self::StripeDamaged => {
                ("", "plane {} is collecting, and the rest of the stripe cannot reconstruct the page")
            }
            Self::FreeChunks => ("free chunks", "GC mark "),
            Self::FreeChunksKept => ("free chunks", "reserve "),
            Self::PagesAhead => ("pages waiting before it", ""),
            Self::RingShare => ("host pages in the ring", "host quota "),
            Self::RingEntries => ("ring entries", "capacity "),
            Self::GcCredit => ("GC credit", "host quota "),
            Self::MapLines => ("free lines for the map", "kept for GC: "),
            Self::WriteCommand => ("pages waiting", "write command "),
            Self::MapBlockPages => ("pages left in the line", "map block "),
        }
    }
}

/// What triggered an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Trigger {
    first: Condition,
    also: Option<Condition>,
}

impl Trigger {
    /// The conditions, in the order in which they were tested.
    pub fn conditions(&self) -> impl Iterator<Item = &Condition> {
        std::iter::once(&self.first).chain(&self.also)
    }

    /// The same with another condition, if there is but one.
    pub fn and(self, also: Condition) -> Self {
        Self { also: self.also.or(Some(also)), ..self }
    }

    /// Whether all of it is true of its numbers.
    pub fn holds(&self) -> bool {
        self.conditions().all(Condition::holds)
    }

    /// It in words: "page slots used 8 + 1 needed > page slots 8, and block slots used 1 < block slots 2".
    pub fn words(&self) -> String {
        let words: Vec<String> = self.conditions().map(Condition::words).collect();
        words.join(", and ")
    }
}

impl From<Condition> for Trigger {
    fn from(first: Condition) -> Self {
        Self { first, also: None }
    }
}

impl From<(Condition, Condition)> for Trigger {
    fn from((first, also): (Condition, Condition)) -> Self {
        Self { first, also: Some(also) }
    }
}

impl From<(Condition, Option<Condition>)> for Trigger {
    fn from((first, also): (Condition, Option<Condition>)) -> Self {
        Self { first, also }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(condition: Condition) -> String {
        condition.words()
    }

    #[test]
    fn a_condition_reads_as_it_was_compared() {
        assert_eq!(words(Condition::new(What::FreeBlocks, 1u32, Is::AtMost, 1u32)), "free blocks 1 ≤ low mark 1");
        let one = Condition::new(What::FreeBlocks, 1u32, Is::AtMost, 1200u32);
        assert_eq!(words(one.of_plane(3, 8)), "plane 3: free blocks 1 ≤ low mark 1\u{202f}200");
        assert_eq!(words(one.of_plane(0, 1)), words(one));
        assert_eq!(words(Condition::all(What::MapEntries, 32u32, 32u32)), "map cache full: 32 of 32 entries");
        let full = Condition::new(What::BufferPages, 62u32, Is::Above, 64u32);
        assert_eq!(words(full.plus(4)), "buffered pages 62 + 4 needed > capacity 64");
        let left = Condition::new(What::GcTimeLeft, 1_200_000u64, Is::Above, 140_000u64);
        assert_eq!(words(left), "GC time left 1.2 ms > time of the other reads 140 µs");
        assert_eq!(words(Condition::fact(What::PlaneFailed, 5u32)), "plane 5 has failed");
    }

    #[test]
    fn it_holds_of_its_numbers_or_not() {
        let is = |left: u32, is, right: u32| Condition::new(What::FreeBlocks, left, is, right).holds();
        assert!(is(1, Is::AtMost, 1) && !is(2, Is::AtMost, 1) && is(0, Is::Below, 1) && !is(1, Is::Below, 1));
        assert!(is(1, Is::AtLeast, 1) && !is(0, Is::AtLeast, 1) && is(2, Is::Above, 1) && !is(1, Is::Above, 1));
        assert!(is(4, Is::All, 4) && !is(3, Is::All, 4) && is(4, Is::Equal, 4) && !is(3, Is::Equal, 4));
        let full = Condition::new(What::BufferPages, 62u32, Is::Above, 64u32);
        assert!(!full.holds() && full.plus(3).holds());
        assert!(!Trigger::from((full.plus(3), full)).holds());
    }
}
