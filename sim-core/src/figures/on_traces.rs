//! A figure on traces of one's own, in the place of those of its paper that cannot be shipped, or of what stands in for them: the same experiments
//! with another workload. What a paper claims is about its own traces, so nothing is judged.

use super::assignments::assign;
use super::by::By;
use super::figure::Figure;
use super::json;
use super::plan::{Plan, Run};
use super::takes_traces::runs_on_a_trace;
use crate::base::error::Error;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// Of a trace so large a part only brings the device into its usual state: one in so many requests.
const WARM_UP: u64 = 10;

/// A trace that takes the place of a paper's.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "OwnTrace"))]
pub struct OwnTrace {
    /// Of its file.
    pub name: String,
    /// Of its content, if it is known.
    pub sha256: Option<String>,
    /// Of the device that is replayed.
    pub requests: u32,
}

/// A figure on traces.
#[derive(Debug)]
pub struct OnTraces<'a> {
    /// The figure.
    pub figure: &'static Figure,
    traces: &'a [OwnTrace],
    plan: Plan,
    /// What is carried out on each trace.
    templates: Vec<Run>,
}

/// An experiment on a trace.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TraceRun {
    /// Place of the trace.
    pub trace: usize,
    run: Run,
}

impl<'a> OnTraces<'a> {
    /// `figure` on `traces`.
    ///
    /// # Errors
    /// A figure of generated requests: no trace takes their place.
    pub fn new(figure: &'static Figure, traces: &'a [OwnTrace]) -> Result<Self, Error> {
        let plan = Plan::new(figure, false);
        let templates = runs_on_a_trace(&plan);
        if templates.is_empty() {
            let text =
                format!("{}: its requests are generated; only figures of traces are carried out on one", figure.id);
            return Err(Error::Document(text));
        }
        Ok(Self { figure, traces, plan, templates })
    }

    /// All runs: trace by trace.
    pub fn runs(&self) -> Vec<TraceRun> {
        let each = |trace: usize| self.templates.iter().map(move |&run| TraceRun { trace, run });
        (0..self.traces.len()).flat_map(each).collect()
    }

    /// What carries a run out.
    pub fn by(&self, run: &TraceRun) -> By {
        self.plan.by(&run.run)
    }

    /// Place of its system.
    pub fn system(&self, run: &TraceRun) -> usize {
        run.run.system
    }

    /// Where a run stands on the axis, in words; empty where the traces are the axis.
    pub fn place(&self, run: &TraceRun) -> String {
        let Some(&x) = self.plan.xs.get(run.run.x_index) else { return String::new() };
        format!("{} {}", self.figure.x.name, self.figure.x.words(x))
    }

    /// The experiment that a run carries out: at the recorded times a slower device than the recorded one would only show its queue, so requests
    /// come one after another.
    pub fn document(&self, run: &TraceRun) -> Value {
        let trace = &self.traces[run.trace];
        let mut document = match self.needs_traces() {
            true => {
                let mut document = Map::new();
                assign(&mut document, self.figure.settings);
                assign(&mut document, self.figure.systems[run.run.system].source.settings().unwrap_or_default());
                Value::Object(document)
            }
            false => self.plan.document(&run.run),
        };
        document["workload"] = json!({ "kind": "trace", "file": trace.name, "queue_depth": 1 });
        if let Some(sha256) = &trace.sha256 {
            document["workload"]["sha256"] = json!(sha256);
        }
        document["run"]["warmup_requests"] = json!(u64::from(trace.requests) / WARM_UP);
        document["run"]["seed"] = json!(1);
        document
    }

    fn needs_traces(&self) -> bool {
        self.figure.panels.is_empty()
    }

