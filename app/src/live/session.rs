//! The state of the page: what the server said, as rows.

use super::{
    attention::{Attention, Look},
    dom,
    link::{Link, Subscriber},
    mounted::{Mounted, Shown, make_room},
    pinned::row_of,
    scroll, theme, whole,
};
use crate::parts::{PageContext, PageSignals, RowSignal, Screen, Theme};
use conversation::{Change, Status, View, ViewState, Window, rows};
use leptos::prelude::*;
use send_wrapper::SendWrapper;
use std::{cell::RefCell, rc::Rc};
use wasm_bindgen::JsCast as _;
use wire::{ClientMessage, ConversationBody, FramesBody, PageState, ServerMessage};

/// In how many rows at the end what is new is looked for.
const ATTENDED: usize = 200;

/// The page's state and its connection.
#[derive(Clone)]
pub(super) struct Session {
    inner: Rc<RefCell<Inner>>,
    signals: Signals,
}

struct Inner {
    link: Rc<Link>,
    conversation: String,
    view: View,
    state: ViewState,
    mounted: Mounted,
    /// The last position seen; nothing asks for a reset.
    position: Option<String>,
    /// The subscription, while there is one.
    sub: Option<u32>,
    /// What has arrived since the last frame was painted.
    waiting: Vec<Arrival>,
    is_asking_for_older: bool,
    /// The next reset is the end anew, for the texts: what is older stays.
    is_renewing: bool,
    /// The reader comes from the list: the first rows are shown from their end.
    begins_at_end: bool,
    /// How far the page was scrolled when the reader last moved.
    last_top: i32,
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
    n_new: RwSignal<usize>,
}

impl Session {
    /// The session of a page that the server rendered with `page`. One that does not reach the
    /// conversation's end stays as it is.
    pub(super) fn adopt(page: PageState, link: Rc<Link>) -> Self {
        let reaches_end = page.after.is_none();
        let session = Self::new(page, link);
        if reaches_end {
            session.subscribe();
        }
        session
    }

    /// The session of a conversation that is about to come.
    pub(super) fn open(id: String, view: View, link: Rc<Link>) -> Self {
        let page = PageState {
            version: wire::VERSION,
            build: String::new(),
            conversation: ConversationBody {
                id,
                ..ConversationBody::default()
            },
            view,
            position: String::new(),
            after: None,
            window: Window::default(),
            status: Status::default(),
        };
        let session = Self::new(page, link);
        {
            let mut inner = session.inner.borrow_mut();
            inner.position = None;
            inner.begins_at_end = true;
        }
        session.subscribe();
        session
    }

    fn new(page: PageState, link: Rc<Link>) -> Self {
        let state = ViewState::new(page.window, page.status);
        let all = rows(page.view, state.items(), is_running(state.status()));
        let mut mounted = Mounted::default();
        drop(mounted.bring_to(all));
        let signals = Signals {
            view: RwSignal::new(page.view),
            theme: RwSignal::new(theme::current()),
            rows: RwSignal::new(mounted.rows()),
            before: RwSignal::new(state.before().map(str::to_owned)),
            after: RwSignal::new(page.after),
            status: RwSignal::new(state.status().clone()),
            n_new: RwSignal::new(0),
        };
        let inner = Inner {
            link,
            conversation: page.conversation.id,
            view: page.view,
            position: Some(page.position),
            state,
            mounted,
            sub: None,
            waiting: Vec::new(),
            is_asking_for_older: false,
            is_renewing: false,
            begins_at_end: false,
            last_top: scroll::top(),
        };
        let session = Self {
            inner: Rc::new(RefCell::new(inner)),
            signals,
        };
        session.watch_moves();
        session.watch_touches();
        session.attend(true);
        session
    }

    fn attention(&self) -> Rc<Attention> {
        self.inner.borrow().link.attention()
    }

    /// Has the person's attention drawn to what is new. `is_anew` says that the rows are a stretch
    /// that was asked for.
    fn attend(&self, is_anew: bool) {
        let attention = self.attention();
        let inner = self.inner.borrow();
        let last = inner.state.items().last();
        attention.look(&Look {
            rows: &inner.mounted.end(ATTENDED),
            status: inner.state.status(),
            may_grow: last.is_some_and(|item| item.side.region.is_some()),
            is_anew,
        });
    }

    /// The conversation's id.
    pub(super) fn id(&self) -> String {
        self.inner.borrow().conversation.clone()
    }

    /// The screen of the conversation; `leave` goes to the list.
    pub(super) fn screen(&self, conversation: &ConversationBody, leave: Callback<()>) -> Screen {
        Screen::Conversation {
            context: self.context(leave),
            signals: self.signals(),
            conversation: Box::new(conversation.clone()),
        }
    }

