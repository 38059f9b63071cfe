//! Sub-agents through the router: listed under the conversation that they work for, and linked from
//! the call that started them.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

mod support;

use server::{App, Assets, config::Config, router};
use sources::{Store, agents::Machine, claude::ClaudeStore};
use std::{fs, path::Path, sync::Arc};
use support::{TestServer, fixtures};
use tempfile::TempDir;

const LAB: &str = "claude~33333333-cccc-4ccc-8ccc-000000000001";

/// A store of Claude Code in the making.
struct Sessions(TempDir);

impl Sessions {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    /// A session, or a sub-agent's file, of which the words are the title.
    fn write(&self, name: &str, words: &str, minute: u32) {
        let path = self.0.path().join(format!("projects/-p/{name}.jsonl"));
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        let is_side = name.contains("agent-");
        let line = format!(
            r#"{{"type":"user","uuid":"{name}","sessionId":"s","isSidechain":{is_side},"cwd":"/w/shop","timestamp":"2026-01-01T00:{minute:02}:00.000Z","message":{{"role":"user","content":"{words}"}}}}"#
        );
        fs::write(path, line + "\n").expect("written");
    }

    fn server(&self) -> TestServer {
        let store = ClaudeStore::at(self.0.path()).expect("a store");
        serve(vec![Arc::new(store)])
    }
}

fn serve(stores: Vec<Arc<dyn Store>>) -> TestServer {
    drop(any_spawner::Executor::init_tokio());
    let (app, stop) = App::new(stores, Config::default(), Assets::Embedded);
    TestServer::of(router(app), stop)
}

/// The stores of all agents that the fixtures hold as files.
fn fixture_stores(home: &Path) -> Vec<Arc<dyn Store>> {
    let machine = Machine {
        variable: &|name| match name {
            "HOME" => Some(home.into()),
            "CLAUDE_CONFIG_DIR" => Some(fixtures().join("claude").into()),
            "CODEX_HOME" => Some(fixtures().join("codex/home").into()),
            _ => None,
        },
        folder: home,
        restoration: Arc::default(),
        cache: None,
    };
    machine.stores()
}

async fn list(server: &TestServer, path: &str) -> (wire::ListWindow, String) {
    let page = server.get(path).await.body;
    let (_, rest) = page.split_once("id=\"list-state\">").expect("a state");
    let (json, _) = rest.split_once("</script>").expect("its end");
    let state: wire::ListState = wire::read(json).expect("a list's state");
    (state.window, page)
}

fn titles(entries: &[wire::ConversationBody]) -> Vec<&str> {
    let titles = entries.iter().filter_map(|entry| entry.title.as_deref());
    titles.collect()
}

#[tokio::test]
async fn sub_agents_are_listed_under_their_parent_and_not_beside_it() {
    let sessions = Sessions::new();
    sessions.write("s", "the session", 1);
    sessions.write("s/subagents/agent-a", "first", 2);
    sessions.write("s/subagents/agent-b", "second", 3);
    sessions.write("t", "another", 0);
    let server = sessions.server();
    let (window, page) = list(&server, "/").await;
    assert_eq!(titles(&window.entries), ["the session", "another"]);
    let [of_session] = window.sub_agents.as_slice() else {
        panic!("{:?}", window.sub_agents);
    };
    assert_eq!(of_session.of, "claude~s");
    assert_eq!(titles(&of_session.entries), ["second", "first"]);
    assert_eq!((window.n_found, window.n_all), (2, 4));
    let (_, details) = page
        .split_once("<details class=\"sub-agents\"")
        .expect("one");
    let (details, _) = details.split_once("</details>").expect("its end");
    assert!(details.contains("2 sub-agents"), "{details}");
    for link in ["/c/claude~s.agent-a#end", "/c/claude~s.agent-b#end"] {
        assert!(details.contains(link), "{link}");
        assert_eq!(page.matches(&format!("href=\"{link}\"")).count(), 1);
    }
    assert_eq!(page.matches("class=\"sub-agents\"").count(), 1);
}

#[tokio::test]
async fn the_limit_counts_conversations_and_not_their_sub_agents() {
    let sessions = Sessions::new();
    for n in 0..4 {
        sessions.write(&format!("s{n}"), &format!("session {n}"), n);
        sessions.write(&format!("s{n}/subagents/agent-a"), "agent", n);
    }
    let (window, page) = list(&sessions.server(), "/?limit=3").await;
    assert_eq!((window.entries.len(), window.sub_agents.len()), (3, 3));
    assert!(page.contains("Show more (1)"));
}

