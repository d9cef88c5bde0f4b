//! What a figure keeps of one run.

use crate::base::error::Error;
use crate::machine::EndKind;
use crate::metrics::buffer::{Buffer, SessionReport};
use crate::metrics::openchannel::OpenChannel;
use crate::metrics::report::{Blocked, Mapping, Merges, Report};
use crate::metrics::samples::TAIL;
use crate::metrics::ttflash::Ttflash;
use serde_json::{Value, json};

/// What fractions are rounded to, of one.
pub const BILLION: f64 = 1e9;

/// One run, or the median of several.
///
/// Fractions are rounded to billionths, responses to nanoseconds: JSON then carries them unchanged from one side to the
/// other, and a figure comes out the same to the last byte wherever its runs were carried out.
// For the page, which takes from it whatever field a metric names, it is no more than a record of values.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(
    test,
    ts(
        rename = "FigureMeasure",
        type = "{ readonly [field: string]: number | readonly number[] | boolean | null, saturated: boolean }"
    )
)]
pub struct Measure {
    /// Mean response.
    pub mean_response_ns: u64,
    /// Block erases.
    pub erases: u64,
    /// Population standard deviation of erases over blocks.
    pub erase_std_dev: f64,
    /// The same divided by the mean; none without an erase.
    pub erase_cv: Option<f64>,
    /// Whether requests came faster than they could be served, so that responses tell the length of the run.
    pub saturated: bool,
    /// Mean response of writes; none without one.
    pub mean_write_ns: Option<u64>,
    /// Of the logical blocks that were rebuilt because a log block was emptied, the share for which it was the first to
    /// take pages of theirs. FAST.
    pub first_log_block_share: Option<f64>,
    /// Logical blocks with pages in the write buffer: mean.
    pub groups_mean: Option<f64>,
    /// Share of its evictions whose holes were filled.
    pub plug_share: Option<f64>,
    /// Write requests since a victim was last touched: mean.
    pub victim_age_mean: Option<f64>,
    /// Pages of a victim: mean.
    pub victim_pages_mean: Option<f64>,
    /// Most bytes that the rehearsals of a buffer that tunes itself took at the end of a session.
    pub rehearsal_bytes: Option<u64>,
    /// Most for the part that plays the write buffer.
    pub rehearsal_buffer_bytes: Option<u64>,
    /// Most for the part that plays the log.
    pub rehearsal_log_bytes: Option<u64>,
    /// α of each session; empty where there are none.
    pub alphas: Vec<f64>,
    /// Mean response of reads; none without one.
    pub mean_read_ns: Option<u64>,
    /// For each of [`TAIL`] the response that so many of the reads do not exceed; empty without a read.
    pub read_tail_ns: Vec<u64>,
    /// Share of the reads that waited for a collection; none on the serial clock.
    pub gc_blocked_share: Option<f64>,
    /// Share of the reads that waited behind such a one.
    pub queue_blocked_share: Option<f64>,
    /// Reads that waited for a collection without having chosen to, as far as counts tell: pages that could not be rebuilt, and
    /// blocked reads beyond the pages that chose to wait. Of a device with stripes.
    pub unchosen_waits: Option<u64>,
    /// Pages that stayed in RAM since their plane was full and might not collect yet.
    pub rgc_stall: Option<u64>,
    /// Share of the page moves of collections that gave way to nobody.
    pub hard_steps_share: Option<f64>,
    /// Parity pages programmed.
    pub parity_programs: Option<u64>,
    /// Bytes that the host read and wrote in a second; none where no time passed.
    pub bytes_per_s: Option<u64>,
    /// Requests in a second.
    pub requests_per_s: Option<u64>,
    /// Share of the look-ups in a map of which only a part is in memory that found it there.
    pub map_hit_share: Option<f64>,
    /// Share of those in the journal's part of it that did not; none where no journal is known.
    pub journal_miss_share: Option<f64>,
    /// Bytes of the host's memory for its mapping table.
    pub host_bytes: Option<u64>,
    /// Entries of the ring of writes that a rate limiter grants, by free chunks; empty where there is none.
    pub ring_limits: Vec<u64>,
}

