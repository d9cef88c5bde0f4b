//! Spreads popular places over the space.

/// Knuth's multiplier for multiplicative hashing, as fio uses it.
const MULTIPLIER: u64 = 2_654_435_761;

/// A one-to-one map of `0..n` onto itself: rank times an odd multiplier, modulo n; or rank itself.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Scatter {
    n: u64,
    multiplier: u64,
}

impl Scatter {
    /// Of `0..n`, n at least 1; where `scattered` is false, every rank stays where it is.
    pub(crate) fn new(n: u64, scattered: bool) -> Self {
        let mut multiplier = MULTIPLIER;
        while gcd(multiplier, n) != 1 {
            multiplier += 2;
        }
        Self { n, multiplier: if scattered { multiplier % n } else { 1 } }
    }

    /// The place of `rank`, which is below n.
    #[inline]
    pub(crate) fn place(&self, rank: u64) -> u64 {
        if self.n <= 1 << 32 {
            rank * self.multiplier % self.n
        } else {
            (u128::from(rank) * u128::from(self.multiplier) % u128::from(self.n)) as u64
        }
    }
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rank_has_a_place_of_its_own() {
        for n in 1..200 {
            let scatter = Scatter::new(n, true);
            let mut places: Vec<u64> = (0..n).map(|rank| scatter.place(rank)).collect();
            places.sort_unstable();
            assert!(places.into_iter().eq(0..n), "{n}");
        }
    }

    #[test]
    fn large_spaces_do_not_overflow() {
        let n = 2 * MULTIPLIER;
        let scatter = Scatter::new(n, true);
        assert_eq!(gcd(scatter.multiplier, n), 1);
        assert!(scatter.place(n - 1) < n);
        assert_eq!(scatter.place(1), scatter.multiplier);
    }

    #[test]
    fn unscattered_ranks_stay() {
        assert!((0..9).all(|rank| Scatter::new(9, false).place(rank) == rank));
    }
}
