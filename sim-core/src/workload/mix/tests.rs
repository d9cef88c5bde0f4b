//! What a mix gives, against the numbers that ask for it.

use super::*;
use crate::workload::tests::{rng, settings};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Units of 128 pages of 4 KiB.
const SPP: u32 = 8;
const UNIT: u64 = 128;
const DRAWS: usize = 200_000;

fn try_mix(overrides: &[(&str, &str)], logical_pages: u64, sectors_per_page: u32) -> Result<Mix, Error> {
    let space = Space { logical_pages, sectors_per_page };
    Mix::build(&settings("mix", overrides), space, rng(1))
}

fn mix(overrides: &[(&str, &str)], units: u64) -> Mix {
    try_mix(overrides, units * UNIT, SPP).unwrap()
}

fn draws(overrides: &[(&str, &str)], units: u64) -> Vec<Draw> {
    let mut mix = mix(overrides, units);
    (0..DRAWS).map(|_| mix.draw()).collect()
}

fn requests(overrides: &[(&str, &str)], units: u64, count: usize) -> Vec<Request> {
    let mut mix = mix(overrides, units);
    (0..count).map(|_| mix.next_request()).collect()
}

/// The share of `of` that `holds` is `expected`, but for five standard deviations. `each` draws stand or fall together.
fn assert_share<T>(what: &str, of: &[T], holds: impl Fn(&T) -> bool, expected: f64, each: f64) {
    let measured = of.iter().filter(|one| holds(one)).count() as f64 / of.len() as f64;
    let tolerance = 5.0 * (expected * (1.0 - expected) * each / of.len() as f64).sqrt();
    println!("{what}: {measured:.4} of {expected:.4}");
    assert!((measured - expected).abs() <= tolerance + 1e-9, "{what}: {measured} is not {expected}");
}

#[test]
fn classes_sizes_and_directions_have_their_shares() {
    let overrides = [
        ("sequential_ratio", "0.25"),
        ("hot_request_ratio", "0.5"),
        ("write_ratio", "0.7"),
        ("mean_run", "16"),
        ("sizes", "\"1:60 2:15.5 4:9.5 8:8 16:7\""),
        ("hot_pages", "32"),
    ];
    let draws = draws(&overrides, 4096);
    let classes = [(Class::Sequential, 0.25), (Class::Hot, 0.5), (Class::Cold, 0.25)];
    for (class, share) in classes {
        assert_share(&format!("{class:?}"), &draws, |draw| draw.class == class, share, 1.0);
        let own: Vec<&Draw> = draws.iter().filter(|draw| draw.class == class).collect();
        // The requests of a stream have one direction: 2ρ − 1 of them count as one.
        let each = if class == Class::Sequential { 2.0 * 16.0 - 1.0 } else { 1.0 };
        assert_share(&format!("{class:?} writes"), &own, |draw| draw.op == HostOp::Write, 0.7, each);
    }
    // Hot requests start on the first 32 of 128 pages, so no size of theirs is cut.
    let hot: Vec<&Draw> = draws.iter().filter(|draw| draw.class == Class::Hot).collect();
    for (pages, share) in [(1, 0.6), (2, 0.155), (4, 0.095), (8, 0.08), (16, 0.07)] {
        assert_share(&format!("{pages} pages"), &hot, |draw| draw.pages == pages, share, 1.0);
    }
    for page in [0, 13, 31] {
        assert_share(&format!("hot page {page}"), &hot, |draw| draw.page == page, 1.0 / 32.0, 1.0);
    }
    assert!(hot.iter().all(|draw| draw.page < 32));
    let cold: Vec<&Draw> = draws.iter().filter(|draw| draw.class == Class::Cold).collect();
    assert_share("cold pages beyond 96", &cold, |draw| draw.page >= 96, 0.25, 1.0);
    assert_share("cold units below 1000", &cold, |draw| draw.unit < 1000, 1000.0 / 4096.0, 1.0);
}

#[test]
fn shares_beyond_1_are_cut_off() {
    let draws = draws(&[("sequential_ratio", "0.6"), ("hot_request_ratio", "0.8")], 64);
    assert_share("hot", &draws, |draw| draw.class == Class::Hot, 0.4, 1.0);
    assert!(draws.iter().all(|draw| draw.class != Class::Cold));
}

#[test]
fn runs_of_a_stream_are_as_long_as_asked_for() {
    // A run of single pages hardly ever reaches its unit's end, and no two streams meet in so many units.
    let overrides = [("sequential_ratio", "1"), ("mean_run", "8"), ("sizes", "\"1:100\"")];
    let mut open: BTreeMap<(u32, u32), u32> = BTreeMap::new();
    let mut runs: BTreeMap<u32, u32> = BTreeMap::new();
    for draw in draws(&overrides, 1 << 20) {
        if draw.page == 0 {
            runs.insert(draw.unit, 1);
        } else {
            let first = open.remove(&(draw.unit, draw.page)).expect("goes on where one of the streams stands");
            *runs.get_mut(&first).unwrap() += 1;
        }
        open.insert((draw.unit, draw.page + 1), draw.unit);
    }
    let lengths: Vec<u32> = runs.into_values().collect();
    let mean = DRAWS as f64 / lengths.len() as f64;
    // A geometric law with mean 8 has a variance of 56.
    assert!((mean - 8.0).abs() < 5.0 * (56.0 / lengths.len() as f64).sqrt(), "{mean}");
    assert_share("runs of one", &lengths, |&length| length == 1, 1.0 / 8.0, 1.0);
    assert_share("runs of more than 8", &lengths, |&length| length > 8, libm::pow(7.0 / 8.0, 8.0), 1.0);
}

