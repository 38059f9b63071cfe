//! What the page tells a person who does not look at it: a count in the tab's title, notifications,
//! and words for screen readers. Each message is told once, and only if it came while the page was
//! open.

use super::{
    clock::now_ms,
    dom, notify,
    voice::{say, shortened},
};
use crate::{
    parts::{RowSignal, anchor},
    words,
};
use conversation::{Piece, Row, RowKind, Status, first_words, policy::Setting};
use leptos::prelude::*;
use std::{cell::RefCell, rc::Rc};
use wasm_bindgen::JsCast as _;
use web_sys::HtmlElement;

/// A text is finished where nothing was added to it for so long, in milliseconds, while the agent is
/// at work, and where it is not known to be. What ends it sooner is another row or the turn's end.
const PAUSE_AT_WORK_MS: i64 = 5000;
const PAUSE_MS: i64 = 1000;
/// The longest that is said and notified of a text, in characters.
const MOST_SAID: usize = 300;
const MOST_NOTIFIED: usize = 120;
/// How many messages at the end are known: which are new is seen from the end on.
const MOST_KNOWN: usize = 100;

/// What is known of the person's attention.
pub(super) struct Attention {
    heard: RefCell<Heard>,
}

#[derive(Default)]
struct Heard {
    /// The document's title, as it is without anything to tell.
    title: String,
    /// The conversation that is shown.
    conversation: String,
    /// How many messages came while the page was hidden.
    n_unseen: usize,
    status: Status,
    /// The last messages that are known, by the keys of their rows.
    known: Vec<String>,
    /// Messages that may still grow.
    growing: Vec<RowSignal>,
    /// The key and stamp of the last row.
    last: (String, String),
    /// When the last row changed.
    changed_ms: i64,
    /// A look at what has grown is on its way.
    is_waiting: bool,
}

/// What there is to look at.
pub(super) struct Look<'a> {
    pub rows: &'a [RowSignal],
    pub status: &'a Status,
    /// The last row may grow without a change of its own.
    pub may_grow: bool,
    /// The rows are a stretch that was asked for: what is known of none of them is not new.
    pub is_anew: bool,
}

impl Attention {
    /// Attention to the page as it is.
    pub(super) fn new() -> Rc<Self> {
        let heard = Heard {
            title: dom::document().title(),
            ..Heard::default()
        };
        notify::prepare();
        Rc::new(Self {
            heard: RefCell::new(heard),
        })
    }

    /// The person sees the page again.
    pub(super) fn see(&self) {
        let mut heard = self.heard.borrow_mut();
        heard.n_unseen = 0;
        heard.show_title();
    }

    /// Begins anew with another screen: a conversation, or none for the list.
    pub(super) fn begin(&self, conversation: &str, title: Option<&str>) {
        let mut heard = self.heard.borrow_mut();
        let title = title.map_or_else(|| std::mem::take(&mut heard.title), dom::full_title);
        *heard = Heard {
            title,
            conversation: conversation.to_owned(),
            ..Heard::default()
        };
        heard.show_title();
    }

    /// Another view is about to come: nothing in it is new.
    pub(super) fn forget_rows(&self) {
        let mut heard = self.heard.borrow_mut();
        heard.known.clear();
        heard.growing.clear();
    }

    /// Looks at what is shown, and tells what is new in it.
    pub(super) fn look(self: &Rc<Self>, look: &Look<'_>) {
        if look.is_anew {
            // The button may be one of a new screen.
            notify::show_choice();
        }
        let mut heard = self.heard.borrow_mut();
        heard.take_rows(look);
        let old = std::mem::replace(&mut heard.status, look.status.clone());
        let has_ended = old.is_at_work() && !look.status.is_at_work();
        let is_first = old.state.is_empty();
        heard.tell_finished(look.may_grow && !has_ended);
        let last = || {
            look.rows
                .iter()
                .rev()
                .find(|row| row.with_untracked(is_message))
        };
        if has_ended {
            heard.tell_state(words::FINISHED, words::FINISHED_TITLE, last());
        } else if !is_first && !old.is_waiting() && look.status.is_waiting() {
            heard.tell_state(words::WAITING, words::WAITING_TITLE, last());
        }
        if !is_first && old.problem != look.status.problem {
            say(look.status.problem.as_deref().unwrap_or_default());
        }
        heard.show_title();
        drop(heard);
        self.wait();
    }

    /// Looks again when what grows has had its pause.
    fn wait(self: &Rc<Self>) {
        let mut heard = self.heard.borrow_mut();
        if heard.is_waiting || heard.growing.is_empty() {
            return;
        }
        heard.is_waiting = true;
        let this = Rc::clone(self);
        let pause = i32::try_from(heard.rest_of_pause()).unwrap_or_default();
        let again = move || {
            let mut heard = this.heard.borrow_mut();
            heard.is_waiting = false;
            if heard.rest_of_pause() <= 0 {
                heard.tell_finished(false);
            }
            drop(heard);
            this.wait();
        };
        dom::after(pause, Box::new(again));
    }
}

