//! Traces on the command line: formats that are told and given, nothing lost in silence, standard input, and traces in other formats.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use crate::support::command::{Folder, assert_refused, flashlab_in, json_of, stderr, stdout};
use serde_json::{Value, json};

const TOY: &str = r#"{ "device": { "preset": "toy" } }"#;
const MSR: &str = "128166372003061629,hm,1,Read,4096,8192,113736\n128166372016382155,hm,1,Write,8192,512,87153\n\
                   128166372026382245,hm,1,Flush,0,0,0\n128166372036382245,hm,0,Trim,4096,8192,0\n";
const DAMAGED: &str = "0,8,512,w,0.0\n0,8,-512,w,0.1\n0,8,512,w,0.2\n0,8,512,w,0.3\n";

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|item| item.as_str().unwrap()).collect()
}

#[test]
fn a_format_that_is_given_is_taken_whatever_the_lines_look_like() {
    let folder = Folder::new("given");
    folder.file("a.txt", "1 0 8 16 1\n2 0 8 16 0\n9 0 8 16 0\n");
    let told = json_of(&flashlab_in(&folder, &["trace", "a.txt", "--json"], ""));
    assert_eq!((&told["format"], &told["devices"][0]["summary"]["span_ns"]), (&json!("disksim"), &json!(8_000_000)));
    assert!(strings(&told["notes"])[0].contains("say that the format is ssdsim"));
    let given = json_of(&flashlab_in(&folder, &["trace", "a.txt", "--format", "ssdsim", "--json"], ""));
    assert_eq!((&given["format"], &given["devices"][0]["summary"]["span_ns"]), (&json!("ssdsim"), &json!(8)));
    let run = flashlab_in(&folder, &["run", "-", "--trace", "a.txt", "--format=ssdsim", "--json"], TOY);
    assert_eq!(json_of(&run)["trace"]["format"], "ssdsim");
    let unknown = flashlab_in(&folder, &["trace", "a.txt", "--format", "vhs"], "");
    assert!(stderr(&unknown).starts_with("flashlab: --format vhs: no such format; expected one of auto, spc, msr, "));
    assert_eq!(unknown.status.code(), Some(2));
    let unknown = flashlab_in(&folder, &["run", "-", "--trace", "a.txt", "--format", "vhs"], TOY);
    assert!(stderr(&unknown).starts_with("flashlab: workload.format: \"vhs\" is not one of "), "{}", stderr(&unknown));
}

#[test]
fn columns_that_are_given_make_a_trace_of_any_table() {
    let folder = Folder::new("columns");
    folder.file("a.csv", "lat;when;verb;begin;much\n7;0.5;GET;0;4096\n9;2.5;PUT;16;8192\n");
    let columns = "time=2:ms,op=3:get/put,offset=4:sectors,size=5";
    let refused = flashlab_in(&folder, &["trace", "a.csv"], "");
    assert!(stderr(&refused).contains("of no known trace format"), "{}", stderr(&refused));
    let hint = "say what its columns (1 lat, 2 when, 3 verb, 4 begin, 5 much) are, such as --columns ";
    assert!(stderr(&refused).contains(hint), "{}", stderr(&refused));
    let told = json_of(&flashlab_in(&folder, &["trace", "a.csv", "--columns", columns, "--json"], ""));
    let summary = &told["devices"][0]["summary"];
    assert_eq!(
        (&told["format"], &told["reason"]),
        (&json!("csv"), &json!(format!("its columns were given: {columns}")))
    );
    assert_eq!((&summary["reads"], &summary["writes"], &summary["span_ns"]), (&json!(1), &json!(1), &json!(2_000_000)));
    assert_eq!(strings(&told["notes"])[2], "column 3 (verb) is the operation; get is a read, put is a write");
    let run = json_of(&flashlab_in(&folder, &["run", "-", "--trace", "a.csv", "--columns", columns, "--json"], TOY));
    assert_eq!(run["experiment"]["workload"]["columns"], columns);
    let again = flashlab_in(&folder, &["run", "-", "--json"], &run["experiment"].to_string());
    assert_eq!(json_of(&again)["state_hash"], run["state_hash"], "the document says all that is needed");
    let plain = json_of(&flashlab_in(&folder, &["run", "-", "--json"], TOY));
    assert!(plain["experiment"]["workload"].get("columns").is_none(), "documents of others do not mention them");

    let beside = |format| flashlab_in(&folder, &["trace", "a.csv", "--columns", columns, "--format", format], "");
    assert!(beside("csv").status.success() && beside("auto").status.success());
    let says = "is spc, which has columns of its own, but";
    assert!(stderr(&beside("spc")).contains(&format!("--format {says} --columns says")), "{}", stderr(&beside("spc")));
    let run = ["run", "-", "--trace", "a.csv", "--columns", columns, "--format", "spc"];
    let refused = flashlab_in(&folder, &run, TOY);
    let says = format!("workload.format {says} workload.columns says");
    assert!(stderr(&refused).contains(&says), "{}", stderr(&refused));

    let says = "is not time=COLUMN[:UNIT], its unit one of s, ms, us, ns, filetime";
    let wrong = flashlab_in(&folder, &["trace", "a.csv", "--columns", "time=2:min"], "");
    assert_refused(&wrong, &format!("--columns: \"time=2:min\" {says}"));
    let wrong = flashlab_in(&folder, &["run", "-", "--trace", "a.csv", "--columns", "time=2:min"], TOY);
    assert_refused(&wrong, &format!("workload.columns: \"time=2:min\" {says}"));
}

