//! The sub-agents of a conversation of the list.

use super::{
    app::title_of,
    entry::{Entry, stand},
    list::{EntrySignal, ListSignals, entry_id},
};
use crate::{icon::Chevron, words};
use leptos::prelude::*;
use wire::ConversationBody;

/// The sub-agents of a conversation, folded; nothing where it has none.
#[component]
pub(super) fn SubAgents(of: EntrySignal, signals: ListSignals) -> impl IntoView {
    let id = entry_id(&of);
    let agents = Memo::new(move |_| {
        let agents = signals.about.read();
        agents
            .sub_agents
            .iter()
            .find(|agents| agents.of == id)
            .cloned()
    });
    let entry = move |under: &str, entry: ConversationBody| {
        let (entry, under) = (EntrySignal::new(entry), Some(under.to_owned()));
        view! {
            <li data-state=stand(&entry)>
                <Entry entry=entry.clone() under now_ms=signals.now_ms />
            </li>
        }
    };
    // Made anew as a whole when something in it changes: elements that stay are kept all the same.
    let details = move |agents: wire::SubAgents| {
        let wire::SubAgents {
            of: id,
            entries,
            n_all,
        } = agents;
        let is_running = |entry: &&ConversationBody| entry.state == "running";
        let n_running = entries.iter().filter(is_running).count();
        let all = (n_all > entries.len()).then(|| format!("/?parent={id}"));
        let is_cut = all.is_some();
        let entries = entries
            .into_iter()
            .map(|body| entry(&id, body))
            .collect_view();
        view! {
            <details class="sub-agents" open=signals.query.with(|query| query.parent.is_some())>
                <summary>
                    <Chevron />
                    {words::n_sub_agents(n_all, n_running)}
                    <span class="unseen">{of.with(|of| words::of(&title_of(of)))}</span>
                </summary>
                <ul>{entries}</ul>
                <a class="all" href=all hidden=!is_cut>
                    {words::all_sub_agents(n_all)}
                </a>
            </details>
        }
    };
    move || agents.get().map(&details)
}
