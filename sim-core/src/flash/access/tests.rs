//! What layers and buffers may rely on when they ask the flash for something, operation by operation.

#![allow(clippy::unwrap_used)]

use super::Flash;
use crate::base::request::HostOp;
use crate::flash::account::{Account, Item};
use crate::flash::clock::Clock;
use crate::flash::clock::event::{Event, Timed};
use crate::flash::clock::serial::Serial;
use crate::flash::decision::Decision;
use crate::flash::device_state::DeviceState;
use crate::flash::halt::{Halt, Reason};
use crate::flash::observer::{NoObserver, Observer, Recorder};
use crate::flash::operation::{Kind, Operation, Purpose};
use crate::flash::shadow::Shadow;
use crate::flash::ticket::{Path, Role, Ticket};
use crate::nand::array::{Nand, PageState, ProgramOrder};
use crate::nand::block::{BlockKind, BlockState};
use crate::nand::geometry::Geometry;
use crate::nand::reserve::Reserve;
use crate::nand::rule::Rule;
use crate::nand::timing::Timing;
use crate::nand::{NONE, Ppn};

/// A read takes 140 ns, a program 300, a copy 440, an erase 1000; 100 ns of each page are on the bus.
const TIMING: Timing = Timing { transfer_ns: 100, ..Timing::of_array(40, 200, 1_000) };
const PLANES: u32 = 3;

/// Three channels of one plane, each of two blocks of eight pages, the first of them open.
fn device(clock: impl FnOnce(&Geometry) -> Clock) -> DeviceState {
    let geometry = Geometry { channels: PLANES, ..Geometry::of_one_plane(2, 8, 16) };
    let clock = clock(&geometry);
    let mut nand = Nand::new(geometry, ProgramOrder::Strict, 100, true);
    (0..PLANES).for_each(|plane| nand.open(2 * plane, BlockKind::Data).unwrap());
    nand.reserve = Reserve::new(1);
    DeviceState { shadow: Some(Shadow::new(16)), ..DeviceState::new(nand, clock) }
}

fn serial() -> DeviceState {
    device(|_| Clock::Serial(Serial::new(TIMING)))
}

fn event() -> DeviceState {
    device(|geometry| Clock::Event(Box::new(Event::new(geometry, TIMING, false))))
}

/// Access to it while nobody looks.
fn unseen(core: &mut DeviceState) -> Flash<'_, NoObserver> {
    Flash::new(core, Box::leak(Box::new(NoObserver)))
}

/// The first page of a plane's first block.
fn first(plane: u32) -> Ppn {
    16 * plane
}

fn clock_of(core: &mut DeviceState) -> &mut Event {
    match &mut core.clock {
        Clock::Event(event) => event,
        Clock::Serial(_) => unreachable!("the event clock"),
    }
}

/// A request that whatever is waited for belongs to from now on.
fn begin(core: &mut DeviceState) -> u32 {
    let ticket = Ticket::new(0, HostOp::Write, 0, Role::Request);
    let ticket = clock_of(core).tickets.begin(ticket, Path { account: Account::default(), until_ns: 0 });
    core.ticket = Some(ticket);
    ticket
}

/// Lets everything end: when the request was over, and the times of all operations.
fn ends(core: &mut DeviceState, ticket: Option<u32>) -> (u64, Vec<(u64, u64)>) {
    let event = clock_of(core);
    ticket.into_iter().for_each(|ticket| event.handed_out(ticket));
    while event.step() {}
    let mut timed: Vec<Timed> = std::mem::take(&mut event.timed);
    timed.sort_by_key(|timed| timed.operation);
    let finish_ns = event.tickets.finished.iter().map(|over| over.finish_ns).max().unwrap_or_default();
    (finish_ns, timed.iter().map(|timed| (timed.start_ns, timed.end_ns)).collect())
}

/// Halts the run after so many operations, and wants no decisions.
struct HaltAt(u64);

impl Observer for HaltAt {
    const ENABLED: bool = true;
    fn halt_at(&self) -> u64 {
        self.0
    }
    fn operation(&mut self, _: &Operation) {}
    fn timed(&mut self, _: &Timed) {}
    fn decision(&mut self, _: Decision) {}
}

fn is_stale(result: Result<(), Halt>) -> bool {
    matches!(result.map_err(|halt| *halt), Err(Reason::Rule(Rule::Stale { .. })))
}

