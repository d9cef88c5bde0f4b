//! Between which bounds the value of a formula lies where each quantity lies between bounds: what cannot be the best need not be
//! looked at.

use super::op::Op;

/// Values between two bounds, both included, perhaps NaN among them; no number where `low` is above `high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds {
    low: f64,
    high: f64,
    nan: bool,
}

/// Anything at all.
const ANY: Bounds = Bounds { low: f64::NEG_INFINITY, high: f64::INFINITY, nan: true };
/// No number.
const NONE: Bounds = Bounds { low: f64::INFINITY, high: f64::NEG_INFINITY, nan: true };
const EITHER: Bounds = Bounds::between(0.0, 1.0);

/// The relative error of functions that are not exact, at most.
const SLACK: f64 = 1e-12;

impl Bounds {
    /// Any number from `low` to `high`.
    pub(crate) const fn between(low: f64, high: f64) -> Self {
        Self { low, high, nan: false }
    }

    /// One value.
    pub(crate) fn of(value: f64) -> Self {
        if value.is_nan() { NONE } else { Self::between(value, value) }
    }

    /// The highest value, NaN where there is no number.
    pub(crate) fn highest(self) -> f64 {
        if self.is_number() { self.high } else { f64::NAN }
    }

    fn is_number(self) -> bool {
        self.low <= self.high
    }

    fn is_one(self) -> bool {
        self.low == self.high && !self.nan
    }

    fn has_zero(self) -> bool {
        self.low <= 0.0 && self.high >= 0.0
    }

    fn is_finite(self) -> bool {
        self.low.is_finite() && self.high.is_finite()
    }

    /// Whether a condition holds, where that is certain.
    fn certain(self) -> Option<bool> {
        match self {
            _ if !self.is_number() || (self.low == 0.0 && self.high == 0.0) => Some(false),
            _ if self.nan || self.has_zero() => None,
            _ => Some(true),
        }
    }

    fn truth(certain: Option<bool>) -> Self {
        certain.map_or(EITHER, |truth| Self::of(f64::from(u8::from(truth))))
    }

    /// The smallest bounds around some values; anything if one of them is NaN.
    fn around(values: &[f64], nan: bool) -> Self {
        if values.iter().any(|value| value.is_nan()) {
            return ANY;
        }
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        Self { low, high: values.iter().copied().fold(f64::NEG_INFINITY, f64::max), nan }
    }

    /// A little wider: the function is not exact, and so perhaps not monotonic.
    fn wider(self) -> Self {
        let slack = |bound: f64| if bound.is_finite() { bound.abs() * SLACK + f64::MIN_POSITIVE } else { 0.0 };
        Self { low: self.low - slack(self.low), high: self.high + slack(self.high), nan: self.nan }
    }

    /// Those of a function that does not fall, for operands of at least `least`; below, it is NaN.
    fn rising(self, least: f64, op: Op) -> Self {
        if !self.is_number() || self.high < least {
            return NONE;
        }
        let nan = self.nan || self.low < least;
        Self { low: op.of_one(self.low.max(least)), high: op.of_one(self.high), nan }
    }

    /// The value of an operator or function of one operand.
    pub(super) fn of_one(self, op: Op) -> Self {
        match op {
            Op::Not => Self::truth(self.certain().map(|truth| !truth)),
            _ if !self.is_number() => NONE,
            Op::Negate => Self { low: -self.high, high: -self.low, ..self },
            Op::Abs if self.has_zero() => Self { low: 0.0, high: self.high.max(-self.low), ..self },
            Op::Abs => Self::around(&[self.low.abs(), self.high.abs()], self.nan),
            Op::Sqrt => self.rising(0.0, op),
            Op::Ln => self.rising(0.0, op).wider(),
            Op::Exp => self.rising(f64::NEG_INFINITY, op).wider(),
            _ => self.rising(f64::NEG_INFINITY, op),
        }
    }

