//! What tests of the command line share: running `flashlab` in a folder of its own.

#![allow(clippy::unwrap_used)]

use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// Runs `flashlab` in `folder`, with `input` on standard input.
pub fn flashlab_in(folder: &Folder, arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_flashlab"))
        .args(arguments)
        .current_dir(&folder.0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A command that refuses its arguments does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// Runs `flashlab` where there are no files.
pub fn flashlab(arguments: &[&str]) -> Output {
    flashlab_in(&Folder::new("none"), arguments, "")
}

/// What was printed; the command must have succeeded.
pub fn stdout(output: &Output) -> &str {
    assert_eq!(output.status.code(), Some(0), "{}", stderr(output));
    std::str::from_utf8(&output.stdout).unwrap()
}

/// The same, read as JSON.
pub fn json_of(output: &Output) -> Value {
    serde_json::from_str(stdout(output)).unwrap()
}

/// What was said beside it.
pub fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

/// Asserts that arguments are refused as unusable with this one line.
pub fn assert_refused(output: &Output, line: &str) {
    assert_eq!((output.status.code(), stderr(output)), (Some(2), format!("flashlab: {line}\n").as_str()));
    assert!(output.stdout.is_empty(), "results were printed all the same");
}

/// A folder of its own for a test, gone afterwards.
pub struct Folder(pub PathBuf);

impl Folder {
    /// An empty one.
    pub fn new(name: &str) -> Self {
        let unique = format!("flashlab-cli-{}-{name}-{:?}", std::process::id(), std::thread::current().id());
        let path = std::env::temp_dir().join(unique);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Writes a file into it.
    pub fn file(&self, name: &str, content: &str) {
        std::fs::write(self.0.join(name), content).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
