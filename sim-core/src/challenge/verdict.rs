//! What is said of an entry on the board.

use super::board::{Row, Run, Standing, refusal};
use super::document::Challenge;
use crate::base::text::count;

/// How many policies are named.
const NAMED: usize = 2;

/// What is to be said of `row`, which is one of `rows`.
pub(super) fn verdict(challenge: &Challenge, rows: &[Row], row: &Row, run: &Run) -> String {
    match row.standing {
        Standing::Waiting => String::new(),
        Standing::Refused => match refusal(run) {
            Some(why) => format!("cannot take part: {why}"),
            None => format!("cannot take part: it has no {}", challenge.minimise.title),
        },
        Standing::OverLimit => over_limit(challenge, row),
        Standing::Ranked => ranked(challenge, rows, row),
    }
}

fn over_limit(challenge: &Challenge, row: &Row) -> String {
    let broken = challenge.limits.iter().zip(&row.limits).filter(|(_, limit)| limit.holds == Some(false));
    let told = broken.map(|(limit, found)| format!("{} {}; expected at {}", found.title, found.shown, limit.text()));
    format!("over the limit: {}", told.collect::<Vec<_>>().join("; "))
}

fn ranked(challenge: &Challenge, rows: &[Row], row: &Row) -> String {
    let goal = row.reaches.map(|reaches| if reaches { "reaches the goal" } else { "misses the goal" });
    let beside = if row.entry.policy.is_known() { None } else { against_known(rows, row) };
    let told: Vec<String> = goal.map(String::from).into_iter().chain(beside).collect();
    debug_assert!(challenge.target.is_some() == row.reaches.is_some());
    told.join(", ")
}

/// How a formula stands to the known policies; none while one of them still runs, or where there are none.
fn against_known(rows: &[Row], row: &Row) -> Option<String> {
    let known = || rows.iter().filter(|other| other.entry.policy.is_known());
    let rivals: Vec<&Row> = known().filter(|other| other.standing == Standing::Ranked).collect();
    if rivals.is_empty() || known().any(|other| other.standing == Standing::Waiting) {
        return None;
    }
    let spread = row.spread.as_ref()?;
    let of = |other: &Row| other.spread.clone();
    let ahead: Vec<&str> = rivals
        .iter()
        .filter(|other| of(other).is_some_and(|other| other.mean < spread.mean))
        .map(|other| other.entry.name.as_str())
        .collect();
    let equal = rivals.iter().find(|other| other.values == row.values);
    let wins = |other: &&Row| other.values.iter().zip(&row.values).all(|(theirs, own)| own < theirs);
    Some(match (ahead.len(), equal) {
        (0, Some(other)) => format!("level with {}, which no known policy beats", other.entry.name),
        (_, Some(other)) => format!("level with {}", other.entry.name),
        (0, None) if rivals.iter().all(|other| of(other).is_some_and(|other| spread.most < other.least)) => {
            "beats every known policy: its worst seed is better than their best".into()
        }
        (0, None) if rivals.iter().all(wins) => {
            format!("beats every known policy on each of {}", count(row.values.len() as u64, "seed"))
        }
        (0, None) => "beats every known policy on average, not on each seed".into(),
        (behind, None) if behind <= NAMED => format!("behind {}", ahead.join(" and ")),
        (behind, None) => format!("behind {} of {} known policies", behind, rivals.len()),
    })
}
