//! What the page is told about a device with stripes across its channels.

use serde::Serialize;

/// A device with stripes.
#[derive(Debug, Serialize)]
pub enum TtflashView {}
