//! Commands that wait for others, on whatever plane those are. They wait for what was issued before them only, so that
//! some command can always go on.

use super::command::{Command, MapRole};
use std::collections::BTreeSet;

/// What is under way that something may wait for.
#[derive(Clone, Debug, Default, Hash)]
pub struct UnderWay {
    operations: BTreeSet<u64>,
    /// Programs of data, by the translation page that tells of it.
    told: BTreeSet<(u32, u64)>,
}

impl UnderWay {
    /// A command is issued.
    pub fn issued(&mut self, command: &Command) {
        if command.order.awaited {
            self.operations.insert(command.operation);
        }
        if let Some(MapRole::ToldBy(page)) = command.order.map {
            self.told.insert((page, command.operation));
        }
    }

    /// Whether all is over that a command waits for.
    pub fn lets_begin(&self, command: &Command) -> bool {
        let chained = command.order.after.is_some_and(|operation| self.operations.contains(&operation));
        let told = match command.order.map {
            Some(MapRole::Tells(page)) => self.told.range((page, 0)..(page, command.operation)).next().is_some(),
            _ => false,
        };
        !chained && !told
    }

    /// A command is over. Whether something may have waited for it.
    pub fn ended(&mut self, command: &Command) -> bool {
        let chained = command.order.awaited && self.operations.remove(&command.operation);
        let told = match command.order.map {
            Some(MapRole::ToldBy(page)) => self.told.remove(&(page, command.operation)),
            _ => false,
        };
        chained || told
    }
}
