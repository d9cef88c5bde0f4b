//! What theory says the write amplification of an experiment comes to, where theory has an answer.

use crate::analytic::{alpha, d_choices, fifo, greedy, hot_cold, random};
use crate::experiment::document::Experiment;
use crate::nand::geometry::Geometry;
use serde::Serialize;

/// A closed form or fixed point evaluated for a device in steady state.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reference {
    /// The write amplification it gives; `null` in JSON where it is infinite.
    pub write_amplification: f64,
    /// Which model it is.
    pub model: &'static str,
    /// Physical pages for each logical one, without the reserved blocks.
    pub alpha_effective: f64,
    /// Blocks never full of user data: open ones and those that garbage collection keeps free.
    pub reserved_blocks: u64,
}

/// The reference for `experiment` on a device of `geometry`: single-page writes, uniform or hot and cold, to page
/// mapping. `None` where there is no model for it.
pub fn write_amplification(experiment: &Experiment, geometry: &Geometry) -> Option<Reference> {
    #[cfg(feature = "layers")]
    if !experiment.changes.is_empty() {
        return None;
    }
    if !is_page_mapping_alone(experiment) || !writes_single_pages_everywhere(experiment, geometry) {
        return None;
    }
    let ftl = &experiment.ftl;
    let frontiers = 1 + u64::from(ftl.flag("gc.separate_frontier"));
    let reserved_blocks = (frontiers + ftl.integer("gc.low")) * u64::from(geometry.planes());
    let blocks = u64::from(geometry.blocks());
    let pages_per_block = geometry.pages_per_block;
    let alpha_effective = alpha::effective(blocks, reserved_blocks, pages_per_block, u64::from(geometry.logical_pages));
    let (model, write_amplification) = match (experiment.workload_kind.as_str(), ftl.word("gc.policy")) {
        ("uniform", "greedy") => ("greedy", greedy::write_amplification(alpha_effective, pages_per_block)),
        ("uniform", "fifo") => ("FIFO", fifo::write_amplification(alpha_effective)),
        ("uniform", "random") => ("random victim", random::write_amplification(alpha_effective)),
        ("uniform", "d-choices") if ftl.flag("gc.replacement") => {
            let d = ftl.integer("gc.d") as u32;
            ("d-choices mean field", d_choices::write_amplification(alpha_effective, pages_per_block, d))
        }
        ("hotcold", "fifo") => {
            let [r, f] = ["hot_request_ratio", "hot_page_ratio"].map(|name| experiment.workload.number(name));
            if f <= 0.0 || f >= 1.0 {
                return None;
            }
            ("FIFO, hot and cold mixed", hot_cold::mixed(alpha_effective, r, f))
        }
        _ => return None,
    };
    Some(Reference { write_amplification, model, alpha_effective, reserved_blocks })
}

fn is_page_mapping_alone(experiment: &Experiment) -> bool {
    experiment.ftl_kind == "page"
        && experiment.buffer_kind == "none"
        && experiment.ftl.optional("gc.idle_below").is_none()
        && matches!(experiment.ftl.word("wear_leveling.kind"), "none" | "dynamic")
}

fn writes_single_pages_everywhere(experiment: &Experiment, geometry: &Geometry) -> bool {
    let workload = &experiment.workload;
    let everywhere = |pages: Option<u64>| pages.is_none_or(|pages| pages == u64::from(geometry.logical_pages));
    matches!(experiment.workload_kind.as_str(), "uniform" | "hotcold")
        && workload.integer("request_pages") == 1
        && workload.word("size.distribution") == "constant"
        && workload.number("write_ratio") > 0.0
        && everywhere(workload.optional("address_pages"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::device;
    use serde_json::{Value, json};

    fn reference(workload: Value, ftl: Value) -> Option<Reference> {
        let document = json!({
            "device": { "blocks_per_plane": 512, "over_provisioning": 0.25 }, "workload": workload, "ftl": ftl
        });
        let experiment = Experiment::new(&document, &[]).unwrap();
        write_amplification(&experiment, &device::geometry(&experiment.device).unwrap())
    }

    #[test]
    fn greedy_reserves_the_frontier_and_the_low_mark() {
        let found = reference(json!({ "kind": "uniform", "request_pages": 1 }), json!({})).unwrap();
        assert_eq!(found.reserved_blocks, 4);
        assert!((found.write_amplification - 2.672).abs() < 0.02, "{found:?}");
    }

    #[test]
    fn what_no_model_covers_has_none() {
        let uniform = || json!({ "kind": "uniform", "request_pages": 1 });
        assert_eq!(reference(json!({ "kind": "uniform", "request_pages": 2 }), json!({})), None);
        assert_eq!(reference(json!({ "kind": "zipf", "request_pages": 1 }), json!({})), None);
        assert_eq!(reference(uniform(), json!({ "gc": { "policy": "cost-benefit" } })), None);
        assert_eq!(reference(uniform(), json!({ "wear_leveling": { "kind": "static" } })), None);
        let part = json!({ "kind": "uniform", "request_pages": 1, "address_pages": 100 });
        assert_eq!(reference(part, json!({})), None);
    }
}
