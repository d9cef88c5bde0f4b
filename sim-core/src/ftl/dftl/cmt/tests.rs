//! Which entry leaves by each rule, what a table forgets when power comes back, and what its check notices.

#![allow(clippy::unwrap_used)]

use super::*;

fn table(replacement: Replacement, capacity: [u32; 2], lpns: &[Lpn]) -> Cmt {
    let mut cmt = Cmt::new(replacement, capacity);
    for &lpn in lpns {
        cmt.insert(lpn);
    }
    cmt
}

fn touch(cmt: &mut Cmt, lpn: Lpn) {
    let slot = cmt.find(lpn).unwrap();
    cmt.touch(slot);
}

/// The pages in the order in which they leave: those in probation, those protected.
fn leaving(cmt: &Cmt) -> [Vec<Lpn>; 2] {
    cmt.check().unwrap();
    let (probationary, protected): (Vec<Slot>, Vec<Slot>) =
        cmt.leaving().partition(|&slot| cmt.segment(slot) == PROBATIONARY);
    let order = cmt.leaving().map(|slot| cmt.lpn(slot));
    let segments = [probationary, protected].map(|slots| slots.iter().map(|&slot| cmt.lpn(slot)).collect::<Vec<_>>());
    assert!(order.eq(segments.iter().flatten().copied()), "those in probation first");
    segments
}

#[test]
fn a_plain_table_is_one_list_with_the_room_of_both() {
    let mut cmt = table(Replacement::Plain, [2, 1], &[10, 11, 12]);
    assert_eq!((cmt.capacity(), cmt.is_full()), ([0, 3], true));
    touch(&mut cmt, 10);
    assert_eq!(leaving(&cmt), [vec![11, 12, 10], vec![]]);
}

#[test]
fn a_hit_is_protected_and_the_one_hit_longest_ago_goes_back_to_probation() {
    let mut cmt = table(Replacement::Segmented, [2, 2], &[10, 11, 12]);
    touch(&mut cmt, 10);
    touch(&mut cmt, 11);
    assert_eq!(leaving(&cmt), [vec![12], vec![10, 11]]);
    touch(&mut cmt, 10);
    touch(&mut cmt, 12);
    assert_eq!(leaving(&cmt), [vec![11], vec![10, 12]]);
}

#[test]
fn an_age_begins_above_all_others_and_a_hit_that_reaches_the_least_protected_one_takes_its_place() {
    let mut cmt = table(Replacement::Ageing, [2, 2], &[10]);
    assert_eq!(leaving(&cmt), [vec![], vec![10]]);
    cmt.insert(11);
    assert_eq!(leaving(&cmt), [vec![], vec![10, 11]]);
    // Of four ages from 1 on, the lowest two go to probation as the others come.
    cmt.insert(12);
    assert_eq!(leaving(&cmt), [vec![10], vec![11, 12]]);
    cmt.insert(13);
    assert_eq!(leaving(&cmt), [vec![10, 11], vec![12, 13]]);
    // 11 is as old as 12 now.
    touch(&mut cmt, 11);
    assert_eq!(leaving(&cmt), [vec![10, 12], vec![11, 13]]);
    // 10 has an age of 2, and 11 one of 3.
    touch(&mut cmt, 10);
    assert_eq!(leaving(&cmt), [vec![10, 12], vec![11, 13]]);
    touch(&mut cmt, 13);
    assert_eq!(leaving(&cmt), [vec![10, 12], vec![11, 13]]);
}

#[test]
fn an_entry_is_dirty_while_it_is_in_ram_and_marked() {
    let mut cmt = table(Replacement::Segmented, [1, 2], &[10, 11]);
    assert!(cmt.page_moved(11) && !cmt.page_moved(12));
    assert_eq!([10, 11, 12].map(|lpn| cmt.is_dirty(lpn)), [false, true, false]);
    // What comes to the place of a dirty one is clean.
    cmt.remove(cmt.find(11).unwrap());
    cmt.insert(11);
    assert_eq!((cmt.is_dirty(11), cmt.dirty()), (false, 0));
    cmt.check().unwrap();
}

#[test]
fn when_power_comes_back_a_table_is_empty_with_the_room_it_had_and_takes_dirty_entries_while_there_is_some() {
    for replacement in [Replacement::Segmented, Replacement::Plain, Replacement::Ageing] {
        let mut cmt = table(replacement, [2, 1], &[10, 11]);
        let capacity = cmt.capacity();
        cmt.clear();
        assert_eq!((cmt.entries(), cmt.capacity(), cmt.find(10)), ([0, 0], capacity, None));
        assert_eq!([20, 21, 22, 23].map(|lpn| cmt.restore(lpn)), [true, true, true, false]);
        assert_eq!([20, 21, 22, 23].map(|lpn| cmt.is_dirty(lpn)), [true, true, true, false]);
        cmt.check().unwrap();
    }
}

#[test]
fn a_table_that_contradicts_itself_is_noticed() {
    let broken = |wrong: &dyn Fn(&mut Cmt)| {
        let mut cmt = table(Replacement::Segmented, [2, 3], &[10, 11, 12]);
        touch(&mut cmt, 10);
        touch(&mut cmt, 11);
        cmt.check().unwrap();
        wrong(&mut cmt);
        match cmt.check() {
            Err(Rule::Invariant(text)) => text.strip_prefix("the cached mapping table ").unwrap().to_owned(),
            other => unreachable!("{other:?}"),
        }
    };
    let slot = |cmt: &Cmt| cmt.find(12).unwrap() as usize;
    let (lost, miscounted) =
        ("has an entry that is not found where it is", "has another number of entries than it counts, or room for");
    let other_page = broken(&|cmt| {
        let slot = slot(cmt);
        cmt.lpns[slot] = 10;
    });
    assert_eq!(other_page, lost);
    let protected = broken(&|cmt| {
        let slot = slot(cmt);
        cmt.flags[slot] = 0;
    });
    assert_eq!(protected, lost, "it says that it is protected");
    assert_eq!(broken(&|cmt| cmt.entries[PROBATIONARY] = 2), miscounted);
    assert_eq!(broken(&|cmt| cmt.capacity[PROTECTED] = 1), miscounted);
    let wrongly = "counts its dirty entries or its room wrongly";
    assert_eq!(broken(&|cmt| cmt.dirty = 1), wrongly);
    assert_eq!(broken(&|cmt| cmt.unused.clear()), wrongly);
}
