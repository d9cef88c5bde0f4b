//! Files that the command line writes: what it refuses to write over, and that a file is there whole or not at all.
#![cfg(all(feature = "cli", unix))]
#![allow(clippy::unwrap_used)]

// What runs commands is shared; not all of it is needed here.
#[allow(dead_code)]
use crate::support::command::{Folder, assert_refused, flashlab_in, stderr, stdout};
use std::fs;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

const TOY: &str = r#"{ "device": { "preset": "toy" } }"#;
const TRACE: &str = "0,0,2048,w,0.0\n0,4,2048,w,0.001\n0,0,2048,r,0.002\n";
const KEPT: &str = "what was there before\n";

/// A folder with an experiment and a trace, and everything that is no plain file.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    let path = |name: &str| folder.0.join(name);
    folder.file("toy.json", TOY);
    folder.file("a.spc", TRACE);
    folder.file("plain", KEPT);
    fs::create_dir(path("folder")).unwrap();
    symlink("plain", path("link")).unwrap();
    symlink("nowhere", path("dangling")).unwrap();
    fs::hard_link(path("toy.json"), path("toy-too")).unwrap();
    fs::hard_link(path("a.spc"), path("trace-too")).unwrap();
    UnixListener::bind(path("socket")).unwrap();
    assert!(Command::new("mkfifo").arg(path("pipe")).status().unwrap().success());
    // Devices are made by root alone.
    let _ = Command::new("mknod").arg(path("device")).args(["c", "1", "3"]).stderr(Stdio::null()).status();
    folder
}

/// All that is in a folder, with what it is and holds.
fn content(folder: &Folder) -> Vec<String> {
    let mut found: Vec<String> = fs::read_dir(&folder.0)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let metadata = fs::symlink_metadata(&path).unwrap();
            let text = if metadata.is_file() { fs::read_to_string(&path).unwrap() } else { String::new() };
            format!("{}: {:?}, inode {}, {text}", path.display(), metadata.file_type(), metadata.ino())
        })
        .collect();
    found.sort();
    found
}

fn refusals(option: &str) -> Vec<(&'static str, String)> {
    let expected = "expected a new name or a plain file";
    vec![
        ("folder", format!("{option} folder: this is a folder; {expected}")),
        ("folder/", format!("{option} folder/: this is not the name of a file; {expected}")),
        ("", format!("{option} : this is not the name of a file; {expected}")),
        ("pipe", format!("{option} pipe: this is a named pipe; {expected}")),
        ("socket", format!("{option} socket: this is a socket; {expected}")),
        ("link", format!("{option} link: this is a symbolic link to plain; {expected}, such as plain itself")),
        (
            "dangling",
            format!("{option} dangling: this is a symbolic link to nowhere; {expected}, such as nowhere itself"),
        ),
        ("toy.json", format!("{option} toy.json: this is read by this command; give {option} another name")),
        (
            "./toy-too",
            format!(
                "{option} ./toy-too: this is the same file as toy.json, which is read by this command; give {option} another name"
            ),
        ),
        ("a.spc", format!("{option} a.spc: this is read by this command; give {option} another name")),
        (
            "trace-too",
            format!(
                "{option} trace-too: this is the same file as a.spc, which is read by this command; give {option} another name"
            ),
        ),
    ]
}

fn assert_all_refused(folder: &Folder, option: &str, command: impl Fn(&str) -> Output) {
    let before = content(folder);
    for (name, line) in refusals(option) {
        assert_refused(&command(name), &line);
    }
    if fs::symlink_metadata(folder.0.join("device")).is_ok_and(|device| device.file_type().is_char_device()) {
        let line = format!("{option} device: this is a character device; expected a new name or a plain file");
        assert_refused(&command("device"), &line);
    }
    assert_eq!(content(folder), before);
}

#[test]
fn a_log_is_written_over_nothing_but_a_plain_file() {
    let folder = folder("out");
    let log = |name: &str| flashlab_in(&folder, &["log", "toy.json", "--trace", "a.spc", &format!("--out={name}")], "");
    assert_all_refused(&folder, "--out", log);
    let from_stdin = Command::new(env!("CARGO_BIN_EXE_flashlab"))
        .args(["log", "-", "--out", "toy-too"])
        .current_dir(&folder.0)
        .stdin(fs::File::open(folder.0.join("toy.json")).unwrap())
        .output()
        .unwrap();
    let same = "--out toy-too: this is the same file as standard input, which is read by this command; give --out another name";
    assert_refused(&from_stdin, same);

    let plain = folder.0.join("plain");
    fs::set_permissions(&plain, fs::Permissions::from_mode(0o640)).unwrap();
    stdout(&log("plain"));
    stdout(&log("./new"));
    let log = fs::read_to_string(&plain).unwrap();
    assert!(log.starts_with("op,kind,"), "{log}");
    assert_eq!(fs::read_to_string(folder.0.join("new")).unwrap(), log);
    assert_eq!(fs::metadata(&plain).unwrap().permissions().mode() & 0o777, 0o640);
    assert!(content(&folder).iter().all(|entry| !entry.contains(".part")));
}

#[test]
fn points_of_a_sweep_are_kept_in_nothing_but_a_plain_file() {
    let folder = folder("keep");
    let sweep = |name: &str| {
        let keep = format!("--keep={name}");
        flashlab_in(&folder, &["sweep", "toy.json", "--trace=a.spc", "--vary=run.seed=1,2", &keep], "")
    };
    assert_all_refused(&folder, "--keep", sweep);
    stdout(&sweep("kept"));
    assert_eq!(fs::read_to_string(folder.0.join("kept")).unwrap().lines().count(), 3);
}

#[test]
fn a_disk_that_is_full_changes_nothing_and_is_told() {
    let folder = folder("full");
    let before = content(&folder);
    // A file may have 8 blocks of 512 bytes, and no signal ends the process at more.
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" log toy.json --out plain";
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_flashlab")])
        .current_dir(&folder.0)
        .output()
        .unwrap();
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("--out plain: the file could not be written: File too large"), "{said}");
    assert!(said.contains("nothing was changed"), "{said}");
    assert_eq!(content(&folder), before);
}

#[test]
fn a_log_that_is_ended_leaves_what_was_there() {
    for signals in [&["-TERM"][..], &["-INT"], &["-INT", "-INT"]] {
        let folder = folder("ended");
        let before = content(&folder);
        let child = Command::new(env!("CARGO_BIN_EXE_flashlab"))
            .args(["log", "toy.json", "--set", "workload.requests=1000000000000", "--out", "plain"])
            .current_dir(&folder.0)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        while content(&folder).len() == before.len() {
            std::thread::sleep(Duration::from_millis(20));
        }
        for signal in signals {
            Command::new("kill").arg(signal).arg(child.id().to_string()).status().unwrap();
        }
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{signals:?}");
        assert_eq!(content(&folder), before, "{signals:?}");
    }
}
