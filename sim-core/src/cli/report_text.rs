//! A report for people.

use super::columns::aligned;
use crate::base::text::grouped;
use crate::experiment::catalogue;
use crate::experiment::document::Experiment;
use crate::metrics::buffer::{Buffer, Tuning};
use crate::metrics::report::{ByCause, MapTraffic, Report};
use crate::metrics::time_by_purpose::{Sums, TimeByPurpose};
use crate::metrics::ttflash::Ttflash;
use crate::parameters::parameter::word_title;
use crate::trace::coverage::Coverage;

/// What stands for a figure that does not apply.
const NONE: &str = "–";

/// `report` on `experiment` in aligned lines, a group of figures after another.
pub(super) fn text(experiment: &Experiment, report: &Report) -> String {
    let groups = [
        ("Requests", requests(report)),
        ("Response time", response(report)),
        ("Flash", flash(report)),
        ("Wear", wear(report)),
        ("Device", device(report)),
        ("Simulator", simulator(report)),
    ];
    let mut text = headline(experiment) + "\n";
    for (title, rows) in groups {
        text.push_str(&format!("\n{title}\n{}", aligned(&rows)));
        if title == "Response time" {
            text.push_str(&format!("\nWhere the time goes\n{}", aligned(&where_time_goes(&report.time_by_purpose))));
        }
    }
    for warning in warnings(report) {
        text.push_str(&format!("\n{warning}\n"));
    }
    text
}

type Row = [String; 2];

fn row(name: &str, value: impl Into<String>) -> Row {
    [name.into(), value.into()]
}

fn headline(experiment: &Experiment) -> String {
    let device = experiment.device.word("preset");
    let buffer = match experiment.buffer_kind.as_str() {
        "none" => String::new(),
        kind => format!("{} over ", title("buffer", kind)),
    };
    let policy = experiment.ftl.0.get("gc.policy").and_then(|policy| policy.as_str());
    let policy = policy.map(|policy| format!(" with {} GC", word_title(policy))).unwrap_or_default();
    let layer = title("ftl", &experiment.ftl_kind);
    format!("{device}: {buffer}{layer}{policy}, {} requests", experiment.workload_kind)
}

/// What the catalogue calls the component `kind` of `section`, without the explanation that a long title adds.
fn title(section: &str, kind: &str) -> String {
    let info = catalogue::components(section).into_iter().find(|info| info.kind == kind);
    info.and_then(|info| info.title.split(':').next()).unwrap_or(kind).into()
}

fn requests(report: &Report) -> Vec<Row> {
    let kinds =
        [("reads", report.reads), ("writes", report.writes), ("trims", report.trims), ("flushes", report.flushes)];
    let kinds: Vec<String> =
        kinds.iter().filter(|(_, n)| *n > 0).map(|(kind, n)| format!("{} {kind}", grouped(*n))).collect();
    let mut rows = vec![
        row("end", report.end.as_ref().map_or("not yet".into(), |end| end.text.clone())),
        row("requests", format!("{} ({})", grouped(report.requests), kinds.join(", "))),
        row("pages read", grouped(report.host_read_pages)),
        row("pages written", grouped(report.host_written_pages)),
        row("simulated time", time(Some(report.simulated_ns as f64))),
    ];
    if let Some(trace) = &report.trace {
        let of = format!("{} ({}), {} lines", trace.file, trace.format.info().title, grouped(trace.lines));
        rows.push(row("trace", of));
    }
    if let Some(mode) = report.address_mode {
        let dropped = report.dropped_requests.filter(|&n| n > 0);
        let dropped = dropped.map(|n| format!(", {} requests dropped", grouped(n))).unwrap_or_default();
        rows.push(row("trace addresses", format!("{mode}{dropped}")));
    }
    rows
}

fn response(report: &Report) -> Vec<Row> {
    let percentile = |ns: Option<u64>| time(ns.map(|ns| ns as f64));
    vec![
        row("mean", time(report.mean_response_ns)),
        row("mean of reads", time(report.read_mean_response_ns)),
        row("mean of writes", time(report.write_mean_response_ns)),
        row("p50", percentile(report.p50_ns)),
        row("p90", percentile(report.p90_ns)),
        row("p99", percentile(report.p99_ns)),
        row("p99.9", percentile(report.p999_ns)),
        row("p99.99", percentile(report.p9999_ns)),
        row("longest", percentile(report.max_ns)),
    ]
}

