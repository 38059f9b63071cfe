//! How long it takes from a write to a store until a reader has it, for short and for long
//! histories. Both are written to in turn, so that they meet the machine in the same state.

mod writers;

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use conversation::{Change, Item, View};
use futures_util::{SinkExt as _, StreamExt as _};
use serde::Serialize;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::{sleep, timeout};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use wire::{ClientMessage, ServerMessage};

use super::child::Server;
use super::tally::percentile;
use super::{Options, TempFolder};
use writers::{Agent, Writer};

/// How many events the two histories have. A file that is written whole is written as often as the
/// others are appended to, so that its long one is shorter.
const SIZES: [usize; 2] = [100, 100_000];
const WHOLE_SIZES: [usize; 2] = [100, 10_000];
/// How many writes come before those that count: a long history is still being read.
const WARMING: usize = 20;
/// The time between two writes, which varies a little so that nothing that is periodic hides.
const PACE: Duration = Duration::from_millis(50);
/// How long one write may take to arrive.
const PATIENCE: Duration = Duration::from_mins(2);
/// The bounds for stores to which agents append, and for databases.
const MEDIAN: Duration = Duration::from_millis(5);
const P95: Duration = Duration::from_millis(20);
/// How much longer a long history's writes may take, as a ratio of the medians.
const MOST_APART: f64 = 1.2;
/// Medians that are closer than this are the same, whatever their ratio: clocks are noisy.
const SAME: Duration = Duration::from_micros(200);

/// What was measured of one history.
#[derive(Debug, Serialize)]
struct Row {
    agent: &'static str,
    events: usize,
    n: usize,
    median_ms: f64,
    p10_ms: f64,
    p90_ms: f64,
    p95_ms: f64,
    most_ms: f64,
}

/// Measures all kinds of stores, tells it, and gives the bounds that are missed.
pub(super) async fn latency(binary: &Path, options: &Options) -> Result<Vec<String>> {
    let mut rows = Vec::new();
    let mut missed = Vec::new();
    println!("| store | events | n | median | 10–90 % | 95th | most |");
    println!("|---|---:|---:|---:|---|---:|---:|");
    for agent in Agent::ALL {
        let sizes = if agent.is_whole() { WHOLE_SIZES } else { SIZES };
        let delays = measured(binary, agent, sizes, options.samples).await;
        let delays = delays.with_context(|| agent.name())?;
        for (events, delays) in sizes.into_iter().zip(&delays) {
            tell(agent, events, delays, &mut rows);
        }
        if !agent.is_whole() {
            missed.extend(bounds(agent, &delays));
        }
    }
    if let Some(path) = &options.json {
        let written = serde_json::to_string_pretty(&rows)?;
        std::fs::write(path, written).context("cannot write the figures")?;
    }
    Ok(missed)
}

fn tell(agent: Agent, events: usize, delays: &[Duration], rows: &mut Vec<Row>) {
    let [p10, median, p90, p95, most] = [10, 50, 90, 95, 100].map(|n| percentile(delays, n));
    println!(
        "| {} | {events} | {} | {median:.1?} | {p10:.1?}–{p90:.1?} | {p95:.1?} | {most:.1?} |",
        agent.name(),
        delays.len(),
    );
    let ms = |delay: Duration| delay.as_secs_f64() * 1000.0;
    rows.push(Row {
        agent: agent.name(),
        events,
        n: delays.len(),
        median_ms: ms(median),
        p10_ms: ms(p10),
        p90_ms: ms(p90),
        p95_ms: ms(p95),
        most_ms: ms(most),
    });
}

fn bounds(agent: Agent, delays: &[Vec<Duration>; 2]) -> Vec<String> {
    let name = agent.name();
    let mut missed = Vec::new();
    for delays in delays {
        let [median, p95] = [50, 95].map(|n| percentile(delays, n));
        if median > MEDIAN || p95 > P95 {
            missed.push(format!("{name}: median {median:.1?}, 95th {p95:.1?}"));
        }
    }
    let [short, long] = delays.each_ref().map(|delays| percentile(delays, 50));
    if long > short.mul_f64(MOST_APART) && long > short + SAME {
        missed.push(format!(
            "{name}: {short:.1?} for short, {long:.1?} for long"
        ));
    }
    missed
}

