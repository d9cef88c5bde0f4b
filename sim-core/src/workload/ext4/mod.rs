//! What a database on ext4 sends to the disk, as a model: data blocks, the metadata blocks that change with them, and the journal of
//! JBD2 through which both, or metadata alone, go first (the kernel's documentation of ext4 and jbd2; section 3.3 of the paper on open-channel SSDs).
//!
//! - `mod.rs`        what a transaction sends
//! - `parameters.rs` what may be set
//! - `groups.rs`     block groups and their tables
//! - `layout.rs`     where files and journal lie among them
//! - `journal.rs`    the journal's circle, and what a checkpoint writes in place
//!
//! An access to data reads a page, which goes to the disk, or writes one, which stays in the page cache until so many were written:
//! then the database asks for them to be durable (fsync), and everything is sent at once.
//!
//! ```text
//! ordered   the data in place │ descriptor, metadata │ flush │ commit │ flush
//! journal                       descriptor, data, metadata │ flush │ commit │ flush
//! checkpoint, first, where the journal is too full: blocks in place │ flush │ journal's superblock │ flush
//! ```
//!
//! The flush behind a commit is what a write with FUA becomes on a disk without it, as in the recordings in `traces/`.
//!
//! Chosen where the documents are silent: blocks next to one another are one request, as the kernel's block layer merges them; a page
//! written twice before the fsync is sent once; a read always reaches the disk; blocks are written in place at a checkpoint
//! only, though a kernel's writeback may do so earlier; a checkpoint frees a quarter of the journal, since the recording with
//! `data=journal` updates the journal's superblock 3.7 times a round. Blocks that stop being metadata, and with them revoke records, do not occur.
//!
//! Draws: arrival (open loop only), then of each access to data page and direction, until one needs the disk.

mod groups;
mod journal;
mod layout;
mod parameters;
#[cfg(test)]
mod tests;

use super::common;
use super::common::{QUEUE_DEPTH, addressed_pages, space_in_words};
use super::generator::{Entry, Generate, Space};
use super::mix::bursts::Bursts;
use super::oltp_journal::{READ_RATIO, data_pages};
use super::pareto::Places;
use crate::base::bulk::{AnyBulk, Bulk};
use crate::base::error::Error;
use crate::base::real::Real;
use crate::base::request::{HostOp, Request, SECTOR_BYTES};
use crate::base::rng::Rng;
use crate::parameters::parameter::Parameter;
use crate::parameters::settings::Settings;
use groups::SUPERBLOCK;
use journal::Journal;
use layout::{Layout, Wish};
pub(crate) use parameters::INFO;
use parameters::{CHECKPOINT_AT, CHECKPOINT_SHARE, FILES, FLUSHES, JOURNAL_PAGES, MAKES_FILE, MODE, TRANSACTION_PAGES};
use std::collections::VecDeque;
use std::ops::Range;

/// JBD2 takes no transaction longer than this part of the journal.
const LONGEST_TRANSACTION: u64 = 4;

/// How it is chosen.
pub(crate) const ENTRY: Entry<Ext4> =
    Entry { info: INFO, common: &[common::REQUESTS, common::QUEUE_DEPTH, common::ADDRESS_PAGES], build: Ext4::build };

/// The generator.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ext4 {
    rng: Rng,
    /// `None` in a closed loop, which needs no arrivals.
    arrivals: Option<Bursts>,
    places: Places,
    read_ratio: Real,
    /// Whether data go through the journal.
    journals_data: bool,
    transaction_pages: usize,
    makes_file: bool,
    flushes: bool,
    layout: Layout,
    journal: Journal,
    /// A transaction may fill the circle up to this many places; a checkpoint empties it to so many.
    checkpoint: (u64, u64),
    /// Places of the data written since the last fsync, in order of writing.
    written: Vec<u64>,
    due: VecDeque<Extent>,
    sectors_per_page: u64,
}

