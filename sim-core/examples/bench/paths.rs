//! The hot paths that are measured: experiments in steady state, over every layer, buffer and victim policy.

use serde_json::{Value, json};
use sim_core::buffer::BUFFERS;
use sim_core::experiment::document::Experiment;
use sim_core::ftl::{self, LayerEntry, gc};

/// What is counted in a second.
#[derive(Clone, Copy)]
pub(crate) enum Amount {
    /// Pages read and programmed on flash.
    Pages,
    /// Requests of the host.
    Requests,
}

/// An experiment of which the part after `warm_up` requests is measured.
pub(crate) struct HotPath {
    pub name: String,
    pub document: Value,
    pub warm_up: u64,
    pub of: Amount,
    /// Millions a second that it should do at least.
    pub budget: f64,
}

/// What a document says.
pub(crate) fn experiment(document: &Value) -> Experiment {
    Experiment::new(document, &[]).expect("the experiment is valid")
}

/// Writes until the device is in steady state, and then until they are measured.
const WARM_UP: u64 = 1_500_000;
const MEASURED: u64 = 1_000_000;

/// All of which the speed is measured.
pub(crate) fn all() -> Vec<HotPath> {
    let victims = gc::KINDS.iter().map(|policy| by_victim(policy, json!({ "policy": policy }), 15.0));
    // What changes with time is valued at each choice, what does not is kept in order.
    let formulas = [("invalid * sqrt(age)", 5.0), ("invalid - k * (erases - mean_erases)", 5.0)]
        .map(|(formula, budget)| by_victim(formula, json!({ "policy": "formula", "formula": formula }), budget));
    let on_both_clocks = ftl::LAYERS.iter().filter(|layer| layer.info.kind != "ttflash").flat_map(layer_by_layer);
    let buffers = BUFFERS.iter().filter(|buffer| buffer.info.kind != "none");
    let buffers = buffers.flat_map(|buffer| buffer_by_buffer(buffer.info.title, json!({ "kind": buffer.info.kind })));
    let of_time = json!({ "kind": "formula", "formula": "held * idle" });
    victims
        .chain(formulas)
        .chain(on_both_clocks)
        .chain([over_buses()])
        .chain([0.0, 0.1, 0.5].map(stripes))
        .chain(buffers)
        .chain(buffer_by_buffer("held * idle", of_time))
        .chain(host_ftls())
        .collect()
}

/// Devices of hundreds of gigabytes, of which filling is measured: the layer and the experiment.
pub(crate) fn large_devices() -> [(&'static str, Value); 3] {
    let of = |preset: &str, layer: &'static str| {
        (layer, json!({ "device": { "preset": preset }, "ftl": { "kind": layer }, "workload": { "requests": 1 } }))
    };
    [of("ttflash", "page"), of("ttflash", "ttflash"), of("ocssd", "pblk-selective")]
}

/// Page mapping, watched from the start.
pub(crate) fn observed() -> Value {
    to_one_gib(json!({ "kind": "none" }), json!({}), "serial", 1.0, MEASURED)
}

/// Uniform single-page requests to 1 GiB.
fn to_one_gib(buffer: Value, ftl: Value, clock: &str, write_ratio: f64, requests: u64) -> Value {
    json!({
        "device": { "preset": "micron-lb", "clock": clock, "channels": if clock == "event" { 8 } else { 1 } },
        "buffer": buffer,
        "ftl": ftl,
        "workload": {
            "kind": "uniform", "request_pages": 1, "write_ratio": write_ratio, "queue_depth": 64, "requests": requests
        },
    })
}

/// Page mapping, and how victims are chosen.
fn by_victim(policy: &str, gc: Value, budget: f64) -> HotPath {
    HotPath {
        name: format!("page mapping, {policy}, serial clock"),
        document: to_one_gib(json!({ "kind": "none" }), json!({ "gc": gc }), "serial", 1.0, WARM_UP + MEASURED),
        warm_up: WARM_UP,
        of: Amount::Pages,
        budget,
    }
}