    /// The value of an operator or function of two operands.
    pub(super) fn of_two(self, op: Op, other: Self) -> Self {
        let (one, nan) = (self, self.nan || other.nan);
        match op {
            // Not of zeros: they have a sign, of which bounds know nothing and on which a quotient depends.
            _ if one.is_one() && other.is_one() && !one.has_zero() && !other.has_zero() => {
                Self::of(op.of_two(one.low, other.low))
            }
            Op::Or => Self::truth(either(one.certain(), other.certain(), true)),
            Op::And => Self::truth(either(one.certain(), other.certain(), false)),
            Op::Unequal => Self::truth(one.equals(other).map(|equal| !equal)),
            Op::Equal => Self::truth(one.equals(other)),
            Op::Less => Self::truth(one.is_below(other, |a, b| a < b)),
            Op::LessOrEqual => Self::truth(one.is_below(other, |a, b| a <= b)),
            Op::Greater => Self::truth(other.is_below(one, |a, b| a < b)),
            Op::GreaterOrEqual => Self::truth(other.is_below(one, |a, b| a <= b)),
            // A power of NaN can be a number.
            Op::Pow if nan || one.low <= 0.0 || !one.is_finite() || !other.is_finite() => ANY,
            _ if !one.is_number() || !other.is_number() => NONE,
            Op::Min => Self { low: one.low.min(other.low), high: one.high.min(other.high), nan },
            Op::Max => Self { low: one.low.max(other.low), high: one.high.max(other.high), nan },
            Op::Add => Self::sum(one, other),
            Op::Subtract => Self::sum(one, other.of_one(Op::Negate)),
            Op::Multiply if (one.is_finite() || !other.has_zero()) && (other.is_finite() || !one.has_zero()) => {
                Self::around(&one.corners(other, op), nan)
            }
            Op::Divide if !other.has_zero() && (one.is_finite() || other.is_finite()) => {
                Self::around(&one.corners(other, op), nan)
            }
            Op::Remainder if !other.has_zero() && one.is_finite() => {
                let size = |bounds: Self| bounds.high.abs().max(bounds.low.abs());
                let most = size(one).min(size(other));
                Self { low: -most, high: most, nan }
            }
            Op::Pow => Self::around(&one.corners(other, op), nan).wider(),
            _ => ANY,
        }
    }

    fn sum(one: Self, other: Self) -> Self {
        let opposite = |high: f64, low: f64| high == f64::INFINITY && low == f64::NEG_INFINITY;
        if opposite(one.high, other.low) || opposite(other.high, one.low) {
            return ANY;
        }
        Self { low: one.low + other.low, high: one.high + other.high, nan: one.nan || other.nan }
    }

    /// What is monotonic in each operand is highest and lowest in a corner.
    fn corners(self, other: Self, op: Op) -> [f64; 4] {
        [(self.low, other.low), (self.low, other.high), (self.high, other.low), (self.high, other.high)]
            .map(|(a, b)| op.of_two(a, b))
    }

    fn equals(self, other: Self) -> Option<bool> {
        match () {
            () if self.is_one() && other.is_one() => Some(self.low == other.low),
            () if self.high < other.low || other.high < self.low => Some(false),
            () if !self.is_number() || !other.is_number() => Some(false),
            () => None,
        }
    }

    fn is_below(self, other: Self, below: fn(f64, f64) -> bool) -> Option<bool> {
        match () {
            () if !self.is_number() || !other.is_number() || !below(self.low, other.high) => Some(false),
            () if !self.nan && !other.nan && below(self.high, other.low) => Some(true),
            () => None,
        }
    }

    /// What is chosen by a condition.
    pub(super) fn choose(self, yes: Self, no: Self) -> Self {
        match self.certain() {
            Some(true) => yes,
            Some(false) => no,
            None => Self { low: yes.low.min(no.low), high: yes.high.max(no.high), nan: yes.nan || no.nan },
        }
    }

    /// Whether a value lies between the bounds.
    #[cfg(test)]
    pub(super) fn holds(self, value: f64) -> bool {
        if value.is_nan() { self.nan } else { self.low <= value && value <= self.high }
    }
}

/// `and` and `or` of what is certain; the one of them that is `decisive` decides alone.
fn either(one: Option<bool>, other: Option<bool>, decisive: bool) -> Option<bool> {
    match (one, other) {
        _ if one == Some(decisive) || other == Some(decisive) => Some(decisive),
        (Some(_), Some(_)) => Some(!decisive),
        _ => None,
    }
}
