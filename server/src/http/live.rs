//! The WebSocket of a page: all its subscriptions on one connection, since a browser opens few.

use super::{
    HttpError,
    api::{list_window, open, reading},
};
use crate::{
    App,
    follow::{Cursor, Follower, Limit, Subscription},
};
use axum::{
    extract::{
        State,
        ws::{Message, WebSocket, WebSocketUpgrade},
    },
    response::Response,
};
use conversation::{View, Window};
use std::{collections::HashMap, sync::Arc, time::Duration};
use tokio::{
    sync::{broadcast::error::RecvError, mpsc},
    task::JoinHandle,
    time::interval,
};
use wire::{ClientMessage, Failure, Hello, ListMessage, ListQuery, Older, ServerMessage};

/// How many subscriptions a connection may have.
const MOST_SUBSCRIPTIONS: usize = 64;
/// How many messages may wait for a connection; its subscriptions wait then, and get resets.
const QUEUE: usize = 64;
/// The longest message that a page may send, in bytes.
const LONGEST_MESSAGE: usize = 16 * 1024;
/// Often enough for proxies that cut silent connections after a minute.
const PING: Duration = Duration::from_secs(25);

/// `GET /api/live`.
pub(super) async fn follow_conversations(
    State(app): State<App>,
    upgrade: WebSocketUpgrade,
) -> Response {
    upgrade
        .max_message_size(LONGEST_MESSAGE)
        .on_upgrade(move |socket| Connection::new(app).serve(socket))
}

struct Connection {
    app: App,
    outbox: mpsc::Sender<String>,
    waiting: mpsc::Receiver<String>,
    subscriptions: HashMap<u32, Subscribed>,
}

/// Ends when it is dropped.
struct Subscribed {
    /// Nothing for the list.
    conversation: Option<(Arc<Follower>, View)>,
    task: JoinHandle<()>,
}

impl Drop for Subscribed {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Connection {
    fn new(app: App) -> Self {
        let (outbox, waiting) = mpsc::channel(QUEUE);
        Self {
            app,
            outbox,
            waiting,
            subscriptions: HashMap::new(),
        }
    }

    async fn serve(mut self, mut socket: WebSocket) {
        let hello = ServerMessage::Hello(Hello {
            version: wire::VERSION,
            build: self.app.build(),
        });
        if socket.send(text(&hello)).await.is_err() {
            return;
        }
        let mut ping = interval(PING);
        loop {
            let sent = tokio::select! {
                heard = socket.recv() => match heard {
                    Some(Ok(Message::Text(said))) => match self.answer(&said).await {
                        Some(answer) => socket.send(text(&answer)).await,
                        None => Ok(()),
                    },
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                    Some(Ok(_)) => Ok(()),
                },
                Some(message) = self.waiting.recv() => {
                    socket.send(Message::Text(message.into())).await
                }
                () = self.app.stopped() => {
                    // The page will try again, and finds the next server.
                    drop(socket.send(Message::Close(None)).await);
                    return;
                }
                _ = ping.tick() => socket.send(Message::Ping(Vec::new().into())).await,
            };
            if sent.is_err() {
                return;
            }
        }
    }

    async fn answer(&mut self, said: &str) -> Option<ServerMessage> {
        let message = match serde_json::from_str(said) {
            Ok(message) => message,
            Err(error) => {
                let error = HttpError::bad_parameter(format!("not a message: {error}"));
                return Some(failure(None, &error));
            }
        };
        match message {
            ClientMessage::Subscribe {
                sub,
                conversation,
                view,
                position,
            } => {
                // The same number again means the new one.
                self.subscriptions.remove(&sub);
                let subscribed = self.subscribe(sub, conversation, view, position).await;
                subscribed.err().map(|error| failure(Some(sub), &error))
            }
            ClientMessage::SubscribeList { sub, query } => {
                self.subscriptions.remove(&sub);
                let subscribed = self.subscribe_list(sub, query);
                subscribed.err().map(|error| failure(Some(sub), &error))
            }
            ClientMessage::Unsubscribe { sub } => {
                self.subscriptions.remove(&sub);
                None
            }
            ClientMessage::Older { sub, before } => {
                let asked = self.older(sub, &before);
                asked.err().map(|error| failure(Some(sub), &error))
            }
        }
    }

