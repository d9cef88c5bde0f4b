//! Buffers that say that their pages stand in the order of their arrival: they do, and no others.
#![allow(clippy::unwrap_used)]

use crate::support::device::{machine, request};
use serde_json::json;
use sim_core::base::request::{HostOp, Request};
use sim_core::base::rng::{Component, Rng};
use sim_core::buffer::BUFFERS;
use sim_core::buffer::store::Victim;
use sim_core::flash::observer::NoObserver;
use sim_core::machine::Machine;

/// Logical pages that are written, four times as many as there is room for.
const PAGES: u64 = 32;

/// A page each, so that none leaves and comes back in one request.
fn single_pages() -> Vec<Request> {
    let mut rng = Rng::new(11, Component::Workload);
    let mut one = |_| {
        let op = if rng.below(4) == 0 { HostOp::Read } else { HostOp::Write };
        request(0, op, rng.below(PAGES), 1)
    };
    (0..500).map(&mut one).collect()
}

/// The single pages in RAM, the first to leave first.
fn in_order(device: &Machine) -> Vec<u32> {
    let buffer = device.buffer.pages().unwrap();
    let page = |victim: Victim| match victim {
        Victim::Page(group, offset) => Some(buffer.store.first_page(buffer.store.group(group).lbn) + offset),
        Victim::Group(_) => None,
    };
    buffer.policy.order(&buffer.store, usize::MAX).into_iter().filter_map(|ranked| page(ranked.victim)).collect()
}

/// The pages in RAM of `before` in their order there, then those that have come since.
fn by_arrival(before: &[u32], device: &Machine) -> Vec<u32> {
    let store = &device.buffer.pages().unwrap().store;
    let is_in_ram = |lpn: &u32| store.page(*lpn).is_some();
    let new = (0..PAGES as u32).filter(|lpn| is_in_ram(lpn) && !before.contains(lpn));
    before.iter().copied().filter(is_in_ram).chain(new).collect()
}

#[test]
fn pages_stand_in_the_order_of_their_arrival_where_a_buffer_says_so_and_nowhere_else() {
    for kind in BUFFERS.iter().map(|entry| entry.info.kind) {
        let fields = [
            ("device.pages_per_block", json!(4)),
            ("device.blocks_per_plane", json!(32)),
            ("device.over_provisioning", json!(1.0)),
            ("buffer.kind", json!(kind)),
        ];
        let room = ("buffer.bytes", json!(PAGES / 4 * 512));
        let has_room = !["none", "clash"].contains(&kind);
        let fields: Vec<_> = fields.into_iter().chain(has_room.then_some(room)).collect();
        let mut device = machine(&fields, single_pages());
        if device.buffer.pages().is_none() {
            continue;
        }
        let (mut arrived, mut stood) = (Vec::new(), true);
        while device.step(&mut NoObserver).unwrap() {
            arrived = by_arrival(&arrived, &device);
            stood &= in_order(&device) == arrived;
        }
        let says = device.buffer.pages().unwrap().policy.is_by_arrival();
        assert_eq!(says, stood, "{kind}");
    }
}
