//! Plays a script: one event at each step. It knows no clock and never waits; whoever calls it does.

use super::{
    encode::stored_time,
    moments::{Moment, moments},
    script::Script,
    workspace::{ConversationFolder, TurnLock, Workspace},
};
use jiff::Timestamp;
use serde_json::{Map, Value};
use std::{io, time::Duration, vec};

/// A conversation that is being written.
#[derive(Debug)]
pub(super) struct Player {
    folder: ConversationFolder,
    ahead: vec::IntoIter<Moment>,
    written: Vec<Value>,
    lock: Option<TurnLock>,
}

impl Player {
    /// Makes the conversation's folder, without events.
    pub(super) fn new(workspace: &Workspace, script: &Script, at: Timestamp) -> io::Result<Self> {
        Ok(Self {
            folder: workspace.create_conversation(script.title, at)?,
            ahead: moments(script)?.into_iter(),
            written: Vec::new(),
            lock: None,
        })
    }

    /// How long to wait before the next step; nothing behind the last one.
    pub(super) fn pause(&self) -> Option<Duration> {
        self.ahead.as_slice().first().map(|next| next.pause)
    }

    /// Writes the next event. The lock is held from a turn's first event to its last.
    pub(super) fn step(&mut self, now: Timestamp) -> io::Result<()> {
        let Some(moment) = self.ahead.next() else {
            return Ok(());
        };
        if moment.begins_turn() {
            self.lock = Some(self.folder.lock(now)?);
        }
        let mut event = Map::from_iter([("timestamp".to_owned(), stored_time(now).into())]);
        event.extend(moment.event);
        self.written.push(Value::Object(event));
        let whole = Value::Array(self.written.clone());
        self.folder.write("events.json", &whole)?;
        let next = self.ahead.as_slice().first();
        if next.is_none_or(Moment::begins_turn) {
            self.lock = None;
        }
        Ok(())
    }
}