#[test]
fn what_belongs_to_a_ticket_as_a_whole_ends_with_that() {
    let mut core = event();
    let ticket = begin(&mut core);
    let mut flash = unseen(&mut core);
    flash.as_whole_of(Some(ticket), |flash| flash.program(0, 0, NONE, Purpose::Gc)).unwrap();
    flash.program(1, 1, NONE, Purpose::Gc).unwrap();
    assert_eq!(ends(&mut core, Some(ticket)).0, 300, "the second is no part of it");
}

#[test]
fn what_takes_no_time_neither_fails_nor_makes_what_follows_take_none() {
    let mut core = serial();
    core.nand.program_failures.ask(1);
    let mut flash = unseen(&mut core);
    flash.at_once(|flash| flash.program(0, 0, NONE, Purpose::Host)).unwrap();
    assert_eq!((flash.core.clock.now_ns(), flash.core.nand.program_failures.left()), (0, 1));
    flash.read(0, 0, Purpose::Gc).unwrap();
    assert_eq!(core.clock.now_ns(), 140);
}

#[test]
fn a_program_that_breaks_a_rule_is_refused_and_uses_up_no_failure() {
    let mut core = serial();
    core.nand.program_failures.ask(1);
    let refused = unseen(&mut core).program(0, 3, NONE, Purpose::Host);
    let rule = Rule::ProgramOrder { block: 0, offset: 3, write_ptr: 0 };
    assert_eq!(*refused.unwrap_err(), Reason::Rule(rule));
    assert_eq!((core.nand.program_failures.left(), core.clock.now_ns()), (1, 0));
}

#[test]
fn nothing_older_than_what_the_host_wrote_is_read() {
    let mut core = serial();
    let mut flash = unseen(&mut core);
    flash.read_unmapped(3).unwrap();
    flash.read_in_ram(3, 0, None).unwrap();
    flash.host_writes(3);
    assert!(is_stale(flash.read_unmapped(3)), "it is not nowhere");
    assert!(is_stale(flash.read_in_ram(3, 0, None)), "the host has written since");
    flash.read_in_ram(3, 1, Some(2)).unwrap();
    assert_eq!((core.counters.unmapped_reads, core.counters.cache_read_hits), (1, [1, 1]));
}

#[test]
fn a_copy_is_of_a_page_that_can_be_read() {
    let mut core = serial();
    let refused = unseen(&mut core).copy(0, 5, 0, Purpose::Gc);
    assert_eq!(*refused.unwrap_err(), Reason::Rule(Rule::ReadNothing { ppn: 5 }));
    assert_eq!(core.nand.page_state[0], PageState::Free as u8, "nothing is programmed");
}

#[test]
fn a_page_of_nothing_is_an_operation_of_the_flash_that_power_may_cut() {
    let mut core = serial();
    unseen(&mut core).pad(0, None).unwrap();
    assert_eq!((core.flash_operations, core.counters.programs[Purpose::Pad as usize]), (1, 1));
    core.power_cut_at = 1;
    let cut = unseen(&mut core).pad(1, None);
    assert_eq!(*cut.unwrap_err(), Reason::PowerCut);
    assert!(core.nand.is_torn(1));
}

#[test]
fn a_trim_tells_the_page_it_gives_up_if_there_is_one() {
    let (mut core, mut recorder) = (serial(), Recorder::default());
    let mut flash = Flash::new(&mut core, &mut recorder);
    flash.program(0, 0, NONE, Purpose::Host).unwrap();
    flash.trim(0, 0).unwrap();
    flash.trim(1, NONE).unwrap();
    let stale: Vec<Option<Ppn>> = recorder.operations[1..].iter().map(|trim| trim.stale).collect();
    assert_eq!(stale, [Some(0), None]);
}

#[test]
fn a_block_of_remains_is_erased_before_it_is_taken_into_use() {
    let (mut core, mut recorder) = (serial(), Recorder::default());
    core.nand.tear_erase(1).unwrap();
    let mut flash = Flash::new(&mut core, &mut recorder);
    flash.open(1, BlockKind::Data).unwrap();
    flash.open(3, BlockKind::Data).unwrap();
    assert_eq!(core.counters.erases[Purpose::Host as usize], 1);
    assert_eq!((core.nand.block(1).state, core.nand.block(1).erase_count), (BlockState::Open, 1));
    let told: Vec<_> = recorder.operations.iter().map(|one| (one.kind, one.block)).collect();
    assert_eq!(told, [(Kind::Erase, Some(1))]);
}

