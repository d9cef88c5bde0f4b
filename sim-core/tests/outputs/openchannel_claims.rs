//! Every claim of selective loading, on made-up curves: held at its bound, not held one step beyond it, at both sizes.
#![cfg(feature = "layers")]
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::claims::{Change, Place, holds_until, verdicts};
use sim_core::figures::FIGURES;
use sim_core::figures::measure::Measure;

const ANY: &str = "all";

fn bandwidth(bytes_per_s: u64) -> Measure {
    Measure { bytes_per_s: Some(bytes_per_s), map_hit_share: Some(0.5), ..Measure::default() }
}

/// A level line, made at the first place.
fn is_whole(place: Place) -> bool {
    place.system == "pblk"
}

#[test]
fn o1_a_third_of_the_table_is_enough() {
    let curves = |place: Place| match place.x {
        _ if is_whole(place) => bandwidth(1000),
        128.0 => bandwidth(780),
        256.0 => bandwidth(785),
        384.0 => bandwidth(985),
        _ => bandwidth(990),
    };
    let changes: &[Change] = &[
        (ANY, "lfu", 128.0, |measure| measure.bytes_per_s = Some(779)),
        (ANY, "lfu", 256.0, |measure| measure.bytes_per_s = Some(784)),
        (ANY, "lfu", 384.0, |measure| measure.bytes_per_s = Some(986)),
        (ANY, "lfu", 400.0, |measure| measure.bytes_per_s = Some(1011)),
        (ANY, "pblk", 128.0, |measure| measure.bytes_per_s = Some(1001)),
    ];
    holds_until("O1", &curves, changes);
}

#[test]
fn o1_on_nand() {
    let curves = |place: Place| bandwidth(if is_whole(place) { 1000 } else { 780 });
    let changes: &[Change] = &[(ANY, "lfu", 128.0, |measure| measure.bytes_per_s = Some(779))];
    holds_until("O1-nand", &curves, changes);
}

#[test]
fn what_no_paper_claims_is_ours() {
    let all = FIGURES.iter().flat_map(|figure| figure.claims);
    let own: Vec<&str> = all.filter(|claim| claim.is_ours).map(|claim| claim.id).collect();
    assert_eq!(own, ["O1-nand", "O4"], "all others are counted");
}

#[test]
fn o2_a_kept_journal_brings_requests() {
    let requests = |requests_per_s| Measure { requests_per_s: Some(requests_per_s), ..Measure::default() };
    let curves = |place: Place| requests(if place.system == "kept" { 105 } else { 100 });
    let changes: &[Change] = &[(ANY, "kept", 128.0, |measure| measure.requests_per_s = Some(104))];
    holds_until("O2", &curves, changes);
}

#[test]
fn o3_the_table_grows_and_the_directory_is_small() {
    let curves = |place: Place| {
        let bytes = 10_000 * place.x as u64;
        let part = if place.system == "directory" { 1000 } else { 1 };
        Measure { host_bytes: Some(bytes / part), ..Measure::default() }
    };
    let changes: &[Change] = &[
        (ANY, "pblk", 800.0, |measure| measure.host_bytes = Some(8_000_001)),
        (ANY, "directory", 400.0, |measure| measure.host_bytes = Some(4_001)),
    ];
    holds_until("O3", &curves, changes);
}

#[test]
fn o4_counts_beat_times_and_nobody_beats_the_future() {
    let hits = |share| Measure { map_hit_share: Some(share), ..Measure::default() };
    let curves = |place: Place| hits(if place.system == "entries" { 0.9 } else { 0.5 });
    let changes: &[Change] = &[
        ("h-0.1", "lru", 32.0, |measure| measure.map_hit_share = Some(0.500_000_001)),
        ("h-0.3-scattered", "lfu", 96.0, |measure| measure.map_hit_share = Some(0.499_999_999)),
        ("h-0.2", "fifo", 64.0, |measure| measure.map_hit_share = Some(0.500_000_001)),
        ("h-0.2-scattered", "hotness", 64.0, |measure| measure.map_hit_share = Some(0.500_000_001)),
    ];
    holds_until("O4", &curves, changes);
    // 16 % are drawn, but not spoken of.
    let elsewhere = |place: Place| if (place.system, place.x) == ("lru", 16.0) { hits(0.6) } else { curves(place) };
    assert_eq!(verdicts("O4", &elsewhere), [Some(true); 2]);
}
