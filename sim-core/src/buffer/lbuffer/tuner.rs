//! Tuning α by rehearsing the device with its neighbours in the background. Writes and flushes are
//! rehearsed; pages that the host gives up stay in a rehearsal until they leave, since bitmaps cannot tell them apart.

use super::committed::Limits;
use super::ghost::{Ghost, Shape};
use super::lambda::Lambda;
use super::log_model::LogModel;
use super::rehearsal::{Rehearsal, TRAIL};
use crate::base::real::Real;
use crate::buffer::policy::Written;
use crate::nand::timing::Timing;

/// The values that tuning chooses among, the columns of the thesis' tables.
pub const GRID: [f64; 7] = [-1.0, -0.5, -0.25, 0.0, 0.25, 0.5, 1.0];
/// Rehearsals at once (thesis, table 0.4).
const INSTANCES: usize = 3;

/// The rehearsals of a session.
#[derive(Clone, Debug, Hash)]
pub(super) struct Tuner {
    /// One for each α tried.
    pub rehearsals: Vec<Rehearsal>,
    /// Sizes of the buffer, and how finely it is kept.
    pub shape: Shape,
    /// How long flash operations take.
    pub(crate) timing: Timing,
    go_on: bool,
}

/// What is remembered of the log.
#[derive(Clone, Copy, Debug, Hash)]
pub(crate) enum LogMemory {
    /// Every page.
    EveryPage,
    /// The first pages of each logical block.
    Committed(Limits),
}

/// The log below.
#[derive(Clone, Copy, Debug, Hash)]
pub struct LogShape {
    /// Log blocks.
    pub blocks: u32,
    /// Logical blocks of the device.
    pub logical_blocks: u32,
    /// What is remembered of it.
    pub(crate) memory: LogMemory,
}

/// What rehearsals begin with.
#[derive(Clone, Copy, Debug, Hash)]
pub struct Plan {
    /// Sizes of the buffer, and how finely it is kept.
    pub shape: Shape,
    /// The log below.
    pub log: LogShape,
    /// How long flash operations take.
    pub(crate) timing: Timing,
    /// Whether a rehearsal goes on from where it stands while its α is tried; else all begin each session where the
    /// cheapest stands. That lets them inherit what another α has left lying about, which in a buffer that outlasts a
    /// session keeps α where it is.
    pub go_on: bool,
}

impl Tuner {
    /// Rehearsals of an empty device around `alpha`.
    pub(crate) fn new(alpha: f64, plan: &Plan) -> Self {
        let Plan { shape, log: LogShape { blocks, logical_blocks, memory }, timing, go_on } = *plan;
        let pages = shape.pages_per_block;
        let log = match memory {
            LogMemory::EveryPage => LogModel::every_page(blocks, pages, logical_blocks),
            LogMemory::Committed(limits) => {
                LogModel::committed(blocks, pages, logical_blocks.min(blocks * pages), limits)
            }
        };
        let first = Rehearsal {
            alpha: Real(alpha),
            ghost: Ghost::new(shape),
            log,
            cost_ns: 0,
            evictions: 0,
            trail: Vec::new(),
        };
        Self { rehearsals: around(alpha).iter().map(|&alpha| first.with(alpha)).collect(), shape, timing, go_on }
    }

    /// Bytes that it takes here.
    pub(crate) fn heap_bytes(&self) -> usize {
        let each = |rehearsal: &Rehearsal| rehearsal.ghost.heap_bytes() + rehearsal.log.heap_bytes();
        self.rehearsals.iter().map(each).sum()
    }

    /// Rehearses a write request.
    pub(crate) fn write(&mut self, request: &Written, lambda: Lambda) {
        let Self { rehearsals, shape, timing, .. } = self;
        rehearsals.iter_mut().for_each(|rehearsal| rehearsal.write(request, lambda, shape, timing));
    }

    /// Rehearses that everything leaves, at `now`.
    pub(crate) fn flush(&mut self, now: u64, lambda: Lambda) {
        let Self { rehearsals, shape, timing, .. } = self;
        rehearsals.iter_mut().for_each(|rehearsal| rehearsal.flush(now, lambda, shape, timing));
    }

    /// Notes what each has cost so far, `writes` requests into a session of `length`.
    pub(crate) fn note(&mut self, writes: u64, length: u64) {
        let points = writes * TRAIL / length;
        for rehearsal in &mut self.rehearsals {
            while (rehearsal.trail.len() as u64) < points {
                rehearsal.trail.push(rehearsal.cost_ns);
            }
        }
    }

