//! The state of the page: what the server said, as rows.

use super::{
    dom, scroll, theme,
    transport::{News, Transport},
};
use crate::parts::{Connection, PageContext, PageSignals, RowSignal, Theme, row_signals, shape};
use conversation::{Change, Status, View, ViewState, Window, rows};
use leptos::prelude::*;
use send_wrapper::SendWrapper;
use std::{cell::RefCell, collections::BTreeMap, rc::Rc};
use wire::{ClientMessage, FramesBody, PageState, ServerMessage};

/// The page's state and its connection.
#[derive(Clone)]
pub(super) struct Session {
    inner: Rc<RefCell<Inner>>,
    signals: Signals,
}

struct Inner {
    conversation: String,
    build: String,
    view: View,
    state: ViewState,
    /// The last position seen; nothing asks for a reset.
    position: Option<String>,
    /// Tells the answers to this subscription from those to earlier ones.
    sub: u32,
    /// What has arrived since the last frame was painted.
    waiting: Vec<Arrival>,
    is_asking_for_older: bool,
    /// The next reset is the end anew, for the texts: what is older stays.
    is_renewing: bool,
    transport: Option<Rc<Transport>>,
}

enum Arrival {
    Frames(FramesBody),
    Older(Window),
}

#[derive(Clone, Copy)]
struct Signals {
    view: RwSignal<View>,
    theme: RwSignal<Theme>,
    rows: RwSignal<Vec<RowSignal>>,
    before: RwSignal<Option<String>>,
    after: RwSignal<Option<String>>,
    status: RwSignal<Status>,
    connection: RwSignal<Connection>,
    n_new: RwSignal<usize>,
}

impl Session {
    /// The session of a page that the server rendered with `page`.
    pub(super) fn new(page: PageState) -> Self {
        let state = ViewState::new(page.window, page.status);
        let all = rows(page.view, state.items(), is_running(state.status()));
        let signals = Signals {
            view: RwSignal::new(page.view),
            theme: RwSignal::new(theme::current()),
            rows: RwSignal::new(row_signals(all)),
            before: RwSignal::new(state.before().map(str::to_owned)),
            after: RwSignal::new(page.after.clone()),
            status: RwSignal::new(state.status().clone()),
            connection: RwSignal::new(Connection::None),
            n_new: RwSignal::new(0),
        };
        let inner = Inner {
            conversation: page.conversation.id,
            build: page.build,
            view: page.view,
            // A page that shows a stretch further up is not at the position of the end.
            position: page.after.is_none().then_some(page.position),
            state,
            sub: 1,
            waiting: Vec::new(),
            is_asking_for_older: false,
            is_renewing: false,
            transport: None,
        };
        Self {
            inner: Rc::new(RefCell::new(inner)),
            signals,
        }
    }

    /// What the parts of the page need.
    pub(super) fn context(&self) -> PageContext {
        let follows = self.follows();
        PageContext {
            id: self.inner.borrow().conversation.clone(),
            view: self.signals.view.read_only(),
            theme: self.signals.theme.read_only(),
            switch: follows.then(|| self.callback(|page, view| page.switch(view, History::Push))),
            turn_theme: Some(self.callback(|page, ()| page.turn_theme())),
            show_older: follows.then(|| self.callback(|page, ()| page.show_older())),
            go_to_end: Some(self.callback(|page, ()| page.go_to_end())),
        }
    }

    /// What changes on the page.
    pub(super) fn signals(&self) -> PageSignals {
        let Signals {
            rows,
            before,
            after,
            status,
            connection,
            n_new,
            ..
        } = self.signals;
        PageSignals {
            rows: rows.read_only(),
            before: before.read_only(),
            after: after.read_only(),
            status: status.read_only(),
            connection: connection.read_only(),
            n_new: n_new.read_only(),
        }
    }

