//! Sweeps as a user carries them out: in shards, on all cores, stopped and taken up again.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use crate::support::command::{Folder, assert_refused, flashlab, flashlab_in, json_of, stderr, stdout};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::fs::read_to_string;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const DEVICE: &str =
    r#"{ "device": { "logical_bytes": 8388608, "over_provisioning": 0.25 }, "workload": { "requests": 300 } }"#;
const POLICIES: [&str; 4] = [
    "--policy=Page: ftl.kind=page",
    "--policy=DFTL: ftl.kind=dftl",
    "--policy=FAST: ftl.kind=fast",
    "--policy=C-lash: ftl.kind=clash ftl.p_pages=64",
];
const RATIOS: &str = "--vary=workload.write_ratio=0.2:0.8:0.3";

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.file("small.json", DEVICE);
    folder
}

/// `flashlab sweep small.json` with two policies over three ratios of writes.
fn small(folder: &Folder, more: &[&str]) -> Output {
    let arguments = ["sweep", "small.json", POLICIES[0], POLICIES[2], RATIOS];
    flashlab_in(folder, &[&arguments[..], more].concat(), "")
}

fn content(folder: &Folder, name: &str) -> String {
    read_to_string(folder.0.join(name)).unwrap()
}

#[test]
fn shards_merged_are_the_whole_to_the_last_byte() {
    let folder = folder("shards");
    let whole = small(&folder, &["--json"]);
    for shard in ["1/3", "2/3", "3/3"] {
        let part = small(&folder, &["--json", "--shard", shard]);
        folder.file(&format!("{}.json", &shard[..1]), stdout(&part));
        assert_eq!(json_of(&part)["points"].as_array().unwrap().len(), 2);
    }
    let merge = |more: &[&str]| flashlab_in(&folder, &[&["merge", "3.json", "1.json", "2.json"], more].concat(), "");
    assert_eq!(stdout(&merge(&["--json"])), stdout(&whole));
    assert_eq!(stdout(&merge(&["--csv"])), stdout(&small(&folder, &["--csv"])));
    assert_eq!(stdout(&merge(&[])), stdout(&small(&folder, &[])));
    assert_eq!(stdout(&small(&folder, &["--json", "--jobs", "1"])), stdout(&whole));
    folder.file("whole.json", stdout(&whole));
    assert_eq!(stdout(&flashlab_in(&folder, &["merge", "whole.json", "--json"], "")), stdout(&whole));

    let refused = |parts: &[&str]| flashlab_in(&folder, &[&["merge"], parts].concat(), "");
    let gap = "1.json, 3.json: point 1 and 1 more are not there; expected in shard 2/3";
    assert_refused(&refused(&["1.json", "3.json"]), gap);
    let twice = "whole.json: point 0 stands in 1.json already, expected in one of them";
    assert_refused(&refused(&["1.json", "whole.json"]), twice);
    assert_refused(&refused(&[]), "merge needs files: flashlab merge PART...");
    assert!(stderr(&refused(&["4.json"])).starts_with("flashlab: 4.json: the part cannot be read: No such file"));
}

#[test]
fn a_point_is_the_run_of_its_settings() {
    let folder = folder("point");
    let swept = json_of(&small(&folder, &["--json"]));
    let settings = json!({ "policy": "FAST", "workload.write_ratio": 0.5 });
    assert_eq!((&swept["points"][4]["settings"], &swept["sweep"]["count"]), (&settings, &json!(6)));
    let arguments = ["run", "small.json", "--set=ftl.kind=fast", "--set=workload.write_ratio=0.5", "--json"];
    let mut report = json_of(&flashlab_in(&folder, &arguments, ""));
    report.as_object_mut().unwrap().shift_remove("engine");
    assert_eq!(swept["points"][4]["report"], report);
}

#[test]
fn a_saved_sweep_is_the_same_sweep() {
    let folder = folder("saved");
    let policy = |title: &str, kind: &str| json!({ "title": title, "set": { "ftl.kind": kind } });
    let axes = json!([
        { "policies": [policy("Page", "page"), policy("FAST", "fast")] },
        { "path": "workload.write_ratio", "values": [0.2, 0.5, 0.8] },
    ]);
    let experiment: Value = serde_json::from_str(DEVICE).unwrap();
    folder.file("sweep.json", &json!({ "version": 1, "experiment": experiment, "axes": axes }).to_string());
    let saved = |more: &[&str]| flashlab_in(&folder, &[&["sweep", "--sweep", "sweep.json"], more].concat(), "");
    assert_eq!(stdout(&saved(&["--json"])), stdout(&small(&folder, &["--json"])));
    let set = ["--json", "--set", "run.seed=2"];
    assert_eq!(stdout(&saved(&set)), stdout(&small(&folder, &set)));
    assert_refused(&saved(&["--vary", "run.seed=1,2"]), "--vary: --sweep sweep.json already says what varies");
    assert_refused(&saved(&["x.json"]), "x.json: --sweep sweep.json already has an experiment");
}

