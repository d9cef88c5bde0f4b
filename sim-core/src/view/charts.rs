//! Figures for the charts, all of the run up to the present position.

use crate::engine::history::{History, Mark};
use crate::engine::lane::Lane;
use crate::engine::machine::Machine;
use serde::Serialize;

/// Most bins of a chart over time.
const BINS: u64 = 512;
/// Stretches of the wear strip.
const STRIP: usize = 128;
/// Bars of the erase histogram.
const BARS: u32 = 24;

/// All charts.
#[derive(Debug, Serialize)]
pub struct Charts {
    latency: Latency,
    write_amplification: WriteAmplification,
    tail: Tail,
    erases: Erases,
}

#[derive(Debug, Serialize)]
struct Latency {
    bin_requests: u64,
    p50_ns: Vec<u64>,
    p99_ns: Vec<u64>,
    max_ns: Vec<u64>,
    gc_runs: Vec<u64>,
}

#[derive(Debug, Serialize)]
struct WriteAmplification {
    values: Vec<Option<f64>>,
    now: Option<f64>,
    theory: Option<Theory>,
    host_pages: u64,
    programs: u64,
}

/// A closed form that applies to the experiment.
#[derive(Clone, Debug, Serialize)]
pub struct Theory {
    /// The write amplification it gives.
    pub value: f64,
    /// Its name and the effective α.
    pub label: String,
}

#[derive(Debug, Serialize)]
struct Tail {
    ns: Vec<u64>,
    share: Vec<f64>,
    count: u64,
}

#[derive(Debug, Serialize)]
struct Erases {
    first: u32,
    step: u32,
    blocks: Vec<u32>,
    mean: f64,
    max: u32,
    strip: Vec<f64>,
}

/// The charts of `lane` at its position; `theory` is the reference for its write amplification.
pub fn charts(lane: &Lane, theory: Option<Theory>) -> Charts {
    let machine = lane.machine();
    let requests = machine.requests_begun;
    let bin_requests = requests.div_ceil(BINS).max(1).next_power_of_two();
    let known: Vec<u64> = lane.history.responses(requests).flatten().collect();
    Charts {
        latency: latency(&lane.history, requests, bin_requests),
        write_amplification: write_amplification(machine, &lane.history, requests, bin_requests, theory),
        tail: tail(known),
        erases: erases(machine),
    }
}

fn latency(history: &History, requests: u64, bin_requests: u64) -> Latency {
    let responses: Vec<Option<u64>> = history.responses(requests).collect();
    let bins = responses.chunks(bin_requests as usize).map(|bin| {
        let mut known: Vec<u64> = bin.iter().copied().flatten().collect();
        known.sort_unstable();
        let rank = |percent: usize| known.get((known.len() * percent).div_ceil(100).max(1) - 1).copied().unwrap_or(0);
        (rank(50), rank(99), rank(100))
    });
    let bins: Vec<(u64, u64, u64)> = bins.collect();
    Latency {
        bin_requests,
        p50_ns: bins.iter().map(|bin| bin.0).collect(),
        p99_ns: bins.iter().map(|bin| bin.1).collect(),
        max_ns: bins.iter().map(|bin| bin.2).collect(),
        gc_runs: by_bin(&history.collections, requests, bin_requests, bins.len()),
    }
}

/// How many of `marks` fall into each bin of `bin_requests` requests.
pub fn by_bin(marks: &[Mark], requests: u64, bin_requests: u64, bins: usize) -> Vec<u64> {
    let mut counts = vec![0; bins];
    for mark in marks.iter().take_while(|mark| mark.request < requests) {
        if let Some(count) = counts.get_mut((mark.request / bin_requests) as usize) {
            *count += 1;
        }
    }
    counts
}

fn write_amplification(
    machine: &Machine,
    history: &History,
    requests: u64,
    bin_requests: u64,
    theory: Option<Theory>,
) -> WriteAmplification {
    let counters = &machine.core.counters;
    let bins = requests.div_ceil(bin_requests);
    let value = |bin: u64| {
        let written = history.written_before((bin + 1) * bin_requests);
        (written.host_pages > 0).then(|| written.programs as f64 / written.host_pages as f64)
    };
    let mut values: Vec<Option<f64>> = (0..bins.saturating_sub(1)).map(value).collect();
    values.extend((bins > 0).then(|| counters.write_amplification()));
    WriteAmplification {
        values,
        now: counters.write_amplification(),
        theory,
        host_pages: counters.host_written_pages(),
        programs: counters.nand_programs(),
    }
}

/// Share of requests slower than each of some times: every time that occurs, or 256 of them when there are more.
fn tail(mut known: Vec<u64>) -> Tail {
    known.sort_unstable();
    let count = known.len();
    let mut tail = Tail { ns: Vec::new(), share: Vec::new(), count: count as u64 };
    let mut push = |rank: usize| {
        let slower = count - known.partition_point(|&ns| ns <= known[rank]);
        if tail.ns.last() != Some(&known[rank]) {
            tail.ns.push(known[rank]);
            tail.share.push(slower as f64 / count as f64);
        }
    };
    if count <= 256 {
        (0..count).for_each(&mut push);
        return tail;
    }
    (0..128).for_each(|i| push(i * count / 128));
    // Ever closer to the slowest: ten ranks a halving.
    let mut left = count / 128;
    while left > 0 {
        push(count - left);
        left = left * 15 / 16;
    }
    push(count - 1);
    tail
}

fn erases(machine: &Machine) -> Erases {
    let counts: Vec<u32> = machine.core.nand.blocks.iter().map(|block| block.erase_count).collect();
    let (min, max) = (counts.iter().min().copied().unwrap_or(0), counts.iter().max().copied().unwrap_or(0));
    let step = (max - min + 1).div_ceil(BARS).max(1);
    let mut blocks = vec![0; ((max - min) / step + 1) as usize];
    counts.iter().for_each(|count| blocks[((count - min) / step) as usize] += 1);
    let stretch = |i: usize| {
        let part = &counts[i * counts.len() / STRIP..((i + 1) * counts.len()).div_ceil(STRIP).min(counts.len())];
        part.iter().map(|&count| f64::from(count)).sum::<f64>() / part.len().max(1) as f64
    };
    let total: u64 = counts.iter().map(|&count| u64::from(count)).sum();
    Erases {
        first: min,
        step,
        blocks,
        mean: total as f64 / counts.len() as f64,
        max,
        strip: (0..STRIP).map(stretch).collect(),
    }
}