#[test]
fn strict_refuses_whatever_is_lost() {
    let folder = Folder::new("strict");
    folder.file("bad.spc", DAMAGED);
    folder.file("cut.spc", "0,8,512,w,0.0\n0,8,512,w,0.1\n0,8,51");
    folder.file("two.csv", MSR);
    folder.file("whole.spc", "0,8,512,w,0.0\n0,8,512,w,0.1\n");
    folder.file("far.spc", "0,8,512,w,0.0\n0,900,512,w,0.1\n");
    let run = |file: &str, more: &[&str]| {
        let arguments = [&["run", "-", "--json", "--trace", file][..], more].concat();
        flashlab_in(&folder, &arguments, TOY)
    };
    let bad = "bad.spc: 1 of 4 lines could not be read and are left out; the first is line 2: Size: \"-512\" is not a number of \
               bytes from 1 to 4 GiB that ends below 512 TiB (\"0,8,-512,w,0.1\"); --strict allows no loss";
    assert_refused(&run("bad.spc", &["--strict"]), bad);
    assert_refused(&flashlab_in(&folder, &["trace", "bad.spc", "--strict"], ""), bad);
    assert_refused(&flashlab_in(&folder, &["trace", "convert", "bad.spc", "--to", "csv", "--strict"], ""), bad);
    let cut = "cut.spc: line 3, the last, is cut short and is left out; --strict allows no loss";
    assert_refused(&run("cut.spc", &["--strict"]), cut);
    assert_refused(
        &flashlab_in(&folder, &["sweep", "--trace", "cut.spc", "--strict", "--vary", "run.seed=1,2"], ""),
        cut,
    );
    assert_refused(&flashlab_in(&folder, &["log", "--trace", "cut.spc", "--strict"], ""), cut);
    let other = run("two.csv", &["--strict"]);
    assert!(
        stderr(&other).contains("only device 1 (hm.1) is replayed, 3 of 4 requests") && other.status.code() == Some(2)
    );
    let address = ["--strict", "--set", "workload.address=cut"];
    let far = "far.spc: 1 requests lie beyond the end of the device and are left out; --strict allows no loss";
    assert_refused(&run("far.spc", &address), far);
    for whole in [run("whole.spc", &address), run("far.spc", &address[1..]), run("bad.spc", &[])] {
        assert_eq!(whole.status.code(), Some(0), "{}", stderr(&whole));
    }
    assert_eq!(
        stdout(&flashlab_in(&folder, &["trace", "two.csv", "--strict"], "")).lines().next(),
        Some("two.csv: MSR Cambridge")
    );
}

#[test]
fn what_is_touched_and_units_that_look_wrong_are_told_before_a_run() {
    let folder = Folder::new("units");
    folder.file("a.spc", "0,0,4096,w,0.0\n0,4,4096,w,0.1\n0,1000,512,w,0.2\n");
    let summary = &json_of(&flashlab_in(&folder, &["trace", "a.spc", "--json"], ""))["devices"][0]["summary"];
    assert_eq!((&summary["touched_bytes"], &summary["footprint_end_sector"]), (&json!(13 * 512), &json!(1001)));
    let text = flashlab_in(&folder, &["trace", "a.spc"], "");
    assert!(
        stdout(&text).contains(" touched    highest ") && stdout(&text).contains("  6.5 KiB  500.5 KiB "),
        "{}",
        stdout(&text)
    );

    // Sizes of 8, which are sectors, where bytes are read.
    let wrong: String = (0..100).map(|at| format!("0,{},8,w,{at}.0\n", at % 10 * 8)).collect();
    folder.file("b.spc", &wrong);
    let said =
        "flashlab: b.spc: suspicious: no size is beyond 512 bytes: they are likely in sectors or KiB, not in bytes\n";
    let run = flashlab_in(&folder, &["run", "-", "--trace", "b.spc", "--json"], TOY);
    assert_eq!((stderr(&run), run.status.code()), (said, Some(0)));
    let sweep = flashlab_in(&folder, &["sweep", "-", "--trace", "b.spc", "--vary", "run.seed=1,2", "--json"], TOY);
    assert_eq!(stderr(&sweep), said);
}

