//! Links read back as they are written, whatever they hold; boards put entries in order and say what they are.

use super::board::{Board, Run, Standing};
use super::claim::Claim;
use super::document::Challenge;
use super::entry::{Entry, Formula, Of, Policy};
use super::link::{self, Link, is_link};
use super::measure::Measure;
use super::ready;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn challenge(more: Value) -> Challenge {
    let mut document = json!({
        "version": 1, "title": "Test", "experiment": { "device": { "preset": "toy" } }, "formula": "victim",
        "minimise": "write_amplification", "seeds": [7, 9],
    });
    let Value::Object(more) = more else { unreachable!() };
    more.into_iter().for_each(|(name, value)| document[name] = value);
    Challenge::new(&document).unwrap()
}

fn formula(name: &str, text: &str) -> Entry {
    Entry::formula(Of::Victim, name, Formula { text: text.into(), k: None, by_page: false }).unwrap()
}

/// What came of runs with these values and responses.
fn run(entry: Entry, values: &[(f64, f64)]) -> Run {
    let measure = |&(value, response): &(f64, f64)| {
        let values = [("write_amplification", value), ("mean_response_ns", response)];
        let values: BTreeMap<String, f64> = values.map(|(word, value)| (word.to_owned(), value)).into();
        Some(Measure::Run { values, report: format!("{value}") })
    };
    Run { entry, measures: values.iter().map(measure).collect(), claim: None }
}

#[test]
fn entries_stand_in_the_order_of_their_means_and_equal_ones_share_a_place() {
    let known = ["greedy", "fifo", "random", "d-choices", "windowed", "cost-benefit", "cat"].map(Entry::known);
    let mut runs: Vec<Run> = known.into_iter().map(|entry| run(entry, &[(2.0, 10.0), (3.0, 10.0)])).collect();
    let verdicts = |runs: &[Run], more: Value| {
        let board = Board::new(&challenge(more), runs);
        let of = |row: &super::board::Row| (row.entry.name.clone(), row.place, row.verdict.clone());
        board.rows.iter().map(of).filter(|(name, ..)| name.len() == 1).collect::<Vec<_>>()
    };
    let told = |name: &str, place: usize, verdict: &str| (name.to_owned(), Some(place), verdict.to_owned());
    runs.extend([
        run(formula("a", "age"), &[(1.9, 10.0), (1.8, 10.0)]),
        run(formula("b", "idle"), &[(1.9, 10.0), (2.9, 10.0)]),
        run(formula("c", "valid"), &[(2.1, 10.0), (2.2, 10.0)]),
        run(formula("d", "invalid"), &[(2.0, 10.0), (3.0, 10.0)]),
        run(formula("e", "k"), &[(3.0, 10.0), (3.0, 10.0)]),
    ]);
    assert_eq!(
        verdicts(&runs, json!({})),
        [
            told("a", 1, "beats every known policy: its worst seed is better than their best"),
            told("c", 2, "beats every known policy on average, not on each seed"),
            told("b", 3, "beats every known policy on each of 2 seeds"),
            told("d", 4, "level with greedy, which no known policy beats"),
            told("e", 12, "behind 7 of 7 known policies"),
        ]
    );
    assert_eq!(
        verdicts(&runs, json!({ "target": 2.3 }))[1].2,
        "reaches the goal, beats every known policy on average, not on each seed"
    );
    assert_eq!(verdicts(&runs, json!({ "target": 2.2 }))[1].2.split(',').next(), Some("misses the goal"));

    // A limit takes its place from the one that breaks it on one seed.
    runs[7] = run(formula("a", "age"), &[(1.9, 12.0), (1.8, 10.0)]);
    let limit = json!({ "limits": [{ "metric": "mean_response_ns", "at_most": 1.1, "of": "greedy" }] });
    let limited = Board::new(&challenge(limit), &runs);
    let a = limited.rows.last().unwrap();
    assert_eq!((a.standing, a.place), (Standing::OverLimit, None));
    assert_eq!(a.verdict, "over the limit: mean response 1.200 ×; expected at most 1.1 × the mean response of greedy");

    // While a known policy still runs nothing is said to beat them all.
    runs[3].measures[1] = None;
    assert!(verdicts(&runs, json!({})).iter().all(|(_, _, verdict)| verdict.is_empty()));
    runs[3].measures[1] = Some(Measure::Refused("no room".into()));
    let board = Board::new(&challenge(json!({})), &runs);
    assert_eq!(board.rows.last().unwrap().verdict, "cannot take part: no room");
}

