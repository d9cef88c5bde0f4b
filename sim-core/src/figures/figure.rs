//! What a figure is made of.

use super::axis::{Axis, Scale};
use super::claim::Claim;
use super::metric::Metric;
use crate::experiment::document::insert;
use serde_json::{Map, Value, json};

/// Fields of an experiment by dotted path, each with its value as JSON text.
pub type Assignments = &'static [(&'static str, &'static str)];

/// A figure of a paper: a series of experiments, and what the paper reads from them.
#[derive(Debug)]
pub struct Figure {
    /// Its word: "clash-seq".
    pub id: &'static str,
    /// The system that it is about.
    pub system: &'static str,
    /// The paper.
    pub paper: &'static str,
    /// Where it stands there.
    pub place: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// What the paper did, in one sentence.
    pub what: &'static str,
    /// What it is drawn over.
    pub x: Axis,
    /// Its parts; none where its experiments cannot be carried out.
    pub panels: &'static [Panel],
    /// A curve each.
    pub systems: &'static [System],
    /// What all its runs have in common, later ones on top.
    pub settings: &'static [Assignments],
    /// What it draws on a logarithmic axis, as the paper does.
    pub log: &'static [Metric],
    /// What the paper reads from it.
    pub claims: &'static [Claim],
}

/// A part of a figure with curves of its own.
#[derive(Clone, Copy, Debug)]
pub struct Panel {
    /// Its word.
    pub id: &'static str,
    /// What it is called; empty where it is the only one.
    pub title: &'static str,
    /// What its runs have in common.
    pub settings: Assignments,
}

/// The one panel of most figures.
pub const ONE_PANEL: &[Panel] = &[Panel { id: "all", title: "", settings: &[] }];

/// A system that is compared.
#[derive(Clone, Copy, Debug)]
pub struct System {
    /// Its word.
    pub id: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// What makes an experiment one of it, later ones on top.
    pub settings: [Assignments; 2],
}

impl Figure {
    /// The paper, and where the figure stands in it.
    pub fn source(&self) -> String {
        format!("{}, {}", self.paper, self.place)
    }

    /// The panel called `id`; the first one if none is named.
    pub fn panel(&self, id: Option<&str>) -> Option<usize> {
        id.map_or(Some(0), |id| self.panels.iter().position(|panel| panel.id == id))
    }

    /// What the system `id` is called.
    pub fn system_title(&self, id: &'static str) -> &'static str {
        self.systems.iter().find(|system| system.id == id).map_or(id, |system| system.title)
    }

    /// How `metric` is drawn.
    pub fn scale(&self, metric: Metric) -> Scale {
        if self.log.contains(&metric) { Scale::Log } else { Scale::Linear }
    }

    /// What it is, as JSON; nothing computed.
    pub fn to_json(&self) -> Value {
        let metric = |metric: Metric| {
            json!({
                "id": metric.id(), "title": metric.title(), "unit": metric.unit(), "scale": self.scale(metric).name(),
            })
        };
        json!({
            "id": self.id, "paper": self.source(), "title": self.title, "system": self.system, "what": self.what,
            "claims": self.claims.iter().map(|claim| claim.id).collect::<Vec<_>>(),
            "panels": self.panels.iter().map(|panel| named(panel.id, panel.title)).collect::<Vec<_>>(),
            "systems": self.systems.iter().map(|system| named(system.id, system.title)).collect::<Vec<_>>(),
            "x": self.x.to_json(),
            "metrics": Metric::ALL.map(metric),
        })
    }
}

fn named(id: &str, title: &str) -> Value {
    json!({ "id": id, "title": title })
}

/// Puts `settings` into a document.
pub fn assign(document: &mut Map<String, Value>, settings: &[Assignments]) {
    for (path, text) in settings.iter().copied().flatten() {
        insert(document, path, serde_json::from_str(text).expect("a figure's settings are JSON"));
    }
}
