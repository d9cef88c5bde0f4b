//! The command line as a user meets it: what it prints where, and the exit status of each kind of mistake.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use crate::support::command::{Folder, assert_refused, flashlab, flashlab_in, json_of, stderr, stdout};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::process::{Command, Stdio};

const TOY: &str = r#"{ "device": { "preset": "toy" } }"#;
const TRACE: &str = "0,0,2048,w,0.0\n0,4,2048,w,0.001\n0,0,2048,r,0.002\n0,72,4096,w,0.003\n";

#[test]
fn run_reports_for_people_and_for_programs() {
    let folder = Folder::new("run");
    folder.file("toy.json", TOY);
    let text = flashlab_in(&folder, &["run", "toy.json"], "");
    assert!(stdout(&text).contains("write amplification") && stderr(&text).is_empty());
    let report = json_of(&flashlab_in(&folder, &["run", "toy.json", "--json"], ""));
    assert_eq!(report["requests"], 400);
    assert!(report["engine"]["wall_ms"].as_f64().is_some());
    let piped = json_of(&flashlab_in(&folder, &["run", "-", "--json"], TOY));
    let without_engine = |mut report: Value| {
        report["engine"].take();
        report
    };
    assert_eq!(without_engine(piped), without_engine(report));
}

#[test]
fn set_wins_over_the_document_and_the_last_over_the_first() {
    let folder = Folder::new("set");
    folder.file("toy.json", TOY);
    let arguments = ["run", "toy.json", "--json", "--set", "workload.requests=7", "--set=workload.requests=9"];
    let report = json_of(&flashlab_in(&folder, &[&arguments[..], &["--set", "ftl.gc.policy=fifo"]].concat(), ""));
    assert_eq!((&report["requests"], &report["experiment"]["ftl"]["gc"]["policy"]), (&json!(9), &json!("fifo")));
}

#[test]
fn unusable_arguments_are_named() {
    let known = "the commands are run, sweep, merge, challenge, log, trace, figures, list, help";
    assert_refused(&flashlab(&[]), &format!("no command given; {known}"));
    assert_refused(&flashlab(&["simulate"]), &format!("simulate: unknown command; {known}"));
    assert_refused(
        &flashlab(&["run", "--jsn"]),
        "--jsn: unknown option of run; the options are --set, --trace, --operations, --format, --columns, --strict, --json; did you mean --json?",
    );
    assert_refused(&flashlab(&["run", "--set", "seed"]), "--set seed: not PATH=VALUE, such as ftl.gc.policy=fifo");
    assert_refused(&flashlab(&["run", "--trace"]), "--trace needs a value: --trace FILE");
    assert_refused(&flashlab(&["trace"]), "trace needs a file: flashlab trace FILE");
    assert_refused(&flashlab(&["list", "all"]), "all: list takes options only");
}

#[test]
fn a_formula_is_run_and_a_wrong_one_shown_with_its_place() {
    let set = ["run", "--set", "device.preset=toy", "--set", "workload.requests=300", "--json"];
    let with = |text: &str| {
        let formula = format!("ftl.gc.formula={text}");
        flashlab(&[&set[..], &["--set", "ftl.gc.policy=formula", "--set", &formula]].concat())
    };
    let by_invalid = json_of(&with("invalid * 2"));
    let greedy = json_of(&flashlab(&set));
    assert_eq!(by_invalid["counts"], greedy["counts"]);
    let refused = with("invalid * agee");
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).ends_with("did you mean age?\n  invalid * agee\n            ^\n"), "{}", stderr(&refused));
}

