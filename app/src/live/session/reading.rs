//! Where the reader goes, and what has to come for it.

use super::{Asked, ENOUGH, Heading, Session};
use crate::live::{
    dom,
    mounted::{Decided, make_room},
    pinned::row_of,
    scroll, whole,
};
use crate::parts::anchored;
use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::KeyboardEvent;

impl Session {
    /// At the very beginning of what is here nothing scrolls any more, but wheels still turn.
    pub(super) fn watch_moves(&self) {
        for name in ["scroll", "wheel", "keydown", "touchend"] {
            let session = self.clone();
            let moved = move |_: web_sys::Event| session.look_around();
            dom::listen(&dom::window(), name, Box::new(moved));
        }
        let session = self.clone();
        let pressed = move |event: web_sys::Event| {
            if session.follows() && session.go_far(event.unchecked_ref()) {
                event.prevent_default();
            }
        };
        dom::listen(&dom::window(), "keydown", Box::new(pressed));
    }

    /// Goes to the conversation's beginning or end, where that is further than the page's. Says whether
    /// it does.
    fn go_far(&self, event: &KeyboardEvent) -> bool {
        let is_for_part = dom::around(event, "input, textarea, select, [tabindex]").is_some();
        if is_for_part || event.shift_key() || event.alt_key() || event.meta_key() {
            return false;
        }
        let (begins, ends) = {
            let holding = &self.inner.borrow().holding;
            (holding.before().is_none(), holding.end().is_none())
        };
        match event.key().as_str() {
            "Home" if !begins => self.ask(Asked::Beginning),
            "End" if !ends => {
                self.go_to_end();
                true
            }
            _ => false,
        }
    }

    /// Whether the reader is at the end of the conversation.
    pub(super) fn is_at_end(&self) -> bool {
        scroll::is_at_end() && self.inner.borrow().holding.end().is_none()
    }

    /// Takes note of where the reader has come to.
    fn look_around(&self) {
        // One that was left listens on.
        if !self.follows() {
            return;
        }
        if self.signals.n_new.get_untracked() > 0 && self.is_at_end() {
            self.signals.n_new.set(0);
        }
        let top = scroll::top();
        let is_due = {
            let mut inner = self.inner.borrow_mut();
            let last = std::mem::replace(&mut inner.last_top, top);
            if top != last || top <= 0 {
                let is_up = top < last || top <= 0;
                inner.heading = if is_up {
                    Heading::Beginning
                } else {
                    Heading::End
                };
            }
            // What comes with the next frame is decided then.
            !inner.is_adding && inner.mounted.is_due()
        };
        self.ask_ahead();
        if is_due {
            self.decide();
        }
    }

    /// Who goes up gets what is older before its edge is reached, and who goes down what is newer.
    fn ask_ahead(&self) {
        let (heading, after) = {
            let inner = self.inner.borrow();
            if inner.mounted.n_coming() > ENOUGH || inner.asked.is_some() {
                return;
            }
            (inner.heading, inner.holding.after())
        };
        match (heading, after) {
            (Heading::Beginning, _) if scroll::is_near_beginning() => {
                self.show_older();
            }
            (Heading::End, Some(after)) if scroll::is_near_end() => {
                self.ask(Asked::Newer(after));
            }
            _ => {}
        }
    }

    /// Decides which rows stand in the document, where not all do. What is read stays where it is; at
    /// the end that is the end.
    pub(super) fn decide(&self) {
        let (decided, wants_texts) = {
            let mut inner = self.inner.borrow_mut();
            let may_add = !inner.is_adding;
            let decided = inner.mounted.decide(may_add);
            (decided, inner.mounted.wants_texts())
        };
        let Decided {
            rows,
            rooms,
            has_more,
        } = decided;
        if let Some(rows) = rows {
            let restored = self.inner.borrow_mut().restored.take();
            let is_at_end = self.is_at_end();
            let place = (!is_at_end).then(|| scroll::Place::kept(restored));
            let place = place.flatten();
            self.signals.rows.set(rows);
            if let Some(rooms) = rooms {
                make_room(&rooms);
                whole::tell_of_rows_away();
            }
            let session = self.clone();
            dom::after_effects(Box::new(move || {
                if is_at_end {
                    scroll::go_to_end();
                } else if let Some(place) = place {
                    place.restore();
                    let goes_on = has_more.then(|| (place, scroll::top()));
                    session.inner.borrow_mut().restored = goes_on;
                }
            }));
        }
        if has_more {
            self.go_on_with_next_frame();
        }
        scroll::mark_busy(has_more);
        if wants_texts {
            self.ask_for_all();
        }
    }

    fn go_on_with_next_frame(&self) {
        if std::mem::replace(&mut self.inner.borrow_mut().is_adding, true) {
            return;
        }
        let session = self.clone();
        dom::next_frame(Box::new(move || {
            session.inner.borrow_mut().is_adding = false;
            // One that was left has no rows any more.
            if session.follows() {
                session.decide();
                session.ask_ahead();
            }
        }));
    }

    /// A row in which something was opened stays in the document.
    pub(super) fn watch_touches(&self) {
        let session = self.clone();
        let clicked = move |click: web_sys::Event| {
            let pressed = dom::around(&click, "summary, button");
            if let Some(key) = pressed.and_then(|pressed| row_of(&pressed)) {
                session.inner.borrow_mut().mounted.touch(key);
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
        let key = hash.strip_prefix('#').and_then(anchored);
        let place = key.and_then(|key| self.inner.borrow_mut().mounted.place_of(key));
        let Some(y) = place else { return };
        scroll::go_to_row(y);
        self.decide();
        dom::after_effects(Box::new(move || {
            // The browser looks for it again.
            drop(dom::window().location().replace(&hash));
        }));
    }
}