/// The delays of writes to two histories, sorted.
async fn measured(
    binary: &Path,
    agent: Agent,
    sizes: [usize; 2],
    n: usize,
) -> Result<[Vec<Duration>; 2]> {
    let folder = TempFolder::new(agent.name())?;
    let mut writer = Writer::new(agent, folder.path(), &sizes)?;
    let server = Server::start(binary, &writer.store(), 0)?;
    let mut heard = listen(server.port, &writer.ids()).await?;
    let mut delays = [Vec::new(), Vec::new()];
    for round in 0..n + WARMING {
        for (which, delays) in delays.iter_mut().enumerate() {
            let number = writer.next(which);
            let began = Instant::now();
            writer.write(which)?;
            let at = arrival(&mut heard, which, number).await?;
            if round >= WARMING {
                delays.push(at.saturating_duration_since(began));
            }
            let varied = Duration::from_micros((round as u64 * 7919) % 10_000);
            sleep((PACE + varied).saturating_sub(began.elapsed())).await;
        }
    }
    for delays in &mut delays {
        delays.sort_unstable();
    }
    Ok(delays)
}

/// A message with a number has come to a history.
type Heard = (usize, usize, Instant);

async fn arrival(
    heard: &mut UnboundedReceiver<Heard>,
    which: usize,
    number: usize,
) -> Result<Instant> {
    loop {
        let next = timeout(PATIENCE, heard.recv()).await;
        let next = next.with_context(|| format!("the write {number} does not come"))?;
        let (of, n, at) = next.context("the connection has ended")?;
        if (of, n) == (which, number) {
            return Ok(at);
        }
    }
}

/// Follows conversations on one connection, and tells what comes.
async fn listen(port: u16, ids: &[String]) -> Result<UnboundedReceiver<Heard>> {
    let (mut socket, _) = connect_async(format!("ws://127.0.0.1:{port}/api/live")).await?;
    for (sub, id) in (0..).zip(ids) {
        let subscribe = ClientMessage::Subscribe {
            sub,
            conversation: id.clone(),
            view: View::User,
            position: None,
        };
        let text = serde_json::to_string(&subscribe)?;
        socket.send(Message::text(text)).await?;
    }
    let (sender, heard) = unbounded_channel();
    tokio::spawn(async move {
        while let Some(Ok(message)) = socket.next().await {
            let at = Instant::now();
            let Message::Text(text) = message else {
                continue;
            };
            let Ok(told) = numbers(&text) else { break };
            let (sub, numbers) = told;
            let mut sent = numbers.into_iter().map(|n| sender.send((sub, n, at)));
            if sent.any(|sent| sent.is_err()) {
                break;
            }
        }
    });
    Ok(heard)
}

/// The subscription that a message is for, and the numbers in it.
fn numbers(text: &str) -> Result<(usize, Vec<usize>)> {
    let (sub, body) = match wire::read(text).context("no message")? {
        ServerMessage::Frames { sub, body } => (sub, body),
        ServerMessage::Error(failure) => bail!("{}", failure.error.message),
        _ => return Ok((0, Vec::new())),
    };
    let mut numbers = Vec::new();
    for change in body.frames {
        match change {
            Change::Put(put) => numbers.extend(number(&put.item)),
            Change::Reset(reset) => numbers.extend(reset.window.items.iter().filter_map(number)),
            Change::Remove(_) | Change::Grow(_) | Change::Status(_) => {}
        }
    }
    Ok((sub as usize, numbers))
}

fn number(item: &Item) -> Option<usize> {
    item.event.get("content")?.as_str()?.trim().parse().ok()
}