#[test]
fn points_that_cannot_be_run_do_not_stop_the_others() {
    let folder = folder("refused");
    let sweep = |more: &[&str]| {
        let arguments =
            ["sweep", "small.json", "--set=ftl.gc.low=5", "--vary=ftl.kind=page,fast", "--vary=ftl.gc.low=1,2"];
        flashlab_in(&folder, &[&arguments[..4], more].concat(), "")
    };
    // Another layer leaves behind what was said about this one.
    let kinds = json_of(&sweep(&["--json"]));
    assert!(kinds["points"].as_array().unwrap().iter().all(|point| point["report"].is_object()));
    let swept = json_of(&sweep(&["--vary=ftl.gc.high=1,7", "--json"]));
    let refused: Vec<&Value> = swept["points"].as_array().unwrap().iter().map(|point| &point["refused"]).collect();
    assert_eq!(refused[2], &json!("ftl.gc.high: no such field; it belongs to ftl.kind page, dftl, cftl"));
    assert!(refused[0].as_str().unwrap().starts_with("ftl.gc.high") && refused[1].is_null(), "{refused:?}");
    let csv = sweep(&["--vary=ftl.gc.high=1,7", "--csv"]);
    assert!(
        stdout(&csv)
            .lines()
            .nth(4)
            .unwrap()
            .ends_with(",\"ftl.gc.high: no such field; it belongs to ftl.kind page, dftl, cftl\"")
    );
    let text = sweep(&["--vary=ftl.gc.high=1,7"]);
    assert!(stdout(&text).contains("refused at ftl.kind fast, ftl.gc.high 1, and 1 more: ftl.gc.high: no such field"));
}

#[test]
fn arguments_that_cannot_be_used_are_named() {
    let sweep = |more: &[&str]| flashlab(&[&["sweep"], more].concat());
    assert_refused(
        &sweep(&[]),
        "nothing varies: give --vary PATH=VALUES, --policy \"TITLE: PATH=VALUE …\" or --sweep FILE",
    );
    let form = "not PATH=VALUES, such as workload.write_ratio=0:1:0.1 or ftl.kind=page,dftl";
    assert_refused(&sweep(&["--vary", "run.seed"]), &format!("--vary run.seed: {form}"));
    assert_refused(
        &sweep(&["--vary", "run.seed=1:2"]),
        "--vary run.seed=1:2: a range is from:to:step, three numbers such as 0:1:0.1",
    );
    assert_refused(&sweep(&["--vary", "run.sede=1,2"]), "run.sede: no such field; did you mean run.seed?");
    let form = "not \"TITLE: PATH=VALUE …\", such as \"DFTL: ftl.kind=dftl\"";
    assert_refused(&sweep(&["--policy", "ftl.kind=page"]), &format!("--policy ftl.kind=page: {form}"));
    let nothing = "axes[0].policies[0].set.ftl: {} is not a value, or an object with at least one";
    assert_refused(&sweep(&["--policy", "A: ftl={}"]), nothing);
    let vary = "--vary=run.seed=1,2";
    let shards = "not i/n, such as 1/3, 2/3 and 3/3 for three shards";
    assert_refused(&sweep(&[vary, "--shard", "0/3"]), &format!("--shard 0/3: {shards}"));
    assert_refused(&sweep(&[vary, "--jobs", "0"]), "--jobs 0: not a whole number of at least 1");
    assert_refused(&sweep(&[vary, "--csv", "--json"]), "--csv and --json: choose one format");
    assert_refused(
        &sweep(&[vary, "--set", "run.seed=-1"]),
        "run.seed: -1 is not a whole number from 0 to 9007199254740991",
    );
    assert_refused(&sweep(&[vary, "--set", "seed"]), "--set seed: not PATH=VALUE, such as ftl.gc.policy=fifo");
    let many = sweep(&["--vary=run.seed=1:2000:1", "--vary=workload.requests=1:2000:1"]);
    assert_refused(&many, "axes: 2000 × 2000 points are too many; 1000000 at most");
}

