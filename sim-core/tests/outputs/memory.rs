//! Memory that is refused: a sentence and a failure, not a backtrace.
#![cfg(all(feature = "cli", unix))]
#![allow(clippy::unwrap_used)]

use std::process::Command;

#[test]
fn a_limit_on_memory_ends_a_run_with_a_sentence() {
    // The mapping table alone takes more than the shell allows.
    let run = "ulimit -v 600000; exec \"$0\" run --set device.logical_bytes=400000000000";
    let output = Command::new("sh").args(["-c", run, env!("CARGO_BIN_EXE_flashlab")]).output().unwrap();
    let said = std::str::from_utf8(&output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.starts_with("flashlab: not enough memory: ") && said.contains("device.logical_bytes"), "{said}");
    assert_eq!((said.lines().count(), output.stdout.len()), (1, 0), "{said}");
}
