//! Following sessions of goose while it writes them.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

mod goose_support;

use conversation::Event;
use goose_support::{Follow, Sessions, as_json, fixtures, listing};
use proptest::prelude::*;
use rusqlite::Connection;
use sources::{Conversation as _, List as _, UNREADABLE, goose::GooseStore};
use std::{
    collections::BTreeSet,
    fs, thread,
    time::{Duration, Instant},
};

/// Adds a text of the assistant's.
fn say(connection: &Connection, session: &str, id: &str, text: &str) {
    let content = serde_json::json!([{"type": "text", "text": text}]).to_string();
    let statement = "insert into messages (message_id, session_id, role, content_json, created_timestamp) \
                     values (?1, ?2, 'assistant', ?3, 1790900000)";
    connection
        .execute(statement, (id, session, content))
        .expect("written");
}

/// Deletes all messages of a session and writes them again under other numbers, as `/compact` does.
fn write_again(connection: &Connection, session: &str, changes: &str) {
    let statements = format!(
        "begin; create temp table kept as select * from messages where session_id = '{session}' order by id; \
         delete from messages where session_id = '{session}'; {changes}; \
         insert into messages (message_id, session_id, role, content_json, created_timestamp, timestamp, tokens, metadata_json) \
         select message_id, session_id, role, content_json, created_timestamp, timestamp, tokens, metadata_json from kept order by id; \
         drop table kept; commit;"
    );
    connection.execute_batch(&statements).expect("written");
}

#[test]
fn new_messages_are_added() {
    let sessions = Sessions::of("v16.sql");
    let connection = sessions.connection();
    let mut follow = sessions.open("20261001_1");
    assert!(follow.look());
    let before = as_json(&follow.events);
    let n_parsed = follow.conversation.cost().records_parsed;
    say(&connection, "20261001_1", "new", "more");
    assert!(follow.look());
    assert_eq!(
        follow.events.last().and_then(|event| event.text("message")),
        Some("more")
    );
    let after = as_json(&follow.events);
    assert_eq!(
        before.as_array().expect("a list")[..],
        after.as_array().expect("a list")[..after.as_array().expect("a list").len() - 1]
    );
    assert_eq!(
        follow.conversation.cost().records_parsed,
        n_parsed + 1,
        "only what is new is parsed"
    );
    say(&connection, "20261001_2", "elsewhere", "other");
    assert!(!follow.look(), "another session is another one");
}

#[test]
fn messages_written_again_are_the_same() {
    let sessions = Sessions::of("v16.sql");
    let connection = sessions.connection();
    let mut follow = sessions.open("20261001_1");
    follow.look();
    let (before, position) = (as_json(&follow.events), follow.conversation.position(9));
    write_again(
        &connection,
        "20261001_1",
        "update kept set metadata_json = replace(metadata_json, '\"agentVisible\":true', '\"agentVisible\":false')",
    );
    assert!(!follow.look(), "nothing that is shown has changed");
    assert!(follow.conversation.has(position));
    assert_eq!(as_json(&follow.events), before);
    let stored = follow
        .conversation
        .stored(follow.events[1].key())
        .expect("readable");
    let stored = String::from_utf8(stored.expect("a row")).expect("text");
    assert!(stored.contains("\"agentVisible\":false"), "{stored}");

    // The same with one that is hidden from now on, and one more.
    write_again(
        &connection,
        "20261001_1",
        "update kept set metadata_json = '{\"userVisible\":false}' where message_id = 'chatcmpl-2'; \
        insert into kept select max(id) + 1, 'msg_99', session_id, role, '[{\"type\":\"text\",\"text\":\"end\"}]', created_timestamp, timestamp, tokens, null from kept",
    );
    assert!(follow.look());
    let mut cold = sessions.open("20261001_1");
    cold.look();
    assert_eq!(as_json(&follow.events), as_json(&cold.events));
}

#[test]
fn a_title_in_place_revises_one_event() {
    let sessions = Sessions::of("v16.sql");
    let connection = sessions.connection();
    let mut follow = sessions.open("20261001_1");
    follow.look();
    connection
        .execute_batch("update messages set content_json = replace(content_json, 'zooming in', 'zooming') where message_id = 'chatcmpl-1'")
        .expect("written");
    let splice = follow
        .conversation
        .refresh()
        .expect("readable")
        .expect("a change");
    let revised: Vec<_> = splice
        .revised
        .iter()
        .map(|(_, event)| event.key().as_str())
        .collect();
    assert_eq!(
        (splice.keep, splice.events.len(), revised),
        (follow.events.len(), 0, vec!["chatcmpl-1.b3"])
    );
}