    /// Ends the subscription.
    pub(super) fn close(&self) {
        let (link, sub) = {
            let mut inner = self.inner.borrow_mut();
            (Rc::clone(&inner.link), inner.sub.take())
        };
        if let Some(sub) = sub {
            link.unsubscribe(sub);
        }
    }

    /// Shows the view that the address names.
    pub(super) fn follow_address(&self) {
        self.switch(view_of_address(), History::Keep);
    }

    /// What the parts of the page need.
    fn context(&self, leave: Callback<()>) -> PageContext {
        let follows = self.follows();
        PageContext {
            id: self.inner.borrow().conversation.clone(),
            view: self.signals.view.read_only(),
            theme: self.signals.theme.read_only(),
            switch: follows.then(|| self.callback(|page, view| page.switch(view, History::Push))),
            leave: Some(leave),
            turn_theme: Some(self.callback(|page, ()| page.turn_theme())),
            show_older: follows.then(|| self.callback(|page, ()| page.show_older())),
            go_to_end: Some(self.callback(|page, ()| page.go_to_end())),
        }
    }

    /// What changes on the page.
    fn signals(&self) -> PageSignals {
        let Signals {
            rows,
            before,
            after,
            status,
            n_new,
            ..
        } = self.signals;
        PageSignals {
            rows: rows.read_only(),
            before: before.read_only(),
            after: after.read_only(),
            status: status.read_only(),
            connection: self.inner.borrow().link.connection(),
            n_new: n_new.read_only(),
        }
    }

    /// At the very beginning of what is here nothing scrolls any more, but wheels still turn.
    fn watch_moves(&self) {
        for name in ["scroll", "wheel", "keydown", "touchend"] {
            let session = self.clone();
            let moved = move |_: web_sys::Event| session.look_around();
            dom::listen(&dom::window(), name, Box::new(moved));
        }
    }

    /// Takes note of where the reader has come to. Who goes up gets what is older before its edge is
    /// reached.
    fn look_around(&self) {
        // One that was left listens on.
        if !self.follows() {
            return;
        }
        if self.signals.n_new.get_untracked() > 0 && scroll::is_at_end() {
            self.signals.n_new.set(0);
        }
        let top = scroll::top();
        let last = std::mem::replace(&mut self.inner.borrow_mut().last_top, top);
        if (top < last || top <= 0) && scroll::is_near_beginning() {
            self.show_older();
        }
        if self.inner.borrow().mounted.is_due() {
            self.decide();
        }
    }

    /// Decides which rows stand in the document, where there are very many. What is read stays where
    /// it is; at the end that is the end.
    fn decide(&self) {
        let Some((rows, rooms)) = self.inner.borrow_mut().mounted.decide() else {
            return;
        };
        let place = (!scroll::is_at_end()).then(scroll::Place::of_first_row);
        self.signals.rows.set(rows);
        make_room(&rooms);
        whole::tell_of_rows_away();
        dom::after_effects(Box::new(move || match place {
            None => scroll::go_to_end(),
            Some(Some(place)) => place.restore(),
            Some(None) => {}
        }));
    }

    /// A row in which something was opened stays in the document.
    fn watch_touches(&self) {
        let session = self.clone();
        let clicked = move |click: web_sys::Event| {
            let target = click.target().and_then(|target| target.dyn_into().ok());
            let pressed = target.and_then(|target: web_sys::Element| {
                target.closest("summary, button").ok().flatten()
            });
            if let Some(id) = pressed.and_then(|pressed| row_of(&pressed)) {
                session.inner.borrow_mut().mounted.touch(id);
            }
        };
        dom::listen(&dom::window(), "click", Box::new(clicked));
        let session = self.clone();
        let named = move |_: web_sys::Event| session.go_to_named();
        dom::listen(&dom::window(), "hashchange", Box::new(named));
    }

    /// Goes to the row that the address names, where it does not stand in the document.
    fn go_to_named(&self) {
        let hash = dom::window().location().hash().unwrap_or_default();
        let id = hash.trim_start_matches('#');
        let Some(y) = self.inner.borrow().mounted.place_of(id) else {
            return;
        };
        scroll::go_to_row(y);
        self.decide();
        dom::after_effects(Box::new(move || {
            // The browser looks for it again.
            drop(dom::window().location().replace(&hash));
        }));
    }

