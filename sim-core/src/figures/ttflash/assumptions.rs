//! What the paper of ttFlash leaves unsaid, and what was chosen (SPEC 9, 15).

use crate::figures::figure::Assumptions;

/// Of the device.
pub(super) const DEVICE: Assumptions = &[
    (
        "How much over-provisioning the device has.",
        "15 % (device.over_provisioning), between the 7 and the 28 % that drives have.",
    ),
    (
        "What the flash holds before the first request.",
        "300 000 logical pages, and outdated pages up to 69 % of all (run.initial_state=aged), so that collections begin at once.",
    ),
    (
        "When a plane begins to collect.",
        "With fewer than 19 of its 64 blocks free (ftl.gc_start), the 30 % of the authors' simulator, until it has one more.",
    ),
    (
        "How small a device shows the same, and with how much RAM.",
        "Channels, planes and times are the paper's; with 64 blocks a plane and 16 MiB of RAM (ftl.ram_bytes) a run takes seconds.",
    ),
    (
        "How long a command takes on its channel.",
        "No time (device.command_ns=0): the paper counts 40 µs to read a page and 100 µs to transfer it.",
    ),
];

/// Of the devices without parity.
pub(super) const WITHOUT_PARITY: Assumptions = &[(
    "Whether devices without parity have the room that it would take.",
    "They have, as spare space: host and flash are equally large in every series, which leaves Base, +PB and NoGC 31.4 %.",
)];

/// Of parity and turns.
pub(super) const TURNS: Assumptions = &[
    (
        "On which channel the parity of a stripe lies.",
        "On the next one from stripe to stripe of a group, as in the authors' simulator: each plane has its share.",
    ),
    (
        "Whose turn to collect comes next in a group.",
        "That of the next channel whose plane wants to (ftl.rgc_order=token): nobody is passed over.",
    ),
    (
        "Whether a read weighs what is left of the whole collection, or of its copies.",
        "Of the whole, against 140 µs for each busy channel among those it would read from (ftl.gtr_rule=paper).",
    ),
];

/// Of the traces.
pub(super) const TRACES: Assumptions = &[
    (
        "The traces, which are not public.",
        "Mixes of streams, hot and cold requests stand in for them (workload.standin); every number of theirs is chosen here.",
    ),
    (
        "How many requests a second they send.",
        "As many as make Base block 3.5 % of the reads of seed 1, the middle of the 2 to 5 % that are published; every series has the same.",
    ),
];

/// Of the reader beside writes.
pub(super) const READER: Assumptions = &[(
    "How many reads its reader has under way.",
    "One (workload.queue_depth), each sent when the one before is answered, beside single pages that arrive at random.",
)];

/// Of collections that give way.
pub(super) const GIVING_WAY: Assumptions = &[(
    "Below how much free space collections give way to nobody.",
    "10 % of the pages (ftl.gc_hard), as in the authors' simulator.",
)];

/// Of too many writes.
pub(super) const INTENSE: Assumptions = &[(
    "From which rate on writes are too many.",
    "It is looked for: DTRS at 2 to 2 048 times its rate, until planes have no room before their turn to collect comes.",
)];

/// Of Filebench.
pub(super) const FILES: Assumptions = &[
    (
        "The settings of its personalities.",
        "Mixes in their manner (workload.personality), with sizes and shares chosen here.",
    ),
    (
        "How many requests a second they send.",
        "As many as make Base block 3.5 % of the reads of seed 1, as for the traces' stand-ins.",
    ),
];
