//! What may be set about the cache, wherever it stands, and a cache as it is set.

use super::block_space::{BlockSpace, Order};
use super::cache::{Cache, Rules};
use super::page_space::{PageSpace, Tie};
use super::split::Split;
use crate::base::error::Error;
use crate::flash::observables::{BreakpointKind, Moment, Observables, Stage};
use crate::nand::geometry::Geometry;
use crate::parameters::parameter::{Group, Parameter};
use crate::parameters::settings::Settings;

/// Room for pages in all, where it is a buffer, so that buffers can be compared at one size.
const BYTES: Parameter = Parameter::optional(
    "bytes",
    "null",
    1,
    1 << 40,
    "Bytes of pages that there is room for: b_blocks as set, the rest is page slots; null: as p_pages and b_blocks say.",
);

/// What can be observed in it, wherever it stands.
pub(crate) const OBSERVABLES: Observables = Observables {
    stage: Some(Stage::Cache),
    moments: &[Moment::Swap, Moment::Flush],
    awaited: Moment::Swap,
    breakpoints: &[BreakpointKind::Swap, BreakpointKind::BufferFlush],
};

/// What may be set about it.
pub(crate) const PARAMETERS: &[Parameter] = &[
    Parameter::integer("p_pages", "128", 1, 4096, "Page slots in RAM (p-space)."),
    Parameter::integer("b_blocks", "2", 1, 64, "Block slots in RAM (b-space)."),
    Parameter::choice(
        "b_policy",
        "\"lru\"",
        Order::WORDS,
        "Which block is flushed: LRU, FIFO or LFU.",
    ).changing(),
    Parameter::choice(
        "merge",
        "\"late\"",
        &["late", "early"],
        "When the missing pages of a block are read from flash: before its flush (late merge), or when it enters b-space (early merge).",
    ),
    Parameter::choice(
        "b_lru_on",
        "\"rw\"",
        &["rw", "w"],
        "What counts as a use of a block slot: reads and writes, or writes only.",
    ).changing(),
    Parameter::choice(
        "equal_sizes",
        "\"flush\"",
        &["flush", "swap"],
        "What happens when the largest page set and the block slot with the fewest pages have the same number: a flush, or one swap first.",
    ).changing(),
    Parameter::choice(
        "tie",
        "\"lru\"",
        &["lru", "lowest"],
        "Tie rule between equal sets or blocks: least recently used, or lowest number.",
    ).changing(),
    Parameter::boolean(
        "virtual_pages",
        "false",
        "Whether unused pages of block slots serve as page slots (proposed as future work in the papers).",
    ),
    Parameter::choice(
        "split",
        "\"fixed\"",
        &["fixed", "dynamic"],
        "Whether the split between p-space and b-space is fixed, or follows the sequentiality of the writes (proposed as future work in the papers).",
    ).changing(),
    Parameter::integer("split_window", "1000", 1, 1_000_000, "Write requests between adjustments of a dynamic split.").changing(),
    Parameter::boolean(
        "capacitor",
        "false",
        "Whether a small battery keeps the RAM through a power cut; it is flushed at start-up.",
    ).changing(),
];

/// The same for a buffer.
pub(crate) const OF_BUFFER: &[Parameter] = &{
    let mut all = [BYTES; PARAMETERS.len() + 1];
    let mut at = 0;
    while at < PARAMETERS.len() {
        all[at + 1] = PARAMETERS[at];
        at += 1;
    }
    all
};

/// The same, for a layer that has parameters of its own beside them.
pub(super) const GROUP: &Group = &Group { title: "page and block slots", parameters: PARAMETERS };

/// A cache, empty, as `settings` describe it. `absorb`: whether a flush takes the block's pages out of page slots too.
///
/// # Errors
/// Options that exclude each other; `section` is where they are set.
pub(crate) fn cache(settings: &Settings, geometry: &Geometry, absorb: bool, section: &str) -> Result<Cache, Error> {
    let rules = Rules {
        tie: tie(settings),
        swap_equals: settings.word("equal_sizes") == "swap",
        absorb,
        reads_count: settings.word("b_lru_on") == "rw",
        early_merge: settings.word("merge") == "early",
    };
    let order = Order::of(settings.word("b_policy"));
    let block_slots = settings.integer("b_blocks") as u32;
    let pages = PageSpace::new(page_slots(settings, geometry)?);
    let blocks = BlockSpace::new(block_slots as usize, order);
    let dynamic = settings.word("split") == "dynamic";
    let lends = settings.flag("virtual_pages");
    if lends {
        refuse_beside_lent_pages(section, rules.early_merge, dynamic)?;
    }
    let mut cache = Cache::new(pages, blocks, rules, geometry);
    cache.lends = lends;
    cache.split = dynamic.then(|| Split::new(settings.integer("split_window") as u32, block_slots));
    Ok(cache)
}

/// Which of equals goes first, as it is set.
pub(crate) fn tie(settings: &Settings) -> Tie {
    if settings.word("tie") == "lru" { Tie::LeastRecent } else { Tie::Lowest }
}

/// Page slots: as set, or what block slots leave of the bytes.
fn page_slots(settings: &Settings, geometry: &Geometry) -> Result<u32, Error> {
    let Some(bytes) = settings.0.get(BYTES.name).and_then(|bytes| bytes.as_u64()) else {
        return Ok(settings.integer("p_pages") as u32);
    };
    let (b_blocks, page) = (settings.integer("b_blocks"), u64::from(geometry.page_bytes));
    let in_blocks = b_blocks * u64::from(geometry.pages_per_block);
    match (bytes / page).saturating_sub(in_blocks) {
        0 => {
            let least = (in_blocks + 1) * page;
            Err(Error::Value {
                field: "buffer.bytes".into(),
                value: bytes.to_string(),
                expected: format!("null, or at least {least}: a page more than buffer.b_blocks ({b_blocks}) take"),
                nearest: Some(least.to_string()),
            })
        }
        pages => Ok(pages.min(u64::from(geometry.logical_pages)) as u32),
    }
}

/// Block slots whose unused pages are lent have no room to read into ahead of time, and none to give away.
fn refuse_beside_lent_pages(section: &str, early_merge: bool, dynamic: bool) -> Result<(), Error> {
    let (name, word, instead) = match (early_merge, dynamic) {
        (true, _) => ("merge", "early", "late"),
        (_, true) => ("split", "dynamic", "fixed"),
        _ => return Ok(()),
    };
    Err(Error::Value {
        field: [section, ".", name].concat(),
        value: word.into(),
        expected: format!("{instead}, since {section}.virtual_pages is true"),
        nearest: Some(format!("\"{instead}\"")),
    })
}
