//! In which order the host first asked for the logical blocks of a device: what their looks on the page go by.

use super::operation::{Kind, Operation};
use crate::nand::NONE;
use crate::nand::geometry::Geometry;

/// First touches of a run, as far as it is known. Being a function of the run alone, it only grows.
#[derive(Clone, Debug, Default)]
pub struct Touches {
    pages_per_block: u32,
    blocks: u32,
    /// Logical blocks in the order of their first touch, and the operation that each was touched by.
    order: Vec<u32>,
    operations: Vec<u64>,
    /// Place in `order` by logical block; empty until one is touched.
    ranks: Vec<u32>,
}

impl Touches {
    /// None yet.
    pub fn new(geometry: &Geometry) -> Self {
        let pages_per_block = geometry.pages_per_logical_block();
        Self { pages_per_block, blocks: geometry.logical_pages.div_ceil(pages_per_block), ..Self::default() }
    }

    /// An operation was carried out for the first time.
    #[inline]
    pub fn operation(&mut self, operation: &Operation) {
        let is_host = matches!(operation.kind, Kind::HostRead | Kind::HostWrite | Kind::HostTrim);
        let Some(first) = operation.lpn.filter(|_| is_host && self.order.len() < self.blocks as usize) else { return };
        let last = first.saturating_add(operation.pages.max(1) - 1);
        for lbn in first / self.pages_per_block..=(last / self.pages_per_block).min(self.blocks - 1) {
            self.touch(lbn, operation.index);
        }
    }

    fn touch(&mut self, lbn: u32, operation: u64) {
        if self.ranks.is_empty() {
            self.ranks = vec![NONE; self.blocks as usize];
        }
        let rank = &mut self.ranks[lbn as usize];
        if *rank == NONE {
            *rank = self.order.len() as u32;
            self.order.push(lbn);
            self.operations.push(operation);
        }
    }

    /// Logical blocks of the device.
    pub fn blocks(&self) -> u32 {
        self.blocks
    }

    /// What was touched by the first `operations` operations.
    pub fn before(&self, operations: u64) -> Seats<'_> {
        let touched = self.operations.partition_point(|&touched_at| touched_at < operations);
        Seats { order: &self.order[..touched], ranks: &self.ranks }
    }
}

/// A number for each logical block, different for all: those touched have their rank, the others keep theirs unless one
/// that was touched took it; then they have the number that this one gave up. So a touch changes two numbers at most.
#[derive(Clone, Copy, Debug)]
pub struct Seats<'a> {
    order: &'a [u32],
    ranks: &'a [u32],
}

impl Seats<'_> {
    /// The number of a logical block.
    pub fn of(&self, lbn: u32) -> u32 {
        let rank = self.ranks.get(lbn as usize).copied().unwrap_or(NONE);
        if (rank as usize) < self.order.len() {
            return rank;
        }
        let mut seat = lbn;
        while let Some(&taker) = self.order.get(seat as usize) {
            seat = taker;
        }
        seat
    }

    /// How many logical blocks have been touched.
    pub fn touched(&self) -> usize {
        self.order.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flash::operation::Purpose;

    fn touched(blocks: u32, order: &[u32]) -> Touches {
        let mut touches = Touches { pages_per_block: 4, blocks, ..Touches::default() };
        for (at, &lbn) in order.iter().enumerate() {
            touches.touch(lbn, 10 * at as u64);
        }
        touches
    }

    #[test]
    fn the_first_touched_have_the_first_numbers_and_no_two_share_one() {
        let order = [5, 1, 7, 0, 5, 3];
        let touches = touched(8, &order);
        for operations in 0..60 {
            let seats = touches.before(operations);
            let mut all: Vec<u32> = (0..8).map(|lbn| seats.of(lbn)).collect();
            for (rank, &lbn) in seats.order.iter().enumerate() {
                assert_eq!(all[lbn as usize], rank as u32);
            }
            all.sort_unstable();
            assert_eq!(all, (0..8).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_touch_changes_two_numbers_at_most() {
        let touches = touched(100, &[42, 7, 99, 0, 1, 2, 3, 50, 8, 60, 70]);
        for operation in (0..100).step_by(10) {
            let (before, after) = (touches.before(operation), touches.before(operation + 1));
            let changed = (0..100).filter(|&lbn| before.of(lbn) != after.of(lbn)).count();
            assert!(changed <= 2, "{changed} at {operation}");
        }
    }

    #[test]
    fn requests_touch_every_block_they_reach_and_nothing_else_touches() {
        let mut touches = touched(4, &[]);
        let of = |kind, lpn, pages| Operation { lpn: Some(lpn), pages, ..Operation::new(kind, Purpose::Host) };
        touches.operation(&of(Kind::Program, 12, 1));
        assert!(touches.order.is_empty());
        touches.operation(&of(Kind::HostWrite, 7, 2));
        assert_eq!(touches.order, [1, 2]);
        touches.operation(&of(Kind::HostRead, 3, 1));
        touches.operation(&of(Kind::HostTrim, 10, 100));
        assert_eq!(touches.order, [1, 2, 0, 3], "no further than the device goes");
    }
}
