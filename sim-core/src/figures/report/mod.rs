//! A reproduction report: what became of a paper's claims, as a document to print or to hand in with an artifact. One HTML file that loads nothing.
//!
//! It is made from results as they are told, those of `flashlab figures --json`, computed just now or kept, so that the command line and the page
//! hand out the same document.
//!
//! - `html.rs`     the elements that it is made of · `style.rs` how it looks, on the screen and on paper
//! - `drawn.rs`    the results as they are told, each with its figure
//! - `summary.rs`  the outcome in a few sentences · `overview.rs` all claims, a row each
//! - `claims.rs`   a claim: statement, numbers, readings, proof, contradictions, how firm, what repeats it
//! - `readings.rs` how the paper was read, and what each reading does to all of its claims

mod claims;
mod drawn;
mod html;
mod overview;
mod readings;
mod style;
mod summary;

use super::find;
use drawn::{Drawn, text};
use html::{escaped, section};
use serde_json::Value;

/// The report of `results`, figures as they are told, with `firmness`, the sensitivities of claims as they are told, as far as they are there:
/// a part a paper, in the order of its figures. Results of figures that there are not are left out.
pub fn html(results: &[Value], firmness: &[Value]) -> String {
    let known = |result| Some(Drawn { figure: find(text(result, "id")).ok()?, result });
    let drawn: Vec<Drawn<'_>> = results.iter().filter_map(known).collect();
    let papers = papers_of(&drawn);
    let parts: String = papers
        .iter()
        .map(|paper| {
            let own: Vec<&Drawn<'_>> = drawn.iter().filter(|one| one.figure.paper == *paper).collect();
            part(paper, &own, firmness)
        })
        .collect();
    let title =
        if papers.len() == 1 { format!("Reproduction report: {}", papers[0]) } else { "Reproduction report".into() };
    html::document(&title, style::STYLE, &parts)
}

