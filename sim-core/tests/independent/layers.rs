//! What of a device varies with its layer, and which of its counts are compared.

use super::draw::{Case, Draw};
use serde_json::{Value, json};
use sim_core::flash::counters::Counters;
use sim_core::flash::operation::{Kind, Operation, Purpose};

/// A layer of the core and the program that is held against it.
pub(super) struct Layer {
    pub program: &'static str,
    pub draw: fn(&mut Draw) -> Case,
    pub counts: fn(&Counters, &[Operation]) -> Value,
}

impl Layer {
    /// Each count must have come often, over all streams: nothing agrees because nothing happened.
    pub(super) fn is_busy(&self, told: &[Value]) {
        for name in told[0].as_object().unwrap().keys() {
            let sum: u64 = told.iter().map(|counts| counts[name].as_u64().unwrap()).sum();
            assert!(sum >= told.len() as u64, "{}: {name} came {sum} times", self.program);
        }
    }
}

/// What every layer counts.
fn operations(counters: &Counters) -> Value {
    json!({
        "reads": counters.nand_reads(), "programs": counters.nand_programs(),
        "erases": counters.nand_erases(), "copies": counters.copies,
    })
}

/// These counts, and `more`.
fn and(mut counts: Value, more: Value) -> Value {
    counts.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    counts
}

/// Collection begins at `low` free blocks or fewer.
fn collected(draw: &mut Draw, low: u64, more: u64) -> Case {
    let high = low + draw.between(1, 2);
    let spare = high + 2 + more + draw.below(4);
    Case::of(draw, spare).with("ftl.gc.low", "low", low).with("ftl.gc.high", "high", high)
}

pub(super) const PAGE: Layer = Layer {
    program: "page.py",
    draw: |draw| {
        let low = draw.between(1, 3);
        collected(draw, low, 0).set("ftl.kind", json!("page"))
    },
    counts: |counters, _| and(operations(counters), json!({ "collected": counters.gc_runs })),
};

/// With FAST, whose log blocks are beside the spare ones.
fn over_fast(draw: &mut Draw) -> Case {
    let log_blocks = draw.between(2, 6);
    let case = Case::of(draw, log_blocks + 4).set("ftl.kind", json!("fast"));
    let case = case.with("ftl.log_blocks", "log_blocks", log_blocks);
    case.choose(draw, "ftl.sw_violation", [json!("flashsim"), json!("rw")], "rides_along")
}

fn fast_counts(counters: &Counters) -> Value {
    let [switch, partial, full] = counters.merges;
    let blocks: u64 = (0..).zip(counters.associativity).map(|(blocks, times): (u64, u64)| blocks * times).sum();
    let merges = json!({
        "switch": switch, "partial": partial, "full": full,
        "reclaims": counters.reclaims(), "associativity": blocks,
    });
    and(operations(counters), merges)
}

pub(super) const FAST: Layer =
    Layer { program: "fast.py", draw: over_fast, counts: |counters, _| fast_counts(counters) };

pub(super) const DFTL: Layer = Layer {
    program: "dftl.py",
    draw: |draw| {
        let (entries, protected, probationary) = (draw.between(4, 16), draw.below(12), draw.between(1, 12));
        // Four entries a page and 20 blocks of data make five blocks of the table.
        let case = collected(draw, 3, 6).set("ftl.kind", json!("dftl"));
        let case = case.with("ftl.map_page_entries", "entries_per_page", entries);
        let case = case.with("ftl.cmt_protected", "protected", protected);
        let case = case.with("ftl.cmt_probationary", "probationary", probationary);
        case.choose(draw, "ftl.evict_batch", [json!("same-tp"), json!("one")], "batch")
    },
    counts: |counters, _| {
        let (map, update) = (Purpose::Map as usize, Purpose::MapUpdate as usize);
        let more = json!({
            "hits": counters.map_hits, "evictions": counters.map_evictions,
            "write_backs": counters.map_write_backs, "lazy": counters.map_lazy_updates,
            "map_reads": counters.reads[map], "map_programs": counters.programs[map],
            "update_reads": counters.reads[update], "update_programs": counters.programs[update],
        });
        and(operations(counters), more)
    },
};

pub(super) const CLASH: Layer = Layer {
    program: "clash.py",
    draw: |draw| {
        let (page_slots, block_slots) = (draw.between(1, 16), draw.between(1, 4));
        let case = Case::of(draw, 4).set("ftl.kind", json!("clash"));
        let case = case.with("ftl.p_pages", "page_slots", page_slots);
        let case = case.with("ftl.b_blocks", "block_slots", block_slots);
        let case = case.choose(draw, "ftl.merge", [json!("early"), json!("late")], "early");
        let case = case.choose(draw, "ftl.b_policy", [json!("fifo"), json!("lru")], "fifo");
        let case = case.choose(draw, "ftl.b_lru_on", [json!("rw"), json!("w")], "reads_count");
        case.choose(draw, "ftl.absorb_pspace", [json!(true), json!(false)], "absorb")
    },
    counts: |counters, seen| {
        let swaps = seen.iter().filter(|operation| operation.kind == Kind::Swap).count();
        json!({
            "reads": counters.nand_reads(), "programs": counters.nand_programs(), "erases": counters.nand_erases(),
            "swaps": swaps, "flushes": counters.flushes,
            "read_hits": counters.cache_read_hits.iter().sum::<u64>(), "flushed_pages": counters.flushed_pages,
        })
    },
};

pub(super) const LBUFFER: Layer = Layer {
    program: "lbuffer.py",
    draw: |draw| {
        let (capacity, plug_from, fourths) = (draw.between(1, 24), draw.between(1, 9), draw.below(9) as i64 - 4);
        let case = over_fast(draw).set("buffer.kind", json!("lbuffer")).set("buffer.grain", json!("page"));
        let case = case.set("buffer.bytes", json!(512 * capacity)).tell("capacity", json!(capacity));
        let case = case.set("buffer.tuner", json!("fixed"));
        let case = case.set("buffer.alpha", json!(fourths as f64 / 4.0)).tell("alpha_fourths", json!(fourths));
        case.set("buffer.plug", json!("fixed")).with("buffer.lambda", "plug_from", plug_from)
    },
    counts: |counters, _| {
        let more = json!({
            "read_hits": counters.cache_read_hits.iter().sum::<u64>(), "flushes": counters.flushes,
            "flushed_pages": counters.flushed_pages, "plugs": counters.plugs,
        });
        and(fast_counts(counters), more)
    },
};