#[test]
fn unusable_documents_are_named_by_field_value_and_range() {
    let set = |assignment: &str| flashlab(&["run", "--set", assignment]);
    assert_refused(&set("ftl.gc.low=-1"), "ftl.gc.low: -1 is not a whole number from 1 to 1000000");
    assert_refused(&set("ftl.gc.lwo=1"), "ftl.gc.lwo: no such field; did you mean ftl.gc.low?");
    assert_refused(
        &set("run.initial_state=empty"),
        "run.initial_state: \"empty\" is not one of clean, full_seq, full_rand, dirty_alloc, partial, aged",
    );
    assert!(stderr(&set("device.over_provisioning=0")).contains("device.over_provisioning"));
    assert_eq!(set("device.over_provisioning=0").status.code(), Some(2));
    let folder = Folder::new("document");
    folder.file("bad.json", "{ \"run\": ");
    let output = flashlab_in(&folder, &["run", "bad.json"], "");
    assert!(stderr(&output).starts_with("flashlab: bad.json: not a JSON document: EOF"), "{}", stderr(&output));
    assert_eq!(output.status.code(), Some(2));
    let missing = flashlab(&["run", "missing.json"]);
    assert!(stderr(&missing).starts_with("flashlab: missing.json: the experiment cannot be read: No such file"));
    assert_eq!(missing.status.code(), Some(2));
}

#[test]
fn an_initial_state_that_cannot_be_reached_is_a_failure() {
    let toy = |setting: &str| flashlab(&["run", "--set", "device.preset=toy", "--set", setting]);
    let worn = flashlab(&[
        "run",
        "--set",
        "device.preset=toy",
        "--set",
        "device.endurance=2",
        "--set",
        "run.initial_state=full_rand",
        "--set",
        "run.overwrites=20",
    ]);
    assert_eq!(worn.status.code(), Some(1), "{}", stderr(&worn));
    assert!(stderr(&worn).starts_with("flashlab: the initial state full_rand cannot be reached"));
    let early = toy("device.endurance=5");
    assert_eq!(early.status.code(), Some(0), "how a device ends is a result");
    assert!(stderr(&early).starts_with("flashlab: the run ended early: "), "{}", stderr(&early));
}

#[test]
fn traces_are_summed_up_and_replayed() {
    let folder = Folder::new("trace");
    folder.file("a.spc", TRACE);
    let text = flashlab_in(&folder, &["trace", "a.spc"], "");
    assert!(stdout(&text).starts_with("a.spc: SPC"));
    let summary = json_of(&flashlab_in(&folder, &["trace", "a.spc", "--json"], ""));
    assert_eq!((&summary["format"], &summary["requests"]), (&json!("spc"), &json!(4)));

    let run = |more: &[&str]| {
        let arguments = ["run", "-", "--json", "--trace", "a.spc"];
        flashlab_in(&folder, &[&arguments[..], more].concat(), TOY)
    };
    let report = json_of(&run(&[]));
    assert_eq!((&report["requests"], &report["address_mode"]), (&json!(4), &json!("exact")));
    assert_eq!(json_of(&run(&["--set", "workload.requests=2"]))["requests"], 2);
    let unread = flashlab_in(&folder, &["run", "--set", "workload.kind=trace"], "");
    assert_refused(&unread, "workload.file: no trace file is named; give --trace FILE");
    assert!(stderr(&run(&["--set", "workload.device=9"])).contains("a.spc"));
    assert_eq!(flashlab_in(&folder, &["run", "--trace", "b.spc"], "").status.code(), Some(2));
}