/// A request that is due; a flush has no pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Extent {
    page: u64,
    pages: u32,
}

impl Ext4 {
    /// From settings.
    ///
    /// # Errors
    /// A space without room for journal and data, a journal without room for a transaction.
    pub fn build(settings: &Settings, space: Space, rng: Rng) -> Result<Self, Error> {
        let sectors_per_page = u64::from(space.sectors_per_page);
        let block_bytes = sectors_per_page * SECTOR_BYTES;
        let files = settings.integer(FILES.name);
        let layout = layout(settings, space, block_bytes)?;
        let journal_pages = layout.journal().end - layout.journal().start;
        let data_pages = data_pages(settings, space, layout.data_blocks(), journal_pages)?;
        let layout = layout.with_data(data_pages);
        let transaction_pages = settings.integer(TRANSACTION_PAGES.name);
        let closed = settings.optional(QUEUE_DEPTH.name).is_some();
        let journal = Journal::new(journal_pages - 1, block_bytes);
        let of_places = |parameter: Parameter| (settings.number(parameter.name) * journal.places() as f64) as u64;
        let most = of_places(CHECKPOINT_AT);
        let generator = Self {
            rng,
            arrivals: (!closed).then(|| Bursts::new(settings)),
            places: Places::new(data_pages, settings),
            read_ratio: Real(settings.number(READ_RATIO.name)),
            journals_data: settings.word(MODE.name) == "journal",
            transaction_pages: transaction_pages as usize,
            makes_file: settings.flag(MAKES_FILE.name),
            flushes: settings.flag(FLUSHES.name),
            layout,
            checkpoint: (most, most.saturating_sub(of_places(CHECKPOINT_SHARE))),
            journal,
            written: Vec::new(),
            due: VecDeque::new(),
            sectors_per_page,
        };
        generator.check_length(files)?;
        Ok(generator)
    }

    /// Whether the longest transaction is short enough for the journal.
    fn check_length(&self, files: u64) -> Result<(), Error> {
        let pages = self.transaction_pages as u64;
        let data = if self.journals_data { pages } else { 0 };
        let metadata = files.min(pages) + if self.makes_file { 5 } else { 0 };
        let (length, places) = (self.journal.length(data + metadata), self.journal.places());
        if length <= places / LONGEST_TRANSACTION {
            return Ok(());
        }
        Err(Error::Conflict(format!(
            "workload.{}: {pages}: a transaction takes up to {length} pages of the journal, more than a quarter of its {}",
            TRANSACTION_PAGES.name,
            places + 1
        )))
    }

    /// The pages of the journal, its superblock among them.
    pub(super) fn journal_pages(&self) -> Range<u64> {
        self.layout.journal()
    }

    /// The large array, for a checkpoint of the run.
    fn homes_mut(&mut self) -> &mut Bulk<u32> {
        self.journal.homes_mut()
    }

    /// Makes what was written durable.
    fn sync(&mut self) {
        let mut written = std::mem::take(&mut self.written);
        let made_beside = self.makes_file.then(|| written.first().copied()).flatten();
        written.sort_unstable();
        written.dedup();
        let metadata = self.metadata(&written, made_beside);
        let data = written.iter().map(|&place| self.layout.data(place)).collect::<Vec<u64>>();
        let mut blocks = if self.journals_data { data.clone() } else { Vec::new() };
        blocks.extend(metadata);
        self.make_room(self.journal.length(blocks.len() as u64));
        if !self.journals_data {
            self.write_in_place(data);
        }
        self.commit(&blocks);
        written.clear();
        self.written = written;
    }

    /// The metadata blocks that change with the data at the places `written`, which ascend: the inodes of their files, and what making a
    /// file beside that of `made_beside` changes.
    fn metadata(&self, written: &[u64], made_beside: Option<u64>) -> Vec<u64> {
        let mut blocks: Vec<u64> = written.iter().map(|&place| self.layout.file_of(place).inode).collect();
        if let Some(place) = made_beside {
            let file = self.layout.file_of(place);
            blocks.extend([SUPERBLOCK, file.descriptor, file.block_bitmap, file.inode_bitmap, file.directory]);
        }
        blocks.sort_unstable();
        blocks.dedup();
        blocks
    }