/// A column for all requests, and one for the slowest of each sort; a row for each part that any of them has.
fn where_time_goes(times: &TimeByPurpose) -> Vec<[String; 4]> {
    let columns = [&times.all, &times.slowest_1_percent, &times.slowest_0_1_percent];
    let line = |name: &str, [all, hundredth, thousandth]: [String; 3]| [name.into(), all, hundredth, thousandth];
    let mean = |sums: &Sums| time((sums.requests > 0).then(|| sums.total_ns as f64 / sums.requests as f64));
    let mut rows = vec![
        line("", ["all".into(), "slowest 1 %".into(), "slowest 0.1 %".into()]),
        line("requests", columns.map(|sums| grouped(sums.requests))),
        line("mean", columns.map(mean)),
    ];
    for (at, (name, _)) in times.all.parts().into_iter().enumerate() {
        let part_ns = |sums: &Sums| sums.parts()[at].1;
        if columns.iter().any(|sums| part_ns(sums) > 0) {
            let share = |sums: &Sums| (sums.total_ns > 0).then(|| part_ns(sums) as f64 / sums.total_ns as f64);
            rows.push(line(&words(name), columns.map(|sums| percent(share(sums)))));
        }
    }
    rows
}

fn flash(report: &Report) -> Vec<Row> {
    let mut rows = vec![
        row("reads", by_cause(report.nand_reads, &report.causes.reads)),
        row("programs", by_cause(report.nand_programs, &report.causes.programs)),
        row("erases", by_cause(report.nand_erases, &report.causes.erases)),
        row("write amplification", decimals(report.write_amplification, 3)),
    ];
    if let Some(reference) = &report.write_amplification_reference {
        rows.push(row(
            "  in theory",
            format!(
                "{:.3} ({}, α {:.4} with {} blocks reserved)",
                reference.write_amplification, reference.model, reference.alpha_effective, reference.reserved_blocks
            ),
        ));
    }
    if let Some(merges) = &report.merges {
        let [switch, partial, full] = [merges.switch, merges.partial, merges.full].map(grouped);
        rows.push(row("merges", format!("{switch} switch, {partial} partial, {full} full")));
        if let (Some(mean), Some(most)) = (merges.associativity_mean, merges.associativity_max) {
            let value =
                format!("{}; {mean:.2} logical blocks each on average, at most {most}", grouped(merges.log_block_gc));
            rows.push(row("log blocks emptied", value));
        }
        if let Some(first) = merges.first_log_block {
            rows.push(row("  first log of its blocks", format!("{} logical blocks", grouped(first))));
        }
    }
    if let Some(traffic) = report.mapping.as_ref().and_then(|mapping| mapping.traffic.as_ref()) {
        rows.extend(map_cache(report, traffic));
    }
    if let Some(buffer) = &report.buffer {
        rows.extend(pages_in_ram(buffer));
    }
    if let Some(device) = &report.ttflash {
        rows.extend(stripes(device));
    }
    if let Some(gc) = &report.gc {
        let value = format!("{} runs, {} pages moved", grouped(gc.runs), grouped(gc.moved_pages));
        rows.push(row("garbage collection", value));
    }
    if let Some(loss) = &report.power_loss {
        let in_flush = match loss.lost_in_flush {
            0 => String::new(),
            pages => format!(", {} of them read for a flush", grouped(pages)),
        };
        let value = format!("{} acknowledged pages lost{in_flush}", grouped(loss.lost_pages));
        rows.push(row("power cut", value));
    }
    rows
}

fn pages_in_ram(buffer: &Buffer) -> Vec<Row> {
    let share = |hits: u64| {
        percent((buffer.hits + buffer.misses > 0).then(|| hits as f64 / (buffer.hits + buffer.misses) as f64))
    };
    let [reads, writes] = [buffer.read_hits, buffer.write_hits].map(grouped);
    let mut rows =
        vec![row("pages found in RAM", format!("{} ({reads} by reads, {writes} by writes)", share(buffer.hits)))];
    if let (Some(flushes), Some(reads)) = (buffer.flushes, buffer.padding_reads) {
        let mean = decimals(buffer.flushed_pages_mean, 2);
        let plugged = buffer.plugs.map(|plugs| format!(", {} with holes filled", grouped(plugs)));
        let each =
            [&format!("{}, {mean} pages each from RAM on average", grouped(flushes)), &*plugged.unwrap_or_default()]
                .concat();
        rows.push(row("blocks flushed", each));
        rows.push(row("", format!("{} pages read from flash to fill holes", grouped(reads))));
    }
    let fills = buffer
        .fill_reads
        .map(|reads| row("", format!("{} pages read to complete partly written ones", grouped(reads))));
    rows.extend(fills);
    if let (Some(age), Some(groups)) = (buffer.victim_age_mean, buffer.groups_mean) {
        let text = format!(
            "{} writes on average; {} logical blocks in RAM",
            decimals(Some(age), 1),
            decimals(Some(groups), 1)
        );
        rows.push(row("victims untouched for", text));
    }
    rows.extend(buffer.tuning.iter().map(tuning));
    rows.extend(buffer.swaps.map(|swaps| row("swaps", grouped(swaps))));
    rows
}

