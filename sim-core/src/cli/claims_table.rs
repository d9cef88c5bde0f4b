//! All claims of the figures carried out, in one table: what was claimed where, what came of it, and the paper's numbers beside ours.

use super::columns::aligned;
use crate::base::text::tied;
use crate::figures::claim::Claim;
use crate::figures::figure::Figure;
use crate::figures::json;
use crate::figures::json::claim::Number;
use crate::figures::judging::claim::Judged;
use crate::figures::judging::condition::Finding;
use crate::figures::numbers;
use crate::figures::outcome::Outcome;
use crate::figures::readings;
use crate::figures::verdict::Verdict;
use serde_json::Value;

/// What stands where nothing was measured.
const NONE: &str = "–";

/// The table, with a line ahead of it that says how many of the papers' claims are reproduced, one that names the readings that were chosen for
/// some, and one that names those of ours. Empty where no figure has claims.
pub(super) fn text(outcomes: &[Outcome<'_>]) -> String {
    let judged = || outcomes.iter().flat_map(|outcome| outcome.claims.iter().map(move |claim| (outcome, claim)));
    let rows: Vec<[String; 5]> = judged().map(|(outcome, claim)| row(outcome.table.plan.figure, claim)).collect();
    if rows.is_empty() {
        return String::new();
    }
    let (own, papers): (Vec<_>, Vec<_>) = judged().map(|(_, claim)| claim).partition(|claim| claim.claim.is_ours);
    let verdicts: Vec<Option<Verdict>> = papers.iter().map(|claim| claim.verdict()).collect();
    let counted = (!papers.is_empty()).then(|| tally(&verdicts));
    let names: Vec<&str> = outcomes.iter().map(|outcome| outcome.table.plan.figure.paper).collect();
    let ids: Vec<&str> = papers.iter().map(|claim| claim.claim.id).collect();
    let chosen = readings::chosen(&names, &ids);
    let beside = (!own.is_empty()).then(|| ours(&own));
    let heads: Vec<String> = counted.into_iter().chain(chosen).chain(beside).collect();
    let table = aligned(&rows);
    let claims = table.lines().zip(judged()).map(|(row, (outcome, claim))| {
        format!(
            "{row}\n{}",
            in_words(claim.claim, &numbers::of(outcome.table.plan.figure, claim.claim.id, &series(outcome)))
        )
    });
    format!("{}\n{}", heads.join("\n"), claims.collect::<String>())
}

fn series(outcome: &Outcome<'_>) -> Value {
    json::value(outcome.series())
}

/// The claim as a sentence, and under it the paper's numbers, each beside ours.
fn in_words(claim: &Claim, numbers: &[Number]) -> String {
    let beside = |Number { what, paper, ours }: &Number| format!("        {what}: the paper {paper}; here {ours}\n");
    format!("      {}\n{}", tied(claim.statement), numbers.iter().map(beside).collect::<String>())
}

/// `Claims: 21 of 39 reproduced, 13 under another reading, 3 not reproduced, 1 impossible, 1 not tested`; and how many other readings
/// could still decide, which are for the full size.
fn tally(verdicts: &[Option<Verdict>]) -> String {
    let count = |verdict| verdicts.iter().filter(|&&found| found == Some(verdict)).count();
    let words = [
        (Verdict::ReproducedUnder, "under another reading"),
        (Verdict::NotReproduced, "not reproduced"),
        (Verdict::Impossible, "impossible"),
        (Verdict::NotTested, "not tested"),
    ];
    let others: String = words.map(|(verdict, word)| format!(", {} {word}", count(verdict))).concat();
    let open = match verdicts.iter().filter(|verdict| verdict.is_none()).count() {
        0 => String::new(),
        open => format!(", {open} open: not by our own reading, and other readings take the full size"),
    };
    format!("Claims: {} of {} reproduced{others}{open}", count(Verdict::Reproduced), verdicts.len())
}

/// `Ours, not the paper's: O1-nand impossible, O4 reproduced`
fn ours(claims: &[&Judged<'_>]) -> String {
    let came = |claim: &&Judged<'_>| {
        let word = claim.verdict().map_or("open", Verdict::word);
        format!("{} {word}", claim.claim.id)
    };
    format!("Ours, not the paper's: {}", claims.iter().map(came).collect::<Vec<_>>().join(", "))
}

fn row(figure: &Figure, claim: &Judged<'_>) -> [String; 5] {
    [claim.claim.id.into(), figure.id.into(), place(figure), claim.verdict_words(), measured(claim)]
}

/// The paper in short, by its first author and the end of its name, and the place in it: `Yan, FAST 2017, Fig. 5`.
fn place(figure: &Figure) -> String {
    let author = figure.paper.split([' ', ',', ':']).next().unwrap_or_default();
    let issued = figure.paper.rsplit(", ").next().unwrap_or_default();
    format!("{author}, {issued}, {}", figure.place)
}

/// One finding of those that a claim rests on: the first that fails, else the first; and how many more there are.
fn measured(claim: &Judged<'_>) -> String {
    let found = claim.found().unwrap_or_default();
    let conditions = claim.claim.conditions.iter().zip(&found).filter(|(condition, _)| condition.is_asked());
    let findings: Vec<_> = conditions.map(|(_, finding)| *finding).collect();
    let fails = |finding: &&&Finding| !finding.judgement.is_held();
    let failed = findings.iter().filter(fails).count();
    let told = findings.iter().find(fails).or(findings.first());
    match (told, failed, findings.len()) {
        (None, ..) => NONE.into(),
        (Some(told), _, 1) => told.measured.clone(),
        (Some(told), 0, all) => format!("{}; and {} more", told.measured, all - 1),
        (Some(told), failed, all) => format!("✕ {failed} of {all}: {}", told.measured),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::matching;
    use crate::figures::measure::Measure;
    use crate::figures::plan::Plan;

    /// The claims of `word`'s figure if every run measured `measure`.
    fn table(word: &str, measure: &Measure) -> String {
        let plan = Plan::new(matching(word)[0], true);
        let measures = vec![Some(measure.clone()); plan.runs().len()];
        text(&[Outcome::new(&plan, &measures).unwrap()])
    }

    #[test]
    fn says_how_many_are_reproduced_and_names_what_failed() {
        // C-lash is to be below the others: where all are alike it is not, and no more than they are.
        let alike = Measure {
            mean_response_ns: 2_000_000,
            erases: 5,
            erase_std_dev: 1.0,
            erase_cv: Some(1.0),
            ..Measure::default()
        };
        let table = table("clash-seq", &alike);
        let mut lines = table.lines();
        let first = lines.next().unwrap();
        assert!(first.starts_with("Claims: 2 of 5 reproduced, 0 under another reading, 0 not reproduced, "), "{first}");
        assert!(first.ends_with(", 3 open: not by our own reading, and other readings take the full size"), "{first}");
        let row = |id: &str| table.lines().find(|line| line.trim_start().starts_with(id)).unwrap();
        assert!(
            row("C3").contains("clash-seq") && row("C3").contains("Boukhobza, SPECTS 2011, Fig. 3, first column"),
            "{table}"
        );
        assert!(row("C9").contains("✕ 2 of 4: "), "{table}");
        assert!(row("C3").contains("not by our own reading") && row("C3").contains("✕ 1 of 3: "), "{table}");
        let claims: Vec<&str> = lines.filter(|line| line.starts_with("  C")).collect();
        assert_eq!(claims.len(), 5, "{table}");
        let numbers = "mean response of C-lash against DFTL: the paper lower above 40 %; here the same, never crossing";
        assert!(table.contains(numbers), "{table}");
        assert!(table.contains("      C-lash responds faster than DFTL when more than 40 %"), "{table}");
    }

    #[test]
    fn what_cannot_be_tested_is_counted_apart_and_a_figure_without_claims_has_no_table() {
        let untested = table("clash-traces", &Measure::default());
        assert!(
            untested.starts_with(
                "Claims: 0 of 1 reproduced, 0 under another reading, 0 not reproduced, 0 impossible, 1 not tested\n"
            ),
            "{untested}"
        );
        assert!(untested.lines().nth(1).unwrap().ends_with(NONE), "{untested}");
        assert_eq!(table("ttflash-filebench", &Measure::default()), "");
    }

    #[test]
    fn what_is_ours_is_told_and_not_counted() {
        let hits = Measure { map_hit_share: Some(0.5), bytes_per_s: Some(1), ..Measure::default() };
        let own = table("openchannel-hits", &hits);
        assert_eq!(own.lines().next(), Some("Ours, not the paper's: O4 reproduced"));
        assert!(own.lines().nth(1).unwrap().contains("ours, not the paper's: reproduced"), "{own}");
    }
}
