//! A challenge's board for people and for programs.

use super::columns::{aligned, right_aligned};
use crate::challenge::board::{Board, Row};
use crate::challenge::document::Challenge;
use crate::challenge::entry::{Formula, Policy};
use crate::challenge::ready;
use serde_json::{Value, json};

/// What stands for a figure that there is not.
const NONE: &str = "–";

/// A line of a file, counted from 1, that is no entry, and why.
pub(super) struct Refused {
    pub(super) line: usize,
    pub(super) why: String,
}

/// `board` in aligned lines.
pub(super) fn text(challenge: &Challenge, board: &Board) -> String {
    let Challenge { title, about, minimise, .. } = challenge;
    let head = ["", "mean", "least", "most"].map(String::from).to_vec();
    let limits = challenge.limits.iter().map(|limit| limit.metric.title.to_owned());
    let mut rows: Vec<Vec<String>> = vec![head.into_iter().chain(limits).chain(["".into()]).collect()];
    rows.extend(board.rows.iter().map(figures));
    let told: Vec<[String; 3]> = board.rows.iter().map(words).collect();
    let table = right_aligned(&rows);
    let mut lines = table.lines();
    let about = if about.is_empty() { String::new() } else { format!("  {about}\n") };
    let mut text = format!("{title}\n{about}  {}.\n\n  {}\n", challenge.goal(), minimise.title);
    text += &format!("{}\n", lines.next().unwrap_or_default().trim_end());
    for (figures, words) in lines.zip(aligned(&told).lines()) {
        text += &format!("{}{words}\n", figures.trim_end());
    }
    text
}

/// Place and figures.
fn figures(row: &Row) -> Vec<String> {
    let place = row.place.map_or(NONE.into(), |place| format!("{place}."));
    let shown = row.spread.as_ref().map(|spread| spread.shown.clone());
    let [least, mean, most] = shown.unwrap_or_else(|| [NONE; 3].map(String::from));
    let limits = row.limits.iter().map(|limit| match limit.shown.as_str() {
        "" => NONE.to_owned(),
        shown => shown.to_owned(),
    });
    [place, mean, least, most].into_iter().chain(limits).collect()
}

/// Who it is, what it chooses by, what is said of it.
fn words(row: &Row) -> [String; 3] {
    let formula = match &row.entry.policy {
        Policy::Known(_) => String::new(),
        Policy::Formula(Formula { text, k, by_page }) => {
            let k = k.map(|k| format!("  k = {k}")).unwrap_or_default();
            format!("{}{k}{}", text.replace(char::is_control, " "), if *by_page { "  by page" } else { "" })
        }
    };
    let claim = row.checked.as_ref().map(|checked| match checked.equal {
        true => format!("claim: {}", checked.text),
        false => format!("CLAIM DISAGREES: {}", checked.text),
    });
    let said: Vec<String> = claim.into_iter().chain([row.verdict.clone()]).filter(|part| !part.is_empty()).collect();
    [row.entry.name.clone(), formula, said.join("; ")]
}

/// `board` as JSON, with the lines that were not taken.
pub(super) fn json(challenge: &Challenge, board: &Board, refused: &[Refused]) -> String {
    let refused: Vec<Value> = refused.iter().map(|line| json!({ "line": line.line, "why": line.why })).collect();
    let board =
        json!({ "challenge": challenge.to_json(), "goal": challenge.goal(), "rows": board.rows, "refused": refused });
    format!("{board:#}\n")
}

/// The challenges that come along.
pub(super) fn list() -> String {
    let rows = challenges().map(|(name, challenge)| [name.to_owned(), challenge.title.clone(), challenge.goal()]);
    aligned(&rows.collect::<Vec<_>>())
}

/// The same, each as its document, by name.
pub(super) fn documents() -> Value {
    let documents = challenges().map(|(name, challenge)| (name.to_owned(), challenge.to_json()));
    Value::Object(documents.collect())
}

fn challenges() -> impl Iterator<Item = (&'static str, Challenge)> {
    ready::names().into_iter().filter_map(|name| Some((name, ready::ready(name)?)))
}
