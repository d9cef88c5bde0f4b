//! Tells kept results in the words that figures have now: `cargo run --release --example figures_retold FILE...`
//! What was measured stays. A figure whose claims or other readings have changed is judged anew: of its runs only those by other
//! readings are carried out. One that would itself be carried out otherwise is left out, and named: it is to be made anew.

use serde_json::Value;
use sim_core::base::error::Error as CoreError;
use sim_core::experiment::document::Experiment;
use sim_core::figures::find;
use sim_core::figures::kept::{other_runs, rejudged, retold};
use sim_core::figures::measure::Measure;
use sim_core::figures::plan::Plan;
use std::collections::BTreeMap;
use std::error::Error;

/// By experiment: figures have some in common.
type Measured = BTreeMap<String, Measure>;

fn main() -> Result<(), Box<dyn Error>> {
    let mut measured = Measured::new();
    for file in std::env::args().skip(1) {
        let kept: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(&file)?)?;
        let mut told = Vec::new();
        for figure in &kept {
            match retold(figure).or_else(|_| judged_anew(figure, &mut measured)) {
                Ok(figure) => told.push(format!("{figure:#}")),
                Err(refused) => eprintln!("{file}: {refused}"),
            }
        }
        // As `flashlab figures --json` prints them.
        std::fs::write(&file, format!("[\n{}\n]\n", told.join(",\n")))?;
    }
    Ok(())
}

fn judged_anew(kept: &Value, measured: &mut Measured) -> Result<Value, CoreError> {
    let plan = Plan::new(find(kept["id"].as_str().unwrap_or_default())?, false);
    let mut others = Vec::new();
    for run in other_runs(&plan) {
        let (by, document) = (plan.by(&run), plan.document(&run));
        let key = format!("{} {document}", by.name());
        let measure = match measured.get(&key) {
            Some(known) => known.clone(),
            None => by.measure(&Experiment::new(&document, &[])?, None)?,
        };
        others.push(measure.clone());
        measured.insert(key, measure);
    }
    eprintln!("{}: judged anew, {} runs by other readings", plan.figure.id, others.len());
    rejudged(kept, &others)
}
