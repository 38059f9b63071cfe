//! The state of the page: what the server said, as rows.

mod reading;
mod taking;

use super::{
    attention::{Attention, Look},
    dom,
    link::{Link, Subscriber},
    mounted::{Mounted, Shown},
    scroll, theme,
};
use crate::parts::{PageContext, PageSignals, RowSignal, Screen, Theme};
use conversation::{Holding, Status, View, Window, rows, rows_of_stretch};
use leptos::prelude::*;
use send_wrapper::SendWrapper;
use std::{cell::RefCell, rc::Rc};
use wire::{ClientMessage, ConversationBody, FramesBody, Newer, PageState, ServerMessage};

/// Of more items than so many some go, where the reader is not, and so many stay.
const MOST_ITEMS: (usize, usize) = (4000, 3500);
/// The same for who follows at the end, where all of them are looked at with each change.
const MOST_AT_END: (usize, usize) = (1500, 1000);
/// So many rows that have come and are not in the document yet are enough.
const ENOUGH: usize = 60;

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
    holding: Holding,
    mounted: Mounted,
    /// The rows of the view's end, where what is held does not reach it.
    end: Mounted,
    /// The last position seen; nothing asks for a reset.
    position: Option<String>,
    /// The subscription, while there is one.
    sub: Option<u32>,
    /// What has arrived since the last frame was painted.
    waiting: Vec<Arrival>,
    /// What was asked for and has not come yet.
    asked: Option<Asked>,
    /// The next reset is the end anew, for the texts: what is older stays.
    is_renewing: bool,
    /// The reader comes from the list: the first rows are shown from their end.
    begins_at_end: bool,
    /// How far the page was scrolled when the reader last moved.
    last_top: i32,
    heading: Heading,
    /// The place that was restored last, and how far the page was scrolled with that.
    restored: Option<(scroll::Place, i32)>,
    /// Rows will be put into the document with the next frame.
    is_adding: bool,
}

/// Where the reader has gone last.
#[derive(Clone, Copy, PartialEq)]
enum Heading {
    Beginning,
    End,
}

enum Arrival {
    Frames(FramesBody),
    Older(Window),
    Newer(Newer),
}

