//! What the controller does as a whole: collections, merges, flushes. Each begins with one operation and ends with another.

use super::row::Row;
use crate::flash::operation::{Kind, Operation, PENDING_NS};

/// One that has begun.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    /// The operation that began it.
    pub begin: Operation,
    /// When the last of what it caused was over, as far as is known.
    pub end_ns: u64,
}

/// Those under way, oldest first.
#[derive(Debug, Default)]
pub(super) struct Spans(Vec<Span>);

/// What sort of work `kind` begins or ends.
pub(super) fn family(kind: Kind) -> Option<&'static str> {
    Some(match kind {
        Kind::GcStart | Kind::GcEnd => "gc",
        Kind::WearStart | Kind::WearEnd => "wear",
        Kind::SwitchMerge | Kind::PartialMerge | Kind::FullMerge | Kind::MergeEnd => "merge",
        Kind::ReclaimStart | Kind::ReclaimEnd => "reclaim",
        Kind::ConvertStart | Kind::ConvertEnd => "convert",
        Kind::FlushStart | Kind::PlugStart | Kind::FlushEnd => "flush",
        _ => return None,
    })
}

fn is_end(kind: Kind) -> bool {
    matches!(kind, Kind::GcEnd | Kind::WearEnd | Kind::MergeEnd | Kind::ReclaimEnd | Kind::ConvertEnd | Kind::FlushEnd)
}

fn is_flush(span: &Span) -> bool {
    matches!(span.begin.kind, Kind::FlushStart | Kind::PlugStart)
}

impl Spans {
    /// Takes in `row`, all before which are over. Tells the work that is over with it.
    pub(crate) fn pass(&mut self, row: &Row, mut over: impl FnMut(Span)) {
        let operation = &row.operation;
        if operation.end_ns != PENDING_NS {
            self.extend(operation.cause, operation.end_ns);
        }
        let family = family(operation.kind);
        if family.is_some() && is_end(operation.kind) {
            if let Some(at) = self.ended(family, operation) {
                over(self.close(at, operation.end_ns));
            }
            return;
        }
        // ttFlash tells the beginning of a flush alone: it is over for whoever made it with the first operation of another cause.
        let left = |span: &Span| is_flush(span) && operation.cause.is_none_or(|cause| cause < span.begin.index);
        while let Some(at) = self.0.iter().rposition(left) {
            over(self.close(at, 0));
        }
        if family.is_some() {
            self.0.push(Span { begin: *operation, end_ns: operation.start_ns });
        }
    }

    /// What `at` has come to: work that caused it goes on at least as long.
    fn close(&mut self, at: usize, end_ns: u64) -> Span {
        let mut span = self.0.remove(at);
        span.end_ns = span.end_ns.max(end_ns);
        self.extend(span.begin.cause, span.end_ns);
        span
    }

    /// Those that come to no end.
    pub(super) fn take_all(&mut self) -> Vec<Span> {
        std::mem::take(&mut self.0)
    }

    fn extend(&mut self, cause: Option<u64>, end_ns: u64) {
        let Some(cause) = cause else { return };
        if let Some(span) = self.0.iter_mut().rev().find(|span| span.begin.index == cause) {
            span.end_ns = span.end_ns.max(end_ns);
        }
    }

    /// What `end` is the end of: what caused it, else the latest of its sort at the same place.
    fn ended(&self, sort: Option<&str>, end: &Operation) -> Option<usize> {
        let is_of_sort = |span: &Span| family(span.begin.kind) == sort;
        let caused = self.0.iter().rposition(|span| is_of_sort(span) && end.cause == Some(span.begin.index));
        let same = |span: &Span| span.begin.block == end.block && span.begin.lpn == end.lpn;
        caused.or_else(|| self.0.iter().rposition(|span| is_of_sort(span) && same(span)))
    }
}
