//! How a paper was read: what it leaves open, the other readings, and what each does to all of its claims.

use super::drawn::{Drawn, sign, text};
use super::html::{escaped, section, table};
use crate::figures::readings;
use crate::figures::readings::reading::Reading;
use serde_json::Value;

pub(super) fn section_of(paper: &str, drawn: &[&Drawn<'_>]) -> String {
    let mut open: Vec<(&str, &str)> = Vec::new();
    for one in drawn.iter().flat_map(|one| one.figure.left_open()) {
        if !open.contains(&one) {
            open.push(one);
        }
    }
    let item =
        |(open, chosen): &(&str, &str)| format!("<div><dt>{}</dt><dd>{}</dd></div>", escaped(open), escaped(chosen));
    let assumptions: String = open.iter().map(item).collect();
    let others = readings::of(paper);
    let each: String = others.iter().map(described).collect();
    let readings = if others.is_empty() {
        "<p>No other reading of this paper is carried out.</p>".into()
    } else {
        let words = "Each is one set of settings for the whole paper. A reading whose own settings rest on no publication, or only in part, is marked as assumed here: it is our choice, and not the paper\u{2019}s. What a reading does not set is as in our own.";
        format!("<h3>Other readings</h3>\n<p>{}</p>\n<dl>{each}</dl>\n{}", escaped(words), outcomes(others, drawn))
    };
    section(
        "How the paper was read",
        &format!("<h3>What it leaves open, and what was chosen</h3>\n<dl>{assumptions}</dl>\n{readings}"),
    )
}

fn described(reading: &Reading) -> String {
    let Reading { id, name, reason, basis, source, .. } = reading;
    let lead = basis.lead();
    let basis = if basis.words().is_empty() { String::new() } else { format!(" ({})", basis.words()) };
    format!(
        "<div><dt>{}</dt><dd>{}<br>{}{}<br><code>{}</code></dd></div>",
        escaped(&format!("{id}: {name}{basis}")),
        escaped(reason),
        lead,
        escaped(source),
        escaped(&reading.changes())
    )
}

/// A row a claim, a column a reading: losses beside gains.
fn outcomes(others: &[Reading], drawn: &[&Drawn<'_>]) -> String {
    let columns: Vec<&str> =
        ["claim", "as read here"].into_iter().chain(others.iter().map(|reading| reading.id)).collect();
    let row = |claim: &Value| -> Vec<String> {
        let by = |reading: &Reading| {
            let found = claim["readings"].as_array().into_iter().flatten().find(|one| text(one, "id") == reading.id);
            sign(found.unwrap_or(&Value::Null)).to_string()
        };
        let first = [escaped(text(claim, "id")), sign(claim).into()];
        first.into_iter().chain(others.iter().map(by)).collect()
    };
    let rows: Vec<Vec<String>> = drawn.iter().flat_map(|one| one.claims()).map(row).collect();
    let legend = "What each does to all claims; \u{2713} holds, \u{2715} does not, \u{2013} was not carried out. A reading without effect comes to the same printed numbers as what is read here, and is no second witness.";
    format!("<p>{}</p>{}", escaped(legend), table(&columns, &rows))
}
