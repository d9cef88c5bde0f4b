//! A lane as the page shows it: words, figures and pictures, made here so that every reader sees the same.

pub mod buffer;
pub mod cache;
pub mod charts;
pub mod frame;
#[cfg(feature = "layers")]
pub mod gantt;
pub mod identity;
pub mod layer;
pub mod merges;
pub mod observables;
pub mod openchannel;
pub mod page;
pub mod raster;
pub mod request;
#[cfg(feature = "layers")]
pub mod sampled;
pub mod series;
pub mod so_far;
#[cfg(feature = "layers")]
pub mod stripes;
pub mod tally;
pub mod terms;
pub mod time;
pub mod ttflash;
pub mod walk;
