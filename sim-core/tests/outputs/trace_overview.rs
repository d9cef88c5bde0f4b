//! The overview of a trace equals that of another program: `overview/overview.py`, whose output for three traces is stored beside it.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use crate::support::command::{flashlab, json_of, stderr, stdout};
use serde_json::Value;
use std::fs;
use std::process::Command;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
const STORED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/outputs/overview");

/// Stored output, trace, window.
const CASES: [(&str, &str, &[&str]); 4] = [
    ("sqlite-ext4", "sqlite-ext4.csv.gz", &[]),
    ("file-churn", "file-churn.spc.gz", &[]),
    ("oltp-journal", "oltp-journal.csv.gz", &[]),
    (
        "sqlite-ext4-wal",
        "sqlite-ext4.csv.gz",
        &["--from", "15.4", "--to", "20.75", "--first", "134352896", "--end", "260000000"],
    ),
];

fn stored(name: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(format!("{STORED}/{name}.json")).unwrap()).unwrap()
}

#[test]
fn figures_are_those_of_another_program() {
    for (name, trace, window) in CASES {
        let file = format!("{ROOT}/traces/{trace}");
        let told = json_of(&flashlab(&[&["trace", "overview", &file, "--json"], window].concat()));
        let (found, expected) = (&told["overview"], stored(name));
        for (field, value) in expected.as_object().unwrap() {
            assert_eq!(&found[field], value, "{name}: {field}");
        }
        assert_eq!(found.as_object().unwrap().len(), expected.as_object().unwrap().len());
    }
}

/// Where Python is at hand, what is stored is what the program says today.
#[test]
fn what_is_stored_is_what_the_other_program_says() {
    if Command::new("python3").arg("--version").output().is_err() {
        return;
    }
    for (name, trace, window) in CASES {
        let mut program = Command::new("python3");
        program.arg(format!("{STORED}/overview.py")).arg(format!("{ROOT}/traces/{trace}")).args(window);
        let output = program.output().unwrap();
        assert!(output.status.success(), "{name}: {}", stderr(&output));
        assert_eq!(serde_json::from_slice::<Value>(&output.stdout).unwrap(), stored(name), "{name}");
    }
}

#[test]
fn a_person_reads_it_in_lines_and_wrong_windows_are_refused() {
    let file = format!("{ROOT}/traces/sqlite-ext4.csv.gz");
    let told = flashlab(&["trace", "overview", &file]);
    let text = stdout(&told);
    for said in [
        "requests    12\u{202f}044",
        "sequential  ",
        "where most requests begin",
        "other pages between two accesses of a page",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    let refused = |window: &[&str]| stderr(&flashlab(&[&["trace", "overview", &file], window].concat())).to_owned();
    assert_eq!(refused(&["--from", "2", "--to", "2"]), "flashlab: --from must be before --to\n");
    assert_eq!(refused(&["--first", "8192", "--end", "512"]), "flashlab: --first must be below --end\n");
    assert_eq!(
        refused(&["--from", "2s"]),
        "flashlab: --from 2s: not a number of seconds, such as 12.5, with nine decimals at most\n"
    );
}
