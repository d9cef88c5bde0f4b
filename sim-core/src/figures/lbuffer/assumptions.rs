//! What the l-buffer thesis leaves unsaid, and what was chosen (SPEC 7, 15).

use crate::figures::figure::Assumptions;

/// Of the requests.
pub(super) const TRACES: Assumptions = &[
    (
        "The traces, which are not public.",
        "Mixes of streams, hot and cold requests stand in for them (workload.standin), with shares after what the thesis says of each.",
    ),
    (
        "How many requests are under way at once.",
        "One (workload.queue_depth): what writes cost is compared, not how they wait for one another.",
    ),
];

/// Of the log below.
pub(super) const LOG: Assumptions = &[
    (
        "How much spare space the flash has in all.",
        "5.5 % (device.over_provisioning), of which the log takes its blocks: enough for the largest of them.",
    ),
    (
        "Where a page goes that breaks the order of the sequential log block of FAST.",
        "Into the merge that it causes (ftl.sw_violation=flashsim), as in the simulator that such layers are compared in.",
    ),
];

/// Of which group leaves.
pub(super) const DENSITY: Assumptions = &[
    (
        "What a(g) is: by the text the time of the last access, with which α = −1 would give up the newest group.",
        "The age in write requests, at least 1: with it α = −1 is the order of LRU, as the thesis has it.",
    ),
    (
        "How λ, the pages from which on a group is filled up, follows from the costs measured in a session.",
        "By what breaks even: P (R + W) + E over R + W + the time of merges for each page logged in the session before (buffer.plug=tuned).",
    ),
    ("How many writes a session has.", "10 000 (buffer.session): a run then has some 25 of them to find its way in."),
];

/// Of the rehearsals.
pub(super) const REHEARSALS: Assumptions = &[
    (
        "Which values of α the three rehearsals try.",
        "The present one and its neighbours among −1, −0.5, −0.25, 0, 0.25, 0.5 and 1, the columns of the tables; a tie keeps the present one.",
    ),
    (
        "How the cost of a session is estimated.",
        "Each eviction is priced as logged or as filled up, and each log block that is emptied by the logical blocks in it.",
    ),
    (
        "Where rehearsals stand when a session begins.",
        "Each where it stood, one with a new α where the cheapest stands (buffer.rehearse_from=own): none begins cold.",
    ),
    (
        "Whether the threshold for bitmaps counts records or sectors: the text has one, the table the other.",
        "Records, 24 of two sectors each (buffer.convert_threshold), as in the text.",
    ),
    (
        "What a node holds that was shifted to another log block, and which one is deleted early.",
        "The pages of the last commit; the node that was made first (buffer.log_nodes): the order in which log blocks are emptied.",
    ),
];

/// Of the other buffers.
pub(super) const OTHERS: Assumptions = &[
    (
        "Whether the other buffers keep pages or sectors.",
        "Sectors, as l-buffer does (buffer.grain): none reads a page to complete it before another would.",
    ),
    (
        "Which of equally large groups FAB gives up.",
        "The one used least recently (buffer.tie=lru): the one written last may still grow.",
    ),
];
