//! Stand-ins for traces that are not public: numbers for the workload `mix`, named after what they stand for.
//!
//! Three are for the write-buffer thesis, six for ttFlash. They say where requests go, how large
//! they are and how many write. The device, the loop or rate, bursts and the length of the run are the experiment's.

use crate::parameters::preset::Preset;

/// The word for no stand-in.
pub const NONE: &str = "none";

/// Those that this build knows: where there is no `mix` there are none.
pub fn known() -> &'static [Preset] {
    if cfg!(feature = "layers") { SUBSTITUTES } else { &[] }
}

/// Every stand-in, in the order in which they are listed to people.
pub const SUBSTITUTES: &[Preset] = &[
    Preset {
        name: "notebook",
        title: "notebook (local)",
        help: "A personal computer's 20 GiB partition with strong locality, 1 GiB of it in use. Of the write-buffer thesis.",
        values: &[
            ("workload.write_ratio", "0.75"),
            ("workload.sequential_ratio", "0.1"),
            ("workload.hot_request_ratio", "0.8"),
            ("workload.theta", "1.2"),
            ("workload.hot_pages", "48"),
            ("workload.mean_run", "32"),
            ("workload.sizes", "\"1:65 2:15 4:10 8:7 16:3\""),
            ("workload.sub_page", "0.2"),
            ("workload.burst", "1"),
            ("workload.footprint_units", "2048"),
        ],
    },
    Preset {
        name: "desktop",
        title: "desktop (mixed)",
        help: "A personal computer's 40 GiB partition, 2 GiB of it in use. Of the write-buffer thesis.",
        values: &[
            ("workload.write_ratio", "0.7"),
            ("workload.sequential_ratio", "0.25"),
            ("workload.hot_request_ratio", "0.5"),
            ("workload.theta", "0.95"),
            ("workload.hot_pages", "32"),
            ("workload.mean_run", "16"),
            ("workload.sizes", "\"1:60 2:15 4:10 8:8 16:7\""),
            ("workload.sub_page", "0.2"),
            ("workload.burst", "1"),
            ("workload.footprint_units", "4096"),
        ],
    },
    Preset {
        name: "ubuntu",
        title: "ubuntu (scattered)",
        help: "A 40 GiB partition with small requests far apart, 3 GiB of it in use. Of the write-buffer thesis.",
        values: &[
            ("workload.write_ratio", "0.65"),
            ("workload.sequential_ratio", "0.05"),
            ("workload.hot_request_ratio", "0.7"),
            ("workload.theta", "1.2"),
            ("workload.hot_pages", "32"),
            ("workload.mean_run", "8"),
            ("workload.sizes", "\"1:85 2:10 4:5\""),
            ("workload.sub_page", "0.1"),
            ("workload.burst", "1"),
            ("workload.footprint_units", "6144"),
        ],
    },
    Preset {
        name: "dapps",
        title: "DAPPS",
        help: "A server's display ads payload: large requests, few units. Of ttFlash.",
        values: &[
            ("workload.write_ratio", "0.45"),
            ("workload.sequential_ratio", "0.2"),
            ("workload.hot_request_ratio", "0.6"),
            ("workload.theta", "0.9"),
            ("workload.hot_pages", "128"),
            ("workload.mean_run", "16"),
            ("workload.sizes", "\"1:30 4:20 8:10 16:40\""),
            ("workload.sub_page", "0"),
            ("workload.burst", "1"),
            ("workload.footprint_units", "1024"),
        ],
    },
    Preset {
        name: "dtrs",
        title: "DTRS",
        help: "A server's developer tools release: many streams, large requests. Of ttFlash.",
        values: &[
            ("workload.write_ratio", "0.3"),
            ("workload.sequential_ratio", "0.3"),
            ("workload.hot_request_ratio", "0.5"),
            ("workload.theta", "0.9"),
            ("workload.hot_pages", "128"),
            ("workload.mean_run", "16"),
            ("workload.sizes", "\"1:20 4:20 8:20 16:40\""),
            ("workload.sub_page", "0"),
            ("workload.burst", "1"),
            ("workload.footprint_units", "2048"),
        ],
    },
    Preset {
        name: "exch",
        title: "EXCH",
        help: "A mail server: small requests, most of them writes. Of ttFlash.",
        values: &[
            ("workload.write_ratio", "0.6"),
            ("workload.sequential_ratio", "0.05"),
            ("workload.hot_request_ratio", "0.65"),
            ("workload.theta", "0.9"),
            ("workload.hot_pages", "128"),
            ("workload.mean_run", "4"),
            ("workload.sizes", "\"2:70 4:15 8:10 16:5\""),
            ("workload.sub_page", "0"),
            ("workload.burst", "1"),
            ("workload.footprint_units", "1536"),
        ],
    },
    Preset {
        name: "lmbe",
        title: "LMBE",
        help: "A map server: long streams of large requests, most of them reads. Of ttFlash.",
        values: &[
            ("workload.write_ratio", "0.25"),
            ("workload.sequential_ratio", "0.4"),
            ("workload.hot_request_ratio", "0.4"),
            ("workload.theta", "0.8"),
            ("workload.hot_pages", "128"),
            ("workload.mean_run", "32"),
            ("workload.sizes", "\"1:10 4:10 8:20 16:60\""),
            ("workload.sub_page", "0"),
            ("workload.burst", "1"),
            ("workload.footprint_units", "2048"),
        ],
    },
    Preset {
        name: "msnfs",
        title: "MSNFS",
        help: "A file server: requests of all sizes. Of ttFlash.",
        values: &[
            ("workload.write_ratio", "0.35"),
            ("workload.sequential_ratio", "0.1"),
            ("workload.hot_request_ratio", "0.6"),
            ("workload.theta", "0.8"),
            ("workload.hot_pages", "128"),
            ("workload.mean_run", "8"),
            ("workload.sizes", "\"1:40 2:30 4:15 16:15\""),
            ("workload.sub_page", "0"),
            ("workload.burst", "1"),
            ("workload.footprint_units", "2048"),
        ],
    },
    Preset {
        name: "tpcc",
        title: "TPCC",
        help: "A transaction server: 8 KiB requests, nearly all at random. Of ttFlash.",
        values: &[
            ("workload.write_ratio", "0.35"),
            ("workload.sequential_ratio", "0.02"),
            ("workload.hot_request_ratio", "0.78"),
            ("workload.theta", "1"),
            ("workload.hot_pages", "128"),
            ("workload.mean_run", "2"),
            ("workload.sizes", "\"2:100\""),
            ("workload.sub_page", "0"),
            ("workload.burst", "1"),
            ("workload.footprint_units", "1024"),
        ],
    },
];

/// [`NONE`] and the names of [`SUBSTITUTES`], for the parameter table.
pub(crate) const NAMES: [&str; SUBSTITUTES.len() + 1] = {
    let mut names = [NONE; SUBSTITUTES.len() + 1];
    let mut i = 0;
    while i < SUBSTITUTES.len() {
        names[i + 1] = SUBSTITUTES[i].name;
        i += 1;
    }
    names
};