#[test]
fn a_claim_is_equal_to_the_bit_or_not() {
    let challenge = challenge(json!({}));
    let mut entry = run(formula("a", "age"), &[(0.1 + 0.2, 1.0), (2.0, 1.0)]);
    let claim = Claim::of(&challenge, &entry.measures).unwrap();
    let mut checked = |claim: Claim| {
        entry.claim = Some(claim);
        let board = Board::new(&challenge, std::slice::from_ref(&entry));
        board.rows[0].checked.as_ref().map(|checked| (checked.equal, checked.text.clone())).unwrap()
    };
    let [values, reports] = claim.words();
    assert_eq!(values, "0.30000000000000004,2.0");
    assert_eq!(checked(Claim::from_words(&values, &reports).unwrap()), (true, "equal to the bit on 2 seeds".into()));
    let nearly = Claim { values: vec![0.3, 2.0], ..claim.clone() };
    assert_eq!(checked(nearly), (false, "seed 7: 0.3 was claimed, 0.30000000000000004 came of it".into()));
    let other = Claim { reports: "0".repeat(16), ..claim.clone() };
    assert_eq!(checked(other), (false, "the values are equal, the reports behind them are not".into()));
    let short = Claim { values: vec![2.0], ..claim };
    assert_eq!(checked(short), (false, "1 values were claimed; expected one for each of 2 seeds".into()));
}

#[test]
fn what_a_challenge_varies_takes_the_place_of_what_its_experiment_says() {
    let buffer = challenge(json!({
        "formula": "buffer",
        "experiment": {
            "device": { "preset": "toy" }, "buffer": { "kind": "bplru", "bytes": 8192, "pad_threshold": 1 }, "run": { "seed": 3 },
        },
    }));
    let of = |policy: &Policy| buffer.document(policy, 5);
    assert_eq!(
        of(&Policy::Known("fab")),
        json!({
            "device": { "preset": "toy" }, "buffer": { "kind": "fab", "bytes": 8192 }, "run": { "seed": 5 },
        })
    );
    assert_eq!(of(&Policy::Known("bplru"))["buffer"]["pad_threshold"], 1);
    let own = Policy::Formula(Formula { text: "held".into(), k: Some(2.0), by_page: true });
    assert_eq!(
        of(&own)["buffer"],
        json!({ "kind": "formula", "bytes": 8192, "formula": "held", "k": 2.0, "group": "page" })
    );
}

#[test]
fn a_field_that_no_buffer_has_is_refused() {
    let mut document = serde_json::from_str::<Value>(include_str!("ready/buffer.json")).unwrap();
    document["experiment"]["buffer"]["bites"] = json!(4096);
    let told = Challenge::new(&document).unwrap_err().to_string();
    assert_eq!(told, "experiment: buffer.bites: no such field; did you mean buffer.bytes?");
}

#[test]
fn the_ready_ones_read_back_as_they_are_written() {
    for name in ready::names() {
        let challenge = ready::ready(name).unwrap();
        assert_eq!(Challenge::new(&challenge.to_json()).unwrap(), challenge, "{name}");
        assert_eq!(link::write(&challenge, None, None), format!("#v=1&challenge={name}"));
    }
}