#[tokio::test]
async fn many_sub_agents_are_cut_and_all_are_one_step_away() {
    let sessions = Sessions::new();
    sessions.write("s", "the session", 1);
    for n in 0..200 {
        sessions.write(
            &format!("s/subagents/agent-{n}"),
            &format!("agent {n}"),
            n % 60,
        );
    }
    let server = sessions.server();
    let (window, page) = list(&server, "/").await;
    assert_eq!(window.sub_agents[0].entries.len(), 20);
    assert_eq!(window.sub_agents[0].n_all, 200);
    assert!(page.contains("200 sub-agents"));
    assert!(page.contains("href=\"/?parent=claude~s\""), "{page}");
    let (window, page) = list(&server, "/?parent=claude~s").await;
    assert_eq!(titles(&window.entries), ["the session"]);
    assert_eq!(window.sub_agents[0].entries.len(), 200);
    assert!(page.contains("<details open class=\"sub-agents\""));
    assert!(page.contains("All conversations"));
    let (window, _) = list(&server, "/?parent=nobody").await;
    assert_eq!((window.entries.len(), window.n_all), (0, 201));
}

#[tokio::test]
async fn the_filter_finds_sub_agents_and_says_whose_they_are() {
    let sessions = Sessions::new();
    sessions.write("s", "the session", 1);
    sessions.write("s/subagents/agent-a", "paint it", 2);
    let (window, page) = list(&sessions.server(), "/?filter=PAINT").await;
    assert_eq!(titles(&window.entries), ["paint it"]);
    assert!(window.sub_agents.is_empty());
    assert!(page.contains("Sub-agent of the session"), "{page}");
    assert!(page.contains("1 of 2"));
}

#[tokio::test]
async fn a_sub_agent_whose_parent_is_gone_stands_by_itself() {
    let sessions = Sessions::new();
    sessions.write("gone/subagents/agent-a", "left alone", 2);
    let server = sessions.server();
    let (window, page) = list(&server, "/").await;
    assert_eq!(titles(&window.entries), ["left alone"]);
    assert!(page.contains("Sub-agent of another conversation"));
    let page = server.get("/c/claude~gone.agent-a").await.body;
    assert!(page.contains("Sub-agent of another conversation"));
    assert!(
        !page.contains("href=\"/c/claude~gone\""),
        "no page is there"
    );
}

#[tokio::test]
async fn the_page_of_a_sub_agent_leads_back_to_its_parent_by_name() {
    let sessions = Sessions::new();
    sessions.write("s", "the session", 1);
    sessions.write("s/subagents/agent-a", "first", 2);
    let server = sessions.server();
    // Neither before nor after the list has been read is the title another.
    for _ in 0..2 {
        let page = server.get("/c/claude~s.agent-a").await.body;
        let (_, link) = page.split_once("href=\"/c/claude~s\"").expect("a link");
        let (link, _) = link.split_once("</a>").expect("its end");
        assert!(link.contains("Sub-agent of the session"), "{link}");
        list(&server, "/").await;
    }
}

#[tokio::test]
async fn the_api_lists_all_with_their_parents() {
    let home = tempfile::tempdir().expect("a folder");
    let server = serve(fixture_stores(home.path()));
    let list = server.get("/api/conversations").await.json();
    let list = list["data"].as_array().expect("a list");
    let find = |id: &str| list.iter().find(|entry| entry["id"] == id).cloned();
    let agent = find(&format!("{LAB}.agent-b10e")).expect("listed");
    assert_eq!(agent["parent"], LAB);
    assert_eq!(find(LAB).expect("listed")["cwd"], "/home/ada/lab");
    let of = |agent: &str| {
        let is_of =
            |entry: &&serde_json::Value| entry["agent"] == agent && entry["parent"].is_string();
        list.iter().filter(is_of).count()
    };
    assert_eq!((of("claude"), of("codex")), (3, 2));
}

/// Every sub-agent of the fixtures that a call names is reached from it, in both views.
#[tokio::test]
async fn a_call_leads_to_its_sub_agent() {
    let home = tempfile::tempdir().expect("a folder");
    let server = serve(fixture_stores(home.path()));
    let events =
        |id: &str, view: &str| format!("/api/conversations/{id}/events?view={view}&limit=all");
    let list = server.get("/api/conversations").await.json();
    let (mut n_links, mut n_there) = (0, 0);
    for entry in list["data"].as_array().expect("a list") {
        let id = entry["id"].as_str().expect("an id");
        for view in ["user", "raw"] {
            let events = server.get(&events(id, view)).await.json();
            let page = server.get(&format!("/c/{id}?view={view}")).await.body;
            for event in events["data"].as_array().expect("events") {
                let Some(agent) = event["metadata"]["serve-web/subagent"].as_str() else {
                    continue;
                };
                n_links += 1;
                let link = format!("href=\"/c/{agent}\"");
                assert!(page.contains(&link), "{id} in {view}: {link}");
                // Of some only the name is left.
                let is_there = server.get(&format!("/c/{agent}")).await.status.is_success();
                n_there += usize::from(is_there);
            }
        }
    }
    assert_eq!((n_links, n_there), (8, 7));
}