#[test]
fn a_run_tells_what_of_its_trace_is_left_out() {
    let folder = Folder::new("left-out");
    let line = |asu: u32, at: u32| format!("{asu},0,2048,w,0.{at:03}\n");
    let good: String = (0..7).map(|at| line(at % 3, at)).collect();
    folder.file("a.spc", &format!("{good}0,0,562949953421312,w,0.5\n0,0,2048"));
    folder.file("whole.spc", TRACE);
    let bad = "1 of 9 lines could not be read and are left out; the first is line 8: Size: \"562949953421312\" is not a number of \
               bytes from 1 to 4 GiB that ends below 512 TiB (\"0,0,562949953421312,w,0.5\")";
    let cut = "line 9, the last, is cut short and is left out";
    let only = "only device 0 (ASU 0) is replayed, 3 of 7 requests; the others are 1 (ASU 1) with 2, 2 (ASU 2) with 2: \
                workload.device chooses one";
    let said: String = [bad, cut, only].iter().map(|note| format!("flashlab: a.spc: {note}\n")).collect();
    let command =
        |name: &str, more: &[&str]| flashlab_in(&folder, &[&[name, "-", "--trace", "a.spc"], more].concat(), TOY);

    let output = command("run", &["--json"]);
    assert_eq!(stderr(&output), said);
    let trace = json_of(&output)["trace"].clone();
    let device = |device: u32, requests: u32| json!({ "device": device, "label": format!("ASU {device}"), "requests": requests });
    let of_file =
        json!({ "file": "a.spc", "format": "spc", "lines": 9, "requests": 7, "ended_early": cut, "device": 0 });
    for (name, value) in of_file.as_object().unwrap() {
        assert_eq!(&trace[name], value, "{name}");
    }
    assert_eq!((&trace["bad_lines"]["count"], &trace["bad_lines"]["first"][0]["line"]), (&json!(1), &json!(8)));
    assert_eq!(trace["devices"], json!([device(0, 3), device(1, 2), device(2, 2)]));
    let other = json_of(&command("run", &["--json", "--set", "workload.device=2"]));
    let own = trace.as_object().unwrap().keys().filter(|name| trace[*name] != other["trace"][*name]);
    assert_eq!((own.collect::<Vec<_>>(), &other["requests"]), (vec![&"device".to_owned()], &json!(2)));

    let text = command("run", &[]);
    assert_eq!(stderr(&text), "");
    for note in [bad, cut, only] {
        assert!(stdout(&text).contains(&format!("\na.spc: {note}.\n")), "{}", stdout(&text));
    }
    let log = command("log", &["--out", "log.csv"]);
    assert_eq!((stdout(&log), stderr(&log)), ("", said.as_str()));
    let sweep = command("sweep", &["--vary", "run.seed=1,2", "--json"]);
    assert_eq!(stderr(&sweep), said);
    assert_eq!(json_of(&sweep)["points"][1]["report"]["trace"], trace);
    let table = command("sweep", &["--vary", "run.seed=1,2", "--csv"]);
    assert!(stderr(&table) == said && !stdout(&table).contains("trace"), "{}", stdout(&table));

    let whole = flashlab_in(&folder, &["run", "-", "--trace", "whole.spc", "--json"], TOY);
    assert_eq!((stderr(&whole), &json_of(&whole)["trace"]["ended_early"]), ("", &Value::Null));
}

#[test]
fn a_log_has_every_operation_and_is_whole_or_not_there() {
    let folder = Folder::new("log");
    folder.file("toy.json", TOY);
    folder.file("a.spc", TRACE);
    let log = |more: &[&str]| flashlab_in(&folder, &[&["log", "toy.json"], more].concat(), "");
    let csv = log(&[]);
    let lines: Vec<&str> = stdout(&csv).lines().collect();
    assert!(lines[0].starts_with("op,kind,purpose,cause,request,") && lines[1].starts_with("0,host-"));
    assert_eq!(stdout(&log(&["--csv"])), stdout(&csv));
    let part = log(&["--from", "10", "--to=12"]);
    let requests: Vec<&str> = stdout(&part).lines().skip(1).filter_map(|line| line.split(',').nth(4)).collect();
    assert_eq!((requests.first(), requests.last()), (Some(&"10"), Some(&"11")));
    let trace: Value = serde_json::from_str(stdout(&log(&["--chrome", "--trace", "a.spc"]))).unwrap();
    assert_eq!(trace["otherData"]["experiment"]["workload"]["file"], "a.spc");

    let saved = log(&["--out", "a.csv"]);
    assert_eq!((stdout(&saved), stderr(&saved)), ("", ""));
    assert_eq!(std::fs::read_to_string(folder.0.join("a.csv")).unwrap(), stdout(&csv));
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 3);

    assert_refused(&log(&["--csv", "--chrome"]), "--csv and --chrome: choose one format");
    assert_refused(&log(&["--from", "x"]), "--from x: not a request number, counted from 0");
    let empty = "--to 3: not after --from 3; the log ends just before request --to";
    assert_refused(&log(&["--from", "3", "--to", "3"]), empty);
    assert_eq!(log(&["--out", "nowhere/a.csv"]).status.code(), Some(2));
}

