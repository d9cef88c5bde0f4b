//! A lane as the page shows it: words, figures and pictures, made here so that every reader sees the same.

mod block;
mod blocks_in_action;
pub mod buffer;
mod cache;
pub mod charts;
#[cfg(feature = "layers")]
pub mod formula;
pub mod frame;
#[cfg(feature = "layers")]
pub mod gantt;
mod headline;
pub mod identity;
mod layer;
mod map;
mod merges;
pub mod observables;
pub mod openchannel;
pub(crate) mod page;
mod part;
mod power;
pub(crate) mod raster;
pub mod request;
mod rungs;
#[cfg(feature = "layers")]
pub(crate) mod sampled;
pub mod series;
mod shared_blocks;
mod shown;
mod so_far;
#[cfg(feature = "layers")]
mod stripes;
mod tally;
mod terms;
mod time;
mod timeline;
pub(crate) mod ttflash;
mod walk;
