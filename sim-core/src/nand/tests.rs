//! What holds of pages and blocks: the rules, the accounts, and what a power cut leaves.

#![allow(clippy::unwrap_used)]

use super::NONE;
use super::array::{Erased, Nand, ProgramOrder};
use super::block::{Block, BlockKind, BlockState};
use super::geometry::Geometry;
use super::rule::Rule;
use super::valid_pages::ValidPages;
use crate::base::bulk::AnyBulk;
use crate::base::state_hash::state_hash;

/// Two blocks of four pages, the first one open; two erases wear a block out.
fn device(order: ProgramOrder) -> Nand {
    let mut nand = Nand::new(Geometry::of_one_plane(2, 4, 4), order, 2, true);
    nand.open(0, BlockKind::Data).unwrap();
    nand
}

/// The same, of blocks that last, where erases can be undone.
fn remembering() -> Nand {
    let mut nand = device(ProgramOrder::Strict);
    (nand.endurance, nand.keep_erased) = (100, true);
    nand
}

#[test]
fn programs_ascend() {
    let mut nand = device(ProgramOrder::Strict);
    nand.program(0, 7, 1, 0).unwrap();
    assert_eq!(nand.program(2, 8, 1, 0), Err(Rule::ProgramOrder { block: 0, offset: 2, write_ptr: 1 }));
    assert_eq!(nand.program(4, 8, 1, 0), Err(Rule::BlockNotOpen { block: 1 }));
}

#[test]
fn skipped_pages_stay_unusable() {
    let mut nand = device(ProgramOrder::SkipOk);
    nand.program(2, 8, 1, 0).unwrap();
    assert_eq!(nand.program(1, 7, 1, 0), Err(Rule::ProgramOrder { block: 0, offset: 1, write_ptr: 3 }));
}

#[test]
fn a_page_is_written_once_until_erased() {
    let mut nand = device(ProgramOrder::Off);
    nand.program(2, 8, 1, 0).unwrap();
    assert_eq!(nand.program(2, 8, 2, 0), Err(Rule::ProgramNotFree { ppn: 2 }));
    nand.program(1, 7, 1, 0).unwrap();
}

#[test]
fn nothing_valid_is_erased() {
    let mut nand = device(ProgramOrder::Strict);
    nand.program(0, 7, 1, 0).unwrap();
    assert_eq!(nand.erase(0), Err(Rule::EraseValid { block: 0, valid: 1 }));
    nand.invalidate(0).unwrap();
    assert_eq!(nand.invalidate(0), Err(Rule::InvalidateNotValid { ppn: 0 }));
    assert_eq!(nand.erase(0), Ok(Erased::Ready));
    assert_eq!(nand.read(0), Err(Rule::ReadNothing { ppn: 0 }));
}

#[test]
fn a_block_knows_when_it_was_closed_and_outdated_and_an_erase_leaves_nothing() {
    let mut nand = device(ProgramOrder::Strict);
    nand.program(0, 7, 3, 5).unwrap();
    nand.host_pages = 11;
    nand.invalidate(0).unwrap();
    nand.host_pages = 13;
    nand.close(0).unwrap();
    let block = nand.block(0);
    assert_eq!((block.last_invalidate, block.closed_at, block.state), (11, 13, BlockState::Closed));
    let known = |nand: &Nand| {
        let oob = nand.oob.as_ref().unwrap();
        (nand.owner[0], oob.sequence[0], oob.version[0], oob.written_at[0])
    };
    assert_eq!(known(&nand), (7, 1, 3, 5));
    nand.erase(0).unwrap();
    assert_eq!(known(&nand), (NONE, 0, 0, 0));
    assert_eq!(nand.block(0), &Block { erase_count: 1, ..Block::ERASED });
    nand.set_kind(0, BlockKind::Log);
    assert_eq!(nand.block(0).kind, BlockKind::Log);
}

#[test]
fn only_an_open_block_is_closed_and_only_an_empty_one_given_back() {
    let mut nand = device(ProgramOrder::Strict);
    assert_eq!(nand.close(1), Err(Rule::BlockNotOpen { block: 1 }));
    assert!(nand.unopen(1).is_err());
    nand.program(0, 7, 1, 0).unwrap();
    assert!(nand.unopen(0).is_err());
    nand.open(1, BlockKind::Data).unwrap();
    nand.unopen(1).unwrap();
    assert_eq!(nand.block(1).state, BlockState::Free);
}

