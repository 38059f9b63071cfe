//! What the parts of the page share of the way to the server: one connection, many subscriptions.

use super::{
    attention::Attention,
    clock::now_ms,
    dom, notice, reload,
    transport::{News, Transport},
    voice,
};
use crate::{parts::Connection, time::ago, words};
use leptos::prelude::*;
use std::{
    cell::{Cell, OnceCell, RefCell},
    rc::Rc,
};
use wire::{ClientMessage, ServerMessage};

/// After how long, in milliseconds, the page says that it is still connecting.
const LATE_MS: i32 = 1000;
/// For how long, in milliseconds, a lost connection is told of at the page's end alone.
const LONG_MS: i64 = 3000;

/// Whoever subscribes to something.
pub(super) trait Subscriber {
    /// The message that subscribes, from where the subscriber is now.
    fn subscription(&self, sub: u32) -> ClientMessage;
    /// Takes a message for the subscription.
    fn hear(&self, message: ServerMessage);
}

/// The connection with its subscriptions.
pub(super) struct Link {
    transport: OnceCell<Rc<Transport>>,
    /// With their numbers. They are few, and a map's code would be 2 kB in the page.
    subscribers: RefCell<Vec<(u32, Rc<dyn Subscriber>)>>,
    last_sub: Cell<u32>,
    /// Names the frontend that this program is.
    build: String,
    connection: RwSignal<Connection>,
    /// Since when nothing arrives, while that is so.
    lost_ms: Cell<i64>,
    /// The server has another frontend.
    is_old: Cell<bool>,
    attention: Rc<Attention>,
}

impl Link {
    /// Connects to the server that the page is from.
    pub(super) fn connect(build: String) -> Rc<Self> {
        let link = Rc::new(Self {
            transport: OnceCell::new(),
            subscribers: RefCell::default(),
            last_sub: Cell::new(0),
            build,
            connection: RwSignal::new(Connection::None),
            lost_ms: Cell::new(now_ms()),
            is_old: Cell::new(false),
            attention: Attention::new(),
        });
        let this = Rc::clone(&link);
        let transport = Transport::connect(move |news| this.hear(news));
        // It is set here only.
        drop(link.transport.set(Rc::clone(&transport)));
        let this = Rc::clone(&link);
        dom::whenever_seen(move || {
            transport.try_now();
            this.attention.see();
        });
        let this = Rc::clone(&link);
        notice::prepare(Box::new(move |_| this.do_as_noticed()));
        let this = Rc::clone(&link);
        let is_late = move || {
            if this.connection.get_untracked() == Connection::None {
                this.connection.set(Connection::Connecting);
            }
        };
        dom::after(LATE_MS, Box::new(is_late));
        link
    }

    /// The person's attention.
    pub(super) fn attention(&self) -> Rc<Attention> {
        Rc::clone(&self.attention)
    }

    /// Does what the notice offers.
    fn do_as_noticed(&self) {
        match self.transport.get() {
            Some(transport) if self.is_lost() => transport.try_now(),
            _ => reload::reload(),
        }
    }

    /// Whether what is new arrives.
    pub(super) fn connection(&self) -> ReadSignal<Connection> {
        self.connection.read_only()
    }

    /// Subscribes, now and whenever the connection is made anew. Gives the subscription's number.
    pub(super) fn subscribe(&self, subscriber: Rc<dyn Subscriber>) -> u32 {
        let sub = self.last_sub.get() + 1;
        self.last_sub.set(sub);
        let message = subscriber.subscription(sub);
        self.subscribers.borrow_mut().push((sub, subscriber));
        // What cannot be said now is said when a way is open.
        let _is_said = self.say(&message);
        sub
    }

    /// Ends a subscription.
    pub(super) fn unsubscribe(&self, sub: u32) {
        let is_subscribed = {
            let mut subscribers = self.subscribers.borrow_mut();
            let place = subscribers.iter().position(|(of, _)| *of == sub);
            place.map(|place| subscribers.remove(place)).is_some()
        };
        if is_subscribed {
            let _is_said = self.say(&ClientMessage::Unsubscribe { sub });
        }
    }

    /// Says something, and whether it could be said.
    pub(super) fn say(&self, message: &ClientMessage) -> bool {
        self.transport
            .get()
            .is_some_and(|transport| transport.say(message))
    }

    fn hear(&self, news: News) {
        match news {
            News::Open => {
                let all: Vec<_> = self
                    .subscribers
                    .borrow()
                    .iter()
                    .map(|(sub, subscriber)| subscriber.subscription(*sub))
                    .collect();
                for message in all {
                    let _is_said = self.say(&message);
                }
            }
            News::Lost => {
                if self.connection.get_untracked() == Connection::Following {
                    self.lost_ms.set(now_ms());
                }
                self.show(Connection::Lost);
            }
            News::Message(ServerMessage::Hello(hello)) => {
                self.is_old.set(hello.build != self.build);
                self.show_notice();
            }
            News::Message(message) => self.pass_on(message),
        }
    }

    fn pass_on(&self, message: ServerMessage) {
        let sub = match &message {
            ServerMessage::Frames { sub, .. } => Some(*sub),
            ServerMessage::Older(older) => Some(older.sub),
            ServerMessage::Newer(newer) => Some(newer.sub),
            ServerMessage::List(list) => Some(list.sub),
            ServerMessage::Error(failure) => failure.sub,
            ServerMessage::Hello(_) => None,
        };
        let subscriber = {
            let subscribers = self.subscribers.borrow();
            let found = subscribers.iter().find(|(of, _)| Some(*of) == sub);
            found.map(|(_, subscriber)| Rc::clone(subscriber))
        };
        let Some(subscriber) = subscriber else { return };
        if matches!(message, ServerMessage::Error(_)) {
            self.show(Connection::Lost);
        } else {
            self.show(Connection::Following);
            dom::mark("app", "following");
        }
        subscriber.hear(message);
    }

    fn show(&self, connection: Connection) {
        if self.connection.get_untracked() != connection {
            self.connection.set(connection);
        }
        self.show_notice();
    }

    fn is_lost(&self) -> bool {
        self.connection.get_untracked() == Connection::Lost
    }

    /// Says what is to be said of the page itself. Every try to connect tells anew for how long there
    /// was none; a server that is started again is not missed long enough to be told of.
    fn show_notice(&self) {
        let elapsed = now_ms() - self.lost_ms.get();
        let words = match self.is_lost() {
            true if elapsed < LONG_MS => String::new(),
            true => words::lost(&ago(elapsed).unwrap_or_default()),
            false if self.is_old.get() => words::NEWER.to_owned(),
            false => String::new(),
        };
        if notice::show(&words) && words == words::NEWER {
            voice::say(&words);
        }
    }
}