/// A layer as it is set by default: on both clocks. One that merges moves some sixty pages for each it is given, so a
/// fraction of the requests does.
fn layer_by_layer(layer: &LayerEntry) -> [HotPath; 3] {
    let moves_blocks = layer.traits.merges() || layer.info.kind == "superblock";
    let of = |clock: &str, write_ratio: f64, budget| {
        let share = if moves_blocks { 40 } else { 1 } * if clock == "event" { 4 } else { 1 };
        let what = if write_ratio < 1.0 { "half reads" } else { "writes" };
        let (ftl, requests) = (json!({ "kind": layer.info.kind }), (WARM_UP + MEASURED) / share);
        HotPath {
            name: format!("{}, {what}, {clock} clock", layer.info.title),
            document: to_one_gib(json!({ "kind": "none" }), ftl, clock, write_ratio, requests),
            warm_up: WARM_UP / share,
            of: Amount::Pages,
            budget,
        }
    };
    [of("serial", 1.0, 5.0), of("serial", 0.5, 5.0), of("event", 1.0, 3.0)]
}

/// Page mapping where each page crosses a bus: 32 planes on 8 channels, random writes to a full device.
fn over_buses() -> HotPath {
    let document = json!({
        "device": {
            "preset": "nctu", "clock": "event", "channels": 8, "chips_per_channel": 2, "planes_per_chip": 2,
            "pages_per_block": 128, "logical_bytes": 3u64 << 30, "over_provisioning": 0.27, "transfer_ns": 12_000,
            "command_ns": 200
        },
        "workload": {
            "kind": "uniform", "request_pages": 1, "write_ratio": 1.0, "queue_depth": 32, "requests": 2 * MEASURED
        },
        "run": { "initial_state": "full_rand" },
    });
    let name = "page mapping, writes over 8 buses, event clock".into();
    HotPath { name, document, warm_up: MEASURED, of: Amount::Pages, budget: 8.0 }
}

/// ttFlash on the device of its experiments: 8 × 8 planes, collecting.
fn stripes(write_ratio: f64) -> HotPath {
    let document = json!({
        "device": { "preset": "ttflash", "blocks_per_plane": 64 },
        "ftl": { "kind": "ttflash", "gc_start": 19, "ram_bytes": 16 << 20 },
        "workload": {
            "kind": "uniform", "request_pages": 1, "write_ratio": write_ratio, "queue_depth": 64,
            "requests": MEASURED + MEASURED / 2
        },
        "run": { "initial_state": "aged", "aged_used": 0.69, "aged_pages": 300_000 },
    });
    let name = format!("ttFlash, {:.0} % single-page writes", write_ratio * 100.0);
    HotPath { name, document, warm_up: MEASURED / 2, of: Amount::Requests, budget: 1.0 }
}

/// The host FTLs on the devices of their paper, 400 GiB, and where lines are collected.
fn host_ftls() -> Vec<HotPath> {
    let of = |name: &str, preset: &str, ftl: Value, depth: u64| HotPath {
        name: format!("{name}, {preset}"),
        document: json!({
            "device": { "preset": preset },
            "ftl": ftl,
            "workload": {
                "kind": "pareto", "request_pages": 1, "write_ratio": 1, "queue_depth": depth,
                "requests": MEASURED + MEASURED / 2
            },
        }),
        warm_up: MEASURED / 2,
        of: Amount::Pages,
        budget: if depth > 1 { 3.0 } else { 5.0 },
    };
    let lfu = json!({ "kind": "pblk-selective", "policy": "lfu" });
    vec![
        of("pblk", "ocssd-virtual", json!({ "kind": "pblk" }), 1),
        of("selective loading", "ocssd-virtual", lfu.clone(), 1),
        of("selective loading, collecting", "ocssd-virtual-small", lfu.clone(), 1),
        of("selective loading", "ocssd", lfu.clone(), 64),
        of("selective loading, collecting", "ocssd-small", lfu, 64),
    ]
}

/// A buffer of 8192 pages, otherwise as `set`, over page mapping and over FAST.
fn buffer_by_buffer(title: &str, mut set: Value) -> [HotPath; 2] {
    set["bytes"] = json!(16 << 20);
    let of = |ftl: &str, share: u64| HotPath {
        name: format!("{title} over {ftl}, half reads"),
        document: to_one_gib(set.clone(), json!({ "kind": ftl }), "serial", 0.5, (WARM_UP + MEASURED) / share),
        warm_up: WARM_UP / share,
        of: Amount::Pages,
        budget: 5.0,
    };
    [of("page", 1), of("fast", 40)]
}
