//! Draws write amplification over over-provisioning, simulated beside what theory says, and writes the figures down:
//! `cargo run --release --example write_amplification [FOLDER]` makes `write-amplification.svg` and `.json` there.

use serde_json::{Value, json};
use sim_core::experiment::document::Experiment;
use sim_core::metrics::reference::{self, Reference};
use sim_core::metrics::run;
use std::fmt::Write;
use std::path::Path;
use std::thread;

/// The device: large enough that its reserved blocks hardly show.
const BLOCKS: u64 = 4096;
const PAGES_PER_BLOCK: u64 = 32;
/// Overwrites of the whole capacity, before counting and while counting.
const WARM_UP: u64 = 8;
const COUNTED: u64 = 4;
const OVER_PROVISIONING: [f64; 8] = [0.07, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5];

/// A victim policy in the figure.
struct Series {
    title: &'static str,
    gc: fn() -> Value,
    colour: &'static str,
    /// Its marker about (0, 0), as an SVG path.
    marker: &'static str,
}

/// Colours of middle lightness, which stand out from white and from black.
const SERIES: [Series; 4] = [
    Series { title: "random", gc: || json!({ "policy": "random" }), colour: "#d4586a", marker: "M0-5.2 5 4H-5Z" },
    Series {
        title: "best of 2 random",
        gc: || json!({ "policy": "d-choices", "d": 2 }),
        colour: "#9169d6",
        marker: "M0-5.4 5.4 0 0 5.4-5.4 0Z",
    },
    Series { title: "oldest (FIFO)", gc: || json!({ "policy": "fifo" }), colour: "#c08018", marker: "M-4-4H4V4H-4Z" },
    Series {
        title: "fewest valid pages (greedy)",
        gc: || json!({ "policy": "greedy" }),
        colour: "#3f86d8",
        marker: "M-4.4 0a4.4 4.4 0 1 0 8.8 0a4.4 4.4 0 1 0-8.8 0",
    },
];

/// One simulated point.
struct Point {
    over_provisioning: f64,
    measured: f64,
    reference: Reference,
}

fn main() -> std::io::Result<()> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "../public".into());
    let measured: Vec<Vec<Point>> = thread::scope(|scope| {
        let threads: Vec<_> = SERIES.iter().map(|series| scope.spawn(|| points(series))).collect();
        threads.into_iter().map(|thread| thread.join().expect("a run does not panic")).collect()
    });
    std::fs::create_dir_all(&folder)?;
    std::fs::write(Path::new(&folder).join("write-amplification.svg"), svg(&measured))?;
    std::fs::write(Path::new(&folder).join("write-amplification.json"), format!("{:#}\n", as_json(&measured)))
}

/// Uniform single-page writes at `over_provisioning`.
fn experiment(series: &Series, over_provisioning: f64) -> Experiment {
    let logical = ((BLOCKS * PAGES_PER_BLOCK) as f64 / (1.0 + over_provisioning)) as u64;
    let document = json!({
        "device": {
            "blocks_per_plane": BLOCKS, "pages_per_block": PAGES_PER_BLOCK, "over_provisioning": over_provisioning
        },
        "ftl": { "gc": (series.gc)() },
        "workload": {
            "kind": "uniform", "request_pages": 1, "write_ratio": 1, "queue_depth": 1,
            "requests": logical * (WARM_UP + COUNTED),
        },
        "run": { "warmup_requests": logical * WARM_UP },
    });
    Experiment::new(&document, &[]).expect("the experiment is valid")
}

fn points(series: &Series) -> Vec<Point> {
    let point = |over_provisioning| {
        let report = run::report(&experiment(series, over_provisioning), None).expect("the device can be built");
        Point {
            over_provisioning,
            measured: report.write_amplification.expect("pages were written"),
            reference: report.write_amplification_reference.expect("there is a model"),
        }
    };
    OVER_PROVISIONING.map(point).into()
}

