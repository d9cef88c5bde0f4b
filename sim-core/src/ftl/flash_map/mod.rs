//! A map that is kept on flash, in translation pages: only a directory of those pages is in RAM, and a cache of
//! entries that differs from layer to layer.
//!
//! What a translation page says is not stored: it says what was true when it was written, of all its pages. So an entry
//! can be wrong on flash only if its page was written, moved or given up since, which out-of-band sequence numbers tell.

pub(super) mod explain;
mod recover;

use super::layer::{Build, Traits};
use super::pool::map_listener::MapListener;
use super::pool::{Pool, Shape};
use crate::base::bulk::{AnyBulk, Bulk};
use crate::base::order::sorted_by;
use crate::flash::access::Flash;
use crate::flash::halt::Halt;
use crate::flash::observables::{BreakpointKind, Moment, Observables, Stage};
use crate::flash::operation::Purpose;
use crate::nand::array::Nand;
use crate::nand::rule::Rule;
use crate::nand::{Lpn, NONE, Ppn};
use crate::parameters::parameter::{Group, Parameter};
use std::ops::Range;

/// What of a report applies to layers that keep their map on flash.
pub(super) const TRAITS: Traits = Traits {
    observables: Observables {
        stage: Some(Stage::Map),
        moments: &[Moment::Gc, Moment::MapMiss],
        awaited: Moment::Gc,
        breakpoints: &[BreakpointKind::Gc, BreakpointKind::MapMiss],
    },
    caches_pages: false,
    has_stripes: false,
    purposes: &[
        Purpose::Host,
        Purpose::Gc,
        Purpose::Wear,
        Purpose::Recovery,
        Purpose::Map,
        Purpose::MapUpdate,
        Purpose::MapGc,
    ],
};

/// What may be set about a map on flash.
pub(crate) const PARAMETERS: &Group = &Group {
    title: "map on flash",
    parameters: &[
        Parameter::optional(
            "map_page_entries",
            "null",
            1,
            1_048_576,
            "Entries of a translation page; null for as many as fit, at 4 bytes each.",
        ),
        Parameter::choice(
            "translation_pool",
            "\"shared\"",
            &["shared", "separate"],
            "Whether translation pages share blocks with data or have their own.",
        ),
        Parameter::optional(
            "translation_blocks",
            "null",
            1,
            1_000_000,
            "Blocks per plane reserved for a separate pool; null: what the mapping table needs plus three.",
        ),
    ],
};

/// Bytes of an entry in a translation page, and of the directory's.
pub(crate) const ENTRY_BYTES: u32 = 4;

/// Entries in RAM, as far as the map needs to know them.
pub(crate) trait Cache {
    /// A page moved: if its entry is here it is right at once and dirty, and `true` is returned.
    fn page_moved(&mut self, lpn: Lpn) -> bool;
    /// Whether the entry is here and marked as differing from the flash.
    fn is_dirty(&self, lpn: Lpn) -> bool;
    /// Power came back: everything is forgotten.
    fn clear(&mut self);
    /// Takes in an entry that the flash does not have, if there is room.
    fn restore(&mut self, lpn: Lpn) -> bool;
}

/// The map on flash.
#[derive(Clone, Debug, Hash)]
pub(super) struct FlashMap {
    /// Entries of a translation page.
    pub entries_per_page: u32,
    logical_pages: u32,
    /// Where out-of-band bytes are kept: by logical page, the sequence number of the translation page that first said it
    /// is nowhere; 0 if none has since it was last given up.
    nowhere_since: Option<Bulk<u64>>,
}

impl FlashMap {
    /// A map of an empty device.
    pub(crate) fn new(build: &Build<'_>) -> Self {
        let geometry = &build.nand.geometry;
        let fit = geometry.page_bytes / ENTRY_BYTES;
        let logical_pages = geometry.logical_pages;
        Self {
            entries_per_page: build.settings.optional("map_page_entries").map_or(fit, |entries| entries as u32),
            logical_pages,
            nowhere_since: build.nand.oob.is_some().then(|| vec![0; logical_pages as usize].into()),
        }
    }

    /// Which blocks the settings give it.
    pub(crate) fn shape(&self, build: &Build<'_>) -> Shape {
        if build.settings.word("translation_pool") == "shared" {
            return Shape::Shared;
        }
        let blocks = build.settings.optional("translation_blocks").map(|blocks| blocks as u32);
        Shape::Separate(blocks.unwrap_or_else(|| super::pool::own_blocks(self.pages(), &build.nand.geometry) + 3))
    }

    /// Translation pages.
    pub(crate) fn pages(&self) -> u32 {
        self.logical_pages.div_ceil(self.entries_per_page)
    }

    /// The translation page that has the entry of a page.
    #[inline(always)]
    pub(super) fn page_of(&self, lpn: Lpn) -> u32 {
        lpn / self.entries_per_page
    }

    /// The logical pages of which a translation page has the entries.
    pub(crate) fn entries(&self, page: u32) -> Range<Lpn> {
        let first = page * self.entries_per_page;
        first..(first + self.entries_per_page).min(self.logical_pages)
    }

