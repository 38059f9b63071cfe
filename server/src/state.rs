//! What every request can use.

use crate::{assets::Assets, config::Config, follow::Hub};
use sources::Store;
use std::sync::Arc;
use tokio::sync::watch;

/// The server's state.
#[derive(Clone, Debug)]
pub struct App {
    pub(crate) hub: Arc<Hub>,
    pub(crate) assets: Assets,
    stop: watch::Receiver<bool>,
}

/// Asks what goes on for as long as a page is open to end.
#[derive(Debug)]
pub struct Stop(watch::Sender<bool>);

impl App {
    /// A server of these stores under a configuration, and the means to end it.
    pub fn new(stores: Vec<Arc<dyn Store>>, config: Config, assets: Assets) -> (Self, Stop) {
        let (sender, stop) = watch::channel(false);
        (
            Self {
                hub: Arc::new(Hub::new(stores, config)),
                assets,
                stop,
            },
            Stop(sender),
        )
    }

    /// Names the frontend: pages of another one are out of date.
    pub(crate) fn build(&self) -> String {
        self.assets
            .manifest()
            .map_or_else(String::new, |manifest| manifest.wasm)
    }

    /// Waits until the server is asked to stop.
    pub(crate) async fn stopped(&self) {
        let mut stop = self.stop.clone();
        // An error means that nobody is left who could ask: that is a stop too.
        drop(stop.wait_for(|is_asked| *is_asked).await);
    }
}

impl Stop {
    /// Ends the connections that follow conversations.
    pub fn ask(&self) {
        self.0.send_replace(true);
    }
}
