//! The `serve-web` command.

use anyhow::{Context as _, Result, anyhow, bail};
use clap::Parser as _;
use mimalloc::MiMalloc;
use server::{
    App, Assets,
    cli::{CacheCommand, Cli, Command, ConfigCommand, PrintArguments, Serving, TailArguments},
    command::{clear_cache, completions, log_filter, manual_page, sources},
    config::{self, Config, explain},
    demo::Demo,
    folders::{cache_here, config_here, runtime_here},
    listen::{Signals, listen},
    mcp, open_in_browser,
    print::{PrintError, Screen, Session, find, one_line},
    router,
    runtime::{Record, RuntimeFile, find_running, roots_of},
    tail::{self, Address},
};
use sources::{SourceError, Store, Watcher, agents::Machine, jp::JpStore};
use std::{
    env,
    io::{IsTerminal as _, Write as _, stderr, stdout},
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
    time::Duration,
};
use tokio::net::TcpListener;

/// Long conversations are read into very many small values and let go again, which takes the C
/// library's allocator twice as long.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// How long requests that are under way may take to end.
const GRACE: Duration = Duration::from_secs(2);
/// How many threads read files at once. Each keeps some of the memory that it needed, and a hundred
/// conversations that change at one moment would make a hundred.
const MOST_READING: usize = 6;

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // There is nobody left to tell if this cannot be written.
            drop(writeln!(stderr(), "serve-web: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn run(mut cli: Cli) -> Result<()> {
    let filter = log_filter(
        cli.log.as_deref(),
        env::var("SERVE_WEB_LOG").ok().as_deref(),
    )?;
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(stderr)
        .init();
    match cli.command.take() {
        None => show_stores(&cli),
        Some(Command::Demo { serving, speed }) => show_demo(&serving.or(&cli.serving), speed),
        Some(Command::Print(arguments)) => print_conversation(&cli, &arguments),
        Some(Command::Tail(arguments)) => tail_conversation(&arguments),
        Some(Command::Mcp) => Ok(mcp::serve()?),
        Some(Command::Config {
            command: ConfigCommand::Check,
        }) => check_configuration(&cli),
        Some(Command::Sources { paths, json }) => list_sources(&cli, &paths, json),
        Some(command) => print(&command),
    }
}

/// The commands that print something and end.
fn print(command: &Command) -> Result<()> {
    let mut out = stdout().lock();
    let printed = match command {
        Command::Cache {
            command: CacheCommand::Clear,
        } => writeln!(out, "serve-web: {}", clear_cache(cache_here().as_deref())?),
        Command::Completions { shell } => completions(*shell, &mut out),
        Command::Man => manual_page(&mut out),
        Command::TellUser(call) => writeln!(out, "{}", mcp::answer(call)?),
        Command::Demo { .. }
        | Command::Mcp
        | Command::Config { .. }
        | Command::Print(_)
        | Command::Tail(_)
        | Command::Sources { .. } => Ok(()),
    };
    printed.context("cannot write to stdout")
}

/// Prints a conversation.
fn print_conversation(cli: &Cli, arguments: &PrintArguments) -> Result<()> {
    let config = configuration(cli)?.1;
    let at_path = |path: &Path| on_machine(&config, |machine| Ok(machine.store_at(path)?));
    let stores = || some_stores(&arguments.within, &config);
    let found = find(&arguments.conversation, at_path, stores);
    let in_one_line = |error: anyhow::Error| anyhow!(one_line(&format!("{error:#}")));
    let found = found.map_err(in_one_line)?;
    let screen = Screen::new(stdout(), stderr(), is_on_terminal());
    let mut session = match Session::open(&found, arguments, screen) {
        Ok(session) => session,
        Err(error) => return unless_closed(Err(error)),
    };
    if arguments.follow {
        block_on(async |signals| unless_closed(session.follow(signals.stopped()).await))
    } else {
        unless_closed(session.print())
    }
}

/// Follows a conversation of a running server. It works in a thread of its own, so that a signal ends
/// it also where nobody takes what it writes.
fn tail_conversation(arguments: &TailArguments) -> Result<()> {
    let address: Address = arguments.address.parse()?;
    let format = match arguments.json {
        true => tail::Format::Json,
        false => tail::Format::Text,
    };
    let screen = Screen::new(stdout(), stderr(), is_on_terminal());
    let session = tail::Session::new(address, format, screen);
    block_on(async |signals| {
        let followed = tokio::spawn(session.follow());
        let ended = tokio::select! {
            () = signals.stopped() => return Ok(()),
            ended = followed => ended.context("following stopped")?,
        };
        match ended {
            Err(error) if !error.is_closed_pipe() => bail!(one_line(&error.to_string())),
            _ => Ok(()),
        }
    })
}

/// Whether stderr is a terminal that shows emphasis.
fn is_on_terminal() -> bool {
    stderr().is_terminal() && env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Whoever closes a pipe has read enough, which is no failure.
fn unless_closed(printed: Result<(), PrintError>) -> Result<()> {
    match printed {
        Err(error) if !error.is_closed_pipe() => bail!(one_line(&error.to_string())),
        _ => Ok(()),
    }
}

fn show_stores(cli: &Cli) -> Result<()> {
    let config = configuration(cli)?.1;
    let stores = some_stores(&cli.paths, &config)?;
    let roots = roots_of(&stores, &cli.paths);
    let folder = runtime_here();
    // Whoever names a port, a configuration or a frontend means a server of their own.
    let may_run_already = !cli.new
        && cli.config.is_none()
        && cli.serving.port.is_none()
        && cli.serving.assets.is_none();
    let folder_asked = folder.as_deref().filter(|_| may_run_already);
    if let Some(running) = folder_asked.and_then(|folder| find_running(folder, &roots)) {
        announce(running.port, &cli.serving)?;
        let pid = running.pid;
        return writeln!(
            stderr(),
            "serve-web: process {pid} shows this already; --new starts another server"
        )
        .context("cannot write to stderr");
    }
    block_on(async |signals| {
        let listener = listen(cli.serving.port).await?;
        let record = Record::of_this_process(port_of(&listener)?, roots);
        let file = folder.map(|folder| RuntimeFile::write(&folder, &record));
        if let Some(Err(error)) = &file {
            // Only a second start would have needed it.
            tracing::warn!("no file says that this server runs: {error}");
        }
        serve(stores, config, &cli.serving, listener, signals).await
    })
}

fn show_demo(serving: &Serving, speed: f64) -> Result<()> {
    block_on(async |signals| {
        let demo = Demo::start(speed).context("cannot write the demo to a temporary folder")?;
        let store = JpStore::at(&demo.path(), None)?;
        let listener = listen(serving.port).await?;
        serve(
            vec![Arc::new(store)],
            Config::default(),
            serving,
            listener,
            signals,
        )
        .await
    })
}

/// The configuration, and where it stands or would stand.
fn configuration(cli: &Cli) -> Result<(PathBuf, Config)> {
    if let Some(path) = &cli.config {
        return Ok((path.clone(), Config::read(path)?));
    }
    let Some(folder) = config_here() else {
        return Ok((PathBuf::from(config::FILE), Config::default()));
    };
    Ok((folder.join(config::FILE), Config::read_in(&folder)?))
}

/// `config check`: a configuration that cannot be used is the error that it is at a start.
fn check_configuration(cli: &Cli) -> Result<()> {
    let (path, config) = configuration(cli)?;
    let verdict = if path.exists() {
        "can be used"
    } else {
        "is not there: everything is as it comes"
    };
    writeln!(
        stdout(),
        "{} {verdict}.\n{}",
        path.display(),
        explain(&config)
    )
    .context("cannot write to stdout")
}

/// Calls `find` with what stores are found by on this machine.
fn on_machine<T>(config: &Config, find: impl FnOnce(&Machine<'_>) -> Result<T>) -> Result<T> {
    let folder = env::current_dir().context("there is no current folder")?;
    find(&Machine {
        variable: &|name| env::var_os(name),
        folder: &folder,
        restoration: Arc::new(config.restoration()),
        cache: cache_here(),
    })
}

/// The stores that paths name, or, without any, all that the person has.
fn stores(paths: &[PathBuf], config: &Config) -> Result<Vec<Arc<dyn Store>>> {
    on_machine(config, |machine| {
        if paths.is_empty() {
            return Ok(machine.stores());
        }
        let named: Result<Vec<_>, SourceError> =
            paths.iter().map(|path| machine.store_at(path)).collect();
        Ok(named?)
    })
}

/// The same, for whoever needs one at least.
fn some_stores(paths: &[PathBuf], config: &Config) -> Result<Vec<Arc<dyn Store>>> {
    let stores = stores(paths, config)?;
    if stores.is_empty() {
        let folder = env::current_dir().unwrap_or_default();
        let error = SourceError::NoWorkspace(folder);
        bail!("{error}, or see an invented one (serve-web demo)");
    }
    Ok(stores)
}

/// `serve-web sources`.
fn list_sources(cli: &Cli, paths: &[PathBuf], is_json: bool) -> Result<()> {
    let stores = stores(paths, &configuration(cli)?.1)?;
    let now_ms = jiff::Timestamp::now().as_millisecond();
    let watcher = Watcher::new();
    let out = &mut stdout().lock();
    sources(&stores, &watcher, is_json, now_ms, out).context("cannot write to stdout")
}

/// Runs what serves. Signals are heard from before it begins, so that it always ends in order and
/// deletes what it wrote.
fn block_on(work: impl AsyncFnOnce(Signals) -> Result<()>) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .max_blocking_threads(MOST_READING)
        .build()
        .context("cannot start threads")?;
    runtime.block_on(async { work(Signals::hear()).await })?;
    runtime.shutdown_timeout(GRACE);
    Ok(())
}

/// Serves stores until the person or the system asks to stop.
async fn serve(
    stores: Vec<Arc<dyn Store>>,
    config: Config,
    serving: &Serving,
    listener: TcpListener,
    signals: Signals,
) -> Result<()> {
    // Leptos needs one to render, though a page of the server spawns nothing.
    drop(any_spawner::Executor::init_tokio());
    let assets = serving.assets.clone();
    let (app, stop) = App::new(
        stores,
        config,
        assets.map_or(Assets::Embedded, Assets::Folder),
    );
    announce(port_of(&listener)?, serving)?;
    let (asked, mut is_asked) = tokio::sync::watch::channel(false);
    let served = axum::serve(listener, router(app)).with_graceful_shutdown(async move {
        signals.stopped().await;
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

/// Says where the pages are, and opens them.
fn announce(port: u16, serving: &Serving) -> Result<()> {
    let url = format!("http://127.0.0.1:{port}/");
    writeln!(stdout(), "serve-web: {url}").context("cannot write to stdout")?;
    if !serving.no_open {
        open_in_browser(&url);
    }
    Ok(())
}

fn port_of(listener: &TcpListener) -> Result<u16> {
    let address = listener.local_addr();
    Ok(address
        .context("the address that was bound is not known")?
        .port())
}
