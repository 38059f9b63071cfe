//! The invented sessions, each with the events that are expected beside it. `SERVE_WEB_BLESS=1`
//! writes these anew.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

mod claude_support;

use claude_support::{Follow, SESSIONS, fixtures, store};
use conversation::{Event, Kind, View};
use serde_json::Value;
use sources::Store as _;
use std::{collections::HashSet, fmt::Write as _, fs};

fn laid_out(events: &Value) -> String {
    format!("{events:#}\n")
}

/// The lines that differ, with what stands around the first of them.
fn difference(expected: &str, told: &str) -> String {
    let (expected, told): (Vec<_>, Vec<_>) = (expected.lines().collect(), told.lines().collect());
    let same = expected
        .iter()
        .zip(&told)
        .take_while(|(a, b)| a == b)
        .count();
    let mut text = String::new();
    for line in expected.iter().take(same).skip(same.saturating_sub(4)) {
        writeln!(text, "  {line}").expect("written");
    }
    for (mark, lines) in [('-', &expected), ('+', &told)] {
        for line in lines.iter().skip(same).take(12) {
            writeln!(text, "{mark} {line}").expect("written");
        }
    }
    text
}

#[test]
fn every_session_has_its_events() {
    let is_blessed = std::env::var_os("SERVE_WEB_BLESS").is_some();
    for (id, _) in SESSIONS {
        let told = laid_out(&Follow::read(&store(), id).as_json());
        let native = id.strip_prefix("claude~").expect("an id");
        let path = fixtures().join("expected").join(format!("{native}.json"));
        if is_blessed {
            fs::write(&path, &told).expect("written");
        }
        let expected = fs::read_to_string(&path).expect("expected events");
        assert!(expected == told, "{id}\n{}", difference(&expected, &told));
    }
}

#[test]
fn the_expected_files_are_those_of_the_sessions() {
    let entries = fs::read_dir(fixtures().join("expected")).expect("a folder");
    assert_eq!(entries.count(), SESSIONS.len());
}

#[test]
fn every_record_is_accounted_for() {
    for (id, path) in SESSIONS {
        let follow = Follow::read(&store(), id);
        let file = fs::read_to_string(fixtures().join("projects").join(path)).expect("a file");
        let n_lines = file.lines().count() as u64;
        assert_eq!(follow.conversation.outcomes().total(), n_lines, "{id}");
        let keys: HashSet<_> = follow.events.iter().map(Event::key).collect();
        assert_eq!(keys.len(), follow.events.len(), "{id}: keys are unique");
    }
}

/// All that the user view shows.
fn shown(follow: &Follow) -> String {
    let shown = |event: &Event| {
        let projected = View::User.project(event)?;
        Some(Value::Object(projected.to_fields()).to_string())
    };
    follow.events.iter().filter_map(shown).collect()
}

#[test]
fn only_what_the_person_wrote_is_theirs() {
    let said = |n: usize| {
        let (id, _) = SESSIONS[n];
        let follow = Follow::read(&store(), id);
        let is_request = |event: &&Event| event.kind() == Kind::ChatRequest;
        let requests = follow.events.iter().filter(is_request);
        let texts = requests.filter_map(|event| event.text("content"));
        texts.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(said(0), ["/init", "/cost", "Thanks, that is enough."]);
    assert_eq!(
        said(3),
        [
            "Fix the rounding in the cart.",
            "use Decimal, not round()",
            "and add a test",
            "Why is this button red?",
            "Go on with the button.",
        ]
    );
    assert_eq!(
        said(5),
        [
            "Measure the **lab**.",
            "only the small room",
            "Now paint the walls blue.",
        ]
    );
}

#[test]
fn the_user_view_has_nothing_of_the_host_nor_of_what_was_taken_back() {
    for (id, _) in SESSIONS {
        let shown = shown(&Follow::read(&store(), id));
        for withheld in [
            "ide_opened_file",
            "task-notification",
            "local-command",
            "bash-stdout",
            "No response requested",
            "being continued from",
            "Please analyze this codebase",
            "Message shown to user",
            "c2VjcmV0",
            "c2ln",
            "toolUseResult",
            "originalFile",
            "skill_listing",
            "Which green",
            "I will not say",
        ] {
            assert!(!shown.contains(withheld), "{id}: {withheld}");
        }
    }
}

#[test]
fn the_record_of_an_event_is_found_again() {
    let (id, path) = SESSIONS[5];
    let follow = Follow::read(&store(), id);
    let file = fs::read_to_string(fixtures().join("projects").join(path)).expect("a file");
    for event in &follow.events {
        let stored = sources::Conversation::stored(&follow.conversation, event.key());
        let stored = stored.expect("readable").expect("a record");
        let stored = String::from_utf8(stored).expect("text");
        assert!(file.lines().any(|line| line == stored), "{}", event.key());
    }
}

#[test]
fn every_link_to_a_sub_agent_leads_to_one() {
    let mut n_links = 0;
    for (id, _) in SESSIONS {
        let follow = Follow::read(&store(), id);
        for event in &follow.events {
            let metadata = event.fields().get("metadata");
            let link = metadata.and_then(|metadata| metadata["serve-web/subagent"].as_str());
            if let Some(link) = link {
                n_links += 1;
                assert_eq!(store().resolve(link).as_deref(), Some(link));
                let agent = Follow::read(&store(), link);
                assert!(!agent.events.is_empty(), "{link}");
                let summary = sources::Conversation::summary(&mut store().conversation(link));
                let parent = summary.and_then(|summary| summary.parent);
                assert_eq!(parent.as_deref(), Some(id));
            }
        }
    }
    assert_eq!(n_links, 5);
}
