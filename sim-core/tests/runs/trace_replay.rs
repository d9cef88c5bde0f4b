//! Fitting a trace to a device and replaying it.

#![allow(clippy::unwrap_used)]

use crate::support::common::cases;
use proptest::prelude::*;
use sim_core::base::request::{HostOp, Request};
use sim_core::base::state_hash::state_hash;
use sim_core::trace::address::{AddressMap, AddressMode, AddressSpace};
use sim_core::trace::record::Record;
use sim_core::trace::replay::{ReplayOptions, SharedRecords, TraceSource};

const SPACE: AddressSpace = AddressSpace { sectors: 100, sectors_per_page: 4, sectors_per_block: 16 };

/// Records of writes, a microsecond apart.
fn records(extents: &[(u64, u64)]) -> Vec<Record> {
    let record = |(place, &(sector, sectors)): (usize, &(u64, u64))| {
        Record::pack(place as u64 * 1000, HostOp::Write, sector, sectors).unwrap()
    };
    extents.iter().enumerate().map(record).collect()
}

fn source(mode: AddressMode, records: Vec<Record>) -> TraceSource {
    TraceSource::new(records.into(), ReplayOptions { address: mode, ..ReplayOptions::default() }, SPACE).unwrap()
}

fn mapped(mode: AddressMode, extents: &[(u64, u64)]) -> Vec<(u64, u32)> {
    source(mode, records(extents)).map(|request| (request.sector, request.sectors)).collect()
}

fn refusal(mode: AddressMode, extents: &[(u64, u64)]) -> String {
    AddressMap::new(mode, &records(extents), SPACE).unwrap_err().to_string()
}

#[test]
fn auto_is_exact_if_everything_fits_else_fold() {
    let chosen = |extents: &[(u64, u64)]| source(AddressMode::Auto, records(extents)).address_map().mode();
    assert_eq!(chosen(&[(0, 4), (96, 4)]), AddressMode::Exact);
    assert_eq!(chosen(&[(0, 4), (96, 5)]), AddressMode::Fold);
    assert_eq!(chosen(&[]), AddressMode::Exact);
}

#[test]
fn exact_names_the_first_request_beyond_the_end() {
    assert_eq!(mapped(AddressMode::Exact, &[(0, 4), (96, 4)]), [(0, 4), (96, 4)]);
    assert_eq!(
        refusal(AddressMode::Exact, &[(0, 4), (98, 4), (400, 1)]),
        "address \"exact\": request 2 touches sectors 98 to 101, beyond the device's 100 sectors; expected a larger \
         device, or fold, compact, scale or cut"
    );
}

#[test]
fn fold_splits_at_the_end() {
    assert_eq!(mapped(AddressMode::Fold, &[(198, 4), (250, 1)]), [(98, 2), (0, 2), (50, 1)]);
    assert_eq!(mapped(AddressMode::Fold, &[(90, 215)]), [(90, 10), (0, 100), (0, 100), (0, 5)]);
}

#[test]
fn compact_renumbers_touched_blocks() {
    let extents = [(1000 * 16 + 3, 2), (5 * 16, 16), (7 * 16 + 15, 2), (1000 * 16, 1)];
    // Blocks 5, 7, 8 and 1000 become 0, 1, 2 and 3.
    assert_eq!(mapped(AddressMode::Compact, &extents), [(51, 2), (0, 16), (31, 2), (48, 1)]);
}

#[test]
fn compact_refuses_more_blocks_than_there_are() {
    let seven: Vec<(u64, u64)> = (0..7).map(|i| (i * 1600, 1)).collect();
    // Six whole blocks and four sectors of a seventh fit.
    assert_eq!(mapped(AddressMode::Compact, &seven).last(), Some(&(96, 1)));
    let mut beyond = seven.clone();
    beyond.push((6 * 1600 + 3, 2));
    assert!(refusal(AddressMode::Compact, &beyond).contains("touches at least 7 logical blocks of 16 sectors"));
    assert!(refusal(AddressMode::Compact, &[(0, 160)]).contains("touches at least 10 logical blocks"));
}

#[test]
fn scale_keeps_lengths_and_starts_on_pages() {
    // 400 sectors onto 100: 203 becomes 50.75, on page 12, which starts at sector 48.
    assert_eq!(mapped(AddressMode::Scale, &[(203, 7), (399, 1), (392, 8)]), [(48, 7), (96, 1), (96, 4)]);
    assert_eq!(mapped(AddressMode::Scale, &[(51, 7)]), [(51, 7)]);
}

#[test]
fn cut_drops_and_counts() {
    let source = source(AddressMode::Cut, records(&[(100, 1), (98, 4), (4000, 8), (0, 1)]));
    assert_eq!(source.address_map().dropped(), 2);
    let kept: Vec<(u64, u64, u32)> =
        source.map(|request| (request.arrival_ns, request.sector, request.sectors)).collect();
    assert_eq!(kept, [(1000, 98, 2), (3000, 0, 1)]);
}