impl Measure {
    /// What the run of `report` came to.
    ///
    /// # Errors
    /// A run that did not serve all its requests, or does not add up.
    pub fn of(report: &Report) -> Result<Self, Error> {
        let end = report.end.as_ref().ok_or_else(|| Error::Run("the run is not over".into()))?;
        if end.kind != EndKind::Done {
            return Err(Error::Run(format!("the run ended early: {}", end.text)));
        }
        if let Some(check) = report.checks.iter().find(|check| !check.holds) {
            return Err(Error::Run(format!("the run does not add up: {}", check.statement)));
        }
        let mean = report.mean_response_ns.ok_or_else(|| Error::Run("the run counted no request".into()))?;
        let measure = Self {
            mean_response_ns: mean.round() as u64,
            erases: report.nand_erases,
            erase_std_dev: billionths(report.erase_std_dev),
            erase_cv: report.erase_cv.map(billionths),
            saturated: report.saturated == Some(true),
            mean_write_ns: report.write_mean_response_ns.map(|mean| mean.round() as u64),
            first_log_block_share: report.merges.as_ref().and_then(first_log_block_share),
            mean_read_ns: report.read_mean_response_ns.map(|mean| mean.round() as u64),
            read_tail_ns: report.read_tail.iter().flatten().map(|(_, ns)| *ns).collect(),
            gc_blocked_share: report.blocked.as_ref().and_then(|blocked| blocked.gc_fraction).map(billionths),
            queue_blocked_share: report.blocked.as_ref().and_then(|blocked| blocked.queue_fraction).map(billionths),
            bytes_per_s: per_second(report, host_bytes(report)),
            requests_per_s: per_second(report, report.requests),
            map_hit_share: report.mapping.as_ref().and_then(map_hit_share),
            journal_miss_share: report.openchannel.as_ref().and_then(journal_miss_share),
            ..Self::default()
        };
        let measure = report.buffer.as_ref().map_or(measure.clone(), |buffer| measure.with(buffer));
        Ok(match (&report.ttflash, &report.blocked) {
            (Some(stripes), Some(blocked)) => measure.with_stripes(stripes, blocked, report.reads),
            _ => measure,
        })
    }

    /// The response that `per_10000` of 10 000 reads do not exceed; one of [`TAIL`].
    pub fn read_ns(&self, per_10000: u64) -> Option<u64> {
        let place = TAIL.iter().position(|&known| known == per_10000)?;
        self.read_tail_ns.get(place).copied()
    }

    /// Share of the reads that waited for a collection or behind one that did.
    pub fn blocked_share(&self) -> Option<f64> {
        self.gc_blocked_share.zip(self.queue_blocked_share).map(|(gc, queue)| billionths(gc + queue))
    }

    /// The same with what the report says of stripes; `reads` of them were counted.
    fn with_stripes(self, stripes: &Ttflash, blocked: &Blocked, reads: u64) -> Self {
        let blocked_reads = (blocked.gc_fraction.unwrap_or_default() * reads as f64).round() as u64;
        Self {
            unchosen_waits: Some(stripes.waits_forced + blocked_reads.saturating_sub(stripes.waits_chosen)),
            rgc_stall: Some(stripes.rgc_stall),
            hard_steps_share: share(stripes.gc_steps_hard as f64, stripes.gc_steps as f64),
            parity_programs: Some(stripes.parity_programs),
            ..self
        }
    }