    /// The figure as it is shown then, and its runs: `{ "entry": ..., "plan": ... }`. Traces are its panels, or its axis where it has no other.
    pub fn to_json(&self) -> Value {
        let mut entry = json::value(self.figure.told());
        let names = || self.traces.iter().map(|trace| trace.name.as_str());
        let panel = |trace: usize| format!("trace-{}", trace + 1);
        let of_axis = self.needs_traces();
        if of_axis {
            let numbered: Vec<Value> = (1..).zip(names()).map(|(n, name)| json!([n, name])).collect();
            entry["panels"] = json!([{ "id": "traces", "title": "" }]);
            entry["x"] = json!({ "name": "trace", "unit": "", "scale": "linear", "names": numbered });
        } else {
            let panels = names().enumerate().map(|(at, name)| json!({ "id": panel(at), "title": name }));
            entry["panels"] = panels.collect();
        }
        let ran: Vec<&str> = self.templates.iter().map(|run| self.figure.systems[run.system].id).collect();
        let is_drawn = |system: &Value| {
            let all_of = |least: &Value| least.as_array().into_iter().flatten().all(|of| ran.iter().any(|id| of == id));
            ran.iter().any(|id| system["id"] == *id) || system["least"].is_object() && all_of(&system["least"]["of"])
        };
        if let Some(systems) = entry["systems"].as_array_mut() {
            systems.retain(is_drawn);
            // Systems that differ in what stands in for a trace are one.
            if let ([one], true) = (&mut systems[..], self.figure.systems.len() > 1) {
                one["title"] = json!("on the trace");
            }
        }
        let run = |run: &TraceRun| {
            json!({
                "panel": if of_axis { "traces".to_string() } else { panel(run.trace) },
                "system": self.figure.systems[run.run.system].id,
                "x_index": if of_axis { run.trace } else { run.run.x_index },
                "seed": 1,
                "by": self.plan.by(&run.run).name(),
                "document": self.document(run),
            })
        };
        let x: Vec<Value> = match of_axis {
            true => (1..=self.traces.len()).map(|n| json!(n)).collect(),
            false => self.plan.xs.iter().map(|&x| super::axis::number(x)).collect(),
        };
        let runs: Vec<Value> = self.runs().iter().map(run).collect();
        json!({ "entry": entry, "plan": { "id": self.figure.id, "quick": false, "x": x, "runs": runs } })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::takes_traces::takes_traces;
    use crate::figures::{FIGURES, find};

    fn traces() -> Vec<OwnTrace> {
        let trace = |name: &str, requests| OwnTrace { name: name.into(), sha256: Some("abc".into()), requests };
        vec![trace("disk-0.spc", 25_009), trace("disk-1.spc", 400)]
    }

    #[test]
    fn figures_of_traces_take_ones_own_and_those_of_generators_do_not() {
        let takes: Vec<&str> = FIGURES.iter().filter(|figure| takes_traces(figure)).map(|figure| figure.id).collect();
        assert!(
            takes.contains(&"clash-traces") && takes.contains(&"lbuffer-rivals") && takes.contains(&"ttflash-tail")
        );
        assert!(!takes.contains(&"clash-seq") && !takes.contains(&"ttflash-mean"), "{takes:?}");
        let refused = OnTraces::new(find("clash-seq").unwrap(), &traces()).unwrap_err().to_string();
        assert!(refused.starts_with("clash-seq: its requests are generated"), "{refused}");
    }

    #[test]
    fn where_the_paper_has_traces_alone_ones_own_are_the_axis() {
        let traces = traces();
        let told = OnTraces::new(find("clash-traces").unwrap(), &traces).unwrap().to_json();
        assert_eq!(told["entry"]["x"]["names"], json!([[1, "disk-0.spc"], [2, "disk-1.spc"]]));
        let runs = told["plan"]["runs"].as_array().unwrap();
        assert_eq!(runs.len(), 2 * 4);
        let document = &runs[5]["document"];
        let workload = json!({ "kind": "trace", "file": "disk-1.spc", "queue_depth": 1, "sha256": "abc" });
        assert_eq!((&document["workload"], &document["run"]["warmup_requests"]), (&workload, &json!(40)));
        assert_eq!((&document["ftl"]["kind"], &runs[5]["x_index"]), (&json!("dftl"), &json!(1)));
    }

    #[test]
    fn elsewhere_they_are_the_panels_with_the_rest_of_each_experiment_as_it_was() {
        let traces = traces();
        let figure = find("lbuffer-rivals").unwrap();
        let on = OnTraces::new(figure, &traces).unwrap();
        let told = on.to_json();
        assert_eq!(told["entry"]["panels"][1], json!({ "id": "trace-2", "title": "disk-1.spc" }));
        let points = figure.x.values().len() * figure.systems.len();
        assert_eq!(on.runs().len(), 2 * points);
        let document = &told["plan"]["runs"][points]["document"];
        assert_eq!(
            (&document["workload"]["file"], &document["buffer"]["kind"]),
            (&json!("disk-1.spc"), &json!("lbuffer"))
        );
    }
}
