//! Checkpoints: whole machines kept for going back, sharing the parts that did not change between them.
//!
//! The large arrays of a machine are cut into pieces, which know whether they were written; a checkpoint shares every piece that equals its
//! predecessor's, and going to one copies those that differ.
//! The store stays inside a bound of bytes: when it is full, the checkpoint that leaves the smallest gap goes, so that
//! they stay evenly spread. One more is kept close to where somebody steps back and forth.

use crate::base::bulk::{AnyBulk, Bulk, Content, Pieces};
use crate::base::order::sorted_by;
use crate::machine::Machine;
use std::sync::Arc;

/// A large array taken out of its machine.
enum Detached {
    U8(Bulk<u8>),
    U32(Bulk<u32>),
    U64(Bulk<u64>),
}

impl Detached {
    /// An array of the same sort, so many bytes long: `place`, if it is such.
    fn place(&self, place: Option<Self>, bytes: usize) -> Self {
        let fits = |place: &Self| {
            std::mem::discriminant(self) == std::mem::discriminant(place) && place.bytes().len() == bytes
        };
        place.filter(fits).unwrap_or_else(|| self.zeros(bytes))
    }
    fn zeros(&self, bytes: usize) -> Self {
        match self {
            Self::U8(_) => Self::U8(vec![0; bytes].into()),
            Self::U32(_) => Self::U32(vec![0; bytes / 4].into()),
            Self::U64(_) => Self::U64(vec![0; bytes / 8].into()),
        }
    }
    fn bytes(&self) -> &[u8] {
        match self {
            Self::U8(array) => array.bytes(),
            Self::U32(array) => array.bytes(),
            Self::U64(array) => array.bytes(),
        }
    }
    fn pieces(&mut self) -> Pieces<'_> {
        match self {
            Self::U8(array) => array.pieces(),
            Self::U32(array) => array.pieces(),
            Self::U64(array) => array.pieces(),
        }
    }
}

fn detach(machine: &mut Machine) -> Vec<Detached> {
    let mut detached = Vec::new();
    machine.bulk(&mut |bulk| {
        detached.push(match bulk {
            AnyBulk::U8(array) => Detached::U8(std::mem::take(array)),
            AnyBulk::U32(array) => Detached::U32(std::mem::take(array)),
            AnyBulk::U64(array) => Detached::U64(std::mem::take(array)),
        });
    });
    detached
}

fn attach(machine: &mut Machine, detached: Vec<Detached>) {
    let mut arrays = detached.into_iter();
    machine.bulk(&mut |bulk| match (bulk, arrays.next()) {
        (AnyBulk::U8(place), Some(Detached::U8(array))) => *place = array,
        (AnyBulk::U32(place), Some(Detached::U32(array))) => *place = array,
        (AnyBulk::U64(place), Some(Detached::U64(array))) => *place = array,
        _ => unreachable!("a machine shows its arrays in one order"),
    });
}

/// What a piece held, and its number.
#[derive(Clone)]
struct Piece {
    content: Content,
    bytes: Arc<[u8]>,
}

/// A machine at one moment.
struct Checkpoint {
    light: Machine,
    pieces: Vec<Vec<Piece>>,
}

impl Checkpoint {
    /// Keeps `machine` as it is, sharing what equals `neighbour`; `last` is the number given last.
    fn freeze(machine: &mut Machine, neighbour: Option<&Self>, last: &mut Content) -> Self {
        let mut arrays = detach(machine);
        let light = machine.clone();
        let pieces = arrays.iter_mut().enumerate().map(|(i, array)| {
            let near = |piece: usize| neighbour.and_then(|near| near.pieces.get(i)?.get(piece));
            let keep = |(piece, (content, bytes)): (usize, (Content, &[u8]))| match near(piece) {
                Some(shared) if shared.content == content || *shared.bytes == *bytes => shared.clone(),
                _ => Piece { content, bytes: bytes.into() },
            };
            let mut array = array.pieces();
            array.number(last);
            array.iter().enumerate().map(keep).collect()
        });
        let pieces = pieces.collect();
        attach(machine, arrays);
        Self { light, pieces }
    }

