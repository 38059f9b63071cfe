//! Sub-agents in the list of a store of Claude Code.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

mod claude_support;

use claude_support::{Projects, SESSIONS, fixtures, store};
use serde_json::{Value, json};
use sources::{Conversation as _, List, State, Store as _, Summary, claude::ClaudeStore};
use std::{
    fs::{self, File},
    path::Path,
    sync::Arc,
    time::{Duration, SystemTime},
};

fn lines(records: &[Value]) -> Vec<u8> {
    let lines = records.iter().map(|record| format!("{record}\n"));
    lines.collect::<String>().into_bytes()
}

/// A sub-agent's first line, as it is written in the file of a session's sub-agent.
fn task(session: &str, text: &str) -> Value {
    json!({"type": "user", "uuid": text, "sessionId": session, "isSidechain": true, "agentId": "x",
        "timestamp": "2026-02-03T09:00:00.000Z", "message": {"role": "user", "content": text}})
}

fn listed(list: &mut dyn List) -> Vec<(String, Option<String>)> {
    let summary = |summary: Arc<Summary>| (summary.id.clone(), summary.parent.clone());
    let all = list.refresh().expect("readable").into_iter();
    let mut all: Vec<_> = all.map(summary).collect();
    all.sort();
    all
}

fn check(projects: &Projects, expected: &[(&str, Option<&str>)]) {
    let expected: Vec<_> = expected
        .iter()
        .map(|(id, parent)| ((*id).to_owned(), parent.map(str::to_owned)))
        .collect();
    assert_eq!(listed(&mut *projects.store().listing()), expected);
}

fn make_old(path: &Path) {
    let time = SystemTime::now() - Duration::from_mins(1);
    File::open(path)
        .and_then(|folder| folder.set_modified(time))
        .expect("a time");
}

#[test]
fn a_sub_agent_is_listed_with_its_parent_wherever_its_file_is() {
    let projects = Projects::of("s", &lines(&[task("s", "x")]));
    projects.write("agent-old", &lines(&[task("s", "old")]));
    projects.write("s/subagents/agent-new", &lines(&[task("s", "new")]));
    let flow = "s/subagents/workflows/one/agent-flow";
    projects.write(flow, &lines(&[task("s", "flow")]));
    // None of these is a sub-agent.
    projects.write("s/subagents/workflows/one/journal", b"{}\n");
    projects.write("s/subagents/other", &lines(&[task("s", "other")]));
    projects.write("s/tool-results/agent-no", &lines(&[task("s", "no")]));
    let parent = Some("claude~s");
    check(
        &projects,
        &[
            ("claude~s", None),
            ("claude~s.agent-flow", parent),
            ("claude~s.agent-new", parent),
            ("claude~s.agent-old", parent),
        ],
    );
}

#[test]
fn a_sub_agent_without_its_session_is_listed_all_the_same() {
    let projects = Projects::new();
    projects.write("gone/subagents/agent-a", &lines(&[task("gone", "a")]));
    projects.write(
        "agent-b",
        &lines(&[json!({"type": "user", "uuid": "u",
        "message": {"content": "whose?"}})]),
    );
    check(
        &projects,
        &[
            ("claude~agent-b", None),
            ("claude~gone.agent-a", Some("claude~gone")),
        ],
    );
}

#[test]
fn what_comes_and_goes_in_a_folder_is_seen() {
    let projects = Projects::of("s", &lines(&[task("s", "x")]));
    projects.write("s/subagents/agent-a", &lines(&[task("s", "a")]));
    let agents = projects.file("s/subagents/agent-a");
    let agents = agents.parent().expect("a folder");
    // What is in a folder whose time is old is remembered.
    make_old(agents);
    let store = projects.store();
    let mut list = store.listing();
    let n = |list: &mut dyn List| listed(list).len();
    assert_eq!(n(&mut *list), 2);
    assert_eq!(n(&mut *list), 2);
    projects.write("s/subagents/agent-b", &lines(&[task("s", "b")]));
    assert_eq!(n(&mut *list), 3);
    projects.write("s/subagents/workflows/w/agent-c", &lines(&[task("s", "c")]));
    assert_eq!(n(&mut *list), 4);
    fs::remove_file(projects.file("s/subagents/agent-a")).expect("removed");
    assert_eq!(n(&mut *list), 3);
    fs::remove_dir_all(agents).expect("removed");
    assert_eq!(n(&mut *list), 1);
}

#[test]
fn a_file_beside_the_sessions_may_become_anothers() {
    let projects = Projects::of("s", &lines(&[task("s", "x")]));
    let store = projects.store();
    let mut list = store.listing();
    for session in ["s", "other"] {
        projects.write("agent-a", &lines(&[task(session, "a")]));
        let id = format!("claude~{session}.agent-a");
        let all = listed(&mut *list);
        assert!(all.iter().any(|(listed, _)| *listed == id), "{all:?}");
        assert_eq!(all.len(), 2);
    }
}

#[test]
fn a_sub_agent_at_work_says_so() {
    let projects = Projects::of("s", &lines(&[task("s", "x")]));
    projects.write("s/subagents/agent-a", &lines(&[task("s", "a")]));
    let list = projects.store().listing().refresh().expect("readable");
    let agent = list.iter().find(|summary| summary.parent.is_some());
    assert_eq!(agent.map(|agent| agent.state), Some(State::Running));
}

#[test]
fn every_sub_agent_of_the_list_is_there_under_its_id() {
    let list = store().listing().refresh().expect("readable");
    let agents: Vec<_> = list.iter().filter(|one| one.parent.is_some()).collect();
    assert_eq!(agents.len(), 3);
    for agent in agents {
        assert_eq!(store().resolve(&agent.id).as_ref(), Some(&agent.id));
        let summary = store().conversation(&agent.id).summary();
        assert_eq!(summary.as_ref(), Some(&**agent));
    }
}

#[test]
fn a_store_of_one_file_has_the_sub_agents_of_that_session() {
    for (n, sub_agents) in [
        (5, vec![SESSIONS[6].0, SESSIONS[7].0]),
        (3, vec![SESSIONS[4].0]),
        (6, vec![]),
    ] {
        let (id, path) = SESSIONS[n];
        let store = ClaudeStore::at(&fixtures().join("projects").join(path)).expect("a store");
        let mut expected = vec![id];
        expected.extend(sub_agents);
        let all = listed(&mut *store.listing());
        let all: Vec<&str> = all.iter().map(|(id, _)| id.as_str()).collect();
        assert_eq!(all, expected);
    }
}
