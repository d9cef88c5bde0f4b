//! A device with too little room for its layer: what the refusal proposes is enough, and the least that is.

#![allow(clippy::unwrap_used)]

use crate::support::common::experiment;
use serde_json::{Value, json};
use sim_core::assembly::initial;
use sim_core::base::error::Error;
use sim_core::ftl::LAYERS;
use sim_core::workload::source::Source;

/// What is proposed in place of this over-provisioning; none where the device is made, or cannot be by any.
fn proposed(device: &Value, ftl: &Value, over_provisioning: f64) -> Option<f64> {
    let mut document = json!({ "device": device, "ftl": ftl });
    document["device"]["over_provisioning"] = json!(over_provisioning);
    match initial::machine(&experiment(document), Source::listed(Vec::new()), true) {
        Err(Error::Value { field, nearest, .. }) if field == "device.over_provisioning" => nearest?.parse().ok(),
        _ => None,
    }
}

#[test]
fn the_over_provisioning_that_is_proposed_is_the_least_that_is_enough() {
    let mut layers_refused = 0;
    for layer in LAYERS.iter().map(|entry| entry.info.kind) {
        let mut refused = 0;
        let ftls = match layer {
            "block" => vec![json!({ "kind": layer }), json!({ "kind": layer, "spare_pages": 3 })],
            "clash" => vec![json!({ "kind": layer, "safe_flush": true })],
            _ => vec![json!({ "kind": layer })],
        };
        for ftl in ftls {
            for (blocks, planes, logical) in [(8, 1, 20), (64, 1, 440), (16, 3, 370), (30, 2, 239)] {
                let shape = json!({ "page_bytes": 512, "pages_per_block": 8, "planes_per_chip": planes });
                for (described_by, size) in [("blocks_per_plane", blocks), ("logical_bytes", 512 * logical)] {
                    let mut device = shape.clone();
                    device[described_by] = json!(size);
                    let Some(enough) = proposed(&device, &ftl, 0.01) else { continue };
                    let with = |over_provisioning| proposed(&device, &ftl, over_provisioning);
                    assert_eq!(with(enough), None, "{ftl} on {device}: {enough} is proposed");
                    // Described by the host's pages, it is what the device comes to have: in whole blocks of each plane.
                    let step =
                        if described_by == "logical_bytes" { f64::from(8 * planes) / f64::from(logical) } else { 0.0 };
                    assert!(with(enough - step - 0.0002).is_some(), "{ftl} on {device}: {enough} is not the least");
                    refused += 1;
                }
            }
        }
        layers_refused += u32::from(refused > 2);
    }
    assert!(layers_refused > 10, "{layers_refused} layers");
}

#[test]
fn where_none_is_enough_none_is_proposed() {
    let device = json!({ "page_bytes": 512, "pages_per_block": 4, "blocks_per_plane": 5, "over_provisioning": 0.25 });
    let document = json!({ "device": device, "ftl": { "kind": "fast" } });
    let refusal = initial::machine(&experiment(document), Source::listed(Vec::new()), true).err().unwrap();
    assert!(matches!(refusal, Error::Value { nearest: None, .. }), "{refusal}");
}
