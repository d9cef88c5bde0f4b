//! Where on its charts a paper puts a claim, as the paper puts it: what a chart marks. Over which points and with which margin the
//! claim is judged, its conditions say.

use super::axis::number;
use super::json;
use super::json::entry::Relation;
use super::metric::Metric;
use super::number_words::percent;
use crate::base::text::tied;

/// A stretch of a chart, and what a paper says of it.
#[derive(Clone, Copy, Debug)]
pub struct ClaimedPlace {
    /// What is drawn.
    pub metric: Metric,
    /// Only in this panel; none for all.
    pub panel: Option<&'static str>,
    /// The system that it is about; none for what the paper proposes.
    pub of: Option<&'static str>,
    /// The system that it is compared with.
    pub against: Option<&'static str>,
    /// The first and the last x; none where it reaches to the end of the axis.
    pub over: [Option<f64>; 2],
    /// Whether these belong to it: "from 8 on", not "above 8".
    pub with_edge: bool,
    pub(super) says: Says,
    /// The paper's word for how the two compare, where no other would be true to it.
    pub(super) wording: Option<&'static str>,
    /// What the paper says besides, or leaves open.
    pub(super) remark: Option<&'static str>,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Says {
    Ahead,
    AheadBy(Gain),
    Behind,
    Equal,
    Near,
    Flat,
    AtLeast(Level),
    AtMost(Level),
    About(Level),
    /// From so many to so many times this system's.
    Times(&'static str, f64, f64),
}

/// By which share of the other's one is ahead, as the paper says it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Gain {
    /// By so much.
    By(f64),
    MoreThan(f64),
    UpTo(f64),
    Between(f64, f64),
}

/// A value that a paper names.
#[derive(Clone, Copy, Debug)]
pub enum Level {
    /// In the metric's unit.
    Value(f64),
    /// The same; a size, so that it is divided where sizes are.
    Size(f64),
    /// As a share of this system's.
    Share(&'static str, f64),
}

impl ClaimedPlace {
    const fn new(metric: Metric, against: Option<&'static str>, says: Says) -> Self {
        Self {
            metric,
            panel: None,
            of: None,
            against,
            over: [None, None],
            with_edge: true,
            says,
            wording: None,
            remark: None,
        }
    }

    /// Better than this system.
    pub const fn ahead(metric: Metric, against: &'static str) -> Self {
        Self::new(metric, Some(against), Says::Ahead)
    }

    /// Worse.
    pub const fn behind(metric: Metric, against: &'static str) -> Self {
        Self::new(metric, Some(against), Says::Behind)
    }

    /// The same.
    pub const fn equal(metric: Metric, against: &'static str) -> Self {
        Self::new(metric, Some(against), Says::Equal)
    }

    /// About the same.
    pub const fn near(metric: Metric, against: &'static str) -> Self {
        Self::new(metric, Some(against), Says::Near)
    }

    /// It hardly changes, or comes to hardly anything.
    pub const fn flat(metric: Metric) -> Self {
        Self::new(metric, None, Says::Flat)
    }

    /// This much or more.
    pub const fn at_least(metric: Metric, level: Level) -> Self {
        Self::new(metric, level.against(), Says::AtLeast(level))
    }

    /// This much or less.
    pub const fn at_most(metric: Metric, level: Level) -> Self {
        Self::new(metric, level.against(), Says::AtMost(level))
    }

    /// About this much.
    pub const fn about(metric: Metric, level: Level) -> Self {
        Self::new(metric, level.against(), Says::About(level))
    }

    /// From so many to so many times this system's.
    pub const fn times(metric: Metric, system: &'static str, from: f64, to: f64) -> Self {
        Self::new(metric, Some(system), Says::Times(system, from, to))
    }

    /// Better by this share of the other's.
    pub const fn by(self, share: f64) -> Self {
        self.gaining(Gain::By(share))
    }

    /// By more than that.
    pub const fn by_more_than(self, share: f64) -> Self {
        self.gaining(Gain::MoreThan(share))
    }

    /// By that at most, somewhere.
    pub const fn by_up_to(self, share: f64) -> Self {
        self.gaining(Gain::UpTo(share))
    }

    /// By so much to so much.
    pub const fn by_between(self, from: f64, to: f64) -> Self {
        self.gaining(Gain::Between(from, to))
    }

    const fn gaining(self, gain: Gain) -> Self {
        Self { says: Says::AheadBy(gain), ..self }
    }

    /// In this wording beside our number.
    pub const fn worded(self, wording: &'static str) -> Self {
        Self { wording: Some(wording), ..self }
    }

    /// With this after it.
    pub const fn remarked(self, remark: &'static str) -> Self {
        Self { remark: Some(remark), ..self }
    }