#[test]
fn a_block_that_counts_wrongly_is_found() {
    let mut nand = device(ProgramOrder::Strict);
    (0..3).for_each(|page| nand.program(page, page, 1, 0).unwrap());
    nand.invalidate(1).unwrap();
    nand.check_block(0).unwrap();
    for wrong in [
        Block { valid: 3, ..*nand.block(0) },
        Block { invalid: 0, ..*nand.block(0) },
        Block { write_ptr: 2, ..*nand.block(0) },
    ] {
        let mut nand = nand.clone();
        nand.blocks[0] = wrong;
        assert!(nand.check_block(0).is_err(), "{:?}", nand.block(0));
    }
}

#[test]
fn endurance_ends() {
    let mut nand = device(ProgramOrder::Strict);
    assert_eq!(nand.erase(0), Ok(Erased::Ready));
    assert_eq!(nand.erase(0), Ok(Erased::Bad));
    assert_eq!(nand.erase(0), Err(Rule::Bad { block: 0 }));
    assert_eq!(nand.open(0, BlockKind::Data), Err(Rule::Bad { block: 0 }));
}

#[test]
fn as_many_erases_fail_as_are_asked_for_and_one_that_never_was_comes_again() {
    let mut nand = remembering();
    let before = state_hash(&nand);
    nand.erase_failures.ask(1);
    assert_ne!(state_hash(&nand), before, "a failure to come is part of the state");
    assert_eq!(nand.erase(0), Ok(Erased::Bad));
    assert_eq!((nand.erase(1), nand.bad_blocks), (Ok(Erased::Ready), 1));
    nand.undo_erase(1);
    nand.undo_erase(0);
    assert_eq!((nand.bad_blocks, nand.erase_failures.left()), (0, 1));
    assert_eq!(nand.erase(1), Ok(Erased::Bad));
    nand.erase_failures.ask(3);
    assert_eq!(nand.erase_failures.left(), 2, "of three in all one has come");
    nand.erase_failures.ask(0);
    assert_eq!(nand.erase(0), Ok(Erased::Ready));
}

#[test]
fn an_erase_that_had_not_begun_is_undone_and_the_one_before_it_too() {
    let mut nand = device(ProgramOrder::Strict);
    nand.keep_erased = true;
    nand.program(0, 7, 1, 0).unwrap();
    nand.invalidate(0).unwrap();
    nand.close(0).unwrap();
    let first = nand.clone();
    nand.erase(0).unwrap();
    nand.open(0, BlockKind::Data).unwrap();
    nand.program(0, 8, 1, 0).unwrap();
    nand.invalidate(0).unwrap();
    nand.close(0).unwrap();
    nand.erase(0).unwrap();
    assert_eq!((nand.block(0).state, nand.bad_blocks), (BlockState::Bad, 1));
    nand.undo_erase(0);
    assert_eq!((nand.read(0), nand.bad_blocks), (Ok(8), 0));
    nand.undo_program(0);
    nand.undo_erase(0);
    nand.check_block(0).unwrap();
    assert_eq!((nand.read(0), nand.block(0)), (Ok(7), first.block(0)));
}

#[test]
fn programs_under_way_are_torn_and_waiting_ones_never_were() {
    let mut nand = device(ProgramOrder::Strict);
    nand.program(0, 7, 1, 0).unwrap();
    nand.program(1, 8, 1, 0).unwrap();
    nand.undo_program(1);
    nand.tear_programmed(0);
    nand.check_block(0).unwrap();
    assert_eq!(nand.read(0), Err(Rule::ReadNothing { ppn: 0 }));
    nand.program(1, 8, 1, 0).unwrap();
    nand.close(0).unwrap();
    nand.reopen_unfilled();
    assert_eq!(nand.block(0).state, BlockState::Open);
}

#[test]
fn a_program_that_never_was_leaves_later_pages_of_its_block_written() {
    let mut nand = device(ProgramOrder::Off);
    nand.program(2, 8, 1, 0).unwrap();
    nand.program(0, 7, 1, 0).unwrap();
    nand.undo_program(0);
    nand.reopen_unfilled();
    nand.check_block(0).unwrap();
    assert_eq!((nand.block(0).write_ptr, nand.read(2)), (3, Ok(8)));
}

