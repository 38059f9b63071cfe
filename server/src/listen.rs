//! Binding to the loopback address.

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
