//! What a formula of victims may name, and formulas that choose as other policies do.

use crate::base::formula::vocabulary::{Example, Quantity, Vocabulary};
use crate::nand::BlockId;
use crate::nand::array::Nand;
use std::ops::Range;

/// The quantities of a closed block.
pub(crate) const VOCABULARY: &Vocabulary = &Vocabulary {
    of: "victim",
    quantities: &[
        Quantity {
            name: "valid",
            unit: "pages",
            help: "Pages of the block that hold current data: what collecting it copies.",
        },
        Quantity {
            name: "invalid",
            unit: "pages",
            help: "Pages of the block that are not valid: what collecting it frees.",
        },
        Quantity { name: "pages", unit: "pages", help: "Pages of a block." },
        Quantity { name: "erases", unit: "erases", help: "How often the block was erased." },
        Quantity { name: "k", unit: "", help: "The number ftl.gc.k, which a sweep can vary." },
        Quantity { name: "age", unit: "host page writes", help: "Host page writes since the block was closed." },
        Quantity {
            name: "idle",
            unit: "host page writes",
            help: "Host page writes since a page of the block last became invalid.",
        },
        Quantity { name: "mean_erases", unit: "erases", help: "Mean erases of the blocks of the plane." },
    ],
    examples: EXAMPLES,
};

/// Those that change with time, although nothing happens to the block: bits by place.
pub(super) const OF_TIME: u32 = 0b0110_0000;
/// That of the plane.
pub(super) const OF_PLANE: u32 = 0b1000_0000;

const EXAMPLES: &[Example] = &[
    Example { title: "Greedy", formula: "invalid", with: &[], equals: Some("greedy"), differs: "" },
    Example {
        title: "First in, first out",
        formula: "age",
        with: &[],
        equals: Some("fifo"),
        differs: "FIFO also takes blocks full of valid pages, a formula never.",
    },
    Example {
        title: "Cost-benefit",
        formula: "if(valid == 0, 1 / 0, idle * (pages - valid) / (2 * valid))",
        with: &[],
        equals: Some("cost-benefit"),
        differs: "",
    },
    Example {
        title: "Cost-age-times",
        formula: "if(valid == 0, 1 / 0, idle * (pages - valid) / (valid * (1 + erases)))",
        with: &[],
        equals: Some("cat"),
        differs: "",
    },
    Example {
        title: "Greedy that spares worn blocks",
        formula: "invalid - k * (erases - mean_erases)",
        with: &[],
        equals: None,
        differs: "",
    },
    Example {
        title: "Between greedy and age",
        formula: "invalid * pow(age, k)",
        with: &[("ftl.gc.k", "0.5")],
        equals: None,
        differs: "",
    },
];

/// The quantities of `block`, in the order of the vocabulary.
#[inline]
pub(crate) fn of(block: BlockId, k: f64, mean_erases: f64, nand: &Nand) -> [f64; VOCABULARY.quantities.len()] {
    let (state, pages) = (nand.block(block), nand.geometry.pages_per_block);
    [
        f64::from(state.valid),
        f64::from(pages - state.valid),
        f64::from(pages),
        f64::from(state.erase_count),
        k,
        (nand.host_pages - state.closed_at) as f64,
        (nand.host_pages - state.last_invalidate) as f64,
        mean_erases,
    ]
}

/// Mean erases of `blocks`.
pub(crate) fn mean_erases(blocks: &Range<BlockId>, nand: &Nand) -> f64 {
    let erases: u64 = blocks.clone().map(|block| u64::from(nand.block(block).erase_count)).sum();
    erases as f64 / blocks.len().max(1) as f64
}
