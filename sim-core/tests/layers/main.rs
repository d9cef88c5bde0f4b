//! Translation layers: each against its worked examples, a plain model of what was written, and power cuts.

#![allow(unreachable_pub)] // a test binary has no outside

#[path = "../support/mod.rs"]
mod support;

mod all;
mod bast;
mod block;
mod cftl;
mod clash;
mod clash_independent;
mod clash_reference_values;
mod dftl;
mod fast;
mod fast_first_log;
mod formula;
mod kast;
mod last;
mod map_on_flash;
mod map_policies;
mod model_page_mapping;
mod nftl;
mod openchannel;
mod openchannel_figure_4;
mod sast;
mod shared_blocks;
mod superblock;
mod ttflash;
mod ttflash_analytic;
mod ttflash_faults;
mod ttflash_rates;
mod ttflash_series;
mod ttflash_timing;
mod victims_choice;
mod wear_levelling;
