//! Binding to the loopback address, and hearing when to stop.

use std::{
    io::{self, ErrorKind},
    net::{Ipv4Addr, SocketAddr},
};
use tokio::net::TcpListener;

/// The port that is tried first.
const USUAL_PORT: u16 = 8765;
/// How many ports behind it are tried.
const N_TRIED: u16 = 100;

/// No address could be bound.
#[derive(Debug, thiserror::Error)]
pub enum ListenError {
    /// The port that was asked for is taken.
    #[error("port {0} is in use: choose another one with --port, or 0 for any")]
    InUse(u16),
    /// So are all that are tried without one.
    #[error("the ports {USUAL_PORT} to {} are all in use: name a free one with --port", USUAL_PORT + N_TRIED - 1)]
    AllInUse,
    /// The system refuses.
    #[error("cannot listen on 127.0.0.1, port {port}: {source}")]
    Refused {
        /// The port.
        port: u16,
        /// Why.
        source: io::Error,
    },
}

/// Binds to `port` of the loopback address; without one, to the usual port or the next free one.
pub async fn listen(port: Option<u16>) -> Result<TcpListener, ListenError> {
    if let Some(port) = port {
        return bind(port).await?.ok_or(ListenError::InUse(port));
    }
    for port in USUAL_PORT..USUAL_PORT + N_TRIED {
        if let Some(listener) = bind(port).await? {
            return Ok(listener);
        }
    }
    Err(ListenError::AllInUse)
}

async fn bind(port: u16) -> Result<Option<TcpListener>, ListenError> {
    match TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).await {
        Ok(listener) => Ok(Some(listener)),
        Err(error) if error.kind() == ErrorKind::AddrInUse => Ok(None),
        Err(source) => Err(ListenError::Refused { port, source }),
    }
}

/// The signals by which a person or the system asks a program to stop. From when this is made they
/// no longer end the process by themselves.
#[derive(Debug)]
pub struct Signals {
    #[cfg(unix)]
    heard: [Option<tokio::signal::unix::Signal>; 2],
}

#[cfg(unix)]
impl Signals {
    /// Hears signals from now on. One that cannot be heard keeps its usual effect.
    pub fn hear() -> Self {
        use tokio::signal::unix::{SignalKind, signal};
        let kinds = [SignalKind::interrupt(), SignalKind::terminate()];
        Self {
            heard: kinds.map(|kind| signal(kind).ok()),
        }
    }

    /// Waits until one comes.
    pub async fn stopped(self) {
        let [interrupt, terminate] = self.heard.map(one);
        tokio::select! {
            () = interrupt => {}
            () = terminate => {}
        }
    }
}

#[cfg(unix)]
async fn one(signal: Option<tokio::signal::unix::Signal>) {
    match signal {
        Some(mut signal) => drop(signal.recv().await),
        None => std::future::pending().await,
    }
}

#[cfg(not(unix))]
impl Signals {
    /// Hears signals from when [`Self::stopped`] is waited for.
    pub fn hear() -> Self {
        Self {}
    }

    /// Waits until one comes.
    pub async fn stopped(self) {
        // Without a handler the signal ends the process by itself.
        drop(tokio::signal::ctrl_c().await);
    }
}
