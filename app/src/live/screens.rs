//! Which screen the page shows: the list or a conversation. Going from one to the other is a step in
//! the browser's history, and no other page.

use super::{
    clock, dom,
    link::Link,
    list::ListSession,
    scroll,
    session::{Session, view_of_address},
};
use crate::{
    parts::{Screen, title_of},
    words,
};
use leptos::prelude::*;
use send_wrapper::SendWrapper;
use std::{cell::RefCell, rc::Rc};
use wire::{ConversationBody, ListQuery, ListState, ListWindow, PageState};

/// The page's screens.
#[derive(Clone)]
pub(super) struct Screens {
    inner: Rc<Inner>,
    shown: RwSignal<Option<Screen>>,
}

struct Inner {
    link: Rc<Link>,
    current: RefCell<Current>,
    /// Conversations that have been opened here, for steps back and forth.
    known: RefCell<Vec<ConversationBody>>,
    /// How the list was left: what it showed, and where it was scrolled to.
    left_list: RefCell<Option<(ListQuery, ListWindow, i32)>>,
    /// Owns the signals of the screens that are made later: whoever asks for one is gone with the
    /// screen before it.
    owner: Owner,
}

enum Current {
    /// Nothing, while the first screen is made.
    None,
    List(ListSession),
    Conversation(Session),
}

impl Screens {
    /// The screens of a page that begins with a conversation.
    pub(super) fn with_conversation(page: PageState) -> Self {
        let link = Link::connect(page.build.clone());
        let conversation = page.conversation.clone();
        link.attention().begin(&conversation.id, None);
        let session = Session::adopt(page, Rc::clone(&link));
        let screens = Self::new(link, |screens| {
            session.screen(&conversation, screens.leave())
        });
        screens.remember(conversation);
        *screens.inner.current.borrow_mut() = Current::Conversation(session);
        screens
    }

    /// The screens of a page that begins with the list.
    pub(super) fn with_list(state: ListState) -> Self {
        let link = Link::connect(state.build.clone());
        let ListState {
            query,
            window,
            now_ms,
            ..
        } = state;
        let session = ListSession::new(query, window, now_ms, Rc::clone(&link));
        let screens = Self::new(link, |screens| screens.list_screen(&session));
        *screens.inner.current.borrow_mut() = Current::List(session);
        screens
    }

    fn new(link: Rc<Link>, first: impl FnOnce(&Self) -> Screen) -> Self {
        let inner = Inner {
            link,
            current: RefCell::new(Current::None),
            known: RefCell::default(),
            left_list: RefCell::default(),
            owner: Owner::current().unwrap_or_default(),
        };
        let screens = Self {
            inner: Rc::new(inner),
            shown: RwSignal::new(None),
        };
        screens.shown.set(Some(first(&screens)));
        let moved = {
            let screens = screens.clone();
            move |_: web_sys::Event| screens.follow_address()
        };
        dom::listen(&dom::window(), "popstate", Box::new(moved));
        screens
    }

    /// The screen that is shown.
    pub(super) fn shown(&self) -> ReadSignal<Option<Screen>> {
        self.shown.read_only()
    }

    fn list_screen(&self, session: &ListSession) -> Screen {
        let here = SendWrapper::new(self.clone());
        let open = Callback::new(move |conversation: ConversationBody| {
            dom::push_address(&format!("/c/{}", conversation.id));
            here.open(conversation);
        });
        Screen::List {
            context: session.context(open),
            signals: session.signals(),
        }
    }

    fn leave(&self) -> Callback<()> {
        let here = SendWrapper::new(self.clone());
        Callback::new(move |()| {
            dom::push_address("/");
            here.show_list();
        })
    }

    fn open(&self, conversation: ConversationBody) {
        if let Current::List(list) = &*self.inner.current.borrow() {
            let (query, window) = list.known();
            self.inner
                .left_list
                .replace(Some((query, window, scroll::top())));
        }
        let attention = self.inner.link.attention();
        attention.begin(&conversation.id, Some(&title_of(&conversation)));
        let (session, screen) = self.inner.owner.with(|| {
            let id = conversation.id.clone();
            let session = Session::open(id, view_of_address(), Rc::clone(&self.inner.link));
            let screen = session.screen(&conversation, self.leave());
            (session, screen)
        });
        self.remember(conversation);
        self.replace(Current::Conversation(session), screen);
    }

    fn remember(&self, conversation: ConversationBody) {
        let mut known = self.inner.known.borrow_mut();
        known.retain(|known| known.id != conversation.id);
        known.push(conversation);
    }

    fn show_list(&self) {
        let attention = self.inner.link.attention();
        attention.begin("", Some(words::CONVERSATIONS));
        let left = self.inner.left_list.take();
        let (query, window, top) =
            left.unwrap_or_else(|| (query_of_address(), ListWindow::default(), 0));
        let (session, screen) = self.inner.owner.with(|| {
            let link = Rc::clone(&self.inner.link);
            let session = ListSession::new(query, window, clock::now_ms(), link);
            let screen = self.list_screen(&session);
            (session, screen)
        });
        self.replace(Current::List(session), screen);
        dom::after(0, Box::new(move || scroll::go_to(top)));
    }

    fn replace(&self, current: Current, screen: Screen) {
        match self.inner.current.replace(current) {
            Current::List(session) => session.close(),
            Current::Conversation(session) => session.close(),
            Current::None => {}
        }
        self.shown.set(Some(screen));
    }

    /// Shows what the address names after a step in the history.
    fn follow_address(&self) {
        let path = dom::window().location().pathname().unwrap_or_default();
        let Some(id) = path.strip_prefix("/c/") else {
            if !matches!(&*self.inner.current.borrow(), Current::List(_)) {
                self.show_list();
            }
            return;
        };
        if let Current::Conversation(session) = &*self.inner.current.borrow()
            && session.id() == id
        {
            return session.follow_address();
        }
        let known = {
            let known = self.inner.known.borrow();
            known.iter().find(|known| known.id == id).cloned()
        };
        let listed = match &*self.inner.current.borrow() {
            Current::List(list) => list.find(id),
            _ => None,
        };
        match known.or(listed) {
            Some(conversation) => self.open(conversation),
            // A page of the server's, then.
            None => drop(dom::window().location().reload()),
        }
    }
}

/// The part of the list that the address names.
fn query_of_address() -> ListQuery {
    let mut query = ListQuery::default();
    for (name, value) in dom::parameters() {
        match name {
            "filter" => query.filter = value,
            "parent" => query.parent = Some(value),
            "limit" => query.limit = value.parse().unwrap_or(query.limit),
            _ => {}
        }
    }
    query
}
