//! Tells kept results in the words that figures have now: `cargo run --release --example figures_retold FILE...`
//! What was measured stays. A figure that would be carried out or judged otherwise now is left out, and named: it is to be made anew.

use serde_json::Value;
use sim_core::figures::kept::retold;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    for file in std::env::args().skip(1) {
        let kept: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(&file)?)?;
        let mut told = Vec::new();
        for figure in &kept {
            match retold(figure) {
                Ok(figure) => told.push(format!("{figure:#}")),
                Err(refused) => eprintln!("{file}: {refused}"),
            }
        }
        // As `flashlab figures --json` prints them.
        std::fs::write(&file, format!("[\n{}\n]\n", told.join(",\n")))?;
    }
    Ok(())
}
