//! What a figure is made of.

use super::assignments::Assignments;
use super::axis::Axis;
use super::by::By;
use super::claim::Claim;
use super::json;
use super::metric::Metric;
use super::scale::Scale;

/// What a paper does not say, and what was chosen and why: a sentence each.
pub type Assumptions = &'static [(&'static str, &'static str)];

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
    /// What it draws.
    pub metrics: &'static [Metric],
    /// What it draws on a logarithmic axis, as the paper does.
    pub log: &'static [Metric],
    /// The seeds of each point at full size; quick takes the first.
    pub seeds: &'static [u64],
    /// What quick leaves out besides.
    pub quick: Quick,
    /// What the paper reads from it.
    pub claims: &'static [Claim],
    /// What the paper leaves open of it.
    pub assumptions: &'static [Assumptions],
}

/// `file,` for each figure of a system, in the order in which they are listed: such a line, in the system's `mod.rs`, declares the
/// file's module and puts its `FIGURE` in that system's `FIGURES`.
macro_rules! figures {
    ($($file:ident,)*) => {
        $(pub mod $file;)*

        /// The figures of this system.
        pub(super) const FIGURES: &[&super::figure::Figure] = &[$(&$file::FIGURE),*];
    };
}
pub(super) use figures;

/// The seeds of most figures.
pub const SEEDS: &[u64] = &[1, 2, 3, 4, 5];

/// How a figure is judged with little work.
#[derive(Clone, Copy, Debug)]
pub enum Quick {
    /// Of its axis the ends and the points next to every bound of a claim, inside and outside.
    Edges,
    /// Nothing but the seeds: it is little work as it is.
    All,
    /// Experiments of a part of the size.
    Small {
        /// The values of the axis that are kept; none keeps all.
        xs: Option<&'static [f64]>,
        /// Fewer of them where each is carried out again and again, to see what moves a claim; none for the same.
        firm_xs: Option<&'static [f64]>,
        /// What sizes are divided by.
        by: u32,
        /// The fields that are.
        fields: &'static [&'static str],
    },
}

/// A part of a figure with curves of its own.
#[derive(Clone, Copy, Debug)]
pub struct Panel {
    /// Its word.
    pub id: &'static str,
    /// What it is called; empty where it is the only one.
    pub title: &'static str,
    /// What its runs have in common, later ones on top.
    pub settings: &'static [Assignments],
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
    /// Where its points come from.
    pub source: Source,
}

/// Where the points of a system come from.
#[derive(Clone, Copy, Debug)]
pub enum Source {
    /// Runs of its own: what makes an experiment one of it, later ones on top.
    Runs([Assignments; 3]),
    /// The same, but carried out by less than a device.
    Without(By, [Assignments; 3]),
    /// One run whatever the axis sets, which does not concern it: a level line.
    Level([Assignments; 3]),
    /// At each point it is whichever of these systems comes to least. It has no runs.
    Least {
        /// Systems with runs.
        of: &'static [&'static str],
        /// Of what.
        by: Metric,
    },
}

impl Source {
    /// What makes an experiment one of its own; none where it has no runs.
    pub fn settings(&self) -> Option<&[Assignments]> {
        match self {
            Self::Runs(settings) | Self::Without(_, settings) | Self::Level(settings) => Some(settings),
            Self::Least { .. } => None,
        }
    }

    /// What carries its runs out.
    pub fn by(&self) -> By {
        if let Self::Without(by, _) = self { *by } else { By::Device }
    }

    /// The systems that it is the least of, if it is.
    pub(super) fn least(&self) -> Option<json::entry::Least> {
        let Self::Least { of, by } = self else { return None };
        Some(json::entry::Least { of, by: by.id() })
    }

    /// Whether one run stands for the whole curve.
    pub fn is_level(&self) -> bool {
        matches!(self, Self::Level(_))
    }
}

impl Figure {
    /// The paper, and where the figure stands in it.
    pub fn source(&self) -> String {
        format!("{}, {}", self.paper, self.place)
    }

    /// What the paper does not say, each with what was chosen.
    pub fn left_open(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.assumptions.iter().copied().flatten().copied()
    }

    /// The panel called `id`; the first one if none is named.
    pub fn panel(&self, id: Option<&str>) -> Option<usize> {
        id.map_or(Some(0), |id| self.panels.iter().position(|panel| panel.id == id))
    }

    /// Where the system called `id` stands.
    pub fn system(&self, id: &str) -> Option<usize> {
        self.systems.iter().position(|system| system.id == id)
    }

    /// What the system `id` is called.
    pub fn system_title(&self, id: &'static str) -> &'static str {
        self.systems.iter().find(|system| system.id == id).map_or(id, |system| system.title)
    }

    /// Whether a claim speaks of the system `id`, or of the best of several of which it is one.
    pub fn is_judged(&self, id: &str) -> bool {
        let named = || self.claims.iter().flat_map(|claim| claim.conditions).flat_map(|condition| condition.systems());
        let chooses = |system: &System| matches!(system.source, Source::Least { of, .. } if of.contains(&id));
        named().any(|name| name == id || self.systems.iter().any(|system| system.id == name && chooses(system)))
    }

    /// How `metric` is drawn.
    pub fn scale(&self, metric: Metric) -> Scale {
        if self.log.contains(&metric) { Scale::Log } else { Scale::Linear }
    }
}
