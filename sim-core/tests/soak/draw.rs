//! A case out of a number.

use super::value;
use crate::support::device::request;
use serde_json::{Value, json};
use sim_core::assembly::initial;
use sim_core::base::error::Error;
use sim_core::base::request::{HostOp, Request};
use sim_core::base::rng::{Component, Rng};
use sim_core::experiment::catalogue;
use sim_core::experiment::document::Experiment;
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
    pub cut: u64,
}

/// Planes that fail may take data with them; that has tests of its own (`layers/ttflash_faults.rs`).
const LEFT_ALONE: [&str; 4] = ["ftl.kill_plane", "ftl.kill_at", "ftl.second_plane", "ftl.second_at"];
/// So often a device that is refused is mended as the refusal proposes.
const MENDED_MAX: usize = 16;

impl Display for Case {
    fn fmt(&self, to: &mut Formatter<'_>) -> std::fmt::Result {
        for (path, value) in &self.settings {
            write!(to, "--set {path}={value} ")?;
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
        let layer = one_of(schema["ftl"].as_array().unwrap(), rng).clone();
        let buffers = schema["buffer"].as_array().unwrap();
        // Half of all devices have none, which is the first.
        let buffer = if rng.below(2) == 0 { &buffers[0] } else { one_of(buffers, rng) };
        let (layer_kind, buffer_kind) = (text(&layer["kind"]), text(&buffer["kind"]));
        let clock = if layer_kind == "ttflash" || rng.below(2) == 0 { "event" } else { "serial" };
        let mut settings = device(&layer_kind, clock, rng);
        settings.push(("ftl.kind".into(), layer["kind"].clone()));
        settings.push(("buffer.kind".into(), buffer["kind"].clone()));
        for (section, component) in [("ftl", &layer), ("buffer", buffer)] {
            for setting in component["parameters"].as_array().into_iter().flatten() {
                let path = format!("{section}.{}", text(&setting["name"]));
                let is_memory = path.ends_with("_bytes");
                if LEFT_ALONE.contains(&path.as_str()) || !is_memory && rng.below(2) == 0 {
                    continue;
                }
                settings.extend(value::drawn(setting, rng).map(|value| (path, value)));
            }
        }
        let cut = 1 + rng.below(500);
        let mut case = Self { layer: layer_kind, buffer: buffer_kind, clock, settings, requests: Vec::new(), cut };
        let device = case.mended()?;
        let geometry = &device.core.nand.geometry;
        case.requests = requests(u64::from(geometry.logical_pages), geometry.sectors_per_page(), rng);
        Some(case)
    }

    /// The device, with these settings more.
    pub(super) fn device(&self, more: &[(&str, Value)]) -> Result<Machine, Error> {
        let own = self.settings.iter().cloned();
        let settings: Vec<(String, Value)> =
            own.chain(more.iter().map(|(path, value)| ((*path).into(), value.clone()))).collect();
        initial::machine(&Experiment::new(&json!({}), &settings)?, Source::listed(self.requests.clone()), true)
    }

    /// Puts what refusals propose in the place of what they refuse, until none comes.
    fn mended(&mut self) -> Option<Machine> {
        for _ in 0..MENDED_MAX {
            match self.device(&[]) {
                Ok(device) => return Some(device),
                Err(Error::Value { field, nearest: Some(nearest), .. }) => {
                    let value = serde_json::from_str(&nearest).unwrap_or(Value::String(nearest));
                    self.settings.push((field, value));
                }
                Err(_) => return None,
            }
        }
        None
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap().into()
}

fn one_of<'a, T>(all: &'a [T], rng: &mut Rng) -> &'a T {
    &all[rng.below(all.len() as u64) as usize]
}

fn device(layer: &str, clock: &str, rng: &mut Rng) -> Vec<(String, Value)> {
    let channels = if layer == "ttflash" { 2 + rng.below(3) } else { *one_of(&[1, 1, 2, 4], rng) };
    let mut drawn = |values: &[Value]| one_of(values, rng).clone();
    let any = [json!(false), json!(true)];
    let fields = [
        ("device.clock", json!(clock)),
        ("device.page_bytes", drawn(&[json!(512), json!(512), json!(1024)])),
        ("device.channels", json!(channels)),
        ("device.chips_per_channel", drawn(&[json!(1), json!(1), json!(2)])),
        ("device.planes_per_chip", drawn(&[json!(1), json!(1), json!(2)])),
        ("device.blocks_per_plane", drawn(&[json!(16), json!(24), json!(40)])),
        ("device.pages_per_block", drawn(&[json!(4), json!(8)])),
        ("device.over_provisioning", drawn(&[json!(0.5), json!(1.0), json!(2.0), json!(3.0)])),
        ("device.transfer_ns", drawn(&[json!(0), json!(1000), json!(50_000)])),
        ("device.command_ns", drawn(&[json!(0), json!(0), json!(700)])),
        ("device.copyback", drawn(&any)),
        ("device.read_priority", drawn(&any)),
        ("device.program_order", json!("layer")),
        ("workload.queue_depth", drawn(&[Value::Null, json!(1), json!(3)])),
        ("run.initial_state", drawn(&[json!("clean"), json!("partial"), json!("full_seq"), json!("full_rand")])),
    ];
    fields.into_iter().map(|(path, value)| (path.to_string(), value)).collect()
}

/// Mostly writes, half of them to an eighth of the pages.
fn requests(pages: u64, sectors_per_page: u32, rng: &mut Rng) -> Vec<Request> {
    let (count, gap_ns) = (40 + rng.below(200), *one_of(&[0, 200_000, 3_000_000], rng));
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
