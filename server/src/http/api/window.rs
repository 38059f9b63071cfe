//! The part of the list that a page shows.

use super::conversation_body;
use crate::{
    App,
    follow::{Snapshot, called},
};
use std::sync::Arc;
use wire::{ConversationBody, ListQuery, ListWindow, SubAgents};

/// The most conversations that a page shows at once.
const LONGEST_LIST: usize = 20_000;
/// The most sub-agents of a conversation that a page shows where it shows other conversations too.
const MOST_SUB_AGENTS: usize = 20;

/// The part of the list that a query asks for.
pub(in crate::http) fn list_window(app: &App, list: &Snapshot, query: &ListQuery) -> ListWindow {
    let words: Vec<String> = query
        .filter
        .split_whitespace()
        .map(str::to_lowercase)
        .collect();
    let (found, n_sub_agents) = match (&query.parent, words.is_empty()) {
        (_, false) => (with_words(list, &words), 0),
        (Some(parent), true) => (only(list, parent), LONGEST_LIST),
        (None, true) => (list.family.top().to_vec(), MOST_SUB_AGENTS),
    };
    let shown = || found.iter().take(query.limit.min(LONGEST_LIST));
    let sub_agents = |n: &usize| (n_sub_agents > 0).then(|| sub_agents(list, *n, n_sub_agents))?;
    ListWindow {
        entries: shown().filter_map(|n| entry(list, *n)).collect(),
        sub_agents: shown().filter_map(sub_agents).collect(),
        n_found: found.len(),
        n_all: list.all.len(),
        looked_in: app.hub.looked_in(),
        problems: list.problems.clone(),
    }
}

/// All whose titles have these words, sub-agents among them.
fn with_words(list: &Snapshot, words: &[String]) -> Vec<usize> {
    let is_meant = |n: &usize| {
        let title = list.all.get(*n).and_then(|one| one.title.as_deref());
        let title = title.unwrap_or_default().to_lowercase();
        words.iter().all(|word| title.contains(word))
    };
    (0..list.all.len()).filter(is_meant).collect()
}

fn only(list: &Snapshot, id: &str) -> Vec<usize> {
    let place = list.all.iter().position(|one| one.id == id);
    place.into_iter().collect()
}

fn entry(list: &Snapshot, n: usize) -> Option<ConversationBody> {
    let parent = list
        .family
        .parent(n)
        .and_then(|parent| list.all.get(parent));
    Some(ConversationBody {
        parent_title: parent.map(Arc::as_ref).map(called),
        ..conversation_body(list.all.get(n)?, None)
    })
}

/// The first sub-agents of a conversation, where it has any. A page does not show their words.
fn sub_agents(list: &Snapshot, n: usize, most: usize) -> Option<SubAgents> {
    let all = list.family.under(n);
    let entry = |n: &usize| {
        Some(ConversationBody {
            last_words: None,
            ..entry(list, *n)?
        })
    };
    (!all.is_empty()).then(|| SubAgents {
        of: list
            .all
            .get(n)
            .map(|one| one.id.clone())
            .unwrap_or_default(),
        entries: all.iter().take(most).filter_map(entry).collect(),
        n_all: all.len(),
    })
}
