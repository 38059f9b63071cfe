//! What the parts of the page share of the way to the server: one connection, many subscriptions.

use super::{
    dom,
    transport::{News, Transport},
};
use crate::parts::Connection;
use leptos::prelude::*;
use std::{
    cell::{Cell, OnceCell, RefCell},
    rc::Rc,
};
use wire::{ClientMessage, ServerMessage};

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
        });
        let this = Rc::clone(&link);
        let transport = Transport::connect(move |news| this.hear(news));
        // It is set here only.
        drop(link.transport.set(transport));
        link
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
            News::Lost => self.show(Connection::Lost),
            News::Message(ServerMessage::Hello(hello)) => {
                if hello.build != self.build {
                    self.connection.set(Connection::Stale);
                }
            }
            News::Message(message) => self.pass_on(message),
        }
    }

    fn pass_on(&self, message: ServerMessage) {
        let sub = match &message {
            ServerMessage::Frames { sub, .. } => Some(*sub),
            ServerMessage::Older(older) => Some(older.sub),
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

    /// A page of another frontend than the server's stays so, whatever else happens.
    fn show(&self, connection: Connection) {
        let old = self.connection.get_untracked();
        if old != Connection::Stale && old != connection {
            self.connection.set(connection);
        }
    }
}