    async fn subscribe(
        &mut self,
        sub: u32,
        conversation: String,
        view: View,
        position: Option<String>,
    ) -> Result<(), HttpError> {
        self.has_room()?;
        let follower = open(&self.app, conversation).await?.follower;
        let position = position.and_then(|position| position.parse().ok());
        let subscription = reading({
            let (follower, hub) = (Arc::clone(&follower), Arc::clone(&self.app.hub));
            move || follower.subscribe(view, position, hub.watcher())
        })
        .await?;
        let task = tokio::spawn(pass_on(
            sub,
            Arc::clone(&follower),
            view,
            subscription,
            self.outbox.clone(),
        ));
        self.subscriptions.insert(
            sub,
            Subscribed {
                conversation: Some((follower, view)),
                task,
            },
        );
        Ok(())
    }

    fn subscribe_list(&mut self, sub: u32, query: ListQuery) -> Result<(), HttpError> {
        self.has_room()?;
        let task = tokio::spawn(pass_on_list(
            sub,
            query,
            self.app.clone(),
            self.outbox.clone(),
        ));
        self.subscriptions.insert(
            sub,
            Subscribed {
                conversation: None,
                task,
            },
        );
        Ok(())
    }

    fn has_room(&self) -> Result<(), HttpError> {
        if self.subscriptions.len() < MOST_SUBSCRIPTIONS {
            return Ok(());
        }
        Err(HttpError::bad_parameter(format!(
            "a connection has at most {MOST_SUBSCRIPTIONS} subscriptions"
        )))
    }

    /// Sends what comes before, once it is there: a long conversation may have to be read first.
    fn older(&self, sub: u32, before: &str) -> Result<(), HttpError> {
        let conversation = self
            .subscriptions
            .get(&sub)
            .and_then(|sub| sub.conversation.clone());
        let (follower, view) =
            conversation.ok_or_else(|| HttpError::not_found("subscription", &sub.to_string()))?;
        let cursor: Option<Cursor> = before.parse().ok();
        let cursor = cursor.ok_or_else(HttpError::unknown_position)?;
        let outbox = self.outbox.clone();
        tokio::spawn(async move {
            let read = reading(move || follower.before(view, &cursor, Limit::PAGE)).await;
            let page = read.and_then(|read| read.ok_or_else(HttpError::unknown_position));
            let message = match page {
                Ok((page, _)) => ServerMessage::Older(Older {
                    sub,
                    window: Window {
                        items: page.items,
                        before: page.before,
                    },
                }),
                Err(error) => failure(Some(sub), &error),
            };
            // A connection that has ended needs no answer.
            drop(outbox.send(written(&message)).await);
        });
        Ok(())
    }
}

/// Sends a subscription's batches. Where the connection takes them too slowly, the queue of the
/// conversation overflows, and a reset takes the place of what was lost.
async fn pass_on(
    sub: u32,
    follower: Arc<Follower>,
    view: View,
    subscription: Subscription,
    outbox: mpsc::Sender<String>,
) {
    let Subscription {
        first,
        mut receiver,
    } = subscription;
    let mut message = first.message(sub);
    while outbox.send(message).await.is_ok() {
        message = match receiver.recv().await {
            Ok(batch) => batch.message(sub),
            Err(RecvError::Lagged(_)) => {
                receiver = receiver.resubscribe();
                let follower = Arc::clone(&follower);
                match reading(move || follower.reset(view)).await {
                    Ok(reset) => reset.message(sub),
                    Err(_) => return,
                }
            }
            Err(RecvError::Closed) => return,
        };
    }
}

/// Sends the list whenever what a page sees of it has changed.
async fn pass_on_list(sub: u32, query: ListQuery, app: App, outbox: mpsc::Sender<String>) {
    let list = Arc::clone(app.hub.list());
    // The first list must be one that has been read.
    if reading(move || list.now()).await.is_err() {
        return;
    }
    let mut snapshots = app.hub.list().subscribe(app.hub.watcher());
    let mut last = None;
    loop {
        let snapshot = Arc::clone(&snapshots.borrow_and_update());
        let window = list_window(&app, &snapshot, &query);
        if last.as_ref() != Some(&window) {
            let message = ServerMessage::List(ListMessage {
                sub,
                window: window.clone(),
            });
            if outbox.send(written(&message)).await.is_err() {
                return;
            }
            last = Some(window);
        }
        if snapshots.changed().await.is_err() {
            return;
        }
    }
}

fn failure(sub: Option<u32>, error: &HttpError) -> ServerMessage {
    ServerMessage::Error(Failure {
        sub,
        error: error.details().clone(),
    })
}

fn written(message: &ServerMessage) -> String {
    serde_json::to_string(message).unwrap_or_default()
}

fn text(message: &ServerMessage) -> Message {
    Message::Text(written(message).into())
}