#[test]
fn a_stream_goes_on_in_the_next_unit_and_keeps_its_direction() {
    let overrides = [("sequential_ratio", "1"), ("mean_run", "1000000"), ("sizes", "\"48:100\"")];
    let mut mix = mix(&overrides, 3);
    for _ in 0..100 {
        let before = mix.streams;
        let draw = mix.draw();
        let number = (0..STREAMS).find(|&number| before[number] != mix.streams[number]).unwrap();
        assert_eq!(draw.pages, [48, 48, 32][(draw.page / 48) as usize], "cut at the end of its unit");
        if let Some(Stream { unit, page, op }) = before[number] {
            let expected = if page == UNIT as u32 { ((unit + 1) % 3, 0) } else { (unit, page) };
            assert_eq!(((draw.unit, draw.page), draw.op), (expected, op));
        }
    }
}

#[test]
fn popular_units_have_their_weights() {
    for (theta, units) in [("0", 10u64), ("0.95", 50), ("1", 97), ("1.2", 50)] {
        let draws = draws(&[("sequential_ratio", "0"), ("hot_request_ratio", "1"), ("theta", theta)], units);
        let power: f64 = theta.parse().unwrap();
        let weights: Vec<f64> = (1..=units).map(|k| libm::exp(-power * libm::log(k as f64))).collect();
        let total: f64 = weights.iter().sum();
        for (rank, weight) in (0..).zip(&weights) {
            let unit = (rank * 2_654_435_761 % units) as u32;
            let what = format!("theta {theta}, rank {rank} of {units}");
            assert_share(&what, &draws, |draw| draw.unit == unit, weight / total, 1.0);
        }
    }
}

#[test]
fn the_footprint_is_spread_over_the_whole_units_of_the_space() {
    // 10 units and a rest, of which the rest is left alone.
    let mix = try_mix(&[("footprint_units", "4"), ("address_pages", "1300")], 5000, SPP).unwrap();
    assert_eq!((0..4).map(|unit| mix.units.first_page(unit)).collect::<Vec<_>>(), [0, 2 * 128, 5 * 128, 7 * 128]);
    for footprint in ["3", "7", "10", "null"] {
        let requests = requests(&[("footprint_units", footprint), ("hot_request_ratio", "0")], 10, 20_000);
        let mut touched: Vec<u64> = requests.iter().map(|request| request.sector / (UNIT * u64::from(SPP))).collect();
        touched.sort_unstable();
        touched.dedup();
        let units = footprint.parse().unwrap_or(10);
        assert!(touched.into_iter().eq((0..units).map(|unit| unit * 10 / units)), "{footprint}");
    }
}

#[test]
fn hot_writes_of_one_page_may_write_a_part_of_it() {
    let overrides = [("sub_page", "0.2"), ("sizes", "\"1:50 2:50\""), ("hot_request_ratio", "0.9")];
    let mut mix = mix(&overrides, 64);
    let pairs: Vec<(Draw, u32, u32)> = (0..DRAWS)
        .map(|_| {
            let draw = mix.draw();
            let (skipped, sectors) = mix.sectors(draw);
            (draw, skipped, sectors)
        })
        .collect();
    let (may, must_not): (Vec<_>, Vec<_>) = pairs
        .into_iter()
        .partition(|(draw, ..)| draw.class == Class::Hot && draw.op == HostOp::Write && draw.pages == 1);
    assert!(must_not.iter().all(|(draw, skipped, sectors)| (*skipped, *sectors) == (0, draw.pages * SPP)));
    // Of the eight parts that start at the first sector one is the whole page.
    let partial: Vec<_> = may.iter().filter(|(_, skipped, sectors)| (*skipped, *sectors) != (0, SPP)).collect();
    assert_share("partial", &may, |(_, skipped, sectors)| (*skipped, *sectors) != (0, SPP), 0.2 * 63.0 / 64.0, 1.0);
    for skipped in 1..SPP {
        assert_share("first sector", &partial, |(_, first, _)| *first == skipped, 8.0 / 63.0, 1.0);
        let own: Vec<_> = partial.iter().filter(|(_, first, _)| *first == skipped).collect();
        for length in 1..=SPP - skipped {
            let expected = 1.0 / f64::from(SPP - skipped);
            assert_share("sectors", &own, |(_, _, sectors)| *sectors == length, expected, 1.0);
        }
    }
}

