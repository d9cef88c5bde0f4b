//! All claims at a glance, a row each, and what the words in it mean.

use super::claims;
use super::drawn::{Drawn, text};
use super::html::{escaped, list, section, table};
use crate::figures::json::claim::Number;
use crate::figures::saturation;

/// Every claim in a row.
pub(super) fn of(drawn: &[&Drawn<'_>]) -> String {
    let rows: Vec<Vec<String>> = drawn
        .iter()
        .flat_map(|one| {
            one.claims().map(move |claim| {
                let id = text(claim, "id");
                let numbers = claims::numbers(one, id);
                let beside =
                    |number: &Number| format!("{}: in the paper {}; here {}", number.what, number.paper, number.ours);
                vec![
                    format!("<a href=\"#{id}\">{id}</a>"),
                    format!("{}<br><small>{}</small>", escaped(text(claim, "statement")), escaped(one.figure.place)),
                    format!("<b>{}</b>", escaped(&claims::verdict_words(claim))),
                    list(&numbers.iter().map(beside).collect::<Vec<_>>()),
                ]
            })
        })
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    let table = table(&["", "claim", "verdict", "the paper\u{2019}s numbers, and ours as read here"], &rows);
    section("Claims", &format!("{table}{}", definitions(drawn)))
}

/// What a crossing is.
const CROSSING: &str =
    "A crossing is where straight lines between neighbouring points of two curves meet, on the axes as drawn.";

/// Of what claims are judged by, what a reader may not know by its name: said where it is first used.
fn definitions(drawn: &[&Drawn<'_>]) -> String {
    let conditions = drawn.iter().flat_map(|one| one.figure.claims).flat_map(|claim| claim.conditions);
    let mut told: Vec<&str> = Vec::new();
    for definition in conditions.filter_map(|condition| condition.metric.definition()) {
        if !told.contains(&definition) {
            told.push(definition);
        }
    }
    let crosses = drawn.iter().flat_map(|one| one.claims()).any(|claim| text(claim, "measured").contains("cross"));
    told.extend(crosses.then_some(CROSSING));
    let saturated =
        drawn.iter().flat_map(|one| one.claims()).any(|claim| text(claim, "measured").contains("saturated"));
    told.extend(saturated.then_some(saturation::DEFINITION));
    if told.is_empty() { String::new() } else { format!("<p>{}</p>\n", escaped(&told.join(" "))) }
}
