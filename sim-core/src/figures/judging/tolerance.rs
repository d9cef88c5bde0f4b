//! Whether nearly all pairs keep a bound, and which do not.

use crate::figures::condition::Condition;
use crate::figures::crossing::{Pair, pairs};
use crate::figures::table::Table;
use crate::figures::tolerance::Mostly;

/// How many pairs that miss the bound are told.
const TOLD: usize = 6;

impl Mostly {
    /// Whether it holds of `condition`'s curves, and which pairs miss the bound.
    pub(super) fn judge(&self, table: &Table<'_>, condition: &Condition) -> Option<(bool, String)> {
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
