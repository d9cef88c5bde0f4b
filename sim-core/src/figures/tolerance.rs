//! Inequalities that hold nearly everywhere: over all panels, against several systems, but for a few pairs.

use super::condition::Condition;
use super::crossing::{Pair, pairs};
use super::figure::Figure;
use super::table::Table;

/// How many pairs that miss the bound are told.
const TOLD: usize = 6;

/// A bound that nearly all pairs of points keep.
#[derive(Clone, Copy, Debug)]
pub struct Mostly {
    /// The systems that the one it is about is compared with.
    pub than: &'static [&'static str],
    /// How it is compared with each.
    pub bound: Bound,
    /// So many of the pairs,
    pub pairs: u32,
    /// of so many at full size; the same share of them at quick.
    pub of: u32,
}

/// What a pair must keep, in hundredths of the other.
#[derive(Clone, Copy, Debug)]
pub enum Bound {
    /// At most so many.
    AtMost(u32),
    /// At least so many.
    AtLeast(u32),
}

impl Bound {
    fn is_kept(self, pair: &Pair) -> bool {
        let (of, than) = (pair.of * 100.0, |hundredths: u32| pair.than * f64::from(hundredths));
        match self {
            Self::AtMost(bound) => of <= than(bound),
            Self::AtLeast(bound) => of >= than(bound),
        }
    }

    fn words(self) -> String {
        let (word, hundredths) = match self {
            Self::AtMost(bound) => ("at most", bound),
            Self::AtLeast(bound) => ("at least", bound),
        };
        format!("{word} {:.2}", f64::from(hundredths) / 100.0)
    }
}

impl Mostly {
    /// What must hold, in words, at the points `at`.
    pub fn claimed(&self, figure: &Figure, at: &str) -> String {
        let than: Vec<String> = self.than.iter().map(|id| format!("{}'s", figure.system_title(id))).collect();
        let (bound, than) = (self.bound.words(), than.join(", "));
        format!("{bound} × {than} in {} of {} pairs: all panels, {at}", self.pairs, self.of)
    }

    /// Whether it holds of `condition`'s curves, and which pairs miss the bound.
    pub fn judge(&self, table: &Table<'_>, condition: &Condition) -> Option<(bool, String)> {
        let figure = table.plan.figure;
        let mut all = 0;
        let mut missing = Vec::new();
        for panel in figure.panels {
            let of = table.curve(Some(panel.id), condition.of, condition.metric)?;
            for &id in self.than {
                let mut pairs = pairs(&of, &table.curve(Some(panel.id), id, condition.metric)?);
                pairs.retain(|pair| condition.points.has(pair.x));
                all += pairs.len();
                let told = |pair: &Pair| {
                    let place = format!("{}, {} {}", panel.title, figure.x.name, figure.x.label(pair.x));
                    format!("{:.3} × {}'s ({place})", pair.ratio(), figure.system_title(id))
                };
                missing.extend(pairs.iter().filter(|pair| !self.bound.is_kept(pair)).map(told));
            }
        }
        let kept = all - missing.len();
        // Shares compared crosswise, in whole numbers.
        let holds = kept * self.of as usize >= all * self.pairs as usize;
        let more = missing.len().saturating_sub(TOLD);
        missing.truncate(TOLD);
        let mut told = format!("of {}: kept in {kept} of {all} pairs", figure.system_title(condition.of));
        if !missing.is_empty() {
            told.push_str(&format!(", not by {}", missing.join(", ")));
        }
        if more > 0 {
            told.push_str(&format!(" and {more} more"));
        }
        (all > 0).then_some((holds, told))
    }
}
