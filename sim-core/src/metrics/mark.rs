//! Where counting begins: what a device had done when its first counted request began.

use crate::flash::clock::Clock;
use crate::flash::counters::Counters;
use crate::machine::Machine;

/// A device's sums at one moment. What a part of a run did is the difference of two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// What happened so far.
    pub counters: Counters,
    /// Simulated time.
    pub now_ns: u64,
    /// Programs by the flash's own count.
    pub programs: u64,
    /// Erases of each block.
    pub erases: Vec<u32>,
    /// Busy time of each channel; none on the serial clock.
    pub(super) channels_ns: Vec<u64>,
    /// Busy time of each plane; none on the serial clock.
    pub(super) planes_ns: Vec<u64>,
}

impl Mark {
    /// `machine` as it is now.
    pub fn of(machine: &Machine) -> Self {
        let core = &machine.core;
        let (channels_ns, planes_ns) = match &core.clock {
            Clock::Serial(_) => (Vec::new(), Vec::new()),
            Clock::Event(event) => event.busy_ns(),
        };
        Self {
            counters: core.counters,
            now_ns: core.clock.now_ns(),
            programs: core.nand.sequence,
            erases: core.nand.blocks.iter().map(|block| block.erase_count).collect(),
            channels_ns,
            planes_ns,
        }
    }

    /// What happened from `earlier` on. Nothing falls below zero, also where a power cut undid an erase.
    pub fn since(&self, earlier: &Self) -> Counted {
        let minus = |now: &[u64], then: &[u64]| now.iter().zip(then).map(|(n, t)| n.saturating_sub(*t)).collect();
        Counted {
            counters: self.counters - earlier.counters,
            simulated_ns: self.now_ns - earlier.now_ns,
            programs: self.programs - earlier.programs,
            erases: self.erases.iter().zip(&earlier.erases).map(|(n, t)| u64::from(n.saturating_sub(*t))).collect(),
            channels_ns: minus(&self.channels_ns, &earlier.channels_ns),
            planes_ns: minus(&self.planes_ns, &earlier.planes_ns),
        }
    }
}

/// What happened between two marks. Fields as in [`Mark`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Counts.
    pub counters: Counters,
    /// Time that passed.
    pub simulated_ns: u64,
    /// Programs by the flash's own count.
    pub programs: u64,
    /// Erases of each block.
    pub erases: Vec<u64>,
    /// Busy time of each channel.
    pub(super) channels_ns: Vec<u64>,
    /// Busy time of each plane.
    pub(super) planes_ns: Vec<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(ns: u64, erases: [u32; 2], busy_ns: [u64; 2]) -> Mark {
        Mark {
            counters: Counters::default(),
            now_ns: ns,
            programs: ns / 10,
            erases: erases.to_vec(),
            channels_ns: busy_ns.to_vec(),
            planes_ns: busy_ns.map(|ns| ns + 1).to_vec(),
        }
    }

    #[test]
    fn a_part_of_a_run_has_what_came_after_its_beginning_and_an_erase_undone_is_none() {
        let counted = mark(1_000, [7, 2], [300, 40]).since(&mark(100, [4, 3], [100, 40]));
        assert_eq!((counted.simulated_ns, counted.programs), (900, 90));
        assert_eq!(counted.erases, [3, 0]);
        assert_eq!((counted.channels_ns, counted.planes_ns), (vec![200, 0], vec![200, 0]));
    }
}