#[test]
fn a_flush_has_no_address_in_any_mode() {
    for mode in AddressMode::ALL {
        let flush = vec![Record::pack(5, HostOp::Flush, 0, 0).unwrap()];
        let requests: Vec<Request> = source(mode, flush).collect();
        assert_eq!(requests, [Request { arrival_ns: 5, op: HostOp::Flush, sector: 0, sectors: 0 }]);
    }
}

#[test]
fn times_stretch_and_requests_end() {
    let options = ReplayOptions { address: AddressMode::Fold, time_scale: 2.5, requests: Some(2) };
    let shared = SharedRecords::from(records(&[(0, 1), (99, 2), (5, 1)]));
    let source = TraceSource::new(shared.clone(), options, SPACE).unwrap();
    assert_eq!(source.records(), 2);
    let times: Vec<(u64, u64)> = source.map(|request| (request.arrival_ns, request.sector)).collect();
    assert_eq!(times, [(0, 0), (2500, 99), (2500, 0)]);
    for time_scale in [-1.0, f64::NAN, f64::INFINITY, 2e6] {
        let options = ReplayOptions { time_scale, ..options };
        let refusal = TraceSource::new(shared.clone(), options, SPACE).unwrap_err().to_string();
        assert!(refusal.starts_with("workload.time_scale: "), "{refusal}");
    }
    let latest = vec![Record::pack((1 << 62) - 1, HostOp::Read, 0, 1).unwrap()];
    let options = ReplayOptions { time_scale: 1e6, ..ReplayOptions::default() };
    let mut source = TraceSource::new(latest.into(), options, SPACE).unwrap();
    assert_eq!(source.next().map(|request| request.arrival_ns), Some(u64::MAX));
}

#[test]
fn only_what_will_run_must_fit() {
    let options = ReplayOptions { address: AddressMode::Exact, requests: Some(1), ..ReplayOptions::default() };
    assert!(TraceSource::new(records(&[(0, 1), (500, 1)]).into(), options, SPACE).is_ok());
    let none = AddressSpace { sectors: 0, ..SPACE };
    assert!(AddressMap::new(AddressMode::Auto, &[], none).is_err());
}

#[test]
fn the_hash_of_a_source_tells_content_and_position() {
    let (mut one, other) = (source(AddressMode::Fold, records(&[(0, 1), (9, 2)])), records(&[(0, 1), (9, 3)]));
    let start = one.clone();
    assert_eq!(state_hash(&one), state_hash(&source(AddressMode::Fold, records(&[(0, 1), (9, 2)]))));
    assert_ne!(state_hash(&one), state_hash(&source(AddressMode::Fold, other)));
    one.next();
    assert_ne!(state_hash(&one), state_hash(&start));
    assert_eq!(start.count(), 2);
}

#[test]
fn modes_have_names() {
    for mode in AddressMode::ALL {
        assert_eq!(AddressMode::named(mode.name()), Ok(mode));
    }
    let refusal = AddressMode::named("wrap").unwrap_err().to_string();
    assert!(refusal.starts_with("workload.address: \"wrap\" is not one of \"auto\", \"exact\""), "{refusal}");
}

proptest! {
    #![proptest_config(cases(256))]

    /// Against a model that maps sector by sector.
    #[test]
    fn fold_and_cut_map_every_sector_as_the_rule_says(
        extents in prop::collection::vec((0..1000u64, 1..300u64), 0..20),
        sectors in 1..500u64,
    ) {
        let space = AddressSpace { sectors, ..SPACE };
        let every_sector = |mode| -> Vec<u64> {
            let map = AddressMap::new(mode, &records(&extents), space).unwrap();
            let requests = records(&extents).into_iter().flat_map(|record| map.map(record));
            requests.flat_map(|request| request.sector..request.sector + u64::from(request.sectors)).collect()
        };
        let touched = || extents.iter().flat_map(|&(first, count)| first..first + count);
        prop_assert_eq!(every_sector(AddressMode::Fold), touched().map(|sector| sector % sectors).collect::<Vec<_>>());
        prop_assert_eq!(every_sector(AddressMode::Cut), touched().filter(|&sector| sector < sectors).collect::<Vec<_>>());
    }

    /// Requests stay on the device, keep their offset in a block, and touch the same block where they did before.
    #[test]
    fn compact_keeps_order_offsets_and_sameness(extents in prop::collection::vec((0..100_000u64, 1..40u64), 1..30)) {
        let space = AddressSpace { sectors: 2000, ..SPACE };
        let map = AddressMap::new(AddressMode::Compact, &records(&extents), space).unwrap();
        let mut pairs: Vec<(u64, u64)> = Vec::new();
        for record in records(&extents) {
            let pieces: Vec<Request> = map.map(record).collect();
            prop_assert_eq!((pieces.len(), pieces[0].sectors), (1, record.sectors()));
            prop_assert_eq!(pieces[0].sector % 16, record.sector() % 16);
            pairs.push((record.sector(), pieces[0].sector));
        }
        pairs.sort_unstable();
        prop_assert!(pairs.windows(2).all(|pair| (pair[0].0 < pair[1].0) == (pair[0].1 < pair[1].1)));
    }
}