/// A stretch that was asked for, by the cursor that what is held had.
#[derive(PartialEq)]
enum Asked {
    Older(String),
    Newer(String),
    Beginning,
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
        let holding = Holding::new(page.window, page.status);
        let is_running = holding.status().is_running();
        let all = match &page.after {
            None => rows(page.view, holding.items(), is_running),
            Some(_) => rows_of_stretch(page.view, holding.items(), is_running, &[]),
        };
        let mut mounted = Mounted::default();
        drop(mounted.bring_to(page.view, all, false));
        let signals = Signals {
            view: RwSignal::new(page.view),
            theme: RwSignal::new(theme::current()),
            rows: RwSignal::new(mounted.rows()),
            before: RwSignal::new(holding.before().map(str::to_owned)),
            after: RwSignal::new(page.after),
            status: RwSignal::new(holding.status().clone()),
            n_new: RwSignal::new(0),
        };
        let inner = Inner {
            link,
            conversation: page.conversation.id,
            view: page.view,
            position: Some(page.position),
            holding,
            mounted,
            end: Mounted::default(),
            sub: None,
            waiting: Vec::new(),
            asked: None,
            is_renewing: false,
            begins_at_end: false,
            last_top: scroll::top(),
            heading: Heading::End,
            restored: None,
            is_adding: false,
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
        let (items, end) = match inner.holding.end() {
            Some(items) => (items, &inner.end),
            None => (inner.holding.items(), &inner.mounted),
        };
        attention.look(&Look {
            rows: &end.end(ATTENDED),
            status: inner.holding.status(),
            may_grow: items.last().is_some_and(|item| item.side.region.is_some()),
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
            inner.asked = None;
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
        let waiting = std::mem::take(&mut self.inner.borrow_mut().waiting);
        if waiting
            .iter()
            .all(|arrival| matches!(arrival, Arrival::Older(_)))
        {
            return self.show_older_ones(waiting);
        }
        let begins_at_end = std::mem::take(&mut self.inner.borrow_mut().begins_at_end);
        let was_at_end = begins_at_end || self.is_at_end();
        let is_frames = |arrival: &Arrival| matches!(arrival, Arrival::Frames(_));
        let is_stretch = !waiting.iter().all(is_frames);
        let goes_on = was_at_end && !is_stretch;
        let place = (!goes_on).then(scroll::Place::of_first_row).flatten();
        let taken = self.inner.borrow_mut().take(waiting);
        let mut shown = Shown::default();
        if taken.has_changed {
            shown = self.show(is_stretch && !taken.goes_home);
        }
        let n_new = shown.n_new + self.show_end();
        if goes_on {
            self.let_oldest_go();
        }
        if shown.lacks_texts {
            self.ask_for_all();
        }
        let session = self.clone();
        dom::after_effects(Box::new(move || {
            if taken.goes_home {
                scroll::go_to(0);
            } else if goes_on {
                scroll::go_to_end();
            } else if let Some(place) = place {
                place.restore();
            }
            if !goes_on && !is_stretch {
                session.signals.n_new.update(|n| *n += n_new);
            }
            session.attend(taken.is_anew || is_stretch);
            session.decide();
        }));
    }

    /// Takes what is older. It comes into the document with the next frames.
    fn show_older_ones(&self, waiting: Vec<Arrival>) {
        {
            let mut inner = self.inner.borrow_mut();
            for arrival in waiting {
                if let Arrival::Older(window) = arrival {
                    inner.prepend(window);
                }
            }
            let n = inner.holding.items().len();
            if n > MOST_ITEMS.0 {
                let gone = inner.holding.let_newest_go(MOST_ITEMS.1);
                inner.mounted.forget(&gone);
            }
        }
        let _n_new = self.show_end();
        self.show_edges();
        self.decide();
    }

    /// Who follows at the end has what was read long ago taken away.
    fn let_oldest_go(&self) {
        {
            let mut inner = self.inner.borrow_mut();
            if inner.holding.items().len() <= MOST_AT_END.0 {
                return;
            }
            let gone = inner.holding.let_oldest_go(MOST_AT_END.1);
            inner.mounted.forget(&gone);
        }
        self.show_edges();
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

    /// Brings the rows to what is held. `come_later` says that new ones can wait.
    fn show(&self, come_later: bool) -> Shown {
        let mut shown = {
            let inner = &mut *self.inner.borrow_mut();
            let all = inner.rows_of(inner.holding.items());
            inner.mounted.bring_to(inner.view, all, come_later)
        };
        if let Some(rows) = shown.rows.take() {
            self.signals.rows.set(rows);
        }
        self.show_edges();
        shown
    }

    /// Brings the rows of the view's end to it, where what is held does not reach it. Gives how many
    /// are new.
    fn show_end(&self) -> usize {
        let inner = &mut *self.inner.borrow_mut();
        let Some(items) = inner.holding.end() else {
            inner.end = Mounted::default();
            return 0;
        };
        let all = inner.rows_of(items);
        let was_known = !inner.end.end(1).is_empty();
        let shown = inner.end.bring_to(inner.view, all, false);
        if was_known { shown.n_new } else { 0 }
    }

    /// Brings what stands before and behind the rows to what is held.
    fn show_edges(&self) {
        let inner = self.inner.borrow();
        let holding = &inner.holding;
        set_if_new(self.signals.before, holding.before().map(str::to_owned));
        set_if_new(self.signals.after, holding.after());
        set_if_new(self.signals.status, holding.status().clone());
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
            inner.holding.leave_view();
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
        let before = self.inner.borrow().holding.before().map(str::to_owned);
        before.is_some_and(|before| self.ask(Asked::Older(before)))
    }

    /// Asks for a stretch, unless that has been done.
    fn ask(&self, asked: Asked) -> bool {
        let mut inner = self.inner.borrow_mut();
        let Some(sub) = inner.sub else { return false };
        let message = match &asked {
            Asked::Older(before) => {
                let before = before.clone();
                ClientMessage::Older { sub, before }
            }
            Asked::Newer(after) => {
                let after = Some(after.clone());
                ClientMessage::Newer { sub, after }
            }
            Asked::Beginning => ClientMessage::Newer { sub, after: None },
        };
        if inner.asked.as_ref() == Some(&asked) {
            return true;
        }
        let is_said = inner.link.say(&message);
        inner.asked = is_said.then_some(asked);
        is_said
    }

    fn go_to_end(&self) {
        self.signals.n_new.set(0);
        if self.inner.borrow_mut().holding.go_to_end() {
            drop(self.show(false));
            let _n_new = self.show_end();
        }
        let session = self.clone();
        dom::after_effects(Box::new(move || {
            scroll::go_to_end();
            session.decide();
        }));
    }
}

impl Subscriber for Session {
    fn subscription(&self, sub: u32) -> ClientMessage {
        let mut inner = self.inner.borrow_mut();
        // What a connection that is lost was asked for does not come.
        inner.asked = None;
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
            ServerMessage::Newer(newer) => self.arrive(newer.sub, Arrival::Newer(newer)),
            ServerMessage::Error(_) => self.inner.borrow_mut().asked = None,
            ServerMessage::Hello(_) | ServerMessage::List(_) => {}
        }
    }
}

/// Whether a change of view is a step that the reader can go back.
enum History {
    Push,
    Keep,
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
