//! What the C-lash papers leave unsaid, and what was chosen (SPEC 8.4 to 8.6, 15).

use crate::figures::figure::Assumptions;

/// Of the cache.
pub(super) const CACHE: Assumptions = &[
    (
        "What is done when the largest set of page slots and the emptiest block slot hold equally many pages.",
        "The block used least recently is flushed (ftl.equal_sizes): a swap would free nothing, and might go on for ever.",
    ),
    (
        "Where the largest set goes if its block has a block slot already.",
        "It joins its pages there: in two slots one block would have two newest versions.",
    ),
    (
        "Which of equally large sets goes first, and which of equally filled block slots.",
        "The one used least recently, then the lowest number (ftl.tie), so that what was just written stays.",
    ),
    (
        "Whether reading a block in RAM keeps it there.",
        "It does, as writing does (ftl.b_lru_on): a block that is read is in use.",
    ),
    (
        "Whether pages of a flushed block that lie in page slots go with it.",
        "They do and free their slots (ftl.absorb_pspace): they would cost another erase of the same block.",
    ),
];

/// Of the systems that it is compared with.
pub(super) const RIVALS: Assumptions = &[
    (
        "How much over-provisioning the other systems have.",
        "5.5 % (device.over_provisioning): with it C-lash and DFTL cross near 40 % sequential requests, as published in SPECTS 2011.",
    ),
    (
        "How many log blocks FAST has.",
        "0.07 % of the blocks and at least 3, the sequential one included (ftl.log_blocks=null); others who compare with FAST take 3 %.",
    ),
    (
        "Which entries leave the cache of DFTL, and how many are written back at once.",
        "The one used least recently of two segments, by itself (ftl.cmt=slru, ftl.evict_batch=one): the plainest reading of its description.",
    ),
    (
        "Which block DFTL and page mapping collect, and when.",
        "The one with fewest valid pages, from 3 free blocks on until there are 4 (ftl.gc): as late as leaves room for what moves.",
    ),
];

/// Of the flash before the first request.
pub(super) const ALL_FULL: Assumptions = &[(
    "Whether the other systems begin with free space: all media are said to be dirty, and yet some profit from free space.",
    "All begin full, every logical page written once in order (run.initial_state=full_seq): nobody has an advantage to use up.",
)];

/// The same where free space is to run out.
pub(super) const RIVALS_CLEAN: Assumptions = &[(
    "Whether the other systems begin with free space: all media are said to be dirty, and yet some profit from free space.",
    "C-lash begins full and the others clean (run.initial_state): without free space to use up there would be nothing to see.",
)];

/// Of how evenly blocks are worn.
pub(super) const SPREAD: Assumptions = &[(
    "What the weighted deviation of erases is.",
    "The standard deviation over all blocks, and beside it the same divided by the mean, since whoever erases less has less of it.",
)];

/// Of the requests of SPECTS.
pub(super) const REQUESTS: Assumptions = &[(
    "How the sizes of requests are distributed.",
    "All have the size that is stated (workload.size.distribution=constant), so that the axis means what it says.",
)];

/// Of local ones.
pub(super) const LOCAL: Assumptions = &[(
    "How the distance of a local request is distributed, beyond that it is normal and less than two pages.",
    "About the start of the one before, with a standard deviation of one page, cut to whole pages (workload.local_distance).",
)];

/// Of sequential ones.
pub(super) const DIRECTION: Assumptions = &[(
    "What is written and what is read when all requests are sequential: each goes the way of the one before.",
    "The first is a write at page 0, so that all are: drawn, one run in five would be nothing but reads.",
)];

/// Of the requests of SympA.
pub(super) const SYMPA: Assumptions = &[
    (
        "The size of the requests, their number and their times.",
        "4 pages, 60 000, and 200 ms apart on average, exponentially distributed: as the authors have it in SPECTS 2011.",
    ),
    (
        "What 80 % sequential and 40 % local requests are together.",
        "Locality is cut to what sequentiality leaves, as the generator of DiskSim does, which both papers use.",
    ),
    (
        "How the distance of a local request is distributed.",
        "As in SPECTS 2011, with a standard deviation of one page (workload.local_distance).",
    ),
];

/// Of ever larger flash.
pub(super) const ADDRESSES: Assumptions = &[(
    "To which part of the flash requests go as it grows.",
    "To the first 100 MiB, the smallest size (workload.address_pages): erases can be equal only for equal requests.",
)];

/// Of recorded traces.
pub(super) const TRACES: Assumptions = &[(
    "How the addresses of a trace are laid on the flash.",
    "As they are where all fit, else folded to its size (workload.address=auto); the report of a run says which.",
)];
