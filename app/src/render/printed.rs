//! A whole conversation on one page, piece by piece.

use super::{in_owner, page_context};
use crate::{
    parts::{PrintedEnd, PrintedHead, PrintedRows},
    time::ZonedClock,
};
use conversation::{EventKey, Item, Status, View, rows_of_stretch};
use leptos::prelude::*;
use wire::ConversationBody;

/// A page that has all of a conversation, no program and nothing to press: for printing, and for
/// selecting everything. Its HTML is [`PrintedPage::beginning`], [`PrintedPage::rows`] for each
/// stretch, and [`PrintedPage::end`].
#[derive(Debug)]
pub struct PrintedPage {
    /// What is known of the conversation.
    pub conversation: ConversationBody,
    /// The view.
    pub view: View,
    /// How it stands.
    pub status: Status,
    /// How times are told.
    pub clock: ZonedClock,
}

impl PrintedPage {
    /// What comes before the rows.
    pub fn beginning(&self) -> String {
        let head = self.render(|| {
            let conversation = self.conversation.clone();
            view! { <PrintedHead conversation /> }
        });
        format!(
            "{head}<main class=\"conversation printed\" data-view=\"{}\">\
             <div class=\"rows\" data-testid=\"rows\">",
            self.view
        )
    }

    /// The rows of a stretch. `answered` are those of its calls whose results may stand behind it.
    pub fn rows(&self, items: &[Item], answered: &[EventKey]) -> String {
        let rows = rows_of_stretch(self.view, items, self.status.is_running(), answered);
        if rows.is_empty() {
            return String::new();
        }
        self.render(|| view! { <PrintedRows rows /> })
    }

    /// What comes behind the rows. `is_empty` says that there were none.
    pub fn end(&self, is_empty: bool) -> String {
        let end = self.render(|| {
            let status = self.status.clone();
            view! { <PrintedEnd status is_empty /> }
        });
        format!("</div>{end}</main>")
    }

    fn render<V: IntoView>(&self, view: impl FnOnce() -> V) -> String {
        in_owner(self.clock.clone(), || {
            provide_context(page_context(&self.conversation.id, self.view, ""));
            view()
        })
    }
}
