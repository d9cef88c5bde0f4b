//! The blocks in action, page by page: the victim of a collection, and where new pages go.

use super::block::block_pages;
use crate::flash::decision::Decision;
use crate::ftl::picture::Role;
use crate::machine::Machine;
use crate::nand::block::BlockState;
use crate::replay::lane::Lane;
use serde::Serialize;

/// The pages of a block in action, for the bench below the map.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct BenchBlock {
    role: BenchRole,
    block: u32,
    page_state: Vec<u8>,
    page_owner: Vec<u32>,
}

/// Why a block is on the bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
enum BenchRole {
    /// Its pages are moved and it is erased.
    Victim,
    /// New pages go there.
    Frontier,
}

/// The blocks in action: the last victim, and where pages go.
pub(super) fn bench(lane: &Lane) -> Vec<BenchBlock> {
    let machine = lane.machine();
    // What is decided and not yet carried out is a block like any other, too.
    let taken = |decision: &&Decision| lane.seen.last.is_some_and(|last| decision.op <= last.index);
    let victim = lane.seen.choice().filter(taken).and_then(|decision| decision.rows.first()).and_then(|row| row.block);
    let frontiers = open_blocks(machine);
    let last = lane.seen.last.and_then(|last| last.to).map(|to| machine.core.nand.geometry.block_of(to));
    let frontier = last.filter(|block| frontiers.contains(block)).or(frontiers.first().copied());
    // Once its erase is over, a victim is a block like any other.
    let collected = |block: &u32| machine.core.nand.block(*block).state == BlockState::Closed;
    let roles = [(BenchRole::Victim, victim.filter(collected)), (BenchRole::Frontier, frontier)];
    roles.into_iter().filter_map(|(role, block)| block.map(|block| bench_block(role, block, machine))).collect()
}

fn open_blocks(machine: &Machine) -> Vec<u32> {
    let picture = machine.ftl.picture(None, &machine.core.nand);
    picture.parked.iter().filter(|parked| parked.role == Role::Frontier).map(|parked| parked.block).collect()
}

fn bench_block(role: BenchRole, block: u32, machine: &Machine) -> BenchBlock {
    let (page_state, page_owner) = block_pages(block, &machine.core.nand);
    BenchBlock { role, block, page_state, page_owner }
}
