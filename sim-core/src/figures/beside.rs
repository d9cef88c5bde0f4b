//! Inequalities between the curves of two systems. Bounds are in hundredths, so that they are exact.

use super::axis::label;
use super::condition::Points;
use super::crossing::Pair;

/// What must hold of one system beside another.
#[derive(Clone, Copy, Debug)]
pub enum Comparison {
    /// At every point named at most these hundredths of the other.
    AtMost(u32),
    /// At one of them at least.
    SomewhereAtMost(u32),
    /// At every point at least these hundredths of the other.
    AtLeast(u32),
    /// At every point from so many to so many hundredths of the other.
    Between(u32, u32),
    /// From the first point named to the last it grows by at most these hundredths of the other's factor.
    GrowthAtMost(u32),
    /// What it saves against the other, as a share, rises by so many hundredths from each point named to the next.
    GainRises(u32),
    /// The first point at which the other is above is one of those named.
    FirstExceeded,
    /// Nothing: told beside.
    Told,
}

impl Comparison {
    /// Whether points are compared, rather than how curves run.
    pub fn is_of_points(self) -> bool {
        !matches!(self, Self::GrowthAtMost(_) | Self::GainRises(_))
    }

    /// What must hold, in words, beside the system `than`, at the points `at`.
    pub fn claimed(self, than: &str, at: &str) -> String {
        match self {
            Self::AtMost(bound) => format!("at most {} × {than}'s at {at}", times(bound)),
            Self::SomewhereAtMost(bound) => format!("at most {} × {than}'s somewhere in {at}", times(bound)),
            Self::AtLeast(bound) => format!("at least {} × {than}'s at {at}", times(bound)),
            Self::Between(low, high) => format!("{} to {} × {than}'s at {at}", times(low), times(high)),
            Self::GrowthAtMost(bound) => format!("grows at most {} × as much as {than}'s between {at}", times(bound)),
            Self::GainRises(step) => {
                format!("saves ever more of {than}'s, by at least {} between {at}", times(step))
            }
            Self::FirstExceeded => format!("first exceeded by {than}'s in {at}"),
            Self::Told => String::new(),
        }
    }

    /// Whether it holds and by how much, for curves of which `points` are named. None if they have no such point.
    pub fn judge(self, all: &[Pair], points: &Points) -> Option<(bool, String)> {
        let named: Vec<Pair> = all.iter().copied().filter(|pair| points.has(pair.x)).collect();
        let (first, last) = (named.first()?, named.last()?);
        let every = |holds: &dyn Fn(&Pair) -> bool| (named.iter().all(holds), range(&named));
        Some(match self {
            Self::AtMost(bound) => every(&|pair| is_at_most(pair, bound)),
            Self::SomewhereAtMost(bound) => (named.iter().any(|pair| is_at_most(pair, bound)), range(&named)),
            Self::AtLeast(bound) => every(&|pair| is_at_least(pair, bound)),
            Self::Between(low, high) => every(&|pair| is_at_least(pair, low) && is_at_most(pair, high)),
            Self::GrowthAtMost(bound) => {
                let growth = Pair { x: last.x, of: last.of / first.of, than: last.than / first.than };
                (is_at_most(&growth, bound), format!("grows × {:.2}, the other × {:.2}", growth.of, growth.than))
            }
            Self::GainRises(step) => {
                let gains: Vec<f64> = named.iter().map(|pair| 1.0 - pair.ratio()).collect();
                let rises = gains.windows(2).all(|two| two[1] - two[0] >= f64::from(step) / 100.0);
                let gains: Vec<String> = gains.iter().map(|gain| format!("{gain:.3}")).collect();
                (rises, format!("saves {}", gains.join(", ")))
            }
            Self::FirstExceeded => match all.iter().find(|pair| pair.than > pair.of) {
                Some(pair) => (points.has(pair.x), format!("first exceeded at {}", label(pair.x))),
                None => (false, "never exceeded".into()),
            },
            Self::Told => (true, range(&named)),
        })
    }
}

fn is_at_most(pair: &Pair, hundredths: u32) -> bool {
    pair.of * 100.0 <= pair.than * f64::from(hundredths)
}

