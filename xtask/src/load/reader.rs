//! Readers on WebSockets: each checks that what it gets is everything, once and in order.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use conversation::{Change, Item, View};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::task::JoinSet;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use wire::{ClientMessage, ServerMessage};

use super::store::Store;

/// How long to wait before another try to connect.
const PAUSE: Duration = Duration::from_millis(200);

/// What all readers of a part share.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) port: u16,
    pub(super) store: Arc<Store>,
    pub(super) is_over: AtomicBool,
    /// Whether a connection that ends is opened again.
    pub(super) comes_back: bool,
    /// How many readers have had their first batch.
    pub(super) n_begun: AtomicUsize,
    /// How many lines all readers have had.
    pub(super) n_seen: AtomicUsize,
}

/// What one subscription has had.
#[derive(Debug)]
struct Reader {
    conversation: usize,
    position: Option<String>,
    /// The number of the next line.
    next: usize,
    n_wrong: usize,
}

/// What the readers of a connection found.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) delays: Vec<Duration>,
    /// Lines that came twice, were left out, or came in another order.
    pub(super) n_wrong: usize,
    /// Lines that had not come in the end.
    pub(super) n_missing: usize,
    pub(super) n_reconnected: usize,
    /// Lines before the window of a reset: a reader that was too far behind would ask for them.
    pub(super) n_skipped: usize,
}

/// Follows conversations on one connection until it is all over.
pub(super) async fn follow(shared: Arc<Shared>, conversations: Vec<usize>) -> Result<Found> {
    let of = |conversation| Reader {
        conversation,
        position: None,
        next: 0,
        n_wrong: 0,
    };
    let mut readers: Vec<Reader> = conversations.into_iter().map(of).collect();
    let mut found = Found::default();
    while !shared.is_over.load(Ordering::SeqCst) {
        match connection(&shared, &mut readers, &mut found).await {
            Ok(()) => {}
            Err(error) if !shared.comes_back => return Err(error),
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
        found.n_reconnected += 1;
    }
    for reader in &readers {
        found.n_wrong += reader.n_wrong;
        found.n_missing += shared
            .store
            .len(reader.conversation)
            .saturating_sub(reader.next);
    }
    Ok(found)
}

/// One connection to its end.
async fn connection(shared: &Shared, readers: &mut [Reader], found: &mut Found) -> Result<()> {
    let address = format!("ws://127.0.0.1:{}/api/live", shared.port);
    let (mut socket, _) = connect_async(address).await?;
    for (sub, reader) in (0..).zip(readers.iter()) {
        let subscribe = ClientMessage::Subscribe {
            sub,
            conversation: Store::id(reader.conversation),
            view: View::User,
            position: reader.position.clone(),
        };
        let text = serde_json::to_string(&subscribe)?;
        socket.send(Message::text(text)).await?;
    }
    while !shared.is_over.load(Ordering::SeqCst) {
        let Ok(heard) = tokio::time::timeout(PAUSE, socket.next()).await else {
            continue;
        };
        let now = Instant::now();
        match heard {
            Some(Ok(Message::Text(text))) => take(shared, readers, found, &text, now)?,
            Some(Ok(Message::Close(_))) | None => bail!("the connection was closed"),
            Some(Ok(_)) => {}
            Some(Err(error)) => return Err(error.into()),
        }
    }
    Ok(())
}

fn take(
    shared: &Shared,
    readers: &mut [Reader],
    found: &mut Found,
    text: &str,
    now: Instant,
) -> Result<()> {
    let (sub, body) = match wire::read(text).context("no message")? {
        ServerMessage::Frames { sub, body } => (sub, body),
        ServerMessage::Error(failure) => bail!("{}", failure.error.message),
        _ => return Ok(()),
    };
    let reader = readers.get_mut(sub as usize).context("no such reader")?;
    if reader.position.replace(body.position).is_none() {
        shared.n_begun.fetch_add(1, Ordering::SeqCst);
    }
    for change in body.frames {
        match change {
            Change::Put(put) => reader.line(shared, found, &put.item, now),
            // A reset holds the end again; what of it is known is no second delivery.
            Change::Reset(reset) => {
                reader.skip(shared, found, &reset.window.items);
                let known = reader.next;
                let new = reset.window.items.iter();
                let new = new.filter(|item| number(item).is_some_and(|n| n >= known));
                new.for_each(|item| reader.line(shared, found, item, now));
            }
            Change::Remove(gone) => reader.n_wrong += gone.keys.len(),
            Change::Grow(_) | Change::Status(_) => {}
        }
    }
    Ok(())
}

impl Reader {
    fn skip(&mut self, shared: &Shared, found: &mut Found, items: &[Item]) {
        let first = items.iter().find_map(number).unwrap_or_default();
        if first > self.next && self.next > 0 {
            let n = first - self.next;
            found.n_skipped += n;
            shared.n_seen.fetch_add(n, Ordering::Relaxed);
            self.next = first;
        }
    }

    fn line(&mut self, shared: &Shared, found: &mut Found, item: &Item, now: Instant) {
        let Some(number) = number(item) else {
            return;
        };
        if number != self.next {
            self.n_wrong += 1;
        }
        // What stood there before is no delivery.
        let began = shared
            .store
            .began(self.conversation, number)
            .filter(|_| number > 0);
        found
            .delays
            .extend(began.map(|began| now.saturating_duration_since(began)));
        self.next = number + 1;
        shared.n_seen.fetch_add(1, Ordering::Relaxed);
    }
}

/// The number of a line; nothing for a turn's beginning.
fn number(item: &Item) -> Option<usize> {
    item.event.get("content")?.as_str()?.parse().ok()
}

/// Starts readers, some on each connection, and waits until all have begun.
pub(super) async fn start(
    shared: &Arc<Shared>,
    n: usize,
    per_connection: usize,
    n_conversations: usize,
) -> Result<JoinSet<Result<Found>>> {
    let mut readers = JoinSet::new();
    let all: Vec<usize> = (0..n).map(|reader| reader % n_conversations).collect();
    for of_one in all.chunks(per_connection) {
        readers.spawn(follow(Arc::clone(shared), of_one.to_vec()));
    }
    while shared.n_begun.load(Ordering::SeqCst) < n {
        if let Some(ended) = readers.try_join_next() {
            ended??;
            bail!("a reader has ended");
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(readers)
}

/// Ends the readers and gives what they found, together.
pub(super) async fn finish(shared: &Shared, mut readers: JoinSet<Result<Found>>) -> Result<Found> {
    shared.is_over.store(true, Ordering::SeqCst);
    let mut all = Found::default();
    while let Some(found) = readers.join_next().await {
        let found = found??;
        all.delays.extend(found.delays);
        all.n_wrong += found.n_wrong;
        all.n_missing += found.n_missing;
        all.n_skipped += found.n_skipped;
        all.n_reconnected += found.n_reconnected.saturating_sub(1);
    }
    Ok(all)
}
