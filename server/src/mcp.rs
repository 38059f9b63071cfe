//! `serve-web mcp`: an MCP server on stdin and stdout with one tool, `tell_user`, by which an
//! agent says something to the person in the middle of its work and works on. [`serve`] is all of
//! it; [`answer`] is the same tool for agents that run tools as commands.
//!
//! It uses only generic mechanisms: blocks of content, each with MCP's `audience` and a media
//! type. Nothing in the viewer treats its results specially, so any tool that annotates its blocks
//! in this way is shown in the same way. It is part of this program for packaging reasons alone.

mod arguments;
mod input;
mod local_tool;
mod service;
mod tool;

pub use arguments::ArgumentError;
pub use local_tool::{LocalToolError, answer};

use input::Mended;
use rmcp::{
    RoleServer, ServiceExt as _,
    service::{RunningService, ServerInitializeError},
    transport::stdio,
};
use service::Verbatim;
use std::io;

/// The server cannot start, or ends before its client does.
#[derive(Debug, thiserror::Error)]
pub enum McpError {
    /// The system gives no runtime.
    #[error("cannot start the MCP server")]
    Runtime(#[from] io::Error),
    /// The client does not speak the protocol.
    #[error("the MCP client did not begin as the protocol says")]
    Greeting(#[from] Box<ServerInitializeError>),
    /// A defect.
    #[error("the MCP server stopped")]
    Stopped(#[from] tokio::task::JoinError),
}

/// Answers the client on stdin until it closes it. Nothing but the protocol goes to stdout.
pub fn serve() -> Result<(), McpError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let served = runtime.block_on(async {
        let (stdin, stdout) = stdio();
        let started = Verbatim::default().serve((Mended::new(stdin), stdout));
        match started.await {
            Ok(running) => until_closed(running).await,
            // A client that only looks whether the program starts is none that failed.
            Err(ServerInitializeError::ConnectionClosed(_)) => Ok(()),
            Err(error) => Err(Box::new(error).into()),
        }
    });
    // A read of stdin that is under way cannot be ended, and nobody waits for what it brings.
    runtime.shutdown_background();
    served
}

async fn until_closed(running: RunningService<RoleServer, Verbatim>) -> Result<(), McpError> {
    running.waiting().await?;
    Ok(())
}

#[cfg(test)]
mod tests;
