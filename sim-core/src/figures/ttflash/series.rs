//! The devices compared, from one whose collections hold up a whole channel to one on which nobody waits for them.

use crate::figures::assignments::Assignments;
use crate::figures::figure::{Source, System};

pub const BASE: Assignments = &[("ftl.series", "\"base\"")];
const PB: Assignments = &[("ftl.series", "\"pb\"")];
const GTR: Assignments = &[("ftl.series", "\"gtr\"")];
const RGC: Assignments = &[("ftl.series", "\"rgc\"")];
const NOGC: Assignments = &[("ftl.series", "\"nogc\"")];
const BASE_PARITY: Assignments = &[("ftl.series", "\"base-parity\"")];
const PREEMPTIVE: Assignments = &[("ftl.series", "\"preemptive\"")];

/// All features.
pub const TTFLASH: &str = "ttflash";
pub const AS_BASE: &str = "base";
pub const AS_PB: &str = "pb";
pub const AS_GTR: &str = "gtr";
pub const AS_NOGC: &str = "nogc";
pub const AS_BASE_PARITY: &str = "base-parity";
pub const AS_PREEMPTIVE: &str = "preemptive";

pub const OF_BASE: System = series(AS_BASE, "Base", BASE);
pub const OF_PB: System = series(AS_PB, "+PB", PB);
pub const OF_GTR: System = series(AS_GTR, "+GTR", GTR);
pub const OF_TTFLASH: System = series(TTFLASH, "ttFlash", RGC);
pub const OF_NOGC: System = series(AS_NOGC, "NoGC", NOGC);
pub const OF_BASE_PARITY: System = series(AS_BASE_PARITY, "Base with parity", BASE_PARITY);
pub const OF_PREEMPTIVE: System = series(AS_PREEMPTIVE, "preemptive", PREEMPTIVE);

/// A feature more each, and what there is to reach.
pub const ALL: &[System] = &[OF_BASE, OF_PB, OF_GTR, OF_TTFLASH, OF_NOGC];

const fn series(id: &'static str, title: &'static str, settings: Assignments) -> System {
    System { id, title, source: Source::Runs([settings, &[], &[]]) }
}
