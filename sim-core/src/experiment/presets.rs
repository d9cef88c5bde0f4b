//! Devices from the papers to start from.

use crate::parameters::preset::Preset;

/// Every preset.
pub(crate) const PRESETS: &[Preset] = &[
    Preset {
        name: "toy",
        title: "toy: 8 blocks of 4 pages",
        help: "Small enough to name every page: 32 pages, 20 of them for the host.",
        values: &[
            ("device.blocks_per_plane", "8"),
            ("device.pages_per_block", "4"),
            ("device.over_provisioning", "0.6"),
            ("device.read_ns", "1000"),
            ("device.program_ns", "4000"),
            ("device.erase_ns", "20000"),
            ("buffer.bytes", "16384"),
            ("ftl.gc.low", "1"),
            ("ftl.gc.high", "2"),
            ("workload.requests", "400"),
            ("workload.request_pages", "1"),
            ("workload.inter_arrival_ms.mean", "0.05"),
        ],
    },
    Preset {
        name: "micron-lb",
        title: "Micron large block, 1 GiB",
        help: "2 KiB pages, 128 KiB blocks: the device of both C-lash papers.",
        values: &[("device.logical_bytes", "1073741824"), ("buffer.bytes", "524288")],
    },
    Preset {
        name: "micron-sb",
        title: "Micron small block, 1 GiB",
        help: "512-byte pages, 16 KiB blocks.",
        values: &[
            ("device.logical_bytes", "1073741824"),
            ("device.page_bytes", "512"),
            ("device.pages_per_block", "32"),
            ("device.read_ns", "41750"),
            ("device.program_ns", "226750"),
        ],
    },
    Preset {
        name: "flashsim-raw",
        title: "FlashSim's own constants, 1 GiB",
        help: "As micron-lb, with the quarter latencies and the 1.5 ms erase that FlashSim charges a page.",
        values: &[
            ("device.logical_bytes", "1073741824"),
            ("device.read_ns", "32725"),
            ("device.program_ns", "101475"),
            ("device.erase_ns", "1500000"),
        ],
    },
    Preset {
        name: "nctu",
        title: "NCTU thesis, 20 GiB",
        help: "4 KiB pages, 512 KiB blocks: the device of the write-buffer thesis.",
        values: &[
            ("device.logical_bytes", "21474836480"),
            ("device.page_bytes", "4096"),
            ("device.pages_per_block", "128"),
            ("device.read_ns", "60000"),
            ("device.program_ns", "800000"),
            ("device.erase_ns", "1500000"),
            ("buffer.bytes", "16777216"),
        ],
    },
    Preset {
        name: "ttflash",
        title: "ttFlash, 256 GiB",
        help: "8 channels of 8 planes, 4 KiB pages, 1 MiB blocks, on the event clock.",
        values: &[
            ("device.channels", "8"),
            ("device.chips_per_channel", "8"),
            ("device.blocks_per_plane", "4096"),
            ("device.page_bytes", "4096"),
            ("device.pages_per_block", "256"),
            ("device.read_ns", "40000"),
            ("device.program_ns", "800000"),
            ("device.transfer_ns", "100000"),
            ("device.over_provisioning", "0.15"),
            ("device.copyback", "true"),
            ("device.clock", "\"event\""),
        ],
    },
    Preset {
        name: "ttflash-small",
        title: "ttFlash, scaled down to 1 GiB",
        help: "The same 8 channels of 8 planes, with 64 blocks of 64 pages a plane.",
        values: &[
            ("device.channels", "8"),
            ("device.chips_per_channel", "8"),
            ("device.blocks_per_plane", "64"),
            ("device.page_bytes", "4096"),
            ("device.pages_per_block", "64"),
            ("device.read_ns", "40000"),
            ("device.program_ns", "800000"),
            ("device.transfer_ns", "100000"),
            ("device.over_provisioning", "0.15"),
            ("device.copyback", "true"),
            ("device.clock", "\"event\""),
        ],
    },
    Preset {
        name: "ocssd",
        title: "open-channel SSD, 400 GiB for the host",
        help: "28 parallel units of 1000 chunks of 16 MiB, real NAND timing, on the event clock.",
        values: &[
            ("device.chips_per_channel", "28"),
            ("device.blocks_per_plane", "1000"),
            ("device.page_bytes", "4096"),
            ("device.pages_per_block", "4096"),
            ("device.read_ns", "40000"),
            ("device.program_ns", "800000"),
            ("device.transfer_ns", "5000"),
            ("device.over_provisioning", "0.09375"),
            ("device.clock", "\"event\""),
        ],
    },
    Preset {
        name: "ocssd-virtual",
        title: "open-channel SSD, emulated",
        help: "The same device with the short command times of an emulated one, one command at a time.",
        values: &[
            ("device.chips_per_channel", "28"),
            ("device.blocks_per_plane", "1000"),
            ("device.page_bytes", "4096"),
            ("device.pages_per_block", "4096"),
            ("device.read_ns", "10000"),
            ("device.program_ns", "30000"),
            ("device.erase_ns", "30000"),
            ("device.transfer_ns", "320"),
            ("device.over_provisioning", "0.09375"),
        ],
    },
    Preset {
        name: "ocssd-small",
        title: "open-channel SSD, scaled down to 4 GiB",
        help: "A hundredth of ocssd: chunks of 1 MiB on the same 28 parallel units; map blocks of 4 KiB in place of 64, on 16 pages as there; six lines more, which the map takes.",
        values: &[
            ("device.chips_per_channel", "28"),
            ("device.blocks_per_plane", "166"),
            ("device.page_bytes", "4096"),
            ("device.pages_per_block", "256"),
            ("device.read_ns", "40000"),
            ("device.program_ns", "800000"),
            ("device.transfer_ns", "5000"),
            ("device.over_provisioning", "0.134765625"),
            ("device.clock", "\"event\""),
            ("ftl.cache_block_bytes", "4096"),
            ("ftl.map_page_entries", "64"),
            ("ftl.cache_bytes", "1342177"),
        ],
    },
    Preset {
        name: "ocssd-virtual-small",
        title: "open-channel SSD, emulated, scaled down to 4 GiB",
        help: "A hundredth of ocssd-virtual: chunks of 1 MiB on the same 28 parallel units; map blocks of 4 KiB in place of 64, on 16 pages as there; six lines more, which the map takes.",
        values: &[
            ("device.chips_per_channel", "28"),
            ("device.blocks_per_plane", "166"),
            ("device.page_bytes", "4096"),
            ("device.pages_per_block", "256"),
            ("device.read_ns", "10000"),
            ("device.program_ns", "30000"),
            ("device.erase_ns", "30000"),
            ("device.transfer_ns", "320"),
            ("device.over_provisioning", "0.134765625"),
            ("ftl.cache_block_bytes", "4096"),
            ("ftl.map_page_entries", "64"),
            ("ftl.cache_bytes", "1342177"),
        ],
    },
    Preset {
        name: "figure-4",
        title: "the paper's Figure 4: 16 pages, map blocks of 4 entries",
        help: "Lines of 4 pages on one parallel unit; two of the four map blocks fit in memory.",
        values: &[
            ("device.blocks_per_plane", "28"),
            ("device.pages_per_block", "4"),
            ("device.page_bytes", "512"),
            ("device.over_provisioning", "6"),
            ("device.read_ns", "1000"),
            ("device.program_ns", "4000"),
            ("device.erase_ns", "20000"),
            ("ftl.cache_block_bytes", "16"),
            ("ftl.cache_bytes", "64"),
            ("ftl.map_lines", "3"),
            ("ftl.cached_entry_bytes", "8"),
            ("ftl.ring_entries", "4"),
            ("ftl.start", "\"figure-4\""),
            ("workload.requests", "40"),
            ("workload.request_pages", "1"),
        ],
    },
];

/// The names of [`PRESETS`], for the parameter table.
pub(crate) const NAMES: [&str; PRESETS.len()] = {
    let mut names = [""; PRESETS.len()];
    let mut i = 0;
    while i < names.len() {
        names[i] = PRESETS[i].name;
        i += 1;
    }
    names
};
