//! What every request can use.

use crate::{assets::Assets, follow::Hub};
use sources::jp::JpStore;
use std::sync::Arc;

/// The server's state.
#[derive(Clone, Debug)]
pub struct App {
    pub(crate) hub: Arc<Hub>,
    pub(crate) assets: Assets,
}

impl App {
    /// A server of these stores.
    pub fn new(stores: Vec<JpStore>, assets: Assets) -> Self {
        Self {
            hub: Arc::new(Hub::new(stores)),
            assets,
        }
    }

    /// Names the frontend: pages of another one are out of date.
    pub(crate) fn build(&self) -> String {
        self.assets
            .manifest()
            .map_or_else(String::new, |manifest| manifest.wasm)
    }
}
