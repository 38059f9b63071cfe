//! JP behind the interface of all stores.

use super::{JpConversation, JpId, JpList, JpStore};
use crate::{
    Conversation, Cost, List, Position, Problem, SourceError, Splice, State, Store, Summary,
};
use conversation::{EventKey, Reading};
use serde_json::Value;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

impl Store for JpStore {
    fn agent(&self) -> &'static str {
        "jp"
    }

    fn path(&self) -> &Path {
        Self::path(self)
    }

    fn list_folders(&self) -> Vec<PathBuf> {
        Self::list_folders(self)
    }

    fn listing(&self) -> Box<dyn List> {
        Box::new(Self::listing(self))
    }

    fn resolve(&self, spelled: &str) -> Option<String> {
        Some(self.url_id(Self::resolve(self, spelled)?))
    }

    fn only(&self) -> Option<String> {
        Some(self.url_id(Self::only(self)?))
    }

    fn open(&self, id: &str) -> Box<dyn Conversation> {
        let id = JpId::parse(id).map_or_else(JpId::default, |(id, _)| id);
        Box::new(Self::open(self, id))
    }
}

impl List for JpList {
    fn refresh(&mut self) -> Result<Vec<Arc<Summary>>, SourceError> {
        Self::refresh(self)
    }
}

impl Conversation for JpConversation {
    fn reading(&self) -> Reading {
        Reading::SplitTexts
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

    fn is_running(&self) -> bool {
        Self::is_running(self)
    }

    fn base_config(&self) -> Result<Option<Value>, Problem> {
        Self::base_config(self)
    }

    fn file(&self) -> Option<PathBuf> {
        Some(self.events_path())
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