/// What theory says, at so many places that they make a curve.
fn curve(series: &Series) -> Vec<(f64, f64)> {
    const STEPS: u32 = 120;
    let expected = |over_provisioning: f64| {
        let experiment = experiment(series, over_provisioning);
        let geometry = sim_core::experiment::device::geometry(&experiment.device).expect("the device is valid");
        let reference = reference::write_amplification(&experiment, &geometry).expect("there is a model");
        (over_provisioning, reference.write_amplification)
    };
    let [first, last] = [OVER_PROVISIONING[0], OVER_PROVISIONING[OVER_PROVISIONING.len() - 1]];
    (0..=STEPS).map(|step| expected(first + (last - first) * f64::from(step) / f64::from(STEPS))).collect()
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 68.0;
const OP_MAX: f64 = 0.52;
const AMPLIFICATION_MAX: f64 = 16.0;

fn x(over_provisioning: f64) -> f64 {
    LEFT + over_provisioning / OP_MAX * (WIDTH - LEFT - RIGHT)
}

fn y(amplification: f64) -> f64 {
    HEIGHT - BOTTOM - amplification / AMPLIFICATION_MAX * (HEIGHT - TOP - BOTTOM)
}

fn svg(measured: &[Vec<Point>]) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-labelledby=\"title about\" font-family=\"system-ui, sans-serif\" font-size=\"13\" fill=\"#7b828c\">\n\
         <title id=\"title\">Write amplification over over-provisioning</title>\n\
         <desc id=\"about\">Simulated points lie on the curves that theory gives, for four ways to choose the block \
         that is collected next: greedy costs least, then FIFO, then the best of 2 random blocks, then random.</desc>\n"
    );
    axes(&mut svg);
    for (place, (series, points)) in SERIES.iter().zip(measured).enumerate() {
        let line: Vec<String> = curve(series).into_iter().map(|(op, a)| format!("{:.1} {:.1}", x(op), y(a))).collect();
        put(
            &mut svg,
            format_args!(
                "<path d=\"M{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\"/>",
                line.join("L"),
                series.colour
            ),
        );
        for point in points {
            marker(&mut svg, series, x(point.over_provisioning), y(point.measured));
        }
        let (left, top) = (WIDTH - 300.0, y(12.0) + 16.0 + 17.0 * place as f64);
        marker(&mut svg, series, left, top);
        put(&mut svg, format_args!("<text x=\"{}\" y=\"{}\">{}</text>", left + 14.0, top + 4.5, series.title));
    }
    svg.push_str("</svg>\n");
    svg
}

fn axes(svg: &mut String) {
    put(
        svg,
        format_args!(
            "<text x=\"{LEFT}\" y=\"20\" font-size=\"15\" font-weight=\"600\">Flash pages written for each page the host writes</text>"
        ),
    );
    for amplification in (0..=16).step_by(4) {
        let at = y(f64::from(amplification));
        put(
            svg,
            format_args!(
                "<path d=\"M{LEFT} {at:.1}H{:.1}\" stroke=\"#7b828c\" stroke-opacity=\"0.28\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{amplification}</text>",
                WIDTH - RIGHT,
                LEFT - 8.0,
                at + 4.5
            ),
        );
    }
    for percent in (0..=50).step_by(10) {
        put(
            svg,
            format_args!(
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{percent} %</text>",
                x(f64::from(percent) / 100.0),
                HEIGHT - BOTTOM + 20.0
            ),
        );
    }
    put(
        svg,
        format_args!(
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">over-provisioning</text>\n\
             <text x=\"{LEFT}\" y=\"{:.1}\" font-size=\"12\">Markers: simulated. Lines: theory. Uniform random \
             single-page writes, {BLOCKS} blocks of {PAGES_PER_BLOCK} pages.</text>",
            WIDTH - RIGHT,
            HEIGHT - BOTTOM + 38.0,
            HEIGHT - 8.0
        ),
    );
}

fn marker(svg: &mut String, series: &Series, x: f64, y: f64) {
    put(
        svg,
        format_args!(
            "<path transform=\"translate({x:.1} {y:.1})\" d=\"{}\" fill=\"{}\"/>",
            series.marker, series.colour
        ),
    );
}

fn put(svg: &mut String, element: std::fmt::Arguments<'_>) {
    writeln!(svg, "{element}").expect("a string takes everything");
}

fn as_json(measured: &[Vec<Point>]) -> Value {
    let entry = |point: &Point| {
        let expected = point.reference.write_amplification;
        json!({
            "over_provisioning": point.over_provisioning, "alpha_effective": point.reference.alpha_effective,
            "reserved_blocks": point.reference.reserved_blocks, "simulated": point.measured, "theory": expected,
            "difference": point.measured / expected - 1.0,
        })
    };
    let series = |(series, points): (&Series, &Vec<Point>)| json!({ "gc": (series.gc)(), "model": points[0].reference.model, "points": points.iter().map(entry).collect::<Vec<_>>() });
    json!({
        "workload": "uniform random single-page writes", "blocks": BLOCKS, "pages_per_block": PAGES_PER_BLOCK,
        "warm_up_overwrites": WARM_UP, "counted_overwrites": COUNTED, "seed": 1,
        "series": SERIES.iter().zip(measured).map(series).collect::<Vec<_>>(),
    })
}
