//! The list of a store of Claude Code, and what names a conversation in it.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

mod claude_support;

use claude_support::{Projects, SESSIONS, fixtures, store};
use serde_json::{Value, json};
use sources::{Conversation as _, SourceError, State, Store, Summary, claude::ClaudeStore};
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

fn prompt(uuid: &str, text: &str) -> Value {
    json!({"type": "user", "uuid": uuid, "sessionId": "s", "cwd": "/w/shop", "timestamp": "2026-02-03T09:00:00.000Z",
        "message": {"role": "user", "content": text}})
}

fn answer(uuid: &str, text: &str) -> Value {
    json!({"type": "assistant", "uuid": uuid, "parentUuid": "a", "sessionId": "s", "timestamp": "2026-02-03T09:00:01.000Z",
        "message": {"model": "claude-test-1", "stop_reason": "end_turn", "content": [{"type": "text", "text": text}]}})
}

fn list(store: &ClaudeStore) -> Vec<Arc<Summary>> {
    store.listing().refresh().expect("readable")
}

fn ids(store: &ClaudeStore) -> Vec<String> {
    list(store)
        .iter()
        .map(|summary| summary.id.clone())
        .collect()
}

fn set_age(path: &Path, age: Duration) {
    let file = File::options().write(true).open(path).expect("a file");
    file.set_modified(SystemTime::now() - age).expect("a time");
}

#[test]
fn sessions_and_files_of_sub_agents_are_listed_and_copies_and_mere_titles_are_not() {
    let listed = [6, 5, 7, 8, 3, 4, 2].map(|n| SESSIONS[n].0);
    assert_eq!(ids(&store()), listed);
}

#[test]
fn a_summary_comes_from_both_ends() {
    let list = list(&store());
    let lab = list
        .iter()
        .find(|summary| summary.id == SESSIONS[5].0)
        .expect("listed");
    let expected = Summary {
        id: SESSIONS[5].0.to_owned(),
        title: Some("The lab".to_owned()),
        agent: "claude",
        workspace: Some("lab".to_owned()),
        cwd: Some("/home/ada/lab".to_owned()),
        model: Some("claude-test-2".to_owned()),
        continue_command: Some("claude --resume 33333333-cccc-4ccc-8ccc-000000000001".to_owned()),
        last_words: Some("The walls are blue.".to_owned()),
        updated_at_ms: lab.updated_at_ms,
        bytes: lab.bytes,
        state: lab.state,
        path: lab.path.clone(),
        ..Summary::default()
    };
    assert_eq!(**lab, expected);
    assert_eq!(lab.updated_at_ms, Some(1_796_029_229_027));
}

#[test]
fn a_conversation_has_the_summary_of_the_list() {
    for listed in list(&store()) {
        let summary = store().conversation(&listed.id).summary();
        assert_eq!(summary.as_ref(), Some(&*listed));
    }
    let agent = store()
        .conversation(SESSIONS[6].0)
        .summary()
        .expect("a summary");
    assert_eq!(agent.title.as_deref(), Some("Paint the walls blue."));
    assert_eq!(agent.parent.as_deref(), Some(SESSIONS[5].0));
    assert_eq!(agent.continue_command, None);
    assert_eq!(
        agent.labels.get("agent").map(String::as_str),
        Some("painter")
    );
}

#[test]
fn the_newest_title_of_the_best_kind_counts() {
    let custom =
        |title: &str| json!({"type": "custom-title", "customTitle": title, "sessionId": "s"});
    let made = |title: &str| json!({"type": "ai-title", "aiTitle": title, "sessionId": "s"});
    let summary =
        |title: &str, leaf: &str| json!({"type": "summary", "summary": title, "leafUuid": leaf});
    let title = |more: &[Value]| {
        let mut records = vec![prompt("a", "the **first** words"), answer("b", "x")];
        records.extend_from_slice(more);
        let projects = Projects::of("s", &lines(&records));
        list(&projects.store())[0].title.clone().expect("a title")
    };
    assert_eq!(title(&[]), "the first words");
    let command = |arguments: &str| {
        let text = format!(
            "<command-message>x</command-message><command-name>/x</command-name><command-args>{arguments}</command-args>"
        );
        let projects = Projects::of("s", &lines(&[prompt("a", &text), prompt("b", "in words")]));
        list(&projects.store())[0].title.clone().expect("a title")
    };
    assert_eq!(command(""), "in words");
    assert_eq!(command("it"), "/x it");
    assert_eq!(title(&[summary("of another", "z")]), "the first words");
    assert_eq!(title(&[summary("S", "b")]), "S");
    assert_eq!(title(&[made("M"), summary("S", "b"), made("N")]), "N");
    assert_eq!(
        title(&[custom("C"), made("M"), custom("D"), made("N")]),
        "D"
    );
    assert_eq!(
        title(&[json!({"type": "custom-title", "customTitle": 7}), made(" ")]),
        "the first words"
    );
}