    /// Ends a session with `alpha` in force. Returns the cheapest α, `alpha` if that is as cheap, and each one's cost, the
    /// cheapest first. The next session rehearses the neighbours of that α, from where its rehearsal stands now, or each from
    /// where it stands itself.
    pub(crate) fn choose(&mut self, alpha: f64) -> (f64, Vec<(f64, u64)>) {
        let mut costs: Vec<(f64, u64)> =
            self.rehearsals.iter().map(|rehearsal| (rehearsal.alpha.0, rehearsal.cost_ns)).collect();
        let is_running = |value: f64| value == alpha;
        costs.sort_by_key(|&(value, cost)| (cost, !is_running(value)));
        let best = costs.first().map_or(alpha, |&(best, _)| best);
        if let Some(winner) = self.rehearsals.iter().find(|rehearsal| rehearsal.alpha.0 == best) {
            let goes_on = |alpha: f64| self.rehearsals.iter().find(|one| self.go_on && one.alpha.0 == alpha);
            let next = around(best).iter().map(|&alpha| goes_on(alpha).unwrap_or(winner).with(alpha)).collect();
            self.rehearsals = next;
        }
        (best, costs)
    }

    /// Bytes that the rehearsals take, of the buffer and of the log.
    pub(crate) fn bytes(&self) -> [u64; 2] {
        let sum = |of: fn(&Rehearsal) -> u64| self.rehearsals.iter().map(of).sum();
        [sum(|rehearsal| rehearsal.ghost.bytes()), sum(|rehearsal| rehearsal.log.bytes())]
    }

    /// Bytes that they would take with full information.
    pub(crate) fn full_bytes(&self) -> [u64; 2] {
        let sum = |of: fn(&Rehearsal) -> u64| self.rehearsals.iter().map(of).sum();
        [sum(|rehearsal| rehearsal.ghost.full_bytes()), sum(|rehearsal| rehearsal.log.full_bytes())]
    }
}

/// The value of the grid nearest to `alpha`.
pub(crate) fn nearest(alpha: f64) -> f64 {
    let near = |a: &f64, b: &f64| (a - alpha).abs().total_cmp(&(b - alpha).abs());
    GRID.into_iter().min_by(near).unwrap_or(alpha)
}

/// `alpha` and its neighbours on the grid; at an end of it, the next two.
fn around(alpha: f64) -> &'static [f64] {
    let at = GRID.iter().position(|&value| value == alpha).unwrap_or(0);
    let first = at.saturating_sub(1).min(GRID.len() - INSTANCES);
    &GRID[first..first + INSTANCES]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::buffer::lbuffer::spatial::Resolution;

    #[test]
    fn three_neighbours_are_rehearsed() {
        assert_eq!(around(0.0), [-0.25, 0.0, 0.25]);
        assert_eq!(around(-1.0), [-1.0, -0.5, -0.25]);
        assert_eq!(around(1.0), [0.25, 0.5, 1.0]);
        assert_eq!([-0.8, 0.1, 0.9].map(nearest), [-1.0, 0.0, 1.0]);
    }

    /// Rehearsals around α = 0 of a device with 4 log blocks, that have cost so much.
    fn costing(costs: [u64; 3], go_on: bool) -> Tuner {
        let resolution = Resolution::full(4);
        let shape = Shape { capacity: 16, cells_per_page: 1, pages_per_block: 4, groups: 8, resolution };
        let timing = Timing::of_array(1, 4, 20);
        let log = LogShape { blocks: 4, logical_blocks: 8, memory: LogMemory::EveryPage };
        let mut tuner = Tuner::new(0.0, &Plan { shape, log, timing, go_on });
        for (groups, (rehearsal, cost_ns)) in (1..).zip(tuner.rehearsals.iter_mut().zip(costs)) {
            rehearsal.cost_ns = cost_ns;
            // The first holds one group, the second two, the third three.
            (0..groups).for_each(|lbn| rehearsal.ghost.write(lbn, (0, 1), 1, 0.0, |_, _| {}));
        }
        tuner
    }

    fn groups(tuner: &Tuner) -> Vec<(f64, u32)> {
        tuner.rehearsals.iter().map(|one| (one.alpha.0, one.ghost.group_count())).collect()
    }

    #[test]
    fn the_cheapest_is_taken_up_and_of_equals_the_one_in_force() {
        let choose = |costs: [u64; 3]| costing(costs, true).choose(0.0);
        assert_eq!(choose([9, 8, 7]), (0.25, vec![(0.25, 7), (0.0, 8), (-0.25, 9)]));
        assert_eq!(choose([7, 9, 8]), (-0.25, vec![(-0.25, 7), (0.25, 8), (0.0, 9)]));
        assert_eq!(choose([5, 5, 5]), (0.0, vec![(0.0, 5), (-0.25, 5), (0.25, 5)]));
    }

    #[test]
    fn what_is_rehearsed_next_stands_where_it_stood_or_where_the_cheapest_does() {
        let next = |go_on: bool| {
            let mut tuner = costing([9, 8, 7], go_on);
            tuner.choose(0.0);
            groups(&tuner)
        };
        assert_eq!(next(true), [(0.0, 2), (0.25, 3), (0.5, 3)]);
        assert_eq!(next(false), [(0.0, 3), (0.25, 3), (0.5, 3)]);
    }
}