#[test]
fn messages_without_ids_keep_their_names() {
    let sessions = Sessions::of("v1.sql");
    let mut follow = sessions.open("20250920_1");
    follow.look();
    let before = as_json(&follow.events);
    let connection = sessions.connection();
    connection
        .execute_batch("begin; create temp table kept as select * from messages order by id; delete from messages; \
            insert into messages (session_id, role, content_json, created_timestamp) select session_id, role, content_json, created_timestamp from kept; commit;")
        .expect("written");
    assert!(!follow.look());
    assert_eq!(as_json(&follow.events), before);
}

#[test]
fn another_database_under_the_name_is_read() {
    let sessions = Sessions::of("v16.sql");
    let mut follow = sessions.open("20261001_1");
    follow.look();
    let other = Sessions::of("v16.sql");
    say(
        &other.connection(),
        "20261001_1",
        "other",
        "from another database",
    );
    fs::rename(other.database(), sessions.database()).expect("renamed");
    assert!(follow.look());
    assert_eq!(
        follow.events.last().and_then(|event| event.text("message")),
        Some("from another database")
    );
}

#[test]
fn a_database_that_goes_bad_keeps_what_was_read() {
    let sessions = Sessions::of("v16.sql");
    let mut follow = sessions.open("20261001_1");
    follow.look();
    let before = as_json(&follow.events);
    fs::write(
        sessions.database(),
        "no database any more, but something else",
    )
    .expect("written");
    assert!(follow.look(), "the problem is told");
    let problem = follow.conversation.problem().expect("a problem");
    assert!(problem.contains("no SQLite database"), "{problem}");
    assert_eq!(as_json(&follow.events), before);
    assert!(!follow.look());
    fs::remove_file(sessions.database()).expect("removed");
    let sql = fs::read_to_string(fixtures().join("v16.sql")).expect("a fixture");
    sessions
        .connection()
        .execute_batch(&sql)
        .expect("a database");
    assert!(follow.look());
    assert_eq!(follow.conversation.problem(), None);
    assert_eq!(as_json(&follow.events), before);
}

#[test]
fn reading_leaves_nothing() {
    let sessions = Sessions::of("v16.sql");
    let connection = sessions.connection();
    say(&connection, "20261001_1", "new", "in the log");
    // As a killed goose leaves them: a connection of this process would share its locks with ours.
    let left = Sessions::new();
    for (path, bytes, _) in listing(sessions.folder.path()) {
        fs::write(
            left.folder.path().join(path.file_name().expect("a name")),
            bytes,
        )
        .expect("written");
    }
    let folder = left.folder.path();
    let before = listing(folder);
    assert_eq!(before.len(), 3);
    let mut list = left.store().listing();
    assert_eq!(list.refresh().expect("readable").len(), 4);
    let mut follow = left.open("20261001_1");
    follow.look();
    assert_eq!(
        follow.events.last().and_then(|event| event.text("message")),
        Some("in the log")
    );
    follow.conversation.summary().expect("there");
    follow
        .conversation
        .stored(follow.events[0].key())
        .expect("readable")
        .expect("a row");
    assert_eq!(listing(folder), before);
}

#[test]
fn an_old_file_is_written_anew_each_time() {
    let sessions = Sessions::new();
    let path = sessions.folder.path().join("20250724_101500.jsonl");
    let whole =
        fs::read_to_string(fixtures().join("old/20250724_101500.jsonl")).expect("a fixture");
    let lines: Vec<_> = whole.lines().collect();
    fs::write(&path, lines[..3].join("\n")).expect("written");
    let mut follow = sessions.open("20250724_101500");
    assert!(follow.look());
    assert_eq!(
        follow.types(),
        [
            "turn_start",
            "chat_request",
            "chat_response",
            "chat_response",
            "tool_call_request"
        ]
    );
    let keys: Vec<_> = follow.keys().into_iter().map(str::to_owned).collect();
    // Emptied for a moment.
    fs::write(&path, "").expect("written");
    assert!(!follow.look());
    // The first line is longer from now on.
    let longer = lines[0].replace("\"message_count\":4", "\"message_count\":40000");
    fs::write(&path, format!("{longer}\n{}\n", lines[1..].join("\n"))).expect("written");
    assert!(follow.look());
    assert_eq!(follow.events.len(), 7);
    assert_eq!(follow.keys()[..5], keys);
    let stored = follow
        .conversation
        .stored(follow.events[6].key())
        .expect("readable");
    assert_eq!(stored.as_deref(), Some(lines[4].as_bytes()));
}

