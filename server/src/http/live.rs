//! The WebSocket of a page: all its subscriptions on one connection, since a browser opens few.

mod outbox;

use outbox::{Ended, Outbox, Waiting};

use super::{
    HttpError,
    api::{list_window, open, reading, window_of},
};
use crate::{
    App,
    follow::{Cursor, Follower, Limit, Page, Subscription},
};
use axum::{
    extract::{
        State,
        ws::{Message, WebSocket, WebSocketUpgrade},
    },
    response::Response,
};
use conversation::{View, Window};
use sources::Position;
use std::{collections::HashMap, sync::Arc, time::Duration};
use tokio::{
    sync::{Semaphore, mpsc},
    task::JoinHandle,
    time::{interval, timeout},
};
use wire::{ClientMessage, Failure, Hello, ListMessage, ListQuery, Newer, Older, ServerMessage};

/// How many subscriptions a connection may have.
const MOST_SUBSCRIPTIONS: usize = 64;
/// How many older stretches may be read at once for a connection.
const MOST_OLDER: usize = 8;
/// How long a connection may take for one message. One that is dead, or never reads, ends then.
const PATIENCE: Duration = Duration::from_mins(1);
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
    outbox: Outbox,
    waiting: mpsc::Receiver<Waiting>,
    subscriptions: HashMap<u32, Subscribed>,
    older: Arc<Semaphore>,
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
        let (outbox, waiting) = Outbox::new();
        Self {
            app,
            outbox,
            waiting,
            subscriptions: HashMap::new(),
            older: Arc::new(Semaphore::new(MOST_OLDER)),
        }
    }

    async fn serve(mut self, mut socket: WebSocket) {
        let hello = ServerMessage::Hello(Hello {
            version: wire::VERSION,
            build: self.app.build(),
        });
        let mut message = text(&hello);
        let mut ping = interval(PING);
        let app = self.app.clone();
        let stopped = app.stopped();
        tokio::pin!(stopped);
        loop {
            let sent = tokio::select! {
                sent = timeout(PATIENCE, socket.send(message)) => matches!(sent, Ok(Ok(()))),
                () = &mut stopped => return,
            };
            if !sent {
                return;
            }
            message = loop {
                tokio::select! {
                    heard = socket.recv() => match heard {
                        Some(Ok(Message::Text(said))) => {
                            if let Some(answer) = self.answer(&said).await {
                                break text(&answer);
                            }
                        }
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                        Some(Ok(_)) => {}
                    },
                    Some(waiting) = self.waiting.recv() => break Message::Text(waiting.text.into()),
                    () = &mut stopped => {
                        // The page will try again, and finds the next server.
                        drop(timeout(PING, socket.send(Message::Close(None))).await);
                        return;
                    }
                    _ = ping.tick() => break Message::Ping(Vec::new().into()),
                }
            };
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
            ClientMessage::Older { sub, before } => self.ask(sub, Asked::Older(before)),
            ClientMessage::Newer { sub, after } => self.ask(sub, Asked::Newer(after)),
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
        let reader = Reader {
            sub,
            follower: Arc::clone(&follower),
            view,
            app: self.app.clone(),
            outbox: self.outbox.clone(),
        };
        let position = position.and_then(|position| position.parse().ok());
        let task = tokio::spawn(async move {
            // It ends with its connection.
            drop(reader.pass_on(position).await);
        });
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
        let list = pass_on_list(sub, query, self.app.clone(), self.outbox.clone());
        let task = tokio::spawn(async move { drop(list.await) });
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

    fn ask(&self, sub: u32, asked: Asked) -> Option<ServerMessage> {
        let asked = self.send_stretch(sub, asked);
        asked.err().map(|error| failure(Some(sub), &error))
    }

    /// Sends a stretch, once it is there: a long conversation may have to be read first.
    fn send_stretch(&self, sub: u32, asked: Asked) -> Result<(), HttpError> {
        let conversation = self
            .subscriptions
            .get(&sub)
            .and_then(|sub| sub.conversation.clone());
        let (follower, view) =
            conversation.ok_or_else(|| HttpError::not_found("subscription", &sub.to_string()))?;
        let place = asked.place()?;
        let is_asked = Arc::clone(&self.older).try_acquire_owned();
        let is_asked = is_asked.ok().ok_or_else(|| {
            HttpError::bad_parameter(format!(
                "a connection may ask for {MOST_OLDER} older or newer stretches at once"
            ))
        })?;
        let outbox = self.outbox.clone();
        tokio::spawn(async move {
            let _is_asked = is_asked;
            let Ok(room) = outbox.room_for_window().await else {
                return;
            };
            let is_older = matches!(asked, Asked::Older(_));
            let read = window_of(&follower, move |follower| {
                let limit = Limit::PAGE;
                match &place {
                    None => Some(follower.beginning(view, limit)),
                    Some(cursor) if is_older => follower.before(view, cursor, limit),
                    Some(cursor) => follower.after(view, cursor, limit),
                }
            });
            let read = read.await;
            let page = read.and_then(|read| read.ok_or_else(HttpError::unknown_position));
            let message = match page {
                Ok((page, _)) => stretch_message(sub, page, is_older),
                Err(error) => failure(Some(sub), &error),
            };
            // A connection that has ended needs no answer.
            drop(outbox.send(written(&message), room).await);
        });
        Ok(())
    }
}

/// Which stretch a page asks for.
enum Asked {
    Older(String),
    Newer(Option<String>),
}

impl Asked {
    /// The cursor; nothing for the beginning.
    fn place(&self) -> Result<Option<Cursor>, HttpError> {
        let cursor = match self {
            Self::Older(before) => Some(before),
            Self::Newer(after) => after.as_ref(),
        };
        let cursor = cursor.map(|cursor| cursor.parse()).transpose();
        cursor.ok().ok_or_else(HttpError::unknown_position)
    }
}

fn stretch_message(sub: u32, page: Page, is_older: bool) -> ServerMessage {
    let window = Window {
        items: page.items,
        before: page.before,
    };
    if is_older {
        return ServerMessage::Older(Older { sub, window });
    }
    ServerMessage::Newer(Newer {
        sub,
        window,
        is_end: !page.has_more,
    })
}

/// A view of a conversation on its way to a connection.
struct Reader {
    sub: u32,
    follower: Arc<Follower>,
    view: View,
    app: App,
    outbox: Outbox,
}

impl Reader {
    /// Sends a subscription's batches. Where the connection takes them too slowly, the queue of the
    /// conversation overflows, and a reset takes the place of what was lost. What is sent is made
    /// when there is room for it.
    async fn pass_on(self, position: Option<Position>) -> Result<(), Stopped> {
        let room = self.outbox.room_for_window().await?;
        let (view, hub) = (self.view, Arc::clone(&self.app.hub));
        let subscribed = window_of(&self.follower, move |follower| {
            follower.subscribe(view, position, hub.watcher())
        });
        let Subscription {
            first,
            mut receiver,
        } = subscribed.await?;
        let message = first.message(self.sub);
        // It would be held for as long as the subscription is.
        drop(first);
        self.outbox.send(message, room).await?;
        loop {
            if let Ok(batch) = receiver.recv().await {
                let room = self.outbox.room_for(batch.json.len()).await?;
                self.outbox.send(batch.message(self.sub), room).await?;
            } else {
                let room = self.outbox.room_for_window().await?;
                receiver.skip();
                let reset = window_of(&self.follower, move |follower| follower.reset(view));
                let reset = reset.await?;
                self.outbox.send(reset.message(self.sub), room).await?;
            }
        }
    }
}

/// Nothing more can be sent: the connection has ended, or reading has stopped.
struct Stopped;

impl From<Ended> for Stopped {
    fn from(_: Ended) -> Self {
        Self
    }
}

impl From<HttpError> for Stopped {
    fn from(_: HttpError) -> Self {
        Self
    }
}

/// Sends the list whenever what a page sees of it has changed.
async fn pass_on_list(sub: u32, query: ListQuery, app: App, outbox: Outbox) -> Result<(), Stopped> {
    let list = Arc::clone(app.hub.list());
    // The first list must be one that has been read.
    reading(move || list.now()).await?;
    let mut snapshots = app.hub.list().subscribe(app.hub.watcher());
    let mut last = None;
    loop {
        let room = outbox.room_for_window().await?;
        let snapshot = Arc::clone(&snapshots.borrow_and_update());
        let window = list_window(&app, &snapshot, &query);
        if last.as_ref() == Some(&window) {
            drop(room);
        } else {
            let message = ServerMessage::List(ListMessage {
                sub,
                window: window.clone(),
            });
            outbox.send(written(&message), room).await?;
            last = Some(window);
        }
        if snapshots.changed().await.is_err() {
            return Ok(());
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
