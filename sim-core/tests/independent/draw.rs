//! Devices and streams out of a number.

use crate::support::device::{Fields, request};
use serde_json::{Value, json};
use sim_core::base::request::{HostOp, Request};

/// Numbers that look random (SplitMix64), each stream's its own.
pub(super) struct Draw(pub u64);

impl Draw {
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % bound
    }

    pub(super) fn between(&mut self, least: u64, most: u64) -> u64 {
        least + self.below(most - least + 1)
    }

    pub(super) fn coin(&mut self) -> bool {
        self.below(2) == 0
    }
}

/// A device and its requests, as the core is told and as a program is.
#[derive(Clone)]
pub(super) struct Case {
    pub fields: Fields,
    pub told: Vec<(&'static str, Value)>,
    pub requests: Vec<Request>,
}

impl Case {
    /// A device of up to 20 logical blocks, `spare` blocks more, and a stream.
    pub(super) fn of(draw: &mut Draw, spare: u64) -> Self {
        let (size, logical, full) = (draw.between(2, 8), draw.between(6, 20), draw.coin());
        let blocks = logical + spare;
        let start = if full { "full_seq" } else { "clean" };
        Self {
            fields: vec![
                ("device.pages_per_block", json!(size)),
                ("device.blocks_per_plane", json!(blocks)),
                ("device.over_provisioning", json!(blocks as f64 / logical as f64 - 1.0)),
                ("run.initial_state", json!(start)),
            ],
            told: vec![
                ("pages_per_block", json!(size)),
                ("blocks", json!(blocks)),
                ("logical_pages", json!(logical * size)),
                ("full", json!(full)),
            ],
            requests: stream(draw, logical * size),
        }
    }

    /// With this setting of the core, which the program calls `name`.
    pub(super) fn with(self, path: &'static str, name: &'static str, value: u64) -> Self {
        self.set(path, json!(value)).tell(name, json!(value))
    }

    /// With this setting of the core.
    pub(super) fn set(mut self, path: &'static str, value: Value) -> Self {
        self.fields.push((path, value));
        self
    }

    /// With this of the program.
    pub(super) fn tell(mut self, name: &'static str, value: Value) -> Self {
        self.told.push((name, value));
        self
    }

    /// With this setting of the core, one of two, which to the program is whether it is the first.
    pub(super) fn choose(self, draw: &mut Draw, path: &'static str, words: [Value; 2], name: &'static str) -> Self {
        let first = draw.coin();
        let [yes, no] = words;
        self.set(path, if first { yes } else { no }).tell(name, json!(first))
    }

    /// Its first requests alone.
    pub(super) fn beginning(&self, length: usize) -> Self {
        Self { requests: self.requests[..length].to_vec(), ..self.clone() }
    }

    /// As a program reads it.
    pub(super) fn document(&self) -> Value {
        let word = |op| if matches!(op, HostOp::Read) { "r" } else { "w" };
        let requests = self.requests.iter().map(|one| json!([word(one.op), one.sector, one.sectors]));
        let requests = ("requests", Value::from_iter(requests));
        self.told.iter().cloned().chain([requests]).map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

/// Requests to all of the space, to its beginning, and in order from where the last one ended; one in five reads.
fn stream(draw: &mut Draw, pages: u64) -> Vec<Request> {
    let (mut end, longest) = (0, [1, 2, 4, 8][draw.below(4) as usize]);
    let mut next = |draw: &mut Draw| {
        let length = draw.between(1, longest);
        let first = match draw.below(4) {
            0 if end + length <= pages => end,
            1 => draw.below(pages / 4 + 1),
            _ => draw.below(pages),
        };
        let first = first.min(pages - length);
        end = first + length;
        let op = if draw.below(5) == 0 { HostOp::Read } else { HostOp::Write };
        request(0, op, first, length as u32)
    };
    (0..draw.between(100, 500)).map(|_| next(draw)).collect()
}
