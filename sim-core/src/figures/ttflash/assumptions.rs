//! What the paper of ttFlash does not specify, and what was chosen.

use crate::figures::figure::Assumptions;

/// Of the device.
pub(super) const DEVICE: Assumptions = &[
    (
        "The text of the paper, of which only a part was at hand.",
        "Its abstract (T2) and a report on it in Chinese, which renders it up to Section 6.1 (T1 and T3 to T9). Of what Section 6 says after that hardly anything was: T10 and T11 are worded here.",
    ),
    (
        "How much over-provisioning the device has.",
        "15 % (device.over_provisioning), between the 7 and the 28 % of commercial drives.",
    ),
    (
        "The contents of the flash before the first request.",
        "300 000 logical pages, and invalid pages until 69 % of all are used (run.initial_state=aged), so that GC starts during the warm-up.",
    ),
    (
        "When a plane starts GC.",
        "Below 19 free blocks of its 64 (ftl.gc_start), the 30 % of the authors' simulator, until it has gained one.",
    ),
    (
        "How large the device and its RAM are here.",
        "Channels and the times of read, program and transfer are the paper's, planes and the time of an erase those of the authors' simulator; with 64 blocks per plane and 16 MiB of RAM (ftl.ram_bytes) a run takes seconds.",
    ),
    (
        "How long a command occupies its channel.",
        "No time (device.command_ns=0): the paper counts 40 µs to read a page and 100 µs to transfer it.",
    ),
];

/// Of the devices without parity.
pub(super) const WITHOUT_PARITY: Assumptions = &[(
    "What becomes of the space of parity on devices without it.",
    "It is over-provisioning: host capacity and flash are the same in every series, so those without parity have 31.4 %.",
)];

/// Of parity and turns.
pub(super) const TURNS: Assumptions = &[
    (
        "From which step on stripes have parity, and whether the device without GC has it.",
        "From +PB on (ftl.rain_from=pb), and without GC too, as in the authors' configurations. Theirs without GC was never aged; here GC takes no time.",
    ),
    (
        "In which order pages leave RAM.",
        "GC-tolerant on +GTR, ttFlash and the device without GC; on Base and +PB the least recently used stripe first. Base with parity has the order of ttFlash, so that only the handling of GC differs.",
    ),
    (
        "On which channel the parity of a stripe lies.",
        "It rotates by one channel from stripe to stripe of a group, as in the authors' simulator: each plane holds its share.",
    ),
    (
        "In which order the planes of a group take their turns to collect.",
        "The token passes to the next channel whose plane needs GC (ftl.rgc_order=token): no plane is starved.",
    ),
    (
        "Whether a read weighs the remaining time of the whole GC, or of its copies only.",
        "Of the whole GC, against 140 µs for each busy channel that reconstruction would read from (ftl.gtr_rule=paper).",
    ),
];

/// Of the traces.
pub(super) const TRACES: Assumptions = &[
    (
        "The traces, which do not come along.",
        "Trace substitutes: mixes of sequential streams, hot and cold requests (workload.standin), with all their numbers chosen here.",
    ),
    ("How the traces' requests follow each other.", "One by one, at random (workload.burst=1)."),
    (
        "The request rates of the traces.",
        "The rate at which Base blocks 2.3 % of the reads with seed 1, within the published 2 to 5 %; every series has the same rate.",
    ),
];

/// Of the reader beside writes.
pub(super) const READER: Assumptions = &[(
    "When the reader sends its reads, and the state of the device.",
    "At random, 1 000 a second (workload.read_rate), after 250 000 single-page writes (workload.writes_before) that bring every plane to the threshold of GC.",
)];

/// Of collections that give way.
pub(super) const GIVING_WAY: Assumptions = &[(
    "The free space below which GC can no longer be preempted.",
    "10 % of the pages (ftl.gc_hard), as in the authors' simulator.",
)];

/// Of too many writes.
pub(super) const INTENSE: Assumptions = &[(
    "The rate from which writes are too intense.",
    "It is searched for: DTRS at 2 to 128 times its rate, in steps of 4 from 64 to 96 times, and at 128; planes first run out of space before their turn at 84.",
)];

/// Of Filebench.
pub(super) const FILES: Assumptions = &[
    (
        "The settings of the Filebench personalities.",
        "Mixes modelled on them (workload.personality), with sizes and shares chosen here.",
    ),
    (
        "The request rates of the Filebench personalities.",
        "The rate at which Base blocks 2.3 % of the reads with seed 1, as for the trace substitutes.",
    ),
];