#[cfg(unix)]
#[test]
fn an_interrupted_log_leaves_no_file() {
    let folder = Folder::new("interrupted-log");
    let child = Command::new(env!("CARGO_BIN_EXE_flashlab"))
        .args(["log", "--set", "device.preset=toy", "--set", "workload.requests=1000000000000", "--out", "a.csv"])
        .current_dir(&folder.0)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let is_begun = || std::fs::read_dir(&folder.0).unwrap().count() == 1;
    while !is_begun() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), stderr(&output)), (Some(1), "flashlab: interrupted\n"));
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 0);
}

#[test]
fn a_trace_must_be_the_one_that_was_meant() {
    let folder = Folder::new("hash");
    folder.file("a.spc", TRACE);
    let digits: String = Sha256::digest(TRACE).iter().map(|byte| format!("{byte:02x}")).collect();
    let run = |sha256: &str| {
        let set = format!("workload.sha256={sha256}");
        flashlab_in(&folder, &["run", "--trace", "a.spc", "--set", "device.preset=toy", "--set", &set], "")
    };
    assert_eq!(run(&format!("\"{digits}\"")).status.code(), Some(0));
    let other = run(&format!("\"{}\"", "0".repeat(64)));
    assert_eq!(other.status.code(), Some(2));
    assert!(stderr(&other).contains(&digits), "{}", stderr(&other));

    folder.file("a.spc.json", &json!({ "sha256": "1".repeat(64) }).to_string());
    let beside = flashlab_in(&folder, &["trace", "a.spc"], "");
    assert_eq!(beside.status.code(), Some(2));
    assert!(stderr(&beside).contains("this is not the same file"));
    folder.file("a.spc.json", &json!({ "sha256": digits }).to_string());
    assert_eq!(flashlab_in(&folder, &["trace", "a.spc"], "").status.code(), Some(0));
}

#[test]
fn list_names_everything() {
    let listed = json_of(&flashlab(&["list", "--json"]));
    assert!(listed["presets"]["ttflash"].is_object());
    assert_eq!(listed["standins"]["notebook"]["values"]["workload.footprint_units"], 2048);
    let kinds = |section: &str| -> Vec<String> {
        listed[section].as_array().unwrap().iter().map(|entry| entry["kind"].as_str().unwrap().into()).collect()
    };
    assert!(kinds("ftl").contains(&"page".into()) && kinds("workload").contains(&"trace".into()));
    assert!(listed["formats"].as_array().unwrap().iter().any(|format| format["name"] == "msr"));
    assert!(listed["figures"].as_array().unwrap().iter().any(|figure| figure["id"] == "clash-traces"));
    let fast = listed["ftl"].as_array().unwrap().iter().find(|layer| layer["kind"] == "fast").unwrap();
    assert_eq!((&fast["traits"]["merges"], &fast["observables"]["moments"]), (&json!(true), &json!(["merge"])));
    let merge = json!({ "name": "merge", "help": "A log block is chosen to be emptied, or a merge begins." });
    assert!(listed["moments"].as_array().unwrap().contains(&merge));
    let text = flashlab(&["list"]);
    for word in [
        "ttflash",
        "ftl.gc.policy",
        "greedy, fifo",
        "Examples of buffer.formula",
        "mean_erases",
        "workload.time_scale",
        "msnfs",
        "run.seed",
        "spc",
        "clash-size",
    ] {
        assert!(stdout(&text).contains(word), "{word} is not listed");
    }
}

