//! The map on the SSD: the table in map blocks, which stand on lines of their own; where each begins, and what is said of it.

use super::lines::{Line, Lines};
use super::map_memory::Memory;
use super::map_policy::policy::{Entry, MapBlock, Setup};
use super::map_policy::{self, AnyPolicy};
use super::map_sizes::MapSizes;
use super::memory_sizes::{MemorySizes, cached_block_bytes};
use super::settings::ENTRIES;
use super::translate::Walk;
use crate::base::bulk::{AnyBulk, Bulk};
use crate::base::error::Error;
use crate::ftl::layer::{Build, Change};
use crate::nand::array::Nand;
use crate::nand::block::BlockKind;
use crate::nand::{Lpn, NONE, Ppn};
use std::ops::Range;

/// Entries of a map block that are shown.
const SHOWN: u32 = 8;

/// The map.
#[derive(Clone, Debug, Hash)]
pub struct Map {
    /// The lines that it stands on.
    pub lines: Lines,
    logical_pages: u32,
    /// Entries of a map block.
    pub(crate) entries_per_block: u32,
    /// Flash pages of a map block.
    pub(crate) block_pages: u32,
    /// Map blocks.
    pub blocks: u32,
    /// What of it is in memory.
    pub(super) memory: Memory,
    /// How map blocks make way, by its number in [`map_policy::POLICIES`].
    policy: u8,
    /// Bytes of an entry in memory.
    pub(crate) cached_entry_bytes: u32,
    /// Map blocks with entries of the journal.
    pub journal: Option<Range<MapBlock>>,
    /// The last look-up.
    pub(crate) walk: Option<Walk>,
    /// Where out-of-band bytes are kept: by logical page, what the newest map block on the SSD says of it.
    pub told: Option<Bulk<Ppn>>,
    /// What the map block written back last said before, near the page that was looked up.
    pub before: Vec<(Lpn, Ppn)>,
    /// As `told`: the sequence number of the map page that first said that a page is nowhere; 0 if none has since.
    nowhere_since: Option<Bulk<u64>>,
}

impl Map {
    /// Nothing of it is on the SSD, and nothing in memory.
    pub(super) fn new(build: &Build<'_>) -> Result<Self, Error> {
        let sizes = MapSizes::of(build.settings, &build.nand.geometry)?;
        let MapSizes { logical_pages, entries_per_block, block_pages, blocks, cached_entry_bytes } = sizes;
        let lines = sizes.lines(build)?;
        let journal = build.journal.as_ref().map(|lpns| blocks_of(lpns, entries_per_block));
        let with_versions = build.nand.oob.is_some();
        Ok(Self {
            lines: Lines::new(0..lines, BlockKind::Translation, build.nand),
            logical_pages,
            entries_per_block,
            block_pages,
            blocks,
            memory: Memory::new(build, sizes, journal.clone())?,
            policy: map_policy::place(build.settings.word("policy")),
            cached_entry_bytes,
            journal,
            walk: None,
            before: Vec::new(),
            told: with_versions.then(|| vec![NONE; logical_pages as usize].into()),
            nowhere_since: with_versions.then(|| vec![0; logical_pages as usize].into()),
        })
    }

    /// Takes over what changes: another policy begins with the blocks in memory, in the order in which they would make way; the
    /// numbers of hotness hold from now on.
    pub fn change(&mut self, change: &Change<'_>) {
        let journal = change.journal.as_ref().map(|lpns| blocks_of(lpns, self.entries_per_block));
        let moves = std::mem::replace(&mut self.journal, journal.clone()) != journal;
        let Some(cache) = self.memory.blocks_mut() else { return };
        let setup = Setup {
            settings: change.settings,
            slots: cache.capacity(),
            map_blocks: self.blocks,
            journal: journal.filter(|_| change.settings.flag("journal_hint")),
            future: None,
        };
        if change.touches("policy") {
            self.policy = map_policy::place(change.settings.word("policy"));
            cache.change_policy((map_policy::POLICIES[self.policy as usize].build)(setup));
        } else if let AnyPolicy::Hotness(hotness) = &mut cache.policy {
            hotness.change(&setup, moves || change.touches("journal_"), change.touches("cold_epoch"));
        }
    }