    /// The same with what the report says of the write buffer.
    fn with(self, buffer: &Buffer) -> Self {
        let sessions = || buffer.tuning.iter().flat_map(|tuning| &tuning.sessions);
        let written = |session: &SessionReport| session.write_simulation_bytes;
        let logged = |session: &SessionReport| session.log_simulation_bytes;
        Self {
            groups_mean: buffer.groups_mean.map(billionths),
            plug_share: buffer.plugs.zip(buffer.flushes).and_then(|(plugs, all)| share(plugs as f64, all as f64)),
            victim_age_mean: buffer.victim_age_mean.map(billionths),
            victim_pages_mean: buffer.flushed_pages_mean.map(billionths),
            rehearsal_bytes: sessions().map(|session| written(session) + logged(session)).max(),
            rehearsal_buffer_bytes: sessions().map(written).max(),
            rehearsal_log_bytes: sessions().map(logged).max(),
            alphas: sessions().map(|session| billionths(session.alpha)).collect(),
            ..self
        }
    }

    /// As JSON. Single places of the tail stand there once more under names of their own.
    pub fn to_json(&self) -> Value {
        json!({
            "mean_response_ns": self.mean_response_ns, "erases": self.erases, "erase_std_dev": self.erase_std_dev,
            "erase_cv": self.erase_cv, "saturated": self.saturated, "mean_write_ns": self.mean_write_ns,
            "first_log_block_share": self.first_log_block_share, "groups_mean": self.groups_mean,
            "plug_share": self.plug_share, "victim_age_mean": self.victim_age_mean,
            "victim_pages_mean": self.victim_pages_mean, "rehearsal_bytes": self.rehearsal_bytes,
            "rehearsal_buffer_bytes": self.rehearsal_buffer_bytes, "rehearsal_log_bytes": self.rehearsal_log_bytes,
            "alphas": self.alphas, "mean_read_ns": self.mean_read_ns, "read_tail_ns": self.read_tail_ns,
            "read_p85_ns": self.read_ns(8500), "read_p90_ns": self.read_ns(9000), "read_p95_ns": self.read_ns(9500),
            "read_p99_ns": self.read_ns(9900), "read_p999_ns": self.read_ns(9990),
            "gc_blocked_share": self.gc_blocked_share, "queue_blocked_share": self.queue_blocked_share,
            "blocked_share": self.blocked_share(), "unchosen_waits": self.unchosen_waits, "rgc_stall": self.rgc_stall,
            "hard_steps_share": self.hard_steps_share, "parity_programs": self.parity_programs,
            "bytes_per_s": self.bytes_per_s, "requests_per_s": self.requests_per_s,
            "map_hit_share": self.map_hit_share,
            "journal_miss_share": self.journal_miss_share, "host_bytes": self.host_bytes, "ring_limits": self.ring_limits,
        })
    }

    /// From JSON; none for what is not a measure.
    pub fn from_json(value: &Value) -> Option<Self> {
        Some(Self {
            mean_response_ns: value["mean_response_ns"].as_u64()?,
            erases: value["erases"].as_u64()?,
            erase_std_dev: value["erase_std_dev"].as_f64()?,
            erase_cv: value["erase_cv"].as_f64(),
            saturated: value["saturated"].as_bool()?,
            mean_write_ns: value["mean_write_ns"].as_u64(),
            first_log_block_share: value["first_log_block_share"].as_f64(),
            groups_mean: value["groups_mean"].as_f64(),
            plug_share: value["plug_share"].as_f64(),
            victim_age_mean: value["victim_age_mean"].as_f64(),
            victim_pages_mean: value["victim_pages_mean"].as_f64(),
            rehearsal_bytes: value["rehearsal_bytes"].as_u64(),
            rehearsal_buffer_bytes: value["rehearsal_buffer_bytes"].as_u64(),
            rehearsal_log_bytes: value["rehearsal_log_bytes"].as_u64(),
            alphas: value["alphas"].as_array()?.iter().filter_map(Value::as_f64).collect(),
            mean_read_ns: value["mean_read_ns"].as_u64(),
            read_tail_ns: whole_numbers(&value["read_tail_ns"])?,
            gc_blocked_share: value["gc_blocked_share"].as_f64(),
            queue_blocked_share: value["queue_blocked_share"].as_f64(),
            unchosen_waits: value["unchosen_waits"].as_u64(),
            rgc_stall: value["rgc_stall"].as_u64(),
            hard_steps_share: value["hard_steps_share"].as_f64(),
            parity_programs: value["parity_programs"].as_u64(),
            bytes_per_s: value["bytes_per_s"].as_u64(),
            requests_per_s: value["requests_per_s"].as_u64(),
            map_hit_share: value["map_hit_share"].as_f64(),
            journal_miss_share: value["journal_miss_share"].as_f64(),
            host_bytes: value["host_bytes"].as_u64(),
            ring_limits: whole_numbers(&value["ring_limits"])?,
        })
    }
}

