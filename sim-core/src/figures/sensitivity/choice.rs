//! The choices that are varied, and what a figure's runs say of each.

use crate::base::text::grouped;
use crate::figures::axis::{Case, Sets};
use crate::figures::by::By;
use crate::figures::figure::Figure;
use serde_json::{Map, Value, json};

/// A choice of an experiment's settings.
#[derive(Debug)]
pub(super) struct Choice {
    /// Its word.
    pub id: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// Where it stands in an experiment: of these fields the first that says a number.
    fields: &'static [Field],
    /// What its values are multiplied by where little work is to be done.
    quick: &'static [f64],
    /// The same otherwise.
    full: &'static [f64],
    /// Values below this are what a system needs, and no choice.
    least: f64,
    /// What carries out runs in which it matters.
    by: &'static [By],
}

#[derive(Debug)]
struct Field {
    path: &'static str,
    /// What is multiplied likewise.
    with: &'static [&'static str],
    /// Whether it is a distance in time: a rate twice as high halves it.
    is_time: bool,
    words: fn(f64) -> String,
}

/// The rate of requests beside a reader that waits for its own.
const WRITE_RATE: &str = "workload.write_rate";

/// All of them but the seeds, which are no setting of this kind.
pub(super) const CHOICES: &[Choice] = &[
    Choice {
        id: "length",
        title: "length of the run",
        fields: &[Field {
            path: "workload.requests",
            with: &["run.warmup_requests", "workload.writes_before"],
            is_time: false,
            words: |requests| format!("{} requests", whole(requests)),
        }],
        quick: &[0.5, 2.0],
        full: &[0.25, 0.5, 2.0, 4.0],
        least: 0.0,
        by: &[By::Device, By::Cache],
    },
    Choice {
        id: "size",
        title: "device size",
        fields: &[
            Field { path: "device.logical_bytes", with: &[], is_time: false, words: bytes },
            Field {
                path: "device.blocks_per_plane",
                with: &["ftl.gc_start", "workload.address_pages", "run.aged_pages"],
                is_time: false,
                words: |blocks| format!("{} blocks a plane", whole(blocks)),
            },
        ],
        quick: &[0.5, 2.0],
        full: &[0.25, 0.5, 2.0],
        least: 0.0,
        by: &[By::Device, By::Cache, By::Memory, By::Directory],
    },
    Choice {
        id: "spare",
        title: "over-provisioning",
        fields: &[Field { path: "device.over_provisioning", with: &[], is_time: false, words: percent }],
        quick: &[0.8, 1.25],
        full: &[0.6, 0.8, 1.25, 1.6],
        least: 0.01,
        by: &[By::Device],
    },
    Choice {
        id: "rate",
        title: "arrival rate",
        fields: &[
            Field { path: WRITE_RATE, with: &[], is_time: false, words: per_second },
            Field { path: "workload.rate", with: &[], is_time: false, words: per_second },
            Field {
                path: "workload.inter_arrival_ms.mean",
                with: &[],
                is_time: true,
                words: |ms| format!("one every {} ms", decimals(ms)),
            },
        ],
        quick: &[0.5, 2.0],
        full: &[0.2, 0.5, 2.0, 4.0],
        least: 0.0,
        by: &[By::Device],
    },
];

/// The seeds.
pub(super) const SEEDS: &[u64] = &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/// So many of them where little work is to be done.
pub(super) const SEEDS_QUICK: usize = 5;

impl Choice {
    /// What its values are multiplied by, 1 among them, in ascending order.
    pub(super) fn factors(&self, quick: bool) -> Vec<f64> {
        let mut factors = [if quick { self.quick } else { self.full }, &[1.0]].concat();
        factors.sort_unstable_by(f64::total_cmp);
        factors
    }

    /// Whether `figure` leaves it to be made: its axis, panels and cases are about something else.
    pub(super) fn is_open_in(&self, figure: &Figure) -> bool {
        let of_axis = match figure.x.sets {
            Sets::Field(path, _) => vec![path],
            Sets::Cases(cases) => cases.iter().filter_map(|Case { number, .. }| number.map(|(path, _)| path)).collect(),
            Sets::Sessions | Sets::Tail | Sets::FreeChunks => Vec::new(),
        };
        !self.fields.iter().any(|field| of_axis.contains(&field.path))
    }

    /// Its value in `filled`, an experiment with every field, that `by` carries out; none where it is no choice there.
    pub(super) fn value(&self, filled: &Value, by: By) -> Option<f64> {
        self.field(filled, by).map(|(_, value)| value)
    }

    /// `filled`'s value, `factor` times as much, in words.
    pub(super) fn words(&self, filled: &Value, by: By, factor: f64) -> Option<String> {
        self.field(filled, by).map(|(field, value)| (field.words)(field.times(value, factor)))
    }

    /// The same of a value that was computed between two that were tried: in three digits, since more of them would say nothing.
    pub(super) fn words_about(&self, filled: &Value, by: By, factor: f64) -> Option<String> {
        self.field(filled, by).map(|(field, value)| (field.words)(in_three_digits(field.times(value, factor))))
    }

    /// Puts `factor` times `filled`'s value into `document`; nothing where it is no choice there.
    pub(super) fn assign(&self, document: &mut Map<String, Value>, filled: &Value, by: By, factor: f64) {
        let Some((field, _)) = self.field(filled, by) else { return };
        for path in [field.path].iter().chain(field.with) {
            let Some(value) = at(filled, path) else { continue };
            let value = field.times(value, factor);
            let is_whole = at_path(filled, path).is_some_and(Value::is_u64);
            let value = if is_whole { json!(value.round() as u64) } else { json!((value * 1e6).round() / 1e6) };
            crate::experiment::document::insert(document, path, value);
        }
    }

