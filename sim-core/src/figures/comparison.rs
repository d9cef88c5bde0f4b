//! Inequalities between the curves of two systems. Bounds are in hundredths, so that they are exact.

use super::axis::{Axis, label};
use super::crossing::Pair;
use super::points::Points;
use crate::base::text::listed;

/// What must hold of one system beside another.
#[derive(Clone, Copy, Debug)]
pub enum Comparison {
    /// At every point named at most these hundredths of the other.
    AtMost(u32),
    /// At one of them at least.
    SomewhereAtMost(u32),
    /// At every point at least these hundredths of the other.
    AtLeast(u32),
    /// At every point at most these thousandths of the other.
    AtMostPerMille(u32),
    /// At every point from so many to so many hundredths of the other.
    Between(u32, u32),
    /// From each point named to the next it comes to so many thousandths more of the other.
    ShareRises(u32),
    /// From the first point named to the last it grows by at most these hundredths of the other's factor.
    GrowthAtMost(u32),
    /// From the first point named to the last it grows by at least these hundredths of the other's factor.
    GrowthAtLeast(u32),
    /// At the last point named the two differ, in the metric's unit, by at most these hundredths of what they do at the first.
    GapAtMost(u32),
    /// What it saves against the other, as a share, rises by so many hundredths from each point named to the next.
    GainRises(u32),
    /// The first point at which the other is above is one of those named.
    FirstExceeded,
    /// The median over the points named is from so many to so many hundredths of the other.
    MedianBetween(u32, u32),
    /// Nothing: told beside.
    Told,
}

impl Comparison {
    /// Whether points are compared, rather than how curves run.
    pub fn is_of_points(self) -> bool {
        !matches!(
            self,
            Self::GrowthAtMost(_)
                | Self::GrowthAtLeast(_)
                | Self::GapAtMost(_)
                | Self::GainRises(_)
                | Self::ShareRises(_)
        )
    }

    /// What must hold, in words, beside the system `than`, at the points `at`.
    pub fn claimed(self, than: &str, at: &str) -> String {
        match self {
            Self::AtMost(bound) => format!("at most {} × {than}'s at {at}", times(bound)),
            Self::SomewhereAtMost(bound) => format!("at most {} × {than}'s somewhere in {at}", times(bound)),
            Self::AtLeast(bound) => format!("at least {} × {than}'s at {at}", times(bound)),
            Self::AtMostPerMille(bound) => format!("at most {} × {than}'s at {at}", thousandths(bound)),
            Self::ShareRises(step) => {
                format!("ever more of {than}'s, by at least {} of it between {at}", thousandths(step))
            }
            Self::Between(low, high) => format!("{} to {} × {than}'s at {at}", times(low), times(high)),
            Self::GrowthAtMost(bound) => format!("grows at most {} × as much as {than}'s between {at}", times(bound)),
            Self::GrowthAtLeast(bound) => format!("grows at least {} × as much as {than}'s between {at}", times(bound)),
            Self::GapAtMost(bound) => gap_claimed(than, at, bound),
            Self::GainRises(step) => {
                format!("ever further below {than}'s, by at least {} of it between {at}", times(step))
            }
            Self::FirstExceeded => format!("first exceeded by {than}'s in {at}"),
            Self::MedianBetween(low, high) => {
                format!("in the median {} to {} × {than}'s over {at}", times(low), times(high))
            }
            Self::Told => String::new(),
        }
    }