    /// Writes the oldest transactions in place if one of `length` would fill the journal too far.
    fn make_room(&mut self, length: u64) {
        let (most, down_to) = self.checkpoint;
        if self.journal.used() + length <= most.max(length) {
            return;
        }
        let blocks = self.journal.checkpoint(down_to.saturating_sub(length));
        self.write_in_place(blocks);
        self.flush();
        self.write(self.layout.journal().start, 1);
        self.flush();
    }

    /// Sends a transaction of `blocks` to the journal.
    fn commit(&mut self, blocks: &[u64]) {
        let length = self.journal.length(blocks.len() as u64);
        let first = self.journal.append(blocks);
        self.write_circle(first, length - 1);
        self.flush();
        self.write_circle((first + length - 1) % self.journal.places(), 1);
        self.flush();
    }

    /// Writes `count` places of the circle, in two requests where it ends within them.
    fn write_circle(&mut self, place: u64, count: u64) {
        let before_the_end = count.min(self.journal.places() - place);
        // The journal's superblock comes before the circle.
        let start = self.layout.journal().start + 1;
        self.write(start + place, before_the_end);
        self.write(start, count - before_the_end);
    }

    /// Writes `blocks`, which ascend, those next to one another in one request.
    fn write_in_place(&mut self, blocks: Vec<u64>) {
        for run in blocks.chunk_by(|one, next| one + 1 == *next) {
            self.write(run[0], run.len() as u64);
        }
    }

    fn write(&mut self, page: u64, pages: u64) {
        if pages > 0 {
            self.due.push_back(Extent { page, pages: pages as u32 });
        }
    }

    fn flush(&mut self) {
        if self.flushes {
            self.due.push_back(Extent { page: 0, pages: 0 });
        }
    }
}

impl Generate for Ext4 {
    #[inline]
    fn next_request(&mut self) -> Request {
        let arrival_ns = self.arrivals.as_mut().map_or(0, |arrivals| arrivals.next_ns(&mut self.rng));
        let (op, Extent { page, pages }) = loop {
            match self.due.pop_front() {
                Some(flush @ Extent { pages: 0, .. }) => break (HostOp::Flush, flush),
                Some(extent) => break (HostOp::Write, extent),
                None => {}
            }
            let place = self.places.draw(&mut self.rng);
            if self.rng.unit() < self.read_ratio.0 {
                break (HostOp::Read, Extent { page: self.layout.data(place), pages: 1 });
            }
            self.written.push(place);
            if self.written.len() == self.transaction_pages {
                self.sync();
            }
        };
        let (sector, sectors) = (page * self.sectors_per_page, u64::from(pages) * self.sectors_per_page);
        Request { arrival_ns, op, sector, sectors: sectors as u32 }
    }
    fn journal(&self) -> Option<Range<u64>> {
        Some(self.journal_pages())
    }
    fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        visit(AnyBulk::U32(self.homes_mut()));
    }
}

/// The layout that `settings` ask for.
///
/// # Errors
/// No room for journal and data.
fn layout(settings: &Settings, space: Space, block_bytes: u64) -> Result<Layout, Error> {
    let (journal_blocks, files) = (settings.optional(JOURNAL_PAGES.name), settings.integer(FILES.name));
    let blocks = addressed_pages(settings, space)?;
    Layout::new(Wish { blocks, block_bytes, journal_blocks, files }).ok_or_else(|| {
        let journal = journal_blocks.map_or("null".into(), |pages| pages.to_string());
        Error::Conflict(format!(
            "workload.{}: {journal}: there is no room for tables, {files} files and the journal{}",
            JOURNAL_PAGES.name,
            space_in_words(settings, space)
        ))
    })
}
