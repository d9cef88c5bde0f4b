//! How erases are spread over all physical blocks.

use serde::Serialize;

/// The distribution of erases over blocks. Sums are whole numbers; each figure is one division of them.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Wear {
    /// Mean erases of a block.
    pub mean: f64,
    /// Erases of the block with most.
    pub max: u64,
    /// Erases of the block with fewest.
    pub min: u64,
    /// Population standard deviation.
    pub(super) std_dev: f64,
    /// Standard deviation / mean; none without an erase.
    pub(super) cv: Option<f64>,
    /// Gini coefficient: 0 if all blocks have the same, near 1 if few have all. None without an erase.
    pub(super) gini: Option<f64>,
}

impl Wear {
    /// The wear of blocks with these many erases each; at least one block.
    pub(crate) fn of(erases: &[u64]) -> Self {
        let blocks = erases.len().max(1) as u128;
        let sum: u128 = erases.iter().map(|&n| u128::from(n)).sum();
        let squares: u128 = erases.iter().map(|&n| u128::from(n) * u128::from(n)).sum();
        let mean = sum as f64 / blocks as f64;
        // σ = √(blocks·Σn² − (Σn)²) / blocks: the radicand is whole, and √ is exact to the last bit everywhere.
        let std_dev = ((blocks * squares - sum * sum) as f64).sqrt() / blocks as f64;
        Self {
            mean,
            max: erases.iter().copied().max().unwrap_or(0),
            min: erases.iter().copied().min().unwrap_or(0),
            std_dev,
            cv: (sum > 0).then(|| std_dev / mean),
            gini: (sum > 0).then(|| gini(erases, sum)),
        }
    }
}

/// (2·Σ i·nᵢ − (blocks + 1)·Σ nᵢ) / (blocks·Σ nᵢ), with nᵢ ascending and i from 1.
fn gini(erases: &[u64], sum: u128) -> f64 {
    let mut ascending = erases.to_vec();
    ascending.sort_unstable();
    let ranked: u128 = (1u128..).zip(&ascending).map(|(rank, &n)| rank * u128::from(n)).sum();
    let blocks = erases.len() as u128;
    (2 * ranked - (blocks + 1) * sum) as f64 / (blocks * sum) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_distributions() {
        let wear = Wear::of(&[2, 4, 4, 4, 5, 5, 7, 9]);
        assert_eq!((wear.mean, wear.std_dev, wear.cv), (5.0, 2.0, Some(0.4)));
        assert_eq!((wear.min, wear.max), (2, 9));
        assert_eq!(Wear::of(&[3, 3, 3]).gini, Some(0.0));
        assert_eq!(Wear::of(&[0, 0, 0, 8]).gini, Some(0.75));
        assert_eq!(Wear::of(&[1, 2, 3]).gini, Some(8.0 / 36.0));
    }

    #[test]
    fn no_erase_has_no_spread() {
        let wear = Wear::of(&[0, 0]);
        assert_eq!((wear.mean, wear.std_dev, wear.cv, wear.gini), (0.0, 0.0, None, None));
    }

    #[test]
    fn large_counts_do_not_overflow() {
        let wear = Wear::of(&[u64::from(u32::MAX); 1000]);
        assert_eq!((wear.std_dev, wear.gini), (0.0, Some(0.0)));
    }
}
