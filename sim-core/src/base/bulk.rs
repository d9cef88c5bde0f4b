//! The large arrays of a device. Each knows which of its pieces were written, so that checkpoints share the others, and going back copies
//! no more than differs.

use bytemuck::{Pod, cast_slice, cast_slice_mut};
use std::hash::{Hash, Hasher};
use std::ops::{Deref, Index, IndexMut, Range};
use std::slice::SliceIndex;

/// Bytes of a piece.
pub(crate) const PIECE_BYTES: usize = 1 << 16;

/// Numbers what a piece holds: of the machines of one run, pieces at the same place with the same number hold the same.
pub(crate) type Content = u64;

/// No piece has this number: such a piece is equal to none.
const NONE: Content = 0;

/// A large array: read as a slice, written by element or by range.
#[derive(Clone, Debug)]
pub struct Bulk<T> {
    values: Box<[T]>,
    /// By piece, whether it was written since it had its number: a byte each, which stay in the processor's nearest cache.
    written: Box<[bool]>,
    /// By piece. Numbers say nothing of what the array holds, so that they neither count nor are hashed.
    contents: Box<[Content]>,
}

impl<T> Bulk<T> {
    const PIECE_VALUES: usize = PIECE_BYTES / size_of::<T>();

    /// Every value, to be written.
    pub(crate) fn all_mut(&mut self) -> &mut [T] {
        self.mark_all();
        &mut self.values
    }

    /// Every value, to be written by those who mark the pieces themselves: where a mark a write is too dear.
    #[inline(always)]
    pub(crate) fn unmarked_mut(&mut self) -> &mut [T] {
        &mut self.values
    }

    /// Counts every piece as written.
    pub(crate) fn mark_all(&mut self) {
        self.written.fill(true);
    }

    /// Counts the pieces of a range as written; none of an array whose values a checkpoint has taken out.
    pub(crate) fn mark(&mut self, range: Range<usize>) {
        let pieces = range.start / Self::PIECE_VALUES..range.end.div_ceil(Self::PIECE_VALUES);
        if let Some(written) = self.written.get_mut(pieces) {
            written.fill(true);
        }
    }

    /// Makes every value `value`.
    pub(crate) fn fill(&mut self, value: T)
    where
        T: Clone,
    {
        self.all_mut().fill(value);
    }
}

impl<T: Pod> Bulk<T> {
    /// The array as checkpoints see it.
    pub(crate) fn pieces(&mut self) -> Pieces<'_> {
        Pieces { bytes: cast_slice_mut(&mut self.values), written: &mut self.written, contents: &mut self.contents }
    }

    /// Bytes of all values.
    pub(crate) fn bytes(&self) -> &[u8] {
        cast_slice(&self.values)
    }
}

impl<T> From<Box<[T]>> for Bulk<T> {
    fn from(values: Box<[T]>) -> Self {
        let pieces = values.len().div_ceil(Self::PIECE_VALUES);
        Self { values, written: vec![true; pieces].into(), contents: vec![NONE; pieces].into() }
    }
}

impl<T> From<Vec<T>> for Bulk<T> {
    fn from(values: Vec<T>) -> Self {
        values.into_boxed_slice().into()
    }
}

impl<T> FromIterator<T> for Bulk<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        values.into_iter().collect::<Box<[T]>>().into()
    }
}

impl<T> Default for Bulk<T> {
    fn default() -> Self {
        Vec::new().into()
    }
}

impl<T> Deref for Bulk<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.values
    }
}

impl<'a, T> IntoIterator for &'a Bulk<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.values.iter()
    }
}

impl<T, I: SliceIndex<[T]>> Index<I> for Bulk<T> {
    type Output = I::Output;

    #[inline(always)]
    fn index(&self, at: I) -> &I::Output {
        &self.values[at]
    }
}

impl<T> IndexMut<usize> for Bulk<T> {
    #[inline(always)]
    fn index_mut(&mut self, at: usize) -> &mut T {
        self.written[at / Self::PIECE_VALUES] = true;
        &mut self.values[at]
    }
}

impl<T> IndexMut<Range<usize>> for Bulk<T> {
    #[inline]
    fn index_mut(&mut self, range: Range<usize>) -> &mut [T] {
        self.mark(range.clone());
        &mut self.values[range]
    }
}

impl<T: PartialEq> PartialEq for Bulk<T> {
    fn eq(&self, other: &Self) -> bool {
        self.values == other.values
    }
}

impl<T: Eq> Eq for Bulk<T> {}

impl<T: Hash> Hash for Bulk<T> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.values.hash(hasher);
    }
}

/// An array in pieces of [`PIECE_BYTES`], the last one of what is left.
pub(crate) struct Pieces<'a> {
    bytes: &'a mut [u8],
    written: &'a mut [bool],
    contents: &'a mut [Content],
}

