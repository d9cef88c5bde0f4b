//! The claims of a figure, each with everything that is to be known of it.

use super::drawn::{Drawn, sign, text};
use super::html::{escaped, list, section, table};
use crate::figures::condition::Condition;
use crate::figures::json::claim::Number;
use crate::figures::numbers;
use crate::figures::readings::basis::Basis;
use crate::figures::saturation;
use serde_json::Value;

/// A figure with its claims.
pub(super) fn figure(drawn: &Drawn<'_>, firmness: &[Value]) -> String {
    let figure = drawn.figure;
    let claims: String = drawn.claims().map(|one| claim(drawn, one, firmness)).collect();
    let claims = if claims.is_empty() { "<p>No claim is judged by it.</p>\n".into() } else { claims };
    let heading = format!("{}: {}", figure.place, figure.title);
    section(&heading, &format!("<p>{}</p>\n{claims}", escaped(figure.what)))
}

fn claim(drawn: &Drawn<'_>, claim: &Value, firmness: &[Value]) -> String {
    let id = text(claim, "id");
    let firm = firmness.iter().find(|one| text(one, "claim") == id);
    let parts = [
        format!(
            "<h3>{id}: {}</h3>\n<p class=\"verdict\">{}</p>\n",
            escaped(text(claim, "statement")),
            escaped(&verdict_words(claim))
        ),
        numbers_table(&numbers(drawn, id)),
        asked(drawn, claim),
        bounds(claim),
        readings(claim),
        contradictions(claim),
        proof(claim),
        firm.map(firm_words).unwrap_or_default(),
        paragraph(to_know(drawn), text(claim, "note")),
    ];
    format!("<div class=\"claim\" id=\"{id}\">\n{}</div>\n", parts.concat())
}

/// Notes tell of the full size.
fn to_know(drawn: &Drawn<'_>) -> &'static str {
    if drawn.result["settings"]["quick"] == true { "To know, of the full size." } else { "To know." }
}

/// The paper's numbers of a claim, each beside ours.
pub(super) fn numbers(drawn: &Drawn<'_>, claim: &str) -> Vec<Number> {
    numbers::of(drawn.figure, claim, &drawn.result["series"])
}

/// `reproduced under B (assumed here)`, `reproduced under F, R (F in part assumed here)`, `ours, not the paper's: reproduced`
pub(super) fn verdict_words(claim: &Value) -> String {
    let whose = if claim["is_ours"] == true { "ours, not the paper\u{2019}s: " } else { "" };
    format!("{whose}{}", came_words(claim))
}

fn came_words(claim: &Value) -> String {
    match text(claim, "verdict") {
        "reproduced-under" => format!("reproduced under {}", holding(claim)),
        "not-reproduced" => "not reproduced".into(),
        "not-tested" => "not tested".into(),
        "" if text(claim, "judgement") == "nothing-to-judge" => {
            "nothing to judge as read here; other readings not carried out".into()
        }
        "" if claim["held"] == false => "not as read here; other readings not carried out".into(),
        "" => "not computed".into(),
        word => word.into(),
    }
}

/// By which other readings it holds, and which of them rest on what was assumed here.
fn holding(claim: &Value) -> String {
    let holding: Vec<&Value> = each(claim, "readings").filter(|one| one["held"] == true).collect();
    let ids = |of: &[&Value]| of.iter().map(|one| text(one, "id")).collect::<Vec<_>>().join(", ");
    let assumed = [Basis::Partly, Basis::Assumed].map(Basis::words).into_iter().filter_map(|words| {
        let so: Vec<&Value> = holding.iter().copied().filter(|one| basis_of(one) == words).collect();
        match so.len() {
            0 => None,
            all if all == holding.len() => Some(words.to_string()),
            _ => Some(format!("{} {words}", ids(&so))),
        }
    });
    let assumed: Vec<String> = assumed.collect();
    let of_what = if assumed.is_empty() { String::new() } else { format!(" ({})", assumed.join(", ")) };
    format!("{}{of_what}", ids(&holding))
}

fn each<'a>(claim: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    claim[key].as_array().into_iter().flatten()
}

fn numbers_table(numbers: &[Number]) -> String {
    if numbers.is_empty() {
        return String::new();
    }
    let row = |number: &Number| [&number.what, &number.paper, &number.ours].map(|cell| escaped(cell)).to_vec();
    table(&["quantity", "the paper", "ours, as read here"], &numbers.iter().map(row).collect::<Vec<_>>())
}

