//! Inequalities that one curve is to satisfy by itself. Bounds are in hundredths, so that they are exact.

use super::axis::{Axis, label};
use super::points::Point;

/// What must hold of a curve.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// Every point named is below this, in the metric's unit; a size, so that it is divided where sizes are.
    Below(u32),
    /// Every point named is above this, likewise.
    Above(u32),
    /// The highest point named is at most these hundredths of the lowest.
    Flat(u32),
    /// The last point named is at least these hundredths of the first.
    Grows(u32),
    /// It is from so many to so many hundredths of the first.
    GrowsBetween(u32, u32),
    /// Every point named is at least these hundredths of one.
    AtLeast(u32),
    /// Every point named is twice the one before, exactly.
    Doubles,
    /// Every point named is at least these hundredths of the one before.
    Rises(u32),
    /// No point named is more than these hundredths of one below the one before.
    FallsAtMost(u32),
    /// Every point named is at most these hundredths of one.
    AtMost(u32),
    /// At least so many of the points named are at most these hundredths of one.
    SeveralAtMost(u32, u32),
    /// Nothing: by what it grows is told beside.
    Told,
}

impl Shape {
    /// What must hold, in words, at the points `at`, in this `unit`, where all sizes are divided by `scale`.
    pub fn claimed(self, at: &str, unit: &str, scale: f64) -> String {
        let unit = spaced(unit);
        let times = |hundredths: u32| format!("{:.2}", f64::from(hundredths) / 100.0);
        match self {
            Self::Below(bound) => format!("below {}{unit} at {at}", label(f64::from(bound) / scale)),
            Self::Above(bound) => format!("above {}{unit} at {at}", label(f64::from(bound) / scale)),
            Self::Flat(bound) => format!("within × {} over {at}", times(bound)),
            Self::Grows(bound) => format!("grows at least × {} between {at}", times(bound)),
            Self::GrowsBetween(low, high) => format!("grows × {} to × {} between {at}", times(low), times(high)),
            Self::AtLeast(bound) => format!("at least {}{unit} at {at}", bare(bound)),
            Self::Doubles => format!("exactly twice the one before at each of {at}"),
            Self::Rises(bound) => format!("at least {} × the one before at each of {at}", times(bound)),
            Self::FallsAtMost(bound) => format!("never falls by more than {}{unit} between {at}", bare(bound)),
            Self::AtMost(bound) => format!("at most {}{unit} at {at}", bare(bound)),
            Self::SeveralAtMost(several, bound) => format!("at most {}{unit} at {several} of {at}", bare(bound)),
            Self::Told => String::new(),
        }
    }

