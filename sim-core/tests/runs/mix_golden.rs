//! The first requests of each stand-in, computed once outside this program from their description alone.

#![allow(clippy::unwrap_used)] // a test may stop at once

use serde_json::json;
use sim_core::assembly::source;
use sim_core::base::request::{HostOp, Request};
use sim_core::experiment::document::Experiment;

const REQUESTS: usize = 100_000;

/// Of the write-buffer thesis in a closed loop, of ttFlash with arrivals of their own.
fn requests(standin: &str, gib: u64, queue_depth: Option<u64>, address_pages: Option<u64>) -> Vec<Request> {
    requests_in_bursts(standin, gib, queue_depth, address_pages, 1)
}

/// The same, so many of them in a burst.
fn requests_in_bursts(
    standin: &str,
    gib: u64,
    queue_depth: Option<u64>,
    address_pages: Option<u64>,
    burst: u64,
) -> Vec<Request> {
    let document = json!({
        "device": { "preset": "nctu", "logical_bytes": gib << 30 },
        "workload": {
            "kind": "mix", "standin": standin, "requests": REQUESTS,
            "queue_depth": queue_depth, "address_pages": address_pages, "burst": burst,
        },
    });
    source::of(&Experiment::new(&document, &[]).unwrap(), None).unwrap().collect()
}

const W: HostOp = HostOp::Write;
const R: HostOp = HostOp::Read;

#[test]
fn the_first_requests_of_the_thesis_stand_ins() {
    // notebook, first: U = 0.81 is a size of 4 pages; 0.75 is hot; 0.10 writes; 0.75 is rank 56, and 56 · 2654435761 mod 2048
    // = 1720, which is unit 34 400 of 40 960; 0.18 is page 8 of 48.
    let notebook = [
        (W, 34_400 * 1024 + 8 * 8, 32),
        (W, 4_034_696, 8),
        (W, 26_603_552, 64),
        (W, 27_934_960, 8),
        (W, 8_868_064, 16),
        (W, 30_618_200, 8),
        (W, 34_652_285, 3),
        (W, 26_603_824, 16),
        (W, 37, 2),
        (W, 11_264_080, 8),
    ];
    let desktop = [
        (W, 38_277_160, 32),
        (W, 8_089_736, 8),
        (W, 47_452_176, 64),
        (W, 54_292_640, 8),
        (W, 19_927_040, 32),
        (R, 66_130_080, 128),
        (R, 7_188_504, 8),
        (W, 39_444_984, 16),
        (W, 49_930_880, 8),
        (W, 62_484_480, 8),
    ];
    let ubuntu = [
        (W, 59_433_000, 8),
        (W, 232, 32),
        (W, 40, 8),
        (W, 22_132_520, 8),
        (W, 28_439_592, 8),
        (W, 3_672_192, 8),
        (W, 313_568, 32),
        (W, 17_735_880, 8),
        (W, 8, 8),
        (W, 29_558_904, 8),
    ];
    for (standin, gib, golden) in [("notebook", 20, notebook), ("desktop", 40, desktop), ("ubuntu", 40, ubuntu)] {
        let requests = requests(standin, gib, Some(1), None);
        let first = requests[..golden.len()].iter().map(|request| (request.op, request.sector, request.sectors));
        assert!(first.clone().eq(golden), "{standin}: {:?}", first.collect::<Vec<_>>());
    }
}

/// One number for all requests and their order.
fn checksum(requests: &[Request]) -> u64 {
    requests.iter().fold(0u64, |sum, request| {
        let of_request = [7, 1, 31, 17].into_iter().zip([
            request.arrival_ns,
            request.op as u64,
            request.sector,
            u64::from(request.sectors),
        ]);
        sum.wrapping_mul(1_000_003).wrapping_add(of_request.map(|(factor, value)| factor * value).sum())
    })
}

#[test]
fn all_stand_ins_draw_in_the_stated_order() {
    let thesis = [
        ("notebook", 20, 0x2783_aca5_8c19_bc3d),
        ("desktop", 40, 0xbc39_f72b_439b_bf35),
        ("ubuntu", 40, 0x8976_6d02_bdc4_f3fa),
    ];
    for (standin, gib, expected) in thesis {
        assert_eq!(checksum(&requests(standin, gib, Some(1), None)), expected, "{standin}");
    }
    let servers = [
        ("dapps", 8, 0xdb64_efe0_98ce_4c53),
        ("dtrs", 16, 0x6f93_035e_5205_91be),
        ("exch", 4, 0x2c73_db6c_8b62_ec7e),
        ("lmbe", 8, 0x4600_6e02_c2d5_fe25),
        ("msnfs", 32, 0x2b2d_cb42_719d_4c5c),
        ("tpcc", 1, 0x23b5_a8dc_7a33_9bbc),
    ];
    for (standin, burst, expected) in servers {
        let requests = requests_in_bursts(standin, 20, None, Some(300_000), burst);
        assert_eq!(checksum(&requests), expected, "{standin}");
    }
}
