//! Small ttFlash devices, and what befalls them.

use super::{Fields, with};
use serde_json::json;

/// A device, and what befalls it.
pub struct Setup {
    pub preset: &'static str,
    pub channels: u32,
    pub chips_per_channel: u32,
    pub blocks_per_plane: u32,
    pub pages_per_block: u32,
    pub over_provisioning: f64,
    pub series: &'static str,
    pub blocking: &'static str,
    pub ram_pages: u32,
    pub capacitor: bool,
    /// A plane that fails, and the request before which it does.
    pub failing: Option<(u32, u32)>,
    /// What else is set.
    pub more: Fields,
}

/// What tests tell the differences to: a small device that nothing befalls.
pub const BASE: Setup = Setup {
    preset: "ttflash",
    channels: 4,
    chips_per_channel: 1,
    blocks_per_plane: 8,
    pages_per_block: 4,
    over_provisioning: 0.8,
    series: "rgc",
    blocking: "series",
    ram_pages: 8,
    capacitor: true,
    failing: None,
    more: Vec::new(),
};

impl Setup {
    /// As an experiment sets them.
    pub fn fields(self) -> Fields {
        let mut fields = vec![
            ("device.preset", json!(self.preset)),
            ("device.clock", json!("event")),
            ("device.channels", json!(self.channels)),
            ("device.chips_per_channel", json!(self.chips_per_channel)),
            ("device.blocks_per_plane", json!(self.blocks_per_plane)),
            ("device.pages_per_block", json!(self.pages_per_block)),
            ("device.over_provisioning", json!(self.over_provisioning)),
            ("ftl.kind", json!("ttflash")),
            ("ftl.series", json!(self.series)),
            ("ftl.blocking", json!(self.blocking)),
            ("ftl.ram_bytes", json!(512 * self.ram_pages)),
            ("ftl.capacitor", json!(self.capacitor)),
            ("run.continue_after_power_cut", json!(true)),
        ];
        if let Some((plane, at)) = self.failing {
            fields.extend([("ftl.kill_plane", json!(plane)), ("ftl.kill_at", json!(at))]);
        }
        with(fields, &self.more)
    }
}