#[test]
fn a_block_goes_bad_since_it_is_worn_out_or_since_its_erase_failed() {
    let why = |endurance: u32, failures: u64| {
        let (mut core, mut recorder) = (serial(), Recorder::default());
        core.nand.endurance = endurance;
        core.nand.erase_failures.ask(failures);
        Flash::new(&mut core, &mut recorder).erase(1, Purpose::Gc).unwrap();
        recorder.operations.last().and_then(|bad| bad.trigger).unwrap().words()
    };
    assert_eq!(why(100, 1), "the erase of block 1 failed");
    assert_eq!(why(1, 0), "erases 1 ≥ endurance 1");
}

#[test]
fn a_run_that_is_halted_before_an_operation_has_changed_nothing_of_it() {
    let mut core = serial();
    unseen(&mut core).program(0, 0, NONE, Purpose::Host).unwrap();
    let before = (core.counters, core.operations, core.flash_operations);
    let mut observer = HaltAt(1);
    let mut flash = Flash::new(&mut core, &mut observer);
    let halted = [
        flash.overwrite_in_ram(0, None, 0),
        flash.insert_in_ram(0, 0),
        flash.wait_for_ram(0, false, None),
        flash.wait_for_ram(0, true, None),
        flash.erase_under(0, Purpose::Gc).map(|_| ()),
        flash.copy_to_reserve(0, false, None),
        flash.trim(0, 0),
    ];
    halted.into_iter().for_each(|result| assert_eq!(*result.unwrap_err(), Reason::Paused));
    assert_eq!((core.counters, core.operations, core.flash_operations), before);
    assert!(core.nand.is_valid(0));
}

#[test]
fn copies_to_the_reserve_tell_the_pages_they_are_of() {
    let (mut core, mut recorder) = (serial(), Recorder::default());
    let mut flash = Flash::new(&mut core, &mut recorder);
    flash.program(7, 0, NONE, Purpose::Host).unwrap();
    flash.pad(1, None).unwrap();
    flash.core.nand.program_failures.ask(1);
    flash.program(8, 2, NONE, Purpose::Host).unwrap();
    let copied: Vec<_> =
        recorder.operations.iter().filter(|one| one.kind == Kind::Copy).map(|copy| (copy.from, copy.lpn)).collect();
    assert_eq!(copied, [(Some(0), Some(7)), (Some(1), None)]);
}

#[test]
fn a_replacement_leaves_a_page_alone_that_is_not_the_one_that_failed() {
    let mut core = serial();
    let mut flash = unseen(&mut core);
    flash.program(7, 0, NONE, Purpose::Host).unwrap();
    flash.replaced(0, 0, Some(0)).unwrap();
    assert!(core.nand.is_valid(0));
    assert_eq!(core.nand.replaced_blocks(), 1);
}

#[test]
fn a_program_that_fails_for_good_leaves_its_page_as_it_was() {
    let mut core = serial();
    core.nand.reserve = Reserve::new(0);
    core.nand.program_failures.ask(1);
    let ended = unseen(&mut core).program(7, 0, NONE, Purpose::Host);
    assert!(matches!(*ended.unwrap_err(), Reason::ReadOnly(_)));
    assert_eq!((core.nand.page_state[0], core.nand.block(0).write_ptr), (PageState::Free as u8, 0));
    core.nand.check_block(0).unwrap();
}

/// The failed program, the copy of the page before it, and the program once more.
const REPLACED_NS: u64 = 300 + 440 + 300;

#[test]
fn a_request_waits_for_a_replacement_if_it_waits_for_the_program_that_failed() {
    let finish = |purpose: Purpose, is_whole: bool| {
        let mut core = event();
        unseen(&mut core).at_once(|flash| flash.program(0, 0, NONE, Purpose::Host)).unwrap();
        core.nand.program_failures.ask(1);
        let ticket = begin(&mut core);
        let mut flash = unseen(&mut core);
        let whole = is_whole.then_some(ticket);
        flash.as_whole_of(whole, |flash| flash.program(1, 1, NONE, purpose)).unwrap();
        // Nobody waits for the program that comes after it.
        flash.core.ticket = None;
        flash.program(2, 2, NONE, Purpose::Host).unwrap();
        ends(&mut core, Some(ticket)).0
    };
    assert_eq!(finish(Purpose::Host, false), REPLACED_NS);
    assert_eq!(finish(Purpose::Gc, true), REPLACED_NS);
    assert_eq!(finish(Purpose::Gc, false), 0, "what it does not wait for is not waited for when it fails");
}

