//! goose behind the interface of all stores.

use super::GooseStore;
use crate::{Conversation, List, Store};
use std::path::{Path, PathBuf};

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
