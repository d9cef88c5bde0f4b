//! The search for the highest value among lists of candidates, of which it is known what no value in them is above: most need not be
//! looked through.

use super::program::compare;
use std::cmp::Ordering;

/// A candidate: its value, and what breaks ties, the smaller one first.
#[derive(Clone, Copy, Debug)]
struct Valued {
    value: f64,
    tie: u64,
    candidate: u32,
}

/// The best of the candidates so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Best(Option<Valued>);

impl Best {
    /// Looks at one more.
    #[inline]
    pub(crate) fn offer(&mut self, candidate: u32, value: f64, tie: u64) {
        let order = |best: Valued| compare(value, best.value).then(best.tie.cmp(&tie));
        if self.0.is_none_or(|best| order(best) == Ordering::Greater) {
            self.0 = Some(Valued { value, tie, candidate });
        }
    }

    /// Whether one whose value is at most `highest` could be better.
    #[inline]
    pub(crate) fn may_yield_to(&self, highest: f64) -> bool {
        self.0.is_none_or(|best| compare(highest, best.value).is_ge())
    }
}

/// The best candidate: `highest` has each list and what no value in it is above; `look_through` offers the candidates of a list. The most
/// promising list comes first, then each other that may have one as good.
pub(crate) fn best<L: Copy + PartialEq>(
    highest: &[(L, f64)],
    mut look_through: impl FnMut(L, &mut Best),
) -> Option<u32> {
    let higher = |best: (L, f64), next: (L, f64)| if compare(next.1, best.1).is_gt() { next } else { best };
    let (promising, _) = highest.iter().copied().reduce(higher)?;
    let mut best = Best::default();
    look_through(promising, &mut best);
    for &(list, highest) in highest.iter().filter(|(list, _)| *list != promising) {
        if best.may_yield_to(highest) {
            look_through(list, &mut best);
        }
    }
    best.0.map(|best| best.candidate)
}