#[test]
fn a_title_may_stand_in_another_file() {
    let projects = Projects::of("s", &lines(&[prompt("a", "x"), answer("b", "y")]));
    let title = json!({"type": "summary", "summary": "From elsewhere", "leafUuid": "b"});
    projects.write("t", &lines(&[title, prompt("c", "z")]));
    let listed = list(&projects.store());
    let title = |id: &str| {
        listed
            .iter()
            .find(|summary| summary.id == id)
            .and_then(|summary| summary.title.clone())
    };
    assert_eq!(title("claude~s").as_deref(), Some("From elsewhere"));
    assert_eq!(title("claude~t").as_deref(), Some("z"));
    let alone = projects
        .store()
        .conversation("s")
        .summary()
        .expect("a summary");
    assert_eq!(alone.title.as_deref(), Some("From elsewhere"));
}

#[test]
fn a_long_file_is_read_at_its_ends_only() {
    let mut records = vec![
        json!({"type": "ai-title", "aiTitle": "old", "sessionId": "s"}),
        prompt("a", "begin"),
    ];
    records.extend((0..2000).map(|n| answer(&format!("m{n}"), &"middle ".repeat(100))));
    records.push(answer("z", "the end"));
    let projects = Projects::of("s", &lines(&records));
    let listed = list(&projects.store());
    assert_eq!(listed[0].title.as_deref(), Some("old"));
    assert_eq!(listed[0].last_words.as_deref(), Some("the end"));
}

#[test]
fn how_it_stands_is_told_by_its_last_records_and_its_age() {
    let call = |name: &str| json!({"type": "assistant", "uuid": "b", "message": {"content": [{"type": "tool_use", "id": "t", "name": name, "input": {}}]}});
    let states = |records: &[Value]| {
        let projects = Projects::of("s", &lines(records));
        let store = projects.store();
        let mut listing = store.listing();
        [10, 300, 90_000].map(|age| {
            set_age(&projects.file("s"), Duration::from_secs(age));
            let listed = listing.refresh().expect("readable")[0].state;
            let mut conversation = projects.store().conversation("s");
            while conversation.refresh().expect("readable").is_some() {}
            assert_eq!(conversation.state(false), listed);
            listed
        })
    };
    let (running, waiting, settled) = (State::Running, State::Waiting, State::Settled);
    assert_eq!(states(&[prompt("a", "x")]), [running, settled, settled]);
    assert_eq!(states(&[prompt("a", "x"), answer("b", "y")]), [settled; 3]);
    assert_eq!(
        states(&[prompt("a", "x"), call("Bash")]),
        [running, running, settled]
    );
    assert_eq!(
        states(&[prompt("a", "x"), call("AskUserQuestion")]),
        [waiting, waiting, settled]
    );
    assert_eq!(
        states(&[prompt("a", "x"), call("ExitPlanMode")]),
        [waiting, waiting, settled]
    );
}

#[test]
fn a_copy_is_listed_again_when_it_goes_on_by_itself() {
    let old = [prompt("a", "x"), answer("b", "y")];
    let projects = Projects::of("old", &lines(&old));
    let mut new = old.to_vec();
    new.push(prompt("c", "z"));
    projects.write("new", &lines(&new));
    let store = projects.store();
    let mut listing = store.listing();
    let mut listed = || {
        let all = listing.refresh().expect("readable");
        let mut ids: Vec<_> = all.iter().map(|summary| summary.id.clone()).collect();
        ids.sort();
        ids
    };
    assert_eq!(listed(), ["claude~new"]);
    projects.write("new", &lines(&[&new[..], &[answer("d", "w")]].concat()));
    assert_eq!(listed(), ["claude~new"]);
    projects.write("old", &lines(&[&old[..], &[prompt("e", "other")]].concat()));
    assert_eq!(listed(), ["claude~new", "claude~old"]);
}

