//! Buffers that tune themselves, session by session: how often two of them use another α.

use crate::figures::condition::Condition;
use crate::figures::measure::{BILLION, Measure};
use crate::figures::table::{Place, Table, median};

/// Whether the system that `condition` is about used another α than the system `than` in at least `bound` hundredths of the
/// sessions, and in which share of them. Runs are compared seed by seed; their median counts.
pub(super) fn differs(
    table: &Table<'_>,
    condition: &Condition,
    than: &'static str,
    bound: u32,
) -> Option<(bool, String)> {
    let figure = table.plan.figure;
    let least = least_billionths(table, condition, than)?;
    let measured = format!(
        "of {}: not that of {} in {:.1} % of the sessions",
        figure.system_title(condition.of),
        figure.system_title(than),
        least / BILLION * 100.0
    );
    Some((least * 100.0 >= f64::from(bound) * BILLION, measured))
}

/// That share, of one.
pub(super) fn least_share(table: &Table<'_>, condition: &Condition, than: &'static str) -> Option<f64> {
    least_billionths(table, condition, than).map(|share| share / BILLION)
}

fn least_billionths(table: &Table<'_>, condition: &Condition, than: &'static str) -> Option<f64> {
    let figure = table.plan.figure;
    let panel = figure.panel(condition.panel)?;
    let [of, other] = [figure.system(condition.of)?, figure.system(than)?];
    let mut told = Vec::new();
    for (x_index, _) in table.plan.xs.iter().enumerate().filter(|(_, x)| condition.points.has(**x)) {
        let seeds = |system| table.seeds(Place { panel, system, x_index });
        let shares = seeds(of)?.iter().zip(seeds(other)?).map(|(a, b)| share(a, b));
        told.push(median(shares)?);
    }
    told.into_iter().min_by(f64::total_cmp)
}

/// In billionths: the share of their common sessions in which α is not the same.
fn share(a: &Measure, b: &Measure) -> Option<f64> {
    let sessions = a.alphas.len().min(b.alphas.len());
    let other = a.alphas.iter().zip(&b.alphas).filter(|(a, b)| a != b).count();
    (sessions > 0).then(|| (other as f64 / sessions as f64 * BILLION).round())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_are_compared_one_by_one() {
        let run = |alphas: &[f64]| Measure { alphas: alphas.to_vec(), ..Measure::default() };
        assert_eq!(share(&run(&[0.0, 0.5, 1.0, 0.5]), &run(&[0.0, 0.25, 1.0, 1.0, 1.0])), Some(0.5e9));
        assert_eq!(share(&run(&[]), &run(&[1.0])), None);
    }
}
