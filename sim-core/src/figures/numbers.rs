//! A paper's numbers beside ours: what it says of a stretch of a chart, and what our curves are there, in the same words and the same unit.

use super::axis::Axis;
use super::claimed_place::{ClaimedPlace, Level, Says};
use super::crossing::{Pair, crossings, pairs};
use super::figure::{Figure, Panel};
use super::json::claim::Number;
use super::metric::Metric;
use super::number_words::{as_stated, between, differences, is_multiple, multiple, percent, share_of};
use super::points::Point;
use super::saturation;
use crate::base::text::three_digits;
use serde_json::Value;

/// What `claim` of `figure` says in numbers, each beside ours of `series`, the curves as they are told. Where a curve is not there, or a claim
/// names no place, there is nothing.
pub fn of(figure: &'static Figure, claim: &str, series: &Value) -> Vec<Number> {
    let places: Vec<&ClaimedPlace> =
        figure.claims.iter().filter(|known| known.id == claim).flat_map(|known| known.places).collect();
    let mut numbers = Vec::new();
    let mut left = &places[..];
    while let [place, later @ ..] = left {
        // The least and the most of the same curve are one range.
        let most = later.first().filter(|next| next.says.is_most_beside(place.says) && next.is_where(place));
        left = &later[usize::from(most.is_some())..];
        numbers.extend(beside(figure, place, most.copied(), series));
    }
    numbers
}

/// So many panels are told one by one; more, in one range.
const TOLD_APART: usize = 3;

/// One place, with the `most` that the paper gives beside the least: a number for each panel that it is in, or one for all of them.
fn beside(figure: &'static Figure, place: &ClaimedPlace, most: Option<&ClaimedPlace>, series: &Value) -> Vec<Number> {
    let panels: Vec<&Panel> =
        figure.panels.iter().filter(|panel| place.panel.is_none_or(|id| id == panel.id)).collect();
    let groups: Vec<&[&Panel]> = match panels.len() > TOLD_APART && place.is_of_points() {
        true => vec![&panels[..]],
        false => panels.chunks(1).collect(),
    };
    let number = |panels: &&[&Panel]| {
        let of = place.of.or(figure.systems.first().map(|system| system.id))?;
        let curves = |system: &str| -> Vec<Vec<Point>> {
            panels.iter().map(|panel| curve(series, panel.id, system, place.metric)).collect()
        };
        let (all, than) = (curves(of), place.against.map(curves).unwrap_or_default());
        let systems: Vec<&'static str> = std::iter::once(of).chain(place.against).collect();
        let ids: Vec<&str> = panels.iter().map(|panel| panel.id).collect();
        let is_time = place.metric.is_response_time();
        let saturated = is_time.then(|| saturation::words(figure, &ids, &systems, |x| place.has(x), series)).flatten();
        let ours = [ours(figure, place, &all, &than)?].into_iter().chain(saturated).collect::<Vec<_>>().join(", ");
        let against = place.against.map(|id| format!(" against {}", figure.system_title(id))).unwrap_or_default();
        let panel = match panels {
            [panel] if panel.title.is_empty() => String::new(),
            [panel] => format!(", {}", panel.title),
            several => format!(", {} to {}", several[0].title, several[several.len() - 1].title),
        };
        Some(Number {
            what: format!("{} of {}{against}{panel}", place.metric.title(), figure.system_title(of)),
            paper: paper(figure, place, most),
            ours,
        })
    };
    groups.iter().filter_map(number).collect()
}

fn curve(series: &Value, panel: &str, system: &str, metric: Metric) -> Vec<Point> {
    let all = series.as_array().into_iter().flatten();
    let Some(found) = all.into_iter().find(|one| one["panel"] == panel && one["system"] == system) else {
        return Vec::new();
    };
    let numbers = |key: &str| found[key].as_array().cloned().unwrap_or_default();
    let point = |(x, value): (Value, Value)| Some(Point { x: x.as_f64()?, value: value.as_f64()? });
    numbers("x").into_iter().zip(numbers(metric.id())).filter_map(point).collect()
}

/// Whether more of it is better.
fn is_gain(metric: Metric) -> bool {
    matches!(metric, Metric::Bandwidth | Metric::Kiops | Metric::MapHits)
}

