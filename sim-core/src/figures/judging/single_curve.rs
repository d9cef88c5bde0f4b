//! Whether curves have by themselves the shape that is asked of them.

use crate::figures::condition::Condition;
use crate::figures::points::Point;
use crate::figures::single_curve::Shape;
use crate::figures::table::Table;

impl Condition {
    /// Of the points `named` of one curve.
    pub(super) fn shaped(&self, table: &Table<'_>, named: &[Point], shape: Shape) -> Option<(bool, String)> {
        shape.judge(named, &table.plan.figure.x, self.metric.unit(), self.metric.per_unit(), table.plan.scale())
    }

    /// Of all curves together, or of those that do not keep it.
    pub(super) fn each(&self, table: &Table<'_>, others: &[&'static str], shape: Shape) -> Option<(bool, String)> {
        let (mut all, mut failing) = (Vec::new(), Vec::new());
        for system in std::iter::once(self.of).chain(others.iter().copied()) {
            let named = self.named(table, system)?;
            let (held, measured) = self.shaped(table, &named, shape)?;
            if !held {
                failing.push(format!("of {}: {measured}", table.plan.figure.system_title(system)));
            }
            all.extend(named);
        }
        let (held, measured) = self.shaped(table, &all, shape)?;
        let systems = others.len() + 1;
        Some((held, if held { format!("of all {systems}: {measured}") } else { failing.join(", ") }))
    }
}
