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

/// A model's write amplification over room.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "TheoryCurve"))]
pub struct Curve {
    /// Which model it is.
    pub model: &'static str,
    /// α of the device.
    pub alpha: f64,
    /// α and the write amplification there, from little room to much.
    pub points: Vec<(f64, f64)>,
}

/// From what room a curve is drawn, in parts of the logical pages; each point has so many times the room of the one
/// before, since the curve is steepest where there is little. It ends at α = 2, or at the device.
const LEAST_ROOM: f64 = 0.02;
const ROOM_STEP: f64 = 1.08;
const MOST_ROOM: f64 = 1.0;

/// The reference for `experiment` on a device of `geometry`: single-page writes, uniform or hot and cold, to page
/// mapping. `None` where there is no model for it.
pub fn write_amplification(experiment: &Experiment, geometry: &Geometry) -> Option<Reference> {
    let model = model(experiment, geometry)?;
    let reserved_blocks = reserved_blocks(experiment, geometry);
    let alpha_effective = alpha_effective(geometry, reserved_blocks);
    Some(Reference {
        write_amplification: (model.at)(alpha_effective),
        model: model.name,
        alpha_effective,
        reserved_blocks,
    })
}

/// The same as a curve over α. `None` also where each point of it takes too long to be found.
pub fn curve(experiment: &Experiment, geometry: &Geometry) -> Option<Curve> {
    let model = model(experiment, geometry).filter(|model| model.is_quick)?;
    let alpha = alpha_effective(geometry, reserved_blocks(experiment, geometry));
    let most = MOST_ROOM.max(alpha - 1.0);
    let rooms = std::iter::successors(Some(LEAST_ROOM), |room| (*room < most).then_some(room * ROOM_STEP));
    let points = rooms.map(|room| 1.0 + room.min(most)).map(|alpha| (alpha, (model.at)(alpha))).collect();
    Some(Curve { model: model.name, alpha, points })
}

/// What gives the write amplification at an α.
struct Model {
    name: &'static str,
    /// Evaluated in no time, as closed forms are.
    is_quick: bool,
    at: Box<dyn Fn(f64) -> f64>,
}

impl Model {
    fn closed(name: &'static str, at: impl Fn(f64) -> f64 + 'static) -> Option<Self> {
        Some(Self { name, is_quick: true, at: Box::new(at) })
    }
}

fn model(experiment: &Experiment, geometry: &Geometry) -> Option<Model> {
    #[cfg(feature = "layers")]
    if !experiment.changes.is_empty() {
        return None;
    }
    if !is_page_mapping_alone(experiment) || !writes_single_pages_everywhere(experiment, geometry) {
        return None;
    }
    let ftl = &experiment.ftl;
    let pages_per_block = geometry.pages_per_block;
    match (experiment.workload_kind.as_str(), ftl.word("gc.policy")) {
        ("uniform", "greedy") => {
            Model::closed("greedy", move |alpha| greedy::write_amplification(alpha, pages_per_block))
        }
        ("uniform", "fifo") => Model::closed("FIFO", fifo::write_amplification),
        ("uniform", "random") => Model::closed("random victim", random::write_amplification),
        ("uniform", "d-choices") if ftl.flag("gc.replacement") => {
            let d = ftl.integer("gc.d") as u32;
            let at = Box::new(move |alpha| d_choices::write_amplification(alpha, pages_per_block, d));
            Some(Model { name: "d-choices mean field", is_quick: false, at })
        }
        ("hotcold", "fifo") => {
            let [r, f] = ["hot_request_ratio", "hot_page_ratio"].map(|name| experiment.workload.number(name));
            let is_skewed = f > 0.0 && f < 1.0;
            is_skewed.then(|| Model::closed("FIFO, hot and cold mixed", move |alpha| hot_cold::mixed(alpha, r, f)))?
        }
        _ => None,
    }
}

/// Blocks never full of user data: open ones and those that garbage collection keeps free.
fn reserved_blocks(experiment: &Experiment, geometry: &Geometry) -> u64 {
    let frontiers = 1 + u64::from(experiment.ftl.flag("gc.separate_frontier"));
    (frontiers + experiment.ftl.integer("gc.low")) * u64::from(geometry.planes())
}