#[test]
fn of_two_that_are_the_same_the_newer_is_listed() {
    let same = lines(&[prompt("a", "x"), answer("b", "y")]);
    let projects = Projects::of("one", &same);
    projects.write("two", &same);
    set_age(&projects.file("two"), Duration::from_secs(5000));
    assert_eq!(ids(&projects.store()), ["claude~one"]);
}

#[test]
fn any_spelling_names_a_conversation() {
    let store = store();
    for (id, _) in SESSIONS {
        let native = id.strip_prefix("claude~").expect("an id");
        for spelled in [id, native] {
            assert_eq!(store.resolve(spelled).as_deref(), Some(id));
        }
    }
    for none in [
        "",
        "claude~",
        "x",
        "claude~../x",
        "claude~11111111-aaaa-4aaa-8aaa-000000000001.side-x",
        "claude~33333333-cccc-4ccc-8ccc-000000000001.agent-x",
    ] {
        assert_eq!(store.resolve(none), None, "{none:?}");
    }
}

#[test]
fn a_path_may_name_all_or_one() {
    let at = |path: &str| ClaudeStore::at(&fixtures().join(path));
    let lab = "projects/-home-ada-lab";
    for (path, n) in [
        ("", 7),
        ("projects", 7),
        (lab, 3),
        ("projects/-home-ada-notes", 1),
    ] {
        assert_eq!(list(&at(path).expect("a store")).len(), n, "{path}");
    }
    for (id, path) in SESSIONS.iter().filter(|(id, _)| !id.contains(".side-")) {
        let store = at(&format!("projects/{path}")).expect("a store");
        assert_eq!(store.only().as_deref(), Some(*id));
        let of_session = |listed: &String| listed == id || listed.starts_with(&format!("{id}."));
        assert!(ids(&store).contains(&(*id).to_owned()), "{id}");
        assert!(ids(&store).iter().all(of_session), "{id}");
        assert_eq!(store.resolve(id).as_deref(), Some(*id));
    }
    let one = at(&format!("{lab}/33333333-cccc-4ccc-8ccc-000000000001.jsonl")).expect("a store");
    assert!(one.resolve(SESSIONS[6].0).is_some(), "its sub-agents");
    assert!(one.resolve(SESSIONS[3].0).is_none(), "no other session");
    assert!(matches!(at("expected"), Err(SourceError::NoStore(_))));
    assert!(matches!(at("nowhere"), Err(SourceError::Missing(_))));
    let other = Projects::new();
    let path = other.folder.path().join("rollout.jsonl");
    fs::write(
        &path,
        "{\"timestamp\":\"2026\",\"type\":\"session_meta\",\"payload\":{}}\n",
    )
    .expect("written");
    assert!(matches!(
        ClaudeStore::at(&path),
        Err(SourceError::NoStore(_))
    ));
}

#[test]
fn the_stores_of_this_machine_are_in_the_usual_places() {
    let home = tempfile::tempdir().expect("a folder");
    let variable = |name: &str| matches!(name, "HOME" | "USERPROFILE").then(|| home.path().into());
    assert_eq!(ClaudeStore::here(&variable).len(), 0);
    let projects = home.path().join(".claude/projects");
    fs::create_dir_all(&projects).expect("a folder");
    let stores = ClaudeStore::here(&variable);
    let paths: Vec<_> = stores.iter().map(Store::path).collect();
    assert_eq!(paths, [projects]);
    assert_eq!(stores[0].agent(), "claude");
}

#[test]
fn the_folders_of_a_list_are_the_projects() {
    let folders = store().list_folders();
    let names: Vec<_> = folders
        .iter()
        .filter_map(|folder| folder.file_name()?.to_str())
        .collect();
    assert_eq!(
        names,
        [
            "projects",
            "-home-ada-lab",
            "-home-ada-notes",
            "-home-ada-shop",
            "C--Users-ada-odd",
        ]
    );
}

#[test]
fn a_file_of_a_sub_agent_may_have_any_name() {
    let mut task = prompt("a", "count");
    let mut says = answer("b", "three");
    task["isSidechain"] = json!(true);
    says["isSidechain"] = json!(true);
    let projects = Projects::of("exported", &lines(&[task, says]));
    let follow = projects.read("exported");
    assert_eq!(follow.texts("content"), ["count"]);
    assert_eq!(follow.texts("author"), ["parent agent"]);
    let listed = list(&projects.store());
    assert_eq!(listed[0].last_words.as_deref(), Some("three"));
}