#[test]
fn a_closed_loop_draws_no_arrivals() {
    let closed = |rate| requests(&[("queue_depth", "4"), ("rate", rate), ("burst", rate)], 64, 1000);
    assert_eq!(closed("1"), closed("50"));
    assert!(closed("1").iter().all(|request| request.arrival_ns == 0));
}

#[test]
fn a_clone_goes_on_as_the_original_does() {
    let mut mix = mix(&[("sequential_ratio", "0.5"), ("sub_page", "0.5"), ("burst", "4")], 64);
    for _ in 0..5 {
        for _ in 0..100 {
            mix.next_request();
        }
        let mut clone = mix.clone();
        assert_eq!(crate::base::state_hash::state_hash(&clone), crate::base::state_hash::state_hash(&mix));
        let of = |mix: &mut Mix| (0..100).map(|_| mix.next_request()).collect::<Vec<_>>();
        assert_eq!(of(&mut clone), of(&mut mix));
        assert_eq!(clone, mix);
    }
}

#[test]
fn pages_of_other_sizes_keep_the_unit() {
    let two_kib = try_mix(&[], 1000, 4).unwrap();
    assert_eq!((two_kib.units.pages(), two_kib.units.count()), (256, 3));
    let large = try_mix(&[("hot_pages", "128"), ("sizes", "\"16:100\"")], 1000, 128).unwrap();
    assert_eq!((large.units.pages(), large.units.count(), large.hot_pages), (8, 125, 8));
    let odd = try_mix(&[], 1000, 3).unwrap();
    assert_eq!((odd.units.pages(), odd.units.first_page(1)), (341, 341));
}

fn refusal(overrides: &[(&str, &str)], pages: u64) -> Error {
    try_mix(overrides, pages, SPP).unwrap_err()
}

fn nearest(error: &Error) -> Option<&str> {
    match error {
        Error::Value { nearest, .. } => nearest.as_deref(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_footprint_or_unit_larger_than_the_space_is_refused() {
    let error = refusal(&[("footprint_units", "8"), ("address_pages", "1000")], 2000);
    assert_eq!(
        error.to_string(),
        "workload.footprint_units: 8 is not at most 7, the units of 512 KiB in the space (workload.address_pages: 1000, \
         logical pages: 2000)"
    );
    assert_eq!(nearest(&error), Some("7"));
    let error = refusal(&[("address_pages", "127")], 2000);
    assert_eq!(
        error.to_string(),
        "workload.address_pages: 127 is not at least 128 pages, a unit of 512 KiB (logical pages: 2000)"
    );
    assert_eq!(nearest(&error), Some("128"));
    assert_eq!(nearest(&refusal(&[], 127)), None);
    assert!(refusal(&[("address_pages", "2001")], 2000).to_string().contains("at most 2000, the logical pages"));
}

#[test]
fn sizes_that_cannot_be_read_are_refused() {
    let texts =
        ["", "1", "1:99", "1:50 2:51", "0:100", "1025:100", "1:100%", "1:nan", "1:-10 2:110", "1.5:100", "1:100 2:0"];
    for text in texts {
        let error = refusal(&[("sizes", &format!("\"{text}\""))], 1000);
        assert!(error.to_string().starts_with(&format!("workload.sizes: \"{text}\" is not pages:percent")), "{error}");
    }
    assert!(refusal(&[("sizes", "null")], 1000).to_string().starts_with("workload.sizes: "));
    assert!(try_mix(&[("sizes", "\" 1:33.3  2:33.3 1024:33.4 \"")], 1000, SPP).is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    /// Every request lies in one unit of the footprint, and they come in order of arrival.
    #[test]
    fn requests_stay_in_their_units(
        spp in prop::sample::select(&[1u32, 3, 4, 8, 32, 128]),
        units in 1u64..40,
        rest in 0u64..8,
        footprint in 1u64..40,
        ratios in (0.0f64..=1.0, 0.0f64..=1.0, 0.0f64..=1.0),
        theta in 0.0f64..=3.0,
        burst in 1.0f64..=40.0,
        hot_pages in 1u64..=1024,
    ) {
        let unit_pages = 1024 / u64::from(spp);
        let overrides = [
            ("footprint_units", footprint.min(units).to_string()),
            ("sequential_ratio", ratios.0.to_string()),
            ("hot_request_ratio", ratios.1.to_string()),
            ("sub_page", ratios.2.to_string()),
            ("theta", theta.to_string()),
            ("burst", burst.to_string()),
            ("hot_pages", hot_pages.to_string()),
            ("sizes", "\"1:60 3:20 64:20\"".into()),
        ];
        let overrides: Vec<(&str, &str)> = overrides.iter().map(|(name, json)| (*name, json.as_str())).collect();
        let mut mix = try_mix(&overrides, units * unit_pages + rest, spp).unwrap();
        let mut clock_ns = 0;
        for _ in 0..300 {
            let request = mix.next_request();
            prop_assert!(request.sectors > 0 && request.arrival_ns >= clock_ns);
            clock_ns = request.arrival_ns;
            let (first, pages) = request.pages(spp);
            prop_assert_eq!(first / unit_pages, (first + pages - 1) / unit_pages);
            prop_assert!(first / unit_pages < units);
        }
    }
}
