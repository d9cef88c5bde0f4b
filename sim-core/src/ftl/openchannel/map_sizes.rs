//! How large the map is: map blocks, and the lines that they stand on.

use super::settings::{ENTRIES, power_of_two};
use crate::base::error::Error;
use crate::flash::access::COMMAND_PAGES;
use crate::ftl::layer::Build;
use crate::nand::geometry::Geometry;
use crate::parameters::settings::Settings;

/// Bytes of an entry on the SSD.
pub(super) const ENTRY_BYTES: u32 = 4;
/// Bytes of a row of the directory (paper 004, section 3.1).
const ROW_BYTES: u64 = 40;
/// Lines of the map beside those that it fills: one being written and one for what is moved; on the event clock, where a power cut
/// leaves more holes, one more; and another where nothing is set.
const SPARE_LINES: u32 = 2;
/// Where nothing is set, one line of so many is the map's, at least: the more it has, the less of it is moved to make room.
const LINES_FOR_ONE_OF_THE_MAP: u32 = 40;

/// Bytes of the whole table.
pub(crate) fn table_bytes(logical_pages: u32) -> u64 {
    u64::from(ENTRY_BYTES) * u64::from(logical_pages)
}

/// Map blocks of `block_bytes` in a table of `table_bytes` (paper 004, equation 1).
pub fn map_blocks(table_bytes: u64, block_bytes: u64) -> u64 {
    table_bytes.div_ceil(block_bytes)
}

/// Bytes of the directory of so many map blocks.
pub fn directory_bytes(map_blocks: u64) -> u64 {
    ROW_BYTES * map_blocks
}

/// The sizes of a map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MapSizes {
    /// Entries of the table.
    pub(crate) logical_pages: u32,
    /// Entries of a map block.
    pub(crate) entries_per_block: u32,
    /// Flash pages of a map block.
    pub(super) block_pages: u32,
    /// Map blocks.
    pub(crate) blocks: u32,
    /// Bytes of an entry in memory, in its map block.
    pub(super) cached_entry_bytes: u32,
}

impl MapSizes {
    /// As they are set, if map blocks fit the device.
    pub(crate) fn of(settings: &Settings, geometry: &Geometry) -> Result<Self, Error> {
        let per_page = entries_per_page(settings, geometry.page_bytes)?;
        let cached_entry_bytes = power_of_two("cached_entry_bytes", settings.integer("cached_entry_bytes"))?;
        let in_a_block = power_of_two("cache_block_bytes", settings.integer("cache_block_bytes"))? / ENTRY_BYTES;
        let entries_per_block = if settings.word("policy") == ENTRIES { per_page } else { in_a_block };
        let block_pages = entries_per_block.div_ceil(per_page);
        fits(block_pages, line_pages(geometry))?;
        let logical_pages = geometry.logical_pages;
        let blocks = map_blocks(table_bytes(logical_pages), u64::from(entries_per_block * ENTRY_BYTES)) as u32;
        Ok(Self { logical_pages, entries_per_block, block_pages, blocks, cached_entry_bytes })
    }

    /// Lines that it stands on, if the device has as many.
    pub(super) fn lines(&self, build: &Build<'_>) -> Result<u32, Error> {
        let (blocks, geometry) = (self.blocks, &build.nand.geometry);
        let device_lines = geometry.blocks_per_plane;
        let filled = blocks.div_ceil(line_pages(geometry) / self.block_pages);
        let needed = filled + SPARE_LINES + u32::from(build.event_clock);
        let lines = build
            .settings
            .optional("map_lines")
            .map_or_else(|| (needed + 1).max(device_lines / LINES_FOR_ONE_OF_THE_MAP), |lines| lines as u32);
        if lines < needed || lines >= device_lines {
            return Err(Error::Conflict(format!(
                "{blocks} map blocks need {needed} of the {device_lines} lines, and data some too (ftl.map_lines, device.blocks_per_plane)"
            )));
        }
        Ok(lines)
    }
}

fn line_pages(geometry: &Geometry) -> u32 {
    geometry.planes() * geometry.pages_per_block
}

/// Entries of a flash page of a map block: as set, or as many as fit.
fn entries_per_page(settings: &Settings, page_bytes: u32) -> Result<u32, Error> {
    let fit = u64::from(page_bytes / ENTRY_BYTES);
    let fit = (fit + 1).next_power_of_two() / 2;
    let per_page = power_of_two("map_page_entries", settings.optional("map_page_entries").unwrap_or(fit))?;
    if u64::from(per_page) > fit {
        return Err(Error::Conflict(format!(
            "{per_page} entries (ftl.map_page_entries) do not fit a page of {page_bytes} bytes (device.page_bytes)"
        )));
    }
    Ok(per_page)
}

/// A map block is read and written with one command, and stands on one line.
fn fits(block_pages: u32, line_pages: u32) -> Result<(), Error> {
    if block_pages > COMMAND_PAGES {
        return Err(Error::Conflict(format!(
            "a map block of {block_pages} pages (ftl.cache_block_bytes, ftl.map_page_entries) is more than a command of \
             {COMMAND_PAGES}"
        )));
    }
    if block_pages > line_pages {
        return Err(Error::Conflict(format!(
            "a map block of {block_pages} pages (ftl.cache_block_bytes) does not fit a line of {line_pages}"
        )));
    }
    Ok(())
}
