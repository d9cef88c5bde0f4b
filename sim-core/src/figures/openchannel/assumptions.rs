//! What the paper of selective loading does not specify, and what was chosen.

use crate::figures::figure::Assumptions;

/// Of the device.
pub(super) const DEVICE: Assumptions = &[
    (
        "The number of parallel units, and whether the 400 GB include over-provisioning.",
        "28 units of 1 000 chunks of 16 MiB, of which the host's 400 GiB fill 25.6; the host has 400 GiB, with 9.4 % over-provisioning on top (device.over_provisioning).",
    ),
    (
        "The number of free chunks below which lines are collected.",
        "Half of the spare chunks (ftl.gc_high=op/2): pblk's mark, an eighth of all chunks, is more than a full device ever has free.",
    ),
];

/// Of the emulated device's times.
pub(super) const EMULATED: Assumptions = &[(
    "The command latencies of the emulated device.",
    "10 µs to read, 30 µs to program and 0.32 µs a page, one command at a time: a miss costs 1.66 writes, and the published 80 % imply 1.7.",
)];

/// Of those of NAND.
pub(super) const NAND: Assumptions = &[(
    "How the design performs with the latencies of real NAND.",
    "40 µs to read, 800 µs to program and 5 µs to transfer a page, 28 units in parallel, queue depth 64 (device.preset=ocssd).",
)];

/// Of the requests.
pub(super) const WRITES: Assumptions = &[(
    "The request stream of fio, and its length.",
    "A million single-page writes, the first 200 000 as warm-up, 80 % of them to 20 % of the pages (workload.h).",
)];

/// Of where they go.
pub(super) const SIDE_BY_SIDE: Assumptions = &[(
    "Whether hot pages are contiguous: fio scatters them by default.",
    "Contiguous (workload.scatter=false): scattered, the map is much less uneven: with 32 % of it LFU hits 46 % instead of 85, and no cache of 64 KiB blocks of that size comes to 80 %, not even OPT (0.69).",
)];

/// Of all of that, where all of it is shown.
pub(super) const STREAMS: Assumptions = &[(
    "How many of the accesses go to how many of the pages, and whether those are contiguous.",
    "A million single-page writes, 90, 80 or 70 % of them to 10, 20 or 30 % of the pages (workload.h), contiguous and scattered.",
)];

/// Of what stays in the cache.
pub(super) const HOTNESS: Assumptions = &[(
    "How much an access, a load and a cold period change the hotness of a block.",
    "An access adds 1, a load 8; 4 096 look-ups without an access subtract 4 (ftl.load_bonus and others). A block that is loaded has half of what it had, at least what the next one to leave has. In a stream whose hot pages stay the same that half is never the larger, and keeping it makes no difference (ftl.persist_hotness).",
)];

/// Of the map on flash.
pub(super) const MAP: Assumptions = &[
    (
        "Whether a clean map block is written back when it is evicted.",
        "It is not: a dirty bit per block tells, and nothing is lost.",
    ),
    (
        "How much of the device is reserved for the map.",
        "32 of 1 000 lines (ftl.map_lines), so that hardly any map line is ever collected.",
    ),
];

/// Of the journal.
pub(super) const JOURNAL: Assumptions = &[
    (
        "The size and the location of the journal.",
        "128 MiB at the end of the address space (workload.journal_pages); 8 MiB and 2 GiB are shown as well, for its influence.",
    ),
    (
        "What a transaction reads and writes.",
        "Half of the data accesses are reads; for every ten data pages written, twenty journal pages and one commit page follow (workload.transaction_pages). In the paper the journal is written before the data; how much is written is the same.",
    ),
    (
        "The extra hotness of the map blocks of the journal.",
        "1 000 000 (ftl.journal_bonus): they stay in memory, as the paper intends.",
    ),
];

/// Of other policies.
pub(super) const POLICIES: Assumptions = &[(
    "How other replacement policies compare.",
    "LFU, LRU, CLOCK, FIFO, ARC and single entries with the same memory, and OPT, which knows the future, as the bound.",
)];

/// The same where only a few are shown.
pub(super) const FEW_POLICIES: Assumptions = &[(
    "Which policies are compared where only a few are shown.",
    "Hotness, the paper's own, LFU and LRU; openchannel-bandwidth shows more on the emulated device.",
)];

/// Of the size of its blocks.
pub(super) const BLOCK_SIZE: Assumptions =
    &[("Why a map block has 64 KiB.", "4 to 256 KiB are compared, with the same total memory: 32 % of the table.")];

/// Of other streams.
pub(super) const SKEW: Assumptions = &[(
    "The skew of the request stream of fio.",
    "A million single-page writes with h from 0.1 to 0.5, which is uniform.",
)];

/// Of the memory by capacity.
pub(super) const CAPACITY: Assumptions = &[(
    "The cache size on a larger device.",
    "64 MiB at every capacity (ftl.cache_bytes), as in the paper's transaction run; what a smaller share of the table costs, other figures show at 400 GiB.",
)];

/// Of what it calls pblk.
pub(super) const PBLK: Assumptions = &[(
    "How the rate limiter of pblk works.",
    "As in the Linux driver: a ring of 1 024 entries (ftl.ring_entries), windows of 64, and one line in reserve (ftl.gc_reserve_lines).",
)];
