//! Numbers counted by their powers of two.

/// How many numbers are 0, 1, 2 to 3, 4 to 7 and so on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Powers([u64; 65]);

impl Default for Powers {
    fn default() -> Self {
        Self([0; 65])
    }
}

impl Powers {
    /// Counts `value`.
    #[inline]
    pub(super) fn add(&mut self, value: u64) {
        self.0[(u64::BITS - value.leading_zeros()) as usize] += 1;
    }

    /// The counts up to the last that is not 0.
    pub(super) fn counts(&self) -> Vec<u64> {
        let end = self.0.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
        self.0[..end].to_vec()
    }
}