/// The papers of `drawn`, each once, in the order in which they come first.
fn papers_of(drawn: &[Drawn<'_>]) -> Vec<&'static str> {
    let mut papers = Vec::new();
    for paper in drawn.iter().map(|one| one.figure.paper) {
        if !papers.contains(&paper) {
            papers.push(paper);
        }
    }
    papers
}

fn part(paper: &str, drawn: &[&Drawn<'_>], firmness: &[Value]) -> String {
    let heading = format!(
        "<header><p class=\"kind\">Flashlab \u{b7} Reproduction report</p><h1>{}</h1></header>",
        escaped(paper)
    );
    let figures: String = drawn.iter().map(|one| claims::figure(one, firmness)).collect();
    [
        heading,
        summary::of(paper, drawn),
        overview::of(drawn),
        readings::section_of(paper, drawn),
        figures,
        repeat(drawn),
    ]
    .concat()
}

fn repeat(drawn: &[&Drawn<'_>]) -> String {
    let commands: Vec<String> = drawn
        .iter()
        .map(|one| {
            let quick = if one.result["settings"]["quick"] == true { " --quick" } else { "" };
            // A figure of traces alone is nothing without them.
            let traces = if one.figure.panels.is_empty() { " --trace FILE" } else { "" };
            format!("flashlab figures {}{traces}{quick}", one.figure.id)
        })
        .collect();
    let words = "Every number is a function of the settings and the seed, bit for bit the same on the command line and in a browser. With --json a \
                 command prints all points and all settings. Numbers in notes that no table shows are points of a figure, arithmetic, or come from \
                 further runs with the settings that the note names (flashlab run --set).";
    let version = format!(
        "The commands are those of flashlab {}; from its sources, cargo build --release --locked --bin flashlab in sim-core makes it.",
        env!("CARGO_PKG_VERSION")
    );
    let commands = escaped(&commands.join("\n"));
    section("To repeat it", &format!("<p>{}</p><pre>{commands}</pre><p>{words}</p>", escaped(&version)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::matching;
    use crate::figures::measure::Measure;
    use crate::figures::outcome::Outcome;
    use crate::figures::plan::Plan;
    use serde_json::json;

    fn report(word: &str, firmness: &[Value]) -> String {
        let measure = Measure { mean_response_ns: 2_000_000, erases: 50, erase_cv: Some(1.0), ..Measure::default() };
        let results: Vec<Value> = matching(word)
            .into_iter()
            .map(|figure| {
                let plan = Plan::new(figure, true);
                let measures = vec![Some(measure.clone()); plan.runs().len()];
                Outcome::new(&plan, &measures).unwrap().to_json()
            })
            .collect();
        html(&results, firmness)
    }

    #[test]
    fn a_report_has_every_claim_its_numbers_readings_proofs_contradictions_and_the_way_back() {
        let clash = report("clash", &[]);
        for claim in (1..=14).map(|n| format!("id=\"C{n}\"")) {
            assert!(clash.contains(&claim), "{claim}");
        }
        assert_eq!(clash.matches("<h1>").count(), 2, "two papers");
        assert!(clash.contains("lower above 40\u{a0}%") && clash.contains("as FlashSim computes"));
        assert_eq!(
            clash.matches("Two statements that may not go together.").count(),
            4,
            "each with both of its claims"
        );
        assert!(
            clash.contains("A crossing is where")
                && clash.find("A crossing is where") < clash.find("How the paper was read")
        );
        assert!(clash.contains("flashlab figures clash-seq --quick"));
        assert!(clash.contains("flashlab figures clash-traces --trace FILE --quick"), "nothing without traces");
        assert!(
            clash.contains("our own reading for C1; F for C1 and C3; D for C5."),
            "what was chosen is in the tally"
        );
        let defined = clash.find("The coefficient of variation of erases is");
        assert!(defined < clash.find("How the paper was read") && defined.is_some());
        let openchannel = report("openchannel", &[]);
        assert!(openchannel.contains("It cannot be.") && openchannel.contains("0.006"));
        assert!(
            openchannel.contains("Of 3 claims: ")
                && openchannel.contains("Not counted: O1-nand and O4, which are ours")
        );
        assert!(openchannel.contains("16\u{202f}384 look-ups"), "thousands stand apart as in numbers");
    }

    #[test]
    fn a_paper_has_one_part_however_its_figures_stand_among_others() {
        let result = |id: &str| json!({ "id": id, "settings": {}, "series": [], "claims": [] });
        let told = html(&["clash-seq", "clash-local-sympa", "clash-local"].map(result), &[]);
        let headings: Vec<&str> = told.split("<h1>").skip(1).filter_map(|part| part.split("</h1>").next()).collect();
        assert_eq!(headings, ["clash-seq", "clash-local-sympa"].map(|id| find(id).unwrap().paper));
    }

    #[test]
    fn a_figure_that_the_paper_does_not_draw_stands_in_its_report() {
        let lbuffer = report("lbuffer", &[]);
        assert!(lbuffer.contains("Of 11 claims: ") && lbuffer.contains("id=\"L11\""));
        assert_eq!(lbuffer.matches("<h1>").count(), 1, "one thesis");
        assert!(report("openchannel", &[]).contains("Rate limiter"));
    }

    #[test]
    fn a_reading_that_changes_nothing_is_no_second_witness() {
        let read = |id: &str, held: bool, no_effect: bool| {
            let judgement = if held { "holds" } else { "fails" };
            json!({ "id": id, "name": "", "held": held, "judgement": judgement, "no_effect": no_effect, "measured": "some" })
        };
        let claim = json!({
            "id": "T6", "statement": "S.", "verdict": "reproduced-under", "held": false, "judgement": "nothing-to-judge",
            "readings": [read("A", false, true), read("B", true, false), read("N", false, false)],
        });
        let told = html(&[json!({ "id": "ttflash-blocked", "settings": {}, "series": [], "claims": [claim] })], &[]);
        let cells =
            ["T6", "nothing to judge", "no effect", "\u{2713}", "\u{2715}"].map(|cell| format!("<td>{cell}</td>"));
        assert!(told.contains(&cells.concat()), "{told}");
        assert!(told.contains("<td>no effect</td><td>A, </td><td>the same</td>"), "{told}");
    }

    #[test]
    fn every_claim_that_is_judged_says_whose_bounds_judge_it() {
        for figure in crate::figures::FIGURES {
            for claim in figure.claims {
                assert_eq!(claim.bounds_words(figure).is_none(), claim.conditions.is_empty(), "{}", claim.id);
            }
        }
        let told = report("clash-seq", &[]);
        assert_eq!(told.matches("<p>The bounds are ").count(), 5);
    }

    #[test]
    fn a_figure_without_claims_says_so() {
        assert!(report("ttflash-filebench", &[]).contains("no runs of Filebench"));
        assert!(report("ttflash-filebench", &[]).contains("<p>No claim is judged by it.</p>"));
    }

    #[test]
    fn what_was_assumed_here_is_not_told_as_the_papers() {
        let read = |id: &str, basis: &str| json!({ "id": id, "name": "N", "basis": basis, "held": true, "judgement": "holds", "measured": "" });
        let told = |readings: Vec<Value>| {
            let claim = json!({ "id": "T6", "statement": "S.", "verdict": "reproduced-under", "readings": readings });
            html(&[json!({ "id": "ttflash-blocked", "settings": {}, "series": [], "claims": [claim] })], &[])
        };
        assert!(told(vec![read("B", "assumed")]).contains("reproduced under B (assumed here)"));
        assert!(
            told(vec![read("F", "partly"), read("R", "published")])
                .contains("reproduced under F, R (F in part assumed here)")
        );
        assert!(told(vec![read("A", "published")]).contains("<p class=\"verdict\">reproduced under A</p>"));
        assert!(!told(vec![]).contains("From: None"));
    }

    #[test]
    fn times_of_a_queue_that_only_grows_are_marked() {
        let plan = Plan::new(matching("C7")[0], true);
        let is_last_of_dftl = |run: &crate::figures::plan::Run| run.system == 1 && plan.xs[run.x_index] == 128.0;
        let measure = |run| Measure { mean_response_ns: 9, saturated: is_last_of_dftl(run), ..Measure::default() };
        let measures: Vec<Option<Measure>> = plan.runs().iter().map(|run| Some(measure(run))).collect();
        let told = html(&[Outcome::new(&plan, &measures).unwrap().to_json()], &[]);
        let marked = "the other \u{d7}\u{a0}1 (DFTL saturated at 128 pages)</td>";
        assert_eq!(told.matches(marked).count(), 1, "growth in response time against DFTL alone: {told}");
        assert!(told.contains(", DFTL saturated at 128 pages"), "in the paper's numbers beside ours too");
    }

    #[test]
    fn what_it_was_carried_out_with_is_said_once() {
        let words = report("ttflash", &[]);
        let line = words.split("Carried out ").nth(1).and_then(|rest| rest.split(".</p>").next()).unwrap();
        assert_eq!(
            (line.matches("quick").count(), line.matches("sizes divided by 4, one seed").count()),
            (1, 1),
            "{line}"
        );
        assert!(line.contains("sizes divided by 2, one seed: ttflash-noise, ttflash-read-size"), "{line}");
        let one = report("ttflash-mean", &[]);
        assert!(one.contains("(sizes divided by 4, one seed)"), "no figure is named where there is one size");
    }

    #[test]
    fn no_two_things_left_open_have_one_title() {
        for paper in crate::figures::FIGURES.iter().map(|figure| figure.paper) {
            let figures = crate::figures::FIGURES.iter().filter(|figure| figure.paper == paper);
            let open: std::collections::BTreeSet<(&str, &str)> =
                figures.flat_map(|figure| figure.left_open()).collect();
            let mut titles: Vec<&str> = open.iter().map(|(title, _)| *title).collect();
            let all = titles.len();
            titles.dedup();
            assert_eq!(titles.len(), all, "{paper}: {titles:?}");
        }
    }

    #[test]
    fn how_firm_a_claim_is_stands_with_it_and_nothing_is_loaded_or_left_unescaped() {
        let firm = json!({
            "claim": "C1", "words": "Narrow <so>.", "command": "flashlab figures C1 --sensitivity",
            "choices": [{ "title": "length of the run", "words": "holds up to 120 000 requests" }], "pair": null,
        });
        let told = report("clash-seq", &[firm]);
        assert!(told.contains("Narrow &lt;so&gt;.") && told.contains("holds up to 120\u{202f}000 requests"));
        assert!(!told.contains("<script") && !told.contains("://"), "it loads nothing");
        assert!(told.starts_with("<!doctype html>"));
    }
}
