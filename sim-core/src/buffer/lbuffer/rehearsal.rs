//! The device rehearsed with one α: a buffer and a log without data, and what they would have cost.

use super::ghost::{Ghost, Shape, parts};
use super::lambda::Lambda;
use super::log_model::{LogModel, reclaim_ns};
use crate::base::real::Real;
use crate::buffer::policy::Written;
use crate::nand::timing::Timing;

/// Points kept of how the cost grows in a session.
pub(super) const TRAIL: u64 = 64;

/// A rehearsal.
#[derive(Clone, Debug, Hash)]
pub(crate) struct Rehearsal {
    /// Its α.
    pub alpha: Real,
    /// The buffer.
    pub(super) ghost: Ghost,
    /// The log below it.
    pub log: LogModel,
    /// What it has cost in this session.
    pub(crate) cost_ns: u64,
    /// Groups that left in this session.
    pub evictions: u64,
    /// Its cost after equal parts of this session.
    pub(super) trail: Vec<u64>,
}

impl Rehearsal {
    /// Rehearses a write request.
    pub(crate) fn write(&mut self, request: &Written, lambda: Lambda, shape: &Shape, timing: &Timing) {
        let Self { alpha, ghost, log, cost_ns, evictions, .. } = self;
        for (lbn, cells) in parts(request, shape.cells_per_page, shape.pages_per_block) {
            ghost.write(lbn, cells, request.now, alpha.0, |lbn, pages| {
                *evictions += 1;
                *cost_ns += leave(lbn, &pages, lambda, log, shape.pages_per_block, timing);
            });
        }
    }

    /// Rehearses that everything leaves, at `now`.
    pub(crate) fn flush(&mut self, now: u64, lambda: Lambda, shape: &Shape, timing: &Timing) {
        while let Some((lbn, pages)) = self.ghost.evict(now, self.alpha.0) {
            self.evictions += 1;
            self.cost_ns += leave(lbn, &pages, lambda, &mut self.log, shape.pages_per_block, timing);
        }
    }

    /// The same buffer and log with another α, at the beginning of a session.
    pub(crate) fn with(&self, alpha: f64) -> Self {
        Self { alpha: Real(alpha), cost_ns: 0, evictions: 0, trail: Vec::new(), ..self.clone() }
    }
}

/// What it costs that a group leaves: plugged, all of its block at once; logged, its pages and the log blocks that are
/// emptied for them.
fn leave(lbn: u32, pages: &[u32], lambda: Lambda, log: &mut LogModel, pages_per_block: u32, timing: &Timing) -> u64 {
    let count = pages.len() as u32;
    if lambda.plugs(count) {
        log.rebuilt(lbn);
        return plug_ns(count, pages_per_block, timing);
    }
    let emptied = log.commit(lbn, pages);
    let merges: u64 = emptied.into_iter().map(|blocks| reclaim_ns(blocks, pages_per_block, timing)).sum();
    u64::from(count) * timing.program_cost() + merges
}

/// What plugging a group of so many pages costs.
fn plug_ns(count: u32, pages_per_block: u32, timing: &Timing) -> u64 {
    u64::from(pages_per_block - count) * timing.read_cost()
        + u64::from(pages_per_block) * timing.program_cost()
        + timing.erase_cost()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::buffer::lbuffer::committed::Limits;

    /// Blocks of 4 pages; R, W, E = 1, 4, 20.
    const TOY: Timing = Timing::of_array(1, 4, 20);

    #[test]
    fn plugging_and_logging_cost_what_the_worked_example_says() {
        assert_eq!((plug_ns(2, 4, &TOY), plug_ns(3, 4, &TOY)), (38, 37));
        let limits = Limits { nodes: None, records: 4 };
        let mut log = LogModel::committed(2, 4, 9, limits);
        assert_eq!(leave(0, &[0, 2], Lambda::NEVER, &mut log, 4, &TOY), 8);
        assert_eq!(leave(1, &[0, 1, 2], Lambda::NEVER, &mut log, 4, &TOY), 12);
        // The log is full after 8 pages; the ninth empties its first block, in which 0 and 1 have pages: 2 · 40 + 20.
        assert_eq!(leave(2, &[0, 1, 2], Lambda::NEVER, &mut log, 4, &TOY), 12);
        assert_eq!(leave(3, &[0], Lambda::NEVER, &mut log, 4, &TOY), 4 + 100);
        assert_eq!(leave(2, &[0, 1], Lambda::fixed(2), &mut log, 4, &TOY), 38);
    }

    #[test]
    fn plugging_reads_the_holes_programs_the_block_and_erases_it() {
        let timing = Timing { read_ns: 3, ..TOY };
        assert_eq!(plug_ns(1, 4, &timing), 3 * 3 + 4 * 4 + 20);
        assert_eq!(plug_ns(4, 4, &timing), 4 * 4 + 20);
    }

    #[test]
    fn what_was_plugged_costs_nothing_more_when_its_log_block_is_emptied() {
        let limits = Limits { nodes: None, records: 4 };
        for mut log in [LogModel::committed(2, 4, 9, limits), LogModel::every_page(2, 4, 9)] {
            leave(0, &[0, 1], Lambda::NEVER, &mut log, 4, &TOY);
            leave(1, &[0, 1], Lambda::NEVER, &mut log, 4, &TOY);
            leave(2, &[0, 1, 2, 3], Lambda::NEVER, &mut log, 4, &TOY);
            // Written whole, 0 has nothing in the log any more: the next page has 1 alone rebuilt, 40 + 20.
            assert_eq!(leave(0, &[2, 3], Lambda::fixed(2), &mut log, 4, &TOY), 38);
            assert_eq!(leave(3, &[0], Lambda::NEVER, &mut log, 4, &TOY), 4 + 60);
        }
    }
}
