//! The logical pages that a request concerns: where sectors become pages.

use super::request::{HostOp, Request};

/// Logical pages that a request concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// First page.
    pub first: u32,
    /// Number of pages.
    pub count: u32,
}

impl Span {
    /// A read or write is widened to whole pages; a trim gives up only pages that it covers wholly.
    pub fn new(request: &Request, sectors_per_page: u32) -> Self {
        let (first, count) = match request.op {
            HostOp::Trim => {
                let spp = u64::from(sectors_per_page);
                let first = request.sector.div_ceil(spp);
                let end = (request.sector + u64::from(request.sectors)) / spp;
                (first, end.saturating_sub(first))
            }
            _ => request.pages(sectors_per_page),
        };
        Self { first: first.min(u64::from(u32::MAX)) as u32, count: count.min(u64::from(u32::MAX)) as u32 }
    }
}
