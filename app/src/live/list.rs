//! The list in the browser: kept up to date, filtered by the server.

use super::{
    dom,
    link::{Link, Subscriber},
};
use crate::parts::{ListContext, ListSignals};
use leptos::prelude::*;
use send_wrapper::SendWrapper;
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};
use wire::{ClientMessage, ConversationBody, ListQuery, ListState, ListWindow, ServerMessage};

/// How often relative times are written again, in milliseconds.
const CLOCK_PAUSE_MS: i32 = 20_000;

/// The list and its subscription.
#[derive(Clone)]
pub(super) struct ListSession {
    inner: Rc<Inner>,
    window: RwSignal<ListWindow>,
    query: RwSignal<ListQuery>,
    now_ms: RwSignal<i64>,
}

struct Inner {
    link: Rc<Link>,
    sub: Cell<Option<u32>>,
    query: RefCell<ListQuery>,
    is_open: Cell<bool>,
}

impl ListSession {
    /// The list that a page shows already, or an empty one that is about to come.
    pub(super) fn new(state: Option<ListState>, link: Rc<Link>) -> Self {
        let (query, window, now_ms) = match state {
            Some(state) => (state.query, state.window, state.now_ms),
            None => (ListQuery::default(), ListWindow::default(), now_ms()),
        };
        let inner = Inner {
            link,
            sub: Cell::new(None),
            query: RefCell::new(query.clone()),
            is_open: Cell::new(true),
        };
        let session = Self {
            inner: Rc::new(inner),
            window: RwSignal::new(window),
            query: RwSignal::new(query),
            now_ms: RwSignal::new(now_ms),
        };
        session.subscribe();
        session.keep_time();
        session
    }

    /// What changes in the list.
    pub(super) fn signals(&self) -> ListSignals {
        ListSignals {
            window: self.window.read_only(),
            query: self.query.read_only(),
            now_ms: self.now_ms.read_only(),
        }
    }

    /// What the list's parts need; `open` shows a conversation.
    pub(super) fn context(&self, open: Callback<ConversationBody>) -> ListContext {
        let here = SendWrapper::new(self.clone());
        let filter =
            Callback::new(move |words: String| here.ask(|query| query.filter.clone_from(&words)));
        let here = SendWrapper::new(self.clone());
        let more = Callback::new(move |()| {
            here.ask(|query| query.limit *= 4);
            true
        });
        ListContext {
            open: Some(open),
            filter: Some(filter),
            more: Some(more),
        }
    }

    /// A conversation of the list.
    pub(super) fn find(&self, id: &str) -> Option<ConversationBody> {
        self.window
            .with_untracked(|window| window.entries.iter().find(|entry| entry.id == id).cloned())
    }

    /// Ends the subscription.
    pub(super) fn close(&self) {
        self.inner.is_open.set(false);
        if let Some(sub) = self.inner.sub.take() {
            self.inner.link.unsubscribe(sub);
        }
    }

    fn ask(&self, change: impl Fn(&mut ListQuery)) {
        change(&mut self.inner.query.borrow_mut());
        self.query.set(self.inner.query.borrow().clone());
        self.subscribe();
    }

    fn subscribe(&self) {
        if let Some(sub) = self.inner.sub.take() {
            self.inner.link.unsubscribe(sub);
        }
        let sub = self.inner.link.subscribe(Rc::new(self.clone()));
        self.inner.sub.set(Some(sub));
    }

    fn keep_time(&self) {
        let session = self.clone();
        dom::after(
            CLOCK_PAUSE_MS,
            Box::new(move || {
                if session.inner.is_open.get() {
                    session.now_ms.set(now_ms());
                    session.keep_time();
                }
            }),
        );
    }
}

impl Subscriber for ListSession {
    fn subscription(&self, sub: u32) -> ClientMessage {
        ClientMessage::SubscribeList {
            sub,
            query: self.inner.query.borrow().clone(),
        }
    }

    fn hear(&self, message: ServerMessage) {
        let ServerMessage::List(list) = message else {
            return;
        };
        if Some(list.sub) != self.inner.sub.get() {
            return;
        }
        self.now_ms.set(now_ms());
        if self.window.with_untracked(|window| *window != list.window) {
            self.window.set(list.window);
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the clock is far below 2^53 milliseconds"
)]
fn now_ms() -> i64 {
    js_sys::Date::now() as i64
}
