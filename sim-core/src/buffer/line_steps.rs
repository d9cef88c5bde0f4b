//! How pages change their places in the line of a write buffer, for those who look.

use super::policy::Use;
use super::store::Page;
use super::write_buffer::WriteBuffer;
use crate::flash::access::Flash;
use crate::flash::line_step::{How, LineStep};
use crate::nand::Lpn;

impl WriteBuffer {
    /// The host used a page, which is told to whoever looks.
    pub(super) fn used(&mut self, lpn: Lpn, page: u32, by: Use, is_new: bool, flash: &mut Flash<'_>) {
        let before = flash.wants_decisions().then(|| self.standing(page));
        self.touched(lpn, page, by, is_new);
        let Some((from, share)) = before else { return };
        let (to, now) = self.standing(page);
        let how = match (by, is_new) {
            (Use::Written, true) => How::Arrived,
            (Use::Written, false) => How::Overwritten,
            (Use::Read, _) => How::Read,
            (Use::Fetched, _) => How::Fetched,
        };
        flash.in_line(LineStep { op: flash.core.operations, lpn, how, from, to, share: share.zip(now) });
    }

    /// The place of a page in the line, and how many pages that may have.
    fn standing(&self, page: u32) -> (Option<u32>, Option<u32>) {
        let place = self.policy.line().and_then(|line| line.newest().position(|other| other == page));
        (place.map(|place| place as u32), self.policy.share().map(|share| share.now))
    }

    /// What is to be told of a page of a logical block that is about to leave the line, if anybody looks.
    pub(super) fn leaves_line(&self, lbn: u32, page: &Page, flash: &Flash<'_>) -> Option<LineStep> {
        if !flash.wants_decisions() {
            return None;
        }
        Some(LineStep {
            op: flash.core.operations,
            lpn: self.store.first_page(lbn) + page.offset,
            how: if page.is_clean() { How::Dropped } else { How::Written },
            from: self.standing(page.slot).0,
            to: None,
            share: None,
        })
    }
}