#[test]
fn a_trace_comes_from_standard_input() {
    let folder = Folder::new("stdin");
    folder.file("toy.json", TOY);
    let summary = json_of(&flashlab_in(&folder, &["trace", "-", "--json"], MSR));
    assert_eq!((&summary["name"], &summary["requests"]), (&json!("standard input"), &json!(4)));
    let one = json_of(&flashlab_in(&folder, &["trace", "-", "--device", "0", "--json"], MSR));
    assert_eq!((&one["requests"], &one["devices"][0]["label"]), (&json!(1), &json!("hm.0")));
    let run = json_of(&flashlab_in(&folder, &["run", "toy.json", "--trace", "-", "--json"], MSR));
    assert_eq!((&run["requests"], &run["trace"]["file"]), (&json!(3), &json!("standard input")));
    let both = flashlab_in(&folder, &["run", "-", "--trace", "-"], TOY);
    assert_refused(&both, "--trace -: standard input already has the experiment");
}

#[test]
fn a_trace_is_written_in_another_format_and_back() {
    let folder = Folder::new("convert");
    folder.file("a.csv", MSR);
    let convert = |words: &[&str]| flashlab_in(&folder, &[&["trace", "convert"][..], words].concat(), "");
    let summaries = |file: &str| json_of(&flashlab_in(&folder, &["trace", file, "--json"], ""))["devices"].clone();
    assert_eq!(
        (stdout(&convert(&["a.csv", "--to", "csv", "-o", "b.csv"])), summaries("b.csv").as_array().unwrap().len()),
        ("", 2)
    );
    assert_eq!(stdout(&convert(&["b.csv", "--to", "msr", "--out", "c.csv"])), "");
    assert_eq!(summaries("c.csv"), summaries("a.csv"));
    let piped = convert(&["a.csv", "--to", "fio-iolog"]);
    assert!(
        stdout(&piped).starts_with("fio version 3 iolog\n0 hm.0 add\n0 hm.0 open\n0 hm.1 add\n"),
        "{}",
        stdout(&piped)
    );

    let lossy = convert(&["a.csv", "--to", "spc", "-o", "d.spc"]);
    assert_eq!(stderr(&lossy), "flashlab: a.csv: 2 requests are left out: the format has reads and writes only\n");
    assert_eq!(lossy.status.code(), Some(0));
    let refused = convert(&["a.csv", "--to", "spc", "-o", "e.spc", "--strict"]);
    assert!(stderr(&refused).contains("2 requests are left out") && refused.status.code() == Some(2));
    assert!(!folder.0.join("e.spc").exists());
    let names = "spc, msr, ssdsim, disksim, fio-iolog, csv";
    assert_refused(
        &convert(&["a.csv", "--to", "systor"]),
        &format!("--to systor: not a format that is written; expected one of {names}"),
    );
    assert_refused(&convert(&["a.csv"]), &format!("trace convert needs a format: --to FORMAT, one of {names}"));
    assert!(stderr(&convert(&["a.csv", "--to", "csv", "-o", "a.csv"])).contains("is read by this command"));
    assert!(stderr(&convert(&[])).contains("trace convert needs a file: flashlab trace convert FILE --to FORMAT"));
}

