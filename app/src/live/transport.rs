//! The way to the server: one WebSocket, or, where none can be opened, an event stream.

use super::dom;
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};
use web_sys::{Event, EventSource, WebSocket};
use wire::{ClientMessage, FramesBody, ServerMessage};

/// What the transport tells.
pub(super) enum News {
    /// The way is open: subscribe.
    Open,
    /// The server says something.
    Message(ServerMessage),
    /// The way is closed; another one will be tried.
    Lost,
}

/// How many WebSockets may fail before they have ever opened, until an event stream is tried.
const TRIES_BEFORE_STREAM: u32 = 2;
/// The longest pause between two tries, in milliseconds.
const LONGEST_PAUSE_MS: i32 = 16_000;

/// Keeps a way to the server open.
pub(super) struct Transport {
    tell: Box<dyn Fn(News)>,
    way: RefCell<Way>,
    has_opened: Cell<bool>,
    n_failed: Cell<u32>,
    /// Another try follows after a pause.
    is_pausing: Cell<bool>,
}

enum Way {
    None,
    Socket(WebSocket),
    /// The messages of a stream are all for its subscription.
    Stream(EventSource),
}

impl Transport {
    /// Begins to connect; `tell` hears what happens.
    pub(super) fn connect(tell: impl Fn(News) + 'static) -> Rc<Self> {
        let transport = Rc::new(Self {
            tell: Box::new(tell),
            way: RefCell::new(Way::None),
            has_opened: Cell::new(false),
            n_failed: Cell::new(0),
            is_pausing: Cell::new(false),
        });
        transport.open_socket();
        transport
    }

    /// Says something to the server, and whether it could be said.
    pub(super) fn say(self: &Rc<Self>, message: &ClientMessage) -> bool {
        let socket = match &*self.way.borrow() {
            Way::Socket(socket) => Some(socket.clone()),
            Way::Stream(_) | Way::None => None,
        };
        match (socket, serde_json::to_string(message)) {
            (Some(socket), Ok(text)) => socket.send_with_str(&text).is_ok(),
            _ => self.say_by_stream(message),
        }
    }

    fn open_socket(self: &Rc<Self>) {
        let location = dom::window().location();
        let host = location.host().unwrap_or_default();
        let scheme = match location.protocol().as_deref() {
            Ok("https:") => "wss",
            _ => "ws",
        };
        let Ok(socket) = WebSocket::new(&format!("{scheme}://{host}/api/live")) else {
            return self.lose();
        };
        let this = Rc::clone(self);
        let opened = move |_: Event| {
            this.has_opened.set(true);
            this.n_failed.set(0);
            (this.tell)(News::Open);
        };
        dom::listen(&socket, "open", Box::new(opened));
        let this = Rc::clone(self);
        dom::listen_text(&socket, "message", move |text| {
            if let Some(message) = wire::read(&text) {
                (this.tell)(News::Message(message));
            }
        });
        let this = Rc::clone(self);
        dom::listen(&socket, "close", Box::new(move |_: Event| this.lose()));
        *self.way.borrow_mut() = Way::Socket(socket);
    }

    /// Tries again after a pause that doubles. Where no socket has ever opened, every other try is
    /// an event stream.
    fn lose(self: &Rc<Self>) {
        *self.way.borrow_mut() = Way::None;
        let n_failed = self.n_failed.get() + 1;
        self.n_failed.set(n_failed);
        (self.tell)(News::Lost);
        if self.may_stream() && n_failed.is_multiple_of(2) {
            return (self.tell)(News::Open);
        }
        let pause = 250i32
            .saturating_mul(1 << n_failed.min(10))
            .min(LONGEST_PAUSE_MS);
        let this = Rc::clone(self);
        self.is_pausing.set(true);
        dom::after(pause, Box::new(move || this.try_now()));
    }

    /// Tries again, unless that has been done or there is a way.
    pub(super) fn try_now(self: &Rc<Self>) {
        if self.is_pausing.take() {
            self.open_socket();
        }
    }

    fn may_stream(&self) -> bool {
        !self.has_opened.get() && self.n_failed.get() >= TRIES_BEFORE_STREAM
    }

    /// A stream has one subscription, and needs nothing but its address to be resumed: the browser
    /// connects again by itself and names the last position.
    fn say_by_stream(self: &Rc<Self>, message: &ClientMessage) -> bool {
        let ClientMessage::Subscribe {
            sub,
            conversation,
            view,
            position,
        } = message
        else {
            return false;
        };
        if !self.may_stream() {
            return false;
        }
        if let Way::Stream(stream) = &*self.way.borrow() {
            stream.close();
        }
        let position = position
            .as_deref()
            .map(|p| format!("&position={p}"))
            .unwrap_or_default();
        let address = format!("/api/conversations/{conversation}/stream?view={view}{position}");
        let Ok(stream) = EventSource::new(&address) else {
            return false;
        };
        let (this, sub) = (Rc::clone(self), *sub);
        dom::listen_text(&stream, "frames", move |text| {
            if let Some(body) = wire::read::<FramesBody>(&text) {
                (this.tell)(News::Message(ServerMessage::Frames { sub, body }));
            }
        });
        let (this, failing) = (Rc::clone(self), stream.clone());
        let failed = move |_: Event| match failing.ready_state() {
            // An answer that is no stream ends it; anything else the browser tries again.
            EventSource::CLOSED => this.lose(),
            _ => (this.tell)(News::Lost),
        };
        dom::listen(&stream, "error", Box::new(failed));
        *self.way.borrow_mut() = Way::Stream(stream);
        true
    }
}