/// What was asked and what was measured, inequality by inequality; times of a queue that only grows are marked.
fn asked(drawn: &Drawn<'_>, claim: &Value) -> String {
    let parts = |key: &str| -> Vec<String> {
        text(claim, key).split("; ").filter(|part| !part.is_empty()).map(String::from).collect()
    };
    let (asked, measured) = (parts("claimed"), parts("measured"));
    if asked.is_empty() {
        return String::new();
    }
    let marks: Vec<&Value> = each(claim, "marks").collect();
    let known = drawn.figure.claims.iter().find(|known| known.id == text(claim, "id"));
    let conditions: Vec<&Condition> =
        known.into_iter().flat_map(|known| known.conditions).filter(|condition| condition.is_asked()).collect();
    let saturated = |at: usize| {
        let condition = conditions.get(at)?;
        saturation::of_condition(drawn.figure, condition, &drawn.result["series"]).map(|words| format!(" ({words})"))
    };
    let row = |(at, words): (usize, &String)| {
        let mark = marks.get(at).copied().unwrap_or(&Value::Null);
        vec![
            sign(mark).into(),
            escaped(words),
            measured
                .get(at)
                .map(|words| escaped(&format!("{words}{}", saturated(at).unwrap_or_default())))
                .unwrap_or_default(),
        ]
    };
    let rows: Vec<Vec<String>> = asked.iter().enumerate().map(row).collect();
    let beside = measured.get(asked.len()..).filter(|rest| !rest.is_empty());
    let beside = beside.map(|rest| format!("<p>Also measured: {}</p>", escaped(&rest.join("; ")))).unwrap_or_default();
    format!("{}{beside}", table(&["", "asked", "measured"], &rows))
}

/// Whose bounds these are.
fn bounds(claim: &Value) -> String {
    let words = text(claim, "bounds");
    if words.is_empty() { String::new() } else { format!("<p>{}</p>\n", escaped(words)) }
}

fn readings(claim: &Value) -> String {
    let row = |one: &Value| {
        vec![
            sign(one).into(),
            escaped(&named(one)),
            if one["no_effect"] == true { "the same".into() } else { measured(one) },
        ]
    };
    let rows: Vec<Vec<String>> = each(claim, "readings").filter(|one| !one["held"].is_null()).map(row).collect();
    if rows.is_empty() { String::new() } else { table(&["", "other reading", "measured"], &rows) }
}

/// `B, requests in bursts of 4 (assumed here)`
fn named(one: &Value) -> String {
    let name = format!("{}, {}", text(one, "id"), text(one, "name"));
    match basis_of(one) {
        "" => name,
        words => format!("{name} ({words})"),
    }
}

/// What a reading rests on, where that is not all published.
fn basis_of(reading: &Value) -> &'static str {
    serde_json::from_value::<Basis>(reading["basis"].clone()).map_or("", Basis::words)
}

fn measured(one: &Value) -> String {
    list(&text(one, "measured").split("; ").map(String::from).collect::<Vec<_>>())
}

fn contradictions(claim: &Value) -> String {
    let told = |one: &Value| {
        let lead = format!("{} The paper says:", text(one, "setting"));
        format!(
            "{}{}{}",
            paragraph(text(one, "lead"), &lead),
            list(&[text(one, "says").to_string(), text(one, "but").to_string()]),
            paragraph("Measured there:", text(one, "measured"))
        )
    };
    each(claim, "contradictions").map(told).collect()
}

fn proof(claim: &Value) -> String {
    let lines: Vec<&str> = each(claim, "proof").filter_map(Value::as_str).collect();
    paragraph("It cannot be.", &lines.join(" "))
}

/// How firm it is, by choice.
fn firm_words(firm: &Value) -> String {
    let choices: Vec<String> =
        each(firm, "choices").map(|one| format!("{}: {}", text(one, "title"), text(one, "words"))).collect();
    let pair = text(&firm["pair"], "words");
    let items: Vec<String> = choices.into_iter().chain((!pair.is_empty()).then(|| pair.to_string())).collect();
    format!(
        "{}{}<p><small>{}</small></p>\n",
        paragraph("How firm.", text(firm, "words")),
        list(&items),
        escaped(text(firm, "command"))
    )
}

fn paragraph(lead: &str, words: &str) -> String {
    if words.is_empty() { String::new() } else { format!("<p><b>{lead}</b> {}</p>\n", escaped(words)) }
}
