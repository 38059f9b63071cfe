//! goose behind the interface of all stores.

use super::{GooseConversation, GooseList, GooseStore};
use crate::{Conversation, Cost, List, Position, SourceError, Splice, State, Store, Summary};
use conversation::{EventKey, Reading};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

impl Store for GooseStore {
    fn agent(&self) -> &'static str {
        "goose"
    }

    fn path(&self) -> &Path {
        Self::path(self)
    }

    fn list_folders(&self) -> Vec<PathBuf> {
        self.folders()
    }

    fn listing(&self) -> Box<dyn List> {
        Box::new(Self::listing(self))
    }

    fn resolve(&self, spelled: &str) -> Option<String> {
        Self::resolve(self, spelled)
    }

    fn open(&self, id: &str) -> Box<dyn Conversation> {
        Box::new(Self::open(self, id))
    }
}

impl List for GooseList {
    fn refresh(&mut self) -> Result<Vec<Arc<Summary>>, SourceError> {
        Self::refresh(self)
    }
}

impl Conversation for GooseConversation {
    fn reading(&self) -> Reading {
        Reading::WholeTexts
    }

    fn refresh(&mut self) -> Result<Option<Splice>, SourceError> {
        Self::refresh(self)
    }

    fn summary(&mut self) -> Option<Summary> {
        Self::summary(self)
    }

    fn problem(&self) -> Option<String> {
        Self::problem(self)
    }

    fn state(&self, has_open_question: bool) -> State {
        Self::state(self, has_open_question)
    }

    fn file(&self) -> Option<PathBuf> {
        Self::file(self)
    }

    fn watched_folders(&self) -> Vec<PathBuf> {
        Self::watched_folders(self)
    }

    fn position(&self, n: usize) -> Position {
        Self::position(self, n)
    }

    fn has(&self, position: Position) -> bool {
        Self::has(self, position)
    }

    fn stored(&self, key: &EventKey) -> Result<Option<Vec<u8>>, SourceError> {
        Self::stored(self, key)
    }

    fn cost(&self) -> Cost {
        Self::cost(self)
    }
}