    /// Connects, and listens to the reader.
    pub(super) fn begin(&self) {
        if !self.follows() {
            return;
        }
        let session = self.clone();
        let transport = Transport::connect(move |news| session.hear(news));
        self.inner.borrow_mut().transport = Some(transport);

        let session = self.clone();
        let moved = move |_: web_sys::Event| {
            if let Some(view) = view_of_address() {
                session.switch(view, History::Keep);
            }
        };
        dom::listen(&dom::window(), "popstate", Box::new(moved));
        let session = self.clone();
        let scrolled = move |_: web_sys::Event| {
            if session.signals.n_new.get_untracked() > 0 && scroll::is_at_end() {
                session.signals.n_new.set(0);
            }
        };
        dom::listen(&dom::window(), "scroll", Box::new(scrolled));
    }

    /// Whether the page goes on with what is new: one that shows a stretch further up does not.
    fn follows(&self) -> bool {
        self.inner.borrow().position.is_some()
    }

    fn callback<In: 'static, Out: 'static>(
        &self,
        act: impl Fn(&Self, In) -> Out + 'static,
    ) -> Callback<In, Out> {
        let here = SendWrapper::new((self.clone(), act));
        Callback::new(move |input| {
            let (session, act) = &*here;
            act(session, input)
        })
    }

    fn hear(&self, news: News) {
        match news {
            News::Open => self.subscribe(),
            News::Lost => self.signals.connection.set(Connection::Lost),
            News::Message(ServerMessage::Hello(hello)) => {
                if hello.build != self.inner.borrow().build {
                    self.signals.connection.set(Connection::Stale);
                }
            }
            News::Message(ServerMessage::Frames { sub, body }) => {
                self.arrive(sub, Arrival::Frames(body));
            }
            News::Message(ServerMessage::Older(older)) => {
                self.arrive(older.sub, Arrival::Older(older.window));
            }
            News::Message(ServerMessage::Error(_)) => {
                self.inner.borrow_mut().is_asking_for_older = false;
                self.signals.connection.set(Connection::Lost);
            }
        }
    }

    fn subscribe(&self) {
        let (transport, message) = {
            let mut inner = self.inner.borrow_mut();
            inner.is_asking_for_older = false;
            let message = ClientMessage::Subscribe {
                sub: inner.sub,
                conversation: inner.conversation.clone(),
                view: inner.view,
                position: inner.position.clone(),
            };
            (inner.transport.clone(), message)
        };
        if let Some(transport) = transport {
            // What cannot be said now is said when a way is open.
            let _is_said = transport.say(&message);
        }
    }

    /// Keeps what arrived for the next frame, in which all of it is shown at once.
    fn arrive(&self, sub: u32, arrival: Arrival) {
        let is_first = {
            let mut inner = self.inner.borrow_mut();
            if sub != inner.sub {
                return;
            }
            inner.waiting.push(arrival);
            inner.waiting.len() == 1
        };
        if is_first {
            let session = self.clone();
            dom::next_frame(Box::new(move || session.show_waiting()));
        }
    }

    fn show_waiting(&self) {
        let was_at_end = scroll::is_at_end();
        let place = (!was_at_end).then(scroll::Place::of_first_row).flatten();
        let mut has_older = false;
        {
            let mut inner = self.inner.borrow_mut();
            for arrival in std::mem::take(&mut inner.waiting) {
                match arrival {
                    Arrival::Frames(body) => inner.take(body),
                    Arrival::Older(window) => {
                        inner.is_asking_for_older = false;
                        inner.state.prepend(window);
                        has_older = true;
                    }
                }
            }
        }
        let Shown { n_new, lacks_texts } = self.show();
        if lacks_texts {
            self.ask_for_all();
        }
        if self.signals.connection.get_untracked() != Connection::Stale {
            self.signals.connection.set(Connection::Following);
        }
        dom::mark("app", "following");
        // Behind the effects that put the rows in place, and before the page is painted.
        let session = self.clone();
        leptos::task::spawn_local(async move {
            leptos::task::tick().await;
            if was_at_end && !has_older {
                scroll::go_to_end();
            } else if let Some(place) = place {
                place.restore();
                if !has_older {
                    session.signals.n_new.update(|n| *n += n_new);
                }
            }
        });
    }

    /// Takes everything anew: a row has changed of which the page has only what the server rendered.
    fn ask_for_all(&self) {
        {
            let mut inner = self.inner.borrow_mut();
            inner.sub += 1;
            inner.position = None;
            inner.is_renewing = true;
        }
        self.subscribe();
    }

