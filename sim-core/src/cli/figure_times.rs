//! How long each figure took, by our own reading of its paper and by the others.

use crate::figures::plan::{Plan, Run};
use std::time::Duration;

/// Processor time by figure, in the order in which they were begun.
#[derive(Debug, Default)]
pub(super) struct FigureTimes(Vec<FigureTime>);

#[derive(Debug)]
struct FigureTime {
    figure: &'static str,
    ours: Duration,
    others: Duration,
}

impl FigureTimes {
    /// A run of `plan` took so long.
    pub(super) fn add(&mut self, plan: &Plan, run: &Run, time: Duration) {
        let figure = plan.figure.id;
        if self.0.last().is_none_or(|last| last.figure != figure) {
            self.0.push(FigureTime { figure, ours: Duration::ZERO, others: Duration::ZERO });
        }
        if let Some(last) = self.0.last_mut() {
            *(if run.reading.is_none() { &mut last.ours } else { &mut last.others }) += time;
        }
    }

    /// `clash-seq: 9.1 s, by other readings 17.6 s`, a line a figure, and the sum of several.
    pub(super) fn text(&self) -> String {
        let sum = |time: fn(&FigureTime) -> Duration| self.0.iter().map(time).sum();
        let lines = self.0.iter().map(|time| line(time.figure, time.ours, time.others));
        let all = (self.0.len() > 1).then(|| line("all", sum(|time| time.ours), sum(|time| time.others)));
        lines.chain(all).collect()
    }
}

fn line(figure: &str, ours: Duration, others: Duration) -> String {
    let seconds = |time: Duration| format!("{:.1} s", time.as_secs_f64());
    let others = if others.is_zero() { String::new() } else { format!(", by other readings {}", seconds(others)) };
    format!("{figure}: {}{others}\n", seconds(ours))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::matching;

    #[test]
    fn times_are_summed_by_figure_and_reading() {
        let plan = Plan::new(matching("clash-flash")[0], false);
        let mut times = FigureTimes::default();
        for run in plan.runs() {
            times.add(&plan, &run, Duration::from_millis(100));
        }
        let ours = plan.runs().iter().filter(|run| run.reading.is_none()).count();
        let others = plan.runs().len() - ours;
        let told = format!("{:.1} s, by other readings {:.1} s\n", ours as f64 / 10.0, others as f64 / 10.0);
        assert_eq!(times.text(), format!("clash-flash: {told}"));
    }
}
