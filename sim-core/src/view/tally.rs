//! What the last request made a device do, in sums: what a comparison tells of each lane.

use crate::flash::operation::{Kind, Operation, Purpose};
use crate::nand::BlockId;
use serde::Serialize;

/// Operations of one kind for one purpose.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct OperationTally {
    kind: Kind,
    purpose: Purpose,
    count: u32,
    /// The first of them, and the block that it names.
    op: u64,
    block: Option<BlockId>,
    /// What triggered it, in words.
    trigger: Option<String>,
}

/// The operations `served` in sums, in the order in which each sort first happened.
pub(super) fn tallies<'a>(served: impl IntoIterator<Item = &'a Operation>) -> Vec<OperationTally> {
    let mut tallies: Vec<OperationTally> = Vec::new();
    for &Operation { kind, purpose, index, block, trigger, .. } in served {
        match tallies.iter_mut().find(|tally| tally.kind == kind && tally.purpose == purpose) {
            Some(tally) => tally.count += 1,
            None => {
                let trigger = trigger.map(|trigger| trigger.words());
                tallies.push(OperationTally { kind, purpose, count: 1, op: index, block, trigger });
            }
        }
    }
    tallies
}

#[cfg(test)]
mod tests {
    use super::{OperationTally, tallies};
    use crate::flash::operation::{Kind, Operation, Purpose};
    use crate::flash::trigger::{Condition, Is, What};

    #[test]
    fn operations_of_a_sort_are_counted_where_the_first_stands() {
        let sorts = [
            (Kind::HostWrite, Purpose::Host),
            (Kind::GcStart, Purpose::Gc),
            (Kind::Copy, Purpose::Gc),
            (Kind::Copy, Purpose::MapGc),
            (Kind::Copy, Purpose::Gc),
        ];
        let served = (7..).zip(sorts).map(|(index, (kind, purpose))| Operation {
            index,
            block: Some(index as u32),
            trigger: (kind == Kind::GcStart).then(|| Condition::new(What::FreeBlocks, 1u32, Is::AtMost, 1u32).into()),
            ..Operation::new(kind, purpose)
        });
        let told = tallies(&served.collect::<Vec<_>>());
        let low = "free blocks 1 ≤ low mark 1".to_string();
        let trigger = |kind| (kind == Kind::GcStart).then(|| low.clone());
        let of = |kind, purpose, count, op| {
            let (block, trigger) = (Some(op as u32), trigger(kind));
            OperationTally { kind, purpose, count, op, block, trigger }
        };
        let expected = [
            of(Kind::HostWrite, Purpose::Host, 1, 7),
            of(Kind::GcStart, Purpose::Gc, 1, 8),
            of(Kind::Copy, Purpose::Gc, 2, 9),
            of(Kind::Copy, Purpose::MapGc, 1, 10),
        ];
        assert_eq!(told, expected);
    }
}
