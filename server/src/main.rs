//! The `serve-web` command.

use anyhow::{Context as _, Result};
use clap::Parser as _;
use server::{App, Assets, Stop, cli::Cli, listen::listen, open_in_browser, router};
use sources::{
    SourceError,
    jp::{JpStore, user_data_here},
};
use std::{env, io::Write as _, process::ExitCode, time::Duration};

/// How long requests that are under way may take to end.
const GRACE: Duration = Duration::from_secs(2);

fn main() -> ExitCode {
    let cli = Cli::parse();
    tracing_subscriber::fmt()
        .with_env_filter(tracing_subscriber::EnvFilter::from_env("SERVE_WEB_LOG"))
        .with_writer(std::io::stderr)
        .init();
    match run(&cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // There is nobody left to tell if this cannot be written.
            drop(writeln!(std::io::stderr(), "serve-web: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn run(cli: &Cli) -> Result<()> {
    let stores = stores(cli)?;
    let assets = cli.assets.clone().map_or(Assets::Embedded, Assets::Folder);
    let runtime = tokio::runtime::Runtime::new().context("cannot start threads")?;
    let (app, stop) = App::new(stores, assets);
    runtime.block_on(serve(cli, app, stop))?;
    runtime.shutdown_timeout(GRACE);
    Ok(())
}

fn stores(cli: &Cli) -> Result<Vec<JpStore>> {
    let user_data = user_data_here();
    let user_data = user_data.as_deref();
    if !cli.paths.is_empty() {
        let stores: Result<Vec<JpStore>, SourceError> = cli
            .paths
            .iter()
            .map(|path| JpStore::at(path, user_data))
            .collect();
        return Ok(stores?);
    }
    let here = env::current_dir().context("there is no current folder")?;
    match JpStore::nearest(&here, user_data) {
        Ok(store) => Ok(vec![store]),
        // Outside of any workspace, everything that JP keeps for the user is to be read.
        Err(error) => match user_data.map(JpStore::all) {
            Some(stores) if !stores.is_empty() => Ok(stores),
            _ => Err(error.into()),
        },
    }
}

async fn serve(cli: &Cli, app: App, stop: Stop) -> Result<()> {
    // Leptos needs one to render, though a page of the server spawns nothing.
    drop(any_spawner::Executor::init_tokio());
    let listener = listen(cli.port).await?;
    let address = listener
        .local_addr()
        .context("the address that was bound is not known")?;
    let url = format!("http://127.0.0.1:{}/", address.port());
    writeln!(std::io::stdout(), "serve-web: {url}").context("cannot write to stdout")?;
    if !cli.no_open {
        open_in_browser(&url);
    }
    let (asked, mut is_asked) = tokio::sync::watch::channel(false);
    let served = axum::serve(listener, router(app)).with_graceful_shutdown(async move {
        stopped().await;
        stop.ask();
        asked.send_replace(true);
    });
    let too_long = async {
        // It only fails with the server, whose end is waited for below.
        drop(is_asked.wait_for(|is_asked| *is_asked).await);
        tokio::time::sleep(GRACE).await;
    };
    tokio::select! {
        served = served.into_future() => served.context("serving failed"),
        () = too_long => Ok(()),
    }
}

/// Waits until the person or the system asks to stop.
async fn stopped() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    // Without a handler the signal ends the process by itself.
    drop(interrupted.await);
}
