//! Measures what the design has budgets for: `cargo run --release --example bench [-- --json]`.
//!
//! Every figure is of this machine, now; other work on it shows. `-- --traces DIRECTORY` writes the traces whose reading is measured, a file a format,
//! and measures nothing: the page reads them too. `-- --experiments` prints what is run, for a comparison of two builds.

mod paths;
mod traces;

use paths::{Amount, HotPath, experiment};
use serde_json::{Value, json};
use sim_core::assembly::initial;
use sim_core::assembly::source;
use sim_core::flash::decision::Decision;
use sim_core::flash::observer::Observer;
use sim_core::flash::operation::Operation;
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
        [option] if option == "--experiments" => {
            print_experiments();
            Ok(())
        }
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
    let mut figures: Vec<Figure> = paths::all().iter().map(speed).collect();
    figures.extend([observed(false), observed(true)]);
    figures.extend(paths::large_devices().into_iter().flat_map(large_device));
    figures.extend(traces::parsing());
    figures.push(figure("a request of a trace, kept", size_of::<Record>() as f64, "B", at_most(16.0)));
    match json {
        true => println!("{:#}", as_json(&figures)),
        false => print!("{}", as_text(&figures)),
    }
}

/// What is run, as `[{name, experiment}]`.
fn print_experiments() {
    let steady = paths::all().into_iter().map(|path| (path.name, path.document));
    let filled = paths::large_devices().map(|(layer, document)| (format!("{layer}, a large device filled"), document));
    let entry = |(name, experiment)| json!({ "name": name, "experiment": experiment });
    println!("{:#}", steady.chain(filled).map(entry).collect::<Value>());
}

/// How fast a path is after its warm-up, nobody watching.
fn speed(path: &HotPath) -> Figure {
    let mut run = Run::new(&experiment(&path.document), None).expect("the device can be built");
    run.go_on(path.warm_up);
    let amount = |run: &Run| {
        let counters = &run.machine().core.counters;
        match path.of {
            Amount::Pages => counters.nand_reads() + counters.nand_programs(),
            Amount::Requests => run.machine().requests_begun,
        }
    };
    let (before, begun) = (amount(&run), Instant::now());
    run.finish();
    let speed = (amount(&run) - before) as f64 / begun.elapsed().as_secs_f64() / 1e6;
    let unit = match path.of {
        Amount::Pages => "M page operations/s",
        Amount::Requests => "M requests/s",
    };
    figure(path.name.clone(), speed, unit, at_least(path.budget))
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
    let experiment = experiment(&paths::observed());
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
fn large_device((layer, document): (&str, Value)) -> [Figure; 2] {
    let (before, begun) = (resident_bytes(), Instant::now());
    let run = Run::new(&experiment(&document), None).expect("the device can be built");
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
