//! BAST: every logical block may have one log block, which parks updates of its pages alone. There are far fewer
//! log blocks than logical blocks; whoever finds none free takes the one that was not written for the longest time, which
//! is merged with its data block first.
//!
//! That is SAST with groups of one logical block and one log block each, so the work is done in `sast/`.

use super::blocks::chains::POOL;
use super::blocks::observables::MERGES;
use super::layer::{Entry, Traits};
use super::picture::Updates;
use super::sast::{Grouping, Sast, Victim};
use super::wear;
use crate::flash::operation::Purpose;
use crate::nand::array::ProgramOrder;
use crate::parameters::parameter::{Info, Parameter};

/// How BAST is chosen.
pub(crate) const ENTRY: Entry<Sast> = Entry {
    info: Info {
        kind: "bast",
        title: "BAST: log blocks of one block each",
        help: "Each log block takes updates of one logical block; log blocks are few, so blocks compete for them (thrashing).",
        source: "Kim et al.: A Space-Efficient Flash Translation Layer for CompactFlash Systems, IEEE TCE 2002",
        parameters: &[
            POOL,
            Parameter::choice(
                "victim",
                "\"lru\"",
                &["lru", "random"],
                "Which log block is reclaimed when all are in use: the least recently written, or a random one.",
            ),
        ],
    },
    shared: &[wear::PARAMETERS],
    program_order: ProgramOrder::SkipOk,
    spare_pages: None,
    traits: TRAITS,
    build: |build| {
        let victim = Victim::new(build.settings.word("victim"), build.seed);
        Sast::new(&build, Grouping::ALONE, victim)
    },
};

/// What of a report applies to log blocks that belong to one logical block each.
pub(super) const TRAITS: Traits = Traits {
    observables: MERGES,
    caches_pages: false,
    has_stripes: false,
    purposes: &[Purpose::Host, Purpose::Wear, Purpose::Recovery, Purpose::Switch, Purpose::Partial, Purpose::Full],
};

/// What becomes of a page that is written again.
pub(super) const UPDATES: Updates = Updates { rule: "each serves one logical block", ..Updates::IN_LOGS };
