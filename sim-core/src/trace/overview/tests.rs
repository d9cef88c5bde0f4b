//! The overview against a plain model of it.

use super::super::record::Record;
use super::order::LOCAL_SECTORS;
use super::run::overview;
use super::window::Window;
use super::*;
use crate::base::request::HostOp;
use proptest::prelude::*;

type Plain = (u64, u8, u64, u64);

fn record((gap, op, sector, sectors): Plain, t_ns: &mut u64) -> Record {
    *t_ns += gap;
    let op = [HostOp::Read, HostOp::Write, HostOp::Trim, HostOp::Flush][op as usize];
    let sectors = if op == HostOp::Flush { 0 } else { sectors };
    Record::pack(*t_ns, op, if sectors == 0 { 0 } else { sector }, sectors).unwrap()
}

fn records(plain: &[Plain]) -> Vec<Record> {
    let mut t_ns = 0;
    plain.iter().map(|&each| record(each, &mut t_ns)).collect()
}

fn plain() -> impl Strategy<Value = Vec<Plain>> {
    proptest::collection::vec((0u64..3_000, 0u8..4, 0u64..9_000, 1u64..70), 0..400)
}

fn sum(values: &[u64]) -> u64 {
    values.iter().sum()
}

proptest! {
    #[test]
    fn every_request_of_the_window_is_counted_once(
        plain in plain(),
        edges in (0u64..400_000, 0u64..900_000, 0u64..5_000, 1u64..9_000),
        whole in any::<bool>(),
    ) {
        let all = records(&plain);
        let (from_ns, to_ns, first_sector, end_sector) = edges;
        // A window that ends before it begins is none.
        let end_sector = end_sector.max(first_sector + 1);
        let window = if whole { Window::default() } else { Window { from_ns, to_ns, first_sector, end_sector } };
        let is_in = |record: &&Record| {
            (window.from_ns..window.to_ns).contains(&record.t_ns())
                && (record.sectors() == 0 || record.sector() < window.end_sector && record.end() > window.first_sector)
        };
        let chosen: Vec<Record> = all.iter().filter(is_in).copied().collect();
        let of = |op: HostOp| chosen.iter().filter(move |record| record.op() == op);
        let found = overview(&all, window);
        prop_assert_eq!(found.requests, chosen.len() as u64);
        for (amount, op) in [(found.reads, HostOp::Read), (found.writes, HostOp::Write), (found.trims, HostOp::Trim)] {
            prop_assert_eq!(amount.requests, of(op).count() as u64);
            prop_assert_eq!(amount.bytes, of(op).map(|record| record.bytes()).sum::<u64>());
            prop_assert_eq!(amount.max_bytes, of(op).map(|record| record.bytes()).max().unwrap_or(0));
        }
        prop_assert_eq!(found.flushes, of(HostOp::Flush).count() as u64);
        let over_time = &found.over_time;
        prop_assert_eq!(sum(&over_time.reads), found.reads.requests);
        prop_assert_eq!(sum(&over_time.writes), found.writes.requests);
        prop_assert_eq!(sum(&over_time.trims), found.trims.requests);
        prop_assert_eq!(sum(&over_time.flushes), found.flushes);
        prop_assert_eq!(sum(&over_time.read_bytes), found.reads.bytes);
        prop_assert_eq!(sum(&over_time.written_bytes), found.writes.bytes);
        prop_assert!(over_time.reads.len() <= 240 && found.heat.rows <= 96);
        prop_assert_eq!(sum(&found.read_sizes), found.reads.requests);
        prop_assert_eq!(sum(&found.write_sizes), found.writes.requests);
        prop_assert_eq!(sum(&found.gaps_ns), found.requests.saturating_sub(1));
        // Bin by bin.
        for (bin, &writes) in over_time.writes.iter().enumerate() {
            let from = found.window.from_ns + bin as u64 * over_time.bin_ns;
            let times = from..from + over_time.bin_ns;
            prop_assert_eq!(writes, of(HostOp::Write).filter(|record| times.contains(&record.t_ns())).count() as u64);
        }
        // Cell by cell.
        let heat = &found.heat;
        let addresses = found.window.first_sector..found.window.end_sector;
        for (cell, &reads) in heat.reads.iter().enumerate() {
            let (column, row) = (cell / heat.rows, cell % heat.rows);
            let from = found.window.from_ns + column as u64 * over_time.bin_ns;
            let low = heat.first_sector + row as u64 * heat.row_sectors;
            let touches = |record: &&Record| {
                (from..from + over_time.bin_ns).contains(&record.t_ns())
                    && record.sector().max(addresses.start) < low + heat.row_sectors
                    && record.end().min(addresses.end) > low
            };
            prop_assert_eq!(u64::from(reads), of(HostOp::Read).filter(touches).count() as u64);
        }
    }

    #[test]
    fn what_follows_is_sequential_or_local_or_a_jump(plain in plain()) {
        let all = records(&plain);
        let found = overview(&all, Window::default());
        let with_sectors: Vec<&Record> = all.iter().filter(|record| record.sectors() > 0).collect();
        let count = |is: fn(&Record, &Record) -> bool| with_sectors.windows(2).filter(|pair| is(pair[0], pair[1])).count() as u64;
        let sequential = count(|before, next| next.sector() == before.end());
        let near = count(|before, next| {
            next.sector() != before.end() && next.sector().abs_diff(before.sector()) < LOCAL_SECTORS
        });
        prop_assert_eq!((found.order.sequential, found.order.local), (sequential, near));
        prop_assert_eq!(sequential + near + sum(&found.order.jumps_sectors), found.order.followers);
        prop_assert_eq!(found.order.followers, with_sectors.len().saturating_sub(1) as u64);
    }

    #[test]
    fn slices_make_no_difference(plain in plain(), slice in 1usize..50) {
        let all = records(&plain);
        let mut run = run::OverviewRun::new(&all, Window::default());
        let mut before = 0;
        while run.go_on(&all, slice) {
            let (done, total) = run.progress();
            prop_assert!(before <= done && done <= total);
            before = done;
        }
        prop_assert_eq!(run.finish(), overview(&all, Window::default()));
    }
}

