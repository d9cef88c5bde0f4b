//! What the paper of selective loading leaves unsaid, and what was chosen (SPEC 10, 15).

use crate::figures::figure::Assumptions;

/// Of the device.
pub(super) const DEVICE: Assumptions = &[
    (
        "How many parallel units the device has, and whether its 400 GB hold spare space.",
        "28 units of 1 000 chunks; the host has 400 GiB, 9.4 % more are spare (device.over_provisioning).",
    ),
    (
        "From how few free chunks on lines are collected.",
        "Half of the spare ones (ftl.gc_high=op/2): pblk's eighth of all is more than a full device ever has.",
    ),
];

/// Of the emulated device's times.
pub(super) const EMULATED: Assumptions = &[(
    "How long the emulated device takes for a command.",
    "10 µs to read, 30 µs to program and 0.32 µs a page, one command at a time: a miss costs 1.66 writes, and the published 80 % ask for 1.7.",
)];

/// Of those of NAND.
pub(super) const NAND: Assumptions = &[(
    "How it would do on flash that takes its time.",
    "40 µs to read, 800 µs to program and 5 µs to transfer a page, 28 units side by side and 64 requests under way (device.preset=ocssd).",
)];

/// Of the requests.
pub(super) const WRITES: Assumptions = &[(
    "Which requests fio made, and how many.",
    "A million single pages, the first 200 000 to warm up, 80 % of them to 20 % of the pages (workload.h).",
)];

/// Of where they go.
pub(super) const SIDE_BY_SIDE: Assumptions = &[(
    "Whether popular pages lie side by side: fio scatters them unless it is told not to.",
    "Side by side (workload.scatter=false): scattered, no part of the map is popular, and the published result is out of reach.",
)];

/// Of all of that, where all of it is shown.
pub(super) const STREAMS: Assumptions = &[(
    "Which requests fio made, and whether popular pages lie side by side.",
    "A million single pages, 90, 80 or 70 % of them to 10, 20 or 30 % of the pages (workload.h), side by side and scattered.",
)];

/// Of what stays in the cache.
pub(super) const HOTNESS: Assumptions = &[(
    "By how much use, loading and coldness change a block's hotness.",
    "A use adds 1, loading 8, and 4 096 look-ups without one take 4 away; of what leaves half is remembered (ftl.load_bonus and others).",
)];

/// Of the map on flash.
pub(super) const MAP: Assumptions = &[
    (
        "Whether a part of the map that was not changed is written back.",
        "It is not: a bit tells what was changed, since nothing would be lost.",
    ),
    (
        "How much of the device is set apart for the map.",
        "32 of 1 000 lines (ftl.map_lines), so that hardly any of it is ever collected.",
    ),
];

/// Of the journal.
pub(super) const JOURNAL: Assumptions = &[
    (
        "How large the journal is and where it lies.",
        "128 MiB at the end of the space (workload.journal_pages); 8 MiB and 2 GiB are shown beside, to see what hangs on it.",
    ),
    (
        "What a transaction reads and writes.",
        "Half of the accesses to data read; after ten written pages twenty go to the journal, and one to commit (workload.transaction_pages).",
    ),
    (
        "By how much the journal's part of the map is hotter.",
        "By 1 000 000 (ftl.journal_bonus): it stays, as the paper means it to.",
    ),
];

/// Of other policies.
pub(super) const POLICIES: Assumptions = &[(
    "How other policies would do.",
    "LFU, LRU, CLOCK, FIFO, ARC and single entries in as much memory, and as their bound the one that knows the future.",
)];

/// The same where only a few are shown.
pub(super) const FEW_POLICIES: Assumptions = &[(
    "How other policies would do.",
    "LFU and LRU are shown beside hotness, its own; on the emulated device there are more (openchannel-bandwidth).",
)];

/// Of the size of its blocks.
pub(super) const BLOCK_SIZE: Assumptions =
    &[("Why a block has 64 KiB.", "4 to 256 KiB are tried, with the same memory in all: 32 % of the table.")];

/// Of other streams.
pub(super) const SKEW: Assumptions = &[(
    "Which requests fio made: how uneven they are.",
    "A million single pages, with h from 0.1 to 0.5, at which all pages are alike.",
)];

/// Of the memory by capacity.
pub(super) const CAPACITY: Assumptions = &[(
    "How large the cache is on a larger device.",
    "64 MiB on each (ftl.cache_bytes), as in its run of transactions: what that costs is another figure's affair.",
)];

/// Of what it calls pblk.
pub(super) const PBLK: Assumptions = &[(
    "What the rate limiter of pblk does.",
    "What the driver in Linux did: a ring of 1 024 entries (ftl.ring_entries), windows of 64, and one line in reserve (ftl.gc_reserve_lines).",
)];