#[test]
fn a_trace_is_cut_sped_up_and_fitted_to_a_device_on_the_way() {
    let folder = Folder::new("change");
    let lines: String = (0..100).map(|at| format!("0,{},4096,w,{}.{:02}\n", at * 128, at / 100, at % 100)).collect();
    folder.file("a.spc", &lines);
    let convert = |words: &[&str]| {
        flashlab_in(&folder, &[&["trace", "convert", "a.spc", "--to", "csv", "-o", "b.csv"][..], words].concat(), "")
    };
    let summary = || json_of(&flashlab_in(&folder, &["trace", "b.csv", "--json"], ""))["devices"][0]["summary"].clone();
    let said = |words: &[&str]| {
        let done = convert(words);
        assert_eq!(done.status.code(), Some(0), "{words:?}: {}", stderr(&done));
        stderr(&done).replace("flashlab: a.spc: ", "")
    };

    assert_eq!(said(&["--from", "0.25", "--until", "0.5"]), "the window has 25 of 100 requests\n");
    assert_eq!((&summary()["requests"], &summary()["span_ns"]), (&json!(25), &json!(240_000_000)));
    assert_eq!(said(&["--first", "0", "--end", "65536"]), "the window has 1 of 100 requests\n");
    assert_eq!(said(&["--speed-up", "10"]), "times are multiplied by 0.1: 990 ms become 99 ms\n");
    assert_eq!(summary()["span_ns"], json!(99_000_000));

    // The host sees 20 pages of 2 KiB, 80 sectors.
    let toy = ["--set", "device.preset=toy"];
    let fitted = |mode| said(&[&["--address", mode][..], &toy].concat());
    // They start at five places of it.
    let folded = "addresses fold onto 40.0 KiB: 20.0 KiB are touched, 400.0 KiB before\n";
    assert_eq!((fitted("fold").as_str(), fitted("auto").as_str()), (folded, folded));
    assert_eq!(summary()["touched_bytes"], json!(20 << 10));
    assert_eq!(fitted("scale"), "addresses scale onto 40.0 KiB: 40.0 KiB are touched, 400.0 KiB before\n");
    assert_eq!(
        fitted("cut"),
        "addresses cut onto 40.0 KiB: 4.0 KiB are touched, 400.0 KiB before\n99 requests beyond the end of the device, left out\n"
    );
    assert_eq!((&summary()["requests"], &summary()["touched_bytes"]), (&json!(1), &json!(4096)));
    let refused = |words: &[&str]| stderr(&convert(words)).replace("flashlab: ", "");
    assert!(refused(&[&["--address", "exact"][..], &toy].concat()).contains("expected a larger device, or fold"));
    assert!(refused(&[&["--address", "compact"][..], &toy].concat()).contains("the trace touches at least"));
    let strict = refused(&[&["--address", "cut", "--strict"][..], &toy].concat());
    assert_eq!(strict, "a.spc: 99 requests beyond the end of the device, left out; --strict allows no loss\n");

    assert_eq!(refused(&["--from", "1", "--until", "1"]), "--from must be before --until\n");
    let modes = "auto, exact, fold, compact, scale, cut";
    assert_eq!(refused(&["--address", "bend"]), format!("--address bend: expected one of {modes}\n"));
    assert_eq!(refused(&["--speed-up", "0"]), "--speed-up 0: not a number from 0.000001 to 1000000, such as 10\n");
    assert_eq!(
        refused(&toy),
        "--set describes the device that --address fits addresses to; give that too, such as --address fold\n"
    );
    assert_eq!(
        refused(&["--address", "fold", "--set", "workload.requests=5"]),
        "--set workload.requests=5: not device.FIELD=VALUE, such as device.preset=toy, or ftl.kind=VALUE\n"
    );
    assert!(refused(&["--address", "fold", "--set", "device.chanels=5"]).contains("did you mean device.channels?"));
}

#[test]
fn ttflash_says_which_device_it_needs_and_that_one_runs_the_trace() {
    let folder = Folder::new("ttflash");
    folder.file("a.csv", &MSR.lines().take(3).collect::<Vec<_>>().join("\n"));
    let run = |set: &[&str]| {
        let set = set.iter().flat_map(|set| ["--set", set]);
        let words: Vec<&str> =
            ["run", "--trace", "a.csv", "--json", "--set", "ftl.kind=ttflash"].into_iter().chain(set).collect();
        flashlab_in(&folder, &words, "")
    };
    let home = "device.preset=ttflash-small has the clock and the channels that it needs";
    assert_refused(
        &run(&[]),
        &format!(
            "device.clock: serial is not event, since ftl.kind ttflash is about planes that work side by side; {home}"
        ),
    );
    let one_channel = run(&["device.clock=event"]);
    assert!(stderr(&one_channel).starts_with("flashlab: device.channels: 1 is not from 2 to "));
    assert!(stderr(&one_channel).contains(home), "{}", stderr(&one_channel));
    assert_eq!(json_of(&run(&["device.preset=ttflash-small"]))["requests"], json!(3));
}

#[test]
fn figures_take_traces_whose_columns_somebody_says() {
    let folder = Folder::new("figure-columns");
    folder.file("a.csv", "begin;verb;much\n0;GET;4096\n16;PUT;8192\n");
    let figures = |words: &[&str]| flashlab_in(&folder, &[&["figures", "clash-traces"][..], words].concat(), "");
    let refused = figures(&["--trace", "a.csv"]);
    assert!(stderr(&refused).contains("such as --columns "), "{}", stderr(&refused));
    let told = figures(&["--trace", "a.csv", "--columns", "offset=1:sectors,op=2:get/put,size=3", "--json"]);
    assert!(json_of(&told)[0]["measures"][0].is_object(), "{}", stdout(&told));
    assert_refused(&figures(&["--columns", "offset=1"]), "--columns is for --trace; without it no trace is read");
}
