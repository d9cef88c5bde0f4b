//! A computed figure for people: a table a metric, then the claims.

use super::columns::right_aligned;
use crate::base::text::{grouped, tied};
use crate::figures::figure::Figure;
use crate::figures::judging::claim::{Findings, Judged};
use crate::figures::judging::condition::Finding;
use crate::figures::metric::Metric;
use crate::figures::outcome::Outcome;
use crate::figures::plan::Plan;
use crate::figures::readings::paper::Contradiction;
use crate::figures::readings::reading::Reading;
use crate::figures::table::Place;
use crate::figures::verdict::Judgement;

/// What stands for a number that does not apply.
const NONE: &str = "–";
/// What marks a time of a point whose requests came faster than they could be served, as the page marks it too.
const SATURATED: &str = "*";

/// `outcome` in aligned lines.
pub(super) fn text(outcome: &Outcome<'_>) -> String {
    let Plan { figure, seeds, .. } = outcome.table.plan;
    let mut text = format!("{}: {}\n  {}\n  {}\n", figure.id, figure.title, figure.source(), figure.what);
    text.push_str(&sizes(outcome.table.plan));
    for (panel, drawn) in figure.panels.iter().enumerate() {
        for &metric in figure.metrics {
            let unit = if metric.unit().is_empty() { String::new() } else { format!(", {}", metric.unit()) };
            let title = if drawn.title.is_empty() { String::new() } else { format!("{}: ", drawn.title) };
            text.push_str(&format!("\n  {title}{}{unit}{}\n", metric.title(), median_of(seeds)));
            text.push_str(&right_aligned(&rows(outcome, panel, metric)));
        }
    }
    if text.contains(SATURATED) {
        text.push_str(&format!("\n  {SATURATED} saturated: requests arrived faster than they could be served\n"));
    }
    text.push('\n');
    text.extend(outcome.claims.iter().map(claim));
    text.push_str(&readings(outcome.table.plan));
    text.push_str(&left_open(figure));
    text
}

/// In which other ways the paper can be read, and why.
fn readings(plan: &Plan) -> String {
    let items = plan.readings.iter().map(|reading| {
        let Reading { id, name, reason, basis, source, .. } = reading;
        let lead = basis.lead();
        let basis = if basis.words().is_empty() { String::new() } else { format!(" ({})", basis.words()) };
        format!("    {id}: {name}{basis}\n      {reason}\n      {lead}{source}\n      set    {}\n", reading.changes())
    });
    let text: String = items.collect();
    if text.is_empty() { text } else { format!("\n  Other readings\n{text}") }
}

/// What the paper leaves unspecified, and what was chosen.
fn left_open(figure: &Figure) -> String {
    let items = figure.left_open().map(|(open, chosen)| format!("    {open}\n      → {chosen}\n"));
    let text: String = items.collect();
    if text.is_empty() { text } else { format!("\n  The paper does not specify → chosen here\n{text}") }
}

fn median_of(seeds: &[u64]) -> String {
    if seeds.len() == 1 { String::new() } else { format!(" (median of {} seeds)", seeds.len()) }
}

fn rows(outcome: &Outcome<'_>, panel: usize, metric: Metric) -> Vec<Vec<String>> {
    let Plan { figure, xs, .. } = outcome.table.plan;
    let head = std::iter::once(figure.x.name).chain(figure.systems.iter().map(|system| system.title));
    let row = |(x_index, &x): (usize, &f64)| {
        let place = |system| Place { panel, system, x_index };
        let cells = (0..figure.systems.len()).map(|system| cell(outcome, place(system), metric));
        std::iter::once(figure.x.label(x)).chain(cells).collect()
    };
    std::iter::once(head.map(String::from).collect()).chain(xs.iter().enumerate().map(row)).collect()
}

fn cell(outcome: &Outcome<'_>, place: Place, metric: Metric) -> String {
    let is_saturated = metric.unit() == "ms" && outcome.table.saturated(place) == Some(true);
    let mark = if is_saturated { SATURATED } else { "" };
    match outcome.table.value(place, metric).map(|value| value / metric.per_unit()) {
        None => NONE.into(),
        Some(value) if metric.decimals() == 0 => grouped(value.round() as u64),
        Some(value) => format!("{mark}{value:.*}", metric.decimals()),
    }
}

/// How much smaller its experiments are than at full size.
fn sizes(plan: &Plan) -> String {
    let told = plan.scaled().map(|(by, fields)| format!("  sizes divided by {by}: {}\n", fields.join(", ")));
    told.unwrap_or_default()
}

fn claim(judged: &Judged<'_>) -> String {
    let found = judged.found().unwrap_or_default();
    let measured = found.iter().map(|finding| signed(finding));
    [
        format!("  {} {}: {}\n", judged.claim.id, judged.verdict_words(), tied(judged.claim.statement)),
        lines("claimed", judged.claimed()),
        lines("bounds", judged.claim.bounds_words(judged.figure()).into_iter().collect()),
        lines("measured", measured.collect()),
        judged.read().map(|(reading, findings)| read(reading, findings, judged.ours())).collect(),
        judged.contradicted().iter().map(contradicted).collect(),
        lines("proof", judged.claim.proof.into_iter().flatten().map(String::from).collect()),
        lines("note", judged.note().map(String::from).into_iter().collect()),
    ]
    .concat()
}

/// What was measured, with a sign ahead of what does not hold.
fn signed(finding: &Finding) -> String {
    let sign = match finding.judgement {
        Judgement::Holds => "",
        Judgement::Fails => "✕ ",
        Judgement::NothingToJudge => "– ",
    };
    format!("{sign}{}", finding.measured)
}

/// What came of a claim by another reading: that it holds, or what does not, or that it is all as by `ours`; nothing where it was not
/// computed.
fn read(reading: &Reading, findings: &Findings, ours: &Findings) -> String {
    let words = match findings.judgement() {
        None => return String::new(),
        Some(_) if findings.is_as(ours) => vec!["no effect: the same is measured".into()],
        Some(Judgement::Holds) => vec!["holds".into()],
        Some(_) => {
            let found = findings.found().into_iter().flatten();
            found.filter(|finding| !finding.judgement.is_held()).map(signed).collect()
        }
    };
    lines(reading.id, words)
}

/// Two statements about one setting, and what is measured there.
fn contradicted((stated, found): &(&Contradiction, Option<Finding>)) -> String {
    let measured = found.iter().map(|found| format!("measured: {}", found.measured));
    let said = [Contradiction::LEAD, stated.says, stated.but, stated.setting].map(String::from);
    lines("stated", said.into_iter().chain(measured).collect())
}

/// Lines under a word.
fn lines(word: &str, lines: Vec<String>) -> String {
    let words = std::iter::once(word).chain(std::iter::repeat(""));
    words.zip(lines).map(|(word, line)| format!("      {word:8}  {}\n", tied(&line))).collect()
}

/// A list of values that are JSON text already.
pub(super) fn json_list(values: &[String]) -> String {
    format!("[\n{}\n]\n", values.join(",\n"))
}
