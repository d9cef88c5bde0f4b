//! A hash of simulator state that is the same on every machine.
//!
//! State derives [`Hash`]; this hasher fixes the width of `usize`, so that native and WebAssembly agree bit for bit.

use std::hash::{Hash, Hasher};

/// The hash of `state`: equal states give equal hashes, native and in WebAssembly.
pub fn state_hash(state: &impl Hash) -> u64 {
    let mut hasher = StateHasher { state: 0xcbf2_9ce4_8422_2325 };
    state.hash(&mut hasher);
    hasher.finish()
}

struct StateHasher {
    state: u64,
}

impl StateHasher {
    #[inline]
    fn mix(&mut self, word: u64) {
        self.state = (self.state.rotate_left(23) ^ word).wrapping_mul(0x9fb2_1c65_1e98_df25);
    }
}

impl Hasher for StateHasher {
    fn write(&mut self, bytes: &[u8]) {
        let mut words = bytes.chunks_exact(8);
        for word in &mut words {
            let mut le = [0; 8];
            le.copy_from_slice(word);
            self.mix(u64::from_le_bytes(le));
        }
        let rest = words.remainder();
        if !rest.is_empty() {
            let mut le = [0; 8];
            le[..rest.len()].copy_from_slice(rest);
            self.mix(u64::from_le_bytes(le));
        }
    }
    fn write_u8(&mut self, n: u8) {
        self.mix(u64::from(n));
    }
    fn write_u16(&mut self, n: u16) {
        self.mix(u64::from(n));
    }
    fn write_u32(&mut self, n: u32) {
        self.mix(u64::from(n));
    }
    fn write_u64(&mut self, n: u64) {
        self.mix(n);
    }
    fn write_usize(&mut self, n: usize) {
        self.mix(n as u64);
    }
    fn finish(&self) -> u64 {
        let mut z = self.state;
        z = (z ^ (z >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        z ^ (z >> 32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_states_apart() {
        let a = vec![1u32, 2, 3, 4, 5];
        let mut b = a.clone();
        assert_eq!(state_hash(&a), state_hash(&b));
        b[4] = 6;
        assert_ne!(state_hash(&a), state_hash(&b));
    }

    #[test]
    fn usize_counts_as_64_bits() {
        assert_eq!(state_hash(&3usize), state_hash(&3u64));
    }
}
