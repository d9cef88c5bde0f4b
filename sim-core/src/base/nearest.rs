//! What was probably meant by a word that nobody knows.

/// The most similar of `known`, if one is similar: about every fourth letter may be another. Of equals, the first in the alphabet.
pub(crate) fn nearest<T: AsRef<str> + Ord>(word: &str, known: impl Iterator<Item = T>) -> Option<T> {
    let most = (word.chars().count() / 4).clamp(1, 4);
    let far = known.filter_map(|name| Some((distance_up_to(most, word, name.as_ref())?, name)));
    far.min().map(|(_, name)| name)
}

/// The path among `known` that was probably meant by `path`: the most similar one, or else one below the same section that ends in the
/// same name, or else one that does anywhere.
pub(crate) fn nearest_path(path: &str, known: impl Iterator<Item = String>) -> Option<String> {
    let mut known: Vec<String> = known.collect();
    known.sort();
    let section = |path: &str| path.split_once('.').map(|(section, _)| section.to_owned());
    let last = path.rsplit('.').next().unwrap_or(path);
    let same_end = |of: Option<String>| {
        known.iter().find(|name| {
            let most = usize::from(last.len() > 4);
            let ends = name.rsplit('.').next().is_some_and(|end| distance_up_to(most, end, last).is_some());
            ends && (of.is_none() || section(name) == of)
        })
    };
    nearest(path, known.iter().cloned())
        .or_else(|| same_end(section(path)).or_else(|| same_end(None)).cloned())
        .filter(|name| name != path)
}

/// [`distance`], where it is at most `most`. Of two texts that differ in length by more, however long one is, it is not counted.
fn distance_up_to(most: usize, a: &str, b: &str) -> Option<usize> {
    let is_near = a.chars().count().abs_diff(b.chars().count()) <= most;
    is_near.then(|| distance(a, b)).filter(|far| *far <= most)
}

/// How many letters are to be changed, added, left out, or swapped with the next one (optimal string alignment).
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    // Rows of the table for the letters of `a` before the last one, before this one, and with this one.
    let mut rows: [Vec<usize>; 3] = [Vec::new(), Vec::new(), (0..=b.len()).collect()];
    for i in 1..=a.len() {
        rows.rotate_left(1);
        let [before, above, row] = &mut rows;
        row.clear();
        row.push(i);
        for j in 1..=b.len() {
            let replaced = above[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let is_swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            let swapped = if is_swapped { before[j - 2] + 1 } else { usize::MAX };
            row.push(replaced.min(swapped).min(above[j] + 1).min(row[j - 1] + 1));
        }
    }
    rows[2][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_letters() {
        let far = [
            ("", "abc", 3),
            ("abc", "abc", 0),
            ("kitten", "sitting", 3),
            ("größe", "grösse", 2),
            ("jsno", "json", 1),
            ("ab", "ba", 1),
            ("polciy", "policy", 1),
        ];
        for (a, b, expected) in far {
            assert_eq!((distance(a, b), distance(b, a)), (expected, expected), "{a} {b}");
        }
    }

    #[test]
    fn a_short_word_must_be_nearer_than_a_long_one() {
        let words = ["page", "block", "superblock"];
        let of = |word| nearest(word, words.iter().copied());
        assert_eq!(
            (of("pge"), of("superblk"), of("pg"), of("xyz"), of("")),
            (Some("page"), Some("superblock"), None, None, None)
        );
    }

    #[test]
    fn a_path_is_known_by_its_end() {
        let known = ["device.logical_bytes", "ftl.gc.d", "ftl.gc.policy", "buffer.bytes", "workload.requests"];
        let of = |path| nearest_path(path, known.iter().map(|name| name.to_string()));
        assert_eq!(of("ftl.gc.polcy").as_deref(), Some("ftl.gc.policy"));
        assert_eq!(of("policy").as_deref(), Some("ftl.gc.policy"));
        assert_eq!(of("ftl.policy").as_deref(), Some("ftl.gc.policy"));
        assert_eq!(of("logical_bytes").as_deref(), Some("device.logical_bytes"));
        assert_eq!(of("workload.bytes").as_deref(), Some("buffer.bytes"));
        assert_eq!(of("devise.logical_bytes").as_deref(), Some("device.logical_bytes"));
        assert_eq!(of("ftl.colour"), None);
    }
}