impl Heard {
    fn rest_of_pause(&self) -> i64 {
        let pause = match self.status.is_at_work() {
            true => PAUSE_AT_WORK_MS,
            false => PAUSE_MS,
        };
        self.changed_ms + pause - now_ms()
    }

    /// Finds the messages that are new at the end, and whether the last text has grown.
    fn take_rows(&mut self, look: &Look<'_>) {
        let mut fresh = Vec::new();
        let mut has_known = false;
        let messages = look.rows.iter().rev();
        for row in messages.filter(|row| row.with_untracked(is_message)) {
            has_known = self.known.contains(&key_of(row));
            if has_known {
                break;
            }
            fresh.push(row.clone());
        }
        let is_news = has_known || !look.is_anew;
        let last = look.rows.last();
        let now = last.map_or_else(Default::default, |row| {
            row.with_untracked(|row| (row.key.clone(), row.stamp.clone()))
        });
        let has_changed = self.last != now;
        let has_grown = has_changed && self.last.0 == now.0;
        if has_changed {
            self.changed_ms = now_ms();
            self.last = now;
        }
        if let Some(last) = last
            && has_grown
            && fresh.is_empty()
            && last.with_untracked(is_message)
            && !self.growing.iter().any(|row| key_of(row) == self.last.0)
        {
            self.growing.push(last.clone());
        }
        for row in fresh.into_iter().rev() {
            self.known.push(key_of(&row));
            if is_news {
                self.n_unseen += usize::from(dom::document().hidden());
                self.growing.push(row);
            }
        }
        let n_old = self.known.len().saturating_sub(MOST_KNOWN);
        drop(self.known.drain(..n_old));
    }

    /// Tells the messages that are finished: all but the last row, where that may grow.
    fn tell_finished(&mut self, may_grow: bool) {
        for row in std::mem::take(&mut self.growing) {
            if may_grow && key_of(&row) == self.last.0 {
                self.growing.push(row);
                continue;
            }
            let text = plain_text(&row);
            say(&shortened(&text, MOST_SAID));
            if row.with_untracked(is_note) {
                self.notify(words::NOTE, &text, Some(&row));
            }
        }
    }

    fn tell_state(&self, words: &str, title: &str, last: Option<&RowSignal>) {
        say(words);
        let text = last.map(plain_text).unwrap_or_default();
        self.notify(title, &text, last);
    }

    /// Notifies of something, where the person wants that and does not see the page.
    fn notify(&self, what: &str, text: &str, row: Option<&RowSignal>) {
        if !dom::document().hidden() || !notify::is_on() {
            return;
        }
        let (key, event) = row.map_or_else(Default::default, |row| {
            row.with_untracked(|row| (row.key.clone(), row.event.to_string()))
        });
        let address = format!("/c/{}?at={event}#{}", self.conversation, anchor(&key));
        let telling = notify::Telling {
            title: &[what, &self.title].join(" · "),
            body: &shortened(text, MOST_NOTIFIED),
            tag: &address.clone(),
        };
        notify::tell(&telling, Box::new(move || dom::go_to_row(&key, &address)));
    }

    fn show_title(&self) {
        let mut title = String::new();
        if self.n_unseen > 0 {
            title = words::n_unseen(self.n_unseen);
        }
        if self.status.is_waiting() {
            title.push_str(words::WAITING_TITLE);
            title.push_str(" · ");
        }
        title.push_str(&self.title);
        dom::set_title(&title);
    }
}

fn key_of(row: &RowSignal) -> String {
    row.with_untracked(|row| row.key.clone())
}

/// Whether a row speaks to the person, in whatever view.
fn is_message(row: &Row) -> bool {
    matches!(row.kind, RowKind::Assistant { .. } | RowKind::Answer { .. }) || is_note(row)
}

fn is_note(row: &Row) -> bool {
    match &row.kind {
        RowKind::Note { .. } => true,
        RowKind::Card(card) => card.pieces.iter().any(is_speech),
        _ => false,
    }
}

/// Whether a piece of a card is a note in the user view.
fn is_speech(piece: &Piece) -> bool {
    piece.facts.shown == Setting::Chat
}

/// What a row says, as it reads on the page, or as it is written where the page folds it or does not
/// have it. A note that is no text is called one.
fn plain_text(row: &RowSignal) -> String {
    let element = dom::document().get_element_by_id(&anchor(&key_of(row)));
    let words = element.and_then(|element| element.query_selector(".prose, .plain-text").ok()?);
    let words = words.and_then(|words| words.dyn_into::<HtmlElement>().ok());
    let text = words.map(|words| words.inner_text()).unwrap_or_default();
    if !text.is_empty() {
        return text;
    }
    row.with_untracked(|row| {
        let pieces = row.pieces();
        let spoken = pieces.iter().find(|piece| is_speech(piece));
        let text = spoken
            .or(pieces.first())
            .and_then(|piece| piece.body.text.as_deref());
        text.and_then(first_words)
            .unwrap_or_else(|| words::NOTE.to_owned())
    })
}
