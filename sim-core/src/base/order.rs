//! Sorting by whole-number keys. A sort is compiled once for each type and key, several kilobytes a time, and all of
//! them travel to every page; these are compiled once for everybody.

/// The places of `keys` in ascending order of key; places of equal keys keep their order.
pub(crate) fn places(keys: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
    let mut pairs: Vec<(u64, u64)> = keys.zip(0..).collect();
    pairs.sort_unstable();
    pairs.into_iter().map(|(_, place)| place as usize)
}

/// Values in ascending order of `key`; those of equal keys keep their order.
pub(crate) fn sorted_by<T: Clone>(values: &[T], key: impl Fn(&T) -> u64) -> Vec<T> {
    places(values.iter().map(key)).map(|place| values[place].clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_keep_their_order() {
        let words = ["ccc", "a", "bb", "d", "ee"];
        assert_eq!(sorted_by(&words, |word| word.len() as u64), ["a", "d", "bb", "ee", "ccc"]);
        assert_eq!(places([7, 7, 3].into_iter()).collect::<Vec<_>>(), [2, 0, 1]);
    }
}