    /// Brings the signals to the state.
    fn show(&self) -> Shown {
        let inner = self.inner.borrow();
        let status = inner.state.status();
        let all = rows(inner.view, inner.state.items(), is_running(status));
        let old = self.signals.rows.get_untracked();
        let by_key: BTreeMap<String, &RowSignal> = old
            .iter()
            .map(|row| (row.with_untracked(|row| row.key.clone()), row))
            .collect();
        let mut shown = Shown {
            n_new: 0,
            lacks_texts: false,
        };
        let mut is_same = all.len() == old.len();
        let mut next = Vec::with_capacity(all.len());
        for (n, row) in all.into_iter().enumerate() {
            let known = by_key.get(&row.key);
            let fitting =
                known.filter(|signal| signal.with_untracked(|old| shape(old) == shape(&row)));
            let Some(signal) = fitting else {
                is_same = false;
                shown.n_new += 1;
                shown.lacks_texts |= !row.has_texts();
                next.push(RowSignal::new(row));
                continue;
            };
            is_same &= old
                .get(n)
                .is_some_and(|at| at.with_untracked(|at| at.key == row.key));
            shown.n_new = 0;
            if signal.with_untracked(|old| old.stamp != row.stamp) {
                shown.lacks_texts |= !row.has_texts();
                signal.set(row);
            }
            next.push((*signal).clone());
        }
        if !is_same {
            self.signals.rows.set(next);
        }
        set_if_new(self.signals.before, inner.state.before().map(str::to_owned));
        set_if_new(self.signals.status, status.clone());
        shown
    }

    fn switch(&self, view: View, history: History) {
        let url = {
            let mut inner = self.inner.borrow_mut();
            if inner.view == view {
                return;
            }
            inner.view = view;
            inner.sub += 1;
            inner.position = None;
            inner.is_renewing = false;
            inner.waiting.clear();
            format!("/c/{}?view={view}", inner.conversation)
        };
        if matches!(history, History::Push)
            && let Ok(entries) = dom::window().history()
        {
            drop(entries.push_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&url)));
        }
        self.signals.view.set(view);
        self.signals.n_new.set(0);
        self.subscribe();
    }

    fn turn_theme(&self) {
        let next = theme::next(self.signals.theme.get_untracked());
        theme::show(next);
        self.signals.theme.set(next);
    }

    /// Asks for what is older. Says whether that can be done here: without a socket the link has to
    /// be followed.
    fn show_older(&self) -> bool {
        let mut inner = self.inner.borrow_mut();
        if inner.is_asking_for_older {
            return true;
        }
        let before = inner.state.before().map(str::to_owned);
        let (Some(before), Some(transport)) = (before, inner.transport.clone()) else {
            return false;
        };
        let sub = inner.sub;
        inner.is_asking_for_older = transport.say(&ClientMessage::Older { sub, before });
        inner.is_asking_for_older
    }

    fn go_to_end(&self) {
        self.signals.n_new.set(0);
        scroll::go_to_end();
    }
}

/// Whether a change of view is a step that the reader can go back.
enum History {
    Push,
    Keep,
}

/// What bringing the signals to the state has shown.
struct Shown {
    /// The number of rows that are new at the end.
    n_new: usize,
    /// A row has changed whose texts the state does not have.
    lacks_texts: bool,
}

fn is_running(status: &Status) -> bool {
    status.state == "running"
}

fn set_if_new<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, value: T) {
    if signal.with_untracked(|old| *old != value) {
        signal.set(value);
    }
}

fn view_of_address() -> Option<View> {
    let search = dom::window().location().search().ok()?;
    let mut parameters = search.trim_start_matches('?').split('&');
    let named = parameters.find_map(|parameter| parameter.strip_prefix("view="));
    named.map_or(Some(View::default()), |name| name.parse().ok())
}

impl Inner {
    fn take(&mut self, body: FramesBody) {
        for change in body.frames {
            match change {
                Change::Reset(reset) if self.is_renewing => self.state.renew(reset.window),
                change => self.state.apply(change),
            }
        }
        self.is_renewing = false;
        self.position = Some(body.position);
    }
}