fn paper(figure: &Figure, place: &ClaimedPlace, most: Option<&ClaimedPlace>) -> String {
    let (better, worse) = if is_gain(place.metric) { ("higher", "lower") } else { ("lower", "higher") };
    let level = |level: Level| match level {
        Level::Value(value) | Level::Size(value) => as_stated(value, place.metric),
        Level::Share(of, share) => format!("{} {}'s", share_of(share), figure.system_title(of)),
    };
    let least_of = |words: String| words.split(' ').next().unwrap_or_default().to_string();
    let most = most.and_then(|most| most.says.level()).map(level);
    let words = match place.says {
        Says::AtLeast(least) if most.is_some() => {
            format!("{} to {}", least_of(level(least)), most.unwrap_or_default())
        }
        Says::Ahead => better.into(),
        Says::AheadBy(gain) => format!("{} {better}", gain.words()),
        Says::Behind => worse.into(),
        Says::Equal => "the same".into(),
        Says::Near => "about the same".into(),
        Says::Flat => "hardly changes".into(),
        Says::AtLeast(value) => format!("at least {}", level(value)),
        Says::AtMost(value) => format!("at most {}", level(value)),
        Says::About(value) => level(value),
        Says::Times(system, from, to) => {
            format!("{} to {} times {}'s", three_digits(from), three_digits(to), figure.system_title(system))
        }
    };
    let words = place.wording.map_or(words, String::from);
    let remark = place.remark.map(|remark| format!(", {remark}")).unwrap_or_default();
    format!("{words}{}{remark}", whereabouts(&figure.x, place))
}

/// ` above 40 %`, ` from 40 % on`, ` at 80 %`; nothing where it is all of the axis.
fn whereabouts(axis: &Axis, place: &ClaimedPlace) -> String {
    let words = |x| axis.named(x);
    match place.over {
        [Some(from), Some(to)] if from == to => format!(" at {}", words(from)),
        [Some(from), Some(to)] => format!(" from {} to {}", axis.label(from), words(to)),
        [Some(from), None] if place.with_edge => format!(" from {} on", words(from)),
        [Some(from), None] => format!(" above {}", words(from)),
        [None, Some(to)] if place.with_edge => format!(" up to {}", words(to)),
        [None, Some(to)] => format!(" below {}", words(to)),
        [None, None] => String::new(),
    }
}

/// `all` and `than` are curves, panel by panel.
fn ours(figure: &Figure, place: &ClaimedPlace, all: &[Vec<Point>], than: &[Vec<Point>]) -> Option<String> {
    let both: Vec<Pair> = all.iter().zip(than).flat_map(|(all, than)| pairs(all, than)).collect();
    let named: Vec<Pair> = both.iter().copied().filter(|pair| place.has(pair.x)).collect();
    let values: Vec<f64> = all.iter().flatten().filter(|point| place.has(point.x)).map(|point| point.value).collect();
    let ratios = || named.iter().map(Pair::ratio);
    match place.says {
        Says::Ahead | Says::AheadBy(_) | Says::Behind | Says::Equal | Says::Near => {
            let (low, high) = range(ratios())?;
            let crossing = crossing(figure, place, &both);
            Some(format!("{}{crossing}", differences(low, high)))
        }
        Says::Flat => {
            let (low, high) = range(values.iter().copied())?;
            Some(match low > 0.0 {
                true => format!("within \u{d7} {:.3}: {}", high / low, between(low, high, place.metric)),
                false => between(low, high, place.metric),
            })
        }
        Says::AtLeast(Level::Share(..)) | Says::AtMost(Level::Share(..)) | Says::About(Level::Share(..)) => {
            let (low, high) = range(ratios())?;
            let [low, high] = [low, high].map(|share| as_the_paper(share, place.says));
            Some(if low == high { low } else { format!("{low} to {high}") })
        }
        Says::Times(..) => {
            let (low, high) = range(ratios())?;
            let [low, high] = [low, high].map(multiple);
            Some(if low == high { low } else { format!("{low} to {high}") })
        }
        Says::AtLeast(_) | Says::AtMost(_) | Says::About(_) => {
            let (low, high) = range(values.iter().copied())?;
            Some(between(low, high, place.metric))
        }
    }
}

/// Where the curves cross, if the paper says where: that is a number of its own.
fn crossing(figure: &Figure, place: &ClaimedPlace, both: &[Pair]) -> String {
    let asked = match place.over {
        [Some(edge), None] | [None, Some(edge)] => Some(edge),
        // Of a point, or of a stretch between two, no crossing is said.
        [Some(_), Some(_)] | [None, None] => None,
    };
    let Some(asked) = asked else { return String::new() };
    let axis = &figure.x;
    let found = crossings(both, axis.scale, figure.scale(place.metric));
    let apart = |x: &f64| (axis.scale.place(*x) - axis.scale.place(asked)).abs();
    match found.iter().min_by(|a, b| apart(a).total_cmp(&apart(b))) {
        Some(nearest) if axis.is_share() => format!(", crossing at {}", axis.between(*nearest)),
        Some(nearest) => format!(", crossing at {}", axis.named((nearest * 100.0).round() / 100.0)),
        None => ", never crossing".into(),
    }
}

/// A share of ours in the form in which the paper gives its own: `80 %` beside a part, `× 1.06` beside a multiple.
fn as_the_paper(share: f64, says: Says) -> String {
    match says {
        Says::AtLeast(Level::Share(_, paper))
        | Says::AtMost(Level::Share(_, paper))
        | Says::About(Level::Share(_, paper))
            if is_multiple(paper) =>
        {
            multiple(share)
        }
        _ => percent(share),
    }
}