/// The line of a point with the checksum that its results have, as `sweep/json.rs` defines it.
fn signed(first_line: &str, line: &str) -> String {
    let head: Value = serde_json::from_str(first_line).unwrap();
    let (unsigned, _) = line.split_once(",\"sha256\":").unwrap();
    let outcome = &unsigned[unsigned.find("\"report\":").unwrap()..];
    let index = &unsigned["{\"index\":".len()..unsigned.find(',').unwrap()];
    let digest = Sha256::digest(format!("{} {index} {outcome}", head["sweep"]["id"].as_str().unwrap()));
    let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{unsigned},\"sha256\":\"{digits}\"}}")
}

#[test]
fn a_sweep_goes_on_from_what_was_kept() {
    let folder = folder("keep");
    let whole = small(&folder, &["--json"]);
    let kept = |more: &[&str]| small(&folder, &[&["--json", "--keep", "kept"], more].concat());
    stdout(&kept(&["--shard", "2/2"]));
    let half = content(&folder, "kept");
    assert_eq!(half.lines().count(), 1 + 3);
    // A line that was cut off, and a point that shows that it was not run again.
    let (first, points) = half.split_once('\n').unwrap();
    let (second, others) = points.split_once('\n').unwrap();
    let changed = signed(first, &second.replacen("\"requests\":300", "\"requests\":301", 1));
    let others = others.trim_end();
    folder.file("kept", &format!("{first}\n{changed}\n{}", &others[..others.len() - 9]));
    let again = kept(&[]);
    assert_eq!(stdout(&again).replacen(&changed, second, 1), stdout(&whole));
    assert_ne!(stdout(&again), stdout(&whole));
    let full = content(&folder, "kept");
    assert_eq!(full.lines().count(), 1 + 6);
    assert_eq!(stdout(&flashlab_in(&folder, &["merge", "kept", "--json"], "")), stdout(&again));
    assert_eq!(stdout(&kept(&[])), stdout(&again));
    assert_eq!(content(&folder, "kept"), full);
    // The first line may have been cut off too.
    folder.file("kept", &full[..40]);
    assert_eq!(stdout(&kept(&[])), stdout(&whole));
}

#[test]
fn points_are_kept_in_a_file_of_their_own() {
    let folder = folder("own");
    let keep = |file: &str, more: &[&str]| small(&folder, &[&["--keep", file], more].concat());
    stdout(&keep("kept", &[]));
    let before = content(&folder, "kept");
    let other = "kept: it has points of another sweep: run.seed is not stated, expected 2; the file is unchanged, --keep needs one of its own";
    assert_refused(&keep("kept", &["--set", "run.seed=2"]), other);
    assert_eq!(content(&folder, "kept"), before);
    assert_refused(
        &keep("small.json", &[]),
        "--keep small.json: this is read by this command; give --keep another name",
    );
    folder.file("other.json", "{}");
    let document = keep("other.json", &[]);
    assert!(stderr(&document).starts_with("flashlab: other.json: not the results of a sweep: missing field `sweep`"));
    assert_eq!(document.status.code(), Some(2));
    assert_eq!(content(&folder, "small.json"), DEVICE);
    folder.file("whole.json", stdout(&small(&folder, &["--json"])));
    assert!(stderr(&keep("whole.json", &[])).contains("not one per line"));
    assert!(
        stderr(&keep("no/such/folder", &[])).starts_with("flashlab: no/such/folder: points cannot be kept there: ")
    );
}

/// A sweep of runs of which each takes some tenths of a second, kept in `kept`.
fn long(folder: &Folder) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_flashlab"));
    let arguments = ["sweep", "small.json", "--vary=run.seed=1:6:1", "--jobs=1", "--keep=kept", "--json"];
    command.args(arguments).args(["--set", "workload.requests=400000"]).current_dir(&folder.0);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Waits until `lines` lines are kept.