fn stripes(device: &Ttflash) -> Vec<Row> {
    let [full, partial, held] = [device.stripes_full, device.stripes_partial, device.held_back].map(grouped);
    let [rebuilt, reads] = [device.rebuilt_pages, device.rebuild_reads].map(grouped);
    let [chosen, forced, stalls] = [device.waits_chosen, device.waits_forced, device.rgc_stall].map(grouped);
    let mut rows = vec![
        row(
            "stripes flushed",
            format!("{full} whole, {partial} partial; {held} pages held back during GC, {stalls} for lack of space"),
        ),
        row("reads during GC", format!("{rebuilt} pages reconstructed from parity with {reads} extra reads")),
        row(
            "",
            format!("{chosen} waited because waiting was faster, {forced} because they could not be reconstructed"),
        ),
    ];
    if let Some(losses) = &device.losses {
        let next = [losses.second_loss.same_group_pages, losses.second_loss.other_group_pages].map(grouped);
        let lost = grouped(losses.lost_pages);
        rows.push(row("failed planes", format!("{}; {lost} pages lost", losses.dead_planes.len())));
        rows.push(row(
            "",
            format!("losing another would cost {} pages in the same group, {} in a different one", next[0], next[1]),
        ));
    }
    rows
}

fn tuning(tuning: &Tuning) -> Row {
    let alphas: Vec<String> = tuning.sessions.iter().map(|session| session.alpha.to_string()).collect();
    let lambda = tuning.lambda.map_or("no plugging".into(), |lambda| format!("plugging from {lambda:.1} pages"));
    let before = if alphas.is_empty() { String::new() } else { format!("; sessions: {}", alphas.join(" ")) };
    row("tuned", format!("α {}, {lambda}{before}", tuning.alpha))
}

fn map_cache(report: &Report, traffic: &MapTraffic) -> Vec<Row> {
    let (lookups, hits) = report.mapping.as_ref().map_or((None, None), |mapping| (mapping.lookups, mapping.hits));
    let share = hits.zip(lookups).filter(|&(_, lookups)| lookups > 0).map(|(hits, of)| hits as f64 / of as f64);
    let looked_up = lookups.map(grouped).unwrap_or(NONE.into());
    let [reads, writes] = [traffic.reads, traffic.writes].map(grouped);
    let [update_reads, update_writes, copies] =
        [traffic.update_reads, traffic.update_writes, traffic.gc_copies].map(grouped);
    let mut rows = vec![
        row("map cache", format!("hit ratio {} of {looked_up} look-ups", percent(share))),
        row("map traffic", format!("{reads} reads and {writes} writes for look-ups")),
        row("", format!("{update_reads} reads, {update_writes} writes and {copies} copies for GC")),
    ];
    if let Some(conversions) = traffic.conversions {
        rows.push(row("conversions", grouped(conversions)));
    }
    rows
}

fn wear(report: &Report) -> Vec<Row> {
    vec![
        row(
            "erases per block",
            format!(
                "mean {:.2}, from {} to {}",
                report.erase_mean,
                grouped(report.erase_min),
                grouped(report.erase_max)
            ),
        ),
        row(
            "spread",
            format!(
                "standard deviation σ {:.3}, σ/mean {}, Gini {}",
                report.erase_std_dev,
                decimals(report.erase_cv, 3),
                decimals(report.erase_gini, 3)
            ),
        ),
        row("lifetime", report.lifetime_host_pages.map_or(NONE.into(), |n| format!("{} host pages", grouped(n)))),
    ]
}

fn device(report: &Report) -> Vec<Row> {
    let used = &report.utilisation;
    let mean = |shares: &Option<Vec<f64>>| shares.as_ref().map(|s| s.iter().sum::<f64>() / s.len().max(1) as f64);
    let mut rows = vec![row("busy", percent(used.controller))];
    if used.planes.is_some() {
        rows = vec![
            row("controller busy", percent(used.controller)),
            row("channels busy", percent(mean(&used.channels))),
            row("planes busy", percent(mean(&used.planes))),
        ];
    }
    if let Some(blocked) = &report.blocked {
        let (gc, queue) = (percent(blocked.gc_fraction), percent(blocked.queue_fraction));
        rows.push(row("reads held up", format!("{gc} by GC, {queue} behind requests held up by GC")));
    }
    rows.push(row("RAM", bytes(report.ram_bytes)));
    rows
}