fn is_at_least(pair: &Pair, hundredths: u32) -> bool {
    pair.of * 100.0 >= pair.than * f64::from(hundredths)
}

fn times(hundredths: u32) -> String {
    format!("{:.2}", f64::from(hundredths) / 100.0)
}

/// The smallest and the largest ratio, and where.
fn range(named: &[Pair]) -> String {
    let told = |pair: Option<&Pair>| {
        pair.map(|pair| format!("{:.3} × at {}", pair.ratio(), label(pair.x))).unwrap_or_default()
    };
    let least = named.iter().min_by(|a, b| a.ratio().total_cmp(&b.ratio()));
    let most = named.iter().max_by(|a, b| a.ratio().total_cmp(&b.ratio()));
    match named.len() {
        1 => told(least),
        _ => format!("{} to {}", told(least), told(most)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMED: Points = Points::Over(10.0, 30.0);

    /// The first and the last point are not named.
    fn judge(comparison: Comparison, of: [u32; 5], than: u32) -> (bool, String) {
        let pair = |(x, of): (u32, u32)| Pair { x: f64::from(x) * 10.0, of: f64::from(of), than: f64::from(than) };
        let all: Vec<Pair> = (0..).zip(of).map(pair).collect();
        comparison.judge(&all, &NAMED).unwrap()
    }

    #[test]
    fn every_point_named_must_hold_and_the_bound_itself_does() {
        let at_most = judge(Comparison::AtMost(102), [9999, 102, 51, 70, 9999], 100);
        assert_eq!(at_most, (true, "0.510 × at 20 to 1.020 × at 10".into()));
        assert!(!judge(Comparison::AtMost(102), [0, 1021, 510, 700, 0], 1000).0);
        assert!(judge(Comparison::AtLeast(102), [0, 102, 103, 200, 0], 100).0);
        assert!(!judge(Comparison::AtLeast(102), [2000, 1019, 1030, 2000, 2000], 1000).0);
        assert!(judge(Comparison::SomewhereAtMost(54), [0, 99, 54, 99, 0], 100).0);
        assert!(!judge(Comparison::SomewhereAtMost(54), [0, 99, 55, 99, 0], 100).0);
        assert!(judge(Comparison::Between(90, 110), [0, 90, 110, 100, 0], 100).0);
        assert!(!judge(Comparison::Between(90, 110), [100, 89, 100, 100, 100], 100).0);
        assert!(!judge(Comparison::Between(90, 110), [100, 111, 100, 100, 100], 100).0);
    }

    #[test]
    fn growth_is_from_the_first_point_named_to_the_last() {
        assert_eq!(
            judge(Comparison::GrowthAtMost(200), [0, 10, 99, 20, 0], 7),
            (true, "grows × 2.00, the other × 1.00".into())
        );
        assert!(!judge(Comparison::GrowthAtMost(199), [0, 10, 99, 20, 0], 7).0);
    }

    #[test]
    fn gains_rise_from_each_point_to_the_next() {
        let rises = judge(Comparison::GainRises(2), [0, 75, 50, 25, 100], 100);
        assert_eq!(rises, (true, "saves 0.250, 0.500, 0.750".into()));
        assert!(!judge(Comparison::GainRises(2), [100, 75, 25, 24, 0], 100).0, "by one hundredth only");
    }

    #[test]
    fn the_first_place_at_which_the_other_is_above() {
        assert_eq!(
            judge(Comparison::FirstExceeded, [100, 100, 99, 1, 200], 100),
            (true, "first exceeded at 20".into())
        );
        assert!(!judge(Comparison::FirstExceeded, [99, 200, 99, 1, 200], 100).0, "too early");
        assert!(!judge(Comparison::FirstExceeded, [200, 200, 200, 200, 1], 100).0, "too late");
        assert_eq!(judge(Comparison::FirstExceeded, [100; 5], 100), (false, "never exceeded".into()));
    }

    #[test]
    fn nothing_is_judged_without_a_point() {
        let far = Pair { x: 99.0, of: 1.0, than: 1.0 };
        assert_eq!(Comparison::AtMost(102).judge(&[far], &NAMED), None);
    }
}
