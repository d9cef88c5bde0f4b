//! Which times are those of a queue that only grows: requests came faster than a system serves them, and how long the run is decides them.

use super::condition::{Condition, Test};
use super::figure::Figure;
use serde_json::Value;

/// What the word means; printed where it occurs.
pub(super) const DEFINITION: &str = "Saturated: the mean response of the last quarter of the requests is more than 1.5 times that of the second, and a \
                                     backlog is left at the end. A run whose queue is long from its start is not marked.";

/// What of `series`, the curves as they are told, a condition compares that is saturated: `DFTL saturated at 128 pages`. None where
/// nothing is, or what is compared is no response time.
pub(super) fn of_condition(figure: &Figure, condition: &Condition, series: &Value) -> Option<String> {
    let is_of_all_panels = matches!(condition.test, Test::Mostly(_));
    let panel = figure.panel(condition.panel).and_then(|at| figure.panels.get(at)).map(|panel| panel.id);
    let panels: Vec<&str> = match is_of_all_panels {
        true => figure.panels.iter().map(|panel| panel.id).collect(),
        false => panel.into_iter().collect(),
    };
    let is_time = condition.metric.is_response_time();
    is_time.then(|| words(figure, &panels, &condition.systems(), |x| condition.points.has(x), series)).flatten()
}

/// The same of the curves of `systems` in `panels`, where the axis is as `is_meant` says.
pub(super) fn words(
    figure: &Figure,
    panels: &[&str],
    systems: &[&'static str],
    is_meant: impl Fn(f64) -> bool,
    series: &Value,
) -> Option<String> {
    let curves = || series.as_array().into_iter().flatten();
    let told = |system: &&'static str| {
        let of_system =
            |curve: &&Value| curve["system"] == **system && panels.iter().any(|panel| curve["panel"] == *panel);
        let mut places: Vec<f64> = curves().filter(of_system).flat_map(saturated).filter(|&x| is_meant(x)).collect();
        places.sort_by(f64::total_cmp);
        places.dedup();
        let at = figure.x.between_all(&places);
        (!places.is_empty()).then(|| format!("{} saturated at {at}", figure.system_title(system)))
    };
    let told: Vec<String> = systems.iter().filter_map(told).collect();
    (!told.is_empty()).then(|| told.join(", "))
}

fn saturated(curve: &Value) -> Vec<f64> {
    let all = |key: &str| curve[key].as_array().into_iter().flatten();
    all("x").zip(all("saturated")).filter(|(_, flag)| **flag == true).filter_map(|(x, _)| x.as_f64()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::find;
    use serde_json::json;

    #[test]
    fn what_is_saturated_is_told_of_times_where_it_is_compared() {
        let figure = find("clash-size").unwrap();
        let curve = |system: &str, flags: [bool; 3]| json!({ "panel": "all", "system": system, "x": [4, 64, 128], "saturated": flags });
        let series = json!([curve("clash", [false; 3]), curve("dftl", [false, true, true])]);
        let told: Vec<Option<String>> =
            figure.claims[0].conditions.iter().map(|condition| of_condition(figure, condition, &series)).collect();
        assert_eq!(told[0].as_deref(), Some("DFTL saturated at 64 and 128 pages"));
        assert_eq!(told[2], None, "its points are 4 and 8 pages");
        assert_eq!(told[4].as_deref(), Some("DFTL saturated at 128 pages"), "growth is from 4 to 128 pages");
        assert_eq!((&told[1], &told[7]), (&None, &None), "page mapping is not, and erases do not wait");
    }
}
