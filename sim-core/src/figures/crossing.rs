//! Two curves side by side, and where they cross.

use super::points::Point;
use super::scale::Scale;

/// Two systems at one place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// Where.
    pub x: f64,
    /// The system that a claim is about.
    pub of: f64,
    /// The one it is compared with.
    pub than: f64,
}

impl Pair {
    /// The first as a multiple of the second.
    pub fn ratio(&self) -> f64 {
        if self.of == self.than { 1.0 } else { self.of / self.than }
    }
}

/// The points that two curves have both.
pub fn pairs(of: &[Point], than: &[Point]) -> Vec<Pair> {
    let beside = |of: &Point| {
        let than = than.iter().find(|than| than.x == of.x)?;
        Some(Pair { x: of.x, of: of.value, than: than.value })
    };
    of.iter().filter_map(beside).collect()
}

/// Where the straight lines between points cross, drawn on axes of these scales.
pub fn crossings(pairs: &[Pair], x: Scale, y: Scale) -> Vec<f64> {
    let is_above = |pair: &Pair| pair.of > pair.than;
    let cross = |two: &[Pair]| is_above(&two[0]) != is_above(&two[1]);
    pairs.windows(2).filter(|two| cross(two)).map(|two| crossing(two[0], two[1], x, y)).collect()
}

fn crossing(left: Pair, right: Pair, x: Scale, y: Scale) -> f64 {
    let apart = |pair: Pair| y.place(pair.of) - y.place(pair.than);
    let share = apart(left) / (apart(left) - apart(right));
    // A value of 0 has no place on a logarithmic axis.
    let share = if share.is_finite() { share } else { 0.5 };
    let [from, to] = [left.x, right.x].map(|value| x.place(value));
    x.value(from + share * (to - from))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn beside(points: &[(f64, f64, f64)]) -> Vec<Pair> {
        points.iter().map(|&(x, of, than)| Pair { x, of, than }).collect()
    }

    #[test]
    fn crossings_lie_on_the_lines_drawn() {
        let linear = |points: &[(f64, f64, f64)]| crossings(&beside(points), Scale::Linear, Scale::Linear);
        assert_eq!(linear(&[(0.0, 4.0, 1.0), (1.0, 1.0, 2.0), (2.0, 3.0, 2.0)]), [0.75, 1.5]);
        assert!(linear(&[(0.0, 4.0, 1.0), (1.0, 3.0, 2.0)]).is_empty());
        assert_eq!(linear(&[(0.0, 2.0, 1.0), (1.0, 1.0, 1.0), (2.0, 0.0, 1.0)]), [1.0]);
        let log = crossings(&beside(&[(1.0, 8.0, 2.0), (16.0, 2.0, 8.0)]), Scale::Log, Scale::Log);
        assert_eq!(log, [4.0]);
        assert_eq!(crossings(&beside(&[(0.0, 2.0, 0.0), (1.0, 0.0, 1.0)]), Scale::Linear, Scale::Log), [0.5]);
    }

    #[test]
    fn points_of_one_curve_alone_are_left_out() {
        let curve =
            |points: &[(f64, f64)]| -> Vec<Point> { points.iter().map(|&(x, value)| Point { x, value }).collect() };
        let both = pairs(&curve(&[(0.0, 1.0), (1.0, 3.0)]), &curve(&[(1.0, 2.0), (2.0, 5.0)]));
        assert_eq!(both, beside(&[(1.0, 3.0, 2.0)]));
        assert_eq!(both[0].ratio(), 1.5);
    }
}
