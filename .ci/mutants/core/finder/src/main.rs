//! `mutant-finder FILE...` prints, as JSON, what can be mutated in each file: an array in the order of the files, of arrays of sites.

mod conditions;
mod finder;

use finder::Site;
use std::{env, error::Error, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let found: Vec<Vec<Site>> = env::args().skip(1).map(|path| sites_of(&path)).collect::<Result<_, _>>()?;
    println!("{}", serde_json::to_string(&found)?);
    Ok(())
}

fn sites_of(path: &str) -> Result<Vec<Site>, Box<dyn Error>> {
    let source = fs::read_to_string(path)?;
    let file = syn::parse_file(&source).map_err(|error| format!("{path}: {error}"))?;
    Ok(finder::sites(&source, &file))
}