    /// Whether it holds and by how much, for curves of which `points` of the axis `x` are named, and of which `one` makes one
    /// of their `unit`. None if they have no such point.
    pub fn judge(self, all: &[Pair], points: &Points, x: &Axis, one: f64, unit: &str) -> Option<(bool, String)> {
        let named: Vec<Pair> = all.iter().copied().filter(|pair| points.has(pair.x)).collect();
        let (first, last) = (named.first()?, named.last()?);
        let every = |holds: &dyn Fn(&Pair) -> bool| (named.iter().all(holds), range(&named, x));
        Some(match self {
            Self::AtMost(bound) => every(&|pair| is_at_most(pair, bound)),
            Self::SomewhereAtMost(bound) => (named.iter().any(|pair| is_at_most(pair, bound)), range(&named, x)),
            Self::AtLeast(bound) => every(&|pair| is_at_least(pair, bound)),
            Self::AtMostPerMille(bound) => {
                let is_at_most = |pair: &Pair| pair.of * 1000.0 <= pair.than * f64::from(bound);
                let most = named.iter().map(Pair::ratio).max_by(f64::total_cmp)?;
                (named.iter().all(is_at_most), format!("at most {most:.5} ×"))
            }
            Self::ShareRises(step) => {
                let rises = named.windows(2).all(|two| rises_by(&two[0], &two[1], step));
                let shares: Vec<String> = named.iter().map(|pair| format!("{:.3}", pair.ratio())).collect();
                (rises, format!("{} ×", shares.join(", ")))
            }
            Self::Between(low, high) => every(&|pair| is_at_least(pair, low) && is_at_most(pair, high)),
            Self::GrowthAtMost(bound) => (is_at_most(&growth(first, last), bound), grown(first, last)),
            Self::GrowthAtLeast(bound) => (is_at_least(&growth(first, last), bound), grown(first, last)),
            Self::GapAtMost(bound) => {
                (gap(last) * 100.0 <= gap(first) * f64::from(bound), gaps(first, last, x, one, unit))
            }
            Self::GainRises(step) => {
                let gains: Vec<f64> = named.iter().map(|pair| 1.0 - pair.ratio()).collect();
                let rises = gains.windows(2).all(|two| two[1] - two[0] >= f64::from(step) / 100.0);
                let ratios: Vec<String> = named.iter().map(|pair| format!("{:.3}", pair.ratio())).collect();
                (rises, format!("{} ×", ratios.join(", ")))
            }
            Self::FirstExceeded => match all.iter().find(|pair| pair.than > pair.of) {
                Some(pair) => (points.has(pair.x), format!("first exceeded at {}", x.label(pair.x))),
                None => (false, "never exceeded".into()),
            },
            Self::MedianBetween(low, high) => {
                let median = median_ratio(&named);
                let hundredths = median * 100.0;
                let between = f64::from(low) <= hundredths && hundredths <= f64::from(high);
                (between, format!("{median:.3} × in the median"))
            }
            Self::Told => (true, range(&named, x)),
        })
    }
}

fn is_at_most(pair: &Pair, hundredths: u32) -> bool {
    pair.of * 100.0 <= pair.than * f64::from(hundredths)
}

fn is_at_least(pair: &Pair, hundredths: u32) -> bool {
    pair.of * 100.0 >= pair.than * f64::from(hundredths)
}

/// By what both grow.
fn growth(first: &Pair, last: &Pair) -> Pair {
    Pair { x: last.x, of: last.of / first.of, than: last.than / first.than }
}

fn grown(first: &Pair, last: &Pair) -> String {
    let growth = growth(first, last);
    format!("grows × {}, the other × {}", amount(growth.of), amount(growth.than))
}

fn gap(pair: &Pair) -> f64 {
    (pair.of - pair.than).abs()
}

fn gap_claimed(than: &str, at: &str, hundredths: u32) -> String {
    format!("differs from {than}'s, at the last of {at}, at most {} × as much as at the first", times(hundredths))
}

/// How far apart two are at both ends, of which `one` makes one of the `unit`.
fn gaps(first: &Pair, last: &Pair, x: &Axis, one: f64, unit: &str) -> String {
    let spaced = if unit.is_empty() { String::new() } else { format!(" {unit}") };
    let told = |pair: &Pair| format!("{}{spaced} at {}", amount(gap(pair) / one), x.words(pair.x));
    format!("differs by {}, by {}", told(first), told(last))
}

/// Two decimals, none of what is large or a whole number.
fn amount(value: f64) -> String {
    if value < 1000.0 && value.fract() != 0.0 { format!("{value:.2}") } else { label(value.round()) }
}

fn times(hundredths: u32) -> String {
    format!("{:.2}", f64::from(hundredths) / 100.0)
}

/// Whether the share rises by so many thousandths, in whole numbers.
fn rises_by(from: &Pair, to: &Pair, thousandths: u32) -> bool {
    let [from_of, from_than, to_of, to_than] = [from.of, from.than, to.of, to.than].map(|value| value as i128);
    (to_of * from_than - from_of * to_than) * 1000 >= i128::from(thousandths) * from_than * to_than
}

