//! LAST: large requests go to log blocks of one logical block each, small ones to log blocks shared by all,
//! those of pages written often apart from the others. Pages written often outdate one another, so that their log blocks
//! come to hold nothing valid, and are free for one erase.
//!
//! - `mod.rs`       which log block a page is written to
//! - `share.rs`     how many log blocks each part may have
//! - `log.rs`       the log blocks of a plane; finding them again after a power cut
//! - `reclaim.rs`   making room in either part
//!
//! What its paper leaves open:
//! - a page whose place in the data block is free goes there, whatever the request's size, as in FAST;
//! - a sequential log block takes pages of its logical block in any order, as in BAST; when it is full, or the one written
//!   longest ago must make way, it is merged at the price that its content allows;
//! - hot and cold log blocks share one pool. The hot ones' share is a bound: when it is reached and none of them is dead, the
//!   oldest becomes a cold one, where it is. What is still valid in it has cooled down;
//! - after a power cut, log blocks with pages of one logical block are sequential, all others cold, and no page is known to
//!   have been written recently.

mod log;
mod reclaim;
mod share;

use super::blocks::Blocks;
use super::blocks::observables::MERGES_SHARED_LOGS;
use super::blocks::on_blocks::OnBlocks;
use super::layer::{Build, Entry, Traits};
use super::picture::Picture;
use super::wear;
use crate::base::bulk::{AnyBulk, Bulk};
use crate::base::error::Error;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::operation::Purpose;
use crate::nand::array::{Nand, ProgramOrder};
use crate::nand::rule::Rule;
use crate::nand::{Lpn, NONE, PlaneId, Ppn};
use crate::parameters::parameter::{Info, Parameter};
use log::{Log, Part};
use share::Share;

/// LAST at work.
#[derive(Clone, Debug, Hash)]
pub struct Last {
    blocks: Blocks,
    /// The log blocks of each plane.
    logs: Box<[Log]>,
    /// When each page last went to a random log block, in such writes of its plane; [`NONE`] for never.
    written_at: Bulk<u32>,
    share: Share,
    /// Pages from which a request is sequential.
    sequential_pages: u32,
    /// Random-log writes within which a page written again is hot.
    hot_window: u32,
}

impl Last {
    fn new(build: &Build<'_>) -> Result<Self, Error> {
        let geometry = &build.nand.geometry;
        let share = Share::new(build)?;
        let bytes = build.settings.integer("sequential_bytes");
        let random_pages = share.random * geometry.pages_per_block;
        Ok(Self {
            blocks: Blocks::new(build, share.sequential + share.random)?,
            logs: vec![Log::default(); geometry.planes() as usize].into(),
            written_at: vec![NONE; geometry.logical_pages as usize].into(),
            share,
            sequential_pages: bytes.div_ceil(u64::from(geometry.page_bytes)) as u32,
            hot_window: build.settings.optional("hot_window").map_or(random_pages / 2, |window| window as u32),
        })
    }

    #[inline(always)]
    fn write_page(&mut self, lpn: Lpn, is_sequential: bool, flash: &mut Flash<'_>) -> Result<(), Halt> {
        if self.blocks.program_in_place(lpn, flash)? {
            return Ok(());
        }
        if is_sequential {
            let to = self.sequential_page(self.blocks.lbn(lpn), flash)?;
            return self.blocks.program(lpn, to, flash);
        }
        let plane = self.blocks.plane_of(self.blocks.lbn(lpn));
        let part = self.part_of(lpn, plane);
        let to = self.random_page(plane, part, flash)?;
        self.blocks.program(lpn, to, flash)?;
        let log = &mut self.logs[plane as usize];
        self.written_at[lpn as usize] = log.random_writes;
        log.random_writes += 1;
        Ok(())
    }

    /// Where a page of a small request belongs: with the hot ones if it was such a page not long ago.
    #[inline(always)]
    fn part_of(&self, lpn: Lpn, plane: PlaneId) -> Part {
        let (last, now) = (self.written_at[lpn as usize], self.logs[plane as usize].random_writes);
        if self.share.hot > 0 && last != NONE && now - last <= self.hot_window { Part::Hot } else { Part::Cold }
    }

