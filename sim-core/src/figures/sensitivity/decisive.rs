//! The points that claims ask about, and of those that decide an inequality: were the others left out, it would be as far from its bound.

use super::trial::Judged;
use crate::figures::claim::Claim;
use crate::figures::comparison::{Comparison, middle};
use crate::figures::condition::{Condition, Test};
use crate::figures::crossing::{Pair, pairs};
use crate::figures::figure::Figure;
use crate::figures::judging::condition::Finding;
use crate::figures::points::Points;
use crate::figures::single_curve::Shape;
use crate::figures::table::Table;

/// Of the points that an inequality names, those that decide it.
enum Deciding {
    /// Each is judged by itself: the one nearest to the bound.
    Nearest,
    /// The first and the last.
    Ends,
    /// Those that make the median of the curve over that of this system.
    Middle(&'static str),
    /// None can be left out.
    Named,
    /// Nor can those that it does not name, as where curves cross.
    All,
}

/// Of `condition`, judged by `table`, in ascending order.
pub(super) fn points(condition: &Condition, table: &Table<'_>) -> Vec<f64> {
    let all = || table.plan.xs.clone();
    let named = || table.plan.xs.iter().copied().filter(|&x| condition.points.has(x)).collect();
    // One run has all points there.
    if table.plan.figure.x.sets.is_within_a_run() {
        return all();
    }
    match deciding(&condition.test) {
        Deciding::All => all(),
        Deciding::Named => named(),
        Deciding::Nearest => nearest(condition, table, named()),
        Deciding::Ends => ends(named()),
        Deciding::Middle(than) => middle_points(condition, table, than).unwrap_or_else(named),
    }
}

/// Of the values `all` of an axis those that `claim` asks about; all where it looks beyond what it names.
pub(super) fn asked(figure: &Figure, claim: &Claim, all: &[f64]) -> Vec<f64> {
    let asked = || claim.conditions.iter().filter(|condition| condition.is_asked());
    let takes_all =
        figure.x.sets.is_within_a_run() || asked().any(|condition| matches!(deciding(&condition.test), Deciding::All));
    all.iter().copied().filter(|&x| takes_all || asked().any(|condition| condition.points.has(x))).collect()
}

fn deciding(test: &Test) -> Deciding {
    match test {
        Test::Beside(than, comparison) => match comparison {
            Comparison::AtMost(_)
            | Comparison::AtLeast(_)
            | Comparison::AtMostPerMille(_)
            | Comparison::Between(..) => Deciding::Nearest,
            Comparison::GrowthAtMost(_) | Comparison::GrowthAtLeast(_) | Comparison::GapAtMost(_) => Deciding::Ends,
            Comparison::MedianBetween(..) => Deciding::Middle(than),
            Comparison::FirstExceeded => Deciding::All,
            Comparison::SomewhereAtMost(_)
            | Comparison::ShareRises(_)
            | Comparison::GainRises(_)
            | Comparison::Told => Deciding::Named,
        },
        Test::Alone(shape) => match shape {
            Shape::Below(_) | Shape::Above(_) | Shape::AtLeast(_) | Shape::AtMost(_) => Deciding::Nearest,
            Shape::Grows(_) | Shape::GrowsBetween(..) => Deciding::Ends,
            Shape::Flat(_)
            | Shape::Doubles
            | Shape::Rises(_)
            | Shape::FallsAtMost(_)
            | Shape::SeveralAtMost(..)
            | Shape::Told => Deciding::Named,
        },
        Test::Each(..) | Test::Differs(..) | Test::Provided(_) | Test::Where(_) => Deciding::Named,
        Test::Mostly(_) | Test::Crosses { .. } => Deciding::All,
    }
}

fn nearest(condition: &Condition, table: &Table<'_>, named: Vec<f64>) -> Vec<f64> {
    let at = |&x: &f64| Condition { points: Points::Over(x, x), ..*condition }.judge(table);
    // A metric that does not apply everywhere leaves points out.
    let (xs, findings): (Vec<f64>, Vec<Finding>) =
        named.iter().filter_map(|x| at(x).map(|finding| (*x, finding))).unzip();
    if findings.is_empty() { named } else { vec![xs[Judged::of(&findings).nearest]] }
}

fn ends(mut named: Vec<f64>) -> Vec<f64> {
    if named.len() > 2 {
        named.drain(1..named.len() - 1);
    }
    named
}

fn middle_points(condition: &Condition, table: &Table<'_>, than: &str) -> Option<Vec<f64>> {
    let mut all = pairs(&condition.curve(table, condition.of)?, &condition.curve(table, than)?);
    all.retain(|pair| condition.points.has(pair.x));
    let mut xs: Vec<f64> = middle(&all).iter().map(|Pair { x, .. }| *x).collect();
    xs.sort_unstable_by(f64::total_cmp);
    Some(xs).filter(|xs| !xs.is_empty())
}