#[test]
fn figures_are_judged_for_people_and_for_programs() {
    let figures = json_of(&flashlab(&["figures", "C14", "clash-traces", "--json"]));
    let claim = &figures[0]["claims"][0];
    assert_eq!((figures.as_array().unwrap().len(), &claim["id"], &claim["held"]), (1, &json!("C14"), &Value::Null));
    let text = flashlab(&["figures", "clash-traces"]);
    assert!(stdout(&text).contains("C14 not tested: On three disks") && stderr(&text).is_empty());
    assert!(stdout(&text).contains("\n  The paper does not specify → chosen here\n    What happens when"));
    let table = stdout(&text)
        .split_once(
            "\nClaims: 0 of 1 reproduced, 0 under another reading, 0 not reproduced, 0 impossible, 1 not tested\n",
        )
        .unwrap()
        .1;
    assert!(table.starts_with("  C14  clash-traces  ") && table.lines().count() == 2, "{table}");
    assert!(table.contains("\n      On three disks of Financial1"), "{table}");
}

/// It is refused, with words that begin so.
fn refuses(output: &std::process::Output, beginning: &str) {
    let told = stderr(output);
    assert!(output.status.code() == Some(2) && told.starts_with(&format!("flashlab: {beginning}")), "{told}");
}

#[test]
fn figures_of_traces_take_ones_own_several_at_once_and_judge_nothing() {
    let trace = concat!(env!("CARGO_MANIFEST_DIR"), "/../traces/clash-figure-2.csv");
    let text = flashlab(&["figures", "C14", "--trace", trace, "--trace", trace]);
    let told = stdout(&text);
    assert!(told.contains("in the place of the paper's traces") && told.contains("none is judged"), "{told}");
    assert_eq!((told.matches("mean response, ms").count(), told.matches("against FAST: ").count()), (2, 4), "{told}");
    let figures = json_of(&flashlab(&["figures", "clash-traces", "--trace", trace, "--json"]));
    let figure = &figures[0];
    assert_eq!((figure["plan"]["runs"].as_array().unwrap().len(), &figure["judged"]), (4, &json!(false)));
    assert_eq!(figure["entry"]["x"]["names"][0][1], trace);
    // Of a trace of several devices the busiest is replayed, and a tenth of its requests warms the device up.
    let folder = Folder::new("figures-on-traces");
    let lines: String = (0..30).map(|n| format!("{},{},4096,w,{n}\n", n % 3 / 2, n * 8)).collect();
    folder.file("two.spc", &lines);
    let two = flashlab_in(&folder, &["figures", "C14", "--trace", "two.spc"], "");
    assert!(stdout(&two).contains("two.spc, 20 requests\n"), "{}", stdout(&two));
    let generated = flashlab(&["figures", "clash-seq", "--trace", trace]);
    refuses(&generated, "--trace: the requests of clash-seq are generated; ");
    refuses(&flashlab(&["figures", "C14", "--trace", trace, "--quick"]), "--trace: claims are not about one's own");
}

#[test]
fn a_reproduction_report_is_one_html_file() {
    let text = flashlab(&["figures", "clash-traces", "--report"]);
    let told = stdout(&text);
    assert!(told.starts_with("<!doctype html>") && told.contains("id=\"C14\""), "{told}");
    assert!(told.contains("Of 1 claim: 1 not tested.") && !told.contains("<script"), "{told}");
    refuses(&flashlab(&["figures", "C14", "--report", "--json"]), "--report is an HTML file");
    refuses(&flashlab(&["figures", "C14", "--reading", "F"]), "--reading is for --sensitivity");
    refuses(&flashlab(&["figures", "C14", "--sensitivity"]), "C14: nothing is measured for this claim");
}

