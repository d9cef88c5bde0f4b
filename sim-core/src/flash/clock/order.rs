//! Commands that wait for others, on whatever plane those are. They wait for what was issued before them only, so that
//! some command can always go on.

use super::command::{Command, MapRole};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// What is under way that something may wait for.
#[derive(Clone, Debug, Default, Hash)]
pub(crate) struct UnderWay {
    /// Commands of each group.
    groups: BTreeMap<u64, u32>,
    /// Programs of data, by the translation page that tells of it.
    told: BTreeSet<(u32, u64)>,
}

impl UnderWay {
    /// A command is issued.
    pub(crate) fn issued(&mut self, command: &Command) {
        if let Some(group) = command.order.group {
            *self.groups.entry(group).or_default() += 1;
        }
        if let Some(MapRole::ToldBy(page)) = command.order.map {
            self.told.insert((page, command.operation));
        }
    }

    /// Whether all is over that a command waits for.
    pub(super) fn lets_begin(&self, command: &Command) -> bool {
        let chained = command.order.after.is_some_and(|group| self.groups.contains_key(&group));
        let told = match command.order.map {
            Some(MapRole::Tells(page)) => self.told.range((page, 0)..(page, command.operation)).next().is_some(),
            _ => false,
        };
        !chained && !told
    }

    /// A command is over. Whether something may have waited for it.
    pub(crate) fn ended(&mut self, command: &Command) -> bool {
        let chained = command.order.group.is_some_and(|group| self.left(group));
        let told = match command.order.map {
            Some(MapRole::ToldBy(page)) => self.told.remove(&(page, command.operation)),
            _ => false,
        };
        chained || told
    }

    /// A command of a group is over. Whether it was the last.
    fn left(&mut self, group: u64) -> bool {
        let Entry::Occupied(mut commands) = self.groups.entry(group) else { return false };
        *commands.get_mut() -= 1;
        let over = *commands.get() == 0;
        if over {
            commands.remove();
        }
        over
    }
}
