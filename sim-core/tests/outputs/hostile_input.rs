//! Documents and names that mislead: what they say twice, what they put where something else belongs, what they would do to a terminal.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use crate::support::command::{Folder, assert_refused, flashlab, flashlab_in, stderr};

fn refused(document: &str, line: &str) {
    let folder = Folder::new("hostile");
    folder.file("e.json", document);
    assert_refused(&flashlab_in(&folder, &["run", "e.json"], ""), &format!("e.json: {line}"));
    assert_refused(&flashlab_in(&folder, &["run", "-"], document), &format!("standard input: {line}"));
}

#[test]
fn a_field_that_stands_twice_is_refused() {
    refused(
        r#"{"ftl": {"kind": "dftl", "kind": "fast"}}"#,
        "not a JSON document: the field \"kind\" stands twice in one object at line 1 column 31",
    );
}

#[test]
fn a_section_is_an_object() {
    refused(r#"{"device": 5}"#, "device: 5 is not an object with fields such as device.preset");
    refused(r#"{"ftl": {"gc": null}}"#, "ftl.gc: null is not an object with fields such as ftl.gc.policy");
    refused("[1]", "an experiment is a JSON object, but this is [1]");
}

#[test]
fn an_error_names_the_file_in_which_it_is_to_be_mended() {
    let low = "ftl.gc.low: -1 is not a whole number from 1 to 1000000";
    refused(r#"{"ftl": {"gc": {"low": -1}}}"#, low);
    let folder = Folder::new("located");
    folder.file("e.json", r#"{"device": {"preset": "toy"}}"#);
    folder.file("s.json", r#"{"version": 1, "experiment": {"ftl": {"gc": {"low": -1}}}, "axes": [{"path": "ftl.gc.high", "values": [3]}]}"#);
    folder.file("a.json", r#"{"version": 1, "experiment": {}, "axes": [{"path": "ftl.gc.hgih", "values": [3]}]}"#);
    assert_refused(&flashlab_in(&folder, &["run", "e.json", "--set", "ftl.gc.low=-1"], ""), low);
    assert_refused(&flashlab_in(&folder, &["sweep", "--sweep", "s.json"], ""), &format!("s.json: {low}"));
    let unknown = "ftl.gc.hgih: no such field; did you mean ftl.gc.high?";
    assert_refused(&flashlab_in(&folder, &["sweep", "--sweep", "a.json"], ""), &format!("a.json: {unknown}"));
    assert_refused(&flashlab_in(&folder, &["sweep", "e.json", "--vary", "ftl.gc.hgih=3"], ""), unknown);
}

#[test]
fn what_was_probably_meant_is_told() {
    let set = |assignment: &str| {
        let output = flashlab(&["run", "--set", assignment]);
        assert_eq!(output.status.code(), Some(2));
        stderr(&output).trim_end().trim_start_matches("flashlab: ").to_owned()
    };
    assert_eq!(set("policy=fifo"), "policy: no such field; did you mean ftl.gc.policy?");
    assert_eq!(set("logical_bytes=1"), "logical_bytes: no such field; did you mean device.logical_bytes?");
    assert_eq!(set("ftl.cmt_bytes=1"), "ftl.cmt_bytes: no such field; it belongs to ftl.kind dftl");
    assert!(set("ftl.kind=pge").ends_with("; did you mean \"page\"?"));
    assert!(set("ftl.gc.policy=gredy").ends_with("; did you mean \"greedy\"?"));
    assert!(set("device.preset=tyo").ends_with("; did you mean \"toy\"?"));
    assert_eq!(set("colour=blue"), "colour: no such field");
    assert!(stderr(&flashlab(&["rnu"])).ends_with("; did you mean run?\n"));
    assert!(stderr(&flashlab(&["run", "--jsno"])).ends_with("; did you mean --json?\n"));
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    for arguments in [["run", "a\u{1b}[31m\u{7}.json"], ["trace", "a\u{1b}[31m\u{9b}.csv"], ["a\u{1b}[2J", "b"]] {
        let output = flashlab(&arguments);
        let said = stderr(&output);
        assert!(said.contains("a\\u{1b}["), "{said}");
        assert!(!said.chars().any(|c| c.is_control() && c != '\n'), "{said:?}");
    }
}
