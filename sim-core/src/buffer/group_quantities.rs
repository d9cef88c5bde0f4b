//! What a formula of a write buffer may name, and formulas that choose as other policies do.

use super::store::Page;
use crate::base::formula::vocabulary::{Example, Quantity, Vocabulary};

/// The quantities of a group: a logical block, or a page.
pub(crate) const VOCABULARY: &Vocabulary = &Vocabulary {
    of: "buffer",
    quantities: &[
        Quantity {
            name: "held",
            unit: "pages or sectors",
            help: "How much of the group is in RAM, in the unit of buffer.grain.",
        },
        Quantity {
            name: "dirty",
            unit: "pages or sectors",
            help: "How much of that the flash does not hold like that.",
        },
        Quantity { name: "run", unit: "pages", help: "Longest run of consecutive pages of the group in RAM." },
        Quantity {
            name: "pages",
            unit: "pages or sectors",
            help: "How much a whole group is, in the unit of buffer.grain.",
        },
        Quantity { name: "k", unit: "", help: "The number buffer.k, which a sweep can vary." },
        Quantity { name: "age", unit: "page uses", help: "Page uses of the whole buffer since the group came in." },
        Quantity {
            name: "idle",
            unit: "page uses",
            help: "Page uses of the whole buffer since the group was last used.",
        },
        Quantity {
            name: "unwritten",
            unit: "page uses",
            help: "Page uses of the whole buffer since the group was last written, or came in.",
        },
        Quantity {
            name: "requests",
            unit: "write requests",
            help: "Write requests since the group was last written, at least 1.",
        },
        Quantity { name: "uses", unit: "page uses", help: "How often pages of the group were used since it came in." },
    ],
    examples: &[
        Example { title: "FAB", formula: "held", with: BLOCKS, equals: Some("fab"), differs: "" },
        Example {
            title: "LRU",
            formula: "idle",
            with: &[("buffer.group", "\"page\"")],
            equals: Some("lru"),
            differs: "",
        },
        Example {
            title: "BPLRU without padding and compensation",
            formula: "unwritten",
            with: BLOCKS,
            equals: Some("bplru"),
            differs: "",
        },
        Example {
            title: "Density of l-buffer, α = k",
            formula: "pow(requests, 1 - k) * pow(held, 1 + k)",
            with: &[("buffer.group", "\"block\""), ("buffer.k", "0")],
            equals: Some("lbuffer"),
            differs: "Of equal densities, and of those that differ by less than 1e-12 of themselves, l-buffer takes the group written \
                      longest ago, then the lower number.",
        },
        Example { title: "Large and cold", formula: "held * idle", with: BLOCKS, equals: None, differs: "" },
        Example {
            title: "Few merges: long runs first",
            formula: "run * run / held",
            with: BLOCKS,
            equals: None,
            differs: "",
        },
    ],
};

const BLOCKS: &[(&str, &str)] = &[("buffer.group", "\"block\"")];

/// Quantities as bits by place.
pub(super) const DIRTY: u32 = 1 << 1;
pub(super) const RUN: u32 = 1 << 2;
pub(super) const AGE: u32 = 1 << 5;
pub(super) const IDLE: u32 = 1 << 6;
pub(super) const UNWRITTEN: u32 = 1 << 7;
pub(super) const REQUESTS: u32 = 1 << 8;

/// The longest run of consecutive pages among `pages`, which are in ascending order.
pub(super) fn longest_run(pages: &[Page]) -> u32 {
    let follows = |one: &Page, next: &Page| next.offset == one.offset + 1;
    pages.chunk_by(follows).map(|run| run.len() as u32).max().unwrap_or(0)
}
