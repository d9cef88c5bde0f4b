//! What is compared: policies of the cache, and the whole table in memory.

use crate::figures::assignments::Assignments;
use crate::figures::by::By;
use crate::figures::figure::{Source, System};

/// The whole table is in memory.
pub(super) const WHOLE_TABLE: Assignments = &[("ftl.kind", "\"pblk\"")];
/// Part of it is. The map has so many lines that hardly any is collected in a run, as none of data is: what a miss costs is then
/// the price of one map block.
pub(super) const SELECTIVE: Assignments = &[
    ("ftl.kind", "\"pblk-selective\""),
    ("ftl.cache_block_bytes", "65536"),
    ("ftl.load_bonus", "8"),
    ("ftl.cold_penalty", "4"),
    ("ftl.cold_epoch", "4096"),
    ("ftl.persist_hotness", "true"),
    ("ftl.journal_bonus", "1000000"),
    ("ftl.cached_entry_bytes", "4"),
    ("ftl.map_page_entries", "null"),
    ("ftl.map_lines", "32"),
];

pub(super) const WHOLE: &str = "pblk";
pub(super) const HOTNESS: &str = "hotness";
pub(super) const LRU: &str = "lru";
pub(super) const LFU: &str = "lfu";
pub(super) const CLOCK: &str = "clock";
pub(super) const FIFO: &str = "fifo";
pub(super) const ARC: &str = "arc";
pub(super) const OPT: &str = "opt";
const ENTRIES: &str = "entries";

pub(super) const BY_HOTNESS: Assignments = &[("ftl.policy", "\"hotness\"")];
const BY_LRU: Assignments = &[("ftl.policy", "\"lru\"")];
const BY_LFU: Assignments = &[("ftl.policy", "\"lfu\"")];
const BY_CLOCK: Assignments = &[("ftl.policy", "\"clock\"")];
const BY_FIFO: Assignments = &[("ftl.policy", "\"fifo\"")];
const BY_ARC: Assignments = &[("ftl.policy", "\"arc\"")];
const BY_OPT: Assignments = &[("ftl.policy", "\"opt\"")];
const BY_ENTRIES: Assignments = &[("ftl.policy", "\"entries\"")];

/// The yardstick.
pub(super) const OF_WHOLE: System =
    System { id: WHOLE, title: "whole table", source: Source::Level([WHOLE_TABLE, &[], &[]]) };

/// Every policy, and the yardstick.
pub(super) const ALL: &[System] = &[
    device(HOTNESS, "hotness", BY_HOTNESS),
    device(LFU, "LFU", BY_LFU),
    device(LRU, "LRU", BY_LRU),
    device(CLOCK, "CLOCK", BY_CLOCK),
    device(FIFO, "FIFO", BY_FIFO),
    device(ARC, "ARC", BY_ARC),
    device(OPT, "OPT", BY_OPT),
    device(ENTRIES, "entries", BY_ENTRIES),
    OF_WHOLE,
];

/// The first three of them.
pub(super) const FEW: &[System] = &[ALL[0], ALL[1], ALL[2], OF_WHOLE];

/// These with 32 % of the table, where the size of the cache is not what a figure is about.
pub(super) const FEW_AT_128: &[System] =
    &[at_128(HOTNESS, "hotness", BY_HOTNESS), at_128(LFU, "LFU", BY_LFU), at_128(LRU, "LRU", BY_LRU), OF_WHOLE];
const CACHE_128: Assignments = &[("ftl.cache_bytes", "134217728")];

/// Every policy without a device.
pub(super) const HITS: &[System] = &[
    hits(HOTNESS, "hotness", BY_HOTNESS),
    hits(LFU, "LFU", BY_LFU),
    hits(LRU, "LRU", BY_LRU),
    hits(CLOCK, "CLOCK", BY_CLOCK),
    hits(FIFO, "FIFO", BY_FIFO),
    hits(ARC, "ARC", BY_ARC),
    hits(OPT, "OPT", BY_OPT),
    hits(ENTRIES, "entries", BY_ENTRIES),
];

const fn device(id: &'static str, title: &'static str, policy: Assignments) -> System {
    System { id, title, source: Source::Runs([SELECTIVE, policy, &[]]) }
}

const fn at_128(id: &'static str, title: &'static str, policy: Assignments) -> System {
    System { id, title, source: Source::Runs([SELECTIVE, policy, CACHE_128]) }
}

const fn hits(id: &'static str, title: &'static str, policy: Assignments) -> System {
    System { id, title, source: Source::Without(By::Cache, [SELECTIVE, policy, &[]]) }
}
