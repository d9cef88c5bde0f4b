//! Inequalities that one curve is to satisfy by itself. Bounds are in hundredths, so that they are exact.

use super::axis::label;
use super::table::Point;

/// What must hold of a curve.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// Every point named is below this.
    Below(u32),
    /// The highest point named is at most these hundredths of the lowest.
    Flat(u32),
    /// The last point named is at least these hundredths of the first.
    Grows(u32),
}

impl Shape {
    /// What must hold, in words, at the points `at`.
    pub fn claimed(self, at: &str) -> String {
        match self {
            Self::Below(bound) => format!("below {bound} at {at}"),
            Self::Flat(bound) => format!("within × {:.2} over {at}", f64::from(bound) / 100.0),
            Self::Grows(bound) => {
                format!("grows at least × {:.2} between {at}", f64::from(bound) / 100.0)
            }
        }
    }

    /// Whether it holds of the points `named`, and by how much. None without a point.
    pub fn judge(self, named: &[Point]) -> Option<(bool, String)> {
        let (first, last) = (named.first()?, named.last()?);
        let least = named.iter().min_by(|a, b| a.value.total_cmp(&b.value))?;
        let most = named.iter().max_by(|a, b| a.value.total_cmp(&b.value))?;
        let is_within = |a: &Point, b: &Point, hundredths: u32| a.value * 100.0 <= b.value * f64::from(hundredths);
        Some(match self {
            Self::Below(bound) => {
                (most.value < f64::from(bound), format!("{} at {}", label(most.value), label(most.x)))
            }
            Self::Flat(bound) => {
                let spread = format!("within × {:.3}", most.value / least.value);
                (is_within(most, least, bound), spread)
            }
            Self::Grows(bound) => {
                let grows = last.value * 100.0 >= first.value * f64::from(bound);
                (grows, format!("grows × {:.3}", last.value / first.value))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(shape: Shape, values: [u32; 3]) -> (bool, String) {
        let points = (0..).zip(values).map(|(x, value)| Point { x: f64::from(x), value: f64::from(value) });
        shape.judge(&points.collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn bounds_hold_at_the_bound_and_not_beyond() {
        assert_eq!(judge(Shape::Below(10), [3, 9, 0]), (true, "9 at 1".into()));
        assert!(!judge(Shape::Below(10), [3, 10, 0]).0);
        assert_eq!(judge(Shape::Flat(105), [100, 105, 103]), (true, "within × 1.050".into()));
        assert!(!judge(Shape::Flat(105), [1000, 1051, 1030]).0);
        assert_eq!(judge(Shape::Grows(120), [100, 1, 120]), (true, "grows × 1.200".into()));
        assert!(!judge(Shape::Grows(120), [1000, 9999, 1199]).0);
        assert_eq!(Shape::Below(10).judge(&[]), None);
    }
}