    /// Where translation pages live.
    pub(crate) fn directory<'a>(&self, pool: &'a Pool) -> &'a [Ppn] {
        &pool.l2p[self.logical_pages as usize..]
    }

    /// RAM of the directory.
    pub(crate) fn directory_bytes(&self) -> u64 {
        u64::from(ENTRY_BYTES) * u64::from(self.pages())
    }

    /// Reads the translation page that has the entry of `lpn`, if it was ever written.
    pub(crate) fn load(&self, lpn: Lpn, pool: &Pool, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let id = self.logical_pages + self.page_of(lpn);
        match pool.place(id) {
            NONE => Ok(()),
            ppn => flash.read(id, ppn, Purpose::Map),
        }
    }

    /// Brings a translation page up to date: the old one is read, the new one takes the newest entry of each of its pages.
    /// `nested` in the middle of a collection.
    pub(super) fn write_page(
        &mut self,
        page: u32,
        purpose: Purpose,
        nested: bool,
        pool: &mut Pool,
        cache: &mut dyn Cache,
        flash: &mut Flash<'_>,
    ) -> Result<(), Halt> {
        let id = self.logical_pages + page;
        let ppn = pool.own_page(id, nested, &mut Keep { map: self, cache }, flash)?;
        let old = pool.place(id);
        if old != NONE {
            flash.read(id, old, purpose)?;
        }
        pool.write_own(id, ppn, purpose, flash)?;
        self.written(page, pool, flash.nand());
        Ok(())
    }

    /// Puts the translation pages of a direct fill in place.
    pub(crate) fn fill(&mut self, pool: &mut Pool, nand: &mut Nand) -> Result<(), Halt> {
        for page in 0..self.pages() {
            if self.entries(page).any(|lpn| pool.place(lpn) != NONE) {
                pool.fill(self.logical_pages + page, 0, nand)?;
                self.written(page, pool, nand);
            }
        }
        Ok(())
    }

    /// A page that was somewhere is given up.
    pub(super) fn trimmed(&mut self, lpn: Lpn) {
        if let Some(since) = &mut self.nowhere_since {
            since[lpn as usize] = 0;
        }
    }

    fn written(&mut self, page: u32, pool: &Pool, nand: &Nand) {
        let entries = self.entries(page);
        let Some(since) = &mut self.nowhere_since else { return };
        for lpn in entries {
            if pool.place(lpn) == NONE && since[lpn as usize] == 0 {
                since[lpn as usize] = nand.sequence;
            }
        }
    }

    /// The large array, for checkpoints.
    pub(crate) fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        if let Some(since) = &mut self.nowhere_since {
            visit(AnyBulk::U64(since));
        }
    }

    /// An entry that is not dirty in RAM is right on flash, unless its page has just moved.
    pub(crate) fn check(&self, pool: &Pool, cache: &dyn Cache, nand: &Nand) -> Result<(), Rule> {
        let Some(oob) = &nand.oob else { return Ok(()) };
        for lpn in 0..self.logical_pages {
            if self.is_newer(lpn, pool, &oob.sequence)
                && !cache.is_dirty(lpn)
                && !pool.areas.iter().any(|area| area.moved.contains(&lpn))
            {
                return Err(Rule::Invariant(format!(
                    "the map on flash is wrong about page {lpn}, and no entry in RAM is right"
                )));
            }
        }
        Ok(())
    }

    /// Whether a page is somewhere that its translation page does not know of.
    fn is_newer(&self, lpn: Lpn, pool: &Pool, sequence: &[u64]) -> bool {
        let written = |ppn: Ppn| if ppn == NONE { 0 } else { sequence[ppn as usize] };
        written(pool.place(lpn)) > written(pool.place(self.logical_pages + self.page_of(lpn)))
    }
}

/// Map and cache together, who must be told what moves.
pub(super) struct Keep<'a> {
    /// On flash.
    pub map: &'a mut FlashMap,
    /// In RAM.
    pub cache: &'a mut dyn Cache,
}

impl MapListener for Keep<'_> {
    /// Entries in RAM are put right there (lazy copying). The others are put right on flash, with one read and one program
    /// for each translation page (batch update).
    fn moved(&mut self, pool: &mut Pool, at: usize, all: bool, flash: &mut Flash<'_>) -> Result<(), Halt> {
        let moved = &mut pool.areas[at].moved;
        let before = moved.len();
        moved.retain(|&lpn| !self.cache.page_moved(lpn));
        flash.core.counters.map_lazy_updates += (before - moved.len()) as u64;
        *moved = sorted_by(moved, |&lpn| u64::from(!lpn));
        while let Some(&lpn) = pool.areas[at].moved.last() {
            let page = self.map.page_of(lpn);
            self.map.write_page(page, Purpose::MapUpdate, true, pool, self.cache, flash)?;
            pool.areas[at].moved.retain(|&lpn| self.map.page_of(lpn) != page);
            if !all {
                break;
            }
        }
        Ok(())
    }
}