    /// The next page of the log block being filled with hot or cold pages.
    #[inline(always)]
    fn random_page(&mut self, plane: PlaneId, part: Part, flash: &mut Flash<'_>) -> Result<Ppn, Halt> {
        let filling = self.logs[plane as usize].part(part).filling;
        if filling != NONE
            && let Some(free) = flash.nand().next_page(filling)
        {
            return Ok(free);
        }
        self.fresh_random_page(plane, part, flash)
    }
}

impl OnBlocks for Last {
    const ENTRY: Entry<Self> = Entry {
        info: Info {
            kind: "last",
            title: "LAST",
            help: "Sequential writes, hot pages and cold pages go to separate log blocks; those of hot pages become invalid by themselves.",
            source: "Lee et al.: LAST, Locality-Aware Sector Translation, ACM SIGOPS OSR 2008",
            parameters: &[
                Parameter::optional(
                    "log_blocks",
                    "null",
                    1,
                    1_000_000,
                    "Log blocks per plane, the sequential ones included; null: 0.07 % of its blocks, at least 3.",
                ),
                Parameter::integer(
                    "sequential_bytes",
                    "32768",
                    512,
                    1 << 30,
                    "Request size in bytes from which data goes to the sequential log blocks.",
                ),
                Parameter::number(
                    "sequential_share",
                    "0.3",
                    0.0,
                    0.9,
                    "Share of the log blocks that are sequential, at least one; 0: none, all requests are small.",
                ),
                Parameter::number(
                    "hot_share",
                    "0.5",
                    0.0,
                    0.9,
                    "Share of the other log blocks that may be hot, at least one; 0: none, all pages are cold.",
                ),
                Parameter::optional(
                    "hot_window",
                    "null",
                    1,
                    1 << 31,
                    "Writes to hot and cold log blocks of a plane within which a page written again is hot; null: half \
                     their pages.",
                ),
            ],
        },
        shared: &[wear::PARAMETERS],
        program_order: ProgramOrder::SkipOk,
        spare_pages: None,
        traits: Traits {
            observables: MERGES_SHARED_LOGS,
            caches_pages: false,
            has_stripes: false,
            purposes: &[
                Purpose::Host,
                Purpose::Wear,
                Purpose::Recovery,
                Purpose::Switch,
                Purpose::Partial,
                Purpose::Full,
                Purpose::Reclaim,
            ],
        },
        build: |build| Self::new(&build),
    };

    fn blocks(&self) -> &Blocks {
        &self.blocks
    }

    fn blocks_mut(&mut self) -> &mut Blocks {
        &mut self.blocks
    }

    fn write(&mut self, first: Lpn, count: u32, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let is_sequential = count >= self.sequential_pages && self.share.sequential > 0;
        (first..first + count).try_for_each(|lpn| self.write_page(lpn, is_sequential, flash))
    }

    fn recover(&mut self, flash: &mut Flash<'_>) -> Result<(), Halt> {
        self.find_logs(flash)
    }

    fn picture(&self, near: Option<Lpn>, nand: &Nand) -> Picture {
        self.log_picture(near, nand)
    }

    /// A page table for all log pages, and which pages the last [`Last::hot_window`] writes went to.
    fn log_ram_bytes(&self) -> u64 {
        let log_pages = (self.share.sequential + self.share.random) * self.blocks.pages_per_block();
        let window = if self.share.hot > 0 { self.hot_window } else { 0 };
        let of_a_plane = u64::from(log_pages) + u64::from(window);
        4 * of_a_plane * u64::from(self.blocks.planes())
    }

    fn log_bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        visit(AnyBulk::U32(&mut self.written_at));
    }

    fn check(&self, nand: &Nand) -> Result<(), Rule> {
        self.check_logs(nand)
    }
}