fn wait_for(folder: &Folder, lines: usize) {
    let begun = Instant::now();
    while read_to_string(folder.0.join("kept")).map_or(0, |text| text.lines().count()) < lines {
        assert!(begun.elapsed() < Duration::from_secs(120), "nothing is kept");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_sweep_that_was_killed_goes_on() {
    let folder = folder("kill");
    let mut child: Child = long(&folder).spawn().unwrap();
    wait_for(&folder, 2);
    child.kill().unwrap();
    child.wait().unwrap();
    let before = content(&folder, "kept");
    assert!(before.lines().count() < 7, "it was done before it could be killed");
    let again = long(&folder).output().unwrap();
    assert!(content(&folder, "kept").starts_with(&before[..=before.rfind('\n').unwrap()]));
    std::fs::remove_file(folder.0.join("kept")).unwrap();
    assert_eq!(stdout(&again), stdout(&long(&folder).output().unwrap()));
}

#[test]
fn one_process_at_a_time_has_the_file() {
    let folder = folder("lock");
    let mut child: Child = long(&folder).args(["--set", "workload.requests=1000000000"]).spawn().unwrap();
    wait_for(&folder, 1);
    let before = content(&folder, "kept");
    let second = long(&folder).args(["--set", "workload.requests=1000000000"]).output().unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert_refused(&second, "kept: another process is writing points there; give --keep another file");
    assert_eq!(content(&folder, "kept"), before);
}

#[test]
fn points_that_two_processes_kept_are_one() {
    let folder = folder("twice");
    let kept = || small(&folder, &["--json", "--keep", "kept", "--jobs", "1"]);
    let whole = kept();
    let once = content(&folder, "kept");
    let second = once.lines().nth(1).unwrap();
    folder.file("kept", &format!("{once}{second}\n"));
    assert_eq!(stdout(&kept()), stdout(&whole));
    assert_eq!(stdout(&flashlab_in(&folder, &["merge", "kept", "--json"], "")), stdout(&whole));
    let other = second.replacen("\"requests\":300", "\"requests\":301", 1);
    folder.file("kept", &format!("{once}{}\n", signed(once.lines().next().unwrap(), &other)));
    assert_refused(&kept(), "kept: point 0 stands there twice with other results, expected once");
    // What was changed by mistake, or by hand, is neither gone on from nor merged.
    folder.file("kept", &once.replacen(second, &other, 1));
    for output in [kept(), flashlab_in(&folder, &["merge", "kept"], "")] {
        assert!(stderr(&output).starts_with("flashlab: kept: point 0 has the sha256 "), "{}", stderr(&output));
        assert!(output.status.code() == Some(2) && stderr(&output).ends_with(": it was changed\n"));
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_sweep_prints_nothing_and_stops_within_a_run() {
    let folder = folder("interrupt");
    let child = long(&folder).args(["--set", "workload.requests=1000000000"]).spawn().unwrap();
    wait_for(&folder, 1);
    std::thread::sleep(Duration::from_millis(200));
    let begun = Instant::now();
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(5));
    assert_eq!((output.status.code(), stderr(&output)), (Some(1), "flashlab: interrupted\n"));
    assert!(output.stdout.is_empty());
    assert_eq!(content(&folder, "kept").lines().count(), 1);
}

#[test]
fn a_trace_is_known_by_its_content() {
    let folder = folder("trace");
    let trace = |sectors: u32| format!("0,0,2048,w,0.0\n1,4,2048,w,0.001\n1,{sectors},2048,r,0.002\n");
    folder.file("a.spc", &trace(8));
    let sweep = |more: &[&str]| {
        let arguments = ["sweep", "small.json", "--trace=a.spc", "--vary=workload.device=0,1,9", "--json"];
        flashlab_in(&folder, &[&arguments[..], more].concat(), "")
    };
    let swept = json_of(&sweep(&["--keep", "kept"]));
    let requests: Vec<&Value> = (0..3).map(|point| &swept["points"][point]["report"]["requests"]).collect();
    assert_eq!(requests, [&json!(1), &json!(2), &Value::Null]);
    assert!(swept["points"][2]["refused"].as_str().unwrap().contains("no requests of device 9"));
    assert_eq!(swept["sweep"]["trace_sha256"].as_str().map(str::len), Some(64));
    folder.file("a.spc", &trace(12));
    let other = sweep(&["--keep", "kept"]);
    assert!(stderr(&other).starts_with("flashlab: kept: it has points of another sweep: trace_sha256 is "));
    assert_eq!(other.status.code(), Some(2));
    let missing = flashlab_in(&folder, &["sweep", "--trace=b.spc", "--vary=run.seed=1,2"], "");
    assert!(stderr(&missing).starts_with("flashlab: b.spc: the trace cannot be read: "));
}

#[test]
fn a_trace_is_known_by_where_its_journal_is() {
    let folder = folder("journal");
    folder.file("a.spc", "0,0,2048,w,0.0\n0,4,2048,w,0.001\n");
    let sweep = |more: &[&str]| {
        let arguments = ["sweep", "small.json", "--trace=a.spc", "--vary=run.seed=1,2"];
        flashlab_in(&folder, &[&arguments[..], more].concat(), "")
    };
    let head = |output: &Output| json_of(output)["sweep"].clone();
    let without = head(&sweep(&["--json"]));
    assert_eq!(without["trace_journal"], Value::Null);
    folder.file("a.spc.json", r#"{ "journal": { "first_byte": 4096, "bytes": 512 } }"#);
    let half = sweep(&["--json", "--keep=kept", "--shard=1/2"]);
    assert_eq!(head(&half)["trace_journal"], json!({ "first_byte": 4096, "bytes": 512 }));
    assert_ne!(head(&half)["id"], without["id"]);
    folder.file("1.json", stdout(&half));
    folder.file("a.spc.json", r#"{ "journal": { "first_byte": 0, "bytes": 512 } }"#);
    let what = "trace_journal is {\"first_byte\":0,\"bytes\":512}, expected {\"first_byte\":4096,\"bytes\":512}";
    folder.file("2.json", stdout(&sweep(&["--json", "--shard=2/2"])));
    let merged = flashlab_in(&folder, &["merge", "1.json", "2.json"], "");
    assert_refused(&merged, &format!("2.json: it is of another sweep than 1.json: {what}"));
    assert!(
        stderr(&sweep(&["--keep=kept"]))
            .starts_with("flashlab: kept: it has points of another sweep: trace_journal is ")
    );
}

#[test]
fn a_trace_may_come_in_by_a_change() {
    let folder = folder("change");
    let trace = |sectors: u32| format!("0,0,2048,w,0.0\n0,4,2048,w,0.001\n0,{sectors},2048,r,0.002\n");
    folder.file("a.spc", &trace(8));
    let set = json!({ "workload.kind": "trace", "workload.file": "a.spc" });
    let device = json!({ "logical_bytes": 8_388_608, "over_provisioning": 0.25 });
    let changes = json!({ "changes": [{ "request": 20, "set": set }] });
    folder
        .file("changed.json", &json!({ "device": device, "workload": { "requests": 40 }, "run": changes }).to_string());
    let sweep =
        || json_of(&flashlab_in(&folder, &["sweep", "changed.json", "--vary=ftl.kind=page,fast", "--json"], ""));
    let swept = sweep();
    for (point, kind) in ["page", "fast"].into_iter().enumerate() {
        let set = format!("--set=ftl.kind={kind}");
        let mut report = json_of(&flashlab_in(&folder, &["run", "changed.json", &set, "--json"], ""));
        report.as_object_mut().unwrap().shift_remove("engine");
        assert_eq!(report["requests"], 23);
        assert_eq!(swept["points"][point]["report"], report);
    }
    folder.file("a.spc", &trace(12));
    assert_ne!(sweep()["sweep"]["id"], swept["sweep"]["id"]);
}

#[test]
fn two_settings_at_twenty_values_with_four_policies() {
    let folder = folder("large");
    let sweep = |more: &[&str]| {
        let arguments = ["sweep", "small.json", "--set=workload.requests=100"];
        let varied = ["--vary=workload.request_pages=1,4", "--vary=workload.write_ratio=0.05:1:0.05"];
        flashlab_in(&folder, &[&arguments[..], &POLICIES, &varied, more].concat(), "")
    };
    let swept = sweep(&["--json"]);
    let document = json_of(&swept);
    let points = document["points"].as_array().unwrap();
    assert_eq!(points.len(), 160);
    assert!(points.iter().all(|point| point["report"]["requests"] == 100), "a point was refused");
    let last = json!({ "policy": "C-lash", "workload.request_pages": 4, "workload.write_ratio": 1 });
    assert_eq!(points[159]["settings"], last);
    assert_eq!(points[159]["report"]["experiment"]["ftl"]["p_pages"], 64);
    assert_eq!(stdout(&sweep(&["--json", "--jobs", "3"])), stdout(&swept));
    assert_eq!(stdout(&sweep(&["--csv"])).lines().count(), 161);
}
