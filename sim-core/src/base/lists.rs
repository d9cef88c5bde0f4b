//! Lists joined at compile time: a part each, in its own file.

/// How many there are in `lists` together.
pub(crate) const fn total<T>(lists: &[&[T]]) -> usize {
    let (mut total, mut list) = (0, 0);
    while list < lists.len() {
        total += lists[list].len();
        list += 1;
    }
    total
}

/// All of `lists`, one after another: `N` is their [`total`].
pub(crate) const fn joined<T: Copy, const N: usize>(lists: &[&[T]]) -> [T; N] {
    let mut joined = [lists[0][0]; N];
    let (mut at, mut list) = (0, 0);
    while list < lists.len() {
        let mut i = 0;
        while i < lists[list].len() {
            joined[at] = lists[list][i];
            at += 1;
            i += 1;
        }
        list += 1;
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_follows_the_one_before() {
        const LISTS: &[&[u8]] = &[&[3, 1], &[], &[2]];
        assert_eq!(joined::<_, { total(LISTS) }>(LISTS), [3, 1, 2]);
    }
}