    /// Makes `machine`, another moment of the same run, equal to the one kept.
    fn thaw(&self, machine: &mut Machine) {
        let mut places = detach(machine).into_iter();
        *machine = self.light.clone();
        // It shows which arrays there are, all of them empty.
        let shape = detach(machine);
        let arrays = shape.iter().zip(&self.pieces).map(|(sort, pieces)| {
            let bytes = pieces.iter().map(|piece| piece.bytes.len()).sum();
            let mut array = sort.place(places.next(), bytes);
            array.pieces().copy(pieces.iter().map(|piece| (piece.content, &*piece.bytes)));
            array
        });
        let arrays = arrays.collect();
        attach(machine, arrays);
    }

    /// Requests begun at this moment.
    fn requests_begun(&self) -> u64 {
        self.light.requests_begun
    }

    /// Operations carried out at this moment.
    fn operations(&self) -> u64 {
        self.light.core.operations
    }

    fn light_bytes(&self) -> usize {
        // Blocks, and what victim policies and free lists keep for each of them.
        let apart = self.light.buffer.checkpoint_bytes() + self.light.ftl.checkpoint_bytes();
        self.light.core.nand.blocks.len() * 96 + apart
    }
}

/// Checkpoints of one run, in order.
pub(crate) struct Checkpoints {
    kept: Vec<Checkpoint>,
    near: Option<Checkpoint>,
    /// The last number that was given to a piece of the run's machines.
    last_content: Content,
    spacing_operations: u64,
    most_bytes: usize,
    bytes: usize,
}

impl Checkpoints {
    /// A store of at most `most_bytes`, with the start of the run in it.
    pub(crate) fn new(start: &mut Machine, most_bytes: usize) -> Self {
        let pages = u64::from(start.core.nand.geometry.physical_pages());
        let mut arrays = detach(start);
        arrays.iter_mut().for_each(|array| array.pieces().forget());
        attach(start, arrays);
        let mut last_content = 0;
        let first = Checkpoint::freeze(start, None, &mut last_content);
        let spacing_operations = (pages / 2).max(1 << 14);
        let mut store = Self { kept: vec![first], near: None, last_content, spacing_operations, most_bytes, bytes: 0 };
        store.bytes = store.count_bytes();
        store
    }

    /// Keeps `machine` if it is far enough from the last one kept.
    pub(super) fn offer(&mut self, machine: &mut Machine) {
        let Some(last) = self.kept.last() else { return };
        if machine.core.operations < last.operations() + self.spacing_operations {
            return;
        }
        let checkpoint = Checkpoint::freeze(machine, Some(last), &mut self.last_content);
        self.kept.push(checkpoint);
        self.bytes = self.count_bytes();
        while self.bytes > self.most_bytes {
            let gap = |at: &usize| self.kept[at + 1].operations() - self.kept[at - 1].operations();
            let Some(least) = (1..self.kept.len() - 1).min_by_key(gap) else { return };
            self.kept.remove(least);
            self.bytes = self.count_bytes();
        }
    }

    /// Keeps `machine` for going back to it often; one such place is kept at a time.
    pub(super) fn keep_near(&mut self, machine: &mut Machine) {
        let mut last = self.last_content;
        let near = Checkpoint::freeze(machine, Some(self.before(machine.requests_begun)), &mut last);
        self.last_content = last;
        self.near = Some(near);
    }

    /// Makes `into`, another machine of the same run, equal to `from`. Of the large arrays only pieces that differ are copied.
    pub(super) fn copy(&mut self, from: &mut Machine, into: &mut Machine) {
        let mut source = detach(from);
        let mut places = detach(into).into_iter();
        *into = from.clone();
        let copied = source.iter_mut().map(|source| {
            let mut target = source.place(places.next(), source.bytes().len());
            let mut pieces = source.pieces();
            pieces.number(&mut self.last_content);
            target.pieces().copy(pieces.iter());
            target
        });
        let copied = copied.collect();
        attach(from, source);
        attach(into, copied);
    }

    /// The latest checkpoint at which at most `requests` had begun: how many had.
    pub(crate) fn nearest(&self, requests: u64) -> u64 {
        self.before(requests).requests_begun()
    }

