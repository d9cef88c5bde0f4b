//! What the l-buffer thesis does not specify, and what was chosen.

use crate::figures::figure::Assumptions;

/// Of the requests.
pub(super) const TRACES: Assumptions = &[
    (
        "The traces, which are not public.",
        "Trace substitutes: mixes of sequential streams, hot and cold requests (workload.standin), the Windows ones more local and Ubuntu's more scattered, as the thesis says; the proportions are ours.",
    ),
    ("The queue depth.", "One (workload.queue_depth): the comparison is about the cost of writes, not about queueing."),
];

/// Of the log below.
pub(super) const LOG: Assumptions = &[
    (
        "The total over-provisioning of the flash.",
        "5.5 % (device.over_provisioning), including the log blocks: enough for the largest log. The thesis' \"over-provision\" of 64 to 256 MB is taken for the log.",
    ),
    (
        "Where FAST puts a page that breaks the order of the sequential log block.",
        "Into the merge that it causes (ftl.sw_violation=flashsim), as in FlashSim, the simulator in which such layers are commonly compared.",
    ),
];

/// Of which group leaves.
pub(super) const DENSITY: Assumptions = &[
    (
        "The unit of a(g): the text defines it as the time of the last access, with which α = −1 would evict the newest group.",
        "The write requests since then, at least 1: with it α = −1 is LRU order, as the thesis states.",
    ),
    (
        "How λ, the group size from which groups are plugged, follows from the costs measured in a session.",
        "The break-even point, λ = (P (R + W) + E) / (R + W + m) pages (buffer.plug=tuned): P the pages of a block; R, W and E the times to read, program and erase; m the merge time per logged page. Numerator and denominator are summed over all sessions, each of which counts seven eighths of the one after it. Taken from the last session alone, a λ below all group sizes would never rise again, as nothing is logged from which to learn.",
    ),
    (
        "The length of a session.",
        "10 000 writes (buffer.session): a run then counts some 25 sessions in which to adapt, a long one 52 to 56.",
    ),
];

/// Of the rehearsals.
pub(super) const REHEARSALS: Assumptions = &[
    (
        "Which values of α the three rehearsals evaluate.",
        "The current one and its neighbours among −1, −0.5, −0.25, 0, 0.25, 0.5 and 1, the columns of the tables; a tie keeps the current one.",
    ),
    (
        "How the cost of a session is estimated.",
        "Each eviction is charged as logged or as plugged, and each reclaimed log block by the number of logical blocks in it.",
    ),
    (
        "The state in which rehearsals start a session.",
        "Each continues from its own; one with a new α starts from that of the cheapest (buffer.rehearse_from=own): none starts cold.",
    ),
    (
        "Whether the threshold for bitmaps counts records, as in section 3.1, or sectors, as in section 4.1 and table 0.4.",
        "Records, 24 of two sectors each (buffer.convert_threshold), as in section 3.1.",
    ),
    (
        "What a node contains after it is shifted to another log block, and which node is deleted early.",
        "The pages of the last commit; the node of the logical block that was logged least recently (buffer.log_nodes), as \"like LRU\" in the text suggests.",
    ),
];

/// Of long runs.
pub(super) const LENGTH: Assumptions = &[(
    "How long the traces are.",
    "400 000 requests, the first 40 000 as warm-up (run.warmup_requests); where the log is of 512 MiB and judged, or α is followed over time, 1 600 000, half of them warm-up: only then is such a log full and reclaimed throughout what is counted.",
)];

/// Of the other buffers.
pub(super) const OTHERS: Assumptions = &[
    (
        "Whether the other buffers manage pages or sectors.",
        "Sectors, as l-buffer does (buffer.grain): no buffer reads a page to complete it where another would not.",
    ),
    (
        "How FAB breaks ties between equally large groups.",
        "It evicts the least recently used one (buffer.tie=lru): the one written last may still grow.",
    ),
    (
        "How REF finds a recently evicted block among the older groups (buffer.window): its whole group has left, so what is in the buffer of it is new.",
        "A group that has come back counts as one of them until it is written again; otherwise REF would choose as BPLRU does.",
    ),
];