/// What goose may do with a session.
#[derive(Clone, Debug)]
enum Act {
    Add(u8),
    Change(u8),
    Hide(u8),
    WriteAgain,
    Truncate(u8),
    /// The reader begins again.
    Restart,
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        4 => (0u8..6).prop_map(Act::Add),
        1 => any::<u8>().prop_map(Act::Change),
        1 => any::<u8>().prop_map(Act::Hide),
        1 => Just(Act::WriteAgain),
        1 => any::<u8>().prop_map(Act::Truncate),
        1 => Just(Act::Restart),
    ]
}

const BLOCKS: [(&str, &str); 6] = [
    ("user", r#"[{"type":"text","text":"go"}]"#),
    (
        "assistant",
        r#"[{"type":"text","text":"a"},{"type":"toolRequest","id":"c","toolCall":{"status":"success","value":{"name":"x__tell_user","arguments":{"message":"hi"}}}}]"#,
    ),
    (
        "user",
        r#"[{"type":"toolResponse","id":"c","toolResult":{"status":"success","value":[{"type":"text","text":"hi"},{"type":"text","text":"Message shown to user."}]}}]"#,
    ),
    (
        "assistant",
        r#"[{"type":"thinking","thinking":"hm"},{"type":"text","text":"b"}]"#,
    ),
    ("assistant", "not json"),
    ("user", r#"[{"type":"of tomorrow"}]"#),
];

fn perform(act: &Act, connection: &Connection, n: usize) {
    let run = |statement: &str| connection.execute_batch(statement).expect("written");
    match act {
        Act::Add(kind) => {
            let (role, content) = BLOCKS[usize::from(*kind)];
            // Every third has no id, and some ids repeat.
            let id = (!n.is_multiple_of(3)).then(|| format!("m{}", n / 4));
            let statement = "insert into messages (message_id, session_id, role, content_json, created_timestamp) values (?1, 's', ?2, ?3, ?4)";
            connection
                .execute(statement, (id, role, content, 1_790_000_000))
                .expect("written");
        }
        Act::Change(which) => run(&format!(
            "update messages set content_json = '[{{\"type\":\"text\",\"text\":\"{n}\"}}]' where id % 7 = {which} % 7"
        )),
        Act::Hide(which) => run(&format!(
            "update messages set metadata_json = '{{\"userVisible\":false}}' where id % 7 = {which} % 7"
        )),
        Act::WriteAgain => write_again(connection, "s", ""),
        Act::Truncate(from) => run(&format!(
            "delete from messages where id > (select max(id) from messages) - {from} % 4"
        )),
        Act::Restart => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn following_gives_what_a_cold_read_gives(acts in prop::collection::vec(act(), 1..14)) {
        let sessions = Sessions::of("v16.sql");
        let connection = sessions.connection();
        connection.execute_batch("insert into sessions (id, working_dir) values ('s', '/')").expect("written");
        let mut follow = sessions.open("s");
        for (n, act) in acts.iter().enumerate() {
            let before: Vec<Event> = follow.events.clone();
            perform(act, &connection, n);
            if matches!(act, Act::Restart) {
                follow = sessions.open("s");
            }
            follow.look();
            if matches!(act, Act::Add(_)) {
                prop_assert_eq!(&before[..], &follow.events[..before.len()], "an append changes nothing");
            }
            let mut cold = sessions.open("s");
            cold.look();
            prop_assert_eq!(as_json(&follow.events), as_json(&cold.events));
            let n_events = cold.events.len();
            prop_assert_eq!(follow.conversation.position(n_events), cold.conversation.position(n_events));
            prop_assert_eq!(follow.conversation.outcomes(), cold.conversation.outcomes());
            let keys: BTreeSet<_> = cold.events.iter().map(Event::key).collect();
            prop_assert_eq!(keys.len(), n_events, "keys are unique");
        }
    }

    #[test]
    fn an_old_file_in_pieces_gives_what_it_gives_whole(cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6), restart in any::<bool>()) {
        let whole = fs::read(fixtures().join("old/20250724_101500.jsonl")).expect("a fixture");
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("20250724_101500.jsonl");
        let mut ends: Vec<usize> = cuts.iter().map(|cut| cut.index(whole.len()) + 1).collect();
        ends.sort_unstable();
        ends.push(whole.len());
        fs::write(&path, &whole).expect("written");
        let store = GooseStore::at(folder.path()).expect("a store");
        let open = || store.open("20250724_101500");
        let mut follow = Follow::new(open());
        for end in ends {
            fs::write(&path, &whole[..end]).expect("written");
            if restart {
                follow = Follow::new(open());
            }
            follow.look();
            prop_assert!(follow.events.iter().all(|event| event.text("type") != Some(UNREADABLE)), "what is being written is no fault");
        }
        let mut cold = Follow::new(open());
        cold.look();
        prop_assert_eq!(cold.events.len(), 7);
        prop_assert_eq!(as_json(&follow.events), as_json(&cold.events));
    }
}

/// Looks until nothing is to be looked for any more.
fn look_until_calm(follow: &mut Follow) {
    let begin = Instant::now();
    loop {
        follow.look();
        match follow.conversation.look_again() {
            Some(pause) => thread::sleep(pause),
            None => return,
        }
        assert!(begin.elapsed() < Duration::from_mins(1), "it ends");
    }
}

/// A session of so many messages that not all are compared at each look.
fn long_session(sessions: &Sessions) -> Connection {
    let connection = sessions.connection();
    connection.execute_batch("begin").expect("begun");
    for n in 0..2000 {
        say(
            &connection,
            "20261001_1",
            &format!("long-{n}"),
            &format!("words {n}"),
        );
    }
    connection.execute_batch("commit").expect("committed");
    connection
}

#[test]
fn a_message_in_a_long_session_costs_what_one_in_a_short_costs() {
    let sessions = Sessions::of("v16.sql");
    let connection = long_session(&sessions);
    let mut follow = sessions.open("20261001_1");
    look_until_calm(&mut follow);
    let before = follow.conversation.cost();
    say(&connection, "20261001_1", "new", "more");
    assert!(follow.look());
    let last = follow.events.last().and_then(|event| event.text("message"));
    assert_eq!(last, Some("more"));
    let after = follow.conversation.cost();
    assert_eq!(after.records_parsed, before.records_parsed + 1);
    let n_read = after.bytes_read - before.bytes_read;
    assert!(
        n_read < 200,
        "{n_read} bytes: the last message and the new one"
    );
    // All of it is compared afterwards, once.
    assert!(follow.conversation.look_again().is_some());
    look_until_calm(&mut follow);
    let compared = follow.conversation.cost().bytes_read - after.bytes_read;
    assert!(compared > 2000 * 20, "{compared} bytes");
    assert_eq!(
        follow.conversation.cost().records_parsed,
        after.records_parsed
    );
}

#[test]
fn whatever_changes_in_a_long_session_is_found() {
    let changes = [
        "update messages set content_json = replace(content_json, 'words 7\"', 'changed\"')",
        "delete from messages where message_id = 'long-1000'",
        "delete from messages where message_id > 'long-5'",
        "update messages set id = id + 100000",
        "create table kept as select * from messages; delete from messages;
         insert into messages select * from kept where message_id != 'long-3'; drop table kept",
    ];
    for change in changes {
        let sessions = Sessions::of("v16.sql");
        let connection = long_session(&sessions);
        let mut follow = sessions.open("20261001_1");
        look_until_calm(&mut follow);
        connection.execute_batch(change).expect("changed");
        say(&connection, "20261001_1", "new", "more");
        look_until_calm(&mut follow);
        let mut cold = sessions.open("20261001_1");
        look_until_calm(&mut cold);
        assert!(as_json(&follow.events) == as_json(&cold.events), "{change}");
    }
}