#[test]
fn what_no_address_would_hold_is_no_challenge() {
    // What the challenge varies takes the place of this, however long it is.
    let of_length = |letters: usize| {
        let experiment = json!({ "device": { "preset": "toy" }, "ftl": { "gc": { "formula": "x".repeat(letters) } } });
        Challenge::new(&json!({
            "version": 1, "title": "Test", "experiment": experiment, "formula": "victim", "minimise": "erases", "seeds": [1],
        }))
    };
    let entry = formula(&"漢".repeat(60), &format!("age{}+ 1", "\u{2003}".repeat(990)));
    let claim = Claim { values: vec![-1.2345678901234567e-300; 10], reports: "0123456789abcdef".into() };
    let longest = of_length(49_000).unwrap();
    let link = link::write(&longest, Some(&entry), Some(&claim));
    assert_eq!(link::read(&link), Ok(Link { challenge: longest, entry: Some(entry), claim: Some(claim) }));
    let refused = of_length(50_000).unwrap_err().to_string();
    assert!(refused.ends_with("bytes; expected at most 50000, so that an address can hold it"), "{refused}");
    assert!(Claim::from_words(&["1"; 11].join(","), "0123456789abcdef").is_err());
}

#[test]
fn a_link_that_is_none_says_why() {
    let refused = |text: &str| link::read(text).unwrap_err().to_string();
    assert!(refused("https://x.org/").ends_with("expected an address with #v=1&challenge=…"));
    assert!(refused("#v=2&challenge=zipf").ends_with("it says v = 2; expected 1"));
    assert!(refused("#challenge=zipf").ends_with("it says v = nothing; expected 1"));
    assert!(refused("#v=1&challenge=zip").starts_with("challenge: \"zip\" is not one of uniform, ninety-ten"));
    assert!(refused("#v=1&challenge=zipf&op=3").contains("it says op; expected v, challenge"));
    assert!(refused("#v=1&challenge=zipf&o%1b[2J=3").contains("it says o\\u{1b}[2J; expected v, challenge"));
    assert!(refused(&format!("#v={}", "1".repeat(90_000))).ends_with("111...; expected 1"));
    assert!(refused("#v=1&challenge=zipf&v=1").ends_with("it says v twice"));
    assert!(refused("#v=1&challenge=zipf&name=%ff&formula=1").ends_with("part of it is not readable text"));
    assert!(refused("#v=1&challenge=zipf&name=a").ends_with("expected both name and formula, or neither"));
    assert!(refused("#v=1&challenge=zipf&name=a&formula=1&values=1").ends_with("both values and reports, or neither"));
    assert!(refused("#v=1&challenge=zipf&name=a&formula=x").starts_with("formula: column 1: found x"));
    assert!(refused("#v=1&challenge-text=e30").starts_with("version: null is not 1"));
    assert!(refused("#v=1&challenge-text=e").ends_with("the challenge in it cannot be unpacked"));
    assert!(is_link("https://x.org/#v=1&challenge-text=e30") && !is_link("#v=1&ftl.kind=page"));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(500) })]

    #[test]
    fn a_link_reads_back_as_it_was_written(
        title in "[ -~äöüß漢]{1,60}", name in "[!-~äöü漢]{1,50}", k in prop::option::of(-1e9..1e9f64),
        values in prop::collection::vec(any::<f64>().prop_filter("finite", |value| value.is_finite()), 1..5),
        is_ready in any::<bool>(),
    ) {
        prop_assume!(!title.trim().is_empty());
        let challenge = if is_ready { ready::ready("wear").unwrap() } else { challenge(json!({ "title": title })) };
        let formula = Formula { text: "invalid * pow(age, k) % 3 + 1e-3".into(), k, by_page: false };
        let entry = Some(Entry::formula(Of::Victim, &name, formula).unwrap());
        let claim = Some(Claim { values, reports: "0123456789abcdef".into() });
        let text = format!("https://x.org/flashlab/{}", link::write(&challenge, entry.as_ref(), claim.as_ref()));
        prop_assert!(text.is_ascii() && is_link(&text), "{}", text);
        prop_assert_eq!(link::read(&text).unwrap(), Link { challenge, entry, claim });
    }

    #[test]
    fn any_text_at_all_is_a_link_or_refused(text in "(#v=1&challenge(-text)?=)?[ -~é]{0,80}") {
        let _ = link::read(&text);
    }
}
