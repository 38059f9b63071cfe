//! The parts of the measurement. Each gives the bounds that it misses.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};

use super::child::Server;
use super::latency::latency;
use super::reader::{Found, Shared, finish, start};
use super::store::Store;
use super::tally::percentile;
use super::{MOST_A_LINE, MOST_IDLE, MOST_MEMORY, Options, Part, SLOWEST};

/// How long readers may take to get the last line.
const PATIENCE: Duration = Duration::from_mins(2);

/// All parts, one after the other.
pub(super) async fn all(binary: &Path, options: &Options) -> Result<Vec<String>> {
    let mut missed = Vec::new();
    if options.has(Part::Latency) {
        missed.extend(latency(binary, options).await.context("latency")?);
    }
    if options.has(Part::Idle) {
        missed.extend(idle(binary).await.context("idle")?);
    }
    if options.has(Part::Live) {
        missed.extend(live(binary, options).await.context("live")?);
    }
    if options.has(Part::Killed) {
        missed.extend(killed(binary, options).await.context("killed")?);
    }
    if options.has(Part::Long) {
        missed.extend(long(binary, options).await.context("long")?);
    }
    Ok(missed)
}

fn shared(server: &Server, store: &Arc<Store>, comes_back: bool) -> Arc<Shared> {
    Arc::new(Shared {
        port: server.port,
        store: Arc::clone(store),
        is_over: AtomicBool::new(false),
        comes_back,
        n_begun: AtomicUsize::new(0),
        n_seen: AtomicUsize::new(0),
    })
}

fn unless(holds: bool, bound: String) -> Option<String> {
    (!holds).then_some(bound)
}

fn megabytes(bytes: u64) -> u64 {
    bytes / 1_000_000
}

async fn idle(binary: &Path) -> Result<Vec<String>> {
    let store = Arc::new(Store::new("idle", 20)?);
    let server = Server::start(binary, &store.path(), 0)?;
    let shared = shared(&server, &store, false);
    let readers = start(&shared, 20, 1, 20).await?;
    let (before, begin) = (server.processor()?, Instant::now());
    tokio::time::sleep(Duration::from_secs(30)).await;
    let used = server.processor()?.saturating_sub(before);
    let percent = used.as_secs_f64() / begin.elapsed().as_secs_f64() * 100.0;
    finish(&shared, readers).await?;
    println!("idle: 20 connections for 30 s: {percent:.2} % of a core");
    let bound = format!("idle {percent:.2} %");
    Ok(unless(percent < MOST_IDLE, bound).into_iter().collect())
}

async fn live(binary: &Path, options: &Options) -> Result<Vec<String>> {
    let store = Arc::new(Store::new("live", options.conversations)?);
    let server = Server::start(binary, &store.path(), 0)?;
    let shared = shared(&server, &store, false);
    let n = options.readers;
    let begin = Instant::now();
    let readers = start(&shared, n, options.per_connection, options.conversations).await?;
    println!(
        "live: {n} readers have begun after {:.1} s",
        begin.elapsed().as_secs_f64()
    );
    let before = server.processor()?;
    append(&store, options).await?;
    wait_for_all(&shared, options, n).await?;
    let (used, memory) = (server.processor()?.saturating_sub(before), server.memory()?);
    let found = finish(&shared, readers).await?;
    Ok(tell_live(options, found, used, memory))
}