#[test]
fn nothing_is_an_overview_too() {
    let found = overview(&[], Window::default());
    assert_eq!((found.requests, found.heat.columns, found.heat.rows), (0, 1, 1));
    assert_eq!((found.first_sector, found.end_sector, found.touched.bytes), (0, 0, 0));
}

#[test]
fn the_hottest_regions_come_first() {
    let all = records(&[(1, 1, 0, 8), (1, 0, 130, 8), (1, 1, 140, 8), (1, 1, 8, 8), (1, 2, 0, 8), (1, 0, 600, 8)]);
    let region = |first_sector, reads, writes| Region { first_sector, sectors: 128, reads, writes };
    assert_eq!(overview(&all, Window::default()).hottest, [region(0, 0, 2), region(128, 1, 1), region(512, 1, 0)]);
}

#[test]
fn a_mapping_says_what_it_leaves_of_the_footprint() {
    use super::super::address::{AddressMode, AddressSpace};
    let all = records(&[(0, 1, 0, 8), (1, 1, 1000, 8), (1, 0, 2000, 8)]);
    let space = AddressSpace { sectors: 1000, sectors_per_page: 8, sectors_per_block: 64 };
    let on = |mode| mapping::mapped(&all, Window::default(), mode, space);
    assert_eq!((on(AddressMode::Fold).touched.bytes, on(AddressMode::Fold).requests), (8 * 512, 3));
    assert_eq!((on(AddressMode::Cut).touched.bytes, on(AddressMode::Cut).dropped), (8 * 512, 2));
    assert_eq!(on(AddressMode::Compact).touched.bytes, 24 * 512);
    assert_eq!(on(AddressMode::Scale).touched.bytes, 24 * 512);
    assert!(on(AddressMode::Exact).refused.is_some_and(|why| why.contains("request 2")));
    let first = Window { to_ns: 1, ..Window::default() };
    assert_eq!(mapping::mapped(&all, first, AddressMode::Exact, space).refused, None);
}
