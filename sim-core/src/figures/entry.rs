//! A figure as it is listed: what it is, nothing computed.

use super::figure::{Figure, Panel, System};
use super::json;
use super::readings;
use super::readings::reading::Reading;
use super::takes_traces::takes_traces;

impl Figure {
    /// What is told of it.
    pub fn told(&'static self) -> json::entry::Figure {
        let places = self.claims.iter().flat_map(|claim| claim.places.iter().map(|place| place.told(claim.id)));
        json::entry::Figure {
            id: self.id,
            paper: self.source(),
            publication: self.paper,
            title: self.title,
            system: self.system,
            what: self.what,
            claims: self.claims.iter().map(|claim| claim.id).collect(),
            places: places.collect(),
            panels: self.panels.iter().map(|&Panel { id, title, .. }| json::entry::Panel { id, title }).collect(),
            systems: self.systems.iter().map(System::told).collect(),
            x: self.x.told(),
            metrics: self.metrics.iter().map(|&metric| metric.on(self.scale(metric))).collect(),
            readings: readings::of(self.paper).iter().map(Reading::told).collect(),
            takes_traces: takes_traces(self),
            assumptions: self.left_open().map(|(open, chosen)| json::entry::Assumption { open, chosen }).collect(),
        }
    }
}

impl System {
    fn told(&self) -> json::entry::System {
        json::entry::System {
            id: self.id,
            title: self.title,
            least: self.source.least(),
            level: self.source.is_level().then_some(true),
        }
    }
}