fn range(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let values: Vec<f64> = values.filter(|value| value.is_finite()).collect();
    let low = values.iter().copied().min_by(f64::total_cmp)?;
    let high = values.iter().copied().max_by(f64::total_cmp)?;
    Some((low, high))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::find;
    use serde_json::json;

    fn numbers(claim: &str, clash: [f64; 4], rival: [f64; 4]) -> Vec<(String, String, String)> {
        let x = [0.0, 0.3, 0.5, 1.0];
        let curve = |system: &str, values: [f64; 4]| json!({ "panel": "all", "system": system, "x": x, "mean_response_ms": values, "erases": values });
        let series = json!([curve("clash", clash), curve("dftl", rival), curve("fast", rival)]);
        of(find("clash-seq").unwrap(), claim, &series).into_iter().map(|one| (one.what, one.paper, one.ours)).collect()
    }

    #[test]
    fn a_crossing_and_a_gain_stand_beside_what_the_paper_says() {
        let told = numbers("C1", [40.0, 30.0, 18.0, 2.0], [30.0, 25.0, 20.0, 8.0]);
        let expected = (
            "mean response of C-lash against DFTL",
            "lower above 40 %",
            "10 % lower to 75 % lower, crossing at 44.3 %",
        );
        assert_eq!(told, [(expected.0.into(), expected.1.into(), expected.2.into())]);
    }

    #[test]
    fn an_edge_that_is_not_claimed_is_not_told() {
        // At 50 % it is 10 % slower: the paper speaks of more.
        let told = numbers("C3", [20.0, 20.0, 22.0, 10.0], [20.0; 4]);
        assert_eq!(told[0].1, "lower above 50 %");
        assert_eq!(told[0].2, "50 % lower, crossing at 58.3 %");
    }

    #[test]
    fn a_stretch_between_two_sizes_keeps_both_and_has_no_crossing() {
        let curve = |system: &str, log: [f64; 4]| json!({ "panel": "desktop", "system": system, "x": [64, 128, 256, 512], "rehearsal_log_bytes": log });
        let series = json!([curve("3000", [90.0, 99.0, 107.0, 80.0]), curve("all", [100.0; 4])]);
        let told = of(find("lbuffer-early-deletion").unwrap(), "L8", &series);
        let [_, hardly] = &told[..] else { panic!("{} numbers", told.len()) };
        assert_eq!((&*hardly.paper, &*hardly.ours), ("about the same from 128 to 256 MiB", "7 % higher to 1 % lower"));
    }

    #[test]
    fn one_range_is_told_once_and_many_panels_together() {
        let figure = find("ttflash-tail").unwrap();
        let series: Vec<Value> = figure
            .panels
            .iter()
            .flat_map(|panel| {
                let slower = if panel.id == "tpcc" { 107.0 } else { 52.0 };
                [("base", slower), ("ttflash", 1.0), ("nogc", 1.0)].map(|(system, ms)| {
                    json!({ "panel": panel.id, "system": system, "x": [10, 100, 1000], "read_tail_ms": [9.0, ms, ms] })
                })
            })
            .collect();
        let told: Vec<String> = of(figure, "T2", &json!(series))
            .into_iter()
            .map(|Number { what, paper, ours }| format!("{what}: {paper}: {ours}"))
            .collect();
        assert_eq!(
            told,
            [
                "read latency of ttFlash against NoGC, DAPPS to TPCC: at most 2.6 times NoGC's from P99 on: × 1",
                "read latency of Base against NoGC, DAPPS to TPCC: 5 to 138 times NoGC's from P99 on: × 52 to × 107"
            ]
        );
        let panel = |system: &str, blocked: f64| json!({ "panel": "all", "system": system, "x": [1, 2], "blocked": [blocked, 0.0] });
        let shares = of(find("ttflash-blocked").unwrap(), "T3", &json!([panel("base", 2.4), panel("ttflash", 0.0)]));
        let told: Vec<&str> = shares.iter().map(|number| number.paper.as_str()).collect();
        assert_eq!(told, ["2 to 7 %", "0.003 to 0.7 %"]);
    }

    #[test]
    fn curves_that_never_cross_say_so_and_missing_ones_say_nothing() {
        let told = numbers("C3", [20.0; 4], [25.0; 4]);
        assert_eq!(told[0].2, "20 % lower, never crossing");
        assert_eq!(told[1], ("erases of C-lash against FAST".into(), "lower".into(), "20 % lower".into()));
        assert!(of(find("clash-seq").unwrap(), "C1", &json!([])).is_empty());
    }

    #[test]
    fn a_share_stands_beside_the_papers_in_the_same_form() {
        let says = |paper| Says::AtMost(Level::Share("nogc", paper));
        assert_eq!(
            [0.9899, 1.0648, 61.108].map(|share| as_the_paper(share, says(2.6))),
            ["\u{d7} 0.99", "\u{d7} 1.06", "\u{d7} 61.1"]
        );
        assert_eq!(as_the_paper(0.803, says(0.8)), "80 %");
    }
}
