//! The chains and groups that the page is told are those of the layer: every newest copy is in them, and the pool adds up.

#![allow(clippy::unwrap_used, clippy::panic)] // a test may stop at once

use crate::support::device::hybrids::fields;
use crate::support::device::{Fields, cuts, machine, step_by_operation, with};
use serde_json::json;
use sim_core::ftl::picture::{OWNERS_MAX, SharedPicture};
use sim_core::machine::Machine;
use sim_core::nand::NONE;
use std::collections::BTreeSet;

fn shared(device: &Machine, near: Option<u32>) -> SharedPicture {
    device.ftl.picture(near, &device.core.nand).shared.unwrap()
}

/// What must hold of what is told at any moment; how many blocks are lent to the one that has most.
fn holds(device: &Machine, members: u32) -> usize {
    let nand = &device.core.nand;
    let pages = nand.geometry.pages_per_block;
    let picture = device.ftl.picture(None, nand);
    let shared = picture.shared.clone().unwrap();
    let parked: BTreeSet<u32> = picture.parked.iter().map(|parked| parked.block).collect();
    let lent: Vec<u32> = shared.owners.iter().flat_map(|owner| owner.lent.clone()).collect();
    assert_eq!(lent.iter().copied().collect::<BTreeSet<_>>().len(), lent.len(), "a block is lent once");
    assert!(lent.iter().all(|block| parked.contains(block)));
    if shared.owners_total as usize <= OWNERS_MAX {
        assert_eq!(lent.len(), parked.len(), "all that are lent are told");
    }
    for owner in &shared.owners {
        assert!(owner.lent_total <= shared.most && owner.lent.len() as u32 == owner.lent_total);
        assert!(owner.members_total <= members && owner.members.len() as u32 == owner.members_total);
        let lbns: Vec<u32> = owner.members.iter().map(|member| member.0).collect();
        for ppn in owner.lent.iter().flat_map(|&block| nand.geometry.pages_of(block)) {
            assert!(!nand.is_valid(ppn as u32) || lbns.contains(&(nand.owner[ppn] / pages)), "a page of another");
        }
        for &(lbn, home) in &owner.members {
            if let Some(&told) = picture.homes.get(lbn as usize) {
                assert_eq!(told, home);
            }
        }
    }
    shared.owners.iter().map(|owner| owner.lent.len()).max().unwrap_or(0)
}

/// Newest copies between requests: in the data block, or in what is lent to it.
fn newest_are_told(device: &Machine) {
    let nand = &device.core.nand;
    for lpn in (0..nand.geometry.logical_pages).filter(|&lpn| device.ftl.lookup(lpn) != NONE) {
        let lbn = lpn / nand.geometry.pages_per_block;
        let shared = shared(device, Some(lpn));
        let owner = &shared.owners[0];
        let home = owner.members.iter().find(|member| member.0 == lbn).unwrap().1;
        let block = nand.geometry.block_of(device.ftl.lookup(lpn));
        assert!(block == home || owner.lent.contains(&block), "page {lpn} is in neither");
        assert!(shared.free <= shared.pool);
    }
}

fn goes_well(fields: &Fields, members: u32, most: usize) {
    for seed in 0..3 {
        let mut device = machine(fields, cuts::requests(seed, 120, true));
        let mut longest = 0;
        while step_by_operation(&mut device, |device| longest = longest.max(holds(device, members))).unwrap() {
            if device.begins_request() {
                newest_are_told(&device);
            }
        }
        newest_are_told(&device);
        assert_eq!(longest, most, "with seed {seed}");
    }
}

#[test]
fn chains_are_those_of_nftl() {
    for planes in [1, 2] {
        for replacement in ["anywhere", "in-place"] {
            let more = [("ftl.log_blocks", json!(4)), ("ftl.replacement", json!(replacement))];
            goes_well(&with(fields("nftl", "serial", planes, 4, 0), &more), 1, 2);
        }
    }
}

#[test]
fn groups_are_those_of_sast() {
    for planes in [1, 2] {
        let more = [("ftl.log_blocks", json!(4)), ("ftl.group_blocks", json!(3)), ("ftl.group_logs", json!(2))];
        goes_well(&with(fields("sast", "serial", planes, 4, 0), &more), 3, 2);
    }
}

#[test]
fn where_each_block_has_its_own_log_block_there_is_nothing_to_share() {
    let device = machine(&fields("bast", "serial", 1, 3, 0), Vec::new());
    assert_eq!(device.ftl.picture(None, &device.core.nand).shared, None);
}
