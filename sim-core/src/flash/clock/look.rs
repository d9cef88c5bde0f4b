//! What a layer may ask the event clock before it decides: what a plane does, how long its collection takes still, and whether
//! a channel is in use.

use super::command::{Command, CommandKind, Phase};
use super::event::{Event, Running};
use crate::nand::PlaneId;

/// What a plane has to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Load {
    /// The command it carries out.
    pub running: Option<CommandKind>,
    /// Queued reads of requests.
    pub reads: u32,
    /// Queued programs of requests.
    pub programs: u32,
    /// Queued commands of collections.
    pub collecting: u32,
}

impl Event {
    /// Whether a plane has work queued or running.
    #[inline]
    pub(crate) fn is_busy(&self, plane: PlaneId) -> bool {
        let plane = &self.planes[plane as usize];
        plane.running.is_some() || !plane.queue.is_empty()
    }

    /// Whether a plane collects, or has a collection queued.
    #[inline]
    pub(crate) fn is_collecting(&self, plane: PlaneId) -> bool {
        self.planes[plane as usize].collecting > 0
    }

    /// The plane whose collection a plane stands still for: itself, or the one that keeps its channel.
    #[inline]
    pub(crate) fn stands_for(&self, plane: PlaneId) -> Option<PlaneId> {
        if self.is_collecting(plane) {
            return Some(plane);
        }
        self.channels[self.channel_of(plane)].holder
    }

    /// Whether a channel transfers, or is kept. Nothing waits for any other.
    pub(crate) fn is_channel_busy(&self, channel: u32) -> bool {
        let channel = &self.channels[channel as usize];
        channel.user.is_some() || channel.holder.is_some()
    }

    /// The plane that keeps a channel for its collection.
    pub(crate) fn holder(&self, channel: u32) -> Option<PlaneId> {
        self.channels[channel as usize].holder
    }

    /// Whether a page goes over a channel now.
    pub fn transfers(&self, channel: u32) -> bool {
        self.channels[channel as usize].user.is_some()
    }

    /// Planes that wait for a channel.
    pub fn waiting(&self, channel: u32) -> usize {
        self.channels[channel as usize].waiting.len()
    }

    /// Whether commands of requests are queued or running on a channel.
    pub(crate) fn has_requests(&self, channel: u32) -> bool {
        let planes = self.planes.iter().skip(channel as usize).step_by(self.channels.len());
        let of_request = |command: &Command| !command.collects();
        planes.into_iter().any(|plane| {
            plane.running.as_ref().is_some_and(|running| of_request(&running.command))
                || plane.queue.iter().any(of_request)
        })
    }

    /// How long a plane's collection takes still where nothing comes between: the rest of what runs, and what is queued up to
    /// its last command, at the times of the data sheet. 0 if it does not collect.
    pub(crate) fn collection_ns(&self, plane: PlaneId) -> u64 {
        let plane = &self.planes[plane as usize];
        if plane.collecting == 0 {
            return 0;
        }
        let running = plane.running.as_ref().map_or(0, |running| self.rest_ns(running));
        let end = plane.queue.iter().rposition(|command| command.collects()).map_or(0, |last| last + 1);
        running + plane.queue.iter().take(end).map(|command| self.phases_ns(command.kind, 0)).sum::<u64>()
    }

    /// What a plane does and has to do.
    pub fn load(&self, plane: PlaneId) -> Load {
        let plane = &self.planes[plane as usize];
        let count =
            |wanted: &dyn Fn(&Command) -> bool| plane.queue.iter().filter(|command| wanted(command)).count() as u32;
        Load {
            running: plane.running.as_ref().map(|running| running.command.kind),
            reads: count(&|command| !command.collects() && command.kind == CommandKind::Read),
            programs: count(&|command| !command.collects() && command.kind == CommandKind::Program),
            collecting: count(&|command| command.collects() && command.kind.touches_flash()),
        }
    }

    fn rest_ns(&self, running: &Running) -> u64 {
        let kind = running.command.kind;
        // What a transfer that gave way has left follows with a command of its own.
        let cut_off_ns = if running.rest_ns > 0 { running.rest_ns + self.timing.command_ns } else { 0 };
        match (running.until_ns, cut_off_ns) {
            (None, 0) => self.phases_ns(kind, running.phase),
            (until_ns, _) => {
                until_ns.map_or(0, |until_ns| until_ns - self.now_ns)
                    + cut_off_ns
                    + self.phases_ns(kind, running.phase + 1)
            }
        }
    }

    /// The phases of a command from `first` on.
    fn phases_ns(&self, kind: CommandKind, first: u8) -> u64 {
        let duration_ns = |phase| match phase {
            Phase::Array(ns) | Phase::Bus(ns) => ns,
        };
        (first..).map_while(|index| kind.phase(index, &self.timing)).map(duration_ns).sum()
    }
}
