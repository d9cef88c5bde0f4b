//! Measures what the design has budgets for: `cargo run --release --example bench [-- --json]`.
//!
//! Every figure is of this machine, now; other work on it shows. `-- --traces DIRECTORY` writes the traces whose reading is measured, a file a format,
//! and measures nothing: the page reads them too.

mod traces;

use serde_json::{Value, json};
use sim_core::assembly::initial;
use sim_core::assembly::source;
use sim_core::buffer::BUFFERS;
use sim_core::experiment::document::Experiment;
use sim_core::flash::decision::Decision;
use sim_core::flash::observer::Observer;
use sim_core::flash::operation::Operation;
use sim_core::ftl::{self, LayerEntry, gc};
use sim_core::metrics::run::Run;
use sim_core::trace::Format;
use sim_core::trace::record::Record;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// A measured figure and its budget.
struct Figure {
    name: String,
    measured: f64,
    unit: &'static str,
    /// What it should be: at least this if positive, at most its opposite if negative.
    budget: Option<f64>,
}

fn figure(name: impl Into<String>, measured: f64, unit: &'static str, budget: Option<f64>) -> Figure {
    Figure { name: name.into(), measured, unit, budget }
}

fn at_least(n: f64) -> Option<f64> {
    Some(n)
}

fn at_most(n: f64) -> Option<f64> {
    Some(-n)
}

impl Figure {
    fn holds(&self) -> Option<bool> {
        self.budget.map(|budget| if budget < 0.0 { self.measured <= -budget } else { self.measured >= budget })
    }
}

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [option, directory] if option == "--traces" => write_traces(Path::new(directory)),
        _ => {
            measure(arguments.iter().any(|argument| argument == "--json"));
            Ok(())
        }
    }
}

/// `NAME.txt` for each format.
fn write_traces(directory: &Path) -> std::io::Result<()> {
    Format::ALL.iter().try_for_each(|&format| {
        std::fs::write(directory.join(format.info().name).with_extension("txt"), traces::text(format))
    })
}

/// All figures, printed.
fn measure(json: bool) {
    let mut figures = Vec::new();
    for policy in gc::KINDS {
        let experiment = writes(json!({ "gc": { "policy": policy } }), "serial", 1.0, WARM_UP + MEASURED);
        figures.push(engine(format!("page mapping, {policy}, serial clock"), &experiment, at_least(15.0)));
    }
    // What changes with time is valued at each choice, what does not is kept in order.
    for (formula, budget) in [("invalid * sqrt(age)", 5.0), ("invalid - k * (erases - mean_erases)", 5.0)] {
        let gc = json!({ "gc": { "policy": "formula", "formula": formula } });
        let experiment = writes(gc, "serial", 1.0, WARM_UP + MEASURED);
        figures.push(engine(format!("page mapping, {formula}, serial clock"), &experiment, at_least(budget)));
    }
    let on_both_clocks = ftl::LAYERS.iter().filter(|layer| layer.info.kind != "ttflash");
    figures.extend(on_both_clocks.flat_map(layer_by_layer));
    figures.push(over_buses());
    figures.extend(stripes());
    let buffers = BUFFERS.iter().filter(|buffer| buffer.info.kind != "none");
    figures.extend(buffers.flat_map(|buffer| buffer_by_buffer(buffer.info.title, json!({ "kind": buffer.info.kind }))));
    let of_time = json!({ "kind": "formula", "formula": "held * idle" });
    figures.extend(buffer_by_buffer("held * idle", of_time));
    figures.extend([observed(false), observed(true)]);
    figures.extend(host_ftls());
    figures.extend(
        [("ttflash", "page"), ("ttflash", "ttflash"), ("ocssd", "pblk-selective")].into_iter().flat_map(large_device),
    );
    figures.extend(traces::parsing());
    figures.push(figure("a request of a trace, kept", size_of::<Record>() as f64, "B", at_most(16.0)));
    match json {
        true => println!("{:#}", as_json(&figures)),
        false => print!("{}", as_text(&figures)),
    }
}

/// Uniform single-page requests to 1 GiB.
fn writes(ftl: Value, clock: &str, write_ratio: f64, requests: u64) -> Experiment {
    through(json!({ "kind": "none" }), ftl, clock, write_ratio, requests)
}

/// The same through a buffer.
fn through(buffer: Value, ftl: Value, clock: &str, write_ratio: f64, requests: u64) -> Experiment {
    let document = json!({
        "device": { "preset": "micron-lb", "clock": clock, "channels": if clock == "event" { 8 } else { 1 } },
        "buffer": buffer,
        "ftl": ftl,
        "workload": {
            "kind": "uniform", "request_pages": 1, "write_ratio": write_ratio, "queue_depth": 64, "requests": requests
        },
    });
    Experiment::new(&document, &[]).expect("the experiment is valid")
}

/// Writes until the device is in steady state, and then until they are measured.
const WARM_UP: u64 = 1_500_000;
const MEASURED: u64 = 1_000_000;