    /// Whether the page goes on with what is new: one that shows a stretch further up does not.
    fn follows(&self) -> bool {
        self.inner.borrow().sub.is_some()
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

    /// Subscribes anew, from where the state is.
    fn subscribe(&self) {
        self.close();
        let link = {
            let mut inner = self.inner.borrow_mut();
            inner.is_asking_for_older = false;
            Rc::clone(&inner.link)
        };
        let sub = link.subscribe(Rc::new(self.clone()));
        self.inner.borrow_mut().sub = Some(sub);
    }

    /// Keeps what arrived for the next frame, in which all of it is shown at once.
    fn arrive(&self, sub: u32, arrival: Arrival) {
        let is_first = {
            let mut inner = self.inner.borrow_mut();
            if Some(sub) != inner.sub {
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
        let begins_at_end = std::mem::take(&mut self.inner.borrow_mut().begins_at_end);
        let was_at_end = begins_at_end || scroll::is_at_end();
        let has_older = {
            let waiting = &self.inner.borrow().waiting;
            waiting
                .iter()
                .any(|arrival| matches!(arrival, Arrival::Older(_)))
        };
        let goes_on = was_at_end && !has_older;
        let place = (!goes_on).then(scroll::Place::of_first_row).flatten();
        let mut is_anew = false;
        {
            let mut inner = self.inner.borrow_mut();
            for arrival in std::mem::take(&mut inner.waiting) {
                match arrival {
                    Arrival::Frames(body) => is_anew |= inner.take(body),
                    Arrival::Older(window) => {
                        inner.is_asking_for_older = false;
                        inner.state.prepend(window);
                    }
                }
            }
        }
        let Shown {
            n_new, lacks_texts, ..
        } = self.show();
        if lacks_texts {
            self.ask_for_all();
        }
        let session = self.clone();
        dom::after_effects(Box::new(move || {
            if goes_on {
                scroll::go_to_end();
            } else if let Some(place) = place {
                place.restore();
                if !has_older {
                    session.signals.n_new.update(|n| *n += n_new);
                }
            }
            session.attend(is_anew || has_older);
            session.decide();
        }));
    }

    /// Takes everything anew: a row has changed of which the page has only what the server rendered.
    fn ask_for_all(&self) {
        {
            let mut inner = self.inner.borrow_mut();
            inner.position = None;
            inner.is_renewing = true;
        }
        self.subscribe();
    }

    /// Brings the signals to the state.
    fn show(&self) -> Shown {
        let mut inner = self.inner.borrow_mut();
        let inner = &mut *inner;
        let status = inner.state.status();
        let all = rows(inner.view, inner.state.items(), is_running(status));
        let mut shown = inner.mounted.bring_to(all);
        if let Some(rows) = shown.rows.take() {
            self.signals.rows.set(rows);
        }
        shown.lacks_texts |= inner.mounted.wants_texts();
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
            inner.position = None;
            inner.is_renewing = false;
            inner.waiting.clear();
            inner.link.attention().forget_rows();
            format!("/c/{}?view={view}", inner.conversation)
        };
        if matches!(history, History::Push) {
            dom::push_address(&url);
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
        let (Some(before), Some(sub)) = (before, inner.sub) else {
            return false;
        };
        inner.is_asking_for_older = inner.link.say(&ClientMessage::Older { sub, before });
        inner.is_asking_for_older
    }

    fn go_to_end(&self) {
        self.signals.n_new.set(0);
        scroll::go_to_end();
    }
}

impl Subscriber for Session {
    fn subscription(&self, sub: u32) -> ClientMessage {
        let inner = self.inner.borrow();
        ClientMessage::Subscribe {
            sub,
            conversation: inner.conversation.clone(),
            view: inner.view,
            position: inner.position.clone(),
        }
    }

    fn hear(&self, message: ServerMessage) {
        match message {
            ServerMessage::Frames { sub, body } => self.arrive(sub, Arrival::Frames(body)),
            ServerMessage::Older(older) => self.arrive(older.sub, Arrival::Older(older.window)),
            ServerMessage::Error(_) => self.inner.borrow_mut().is_asking_for_older = false,
            ServerMessage::Hello(_) | ServerMessage::List(_) => {}
        }
    }
}

/// Whether a change of view is a step that the reader can go back.
enum History {
    Push,
    Keep,
}

fn is_running(status: &Status) -> bool {
    status.state == "running"
}

fn set_if_new<T: PartialEq + Send + Sync + 'static>(signal: RwSignal<T>, value: T) {
    if signal.with_untracked(|old| *old != value) {
        signal.set(value);
    }
}

/// The view that the address names, or the usual one.
pub(super) fn view_of_address() -> View {
    let named = dom::parameters()
        .into_iter()
        .find(|(name, _)| *name == "view");
    named
        .and_then(|(_, name)| name.parse().ok())
        .unwrap_or_default()
}

impl Inner {
    /// Says whether all was taken anew.
    fn take(&mut self, body: FramesBody) -> bool {
        let mut is_anew = false;
        for change in body.frames {
            is_anew |= matches!(change, Change::Reset(_));
            match change {
                Change::Reset(reset) if self.is_renewing => self.state.renew(reset.window),
                change => self.state.apply(change),
            }
        }
        self.is_renewing = false;
        self.position = Some(body.position);
        is_anew
    }
}
