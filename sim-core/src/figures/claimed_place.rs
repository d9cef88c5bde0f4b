//! Where on its charts a paper puts a claim, as the paper puts it: what a chart marks. Over which points and with which margin the
//! claim is judged, its conditions say.

use super::axis::number;
use super::metric::Metric;
use serde_json::{Map, Value, json};

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
    says: Says,
}

#[derive(Clone, Copy, Debug)]
enum Says {
    Ahead,
    AheadBy(f64),
    Behind,
    Equal,
    Near,
    Flat,
    AtLeast(Level),
    AtMost(Level),
    About(Level),
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
        Self { metric, panel: None, of: None, against, over: [None, None], says }
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

    /// Better by this share of the other's.
    pub const fn by(self, share: f64) -> Self {
        Self { says: Says::AheadBy(share), ..self }
    }

    /// About this system.
    pub const fn of(self, system: &'static str) -> Self {
        Self { of: Some(system), ..self }
    }

    /// In this panel only.
    pub const fn on(self, panel: &'static str) -> Self {
        Self { panel: Some(panel), ..self }
    }

    /// From here to the end of the axis.
    pub const fn from(self, x: f64) -> Self {
        Self { over: [Some(x), None], ..self }
    }

    /// From the beginning of the axis up to here.
    pub const fn up_to(self, x: f64) -> Self {
        Self { over: [None, Some(x)], ..self }
    }

    /// Here alone.
    pub const fn at(self, x: f64) -> Self {
        Self { over: [Some(x), Some(x)], ..self }
    }

    /// As JSON, as a place of `claim`: only what it says.
    pub fn to_json(&self, claim: &str) -> Value {
        let mut place = Map::new();
        let mut say = |key: &str, value: Option<Value>| value.map(|value| place.insert(key.into(), value));
        say("claim", Some(json!(claim)));
        say("metric", Some(json!(self.metric.id())));
        say("says", Some(json!(self.says.words())));
        say("panel", self.panel.map(Value::from));
        say("of", self.of.map(Value::from));
        say("against", self.against.map(Value::from));
        say("from", self.over[0].map(number));
        say("to", self.over[1].map(number));
        match self.says {
            Says::AheadBy(gain) => {
                say("gain", Some(json!(gain)));
            }
            Says::AtLeast(level) | Says::AtMost(level) | Says::About(level) => {
                let (key, value) = level.told();
                say(key, Some(number(value)));
                say("is_size", matches!(level, Level::Size(_)).then_some(Value::Bool(true)));
            }
            _ => {}
        }
        Value::Object(place)
    }
}

impl Says {
    fn words(self) -> &'static str {
        match self {
            Self::Ahead | Self::AheadBy(_) => "ahead",
            Self::Behind => "behind",
            Self::Equal => "equal",
            Self::Near => "near",
            Self::Flat => "flat",
            Self::AtLeast(_) => "at least",
            Self::AtMost(_) => "at most",
            Self::About(_) => "about",
        }
    }
}

impl Level {
    const fn against(self) -> Option<&'static str> {
        if let Self::Share(system, _) = self { Some(system) } else { None }
    }

    fn told(self) -> (&'static str, f64) {
        match self {
            Self::Value(value) | Self::Size(value) => ("level", value),
            Self::Share(_, share) => ("share", share),
        }
    }
}