fn alpha_effective(geometry: &Geometry, reserved_blocks: u64) -> f64 {
    let blocks = u64::from(geometry.blocks());
    alpha::effective(blocks, reserved_blocks, geometry.pages_per_block, u64::from(geometry.logical_pages))
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

    fn of<T>(workload: Value, ftl: Value, asked: fn(&Experiment, &Geometry) -> Option<T>) -> Option<T> {
        let document = json!({
            "device": { "blocks_per_plane": 512, "over_provisioning": 0.25 }, "workload": workload, "ftl": ftl
        });
        let experiment = Experiment::new(&document, &[]).unwrap();
        asked(&experiment, &device::geometry(&experiment.device).unwrap())
    }

    fn reference(workload: Value, ftl: Value) -> Option<Reference> {
        of(workload, ftl, write_amplification)
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

    #[test]
    fn the_curve_passes_the_device_and_falls_as_far_as_two() {
        let uniform = || json!({ "kind": "uniform", "request_pages": 1 });
        let Curve { alpha, points, .. } = of(uniform(), json!({}), curve).unwrap();
        let found = reference(uniform(), json!({})).unwrap();
        assert_eq!(alpha, found.alpha_effective);
        assert!(points.windows(2).all(|pair| pair[0].0 < pair[1].0 && pair[0].1 > pair[1].1), "{points:?}");
        let behind = points.iter().position(|point| point.0 > alpha).unwrap();
        assert!(points[behind - 1].1 > found.write_amplification && found.write_amplification > points[behind].1);
        assert_eq!(points.last().unwrap().0, 2.0);
    }

    #[test]
    fn what_takes_long_to_find_is_no_curve() {
        let d_choices = || json!({ "gc": { "policy": "d-choices", "replacement": true } });
        let uniform = || json!({ "kind": "uniform", "request_pages": 1 });
        assert!(reference(uniform(), d_choices()).is_some());
        assert_eq!(of(uniform(), d_choices(), curve), None);
    }

    /// The reference of uniform writes under FIFO, with these fields besides.
    fn with(fields: &[(&str, Value)]) -> Option<Reference> {
        let document = json!({
            "device": { "blocks_per_plane": 512, "over_provisioning": 0.25 },
            "workload": { "kind": "uniform", "request_pages": 1 },
            "ftl": { "gc": { "policy": "fifo" } },
        });
        let fields: Vec<(String, Value)> = fields.iter().map(|(path, value)| ((*path).into(), value.clone())).collect();
        let experiment = Experiment::new(&document, &fields).unwrap();
        write_amplification(&experiment, &device::geometry(&experiment.device).unwrap())
    }

    #[test]
    fn every_plane_reserves_its_frontiers_and_its_low_mark() {
        let reserved = |fields: &[(&str, Value)]| with(fields).unwrap().reserved_blocks;
        assert_eq!(reserved(&[]), 4);
        assert_eq!(reserved(&[("ftl.gc.separate_frontier", json!(true))]), 5);
        assert_eq!(reserved(&[("device.channels", json!(3)), ("ftl.gc.low", json!(5)), ("ftl.gc.high", json!(6))]), 18);
    }

    #[test]
    fn each_condition_of_a_model_is_asked_for() {
        for (path, value, is_covered) in [
            ("workload.address_pages", json!(100), false),
            ("workload.address_pages", json!(409 * 64), true),
            ("workload.write_ratio", json!(0.001), true),
            ("workload.write_ratio", json!(0), false),
            ("workload.size.distribution", json!("exponential"), false),
            ("buffer.kind", json!("lru"), false),
            ("ftl.gc.idle_below", json!(8), false),
            ("run.changes", json!([{ "request": 5, "set": { "workload.write_ratio": 0.5 } }]), false),
        ] {
            assert_eq!(with(&[(path, value.clone())]).is_some(), is_covered, "{path} = {value}");
        }
        let d_choices = |replacement: bool| {
            with(&[("ftl.gc.policy", json!("d-choices")), ("ftl.gc.replacement", json!(replacement))])
        };
        assert!(d_choices(true).is_some() && d_choices(false).is_none());
        let skewed = |ratio: f64| {
            with(&[("workload.kind", json!("hotcold")), ("workload.hot_page_ratio", json!(ratio))]).is_some()
        };
        assert_eq!([0.0, 0.2, 1.0].map(skewed), [false, true, false]);
    }
}