    /// Whether it holds of the points `named` of the axis `x`, and by how much; `one` is what makes one of the metric's `unit`,
    /// and all sizes are divided by `scale`. None without a point.
    pub fn judge(self, named: &[Point], x: &Axis, unit: &str, one: f64, scale: f64) -> Option<(bool, String)> {
        let unit = spaced(unit);
        let (first, last) = (named.first()?, named.last()?);
        let least = named.iter().min_by(|a, b| a.value.total_cmp(&b.value))?;
        let most = named.iter().max_by(|a, b| a.value.total_cmp(&b.value))?;
        let is_within = |a: &Point, b: &Point, hundredths: u32| a.value * 100.0 <= b.value * f64::from(hundredths);
        let is_within_of = |a: &Point, b: &Point, hundredths: u32| b.value * 100.0 >= a.value * f64::from(hundredths);
        let grown = |first: &Point, last: &Point| format!("grows × {:.3}", last.value / first.value);
        Some(match self {
            Self::Below(bound) => {
                let is_below = most.value * scale < f64::from(bound) * one;
                (is_below, format!("{}{unit} at {}", label((most.value / one).round()), x.words(most.x)))
            }
            Self::Above(bound) => {
                let is_above = least.value * scale > f64::from(bound) * one;
                (is_above, format!("{}{unit} at {}", label((least.value / one).round()), x.words(least.x)))
            }
            Self::Flat(bound) => {
                let spread = format!("within × {:.3}", most.value / least.value);
                (is_within(most, least, bound), spread)
            }
            Self::Grows(bound) => {
                let grows = last.value * 100.0 >= first.value * f64::from(bound);
                (grows, grown(first, last))
            }
            Self::GrowsBetween(low, high) => {
                let grows = last.value * 100.0 >= first.value * f64::from(low);
                (grows && is_within(last, first, high), grown(first, last))
            }
            Self::AtLeast(bound) => {
                let reaches = least.value * 100.0 >= f64::from(bound) * one;
                (reaches, format!("at least {}{unit}, at {}", value(least.value / one), x.words(least.x)))
            }
            Self::AtMost(bound) => {
                let keeps = most.value * 100.0 <= f64::from(bound) * one;
                (keeps, format!("at most {}{unit}, at {}", value(most.value / one), x.words(most.x)))
            }
            Self::SeveralAtMost(several, bound) => {
                let (keep, miss): (Vec<&Point>, Vec<&Point>) =
                    named.iter().partition(|point| point.value * 100.0 <= f64::from(bound) * one);
                let missing: Vec<String> = miss
                    .iter()
                    .map(|point| format!("{}{unit} at {}", value(point.value / one), x.words(point.x)))
                    .collect();
                let but = if missing.is_empty() { String::new() } else { format!(", but {}", missing.join(", ")) };
                (keep.len() >= several as usize, format!("kept by {} of {}{but}", keep.len(), named.len()))
            }
            Self::Told => (true, grown(first, last)),
            Self::Doubles => {
                let doubles = named.windows(2).all(|two| two[1].value == 2.0 * two[0].value);
                (doubles, grown(first, last))
            }
            Self::Rises(bound) => {
                let step = |two: &[Point]| two[1].value / two[0].value;
                let rises = named.windows(2).all(|two| is_within_of(&two[0], &two[1], bound));
                let lowest = named.windows(2).min_by(|a, b| step(a).total_cmp(&step(b)));
                let told =
                    |two: &[Point]| format!("at least {:.3} × the one before, at {}", step(two), x.label(two[1].x));
                (rises, lowest.map_or_else(String::new, told))
            }
            Self::FallsAtMost(bound) => {
                let fall = |two: &[Point]| two[0].value - two[1].value;
                let deepest = named.windows(2).max_by(|a, b| fall(a).total_cmp(&fall(b)));
                let holds = deepest.is_none_or(|two| fall(two) * 100.0 <= f64::from(bound) * one);
                let told = |two: &[Point]| match fall(two) > 0.0 {
                    true => format!("falls by {:.3}{unit} at {}", fall(two) / one, x.words(two[1].x)),
                    false => "never falls".into(),
                };
                (holds, deepest.map_or_else(String::new, told))
            }
        })
    }
}

/// A bound: `5`, `0.15`.
pub(super) fn bare(hundredths: u32) -> String {
    label(f64::from(hundredths) / 100.0)
}

/// What was measured, in three decimals; none of a whole number.
pub(super) fn value(value: f64) -> String {
    if value.fract() == 0.0 { label(value) } else { format!("{value:.3}") }
}

