//! `flashlab challenge`: the challenges that come along, a board, and a file of links that is ranked.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use crate::support::command::{Folder, assert_refused, flashlab, flashlab_in, json_of, stderr, stdout};
use serde_json::{Value, json};
use sim_core::ftl::gc::KINDS;

/// A small one, as somebody makes it.
fn small() -> Value {
    json!({
        "version": 1,
        "title": "Small",
        "experiment": {
            "device": { "preset": "toy", "blocks_per_plane": 16, "over_provisioning": 0.25 },
            "workload": { "kind": "hotcold", "requests": 600, "request_pages": 1, "write_ratio": 1 },
        },
        "formula": "victim",
        "minimise": "write_amplification",
        "seeds": [1, 2],
    })
}

fn board(folder: &Folder, arguments: &[&str]) -> Value {
    json_of(&flashlab_in(folder, &[&["challenge", "--json"], arguments].concat(), ""))
}

fn row<'a>(board: &'a Value, name: &str) -> &'a Value {
    let rows = board["rows"].as_array().unwrap();
    rows.iter().find(|row| row["entry"]["name"] == name).unwrap()
}

/// The link that a browser would write.
fn link(name: &str, formula: &str, result: &Value) -> String {
    let values: Vec<String> = result["values"].as_array().unwrap().iter().map(Value::to_string).collect();
    let formula = formula.replace(' ', "%20").replace('*', "%2A");
    format!(
        "https://example.org/flashlab/#v=1&challenge=zipf&name={name}&formula={formula}&values={}&reports={}",
        values.join(","),
        result["reports"].as_str().unwrap()
    )
}

#[test]
fn six_come_along_each_with_a_board_of_known_policies_that_can_be_run() {
    let listed = json_of(&flashlab(&["challenge", "--json"]));
    let names: Vec<&String> = listed.as_object().unwrap().keys().collect();
    assert_eq!(names.len(), 6);
    assert_eq!(json_of(&flashlab(&["list", "--json"]))["challenges"], listed);
    let text = stdout(&flashlab(&["challenge"])).to_owned();
    let folder = Folder::new("six");
    for name in names {
        assert!(text.contains(name.as_str()), "{name}");
        let board = board(&folder, &["--of", name]);
        let rows = board["rows"].as_array().unwrap();
        assert!(rows.iter().filter(|row| row["standing"] == "ranked").count() >= 2, "{name}");
        for row in rows {
            assert_eq!(row["values"].as_array().unwrap().len(), 5, "{name}: {row}");
            assert!(row["standing"] == "ranked" || row["standing"] == "over-limit", "{name}: {row}");
        }
    }
}

#[test]
fn a_formula_on_a_board_beats_every_known_policy_with_its_worst_seed() {
    let board = board(&Folder::new("best"), &["--of", "zipf"]);
    let best = row(&board, "Space times a root of the age");
    assert_eq!(
        (&best["place"], &best["verdict"]),
        (&json!(1), &json!("beats every known policy: its worst seed is better than their best"),)
    );
    let most = best["spread"]["most"].as_f64().unwrap();
    let known: Vec<&Value> =
        board["rows"].as_array().unwrap().iter().filter(|row| row["entry"]["policy"]["known"].is_string()).collect();
    assert_eq!(known.len(), ranked_policies().len());
    assert!(known.iter().all(|row| row["spread"]["least"].as_f64().unwrap() > most));
}

#[test]
fn the_best_known_policy_misses_nine_in_ten_and_a_formula_reaches_it() {
    let folder = Folder::new("goal");
    folder.file("two.txt", "Ada: pow(invalid, 2) * pow(age * idle, 0.4)\nBob: invalid * sqrt(age)\n");
    let board = board(&folder, &["two.txt", "--of", "ninety-ten"]);
    let reached: Vec<&Value> = board["rows"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["reaches"] == true)
        .map(|row| &row["entry"]["name"])
        .collect();
    assert_eq!(reached, ["Ada"]);
}