fn simulator(report: &Report) -> Vec<Row> {
    let speed = report.engine.page_ops_per_s.map(|n| format!("{:.1} M page operations/s", n / 1e6));
    vec![row("wall time", time(report.engine.wall_ms.map(|ms| ms * 1e6))), row("speed", speed.unwrap_or(NONE.into()))]
}

fn warnings(report: &Report) -> Vec<String> {
    let notes = |trace: &Coverage| trace.notes().into_iter().map(|note| format!("{}: {note}.", trace.file)).collect();
    let mut warnings: Vec<String> = report.trace.as_ref().map(notes).unwrap_or_default();
    if report.requests == 0 {
        warnings.push("Nothing was counted: run.warmup_requests covers every request.".into());
    }
    if report.saturated == Some(true) {
        let remedy = match report.address_mode {
            Some(_) => "a larger workload.time_scale",
            None => "a larger workload.inter_arrival_ms.mean",
        };
        warnings.push(format!(
            "Saturated: requests arrive faster than the device serves them, so response times only reflect the length of the\n\
             run. Use {remedy}, or a closed loop (workload.queue_depth)."
        ));
    }
    let broken = report.checks.iter().filter(|check| !check.holds);
    warnings
        .extend(broken.map(|check| format!("Does not add up: {}: {} ≠ {}", check.statement, check.left, check.right)));
    warnings
}

fn by_cause(total: u64, causes: &ByCause) -> String {
    let parts = causes.iter().filter_map(|(cause, n)| n.as_u64().filter(|&n| n > 0).map(|n| (cause, n)));
    let parts: Vec<String> = parts.map(|(cause, n)| format!("{} {}", words(cause), grouped(n))).collect();
    if parts.is_empty() { grouped(total) } else { format!("{} ({})", grouped(total), parts.join(", ")) }
}

/// A name of the JSON report, as it is written in a text.
fn words(name: &str) -> String {
    name.replace('_', " ").replace("gc", "GC")
}

fn decimals(value: Option<f64>, digits: usize) -> String {
    value.map_or(NONE.into(), |value| format!("{value:.digits$}"))
}

fn percent(share: Option<f64>) -> String {
    share.map_or(NONE.into(), |share| format!("{:.2} %", share * 100.0))
}

/// Nanoseconds in the unit that suits them.
fn time(ns: Option<f64>) -> String {
    let Some(ns) = ns else { return NONE.into() };
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "µs")];
    match units.into_iter().find(|(unit, _)| ns >= *unit) {
        Some((unit, name)) => format!("{:.3} {name}", ns / unit),
        None => format!("{ns:.0} ns"),
    }
}

fn bytes(bytes: u64) -> String {
    let units = [(30, "GiB"), (20, "MiB"), (10, "KiB")];
    match units.into_iter().find(|(power, _)| bytes >> power > 0) {
        Some((power, name)) => format!("{:.1} {name}", bytes as f64 / (1u64 << power) as f64),
        None => format!("{bytes} bytes"),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::metrics::run;
    use serde_json::json;

    #[test]
    fn each_response_time_stands_by_its_name() {
        let document = json!({ "device": { "preset": "toy" }, "workload": { "requests": 10 } });
        let mut report = run::report(&Experiment::new(&document, &[]).unwrap(), None).unwrap();
        let means =
            [&mut report.mean_response_ns, &mut report.read_mean_response_ns, &mut report.write_mean_response_ns];
        means.into_iter().zip([1.0, 2.0, 3.0]).for_each(|(mean, ns)| *mean = Some(ns));
        let of_rank = [
            &mut report.p50_ns,
            &mut report.p75_ns,
            &mut report.p90_ns,
            &mut report.p95_ns,
            &mut report.p99_ns,
            &mut report.p999_ns,
            &mut report.p9999_ns,
            &mut report.max_ns,
        ];
        of_rank.into_iter().zip(4..).for_each(|(response, ns)| *response = Some(ns));
        let told = [
            ("mean", 1),
            ("mean of reads", 2),
            ("mean of writes", 3),
            ("p50", 4),
            ("p90", 6),
            ("p99", 8),
            ("p99.9", 9),
            ("p99.99", 10),
            ("longest", 11),
        ];
        assert_eq!(response(&report), told.map(|(name, ns)| row(name, format!("{ns} ns"))));
    }

    #[test]
    fn figures_have_fitting_units() {
        assert_eq!(time(Some(1_350_000.0)), "1.350 ms");
        assert_eq!(time(Some(130_900.0)), "130.900 µs");
        assert_eq!((time(Some(7.0)), time(None)), ("7 ns".into(), "–".into()));
        assert_eq!((bytes(2 << 20), bytes(80)), ("2.0 MiB".into(), "80 bytes".into()));
        assert_eq!(percent(Some(0.125)), "12.50 %");
    }
}
