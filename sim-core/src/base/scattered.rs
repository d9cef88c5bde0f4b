//! Arrays that are written all over between one checkpoint and the next, or are small: to mark what was written would cost, and tell
//! nothing.

use super::bulk::Bulk;
use std::ops::{Deref, DerefMut};

/// A large array, read and written as a slice. To a checkpoint, every piece of it counts as written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Scattered<T>(Bulk<T>);

impl<T> Scattered<T> {
    /// The array, for checkpoints.
    pub(crate) fn bulk(&mut self) -> &mut Bulk<T> {
        self.0.mark_all();
        &mut self.0
    }
}

impl<T> From<Vec<T>> for Scattered<T> {
    fn from(values: Vec<T>) -> Self {
        Self(values.into())
    }
}

impl<T> FromIterator<T> for Scattered<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}

impl<T> Deref for Scattered<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T> DerefMut for Scattered<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        self.0.unmarked_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_without_a_mark_is_seen_by_the_next_checkpoint() {
        let mut last = 0;
        let (mut here, mut there) = (Scattered::from(vec![1_u32, 2]), Scattered::from(vec![0; 2]));
        here.bulk().pieces().number(&mut last);
        there.bulk().pieces().copy(here.bulk().pieces().iter());
        here[1] = 7;
        here.bulk().pieces().number(&mut last);
        there.bulk().pieces().copy(here.bulk().pieces().iter());
        assert_eq!((&*there, last), (&[1, 7][..], 2));
    }
}