#[test]
fn a_file_of_links_is_run_again_ranked_and_held_against_what_was_claimed() {
    let folder = Folder::new("links");
    folder.file("plain.txt", "Ada: invalid * sqrt(age)\n");
    let plain = board(&folder, &["plain.txt", "--of", "zipf"]);
    let ada = row(&plain, "Ada");
    // What is claimed comes from the page; here a claim that is wrong tells nothing of the right digest.
    let wrong = json!({ "values": [1, 1, 1, 1, 1], "reports": "0123456789abcdef" });
    let right_values = json!({ "values": ada["values"], "reports": "0123456789abcdef" });
    let lines = [
        "# the class of today".to_owned(),
        String::new(),
        format!("Ada {}", link("Ada", "invalid * sqrt(age)", &right_values)),
        link("Bob", "invalid * idle", &wrong),
        "Cy: invalid * agee".into(),
        "https://example.org/#v=1&challenge=uniform&name=Di&formula=invalid".into(),
        "Eve: invalid".into(),
        "https://example.org/#v=1&challenge=zipf".into(),
        "nothing at all".into(),
        "Eve: invalid".into(),
    ];
    folder.file("class.txt", &lines.join("\r\n"));
    let output = flashlab_in(&folder, &["challenge", "class.txt", "--json"], "");
    assert_eq!(output.status.code(), Some(1));
    let said = stderr(&output);
    assert!(said.contains("class.txt:5: column 11: found agee, expected one of valid"), "{said}");
    assert!(said.contains("did you mean age?\n  invalid * agee\n            ^"), "{said}");
    assert!(said.contains("class.txt:6: a link of another challenge, \"No pattern at all\""), "{said}");
    assert!(said.contains("class.txt:8: a link of the challenge without a formula"), "{said}");
    assert!(said.contains("class.txt:9: expected a link, or a name, a colon and a formula"), "{said}");
    assert!(said.contains("class.txt:10: stands there already"), "{said}");
    assert!(said.contains("5 lines not taken"), "{said}");

    let board: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        board["refused"].as_array().unwrap().iter().map(|line| &line["line"]).collect::<Vec<_>>(),
        [5, 6, 8, 9, 10]
    );
    assert_eq!(row(&board, "Ada")["values"], ada["values"]);
    let ada = &row(&board, "Ada")["checked"];
    assert_eq!(
        (&ada["equal"], &ada["text"]),
        (&json!(false), &json!("the values are equal, the reports behind them are not"))
    );
    let bob = row(&board, "Bob")["checked"]["text"].as_str().unwrap();
    assert!(bob.starts_with("seed 1: 1.0 was claimed, 3."), "{bob}");
    assert_eq!(row(&board, "Eve")["checked"], Value::Null);
    assert_eq!(row(&board, "Eve")["verdict"], "level with greedy");
    let places: Vec<u64> = board["rows"].as_array().unwrap().iter().filter_map(|row| row["place"].as_u64()).collect();
    assert!(places.is_sorted() && places[0] == 1, "{places:?}");

    let text = flashlab_in(&folder, &["challenge", "class.txt"], "");
    let text = std::str::from_utf8(&text.stdout).unwrap();
    assert!(text.contains("CLAIM DISAGREES: seed 1: 1.0 was claimed"), "{text}");
    assert!(text.lines().any(|line| line.contains("Eve") && line.contains("level with greedy")), "{text}");
}

#[test]
fn a_challenge_of_ones_own_is_taken_from_its_file() {
    let folder = Folder::new("own");
    folder.file("small.json", &small().to_string());
    folder.file("one.txt", "Ada: age\n");
    let board = board(&folder, &["one.txt", "--of", "small.json"]);
    assert_eq!(board["goal"], "The lowest write amplification, as a mean over 2 seeds");
    assert_eq!(row(&board, "Ada")["values"].as_array().unwrap().len(), 2);
    assert!(row(&board, "Ada")["verdict"].as_str().unwrap().starts_with("behind"));
}

#[test]
fn what_is_no_challenge_says_where_and_what_was_expected() {
    let folder = Folder::new("refused");
    let refused = |changes: Value, line: &str| {
        let mut document = small();
        let Value::Object(changes) = changes else { unreachable!() };
        changes.into_iter().for_each(|(name, value)| document[name] = value);
        folder.file("small.json", &document.to_string());
        assert_refused(&flashlab_in(&folder, &["challenge", "--of", "small.json"], ""), &format!("small.json: {line}"));
    };
    refused(json!({ "version": 2 }), "version: 2 is not 1, the version this build reads");
    refused(json!({ "titel": "x" }), "titel: no such field; did you mean title?");
    refused(json!({ "title": "" }), "title: \"\" is not text of 1 to 80 characters in one line");
    refused(json!({ "formula": "both" }), "formula: \"both\" is not victim or buffer");
    refused(json!({ "target": -1 }), "target: -1 is not a number above 0");
    refused(json!({ "seeds": [1, 1] }), "seeds: [1,1] is not a list of 1 to 10 different whole numbers below 2^53");
    refused(
        json!({ "limits": [{ "metric": "erases", "at_most": 2, "of": "gredy" }] }),
        &format!("limits[0].of: \"gredy\" is not one of {}, or left out", ranked_policies().join(", ")),
    );
}

/// Those that stand on a board beside formulas.
fn ranked_policies() -> Vec<&'static str> {
    KINDS.iter().copied().filter(|kind| *kind != "formula").collect()
}

#[test]
fn what_is_asked_for_must_be_there() {
    let known = "uniform, ninety-ten, zipf, wear, tail, buffer";
    assert_refused(&flashlab(&["challenge", "--of", "zip"]), &format!("--of zip: neither a file nor one of {known}"));
    let folder = Folder::new("none");
    folder.file("one.txt", "Ada: age\n");
    assert_refused(
        &flashlab_in(&folder, &["challenge", "one.txt"], ""),
        &format!(
            "one.txt: no line says which challenge it is; expected a line with a link, or --of with one of {known} or a file"
        ),
    );
}