fn thousandths(thousandths: u32) -> String {
    format!("{:.3}", f64::from(thousandths) / 1000.0)
}

/// Of an even number, halfway between the two in the middle.
pub(super) fn median_ratio(named: &[Pair]) -> f64 {
    let middle = middle(named);
    middle.iter().map(Pair::ratio).sum::<f64>() / middle.len() as f64
}

/// The pair, or the two, that make the median.
pub(super) fn middle(named: &[Pair]) -> Vec<Pair> {
    let mut sorted = named.to_vec();
    sorted.sort_by(|a, b| a.ratio().total_cmp(&b.ratio()));
    let beside = sorted.len().saturating_sub(1) / 2;
    sorted.drain(..beside);
    sorted.truncate(sorted.len() - beside);
    sorted
}

/// Three decimals, of which the last is left out where it is zero. What they would tell as nothing, and is not, is told by a bound.
fn ratio(pair: &Pair) -> String {
    let text = match pair.ratio() {
        hardly if hardly > 0.0 && hardly < 0.0005 => "below 0.001".into(),
        ratio => format!("{ratio:.3}"),
    };
    text.strip_suffix('0').map(String::from).unwrap_or(text)
}

/// The smallest and the largest ratio, and where. Of nothing there is no multiple: where the other comes to that, it is said.
fn range(named: &[Pair], x: &Axis) -> String {
    let (of_something, of_nothing): (Vec<&Pair>, Vec<&Pair>) = named.iter().partition(|pair| pair.ratio().is_finite());
    let told = |pair: &Pair| format!("{} × ({})", ratio(pair), x.words(pair.x));
    let least = of_something.iter().min_by(|a, b| a.ratio().total_cmp(&b.ratio()));
    let most = of_something.iter().max_by(|a, b| a.ratio().total_cmp(&b.ratio()));
    let range = match (least, most) {
        (Some(least), Some(_)) if of_something.len() == 1 => Some(told(least)),
        (Some(least), Some(most)) => Some(format!("{} to {}", told(least), told(most))),
        _ => None,
    };
    let places: Vec<String> = of_nothing.iter().map(|pair| x.words(pair.x)).collect();
    let nothing = (!places.is_empty()).then(|| format!("more than the other's 0 at {}", listed(&places)));
    range.into_iter().chain(nothing).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMED: Points = Points::Over(10.0, 30.0);
    const AXIS: Axis = Axis {
        name: "place",
        unit: "",
        scale: crate::figures::scale::Scale::Linear,
        grid: crate::figures::axis::Grid::Unknown,
        sets: crate::figures::axis::Sets::Field("", 1),
    };

    /// The first and the last point are not named.
    fn judge(comparison: Comparison, of: [u32; 5], than: u32) -> (bool, String) {
        let pair = |(x, of): (u32, u32)| Pair { x: f64::from(x) * 10.0, of: f64::from(of), than: f64::from(than) };
        let all: Vec<Pair> = (0..).zip(of).map(pair).collect();
        comparison.judge(&all, &NAMED, &AXIS, 100.0, "ms").unwrap()
    }

    #[test]
    fn every_point_named_must_hold_and_the_bound_itself_does() {
        let at_most = judge(Comparison::AtMost(102), [9999, 102, 51, 70, 9999], 100);
        assert_eq!(at_most, (true, "0.51 × (20) to 1.02 × (10)".into()));
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
    fn of_nothing_there_is_no_multiple() {
        let over = |than: [u32; 3]| {
            let pair = |(x, than): (u32, u32)| Pair { x: f64::from(x) * 10.0, of: 5.0, than: f64::from(than) };
            let all: Vec<Pair> = (1..).zip(than).map(pair).collect();
            Comparison::AtMost(102).judge(&all, &NAMED, &AXIS, 1.0, "").unwrap()
        };
        assert_eq!(over([10, 5, 0]), (false, "0.50 × (10) to 1.00 × (20), more than the other's 0 at 30".into()));
        assert_eq!(over([0, 0, 5]).1, "1.00 × (30), more than the other's 0 at 10 and 20");
        assert_eq!(over([0, 0, 0]).1, "more than the other's 0 at 10, 20 and 30");
        let nothing = Pair { x: 20.0, of: 0.0, than: 0.0 };
        assert_eq!(
            Comparison::AtMost(102).judge(&[nothing], &NAMED, &AXIS, 1.0, ""),
            Some((true, "1.00 × (20)".into()))
        );
    }

    #[test]
    fn thousandths_are_told_apart_from_hundredths() {
        let at_most = judge(Comparison::AtMostPerMille(1), [99, 1, 1, 1, 99], 1000);
        assert_eq!(at_most, (true, "at most 0.00100 ×".into()));
        assert!(!judge(Comparison::AtMostPerMille(1), [0, 1, 2, 1, 0], 1000).0);
    }

    #[test]
    fn shares_rise_from_each_point_to_the_next() {
        let rises = judge(Comparison::ShareRises(5), [9999, 800, 805, 990, 0], 1000);
        assert_eq!(rises, (true, "0.800, 0.805, 0.990 ×".into()));
        assert!(!judge(Comparison::ShareRises(5), [0, 800, 804, 990, 9999], 1000).0);
    }

    #[test]
    fn growth_is_from_the_first_point_named_to_the_last() {
        assert_eq!(
            judge(Comparison::GrowthAtMost(200), [0, 10, 99, 20, 0], 7),
            (true, "grows × 2, the other × 1".into())
        );
        assert!(!judge(Comparison::GrowthAtMost(199), [0, 10, 99, 20, 0], 7).0);
        assert!(judge(Comparison::GrowthAtLeast(200), [0, 10, 99, 20, 0], 7).0);
        assert!(!judge(Comparison::GrowthAtLeast(201), [0, 10, 99, 20, 0], 7).0);
    }

    #[test]
    fn a_gap_is_a_difference_in_the_metrics_unit_to_either_side() {
        let shrinks = judge(Comparison::GapAtMost(50), [0, 120, 999, 110, 0], 100);
        assert_eq!(shrinks, (true, "differs by 0.20 ms at 10, by 0.10 ms at 30".into()));
        assert!(judge(Comparison::GapAtMost(50), [0, 40, 999, 130, 0], 100).0, "60 below, 30 above");
        assert!(!judge(Comparison::GapAtMost(50), [0, 40, 999, 131, 0], 100).0);
    }

    #[test]
    fn large_amounts_are_told_in_whole() {
        assert_eq!([amount(6.108), amount(780_288.4)], ["6.11", "780\u{202f}288"]);
        assert_eq!(
            [amount(444.0), amount(55_154.12), amount(0.2)],
            ["444", "55\u{202f}154", "0.20"],
            "counts are whole"
        );
    }

    #[test]
    fn gains_rise_from_each_point_to_the_next() {
        let rises = judge(Comparison::GainRises(2), [0, 75, 50, 25, 100], 100);
        assert_eq!(rises, (true, "0.750, 0.500, 0.250 ×".into()));
        let above = judge(Comparison::GainRises(2), [0, 150, 50, 25, 100], 100);
        assert_eq!(above.1, "1.500, 0.500, 0.250 ×");
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
    fn the_median_of_the_ratios_lies_in_the_middle() {
        let median = |of| judge(Comparison::MedianBetween(170, 300), of, 100);
        assert_eq!(median([0, 170, 900, 100, 0]), (true, "1.700 × in the median".into()));
        assert!(!median([0, 169, 900, 100, 0]).0);
        assert!(median([0, 300, 900, 100, 0]).0 && !median([0, 301, 900, 100, 0]).0);
        let pair = |of: f64| Pair { x: 0.0, of, than: 1.0 };
        assert_eq!(median_ratio(&[pair(4.0), pair(1.0), pair(2.0), pair(9.0)]), 3.0);
    }

    #[test]
    fn nothing_is_judged_without_a_point() {
        let far = Pair { x: 99.0, of: 1.0, than: 1.0 };
        assert_eq!(Comparison::AtMost(102).judge(&[far], &NAMED, &AXIS, 1.0, ""), None);
    }
}
