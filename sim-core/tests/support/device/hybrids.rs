//! Small devices for layers that map blocks: ten logical blocks of four pages.

use super::{Fields, with};
use proptest::prelude::*;
use serde_json::{Value, json};
use sim_core::ftl::blocks::SPARE_BLOCKS;
use sim_core::ftl::wear;

const LOGICAL_BLOCKS: u64 = 10;

/// A device with just the room that the layer `kind` needs for `log_blocks` of them in each of `planes`, plus `more`.
pub fn fields(kind: &str, clock: &str, planes: u64, log_blocks: u64, more: u64) -> Fields {
    let blocks = LOGICAL_BLOCKS.div_ceil(planes) + log_blocks + u64::from(SPARE_BLOCKS) + more;
    vec![
        ("device.channels", json!(planes.min(2))),
        ("device.chips_per_channel", json!(planes.div_ceil(2))),
        ("device.blocks_per_plane", json!(blocks)),
        ("device.over_provisioning", json!((blocks * planes) as f64 / LOGICAL_BLOCKS as f64 - 1.0)),
        ("device.pages_per_block", json!(4)),
        ("device.transfer_ns", json!(50_000)),
        ("device.clock", json!(clock)),
        ("ftl.kind", json!(kind)),
        ("run.continue_after_power_cut", json!(true)),
    ]
}

/// Devices for `kind` of every shape, clock, wear levelling and start; `log_blocks` in each plane.
pub fn options(kind: &'static str, log_blocks: u64) -> impl Strategy<Value = Fields> {
    let clock = prop_oneof![
        Just(("serial", 1)),
        Just(("serial", 2)),
        Just(("event", 1)),
        Just(("event", 2)),
        Just(("event", 4))
    ];
    let wear = (prop::sample::select(wear::KINDS.to_vec()), 1..4u32);
    let start = prop::sample::select(vec!["clean", "partial", "full_seq", "full_rand", "dirty_alloc"]);
    let order = prop::sample::select(vec!["layer", "skip-ok", "off"]);
    let hardware = (any::<bool>(), any::<bool>(), 0..2u64, prop::option::of(1..5u64), 0..3u64);
    (clock, wear, start, order, hardware).prop_map(move |((clock, planes), (wear, delta), start, order, hardware)| {
        let (copyback, read_priority, command, depth, more) = hardware;
        with(
            fields(kind, clock, planes, log_blocks, more),
            &[
                ("device.program_order", json!(order)),
                ("device.copyback", json!(copyback)),
                ("device.read_priority", json!(read_priority)),
                ("device.command_ns", json!(command * 200)),
                ("ftl.wear_leveling.kind", json!(wear)),
                ("ftl.wear_leveling.delta", json!(delta)),
                ("ftl.wear_leveling.threshold", json!(delta)),
                ("ftl.wear_leveling.interval", json!(delta * 4)),
                ("workload.queue_depth", json!(depth)),
                ("run.initial_state", json!(start)),
            ],
        )
    })
}

/// The device of the `toy` timing with `blocks` blocks of four pages, 16 of them logical.
pub fn toy(kind: &str, blocks: u64, more: &[(&'static str, Value)]) -> Fields {
    let toy = vec![
        ("device.preset", json!("toy")),
        ("device.blocks_per_plane", json!(blocks)),
        ("device.over_provisioning", json!(blocks as f64 / 4.0 - 1.0)),
        ("ftl.kind", json!(kind)),
    ];
    with(toy, more)
}