fn tell_live(options: &Options, found: Found, used: Duration, memory: u64) -> Vec<String> {
    let mut delays = found.delays;
    delays.sort_unstable();
    let [median, p95, p99, most] = [50, 95, 99, 100].map(|n| percentile(&delays, n));
    println!(
        "live: {} readers ({} on a connection), {} conversations, {} appends/s for {} s",
        options.readers,
        options.per_connection,
        options.conversations,
        options.appends,
        options.seconds,
    );
    println!(
        "| deliveries | wrong | missing | median | 95th | 99th | most | RssAnon | processor |"
    );
    println!(
        "| {} | {} | {} | {median:.1?} | {p95:.1?} | {p99:.1?} | {most:.1?} | {} MB | {used:.1?} |",
        delays.len(),
        found.n_wrong,
        found.n_missing,
        megabytes(memory),
    );
    let n_bad = found.n_wrong + found.n_missing + found.n_skipped;
    [
        unless(n_bad == 0, format!("{n_bad} lines lost or doubled")),
        unless(p99 < SLOWEST, format!("99th percentile {p99:.1?}")),
        unless(
            memory < MOST_MEMORY,
            format!("memory {} MB", megabytes(memory)),
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Appends lines at a steady pace, to one conversation after the other.
async fn append(store: &Store, options: &Options) -> Result<()> {
    let mut pace = tokio::time::interval(Duration::from_secs(1) / options.appends);
    for n in 0..options.appends * options.seconds {
        pace.tick().await;
        store.append(n as usize % options.conversations)?;
    }
    Ok(())
}

/// Waits until as many lines have come as all readers of these conversations are to get.
async fn wait_for_all(shared: &Shared, options: &Options, n: usize) -> Result<()> {
    let all: usize = (0..n)
        .map(|reader| shared.store.len(reader % options.conversations))
        .sum();
    let begin = Instant::now();
    while shared.n_seen.load(Ordering::SeqCst) < all && begin.elapsed() < PATIENCE {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}

async fn killed(binary: &Path, options: &Options) -> Result<Vec<String>> {
    let store = Arc::new(Store::new("killed", options.conversations)?);
    let server = Server::start(binary, &store.path(), 0)?;
    let (shared, n) = (shared(&server, &store, true), options.survivors);
    let readers = start(&shared, n, options.per_connection, options.conversations).await?;
    let short = Options {
        seconds: 3,
        ..options.clone()
    };
    append(&store, &short).await?;
    let port = server.port;
    drop(server);
    append(&store, &short).await?;
    let begin = Instant::now();
    let server = Server::start(binary, &store.path(), port)?;
    append(&store, &short).await?;
    wait_for_all(&shared, options, n).await?;
    let took = begin.elapsed();
    let found = finish(&shared, readers).await?;
    drop(server);
    println!(
        "killed: {n} readers, {} reconnections, all there {took:.1?} after the start: {} wrong, {} missing",
        found.n_reconnected, found.n_wrong, found.n_missing,
    );
    if found.n_reconnected == 0 {
        bail!("no connection was lost");
    }
    let n_bad = found.n_wrong + found.n_missing;
    Ok(unless(
        n_bad == 0,
        format!("{n_bad} lines lost or doubled across a kill"),
    )
    .into_iter()
    .collect())
}

async fn long(binary: &Path, options: &Options) -> Result<Vec<String>> {
    let store = Arc::new(Store::new("long", 1)?);
    let server = Server::start(binary, &store.path(), 0)?;
    let shared = shared(&server, &store, false);
    let readers = start(&shared, 1, 1, 1).await?;
    let (begin, mut memory) = (Instant::now(), Vec::new());
    for _ in 0..10 {
        for n in 0..options.long / 10 {
            store.append(0)?;
            // The reader has its own threads; this one only has to let others run.
            if n % 50 == 0 {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        }
        wait_for_all(
            &shared,
            &Options {
                conversations: 1,
                ..options.clone()
            },
            1,
        )
        .await?;
        memory.push(server.memory()?);
    }
    let told: Vec<String> = memory.iter().map(|m| megabytes(*m).to_string()).collect();
    println!(
        "long: RssAnon in MB at each {} lines: {}",
        options.long / 10,
        told.join(", ")
    );
    let growth = growth(&memory, options.long / 10);
    println!("long: {growth} bytes a line once the window is full");
    let found = finish(&shared, readers).await?;
    println!(
        "long: {:.1?}, {} wrong, {} missing, {} before the windows of resets",
        begin.elapsed(),
        found.n_wrong,
        found.n_missing,
        found.n_skipped,
    );
    let n_bad = found.n_wrong + found.n_missing;
    let missed = [
        unless(
            n_bad == 0,
            format!("{n_bad} lines of a long follow lost or doubled"),
        ),
        unless(
            growth <= MOST_A_LINE,
            format!("{growth} bytes a line of a long follow"),
        ),
    ];
    Ok(missed.into_iter().flatten().collect())
}

/// By how many bytes memory grew with each line, between the medians of the measurements 3 to 5 and of
/// the last three, with `lines` between two measurements: single ones are as the allocator happens
/// to stand.
fn growth(memory: &[u64], lines: usize) -> u64 {
    let median = |of: &[u64]| {
        let mut sorted = of.to_vec();
        sorted.sort_unstable();
        sorted.get(1).copied().unwrap_or_default()
    };
    let [early, late] = [2..5, 7..10].map(|of| median(memory.get(of).unwrap_or_default()));
    late.saturating_sub(early) / (5 * lines.max(1)) as u64
}
