//! A host FTL over an open-channel SSD: pblk, which keeps its whole mapping table in the host's memory, and the same
//! with only the map blocks in memory that it needs.
//!
//! - `layer.rs`     both in the place of a translation layer · `settings.rs` what may be set
//! - `lines.rs`     chunk i of every parallel unit: written, collected and erased as one
//! - `ring.rs`      pages on their way to flash · `limiter.rs` who may fill it · `writer.rs` into it, and out of it
//! - `collect.rs`   garbage collection of lines of data
//! - `map.rs`       the map on the SSD: map blocks and their lines · `map_sizes.rs` how large it is
//! - `map_memory.rs` what of it is in memory · `memory_sizes.rs` how much that is
//! - `map_on_flash.rs` map blocks read and written · `map_room.rs` room for them, and their lines collected · `map_fill.rs` before a run
//! - `cache.rs`     which map blocks are in memory · `map_policy/` which of them makes way
//! - `translate.rs` a look-up, and the nine steps of a miss · `entries.rs` the same where single entries are cached
//! - `figure_4.rs`  the state in the paper's Figure 4
//! - `recover.rs`   start-up after a power cut · `check.rs` what must hold
//! - `explain.rs`, `picture/`  choices in words, and what the stage shows
//!
//! A write's way: `layer.rs` · `translate.rs` has its map block in memory · `writer.rs` takes it into the ring, and it is over; there it
//! goes to the line being written, one command at a time. On the serial clock with commands of one page it goes there at once.
//!
//! Terms: a parallel unit is a plane, a chunk is a block. The paper's LBN is a logical page. Lines and places count from 0 here, and
//! from 1 wherever people see them.
//!
//! Sources: Oh, Ahn: "Implementation of Memory Efficient Flash Translation Layer for Open-channel SSDs", IJASC 10-1, 2021; Bjørling
//! et al.: LightNVM, FAST 2017; pblk.

mod cache;
mod check;
mod collect;
mod entries;
mod explain;
mod figure_4;
mod layer;
pub(crate) mod limiter;
mod lines;
mod map;
mod map_fill;
mod map_memory;
mod map_on_flash;
pub mod map_policy;
mod map_room;
pub mod map_sizes;
pub(crate) mod memory_sizes;
pub(crate) mod picture;
mod recover;
mod ring;
pub(crate) mod settings;
mod translate;
mod writer;

use crate::base::bulk::Bulk;
use crate::base::error::Error;
use crate::ftl::layer::Build;
use crate::nand::block::BlockKind;
use crate::nand::{NONE, Ppn};
use collect::Collection;
use limiter::{Limiter, Quota};
use lines::Lines;
use map::Map;
use ring::Ring;

pub(crate) use layer::{PBLK, SELECTIVE};

/// The host FTL at work.
#[derive(Clone, Debug, Hash)]
pub struct HostFtl {
    /// Where each page lives on flash: those of the host, then those of the map.
    l2p: Bulk<Ppn>,
    lines: Lines,
    ring: Ring,
    limiter: Limiter,
    /// Pages of a write command.
    write_unit: u32,
    /// Whether pages of the host are ever in the ring when a request is over.
    rings: bool,
    collection: Option<Collection>,
    /// Serial clock: pages that garbage collection may move, in parts of the host's quota.
    credit: u64,
    /// When the host last wrote.
    last_write_ns: u64,
    /// The map on the SSD, where only part of the table is in memory.
    map: Option<Box<Map>>,
    /// Whether the run begins with the state of the paper's Figure 4.
    starts_as_figure_4: bool,
}

impl HostFtl {
    /// Over an empty array; with only part of its table in memory if `selective`.
    pub fn new(build: &Build<'_>, selective: bool) -> Result<Self, Error> {
        let geometry = &build.nand.geometry;
        let map = if selective { Some(Box::new(Map::new(build)?)) } else { None };
        let map_lines = map.as_ref().map_or(0, |map| map.lines.range.end);
        let ring = settings::power_of_two("ring_entries", build.settings.integer("ring_entries"))?;
        let write_unit = build.settings.integer("write_unit") as u32;
        if 2 * write_unit > ring {
            return Err(Error::Conflict(format!(
                "a write command of {write_unit} pages (ftl.write_unit) is more than half of the ring of {ring} (ftl.ring_entries)"
            )));
        }
        let lines = Lines::new(map_lines..geometry.blocks_per_plane, BlockKind::Data, build.nand);
        let limiter = Limiter::new(build.settings, geometry, lines.range.len() as u32);
        fits(&lines, limiter.reserved / geometry.planes(), geometry.logical_pages)?;
        lets_write(&limiter, &lines, geometry.logical_pages)?;
        let starts_as_figure_4 = selective && build.settings.word("start") == "figure-4";
        if starts_as_figure_4 {
            figure_4::fits(geometry, map.as_deref())?;
        }
        let own_pages = map.as_ref().map_or(0, |map| map.pages());
        Ok(Self {
            l2p: vec![NONE; (geometry.logical_pages + own_pages) as usize].into(),
            limiter,
            lines,
            ring: Ring::new(ring),
            write_unit,
            rings: write_unit > 1 || build.event_clock,
            collection: None,
            credit: 0,
            last_write_ns: 0,
            map,
            starts_as_figure_4,
        })
    }

    /// The map, where only part of it is in memory.
    pub fn map(&self) -> Option<&Map> {
        self.map.as_deref()
    }

    /// Free lines for data.
    pub(crate) fn free_lines(&self) -> u32 {
        self.lines.free_lines()
    }

    fn place(&self, id: u32) -> Ppn {
        self.l2p[id as usize]
    }

    /// Who may take how much of the ring now.
    fn quota(&self) -> Quota {
        self.limiter.quota(self.lines.free_chunks())
    }
}

/// Lines for every page of the host, one being written, those that are kept free, and one to gain.
fn fits(lines: &Lines, reserved: u32, logical_pages: u32) -> Result<(), Error> {
    let (there, needed) = (lines.range.len() as u32, logical_pages.div_ceil(lines.pages()) + 2 + reserved);
    if needed <= there {
        return Ok(());
    }
    Err(Error::Conflict(format!(
        "{there} lines are left for data, but {logical_pages} pages of the host, the line being written, {reserved} kept free and one to gain \
         need {needed} (device.blocks_per_plane, device.over_provisioning, ftl.gc_reserve_lines, ftl.ring_entries, ftl.map_lines)"
    )))
}

/// When every page of the host is written, and nothing is outdated, the host may still write.
fn lets_write(limiter: &Limiter, lines: &Lines, logical_pages: u32) -> Result<(), Error> {
    let taken = logical_pages.div_ceil(lines.pages()) + 1;
    let free_chunks = (lines.range.len() as u32 - taken) * (lines.pages() / lines.chunk_pages());
    if limiter.quota(free_chunks).user > 0 {
        return Ok(());
    }
    Err(Error::Conflict(format!(
        "a full device would have {free_chunks} free chunks, of which the limiter leaves the host nothing while it collects below {} \
         (ftl.gc_high, device.over_provisioning, ftl.ring_entries)",
        limiter.high
    )))
}
