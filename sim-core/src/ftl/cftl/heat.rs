//! Which logical blocks are written often: Bloom filters in turn, each for so many writes, the oldest cleared.

use crate::base::bulk::{AnyBulk, Bulk};
use crate::parameters::settings::Settings;

/// Multiplied with a logical block, the two places of its bits.
const HASHES: [u32; 2] = [0x9e37_79b1, 0x85eb_ca77];

/// The filters.
#[derive(Clone, Debug, Hash)]
pub(super) struct Heat {
    /// One filter behind the other.
    bits: Bulk<u64>,
    filters: usize,
    current: usize,
    /// Writes that the current filter has seen.
    writes: u64,
    decay_writes: u64,
    hot_filters: usize,
}

impl Heat {
    /// Empty filters.
    pub(crate) fn new(settings: &Settings) -> Self {
        let filters = settings.integer("hot_filters") as usize;
        let words = (settings.integer("hot_filter_bytes") as usize).div_ceil(8);
        Self {
            bits: vec![0; filters * words].into(),
            filters,
            current: 0,
            writes: 0,
            decay_writes: settings.integer("hot_decay_writes"),
            hot_filters: settings.integer("hot_at") as usize,
        }
    }

    /// Takes over after how many writes the oldest filter is cleared, and how many filters count.
    pub(crate) fn change(&mut self, settings: &Settings) {
        self.decay_writes = settings.integer("hot_decay_writes");
        self.writes = self.writes.min(self.decay_writes);
        self.hot_filters = settings.integer("hot_at") as usize;
    }

    /// A page of a logical block is written.
    pub(crate) fn wrote(&mut self, lbn: u32) {
        if self.writes == self.decay_writes {
            self.writes = 0;
            self.current = (self.current + 1) % self.filters;
            let words = self.words();
            self.bits[self.current * words..(self.current + 1) * words].fill(0);
        }
        self.writes += 1;
        for hash in HASHES {
            let (word, bit) = self.place(self.current, lbn, hash);
            self.bits[word] |= bit;
        }
    }

    /// Whether so many filters know a logical block that it counts as written often.
    pub(crate) fn is_hot(&self, lbn: u32) -> bool {
        let knows = |&filter: &usize| {
            HASHES.iter().all(|&hash| {
                let (word, bit) = self.place(filter, lbn, hash);
                self.bits[word] & bit != 0
            })
        };
        (0..self.filters).filter(knows).count() >= self.hot_filters
    }

    /// RAM of the filters.
    pub(crate) fn bytes(&self) -> u64 {
        8 * self.bits.len() as u64
    }

    /// Power came back: everything is forgotten.
    pub(crate) fn clear(&mut self) {
        self.bits.fill(0);
        (self.current, self.writes) = (0, 0);
    }

    /// The filters, for checkpoints.
    pub(crate) fn bulk(&mut self, visit: &mut dyn FnMut(AnyBulk<'_>)) {
        visit(AnyBulk::U64(&mut self.bits));
    }

    fn words(&self) -> usize {
        self.bits.len() / self.filters
    }

    fn place(&self, filter: usize, lbn: u32, hash: u32) -> (usize, u64) {
        let words = self.words();
        let at = (u64::from(lbn.wrapping_add(1).wrapping_mul(hash)) * (64 * words as u64)) >> 32;
        (filter * words + at as usize / 64, 1 << (at % 64))
    }
}
