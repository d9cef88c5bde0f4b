//! The devices compared, from one whose collections hold up a whole channel to one on which nobody waits for them.

use crate::figures::assignments::Assignments;
use crate::figures::figure::{Source, System};

pub(super) const BASE: Assignments = &[("ftl.series", "\"base\"")];
/// Parity from the first step on, as the authors have it.
const PB: Assignments = &[("ftl.series", "\"pb\""), ("ftl.rain_from", "\"pb\"")];
const GTR: Assignments = &[("ftl.series", "\"gtr\"")];
const RGC: Assignments = &[("ftl.series", "\"rgc\"")];
/// The layout, the parity and the flush order of ttFlash, so that nothing but GC differs.
const NOGC: Assignments = &[("ftl.series", "\"nogc\""), ("ftl.parity", "\"on\""), ("ftl.flush_order", "\"gtf\"")];
/// Without GC and without parity, as Base.
const BASE_NOGC: Assignments = &[("ftl.series", "\"nogc\"")];
/// In the flush order of ttFlash, which alone decides which pages are overwritten in RAM.
const BASE_PARITY: Assignments = &[("ftl.series", "\"base-parity\""), ("ftl.flush_order", "\"gtf\"")];
const PREEMPTIVE: Assignments = &[("ftl.series", "\"preemptive\"")];

/// All features.
pub(super) const TTFLASH: &str = "ttflash";
pub(super) const AS_BASE: &str = "base";
pub(super) const AS_PB: &str = "pb";
pub(super) const AS_GTR: &str = "gtr";
pub(in crate::figures) const AS_NOGC: &str = "nogc";
pub(super) const AS_BASE_NOGC: &str = "base-nogc";
pub(super) const AS_BASE_PARITY: &str = "base-parity";
pub(super) const AS_PREEMPTIVE: &str = "preemptive";

pub(super) const OF_BASE: System = series(AS_BASE, "Base", BASE);
pub(super) const OF_PB: System = series(AS_PB, "+PB", PB);
pub(super) const OF_GTR: System = series(AS_GTR, "+GTR", GTR);
pub(super) const OF_TTFLASH: System = series(TTFLASH, "ttFlash", RGC);
pub(super) const OF_NOGC: System = series(AS_NOGC, "NoGC", NOGC);
pub(super) const OF_BASE_NOGC: System = series(AS_BASE_NOGC, "Base without GC", BASE_NOGC);
pub(super) const OF_BASE_PARITY: System = series(AS_BASE_PARITY, "Base with parity", BASE_PARITY);
pub(super) const OF_PREEMPTIVE: System = series(AS_PREEMPTIVE, "preemptive GC", PREEMPTIVE);

/// A feature more each, and what there is to reach.
pub(super) const ALL: &[System] = &[OF_BASE, OF_PB, OF_GTR, OF_TTFLASH, OF_NOGC];

const fn series(id: &'static str, title: &'static str, settings: Assignments) -> System {
    System { id, title, source: Source::Runs([settings, &[], &[]]) }
}