/// Page operations a second in steady state, nobody watching.
fn engine(name: String, experiment: &Experiment, budget: Option<f64>) -> Figure {
    after(WARM_UP, name, experiment, budget)
}

/// Page operations a second after `warm_up` requests.
fn after(warm_up: u64, name: String, experiment: &Experiment, budget: Option<f64>) -> Figure {
    let mut run = Run::new(experiment, None).expect("the device can be built");
    run.go_on(warm_up);
    let pages = |run: &Run| run.machine().core.counters.nand_reads() + run.machine().core.counters.nand_programs();
    let (before, begun) = (pages(&run), Instant::now());
    run.finish();
    let speed = (pages(&run) - before) as f64 / begun.elapsed().as_secs_f64() / 1e6;
    figure(name, speed, "M page operations/s", budget)
}

/// A layer as it is set by default: on both clocks. One that merges moves some sixty pages for each it is given, so a
/// fraction of the requests does.
fn layer_by_layer(layer: &LayerEntry) -> Vec<Figure> {
    let moves_blocks = layer.traits.merges() || layer.info.kind == "superblock";
    let of = |clock: &str, write_ratio: f64, budget| {
        let ftl = json!({ "kind": layer.info.kind });
        let share = if moves_blocks { 40 } else { 1 } * if clock == "event" { 4 } else { 1 };
        let experiment = writes(ftl, clock, write_ratio, (WARM_UP + MEASURED) / share);
        let what = if write_ratio < 1.0 { "half reads" } else { "writes" };
        let name = format!("{}, {what}, {clock} clock", layer.info.title);
        after(WARM_UP / share, name, &experiment, at_least(budget))
    };
    vec![of("serial", 1.0, 5.0), of("serial", 0.5, 5.0), of("event", 1.0, 3.0)]
}

/// Page mapping where each page crosses a bus: 32 planes on 8 channels, random writes to a full device.
fn over_buses() -> Figure {
    let document = json!({
        "device": {
            "preset": "nctu", "clock": "event", "channels": 8, "chips_per_channel": 2, "planes_per_chip": 2,
            "pages_per_block": 128, "logical_bytes": 3u64 << 30, "over_provisioning": 0.27, "transfer_ns": 12_000,
            "command_ns": 200
        },
        "workload": {
            "kind": "uniform", "request_pages": 1, "write_ratio": 1.0, "queue_depth": 32, "requests": 2 * MEASURED
        },
        "run": { "initial_state": "full_rand" },
    });
    let experiment = Experiment::new(&document, &[]).expect("the experiment is valid");
    after(MEASURED, "page mapping, writes over 8 buses, event clock".into(), &experiment, at_least(8.0))
}

/// Requests a second of ttFlash on the device of its experiments: 8 × 8 planes, collecting.
fn stripes() -> [Figure; 3] {
    let of = |write_ratio: f64| {
        let document = json!({
            "device": { "preset": "ttflash", "blocks_per_plane": 64 },
            "ftl": { "kind": "ttflash", "gc_start": 19, "ram_bytes": 16 << 20 },
            "workload": {
                "kind": "uniform", "request_pages": 1, "write_ratio": write_ratio, "queue_depth": 64,
                "requests": MEASURED + MEASURED / 2
            },
            "run": { "initial_state": "aged", "aged_used": 0.69, "aged_pages": 300_000 },
        });
        let experiment = Experiment::new(&document, &[]).expect("the experiment is valid");
        let mut run = Run::new(&experiment, None).expect("the device can be built");
        run.go_on(MEASURED / 2);
        let begun = Instant::now();
        run.finish();
        let speed = MEASURED as f64 / begun.elapsed().as_secs_f64() / 1e6;
        figure(
            format!("ttFlash, {:.0} % single-page writes", write_ratio * 100.0),
            speed,
            "M requests/s",
            at_least(1.0),
        )
    };
    [of(0.0), of(0.1), of(0.5)]
}

/// The host FTLs on the devices of their paper, 400 GiB, and where lines are collected.
fn host_ftls() -> Vec<Figure> {
    let of = |name: &str, preset: &str, ftl: Value, depth: u64| {
        let document = json!({
            "device": { "preset": preset },
            "ftl": ftl,
            "workload": {
                "kind": "pareto", "request_pages": 1, "write_ratio": 1, "queue_depth": depth,
                "requests": MEASURED + MEASURED / 2
            },
        });
        let experiment = Experiment::new(&document, &[]).expect("the experiment is valid");
        after(MEASURED / 2, format!("{name}, {preset}"), &experiment, at_least(if depth > 1 { 3.0 } else { 5.0 }))
    };
    let lfu = json!({ "kind": "pblk-selective", "policy": "lfu" });
    vec![
        of("pblk", "ocssd-virtual", json!({ "kind": "pblk" }), 1),
        of("selective loading", "ocssd-virtual", lfu.clone(), 1),
        of("selective loading, collecting", "ocssd-virtual-small", lfu.clone(), 1),
        of("selective loading", "ocssd", lfu.clone(), 64),
        of("selective loading, collecting", "ocssd-small", lfu, 64),
    ]
}

