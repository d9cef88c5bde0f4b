//! What may be set about the host FTL.

use super::map_policy;
use crate::base::error::Error;
use crate::parameters::parameter::{Group, Parameter};

const WRITE_UNIT: Parameter = Parameter::integer(
    "write_unit",
    "1",
    1,
    64,
    "Pages per write command; the ring holds writes until there are that many.",
);
const RING_ENTRIES: Parameter = Parameter::integer(
    "ring_entries",
    "1024",
    4,
    65_536,
    "Capacity of the write ring buffer in pages; a power of two.",
);
const GC_HIGH: Parameter = Parameter::choice(
    "gc_high",
    "\"op/2\"",
    &["op/2", "total/8"],
    "Free chunks below which lines are collected: half of the over-provisioning, or an eighth of all (pblk).",
)
.changing();
const GC_RESERVE_LINES: Parameter =
    Parameter::integer("gc_reserve_lines", "1", 1, 1000, "Free lines at or below which host writes stall.").changing();

/// What may be set about the ring and the lines, whatever the table.
pub(crate) const PBLK: &Group =
    &Group { title: "ring and lines", parameters: &[WRITE_UNIT, RING_ENTRIES, GC_HIGH, GC_RESERVE_LINES] };

/// What may be set about a host FTL with only part of its table in memory.
pub(crate) const SELECTIVE: &[Parameter] = &[
    Parameter::optional(
        "cache_bytes",
        "134217728",
        16,
        1 << 40,
        "Memory for map blocks, or for entries; null for the whole table.",
    ),
    Parameter::integer(
        "cache_block_bytes",
        "65536",
        16,
        262_144,
        "Bytes of a map block, and of a slot of the cache; a power of two.",
    ),
    Parameter::optional(
        "map_page_entries",
        "null",
        1,
        65_536,
        "Entries of a flash page of a map block, a power of two; null for as many as fit, at 4 bytes each.",
    ),
    Parameter::choice(
        "policy",
        "\"hotness\"",
        &POLICIES,
        "Replacement policy of map blocks; entries: single entries are cached instead, 8 bytes each, with LRU.",
    )
    .changing(),
    Parameter::integer("load_bonus", "8", 0, 1_000_000, "Hotness added when a map block is loaded.").changing(),
    Parameter::integer("cold_penalty", "4", 0, 1_000_000, "Hotness subtracted after an epoch without a lookup.")
        .changing(),
    Parameter::integer("cold_epoch", "4096", 1, 1_000_000_000, "Lookups per epoch.").changing(),
    Parameter::boolean("persist_hotness", "true", "Whether a reloaded map block keeps half of its hotness.").changing(),
    Parameter::boolean("journal_hint", "true", "Whether blocks that map the file system's journal have priority.")
        .changing(),
    Parameter::integer(
        "journal_bonus",
        "1000000",
        0,
        1_000_000_000,
        "Hotness added to map blocks of the journal when they are compared.",
    )
    .changing(),
    Parameter::optional(
        "map_lines",
        "null",
        3,
        1_000_000,
        "Lines reserved for the mapping table; null: 1/40 of all, and at least what the table needs plus three.",
    ),
    Parameter::integer(
        "cached_entry_bytes",
        "4",
        4,
        8,
        "Bytes of an entry in memory: 4, or 8 with the logical block number beside it.",
    ),
    Parameter::choice(
        "start",
        "\"as-filled\"",
        &["as-filled", "figure-4"],
        "Contents of the mapping cache at the start of the run: empty, or as in Figure 4 of the paper.",
    ),
];

const POLICIES: [&str; map_policy::KINDS.len() + 1] = {
    let mut words = [ENTRIES; map_policy::KINDS.len() + 1];
    let mut i = 0;
    while i < map_policy::KINDS.len() {
        words[i] = map_policy::KINDS[i];
        i += 1;
    }
    words
};

/// The word for caching single entries.
pub(crate) const ENTRIES: &str = "entries";

/// A setting that must be a power of two.
pub(super) fn power_of_two(field: &str, value: u64) -> Result<u32, Error> {
    if value.is_power_of_two() {
        return Ok(value as u32);
    }
    Err(Error::Value {
        field: format!("ftl.{field}"),
        value: value.to_string(),
        expected: "a power of two".into(),
        nearest: Some((value.next_power_of_two() / 2).to_string()),
    })
}
