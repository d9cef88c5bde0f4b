//! What an inequality is about: the curves of its panel, and the points of them that it names.

use crate::figures::condition::Condition;
use crate::figures::points::Point;
use crate::figures::table::Table;

impl Condition {
    /// The curve of a system in its panel.
    pub(in crate::figures) fn curve(&self, table: &Table<'_>, system: &str) -> Option<Vec<Point>> {
        table.curve(self.panel, system, self.metric)
    }

    /// The points that it names of a system's curve.
    pub(super) fn named(&self, table: &Table<'_>, system: &str) -> Option<Vec<Point>> {
        let mut named = self.curve(table, system)?;
        named.retain(|point| self.points.has(point.x));
        Some(named)
    }
}
