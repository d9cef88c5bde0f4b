//! Wait or reconstruct: what a read does whose page is on a plane that collects. Nothing but numbers in, a choice out.

use crate::flash::trigger::{Condition, Is, What};
use crate::nand::PlaneId;
use serde::Serialize;

/// What a read knows when it meets a collection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Met {
    /// Pages it wants of the stripe, R.
    pub wanted: u32,
    /// Of those, pages whose planes collect.
    pub collecting: u32,
    /// Pages it would read beside those, whose planes collect too.
    pub(super) others_collecting: u32,
    /// Until the collection is over, T. As the authors reckon without turns, how much later than any of the other planes.
    pub(super) remaining_ns: u64,
    /// Channels among those of the other pages that are in use, B.
    pub(super) busy_channels: u32,
    /// Whether the collection moves pages still, rather than erases.
    pub(crate) copying: bool,
    /// Whether the request wants the stripes before and after it too.
    pub(crate) inner: bool,
}

/// What a read costs, and who goes by which rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rule {
    /// Whether pages are rebuilt at all.
    pub(crate) rebuild: bool,
    /// Whether the authors' code decides, rather than the paper.
    pub authors: bool,
    /// Whether at most one plane of a group collects.
    pub(super) rotate: bool,
    /// Channels, N.
    pub channels: u32,
    /// A page from the array and over the channel.
    pub(crate) read_ns: u64,
    /// The same with its command, as the authors count.
    pub(crate) command_ns: u64,
}

/// What is done, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TtflashReason"))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Choice {
    /// The rest of the stripe tells sooner.
    Sooner,
    /// The plane has failed: there is no other way.
    Dead,
    /// The collection is over sooner.
    Later,
    /// More than one plane of the stripe collects.
    Several,
    /// There is no parity, or nothing is rebuilt.
    Off,
}

impl Choice {
    /// Whether the page is rebuilt.
    pub(crate) fn rebuilds(self) -> bool {
        matches!(self, Self::Sooner | Self::Dead)
    }
}

/// What to do about a page whose plane, `at`, collects, and what was compared.
pub(crate) fn choose(rule: &Rule, met: &Met, at: PlaneId) -> (Choice, Condition) {
    if !rule.rebuild {
        return (Choice::Off, Condition::fact(What::PlaneCollects, at));
    }
    // Without turns the authors replace the page whose collection ends last, and wait for the others.
    let takes_any = rule.authors && !rule.rotate;
    let collecting = met.collecting + met.others_collecting;
    if collecting > 1 && !takes_any {
        return (Choice::Several, Condition::new(What::PlanesCollecting, collecting, Is::Above, 1u32));
    }
    let against = |others_ns: u64| match met.remaining_ns > others_ns {
        true => (Choice::Sooner, Condition::new(What::GcTimeLeft, met.remaining_ns, Is::Above, others_ns)),
        false => (Choice::Later, Condition::new(What::GcTimeLeft, met.remaining_ns, Is::AtMost, others_ns)),
    };
    if !rule.authors {
        return against(u64::from(met.busy_channels) * rule.read_ns);
    }
    // tinyTailFlash: inner stripes always; at the edges, while pages are moved, always; else by the cost of all other reads.
    if met.inner {
        return (Choice::Sooner, Condition::fact(What::InnerStripe, at));
    }
    if rule.rotate && met.copying {
        return (Choice::Sooner, Condition::fact(What::GcCopies, at));
    }
    against(u64::from(rule.channels - met.wanted) * (rule.command_ns + rule.read_ns))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choose(rule: &Rule, met: &Met) -> Choice {
        let (choice, because) = super::choose(rule, met, 0);
        assert!(because.holds(), "{choice:?}: {}", because.words());
        choice
    }

    const PAPER: Rule =
        Rule { rebuild: true, authors: false, rotate: true, channels: 4, read_ns: 140_000, command_ns: 0 };
    const MET: Met = Met {
        wanted: 1,
        collecting: 1,
        others_collecting: 0,
        remaining_ns: 80_000,
        busy_channels: 1,
        copying: false,
        inner: false,
    };

    #[test]
    fn at_the_boundary_it_waits() {
        let with = |remaining_ns, busy_channels| choose(&PAPER, &Met { remaining_ns, busy_channels, ..MET });
        assert_eq!((with(140_000, 1), with(140_001, 1)), (Choice::Later, Choice::Sooner));
        assert_eq!((with(420_000, 3), with(420_001, 3)), (Choice::Later, Choice::Sooner));
        assert_eq!((with(1, 0), with(0, 0)), (Choice::Sooner, Choice::Later));
    }

    #[test]
    fn one_parity_page_brings_back_one_page() {
        assert_eq!(choose(&PAPER, &Met { collecting: 2, busy_channels: 0, ..MET }), Choice::Several);
        assert_eq!(choose(&PAPER, &Met { others_collecting: 1, busy_channels: 0, ..MET }), Choice::Several);
        assert_eq!(choose(&Rule { rebuild: false, ..PAPER }, &MET), Choice::Off);
    }

    #[test]
    fn the_authors_code_counts_all_other_reads_but_only_while_the_block_is_erased() {
        let authors = Rule { authors: true, ..PAPER };
        let with = |met: Met| choose(&authors, &met);
        assert_eq!(with(Met { busy_channels: 0, ..MET }), Choice::Later);
        assert_eq!(with(Met { copying: true, ..MET }), Choice::Sooner);
        assert_eq!(with(Met { inner: true, ..MET }), Choice::Sooner);
        assert_eq!(with(Met { remaining_ns: 420_001, ..MET }), Choice::Sooner);
        assert_eq!(with(Met { wanted: 3, remaining_ns: 140_000, ..MET }), Choice::Later);
        assert_eq!(choose(&Rule { rotate: false, ..authors }, &Met { copying: true, ..MET }), Choice::Later);
    }
}