    /// Makes `machine` equal to the latest checkpoint at which at most `requests` had begun.
    pub(crate) fn restore(&self, requests: u64, machine: &mut Machine) {
        self.before(requests).thaw(machine);
    }

    /// How many checkpoints are kept, and their bytes.
    pub(crate) fn size(&self) -> (usize, usize) {
        (self.kept.len(), self.bytes)
    }

    fn before(&self, requests: u64) -> &Checkpoint {
        let later = self.kept.partition_point(|checkpoint| checkpoint.requests_begun() <= requests);
        let kept = &self.kept[later.saturating_sub(1)];
        let near = self.near.as_ref().filter(|near| near.requests_begun() <= requests);
        near.filter(|near| near.requests_begun() > kept.requests_begun()).unwrap_or(kept)
    }

    fn count_bytes(&self) -> usize {
        let pieces = self.kept.iter().flat_map(|checkpoint| checkpoint.pieces.iter().flatten());
        let pieces: Vec<(u64, usize)> =
            pieces.map(|piece| (piece.bytes.as_ptr().addr() as u64, piece.bytes.len())).collect();
        let mut unique = sorted_by(&pieces, |&(address, _)| address);
        unique.dedup();
        let light: usize = self.kept.iter().map(Checkpoint::light_bytes).sum();
        unique.iter().map(|&(_, bytes)| bytes).sum::<usize>() + light
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assembly::initial;
    use crate::assembly::source;
    use crate::base::bulk::PIECE_BYTES;
    use crate::base::state_hash::state_hash;
    use crate::experiment::document::Experiment;
    use crate::flash::observer::NoObserver;
    use serde_json::json;
    use std::collections::BTreeMap;

    /// A machine whose arrays are many pieces long.
    fn machine() -> Machine {
        let document = json!({
            "device": { "blocks_per_plane": 4096, "pages_per_block": 32, "over_provisioning": 0.3 },
            "workload": { "kind": "hotcold", "requests": 400_000, "request_pages": 1, "write_ratio": 1 }
        });
        let experiment = Experiment::new(&document, &[]).unwrap();
        let source = source::of(&experiment, None).unwrap();
        initial::machine(&experiment, source, true).unwrap()
    }

    #[test]
    fn every_checkpoint_gives_back_the_machine_it_was_made_of_even_when_most_had_to_go() {
        let mut machine = machine();
        let most_bytes = 24 << 20;
        let mut checkpoints = Checkpoints::new(&mut machine, most_bytes);
        let mut hashes = BTreeMap::from([(0, state_hash(&machine))]);
        let mut offered = 1;
        while machine.step(&mut NoObserver).unwrap() {
            machine.completions.clear();
            if machine.requests_begun.is_multiple_of(20_000) {
                hashes.insert(machine.requests_begun, state_hash(&machine));
                checkpoints.spacing_operations = 1;
                checkpoints.offer(&mut machine);
                offered += 1;
            }
        }
        let (kept, bytes) = checkpoints.size();
        assert!(kept > 2 && kept < offered, "{kept} of {offered} kept");
        assert!(bytes <= most_bytes, "{bytes} bytes");
        for requests in [0, 30_000, 130_000, 260_000, 399_999] {
            let nearest = checkpoints.nearest(requests);
            assert!(nearest <= requests);
            checkpoints.restore(requests, &mut machine);
            assert_eq!(state_hash(&machine), hashes[&nearest], "asked for {requests}, got {nearest}");
        }
    }

    /// Goes on until so many requests have begun.
    fn run_to(machine: &mut Machine, requests: u64) {
        while machine.requests_begun < requests {
            assert!(machine.step(&mut NoObserver).unwrap());
        }
        machine.completions.clear();
    }

    fn kept_requests(checkpoints: &Checkpoints) -> Vec<u64> {
        checkpoints.kept.iter().map(Checkpoint::requests_begun).collect()
    }

    #[test]
    fn a_checkpoint_takes_its_arrays_its_blocks_and_what_stands_before_them() {
        let document = json!({
            "device": { "preset": "ttflash", "blocks_per_plane": 12, "pages_per_block": 8, "over_provisioning": 0.8 },
            "ftl": { "kind": "ttflash", "ram_bytes": 131_072 },
        });
        let buffered = json!({
            "device": { "blocks_per_plane": 64, "pages_per_block": 8, "over_provisioning": 0.5 }, "buffer": { "kind": "lru", "bytes": 1 << 16 },
        });
        for document in [document, buffered] {
            let experiment = Experiment::new(&document, &[]).unwrap();
            let source = source::of(&experiment, None).unwrap();
            let mut machine = initial::machine(&experiment, source, true).unwrap();
            run_to(&mut machine, 20);
            let arrays = detach(&mut machine);
            let in_arrays: usize = arrays.iter().map(|array| array.bytes().len()).sum();
            attach(&mut machine, arrays);
            let (buffer, ftl) = (machine.buffer.checkpoint_bytes(), machine.ftl.checkpoint_bytes());
            assert!(buffer + ftl > 0);
            let light = 96 * machine.core.nand.blocks.len() + buffer + ftl;
            let mut checkpoints = Checkpoints::new(&mut machine, usize::MAX);
            assert_eq!(checkpoints.size(), (1, in_arrays + light));
            // Of the same moment, all arrays are shared.
            checkpoints.spacing_operations = 0;
            checkpoints.offer(&mut machine);
            assert_eq!(checkpoints.size(), (2, in_arrays + 2 * light));
        }
    }

    #[test]
    fn one_is_kept_every_half_device_of_operations_and_on_a_small_one_every_16384() {
        // Pages read one at a time, two operations each.
        let document = json!({
            "device": { "blocks_per_plane": 4096, "pages_per_block": 32 },
            "workload": { "kind": "uniform", "requests": 40_000, "request_pages": 1, "write_ratio": 0 },
        });
        let experiment = Experiment::new(&document, &[]).unwrap();
        let mut machine = initial::machine(&experiment, source::of(&experiment, None).unwrap(), false).unwrap();
        let half = u64::from(machine.core.nand.geometry.physical_pages()) / 2;
        let mut checkpoints = Checkpoints::new(&mut machine, usize::MAX);
        for requests in [half / 2 - 1, half / 2, half / 2 + 1] {
            run_to(&mut machine, requests);
            assert_eq!(machine.core.operations, 2 * requests);
            checkpoints.offer(&mut machine);
        }
        assert_eq!(kept_requests(&checkpoints), [0, half / 2]);
        let document = json!({ "device": { "preset": "toy" } });
        let experiment = Experiment::new(&document, &[]).unwrap();
        let mut toy = initial::machine(&experiment, source::of(&experiment, None).unwrap(), true).unwrap();
        assert_eq!(Checkpoints::new(&mut toy, usize::MAX).spacing_operations, 16_384);
    }

    #[test]
    fn the_checkpoint_that_leaves_the_smallest_gap_goes() {
        let mut machine = machine();
        let offered = |machine: &mut Machine, most_bytes: usize| {
            let mut checkpoints = Checkpoints::new(machine, most_bytes);
            checkpoints.spacing_operations = 1;
            for requests in [20, 50, 60, 65] {
                run_to(machine, requests);
                checkpoints.offer(machine);
            }
            checkpoints
        };
        let all = offered(&mut machine.clone(), usize::MAX);
        assert_eq!(kept_requests(&all), [0, 20, 50, 60, 65]);
        let bytes = all.size().1;
        // As many bytes as there may be are not too many.
        assert_eq!(kept_requests(&offered(&mut machine.clone(), bytes)), [0, 20, 50, 60, 65]);
        let less = offered(&mut machine.clone(), bytes - 1);
        assert_eq!(kept_requests(&less), [0, 20, 50, 65]);
        assert!(less.size().1 < bytes);
        // The start of the run and where it has come to always stay.
        assert_eq!(kept_requests(&offered(&mut machine, 0)), [0, 65]);
    }

    #[test]
    fn the_nearest_is_the_latest_at_which_no_more_requests_had_begun() {
        let mut machine = machine();
        let mut checkpoints = Checkpoints::new(&mut machine, usize::MAX);
        checkpoints.spacing_operations = 1;
        for requests in [20, 30, 40] {
            run_to(&mut machine, requests);
            if requests == 30 {
                checkpoints.keep_near(&mut machine);
            } else {
                checkpoints.offer(&mut machine);
            }
        }
        let nearest = [0, 19, 20, 29, 30, 39, 40, 41].map(|requests| checkpoints.nearest(requests));
        assert_eq!(nearest, [0, 0, 20, 20, 30, 30, 40, 40]);
        checkpoints.restore(35, &mut machine);
        assert_eq!(machine.requests_begun, 30);
    }

    #[test]
    fn an_array_takes_the_place_of_one_of_its_sort_and_length_and_no_other() {
        let sort = Detached::U32(Bulk::default());
        let is_sort = |array: &Detached| matches!(array, Detached::U32(_)) && array.bytes().len() == 8;
        let fits = Detached::U32(vec![1, 2].into());
        let at = fits.bytes().as_ptr();
        let taken = sort.place(Some(fits), 8);
        assert!(is_sort(&taken) && taken.bytes().as_ptr() == at);
        for other in [Detached::U8(vec![1; 8].into()), Detached::U32(vec![1, 2, 3].into())] {
            assert!(is_sort(&sort.place(Some(other), 8)));
        }
        assert!(is_sort(&sort.place(None, 8)));
    }

    #[test]
    fn numbers_of_another_run_are_forgotten() {
        let mut machine = machine();
        let mut numbers = |after_requests: u64| {
            run_to(&mut machine, after_requests);
            let checkpoints = Checkpoints::new(&mut machine, usize::MAX);
            let pieces = checkpoints.kept[0].pieces.iter().flatten();
            pieces.map(|piece| piece.content).collect::<Vec<_>>()
        };
        let first = numbers(0);
        assert!(first.iter().copied().eq(1..=first.len() as u64));
        assert_eq!(numbers(20), first);
    }

    #[test]
    fn what_did_not_change_is_shared() {
        let mut machine = machine();
        let mut last = 0;
        let first = Checkpoint::freeze(&mut machine, None, &mut last);
        run_to(&mut machine, 1);
        let second = Checkpoint::freeze(&mut machine, Some(&first), &mut last);
        let pieces = |checkpoint: &Checkpoint| {
            checkpoint.pieces.iter().flatten().map(|piece| piece.bytes.clone()).collect::<Vec<_>>()
        };
        let shared = pieces(&first).iter().zip(&pieces(&second)).filter(|(one, other)| Arc::ptr_eq(one, other)).count();
        let changed = pieces(&first).iter().zip(&pieces(&second)).filter(|(one, other)| one != other).count();
        assert!(changed > 0 && shared > changed);
        assert_eq!(shared + changed, pieces(&first).len());
    }

    #[test]
    fn a_piece_that_differs_in_its_last_byte_alone_is_kept_as_it_is() {
        let mut machine = machine();
        let mut last = 0;
        let first = Checkpoint::freeze(&mut machine, None, &mut last);
        let mut arrays = detach(&mut machine);
        let mut changed: Vec<Vec<u8>> = arrays.iter().map(|array| array.bytes().to_vec()).collect();
        for piece in changed.iter_mut().flat_map(|bytes| bytes.chunks_mut(PIECE_BYTES)) {
            piece.last_mut().into_iter().for_each(|last| *last ^= 1);
        }
        assert!(changed.iter().any(|bytes| bytes.len() > 2 * PIECE_BYTES));
        for (array, bytes) in arrays.iter_mut().zip(&changed) {
            array.pieces().copy(bytes.chunks(PIECE_BYTES).map(|piece| (u64::MAX, piece)));
            array.pieces().forget();
        }
        attach(&mut machine, arrays);
        let second = Checkpoint::freeze(&mut machine, Some(&first), &mut last);
        first.thaw(&mut machine);
        second.thaw(&mut machine);
        let arrays = detach(&mut machine);
        assert!(arrays.iter().zip(&changed).all(|(array, bytes)| array.bytes() == bytes));
        attach(&mut machine, arrays);
    }
}
