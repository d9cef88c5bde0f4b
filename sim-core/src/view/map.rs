//! A mapping table of which only part is in RAM, as the page is told it.

use super::part::{Part, Subject};
use crate::ftl::picture::{Cached, MapPicture};
use crate::nand::{BlockId, NONE};
use serde::Serialize;

/// Most translation pages whose place and cached entries are told one by one.
const DIRECTORY_MAX: usize = 64;
/// Stretches of the map that cached entries are counted in where there are more translation pages.
const RESIDENT_BINS: usize = 256;

/// A mapping table of which only part is in RAM.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct MapView {
    /// Entries of a translation page.
    entries_per_page: u32,
    /// Protected and probationary segment of the cache, most recently used first; only the first entries are listed.
    segments: [MapSegment; 2],
    /// Entries that differ from the flash.
    dirty: u32,
    /// Cached entries by stretch of the map.
    resident: Vec<u32>,
    /// Where translation pages live, from `directory_first` on.
    directory: Vec<Option<u32>>,
    directory_first: u32,
    /// Translation pages there are.
    pages: usize,
    /// Logical blocks that one entry maps, each with its block; none where entries map single pages alone.
    whole_blocks: Option<Vec<(u32, BlockId)>>,
    /// Whether an entry that is missing is read before room is made for it.
    loads_first: bool,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct MapSegment {
    entries: u32,
    capacity: u32,
    first: Vec<CachedEntry>,
}

/// A cached mapping entry.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct CachedEntry {
    lpn: u32,
    /// Where it lives; null for nowhere.
    page: Option<u32>,
    /// Whether the translation page on flash says otherwise.
    dirty: bool,
    /// How many logical pages from `lpn` on it maps.
    run: u32,
}

impl Part for MapView {
    fn of(subject: &mut Subject<'_>) -> Option<Self> {
        let map = subject.picture.map.take()?;
        // The directory is told around the entry that is looked for, not around the one that makes way for it.
        let near = subject.asked.or(subject.near);
        let MapPicture { entries_per_page, protected, probationary, entries, capacity, dirty, .. } = map;
        let page = near.map_or(0, |lpn| lpn / entries_per_page) as usize;
        let pages = map.directory.len();
        let first = page.saturating_sub(DIRECTORY_MAX / 2).min(pages.saturating_sub(DIRECTORY_MAX));
        let place = |&ppn: &u32| Some(ppn).filter(|&ppn| ppn != NONE);
        let segment = |first: Vec<Cached>, at: usize| MapSegment {
            entries: entries[at],
            capacity: capacity[at],
            first: first.iter().map(entry).collect(),
        };
        Some(Self {
            entries_per_page,
            segments: [segment(protected, 0), segment(probationary, 1)],
            dirty,
            resident: stretches(&map.resident),
            directory: map.directory.iter().skip(first).take(DIRECTORY_MAX).map(place).collect(),
            directory_first: first as u32,
            pages,
            whole_blocks: map.whole_blocks,
            loads_first: map.loads_first,
        })
    }
}

fn entry(cached: &Cached) -> CachedEntry {
    let Cached { lpn, ppn, dirty, run } = *cached;
    CachedEntry { lpn, page: Some(ppn).filter(|&ppn| ppn != NONE), dirty, run }
}

fn stretches(resident: &[u32]) -> Vec<u32> {
    let each = resident.len().div_ceil(RESIDENT_BINS).max(1);
    resident.chunks(each).map(|chunk| chunk.iter().sum()).collect()
}