    /// About this system.
    pub const fn of(self, system: &'static str) -> Self {
        Self { of: Some(system), ..self }
    }

    /// In this panel only.
    pub const fn on(self, panel: &'static str) -> Self {
        Self { panel: Some(panel), ..self }
    }

    /// From here on.
    pub const fn from(self, x: f64) -> Self {
        Self { over: [Some(x), self.over[1]], ..self }
    }

    /// Up to here.
    pub const fn up_to(self, x: f64) -> Self {
        Self { over: [self.over[0], Some(x)], ..self }
    }

    /// Above this, to the end of the axis.
    pub const fn above(self, x: f64) -> Self {
        Self { with_edge: false, ..self.from(x) }
    }

    /// From the beginning of the axis to just below this.
    pub const fn below(self, x: f64) -> Self {
        Self { with_edge: false, ..self.up_to(x) }
    }

    /// Whether `x` is in it.
    pub fn has(&self, x: f64) -> bool {
        let is_edge = self.over.contains(&Some(x));
        let [from, to] = self.over;
        from.is_none_or(|from| x >= from) && to.is_none_or(|to| x <= to) && (self.with_edge || !is_edge)
    }

    /// Whether it stands where `other` does: the same curves over the same stretch.
    pub(super) fn is_where(&self, other: &Self) -> bool {
        let stretch = |place: &Self| (place.metric, place.panel, place.of, place.against, place.over, place.with_edge);
        stretch(self) == stretch(other)
    }

    /// Whether nothing is told of it but ranges over points: no crossing of two curves, and not how much one of them varies.
    pub(super) fn is_of_points(&self) -> bool {
        let is_compared = matches!(self.says, Says::Ahead | Says::AheadBy(_) | Says::Behind | Says::Equal | Says::Near);
        let crosses = is_compared && (self.over[0] != self.over[1]);
        !crosses && !matches!(self.says, Says::Flat)
    }

    /// Here alone.
    pub const fn at(self, x: f64) -> Self {
        Self { over: [Some(x), Some(x)], ..self }
    }

    /// What is told of it, as a place of `claim`: only what it says.
    pub fn told(&self, claim: &'static str) -> json::entry::Place {
        let (says, gain, level) = self.says.told();
        json::entry::Place {
            claim,
            metric: self.metric.id(),
            says,
            panel: self.panel,
            of: self.of,
            against: self.against,
            from: self.over[0].map(number),
            to: self.over[1].map(number),
            gain: gain.map(|gain| tied(&gain.words())),
            level: level.and_then(Level::value).map(number),
            share: level.and_then(Level::share).map(number),
            is_size: matches!(level, Some(Level::Size(_))).then_some(true),
        }
    }
}

impl Says {
    /// How the two compare, by how much one is ahead, and what value is named.
    fn told(self) -> (Relation, Option<Gain>, Option<Level>) {
        match self {
            Self::Ahead => (Relation::Ahead, None, None),
            Self::AheadBy(gain) => (Relation::Ahead, Some(gain), None),
            Self::Behind => (Relation::Behind, None, None),
            Self::Equal => (Relation::Equal, None, None),
            Self::Near => (Relation::Near, None, None),
            Self::Flat => (Relation::Flat, None, None),
            Self::AtLeast(level) => (Relation::AtLeast, None, Some(level)),
            Self::AtMost(level) => (Relation::AtMost, None, Some(level)),
            Self::About(level) => (Relation::About, None, Some(level)),
            Self::Times(system, from, _) => (Relation::AtLeast, None, Some(Level::Share(system, from))),
        }
    }
}

impl Says {
    /// The value that is named.
    pub(super) fn level(self) -> Option<Level> {
        self.told().2
    }

    /// Whether it is the upper end of a range of which `least` is the lower.
    pub(super) fn is_most_beside(self, least: Self) -> bool {
        matches!((least, self), (Self::AtLeast(_), Self::AtMost(_)))
    }
}

impl Gain {
    /// `43 %`, `more than 43 %`, `up to 48 %`, `20 to 30 %`
    pub(super) fn words(self) -> String {
        match self {
            Self::By(share) => percent(share),
            Self::MoreThan(share) => format!("more than {}", percent(share)),
            Self::UpTo(share) => format!("up to {}", percent(share)),
            Self::Between(from, to) => format!("{} to {}", percent(from).trim_end_matches(" %"), percent(to)),
        }
    }
}

impl Level {
    const fn against(self) -> Option<&'static str> {
        if let Self::Share(system, _) = self { Some(system) } else { None }
    }

    fn value(self) -> Option<f64> {
        if let Self::Value(value) | Self::Size(value) = self { Some(value) } else { None }
    }

    fn share(self) -> Option<f64> {
        if let Self::Share(_, share) = self { Some(share) } else { None }
    }
}