    fn field(&self, filled: &Value, by: By) -> Option<(&Field, f64)> {
        if !self.by.contains(&by) {
            return None;
        }
        // Requests that wait for each other come as fast as they are served.
        let is_closed = self.id == "rate" && at(filled, "workload.queue_depth").is_some();
        let stated = self.fields.iter().filter(|field| !is_closed || field.path == WRITE_RATE);
        let mut known = stated.filter_map(|field| at(filled, field.path).map(|value| (field, value)));
        known.next().filter(|(_, value)| *value > self.least)
    }
}

impl Field {
    fn times(&self, value: f64, factor: f64) -> f64 {
        if self.is_time { value / factor } else { value * factor }
    }
}

fn at_path<'a>(document: &'a Value, path: &str) -> Option<&'a Value> {
    document.pointer(&format!("/{}", path.replace('.', "/")))
}

fn at(document: &Value, path: &str) -> Option<f64> {
    at_path(document, path).and_then(Value::as_f64)
}

fn whole(value: f64) -> String {
    grouped(value.round() as u64)
}

/// At most two decimals, of three digits at the most, none that say nothing.
fn decimals(value: f64) -> String {
    match value {
        100.0.. => format!("{value:.0}"),
        10.0.. => format!("{value:.1}").trim_end_matches('0').trim_end_matches('.').into(),
        _ => format!("{value:.2}").trim_end_matches('0').trim_end_matches('.').into(),
    }
}

fn in_three_digits(value: f64) -> f64 {
    let mut unit = 1.0;
    while value / unit >= 1000.0 {
        unit *= 10.0;
    }
    if unit > 1.0 { (value / unit).round() * unit } else { value }
}

fn bytes(value: f64) -> String {
    let [mib, gib] = [20, 30].map(|power| value / f64::from(1_u32 << power));
    if gib >= 1.0 { format!("{} GiB", decimals(gib)) } else { format!("{} MiB", decimals(mib)) }
}

fn percent(share: f64) -> String {
    format!("{} %", decimals(share * 100.0))
}

fn per_second(rate: f64) -> String {
    format!("{} requests/s", decimals(rate))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(id: &str) -> &'static Choice {
        CHOICES.iter().find(|choice| choice.id == id).unwrap()
    }

    #[test]
    fn values_are_multiplied_and_told_with_their_unit() {
        let filled = json!({
            "device": { "logical_bytes": 1 << 30, "over_provisioning": 0.055 },
            "workload": { "requests": 60_000, "queue_depth": null, "inter_arrival_ms": { "mean": 200.0 } },
            "run": { "warmup_requests": 6000 },
        });
        let words = |id, factor| choice(id).words(&filled, By::Device, factor).unwrap();
        assert_eq!(words("length", 2.0), "120\u{202f}000 requests");
        assert_eq!([words("size", 0.5), words("size", 2.0)], ["512 MiB", "2 GiB"]);
        assert_eq!(words("spare", 0.8), "4.4 %");
        assert_eq!(words("rate", 4.0), "one every 50 ms");
        let mut document = Map::new();
        choice("length").assign(&mut document, &filled, By::Device, 0.5);
        choice("rate").assign(&mut document, &filled, By::Device, 0.5);
        let expected = json!({
            "workload": { "requests": 30_000, "inter_arrival_ms": { "mean": 400.0 } },
            "run": { "warmup_requests": 3000 },
        });
        assert_eq!(Value::Object(document), expected);
    }

    #[test]
    fn what_is_said_in_blocks_and_pages_grows_with_the_device() {
        let filled = json!({
            "device": { "logical_bytes": null, "blocks_per_plane": 64 },
            "ftl": { "gc_start": 19 },
            "workload": { "address_pages": 300_000 },
            "run": { "aged_pages": 300_000 },
        });
        let mut document = Map::new();
        choice("size").assign(&mut document, &filled, By::Device, 0.5);
        let expected = json!({
            "device": { "blocks_per_plane": 32 },
            "ftl": { "gc_start": 10 },
            "workload": { "address_pages": 150_000 },
            "run": { "aged_pages": 150_000 },
        });
        assert_eq!(Value::Object(document), expected);
    }

    #[test]
    fn what_a_system_needs_or_nothing_carries_out_is_no_choice() {
        let filled = json!({
            "device": { "logical_bytes": null, "blocks_per_plane": 64, "over_provisioning": 0.001 },
            "workload": { "queue_depth": 1, "rate": 74.0 },
        });
        assert_eq!(choice("spare").value(&filled, By::Device), None, "log blocks and no more");
        assert_eq!(choice("rate").value(&filled, By::Device), None, "one at a time");
        assert_eq!(choice("size").words(&filled, By::Device, 2.0).unwrap(), "128 blocks a plane");
        assert_eq!(choice("size").value(&filled, By::HostLimit), None);
    }

    #[test]
    fn a_figures_axis_is_no_choice_of_it() {
        let open = |figure: &str| {
            let figure = crate::figures::find(figure).unwrap();
            CHOICES.iter().filter(|choice| choice.is_open_in(figure)).map(|choice| choice.id).collect::<Vec<_>>()
        };
        assert_eq!(open("clash-seq"), ["length", "size", "spare", "rate"]);
        assert_eq!(open("clash-count"), ["size", "spare", "rate"]);
        assert_eq!(open("clash-flash"), ["length", "spare", "rate"]);
    }
}
