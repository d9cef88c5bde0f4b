//! A small device, in which every layer soon runs out of room.

use super::draw::one_of;
use serde_json::{Value, json};
use sim_core::base::rng::Rng;

/// The fields of a device for `layer`, whatever it is told to be.
pub(super) fn drawn(layer: &str, clock: &str, rng: &mut Rng) -> Vec<(String, Value)> {
    let channels = if layer == "ttflash" { 2 + rng.below(3) } else { *one_of(&[1, 1, 2, 4], rng) };
    // The host's map and its ring take lines of their own.
    let blocks = if layer.starts_with("pblk") { [64, 96, 128] } else { [16, 24, 40] };
    let mut drawn = |values: &[Value]| one_of(values, rng).clone();
    // Most devices live for ever; the others wear out in mid-run.
    let endurance = [json!(100_000), json!(100_000), json!(100_000), json!(3), json!(12)];
    let failures = [Value::Null, Value::Null, Value::Null, json!(1), json!(4)];
    let any = [json!(false), json!(true)];
    let fields = [
        ("device.clock", json!(clock)),
        ("device.page_bytes", drawn(&[json!(512), json!(512), json!(1024)])),
        ("device.channels", json!(channels)),
        ("device.chips_per_channel", drawn(&[json!(1), json!(1), json!(2)])),
        ("device.planes_per_chip", drawn(&[json!(1), json!(1), json!(2)])),
        ("device.blocks_per_plane", drawn(&blocks.map(|blocks| json!(blocks)))),
        ("device.pages_per_block", drawn(&[json!(4), json!(8)])),
        ("device.over_provisioning", drawn(&[json!(0.5), json!(1.0), json!(2.0), json!(3.0)])),
        ("device.transfer_ns", drawn(&[json!(0), json!(1000), json!(50_000)])),
        ("device.command_ns", drawn(&[json!(0), json!(0), json!(700)])),
        ("device.endurance", drawn(&endurance)),
        ("device.erase_failures", drawn(&failures)),
        ("device.program_failures", drawn(&failures)),
        ("device.reserve_blocks", drawn(&[Value::Null, json!(0), json!(2), json!(9)])),
        ("device.factory_bad_blocks", drawn(&[Value::Null, Value::Null, json!(1), json!(4)])),
        ("device.copyback", drawn(&any)),
        ("device.read_priority", drawn(&any)),
        ("device.program_order", json!("layer")),
        ("workload.queue_depth", drawn(&[Value::Null, json!(1), json!(3)])),
        ("run.initial_state", drawn(&[json!("clean"), json!("partial"), json!("full_seq"), json!("full_rand")])),
    ];
    fields.into_iter().map(|(path, value)| (path.to_string(), value)).collect()
}
