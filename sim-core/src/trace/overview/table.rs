//! Values by a number, in a table with open addressing.

/// No key is this.
const VACANT: u64 = u64::MAX;

/// Values by keys below 2^64 - 1. At most three quarters of its slots are taken.
#[derive(Clone, Debug)]
pub(super) struct Table<V> {
    slots: Vec<(u64, V)>,
    len: usize,
}

impl<V: Copy + Default> Table<V> {
    pub(super) fn new() -> Self {
        Self { slots: vec![(VACANT, V::default()); 1 << 10], len: 0 }
    }

    /// How many keys it has.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The value of `key`, and whether the key is new, with the default then.
    #[inline]
    pub(super) fn entry(&mut self, key: u64) -> (&mut V, bool) {
        if self.len * 4 >= self.slots.len() * 3 {
            self.grow();
        }
        let place = self.place(key);
        let slot = &mut self.slots[place];
        let is_new = slot.0 == VACANT;
        if is_new {
            slot.0 = key;
            self.len += 1;
        }
        (&mut slot.1, is_new)
    }

    /// All keys with their values, in no order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, V)> + '_ {
        self.slots.iter().copied().filter(|(key, _)| *key != VACANT)
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut place = scattered(key) as usize & mask;
        while self.slots[place].0 != VACANT && self.slots[place].0 != key {
            place = (place + 1) & mask;
        }
        place
    }

    #[cold]
    fn grow(&mut self) {
        let twice = vec![(VACANT, V::default()); self.slots.len() * 2];
        for (key, value) in std::mem::replace(&mut self.slots, twice) {
            if key != VACANT {
                let place = self.place(key);
                self.slots[place] = (key, value);
            }
        }
    }
}

/// A number that looks drawn at random, the same for the same `key`.
#[inline]
pub(super) const fn scattered(key: u64) -> u64 {
    let mixed = (key ^ key >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed ^ mixed >> 29
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn counts_like_a_map(keys in proptest::collection::vec(0u64..2_000, 0..4_000)) {
            let (mut table, mut map) = (Table::<u64>::new(), BTreeMap::new());
            for key in keys {
                let key = key * 65_536;
                let (count, is_new) = table.entry(key);
                prop_assert_eq!(is_new, !map.contains_key(&key));
                *count += 1;
                *map.entry(key).or_insert(0) += 1;
            }
            prop_assert_eq!(table.len(), map.len());
            prop_assert_eq!(table.iter().collect::<BTreeMap<_, _>>(), map);
        }
    }
}