#[test]
fn torn_operations_spend_what_they_touched() {
    let mut nand = device(ProgramOrder::Strict);
    nand.tear_program(0).unwrap();
    assert_eq!(nand.read(0), Err(Rule::ReadNothing { ppn: 0 }));
    nand.check_block(0).unwrap();
    nand.tear_erase(0).unwrap();
    assert!(nand.open(0, BlockKind::Data).is_err());
}

/// A page of the first block is written, outdated, and the block closed and erased.
fn fill_and_erase(nand: &mut Nand, lpn: u32) {
    nand.program(0, lpn, 1, 0).unwrap();
    nand.invalidate(0).unwrap();
    nand.close(0).unwrap();
    nand.erase(0).unwrap();
}

#[test]
fn of_a_torn_page_nothing_is_known() {
    let mut nand = remembering();
    nand.program(0, 3, 7, 9).unwrap();
    nand.tear_programmed(0);
    let oob = nand.oob.as_ref().unwrap();
    assert_eq!((nand.owner[0], oob.sequence[0], oob.version[0], oob.written_at[0]), (NONE, 0, 0, 0));
    assert_eq!((nand.is_torn(0), nand.read(0)), (true, Err(Rule::ReadNothing { ppn: 0 })));
    nand.check_block(0).unwrap();
}

#[test]
fn an_erase_that_is_over_is_not_undone_and_later_ones_are() {
    let mut nand = remembering();
    fill_and_erase(&mut nand, 3);
    nand.open(0, BlockKind::Data).unwrap();
    fill_and_erase(&mut nand, 2);
    nand.erase_over(0);
    nand.undo_erase(0);
    assert_eq!(nand.read(0), Ok(2), "what it held before the second erase");
    nand.undo_erase(0);
    assert_eq!(nand.read(0), Ok(2), "the first is forgotten");
    assert!(nand.erased.is_empty());
}

#[test]
fn an_erase_that_was_cut_off_is_to_be_made_again_and_not_undone() {
    let mut nand = remembering();
    fill_and_erase(&mut nand, 3);
    nand.tear_erased(0);
    assert_eq!((nand.block(0).state, nand.erased.len()), (BlockState::Stale, 0));
    nand.undo_erase(0);
    assert_eq!(nand.block(0).state, BlockState::Stale);
    nand.erase_failures.ask(1);
    assert_eq!(nand.erase(0), Ok(Erased::Bad));
    nand.tear_erased(0);
    assert_eq!(nand.block(0).state, BlockState::Bad, "bad it stays");
}

#[test]
fn a_block_that_wears_out_uses_up_no_failure_and_gives_none_back() {
    let mut nand = remembering();
    nand.erase_failures.ask(2);
    assert_eq!((nand.erase(0), nand.erase_failures.left()), (Ok(Erased::Bad), 1));
    nand.endurance = 1;
    assert_eq!((nand.erase(1), nand.erase_failures.left()), (Ok(Erased::Bad), 1));
    nand.undo_erase(1);
    assert_eq!((nand.bad_blocks, nand.erase_failures.left()), (1, 1));
    nand.endurance = 100;
    nand.undo_erase(0);
    assert_eq!((nand.bad_blocks, nand.erase_failures.left()), (0, 2));
}

#[test]
fn only_the_page_that_a_copy_was_made_from_takes_its_place() {
    let mut nand = remembering();
    (0..3).for_each(|ppn| nand.program(ppn, [5, 6, 5][ppn as usize], 1, 0).unwrap());
    assert!(nand.give_up_copy(2, 0).is_err(), "it is still current");
    nand.invalidate(0).unwrap();
    nand.invalidate(1).unwrap();
    assert!(nand.give_up_copy(2, 1).is_err(), "it is of another page");
    nand.give_up_copy(2, 0).unwrap();
    assert!(nand.is_valid(0) && !nand.is_valid(2));
    nand.check_block(0).unwrap();
}

#[test]
fn out_of_band_bytes_and_erased_blocks_are_kept_where_they_are_asked_for_alone() {
    let mut nand = Nand::new(Geometry::of_one_plane(2, 4, 4), ProgramOrder::Strict, 2, false);
    assert!(nand.oob.is_none());
    nand.erase(1).unwrap();
    assert!(nand.erased.is_empty());
    nand.keep_erased = true;
    nand.erase(0).unwrap();
    assert_eq!(nand.erased.len(), 1);
}