/// Of the merged logical blocks of all log blocks, those that the first one caused.
fn first_log_block_share(merges: &Merges) -> Option<f64> {
    let all = (merges.associativity_mean? * merges.log_block_gc as f64).round();
    share(merges.first_log_block? as f64, all)
}

fn whole_numbers(list: &Value) -> Option<Vec<u64>> {
    Some(list.as_array()?.iter().filter_map(Value::as_u64).collect())
}

fn host_bytes(report: &Report) -> u64 {
    let page_bytes = report.experiment["device"]["page_bytes"].as_u64().unwrap_or_default();
    (report.host_read_pages + report.host_written_pages) * page_bytes
}

fn per_second(report: &Report, count: u64) -> Option<u64> {
    let billion = u128::from(count) * 1_000_000_000;
    billion.checked_div(u128::from(report.simulated_ns)).map(|rate| rate as u64)
}

fn map_hit_share(mapping: &Mapping) -> Option<f64> {
    share(mapping.hits? as f64, mapping.lookups? as f64)
}

fn journal_miss_share(host_ftl: &OpenChannel) -> Option<f64> {
    let map = host_ftl.map.as_ref()?;
    let lookups = map.journal_lookups?;
    share((lookups - map.journal_hits?) as f64, lookups as f64)
}

pub(super) fn share(part: f64, all: f64) -> Option<f64> {
    (all > 0.0).then(|| billionths(part / all))
}

fn billionths(value: f64) -> f64 {
    (value * BILLION).round() / BILLION
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::document::Experiment;
    use crate::metrics::run;

    fn report(run: Value) -> Report {
        let document = json!({ "device": { "preset": "toy", "endurance": 100_000 }, "run": run });
        run::report(&Experiment::new(&document, &[]).unwrap(), None).unwrap()
    }

    #[test]
    fn json_carries_a_measure_unchanged() {
        for seed in 1..40 {
            let measure = Measure::of(&report(json!({ "seed": seed }))).unwrap();
            assert!(measure.erases > 0 && measure.erase_cv.is_some());
            let text = measure.to_json().to_string();
            assert_eq!(Measure::from_json(&serde_json::from_str(&text).unwrap()), Some(measure), "{text}");
        }
        assert_eq!(Measure::from_json(&json!({})), None);
        let idle = Measure {
            mean_response_ns: 5,
            alphas: vec![-0.25, 1.0],
            read_tail_ns: TAIL.to_vec(),
            gc_blocked_share: Some(0.25),
            queue_blocked_share: Some(0.125),
            unchosen_waits: Some(3),
            rgc_stall: Some(0),
            hard_steps_share: Some(0.5),
            parity_programs: Some(9),
            map_hit_share: Some(0.875),
            journal_miss_share: Some(0.5),
            host_bytes: Some(7),
            ring_limits: vec![0, 64],
            ..Measure::default()
        };
        assert_eq!((idle.read_ns(9990), idle.blocked_share()), (Some(9990), Some(0.375)));
        assert_eq!(Measure::from_json(&idle.to_json()), Some(idle));
    }

    #[test]
    fn a_run_that_did_not_come_to_its_end_is_refused() {
        let cut = Measure::of(&report(json!({ "power_cut": 50 }))).unwrap_err();
        assert!(cut.to_string().starts_with("the run ended early: "), "{cut}");
        let warmup = Measure::of(&report(json!({ "warmup_requests": 1_000_000 }))).unwrap_err();
        assert_eq!(warmup.to_string(), "the run counted no request");
    }
}