#[test]
fn figures_that_there_are_not_are_named() {
    let unknown = flashlab(&["figures", "C1", "C99"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(stderr(&unknown).starts_with("flashlab: C99: unknown figure, system or claim; known are clash-seq, "));
    assert!(stderr(&unknown).ends_with("T7, T8, T9, T10, T11, O3, O1, O1-nand, O2, O4\n"));
    let jobs = flashlab(&["figures", "--jobs", "0"]);
    assert_refused(&jobs, "--jobs 0: not a whole number of at least 1");
}

#[test]
fn help_and_version() {
    assert!(stdout(&flashlab(&["--help"])).contains("flashlab run [EXPERIMENT.json]"));
    assert_eq!(stdout(&flashlab(&["help"])), stdout(&flashlab(&["--help"])));
    assert_eq!(stdout(&flashlab(&["help", "run"])), stdout(&flashlab(&["run", "--help"])));
    assert_eq!(stdout(&flashlab(&["--version"])), format!("flashlab {}\n", env!("CARGO_PKG_VERSION")));
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_prints_nothing() {
    let child = Command::new(env!("CARGO_BIN_EXE_flashlab"))
        .args(["run", "--json", "--set", "device.preset=toy", "--set", "workload.requests=1000000000000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(200));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), stderr(&output)), (Some(1), "flashlab: interrupted\n"));
    assert!(output.stdout.is_empty());
}

#[test]
fn a_document_may_change_in_mid_run() {
    let folder = Folder::new("changes");
    folder.file("toy.json", TOY);
    folder.file("a.csv", TRACE);
    let changes = r#"run.changes=[{"request":200,"set":{"ftl.gc.policy":"fifo","device.program_ns":9000}}]"#;
    let arguments = ["run", "toy.json", "--json", "--set", changes];
    let report = json_of(&flashlab_in(&folder, &arguments, ""));
    assert_eq!(report["requests"], 400);
    assert_eq!(report["experiment"]["run"]["changes"][0]["set"]["ftl.gc.policy"], "fifo");
    let plain = json_of(&flashlab_in(&folder, &arguments[..3], ""));
    assert_ne!(report["mean_response_ns"], plain["mean_response_ns"]);
    let to_trace = r#"run.changes=[{"request":300,"set":{"workload.kind":"trace","workload.file":"a.csv"}}]"#;
    let report = json_of(&flashlab_in(&folder, &["run", "toy.json", "--json", "--set", to_trace], ""));
    assert_eq!(report["requests"], 304);
    let fixed = r#"run.changes=[{"request":3,"set":{"device.clock":"event"}}]"#;
    let refused = flashlab_in(&folder, &["run", "toy.json", "--set", fixed], "");
    assert!(stderr(&refused).starts_with("flashlab: run.changes[0].set.device.clock: \"event\" is not"));
}

#[test]
fn a_generator_may_give_way_to_a_trace_in_mid_run() {
    let folder = Folder::new("to-trace");
    folder.file("four.spc", TRACE);
    let to_trace = json!({
        "device": { "preset": "micron-lb", "blocks_per_plane": 512 },
        "workload": { "kind": "hotcold", "requests": 100 },
        "run": { "changes": [{ "request": 50, "set": { "workload.kind": "trace", "workload.file": "four.spc" } }] }
    });
    folder.file("to-trace.json", &to_trace.to_string());
    let report = json_of(&flashlab_in(&folder, &["run", "to-trace.json", "--json"], ""));
    assert_eq!(report["requests"], 54);
    let output = flashlab_in(&folder, &["log", "to-trace.json"], "");
    let log = stdout(&output);
    let hosts: Vec<&str> = log.lines().filter(|line| line.contains(",host-")).collect();
    assert_eq!(hosts.len(), 54);
    let kinds: Vec<&str> = hosts[50..].iter().filter_map(|line| line.split(',').nth(1)).collect();
    assert_eq!(kinds, ["host-write", "host-write", "host-read", "host-write"]);
}
