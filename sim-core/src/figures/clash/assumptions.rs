//! What the C-lash papers do not specify, and what was chosen.

use crate::figures::figure::Assumptions;

/// Of the flash.
pub(super) const LATENCIES: Assumptions = &[(
    "Whose latencies: those that the paper states, or those that its simulator charges.",
    "The paper's: 130.9 \u{b5}s a read, 405.9 \u{b5}s a program, 2 ms an erase, of a Micron part (device.preset=micron-lb). Some other readings take FlashSim's.",
)];

/// Of the cache.
pub(super) const CACHE: Assumptions = &[
    (
        "What happens when the largest p-space set and the emptiest b-space block hold the same number of pages.",
        "The least recently used b-space block is flushed (ftl.equal_sizes): a swap would free no page slot and could repeat for ever.",
    ),
    (
        "Where the largest set goes if its block is already in b-space.",
        "It is merged into that block slot: in two slots, the same block would be flushed, and erased, twice.",
    ),
    (
        "How ties between equally large sets, or equally filled block slots, are broken.",
        "The least recently used goes first, then the lowest block number (ftl.tie), so that recent writes stay in RAM.",
    ),
    (
        "Whether reads refresh the LRU position of a b-space block.",
        "They do, as writes do (ftl.b_lru_on): a block that is being read is in use.",
    ),
    (
        "Whether a flush also takes the pages of its block that lie in p-space.",
        "It does, and frees their slots (ftl.absorb_pspace): left behind, they would cost a second erase of the same block.",
    ),
];

/// Of the systems that it is compared with.
pub(super) const RIVALS: Assumptions = &[
    (
        "How much over-provisioning the systems have.",
        "5.5 % for DFTL and page mapping (device.over_provisioning): with it C-lash and DFTL cross near 40 % sequential requests, as published in SPECTS 2011, for which it was chosen. C-lash has none, and FAST its log blocks and 3 more (3 to 70 more in the figure of flash sizes of the authors' SympA 2011 paper).",
    ),
    (
        "How FAST's log blocks, 0.07 % of the blocks as the authors' SympA 2011 paper says, are rounded.",
        "To the nearest whole number for each plane, and at least 3, including the sequential one (ftl.log_blocks=null). FAST needs at least two spare blocks besides.",
    ),
    (
        "The size and the replacement policy of DFTL's mapping cache, and how many dirty entries are written back together.",
        "8 192 entries, 6 552 of them protected, as in FlashSim (ftl.cmt_protected, ftl.cmt_probationary); segmented LRU, one entry at a time (ftl.cmt=slru, ftl.evict_batch=one): the most literal reading of the description of DFTL by Gupta, Kim and Urgaonkar.",
    ),
    (
        "The victim policy and the garbage collection trigger of DFTL and page mapping.",
        "Greedy, from 3 free blocks until there are 4 (ftl.gc): as late as possible with room left for the pages to be moved.",
    ),
];

/// Of the flash before the first request.
pub(super) const ALL_FULL: Assumptions = &[(
    "Whether the other systems start with free space: the flash is said to be \"completely dirty. Each new write in a given block generated an erase operation\", yet some systems are said to profit from free space.",
    "All start full, each logical page written once in order (run.initial_state=full_seq). Free at first is only spare space, which C-lash does not have; that of the others departs from the paper's words: as long as it lasts, their writes cause no erase.",
)];

/// The same of SympA, which says nothing of it.
pub(super) const SYMPA_FULL: Assumptions = &[(
    "The state of the flash before the first request.",
    "All systems start full, each logical page written once in order (run.initial_state=full_seq): our reading of \"completely dirty\" in the authors' SPECTS 2011 paper. Free at first is only spare space, which C-lash does not have.",
)];

/// Of the sequential panel.
pub(super) const SEQUENTIAL_CASE: Assumptions = &[(
    "The share of sequential requests in the sequential case.",
    "80 % (workload.sequential_ratio), as in the authors' SympA 2011 paper: if all were, DFTL could not be ahead of C-lash even at first, and it and page mapping would hardly slow down.",
)];

/// Of how evenly blocks are worn.
pub(super) const SPREAD: Assumptions = &[(
    "What the \"weighted standard deviation of the erase operations distribution\" is.",
    "The coefficient of variation: the standard deviation of the number of erases of a block, over all blocks of the device, divided by the mean. For DFTL, FAST and page mapping the paper's measure is said to rise at 100 % locality, and this one does.",
)];

/// Of the requests of SPECTS.
pub(super) const REQUESTS: Assumptions = &[(
    "The distribution of request sizes.",
    "Every request has the stated size (workload.size.distribution=constant), so that the axis is exact.",
)];

/// Of local ones.
pub(super) const LOCAL: Assumptions = &[(
    "The distribution of the distance of a local request, beyond being normal and less than two pages.",
    "Centred on the start of the previous request, truncated to whole pages (workload.local_distance). The standard deviation, one page, is our choice: 5 % of the distances are two pages or more.",
)];

/// Of sequential ones.
pub(super) const DIRECTION: Assumptions = &[(
    "Whether an all-sequential run reads or writes: each sequential request repeats the direction of the one before.",
    "The first request is a write at page 0, so all are writes: drawn at random, one run in five would only read.",
)];

/// Of the requests of SympA.
pub(super) const SYMPA: Assumptions = &[
    (
        "The share of writes where it is not the axis.",
        "80 % (workload.write_ratio), at which the text on Fig. 4 compares.",
    ),
    (
        "The size, number and arrival times of the requests.",
        "4 pages, 60 000 requests, exponentially distributed inter-arrival times with a mean of 200 ms: the default values of the authors' SPECTS 2011 paper.",
    ),
    (
        "How 80 % sequential and 40 % local requests combine, as they exceed 100 %.",
        "Local requests are cut to the share left by sequential ones, as in the generator of DiskSim, which both papers use.",
    ),
    (
        "The distribution of the distance of a local request.",
        "Normal around the start of the previous request, as in the authors' SPECTS 2011 paper. The standard deviation, one page (workload.local_distance), is our choice.",
    ),
];

/// All that is assumed for the figures of the SympA paper, but for the one that varies the flash's size.
pub(super) const OF_SYMPA_FIGURES: &[Assumptions] = &[CACHE, LATENCIES, RIVALS, SYMPA_FULL, SYMPA];

/// Of ever larger flash.
pub(super) const ADDRESSES: Assumptions = &[(
    "Which part of the flash is accessed as it grows.",
    "It is not restricted: the stream of requests starts anywhere. On larger flash it reaches only a part.",
)];

/// Of recorded traces.
pub(super) const TRACES: Assumptions = &[(
    "How the addresses of a trace map to the flash.",
    "Unchanged if all fit, otherwise modulo its size (workload.address=auto); the report of a run says which.",
)];