    /// How map blocks make way.
    pub fn policy(&self) -> &'static Entry<AnyPolicy> {
        &map_policy::POLICIES[self.policy as usize]
    }

    /// The word for that, or for caching single entries.
    pub(super) fn policy_word(&self) -> &'static str {
        if self.memory.is_single() { ENTRIES } else { self.policy().kind }
    }

    /// Flash pages of the whole map.
    pub fn pages(&self) -> u32 {
        self.blocks * self.block_pages
    }

    /// Entries of one of them.
    pub fn entries_per_page(&self) -> u32 {
        self.entries_per_block / self.block_pages
    }

    /// The map block with the entry of a page.
    #[inline(always)]
    pub fn block_of(&self, lpn: Lpn) -> MapBlock {
        lpn / self.entries_per_block
    }

    /// The logical pages of which a map block has the entries.
    pub fn entries(&self, block: MapBlock) -> Range<Lpn> {
        let first = block * self.entries_per_block;
        first..(first + self.entries_per_block).min(self.logical_pages)
    }

    /// Of those the few that are shown: around `lpn`, or the first.
    pub(super) fn entries_near(&self, block: MapBlock, lpn: Lpn) -> Range<Lpn> {
        let all = self.entries(block);
        let near = if all.contains(&lpn) { lpn } else { all.start };
        let first = near.saturating_sub(SHOWN / 2).clamp(all.start, all.end.saturating_sub(SHOWN).max(all.start));
        first..(first + SHOWN).min(all.end)
    }

    /// The id of the first flash page of a map block.
    pub(super) fn first_id(&self, block: MapBlock) -> u32 {
        self.logical_pages + block * self.block_pages
    }

    /// The line and the place in it, in map blocks, of the one that begins at a flash page.
    pub(super) fn location(&self, first: Ppn) -> (Line, u32) {
        (self.lines.line_of(first), self.lines.place(first) / self.block_pages)
    }

    /// How much of it is in memory.
    pub(crate) fn memory_sizes(&self) -> MemorySizes {
        MemorySizes {
            is_single: self.memory.is_single(),
            map_blocks: self.blocks,
            block_bytes: cached_block_bytes(self.entries_per_block, self.cached_entry_bytes),
            slots: self.memory.capacity(),
        }
    }

    /// The map block that is about to be written back: what the SSD says of it now, for whoever wants to see it.
    pub(crate) fn remember(&mut self, block: MapBlock, looked_up: Lpn) {
        if let Some(told) = &self.told {
            self.before = self.entries_near(block, looked_up).map(|lpn| (lpn, told[lpn as usize])).collect();
        }
    }

    /// Where the next map block goes; none where room has to be made for it first.
    pub(super) fn upcoming(&self) -> Option<(Line, u32)> {
        let room = self.lines.room();
        let fits = room == 0 || (room >= self.block_pages && room.is_multiple_of(self.block_pages));
        let first = self.lines.upcoming().filter(|_| fits && (room > 0 || self.lines.free_lines() > 1))?;
        Some(self.location(first))
    }

    /// A page that was somewhere is given up.
    pub(crate) fn trimmed(&mut self, lpn: Lpn) {
        if let Some(since) = &mut self.nowhere_since {
            since[lpn as usize] = 0;
        }
    }

    /// A map block was written: it says what is true now.
    pub fn written(&mut self, block: MapBlock, l2p: &[Ppn], nand: &Nand) {
        let (entries, per_page) = (self.entries(block), self.entries_per_page());
        // Where nobody asks what was said there is nothing to note of thousands of entries.
        let (Some(told), Some(since), Some(oob)) = (&mut self.told, &mut self.nowhere_since, &nand.oob) else { return };
        for lpn in entries {
            let (at, ppn) = (lpn as usize, l2p[lpn as usize]);
            told[at] = ppn;
            if ppn == NONE && since[at] == 0 {
                let page = l2p[(self.logical_pages + lpn / per_page) as usize];
                since[at] = oob.sequence[page as usize];
            }
        }
    }

    /// Whether the SSD said that a page is nowhere after it was last written at `sequence`. What was said by a map page that is not
    /// on flash any more was not said.
    pub(super) fn gave_up(&mut self, lpn: Lpn, sequence: u64, map_page_sequence: u64) -> bool {
        let Some(since) = &mut self.nowhere_since else { return false };
        let since = &mut since[lpn as usize];
        if *since > map_page_sequence {
            *since = 0;
        }
        sequence < *since
    }

    /// The large arrays, for checkpoints.
    pub(crate) fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        self.memory.bulk(visit);
        if let (Some(told), Some(since)) = (&mut self.told, &mut self.nowhere_since) {
            visit(AnyBulk::U32(told));
            visit(AnyBulk::U64(since));
        }
    }
}

/// The map blocks with entries of some pages.
fn blocks_of(lpns: &Range<Lpn>, entries_per_block: u32) -> Range<MapBlock> {
    lpns.start / entries_per_block..lpns.end.div_ceil(entries_per_block)
}