impl Pieces<'_> {
    /// Forgets all numbers, which may be of another run.
    pub(crate) fn forget(&mut self) {
        self.written.fill(true);
    }

    /// Gives pieces that were written the numbers after `last`.
    pub(crate) fn number(&mut self, last: &mut Content) {
        let written = self.written.iter_mut().zip(&mut *self.contents).filter(|(written, _)| **written);
        for (written, content) in written {
            *last += 1;
            (*written, *content) = (false, *last);
        }
    }

    /// Each piece: its number and its bytes.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Content, &[u8])> {
        self.contents.iter().copied().zip(self.bytes.chunks(PIECE_BYTES))
    }

    /// Makes every piece equal to that of `others`, an array of the same length all of whose pieces have numbers.
    pub(crate) fn copy<'a>(&mut self, others: impl Iterator<Item = (Content, &'a [u8])>) {
        let own = self.written.iter_mut().zip(&mut *self.contents).zip(self.bytes.chunks_mut(PIECE_BYTES));
        for (((written, content), bytes), (other, from)) in own.zip(others) {
            if *written || *content != other {
                bytes.copy_from_slice(from);
                (*written, *content) = (false, other);
            }
        }
    }
}

/// A large array of a machine, as its parts show it to a checkpoint. Each part shows the same arrays in the same order
/// every time. Which there are and how long they are changes only where the run does (`changes.rs`).
pub enum AnyBulk<'a> {
    /// Bytes.
    U8(&'a mut Bulk<u8>),
    /// 32-bit words.
    U32(&'a mut Bulk<u32>),
    /// 64-bit words.
    U64(&'a mut Bulk<u64>),
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of three pieces and a bit.
    const LENGTH: usize = 3 * PIECE_BYTES / 4 + 5;

    /// An array whose pieces have the numbers 1 to 4.
    fn numbered() -> Bulk<u32> {
        let mut bulk: Bulk<u32> = (0..LENGTH as u32).collect();
        bulk.pieces().number(&mut 0);
        bulk
    }

    fn written(bulk: &Bulk<u32>) -> Vec<usize> {
        (0..bulk.written.len()).filter(|&piece| bulk.written[piece]).collect()
    }

    #[test]
    fn every_way_of_writing_marks_the_pieces_that_it_may_have_changed_and_no_others() {
        const PIECE: usize = PIECE_BYTES / 4;
        type Write = fn(&mut Bulk<u32>);
        let ways: [(Write, &[usize]); 12] = [
            (|bulk| bulk[0] = 7, &[0]),
            (|bulk| bulk[PIECE - 1] = 7, &[0]),
            (|bulk| bulk[PIECE] = 7, &[1]),
            (|bulk| bulk[LENGTH - 1] = 7, &[3]),
            (|bulk| bulk[PIECE..2 * PIECE].fill(7), &[1]),
            (|bulk| bulk[PIECE - 1..2 * PIECE + 1].fill(7), &[0, 1, 2]),
            (|bulk| bulk[2 * PIECE..2 * PIECE].fill(7), &[]),
            (|bulk| bulk.fill(7), &[0, 1, 2, 3]),
            (|bulk| bulk.all_mut()[0] = 7, &[0, 1, 2, 3]),
            (|bulk| bulk.unmarked_mut()[0] = 7, &[]),
            (|bulk| bulk.mark(2 * PIECE..LENGTH), &[2, 3]),
            (Bulk::mark_all, &[0, 1, 2, 3]),
        ];
        for (way, (write, pieces)) in ways.iter().enumerate() {
            let mut bulk = numbered();
            assert_eq!(written(&bulk), [0; 0]);
            write(&mut bulk);
            assert_eq!(written(&bulk), *pieces, "way {way}");
        }
        // A checkpoint has taken it out.
        Bulk::<u32>::default().mark(0..5);
    }

    #[test]
    fn a_copy_is_equal_and_takes_the_numbers_and_only_what_was_written_gets_a_new_one() {
        let (mut here, mut there) = (numbered(), numbered());
        let mut last = 4;
        here[0] = 7;
        there[LENGTH - 1] = 7;
        here.pieces().number(&mut last);
        assert_eq!((&*here.contents, last), (&[5, 2, 3, 4][..], 5));
        there.pieces().copy(here.pieces().iter());
        assert_eq!((&there, &there.contents), (&here, &here.contents));
        // What has the number already is taken for equal.
        here.values[PIECE_BYTES / 4] = 9;
        there.pieces().copy(here.pieces().iter());
        assert!(there != here);
        here.pieces().forget();
        assert_eq!(written(&here), [0, 1, 2, 3]);
    }

    #[test]
    fn numbers_are_not_hashed_and_an_array_is_hashed_as_its_values() {
        use std::hash::DefaultHasher;
        let hash = |value: &dyn Fn(&mut DefaultHasher)| {
            let mut hasher = DefaultHasher::new();
            value(&mut hasher);
            hasher.finish()
        };
        let (bulk, fresh) = (numbered(), Bulk::from(vec![1_u32, 2]));
        let values: Box<[u32]> = (0..LENGTH as u32).collect();
        assert_eq!(hash(&|hasher| bulk.hash(hasher)), hash(&|hasher| values.hash(hasher)));
        assert_eq!(hash(&|hasher| fresh.hash(hasher)), hash(&|hasher| [1_u32, 2].as_slice().hash(hasher)));
    }
}
