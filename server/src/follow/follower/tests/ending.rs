//! An agent that writes its last words and ends between two looks of the server.

use super::*;
use conversation::{EventKey, Reading};
use sources::{Cost, Problem, Splice, Summary};
use std::fmt;

/// A conversation whose agent does something while it is asked whether it is at work.
struct Ending {
    inner: Box<dyn Conversation>,
    last_words: Mutex<Option<Box<dyn FnOnce() + Send>>>,
}

impl fmt::Debug for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.fmt(f)
    }
}

impl Conversation for Ending {
    fn reading(&self) -> Reading {
        self.inner.reading()
    }

    fn refresh(&mut self) -> Result<Option<Splice>, SourceError> {
        self.inner.refresh()
    }

    fn summary(&mut self) -> Option<Summary> {
        self.inner.summary()
    }

    fn problem(&self) -> Option<String> {
        self.inner.problem()
    }

    fn state(&self, _has_open_question: bool) -> State {
        let mut last_words = self
            .last_words
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(write) = last_words.take() {
            write();
        }
        State::Settled
    }

    fn base_config(&self) -> Result<Option<Value>, Problem> {
        self.inner.base_config()
    }

    fn watched(&self) -> Vec<Watched> {
        self.inner.watched()
    }

    fn position(&self, n: usize) -> Position {
        self.inner.position(n)
    }

    fn has(&self, position: Position) -> bool {
        self.inner.has(position)
    }

    fn stored(&self, key: &EventKey) -> Result<Option<Vec<u8>>, SourceError> {
        self.inner.stored(key)
    }

    fn cost(&self) -> Cost {
        self.inner.cost()
    }
}

#[test]
fn the_last_words_are_told_before_the_end() {
    let says = |n: u8| json!({"timestamp": format!("2026-05-29 19:42:{n:02}.0"), "type": "chat_response", "message": format!("words {n}")});
    let workspace = Arc::new(Workspace::new(&[says(1)]));
    let follower = workspace.follower();
    let mut receiver = follower.attach(View::User, None).receiver;
    {
        let mut inner = follower.lock();
        inner.status.state = "running".to_owned();
        let there = Arc::clone(&workspace);
        let write: Box<dyn FnOnce() + Send> = Box::new(move || there.write(&[says(1), says(2)]));
        let conversation = &mut inner.conversation;
        let old = std::mem::replace(conversation, workspace.conversation());
        *conversation = Box::new(Ending {
            inner: old,
            last_words: Mutex::new(Some(write)),
        });
    }
    follower.refresh().expect("readable");
    let mut told = String::new();
    while let Ok(batch) = receiver.try_recv() {
        told.push_str(&batch.json);
    }
    let (words, end) = (told.find("words 2"), told.find("settled"));
    assert!(words.is_some() && words < end, "{told}");
}