#[test]
fn a_checkpoint_is_shown_all_arrays_by_page() {
    let lengths = |with_oob: bool| {
        let mut nand = Nand::new(Geometry::of_one_plane(2, 4, 4), ProgramOrder::Strict, 2, with_oob);
        let mut lengths = Vec::new();
        nand.bulk(&mut |bulk| {
            lengths.push(match bulk {
                AnyBulk::U8(bytes) => (8, bytes.len()),
                AnyBulk::U32(words) => (32, words.len()),
                AnyBulk::U64(words) => (64, words.len()),
            });
        });
        lengths
    };
    assert_eq!(lengths(false), [(8, 8), (32, 8)]);
    assert_eq!(lengths(true), [(8, 8), (32, 8), (64, 8), (32, 8), (32, 8)]);
}

#[test]
fn valid_pages_come_in_order_and_each_once() {
    let mut nand = device(ProgramOrder::Strict);
    (0..4).for_each(|ppn| nand.program(ppn, ppn, 1, 0).unwrap());
    nand.invalidate(1).unwrap();
    let mut pages = ValidPages::of(0);
    let mut moved = Vec::new();
    while let Some(ppn) = pages.next(&nand) {
        nand.invalidate(ppn).unwrap();
        moved.push(ppn);
    }
    assert_eq!(moved, [0, 2, 3]);
    assert_eq!((pages.next(&nand), ValidPages::of(1).next(&nand)), (None, None));
}

/// The pieces of each array that count as written, as a checkpoint numbers them.
fn written_pieces(nand: &mut Nand, numbered: &mut u64) -> Vec<Vec<usize>> {
    let mut written = Vec::new();
    nand.bulk(&mut |bulk| {
        let before = *numbered;
        let mut pieces = match bulk {
            AnyBulk::U8(bytes) => bytes.pieces(),
            AnyBulk::U32(words) => words.pieces(),
            AnyBulk::U64(words) => words.pieces(),
        };
        pieces.number(numbered);
        let of = pieces.iter().enumerate().filter(|&(_, (content, _))| content > before);
        written.push(of.map(|(piece, _)| piece).collect());
    });
    written
}

#[test]
fn what_an_open_block_holds_counts_as_written_until_a_checkpoint_sees_it_closed() {
    const BLOCKS_OF_A_PIECE: u32 = 1024;
    let mut nand = Nand::new(Geometry::of_one_plane(3 * BLOCKS_OF_A_PIECE, 16, 16), ProgramOrder::Strict, 9, false);
    let mut numbered = 0;
    let mut owners = |nand: &mut Nand| written_pieces(nand, &mut numbered).remove(1);
    assert_eq!(owners(&mut nand), [0, 1, 2]);
    assert_eq!(owners(&mut nand), [0; 0]);
    let block = BLOCKS_OF_A_PIECE;
    let first = nand.geometry.page(block, 0);
    nand.open(block, BlockKind::Data).unwrap();
    nand.program(first, 7, 1, 0).unwrap();
    assert_eq!(owners(&mut nand), [1]);
    (1..16).for_each(|offset| nand.program(first + offset, 7, 1, 0).unwrap());
    nand.close(block).unwrap();
    assert_eq!(owners(&mut nand), [1], "since it was open as it was seen last");
    assert_eq!(owners(&mut nand), [0; 0]);
    nand.undo_program(first + 15);
    assert_eq!(owners(&mut nand), [0, 1, 2], "it is open again");
    nand.close(block).unwrap();
    owners(&mut nand);
    nand.reopen_unfilled();
    assert_eq!((nand.block(block).state, owners(&mut nand)), (BlockState::Open, vec![0, 1, 2]));
}

#[test]
fn states_of_pages_always_count_as_written() {
    let mut nand = Nand::new(Geometry::of_one_plane(1 << 13, 16, 16), ProgramOrder::Strict, 9, false);
    let mut numbered = 0;
    for _ in 0..2 {
        assert_eq!(written_pieces(&mut nand, &mut numbered)[0], [0, 1]);
    }
}