/// A buffer of 8192 pages, otherwise as `set`, over page mapping and over FAST.
fn buffer_by_buffer(title: &str, mut set: Value) -> Vec<Figure> {
    set["bytes"] = json!(16 << 20);
    let of = |ftl: &str, share: u64| {
        let experiment = through(set.clone(), json!({ "kind": ftl }), "serial", 0.5, (WARM_UP + MEASURED) / share);
        after(WARM_UP / share, format!("{title} over {ftl}, half reads"), &experiment, at_least(5.0))
    };
    vec![of("page", 1), of("fast", 40)]
}

/// Sees everything, keeps nothing.
struct ErasedObserver {
    decisions: bool,
    seen: u64,
}

impl Observer for ErasedObserver {
    const ENABLED: bool = true;
    fn wants_decisions(&self) -> bool {
        self.decisions
    }
    fn halt_at(&self) -> u64 {
        u64::MAX
    }
    fn operation(&mut self, operation: &Operation) {
        self.seen += u64::from(operation.pages);
    }
    fn timed(&mut self, _: &sim_core::flash::clock::event::Timed) {}
    fn decision(&mut self, decision: Decision) {
        self.seen += decision.rows.len() as u64;
    }
}

/// The same with versions and out-of-band bytes kept, every operation seen, `decisions` too or not.
fn observed(decisions: bool) -> Figure {
    let experiment = writes(json!({}), "serial", 1.0, MEASURED);
    let source = source::of(&experiment, None).expect("the workload is valid");
    let mut machine = initial::machine(&experiment, source, true).expect("the device can be built");
    let mut witness = ErasedObserver { decisions, seen: 0 };
    let begun = Instant::now();
    while machine.step(&mut witness).expect("nothing halts it") {
        machine.completions.clear();
    }
    let pages = machine.core.counters.nand_reads() + machine.core.counters.nand_programs();
    let speed = pages as f64 / begun.elapsed().as_secs_f64() / 1e6;
    let with = if decisions { "with" } else { "without" };
    figure(format!("page mapping, greedy, serial clock, observed {with} decisions"), speed, "M page operations/s", None)
}

/// Fills hundreds of gigabytes: how long it takes, how much memory it holds.
fn large_device((preset, layer): (&str, &str)) -> [Figure; 2] {
    let document = json!({ "device": { "preset": preset }, "ftl": { "kind": layer }, "workload": { "requests": 1 } });
    let experiment = Experiment::new(&document, &[]).expect("the experiment is valid");
    let (before, begun) = (resident_bytes(), Instant::now());
    let run = Run::new(&experiment, None).expect("the device can be built");
    let seconds = begun.elapsed().as_secs_f64();
    let pages = run.machine().core.nand.geometry.physical_pages();
    let bytes = (resident_bytes() - before) / f64::from(pages);
    let name = format!("{:.0} M pages, {layer}", f64::from(pages) / 1e6);
    [
        figure(format!("{name} filled in sequence"), seconds, "s", None),
        figure(format!("{name} unobserved, memory a physical page"), bytes, "B", at_most(12.0)),
    ]
}

/// Resident memory of this process, in bytes; not a number where the system does not tell.
fn resident_bytes() -> f64 {
    const PAGE_BYTES: f64 = 4096.0;
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    statm.split_whitespace().nth(1).and_then(|pages| pages.parse::<f64>().ok()).map_or(f64::NAN, |n| n * PAGE_BYTES)
}

fn machine() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find(|line| line.starts_with("model name")).and_then(|line| line.split(": ").nth(1));
    let cores = std::thread::available_parallelism().map_or(0, |n| n.get());
    format!("{}, {cores} cores, {}", model.unwrap_or("unknown processor"), std::env::consts::OS)
}

fn compiler() -> String {
    let output = Command::new("rustc").arg("--version").output();
    output.map_or("unknown rustc".into(), |output| String::from_utf8_lossy(&output.stdout).trim().to_string())
}

fn as_text(figures: &[Figure]) -> String {
    let mut text = format!("{}\n{}\n\n", machine(), compiler());
    for figure in figures {
        let budget = match figure.budget {
            None => String::new(),
            Some(budget) => {
                let sign = if budget < 0.0 { "≤" } else { "≥" };
                let held = if figure.holds() == Some(true) { "held" } else { "NOT HELD" };
                format!("{sign} {} {held}", budget.abs())
            }
        };
        let line = format!("{:<62}{:>9.2} {:<21}{budget}", figure.name, figure.measured, figure.unit);
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn as_json(figures: &[Figure]) -> Value {
    let entry = |figure: &Figure| {
        let budget = figure.budget.map(|budget| {
            let side = if budget < 0.0 { "at_most" } else { "at_least" };
            json!({ side: budget.abs() })
        });
        json!({
            "name": figure.name, "measured": figure.measured, "unit": figure.unit, "budget": budget,
            "held": figure.holds(),
        })
    };
    json!({ "machine": machine(), "compiler": compiler(), "figures": figures.iter().map(entry).collect::<Vec<_>>() })
}
