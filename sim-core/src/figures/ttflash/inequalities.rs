//! The inequalities in which claims are put.

use crate::figures::comparison::Comparison;
use crate::figures::condition::Test;

/// At most these hundredths of the other's.
pub(super) const fn at_most(hundredths: u32, than: &'static str) -> Test {
    Test::Beside(than, Comparison::AtMost(hundredths))
}

/// At least these hundredths of the other's.
pub(super) const fn at_least(hundredths: u32, than: &'static str) -> Test {
    Test::Beside(than, Comparison::AtLeast(hundredths))
}
