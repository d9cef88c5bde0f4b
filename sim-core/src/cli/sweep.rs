//! `flashlab sweep`: an experiment at every combination of some settings, on all cores.

use super::arguments::{Arguments, CSV, JSON, Opt};
use super::command::Command;
use super::failure::Failure;
use super::interrupt::{Interrupt, REQUESTS_BETWEEN_LOOKS};
use super::options::{COLUMNS, FORMAT, SET, STRICT, TRACE};
use super::parallel::{JOBS, in_parallel, jobs};
use super::sweep_text;
use super::swept::{POLICY, SWEEP, Swept, VARY};
use super::trace_file::{refuse_losses, tell};
use crate::cli::resume_file::ResumeFile;
use crate::cli::sweep_progress::{HowFar, UnderWay};
use crate::experiment::document::Experiment;
use crate::metrics::report::Report;
use crate::metrics::run::Run;
use crate::sweep::document::Sweep;
use crate::sweep::point::{Outcome, Point};
use crate::sweep::shard::Shard;
use crate::sweep::{csv, json};
use crate::trace::replay::SharedRecords;
use std::collections::BTreeMap;
use std::io::Write;

/// The command.
pub(super) const COMMAND: Command = Command {
    name: "sweep",
    arguments: "[EXPERIMENT.json] [--set PATH=VALUE]... [--trace FILE] [--format NAME] [--columns LIST] [--strict] [--vary PATH=a:b:step|v,v,…]... \
                [--policy \"TITLE: PATH=VALUE …\"]... | --sweep FILE.json [--jobs N] [--shard i/n] [--keep FILE] [--csv|--json]",
    help: "runs an experiment at every combination of settings, on all cores; --keep saves points and resumes a stopped sweep",
    execute,
};

/// `--shard i/n`: every n-th point, from the i-th on.
const SHARD: Opt = Opt { name: "--shard", value: Some("i/n") };
/// `--keep FILE`: where points are kept as they come.
const KEEP: Opt = Opt { name: "--keep", value: Some("FILE") };

fn execute(words: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let accepted = [SET, TRACE, FORMAT, COLUMNS, STRICT, VARY, POLICY, SWEEP, JOBS, SHARD, KEEP, CSV, JSON];
    let arguments = Arguments::new(COMMAND.name, words, &accepted, 1)?;
    let form = Form::of(&arguments)?;
    let (shard, jobs) = (shard(&arguments)?, jobs(&arguments)?);
    let interrupt = Interrupt::watch();
    let swept = Swept::new(&arguments, &interrupt)?;
    let kept = arguments.values(KEEP).last().map(|name| ResumeFile::open(KEEP, name, &swept.sweep, &swept.inputs));
    let kept = kept.transpose()?;
    for coverage in swept.records().filter_map(SharedRecords::coverage) {
        refuse_losses(&coverage.file, &coverage.notes(), &arguments)?;
    }
    swept.records().for_each(|records| tell(Some(records)));
    let points = carry_out(&swept, shard.unwrap_or(Shard::WHOLE), kept, jobs, &interrupt)?;
    out.write_all(form.text(&swept.sweep, shard, &points).as_bytes())?;
    Ok(out.flush()?)
}

/// What results are written as.
#[derive(Clone, Copy)]
pub(super) enum Form {
    People,
    Csv,
    Json,
}

impl Form {
    /// What `arguments` ask for.
    pub(crate) fn of(arguments: &Arguments) -> Result<Self, Failure> {
        match (arguments.has(CSV), arguments.has(JSON)) {
            (true, true) => Err(Failure::usage("--csv and --json: choose one format")),
            (true, false) => Ok(Self::Csv),
            (false, true) => Ok(Self::Json),
            (false, false) => Ok(Self::People),
        }
    }

    /// `points`, ascending, in it.
    pub(crate) fn text(self, sweep: &Sweep, shard: Option<Shard>, points: &[Point]) -> String {
        match self {
            Self::People => sweep_text::text(sweep, points),
            Self::Csv => csv::text(sweep, points),
            Self::Json => json::text(sweep, shard, points),
        }
    }
}

fn shard(arguments: &Arguments) -> Result<Option<Shard>, Failure> {
    let read = |text| {
        let expected = "not i/n, such as 1/3, 2/3 and 3/3 for three shards";
        Shard::from_text(text).ok_or_else(|| Failure::usage(format!("--shard {text}: {expected}")))
    };
    arguments.values(SHARD).last().map(read).transpose()
}

/// The points of `shard`, ascending; those that were kept are not run again.
fn carry_out(
    swept: &Swept,
    shard: Shard,
    kept: Option<(ResumeFile, Vec<Point>)>,
    jobs: usize,
    interrupt: &Interrupt,
) -> Result<Vec<Point>, Failure> {
    let (kept, before) = kept.unzip();
    let mut done: BTreeMap<u64, Option<Point>> = shard.points(swept.sweep.count()).map(|index| (index, None)).collect();
    for point in before.into_iter().flatten() {
        done.entry(point.index).and_modify(|place| *place = Some(point));
    }
    let to_do: Vec<u64> = done.iter().filter(|(_, point)| point.is_none()).map(|(&index, _)| index).collect();
    let how_far = HowFar::new(done.len(), done.len() - to_do.len());
    let task = |at: usize| {
        let point = Point { index: to_do[at], outcome: outcome(swept, to_do[at], interrupt, how_far.point())? };
        kept.as_ref().map_or(Ok(()), |kept| kept.add(&swept.sweep, &point))?;
        Ok(point)
    };
    for point in in_parallel(jobs, to_do.len(), task, |_| ())? {
        done.insert(point.index, Some(point));
    }
    Ok(done.into_values().flatten().collect())
}

fn outcome(swept: &Swept, index: u64, interrupt: &Interrupt, under_way: UnderWay<'_>) -> Result<Outcome, Failure> {
    match report(swept, index, interrupt, under_way) {
        Ok(report) => Ok(Outcome::of(&report)),
        Err(Failure::Usage(why) | Failure::Failed(why)) => Ok(Outcome::Refused(why)),
        Err(stopped) => Err(stopped),
    }
}

fn report(swept: &Swept, index: u64, interrupt: &Interrupt, mut under_way: UnderWay<'_>) -> Result<Report, Failure> {
    interrupt.check()?;
    let experiment = Experiment::new(&swept.sweep.document(index), &[])?;
    let mut run = Run::new(&experiment, swept.recorded(&experiment)?)?;
    while run.go_on(REQUESTS_BETWEEN_LOOKS) {
        interrupt.check()?;
        under_way.tell(run.progress());
    }
    Ok(run.report())
}
