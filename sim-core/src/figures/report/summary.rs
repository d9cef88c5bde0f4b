//! The outcome in a few sentences: how many claims came out how, and what they were carried out with.

use super::drawn::{Drawn, text};
use super::html::{escaped, section};
use crate::base::text::listed;
use crate::figures::readings;
use serde_json::Value;

/// How many claims came out how, what it was carried out with.
pub(super) fn of(paper: &str, drawn: &[&Drawn<'_>]) -> String {
    let (own, papers): (Vec<&Value>, Vec<&Value>) =
        drawn.iter().flat_map(|one| one.claims()).partition(|claim| claim["is_ours"] == true);
    let verdicts: Vec<&str> = papers.iter().map(|claim| text(claim, "verdict")).collect();
    let count = |word: &str| verdicts.iter().filter(|verdict| **verdict == word).count();
    let named = |word: &str, words: &str| (count(word) > 0).then(|| format!("{} {words}", count(word)));
    let parts: Vec<String> = [
        named("reproduced", "reproduced as read here"),
        named("reproduced-under", "reproduced under another reading only"),
        named("not-reproduced", "not reproduced"),
        named("impossible", "shown to be impossible"),
        named("not-tested", "not tested"),
        named("", "not decided by the runs made so far"),
    ]
    .into_iter()
    .flatten()
    .collect();
    let total = verdicts.len();
    let claims = if total == 1 { "claim" } else { "claims" };
    let tally =
        if total == 0 { "No claims are judged.".into() } else { format!("Of {total} {claims}: {}.", parts.join(", ")) };
    let ids: Vec<&str> = papers.iter().map(|claim| text(claim, "id")).collect();
    let chosen = readings::chosen(&[paper], &ids).unwrap_or_default();
    let lines =
        [(" class=\"tally\"", tally), ("", at_once(&papers)), ("", chosen), ("", beside(&own)), ("", size(drawn))];
    let told = lines.iter().filter(|(_, line)| !line.is_empty());
    let body: String = told.map(|(class, line)| format!("<p{class}>{}</p>", escaped(line))).collect();
    section("Outcome", &body)
}

/// How many of the claims hold by one reading, where not all that hold by some do: `No single reading reproduces more than five: F (C1, C2, C3, C6, C8).`
fn at_once(claims: &[&Value]) -> String {
    let holding = |claim: &Value| -> Vec<String> {
        let others = claim["readings"].as_array().into_iter().flatten();
        let named = others.map(|one| (text(one, "id"), one));
        let all = [("our own", claim)].into_iter().chain(named);
        all.filter(|(_, one)| one["held"] == true).map(|(id, _)| id.to_string()).collect()
    };
    let held: Vec<(Vec<String>, &str)> = claims.iter().map(|claim| (holding(claim), text(claim, "id"))).collect();
    let by_some = held.iter().filter(|(readings, _)| !readings.is_empty()).count();
    let pairs = held.iter().flat_map(|(readings, id)| readings.iter().map(|reading| (reading.clone(), *id)));
    let mut by_reading = grouped(pairs);
    let most = by_reading.iter().map(|(_, ids)| ids.len()).max().unwrap_or_default();
    if most == by_some {
        return String::new();
    }
    by_reading.retain(|(_, ids)| ids.len() == most);
    let told: Vec<String> =
        by_reading.into_iter().map(|(reading, ids)| format!("{reading} ({})", ids.join(", "))).collect();
    format!("No single reading reproduces more than {most}: {}.", told.join("; "))
}

/// What is no claim of the paper, and so is not counted.
fn beside(own: &[&Value]) -> String {
    let ids: Vec<String> = own.iter().map(|claim| text(claim, "id").into()).collect();
    match ids.len() {
        0 => String::new(),
        1 => format!("Not counted: {}, which is ours, not the paper\u{2019}s.", ids[0]),
        _ => format!("Not counted: {}, which are ours, not the paper\u{2019}s.", listed(&ids)),
    }
}

/// At which size, with which version.
fn size(drawn: &[&Drawn<'_>]) -> String {
    let sizes = grouped(drawn.iter().map(|one| (at_size(one), (extent(one), one.figure.id))));
    let told: Vec<String> = sizes.into_iter().map(|(size, figures)| format!("{size} ({})", extents(figures))).collect();
    let quick = drawn.iter().any(|one| one.result["settings"]["quick"] == true);
    let open =
        if quick { " Other readings are for the full size: what is open there may be decided by it." } else { "" };
    format!("Carried out {}.{open}", listed(&told))
}

/// `quick by flashlab 0.1.1`
fn at_size(one: &Drawn<'_>) -> String {
    let settings = &one.result["settings"];
    let size = if settings["quick"] == true { "quick" } else { "at full size" };
    format!("{size} by flashlab {}", text(settings, "version"))
}

/// `sizes divided by 4, one seed`
fn extent(one: &Drawn<'_>) -> String {
    let settings = &one.result["settings"];
    let seeds = match settings["seeds"].as_array().map_or(0, Vec::len) {
        1 => "one seed".into(),
        seeds => format!("the median of {seeds} seeds"),
    };
    match (settings["quick"] == true, settings["divided"]["by"].as_u64()) {
        (false, _) => seeds,
        (true, None) => format!("only the points that the claims take, {seeds}"),
        (true, Some(by)) => format!("sizes divided by {by}, {seeds}"),
    }
}

/// Each once; where there are several, with the figures that they are of.
fn extents(figures: Vec<(String, &str)>) -> String {
    let each = grouped(figures.into_iter());
    let is_one = each.len() == 1;
    let told =
        |(extent, ids): (String, Vec<&str>)| if is_one { extent } else { format!("{extent}: {}", ids.join(", ")) };
    each.into_iter().map(told).collect::<Vec<_>>().join("; ")
}

/// The values of each key, in the order in which keys come first.
fn grouped<T>(pairs: impl Iterator<Item = (String, T)>) -> Vec<(String, Vec<T>)> {
    let mut groups: Vec<(String, Vec<T>)> = Vec::new();
    for (key, value) in pairs {
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, values)) => values.push(value),
            None => groups.push((key, vec![value])),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_holds_by_different_readings_only_is_told_as_that() {
        let claim = |id: &str, own: bool, [f, r]: [bool; 2]| json!({ "id": id, "held": own, "readings": [{ "id": "F", "held": f }, { "id": "R", "held": r }] });
        let told = |claims: &[Value]| at_once(&claims.iter().collect::<Vec<_>>());
        let three =
            [claim("C1", true, [true, false]), claim("C2", false, [true, false]), claim("C3", false, [false, true])];
        assert_eq!(told(&three), "No single reading reproduces more than 2: F (C1, C2).");
        assert_eq!(told(&three[..2]), "", "F reproduces all that is");
        assert_eq!(told(&three[1..]), "No single reading reproduces more than 1: F (C2); R (C3).");
        assert_eq!(told(&[]), "");
    }
}
