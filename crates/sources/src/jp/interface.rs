//! JP behind the interface of all stores.

use super::{JpId, JpStore};
use crate::{Conversation, List, Store};
use std::path::{Path, PathBuf};

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
