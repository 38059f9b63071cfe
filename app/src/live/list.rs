//! The list in the browser: kept up to date, filtered by the server.

use super::{
    clock::now_ms,
    dom,
    link::{Link, Subscriber},
};
use crate::parts::{EntrySignal, ListContext, ListSignals, entry_id, places};
use leptos::prelude::*;
use send_wrapper::SendWrapper;
use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};
use wire::{ClientMessage, ConversationBody, ListQuery, ListWindow, ServerMessage};

/// How often relative times are written again, in milliseconds.
const CLOCK_PAUSE_MS: i32 = 20_000;

/// The list and its subscription.
#[derive(Clone)]
pub(super) struct ListSession {
    inner: Rc<Inner>,
    entries: RwSignal<Vec<EntrySignal>>,
    about: RwSignal<ListWindow>,
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
    /// The list with what is known of it, or an empty one that is about to come.
    pub(super) fn new(query: ListQuery, window: ListWindow, now_ms: i64, link: Rc<Link>) -> Self {
        let inner = Inner {
            link,
            sub: Cell::new(None),
            query: RefCell::new(query.clone()),
            is_open: Cell::new(true),
        };
        let session = Self {
            inner: Rc::new(inner),
            entries: RwSignal::default(),
            about: RwSignal::default(),
            query: RwSignal::new(query),
            now_ms: RwSignal::new(now_ms),
        };
        session.show(window);
        session.subscribe();
        session.keep_time();
        // A list that was left is not held by the page.
        let (inner, now_ms) = (Rc::downgrade(&session.inner), session.now_ms);
        dom::whenever_seen(move || {
            if let Some(inner) = inner.upgrade() {
                inner.take_time(now_ms);
            }
        });
        session
    }

    /// What changes in the list.
    pub(super) fn signals(&self) -> ListSignals {
        ListSignals {
            entries: self.entries.read_only(),
            about: self.about.read_only(),
            query: self.query.read_only(),
            now_ms: self.now_ms.read_only(),
        }
    }

    /// What is known of the list, to begin with it again.
    pub(super) fn known(&self) -> (ListQuery, ListWindow) {
        let entries = self.entries.get_untracked();
        let entries = entries.iter().map(ArcRwSignal::get_untracked).collect();
        let window = ListWindow {
            entries,
            ..self.about.get_untracked()
        };
        (self.inner.query.borrow().clone(), window)
    }

    /// Brings the signals to a window: entries keep theirs for as long as they are there.
    fn show(&self, mut window: ListWindow) {
        let old = self.entries.get_untracked();
        let places = places(&mut old.iter().map(entry_id));
        let mut next = Vec::with_capacity(window.entries.len());
        for entry in std::mem::take(&mut window.entries) {
            let Some(signal) = places.get(&entry.id).and_then(|place| old.get(*place)) else {
                next.push(EntrySignal::new(entry));
                continue;
            };
            if signal.with_untracked(|old| *old != entry) {
                signal.set(entry);
            }
            next.push(signal.clone());
        }
        if !old.iter().map(entry_id).eq(next.iter().map(entry_id)) {
            self.entries.set(next);
        }
        if self.about.with_untracked(|about| *about != window) {
            self.about.set(window);
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
        let is_meant = |entry: &&ConversationBody| entry.id == id;
        let entries = self.entries.get_untracked();
        let entry = entries.iter().find(|entry| entry_id(entry) == id);
        entry.map(ArcRwSignal::get_untracked).or_else(|| {
            let about = self.about.read_untracked();
            let mut agents = about.sub_agents.iter().flat_map(|agents| &agents.entries);
            agents.find(is_meant).cloned()
        })
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
                    session.inner.take_time(session.now_ms);
                    session.keep_time();
                }
            }),
        );
    }
}

impl Inner {
    /// Nobody reads the times of a hidden page.
    fn take_time(&self, signal: RwSignal<i64>) {
        if self.is_open.get() && !dom::document().hidden() {
            signal.set(now_ms());
        }
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
        self.show(list.window);
    }
}