/// ` %`; nothing where there is no unit.
pub(super) fn spaced(unit: &str) -> String {
    if unit.is_empty() { String::new() } else { format!(" {unit}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: f64 = 100.0;
    const AXIS: Axis = Axis {
        name: "place",
        unit: "",
        scale: crate::figures::scale::Scale::Linear,
        grid: crate::figures::axis::Grid::Unknown,
        sets: crate::figures::axis::Sets::Field("", 1),
    };

    fn points(values: [u32; 3]) -> Vec<Point> {
        (0..).zip(values).map(|(x, value)| Point { x: f64::from(x), value: f64::from(value) }).collect()
    }

    fn judge(shape: Shape, values: [u32; 3]) -> (bool, String) {
        shape.judge(&points(values), &AXIS, "", 1.0, 1.0).unwrap()
    }

    /// Values in hundredths.
    fn judge_shares(shape: Shape, values: [u32; 3]) -> (bool, String) {
        shape.judge(&points(values), &AXIS, "%", ONE, 1.0).unwrap()
    }

    #[test]
    fn bounds_hold_at_the_bound_and_not_beyond() {
        assert_eq!(judge(Shape::Below(10), [3, 9, 0]), (true, "9 at 1".into()));
        assert!(!judge(Shape::Below(10), [3, 10, 0]).0);
        assert_eq!(judge(Shape::Above(10), [30, 11, 12]), (true, "11 at 1".into()));
        assert!(!judge(Shape::Above(10), [30, 10, 12]).0);
        assert_eq!(judge(Shape::Flat(105), [100, 105, 103]), (true, "within × 1.050".into()));
        assert!(!judge(Shape::Flat(105), [1000, 1051, 1030]).0);
        assert_eq!(judge(Shape::Grows(120), [100, 1, 120]), (true, "grows × 1.200".into()));
        assert!(!judge(Shape::Grows(120), [1000, 9999, 1199]).0);
        assert!(judge(Shape::GrowsBetween(400, 1600), [100, 1, 400]).0);
        assert!(judge(Shape::GrowsBetween(400, 1600), [100, 1, 1600]).0);
        assert!(!judge(Shape::GrowsBetween(400, 1600), [100, 1, 399]).0);
        assert!(!judge(Shape::GrowsBetween(400, 1600), [100, 1, 1601]).0);
        assert_eq!(Shape::Below(10).judge(&[], &AXIS, "", 1.0, 1.0), None);
        assert_eq!(judge(Shape::AtMost(200), [1, 2, 0]), (true, "at most 2, at 1".into()));
        assert!(!judge(Shape::AtMost(199), [1, 2, 0]).0);
        assert_eq!(judge(Shape::SeveralAtMost(2, 200), [1, 3, 2]), (true, "kept by 2 of 3, but 3 at 1".into()));
        assert!(!judge(Shape::SeveralAtMost(2, 200), [1, 3, 3]).0);
        assert_eq!(judge(Shape::Told, [100, 1, 120]), (true, "grows × 1.200".into()));
    }

    #[test]
    fn bounds_are_in_the_metrics_unit_and_in_the_size_of_the_experiments() {
        assert_eq!(judge_shares(Shape::AtLeast(60), [70, 60, 99]), (true, "at least 0.600 %, at 1".into()));
        assert!(!judge_shares(Shape::AtLeast(60), [70, 59, 99]).0);
        assert_eq!(judge_shares(Shape::Below(2), [70, 199, 99]), (true, "2 % at 1".into()));
        assert!(!judge_shares(Shape::Below(2), [70, 200, 99]).0);
        assert!(Shape::Below(2).judge(&points([9, 49, 9]), &AXIS, "", ONE, 4.0).unwrap().0);
        assert!(!Shape::Below(2).judge(&points([9, 50, 9]), &AXIS, "", ONE, 4.0).unwrap().0);
        assert!(Shape::Above(2).judge(&points([51, 90, 99]), &AXIS, "", ONE, 4.0).unwrap().0);
        assert!(!Shape::Above(2).judge(&points([50, 90, 99]), &AXIS, "", ONE, 4.0).unwrap().0);
        assert_eq!(Shape::Below(2000).claimed("all", "bytes", 4.0), "below 500 bytes at all");
        assert_eq!(Shape::Above(2000).claimed("all", "", 4.0), "above 500 at all");
        assert_eq!(Shape::AtMost(0).claimed("all", "", 1.0), "at most 0 at all");
        assert_eq!(Shape::AtMost(15).claimed("all", "%", 1.0), "at most 0.15 % at all");
    }

    #[test]
    fn steps_are_from_each_point_to_the_next() {
        assert_eq!(judge(Shape::Rises(98), [100, 98, 97]), (true, "at least 0.980 × the one before, at 1".into()));
        assert!(!judge(Shape::Rises(98), [100, 97, 200]).0);
        assert_eq!(judge(Shape::Doubles, [7, 14, 28]), (true, "grows × 4.000".into()));
        assert!(!judge(Shape::Doubles, [7, 14, 29]).0);
        let falls = judge_shares(Shape::FallsAtMost(2), [70, 90, 88]);
        assert_eq!(falls, (true, "falls by 0.020 % at 2".into()));
        assert!(!judge_shares(Shape::FallsAtMost(2), [70, 90, 87]).0);
        assert_eq!(judge_shares(Shape::FallsAtMost(2), [1, 2, 3]), (true, "never falls".into()));
    }
}
