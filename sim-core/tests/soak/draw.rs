//! A case out of a number.

use super::{changes, device, value};
use crate::support::device::request;
use serde_json::{Value, json};
use sim_core::assembly::initial;
use sim_core::base::error::Error;
use sim_core::base::request::{HostOp, Request};
use sim_core::base::rng::{Component, Rng};
use sim_core::experiment::catalogue;
use sim_core::experiment::document::Experiment;
use sim_core::ftl::LAYERS;
use sim_core::machine::Machine;
use sim_core::workload::source::Source;
use std::fmt::{Display, Formatter};

/// A device, what it is asked for, and when power is cut.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub layer: String,
    pub buffer: String,
    pub clock: &'static str,
    pub settings: Vec<(String, Value)>,
    pub requests: Vec<Request>,
    /// What `run.changes` lists.
    pub changes: Vec<Value>,
    pub cut: u64,
}

/// Settings that are numbers of requests, rather than small.
const REQUESTS: [&str; 2] = ["ftl.kill_at", "ftl.second_at"];
/// The most requests of a case.
const REQUESTS_MAX: u64 = 240;
/// So often a device that is refused is mended as the refusal proposes.
const MENDED_MAX: usize = 64;

impl Display for Case {
    fn fmt(&self, to: &mut Formatter<'_>) -> std::fmt::Result {
        for (path, value) in &self.settings {
            write!(to, "--set {path}={value} ")?;
        }
        if !self.changes.is_empty() {
            write!(to, "--set run.changes={}", json!(self.changes))?;
        }
        writeln!(to, "\npower cut at operation {}; requests:", self.cut)?;
        for Request { arrival_ns, op, sector, sectors } in &self.requests {
            writeln!(to, "  {arrival_ns} ns {op:?} {sectors} from {sector}")?;
        }
        Ok(())
    }
}

impl Case {
    /// The case of that number; none where no device came of it.
    pub(super) fn drawn(seed: u64) -> Option<Self> {
        let rng = &mut Rng::new(seed, Component::Workload);
        let schema = serde_json::to_value(catalogue::schema()).unwrap();
        let chosen = |layer: &Value| LAYERS.iter().any(|entry| layer["kind"] == entry.info.kind);
        let layers: Vec<Value> =
            schema["ftl"].as_array().unwrap().iter().filter(|layer| chosen(layer)).cloned().collect();
        let layer = one_of(&layers, rng).clone();
        let buffers = schema["buffer"].as_array().unwrap();
        // Half of all devices have none, which is the first.
        let buffer = if rng.below(2) == 0 { &buffers[0] } else { one_of(buffers, rng) };
        let (layer_kind, buffer_kind) = (text(&layer["kind"]), text(&buffer["kind"]));
        let clock = if layer_kind == "ttflash" || rng.below(2) == 0 { "event" } else { "serial" };
        let mut settings = device::drawn(&layer_kind, clock, rng);
        settings.push(("ftl.kind".into(), layer["kind"].clone()));
        settings.push(("buffer.kind".into(), buffer["kind"].clone()));
        for (section, component) in [("ftl", &layer), ("buffer", buffer)] {
            for setting in component["parameters"].as_array().into_iter().flatten() {
                let path = format!("{section}.{}", text(&setting["name"]));
                let is_memory = path.ends_with("_bytes");
                if !is_memory && rng.below(2) == 0 {
                    continue;
                }
                let value = match REQUESTS.contains(&path.as_str()) {
                    true => Some(json!(rng.below(REQUESTS_MAX))),
                    false => value::drawn(setting, rng),
                };
                settings.extend(value.map(|value| (path, value)));
            }
        }
        let cut = 1 + rng.below(500);
        let (requests, changes) = (Vec::new(), Vec::new());
        let mut case = Self { layer: layer_kind, buffer: buffer_kind, clock, settings, requests, changes, cut };
        let device = case.mended()?;
        let geometry = &device.core.nand.geometry;
        case.requests = self::requests(u64::from(geometry.logical_pages), geometry.sectors_per_page(), rng);
        changes::draw(&mut case, &schema, rng);
        Some(case)
    }

    /// The device, with these settings more.
    pub(super) fn device(&self, more: &[(&str, Value)]) -> Result<Machine, Error> {
        let changes = [("run.changes", json!(self.changes))];
        let more = changes.iter().chain(more).map(|(path, value)| ((*path).into(), value.clone()));
        let settings: Vec<(String, Value)> = self.settings.iter().cloned().chain(more).collect();
        initial::machine(&Experiment::new(&json!({}), &settings)?, Source::listed(self.requests.clone()), true)
    }

    /// Whether it has a buffer, at the beginning or later.
    pub(super) fn is_buffered(&self) -> bool {
        self.buffer != "none" || self.changes.iter().any(|change| change["set"].get("buffer.kind").is_some())
    }

    /// Puts what refusals propose in the place of what they refuse, and where they propose nothing leaves out what was set last, until
    /// none comes.
    fn mended(&mut self) -> Option<Machine> {
        for _ in 0..MENDED_MAX {
            match self.device(&[]) {
                Ok(device) => return Some(device),
                Err(Error::Value { field, nearest: Some(nearest), .. }) => {
                    let value = serde_json::from_str(&nearest).unwrap_or(Value::String(nearest));
                    self.settings.push((field, value));
                }
                Err(_) => self.leave_out_one()?,
            }
        }
        None
    }

    /// Of layer and buffer; none where nothing is left but which they are.
    fn leave_out_one(&mut self) -> Option<()> {
        let may_go = |path: &str| !path.starts_with("device.") && !path.starts_with("run.") && !path.ends_with(".kind");
        let last = self.settings.iter().rposition(|(path, _)| may_go(path))?;
        self.settings.remove(last);
        Some(())
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().into()
}

pub(super) fn one_of<'a, T>(all: &'a [T], rng: &mut Rng) -> &'a T {
    &all[rng.below(all.len() as u64) as usize]
}

/// Mostly writes, half of them to an eighth of the pages.
fn requests(pages: u64, sectors_per_page: u32, rng: &mut Rng) -> Vec<Request> {
    let (count, gap_ns) = (40 + rng.below(REQUESTS_MAX - 40), *one_of(&[0, 200_000, 3_000_000], rng));
    let mut now = 0;
    let sectors = u64::from(sectors_per_page);
    let one = |_| {
        now += rng.below(gap_ns + 1);
        let page = if rng.below(2) == 0 { rng.below(pages.div_ceil(8)) } else { rng.below(pages) };
        let length = (1 + rng.below(4)).min(pages - page);
        let op = match rng.below(20) {
            0 => return request(now, HostOp::Flush, 0, 0),
            1 | 2 => HostOp::Trim,
            3..=6 => HostOp::Read,
            _ => HostOp::Write,
        };
        request(now, op, page * sectors, (length * sectors) as u32)
    };
    (0..count).map(one).collect()
}
