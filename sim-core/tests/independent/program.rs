//! A program of this folder, started once for all cases.

use super::draw::Case;
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/independent");

/// What the program `name` counts for each of `cases`; `None` where there is no Python.
pub(super) fn counts(name: &str, cases: &[Case]) -> Option<Vec<Value>> {
    let mut python = Command::new("python3");
    python.arg("-B").arg(format!("{FOLDER}/{name}")).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut program = python.spawn().ok()?;
    let input = Value::from_iter(cases.iter().map(Case::document)).to_string();
    let mut stdin = program.stdin.take().unwrap();
    // It may begin to answer before it has read all.
    let writer = thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = program.wait_with_output().unwrap();
    assert!(output.status.success(), "{name} failed");
    writer.join().unwrap().unwrap();
    Some(serde_json::from_slice(&output.stdout).unwrap())
}