#[test]
fn a_replacement_for_a_request_is_an_earlier_request_to_others() {
    for (purpose, is_whole) in [(Purpose::Gc, true), (Purpose::Host, false)] {
        let mut core = event();
        unseen(&mut core).at_once(|flash| flash.program(0, 0, NONE, Purpose::Host)).unwrap();
        core.nand.program_failures.ask(1);
        let first = begin(&mut core);
        let whole = is_whole.then_some(first);
        unseen(&mut core).as_whole_of(whole, |flash| flash.program(1, 1, NONE, purpose)).unwrap();
        clock_of(&mut core).handed_out(first);
        let second = begin(&mut core);
        unseen(&mut core).program(2, 2, NONE, Purpose::Host).unwrap();
        assert_eq!(ends(&mut core, Some(second)).0, REPLACED_NS + 300);
        let account = clock_of(&mut core).tickets.finished.last().unwrap().account;
        assert_eq!((account[Item::Waiting], account[Item::Host]), (REPLACED_NS, 300), "{purpose:?}");
    }
}

#[test]
fn a_request_waits_for_the_copies_of_a_replacement_themselves() {
    let mut core = event();
    unseen(&mut core).at_once(|flash| flash.program(0, 0, NONE, Purpose::Host)).unwrap();
    let ticket = begin(&mut core);
    let mut flash = unseen(&mut core);
    flash.failing_program(1, 1, true).unwrap();
    flash.copy_to_reserve(0, true, Some(1)).unwrap();
    assert_eq!(ends(&mut core, Some(ticket)).0, 300 + 440);
}

#[test]
fn each_operation_of_a_chain_waits_for_the_one_before_wherever_that_is() {
    let mut core = event();
    (0..PLANES).for_each(|plane| {
        let mut flash = unseen(&mut core);
        flash.at_once(|flash| flash.program(plane, first(plane), NONE, Purpose::Host)).unwrap();
    });
    let mut flash = unseen(&mut core);
    let read = |plane: u32, flash: &mut Flash<'_, NoObserver>| flash.read(plane, first(plane), Purpose::Gc).unwrap();
    flash.chain();
    read(0, &mut flash);
    // Work of its own in between waits for nothing, and what follows goes on with the chain.
    let chain = flash.unchain();
    read(1, &mut flash);
    flash.chain_on(chain);
    read(2, &mut flash);
    // Nothing at all is no link of it; two pages in one command are one.
    flash.in_one_command(0, |_, _| Ok(())).unwrap();
    flash.in_one_command(2, |flash, page| flash.read(page, first(page), Purpose::Gc)).unwrap();
    read(2, &mut flash);
    // A program that fails is one of its own, and waits for it as well.
    flash.failing_program(3, first(1) + 1, false).unwrap();
    let (_, times) = ends(&mut core, None);
    let expected = [(0, 140), (0, 140), (140, 280), (280, 420), (280, 420), (420, 560), (560, 860)];
    assert_eq!(times, expected);
}

#[test]
fn pages_of_one_command_take_its_fixed_part_once_and_those_that_are_replaced_meanwhile_do_not() {
    let mut core = serial();
    let mut flash = unseen(&mut core);
    flash.in_one_command(3, |flash, page| flash.program(page, page, NONE, Purpose::Host)).unwrap();
    assert_eq!((flash.core.counters.joined_programs, flash.core.counters.joined_reads), (2, 0));
    assert_eq!(flash.core.clock.now_ns(), 300 + 100 + 100);
    flash.in_one_command(2, |flash, page| flash.read(page, page, Purpose::Gc)).unwrap();
    assert_eq!((flash.core.counters.joined_programs, flash.core.counters.joined_reads), (2, 1));
    assert_eq!(flash.core.clock.now_ns(), 500 + 140 + 100);
    // The second page fails: it, and the copies of the four pages before it, are commands by themselves.
    flash
        .in_one_command(3, |flash, page| {
            flash.core.nand.program_failures.ask(u64::from(page == 1));
            flash.program(page, 3 + page, NONE, Purpose::Host)
        })
        .unwrap();
    assert_eq!((core.counters.joined_programs, core.counters.joined_reads), (4, 1));
    assert_eq!(core.clock.now_ns(), 740 + 500 + 300 + 4 * 440);
}
