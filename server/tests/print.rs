//! `serve-web print` as a person starts it.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

mod support;

use serde_json::{Value, json};
use std::{
    fs::{self, File},
    io::{Read, Write as _},
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, ExitStatus, Output, Stdio},
    sync::{Arc, Condvar, Mutex},
    thread,
    time::Duration,
};
use support::{CUT_OFF, NOTE, fixtures};
use tempfile::TempDir;

const ID: &str = "17800000001";
/// Far longer than any of these takes, so that a test that fails ends.
const PATIENCE: Duration = Duration::from_secs(20);

/// The command, away from what is stored and configured on the machine.
fn command(arguments: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_serve-web"));
    command.arg("print").args(arguments).current_dir(folder);
    command.env("JP_USER_DATA_DIR", folder.join("none"));
    command
        .env("XDG_CONFIG_HOME", folder.join("none"))
        .env("TZ", "UTC");
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn print(arguments: &[&str], folder: &Path) -> Output {
    command(arguments, folder).output().expect("it runs")
}

fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).expect("text")
}

/// What a command writes that ends well.
fn printed(arguments: &[&str], folder: &Path) -> (String, String) {
    let output = print(arguments, folder);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{arguments:?}: {err}");
    (out.to_owned(), err.to_owned())
}

/// The one line that a command ends with that fails.
fn failure(arguments: &[&str], folder: &Path) -> String {
    let output = print(arguments, folder);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    assert!(output.stdout.is_empty());
    let err = text(&output.stderr).to_owned();
    assert_eq!(err.lines().count(), 1, "{err}");
    assert!(err.starts_with("serve-web: "), "{err}");
    err
}

#[test]
fn what_the_assistant_says_is_on_stdout_and_everything_else_on_stderr() {
    let (out, err) = printed(&[NOTE], &fixtures().join("jp/workspace"));
    assert_eq!(
        out,
        "**Phase 1**: 2 of 14 places moved.

Two places are moved, the third file is read-only:

- `src/lib.rs`
- `src/main.rs`
"
    );
    assert!(
        err.starts_with("Ada Example, 2026-05-29 19:42:\nMove every call"),
        "{err}"
    );
    assert!(
        err.contains("Calling tool fs_grep_files with arguments:\n\n```json\n{\n"),
        "{err}"
    );
}

#[test]
fn a_conversation_is_named_by_any_spelling_of_its_id_or_by_its_path() {
    let workspace = fixtures().join("jp/workspace");
    let conversations = workspace.join(".jp/conversations");
    let one = "17800000001-a-note-in-the-middle";
    let expected = printed(&[NOTE], &workspace);
    for name in [
        "17800000001",
        "jp-c17800000001",
        "jp-c17800000001-fix01",
        "jp~c17800000001",
        ".jp/conversations/17800000001-a-note-in-the-middle",
    ] {
        assert_eq!(printed(&[name], &workspace), expected, "{name}");
    }
    assert_eq!(printed(&[one], &conversations), expected);
    let within = workspace.display().to_string();
    assert_eq!(printed(&[ID, "--in", &within], Path::new("/")), expected);
    let path = conversations.join(one).display().to_string();
    assert_eq!(printed(&[&path], Path::new("/")), expected);
}

#[test]
fn what_is_not_there_is_one_clear_line() {
    let workspace = fixtures()
        .join("jp/workspace")
        .canonicalize()
        .expect("a folder");
    let looked_in = workspace.join(".jp/conversations").display().to_string();
    let error = failure(&["jp~c1"], &workspace);
    assert!(
        error.contains(&format!("no conversation \"jp~c1\" in {looked_in}")),
        "{error}"
    );
    assert!(error.contains("serve-web shows a list"), "{error}");
    let path = workspace.display().to_string();
    let error = failure(&[&path], Path::new("/"));
    assert!(
        error.contains("not the folder of one conversation"),
        "{error}"
    );
    let error = failure(&["./nothing\u{7}"], &workspace);
    assert!(error.contains("nothing at ./nothing"), "{error}");
    let output = print(&[NOTE, "--view", "mine"], &workspace);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("raw, user, provider"));
}

#[test]
fn what_cannot_be_read_to_its_end_is_printed_as_far_as_it_goes_and_fails() {
    let workspace = fixtures().join("jp/workspace");
    let output = print(&[CUT_OFF, "--format", "json"], &workspace);
    assert_eq!(output.status.code(), Some(1));
    let lines = text(&output.stdout).lines();
    let events: Vec<Value> = lines
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert!(!events.is_empty());
    assert!(text(&output.stderr).contains("ends in the middle of event"));
}

#[test]
fn views_say_that_they_are_none_and_a_document_stands_on_stdout_alone() {
    let workspace = fixtures().join("jp/workspace");
    let (out, err) = printed(&[NOTE, "--format", "json", "--view", "user"], &workspace);
    assert!(
        out.starts_with("{\"serve-web/projection\":\"user\"}\n"),
        "{out}"
    );
    assert_eq!(err, "");
    let (out, err) = printed(&[NOTE, "--format", "markdown"], &workspace);
    assert!(
        out.starts_with("# A note in the middle\n\n## Ada Example, 2026-05-29 19:42 UTC\n"),
        "{out}"
    );
    assert_eq!(err, "");
}

/// A workspace with one conversation that an agent writes to.
struct Store {
    root: TempDir,
    lock: Option<File>,
}

impl Store {
    fn new() -> Self {
        let root = tempfile::tempdir().expect("a folder");
        fs::create_dir_all(root.path().join(".jp/conversations").join(ID)).expect("a folder");
        fs::create_dir_all(root.path().join(".jp/locks")).expect("a folder");
        Self { root, lock: None }
    }

    fn write(&self, events: &[Value]) {
        let folder = self.root.path().join(".jp/conversations").join(ID);
        let temporary = folder.join("events.json.tmp");
        fs::write(&temporary, serde_json::to_vec(events).expect("JSON")).expect("written");
        fs::rename(temporary, folder.join("events.json")).expect("renamed");
    }

    fn lock_path(&self) -> PathBuf {
        self.root.path().join(format!(".jp/locks/jp-c{ID}.lock"))
    }

    /// Holds the lock that says that a turn runs.
    fn begin_turn(&mut self) {
        let mut lock = File::create(self.lock_path()).expect("a file");
        let holder = json!({"pid": std::process::id(), "session": "s"});
        write!(lock, "{holder}").expect("written");
        lock.lock().expect("locked");
        self.lock = Some(lock);
    }

    fn end_turn(&mut self) {
        self.lock = None;
        fs::remove_file(self.lock_path()).expect("deleted");
    }
}

/// A process that follows a conversation, and what it has written so far.
struct Following {
    child: Child,
    written: Arc<(Mutex<[String; 2]>, Condvar)>,
    readers: Vec<thread::JoinHandle<()>>,
}

impl Following {
    fn start(store: &Store, arguments: &[&str]) -> Self {
        let mut child = command(&[ID, "--follow"], store.root.path())
            .args(arguments)
            .spawn()
            .expect("it starts");
        let written = Arc::default();
        let out = child.stdout.take().expect("its output");
        let err = child.stderr.take().expect("its errors");
        let readers = vec![collect(out, 0, &written), collect(err, 1, &written)];
        Self {
            child,
            written,
            readers,
        }
    }

    /// Waits until one of the channels has this.
    fn wait_for(&self, text: &str) {
        let (written, news) = &*self.written;
        let written = written.lock().expect("no panic");
        let has_none = |written: &mut [String; 2]| !written.iter().any(|one| one.contains(text));
        let (written, waited) = news
            .wait_timeout_while(written, PATIENCE, has_none)
            .expect("no panic");
        assert!(!waited.timed_out(), "no {text:?} in {written:?}");
    }

    /// Presses Ctrl-C, and gives what was written and how it ended.
    fn end(mut self) -> (String, String, ExitStatus) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args(["-s", "INT", &pid]).status();
        assert!(sent.expect("kill").success());
        let status = self.child.wait().expect("it ends");
        for reader in self.readers.drain(..) {
            reader.join().expect("read to the end");
        }
        let [out, err] = self.written.0.lock().expect("no panic").clone();
        (out, err, status)
    }
}

impl Drop for Following {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

fn collect(
    mut channel: impl Read + Send + 'static,
    n: usize,
    written: &Arc<(Mutex<[String; 2]>, Condvar)>,
) -> thread::JoinHandle<()> {
    let written = Arc::clone(written);
    thread::spawn(move || {
        let mut buffer = [0; 4096];
        let mut pending = Vec::new();
        while let Ok(read @ 1..) = channel.read(&mut buffer) {
            pending.extend_from_slice(&buffer[..read]);
            // A read may end in the middle of a character.
            if let Ok(text) = str::from_utf8(&pending) {
                written.0.lock().expect("no panic")[n].push_str(text);
                pending.clear();
                written.1.notify_all();
            }
        }
    })
}

fn at(second: usize, fields: &Value) -> Value {
    let mut event = json!({"timestamp": format!("2026-01-01 00:00:{second:02}.0")});
    let fields = fields.as_object().expect("an object").clone();
    event.as_object_mut().expect("an object").extend(fields);
    event
}

/// A turn with texts in pieces, calls whose results come in another order, and an id that repeats.
fn turn() -> Vec<Value> {
    let events = [
        json!({"type": "turn_start"}),
        json!({"type": "chat_request", "content": "Do it, \u{fffd}é!"}),
        json!({"type": "chat_response", "reasoning": "First "}),
        json!({"type": "chat_response", "reasoning": "this."}),
        json!({"type": "chat_response", "message": "I will loo"}),
        json!({"type": "chat_response", "message": "k at it."}),
        json!({"type": "tool_call_request", "id": "a", "name": "one", "arguments": {"n": 1}}),
        json!({"type": "tool_call_request", "id": "b", "name": "two", "arguments": {}}),
        json!({"type": "tool_call_response", "id": "b", "content": "b is done", "is_error": false}),
        json!({"type": "tool_call_response", "id": "a", "content": "a failed", "is_error": true}),
        json!({"type": "tool_call_request", "id": "a", "name": "tell_user", "arguments": {"message": "A note."}}),
        json!({"type": "tool_call_response", "id": "a", "is_error": false, "content": [
            {"type": "text", "text": "A note.", "mimeType": "text/markdown", "annotations": {"audience": ["user"]}},
            {"type": "text", "text": "Message shown to user.", "annotations": {"audience": ["assistant"]}}]}),
        json!({"type": "chat_response", "message": "Do"}),
        json!({"type": "chat_response", "message": "ne."}),
    ];
    events
        .iter()
        .enumerate()
        .map(|(n, event)| at(n, event))
        .collect()
}

#[test]
#[cfg(unix)]
fn following_a_growing_conversation_prints_what_a_replay_prints() {
    for arguments in [
        &[][..],
        &["--view", "user"],
        &["--format", "json"],
        &["--format", "markdown"],
    ] {
        let mut store = Store::new();
        let events = turn();
        store.begin_turn();
        store.write(&events[..3]);
        let following = Following::start(&store, arguments);
        following.wait_for("Do it");
        // Each state of the file has something whose print says that it was read.
        for (n, sign) in [
            (6, "First this."),
            (8, "two"),
            (10, "b is done"),
            (13, "A note."),
        ] {
            let is_shown = match arguments {
                ["--view", "user"] => n >= 10,
                ["--format", "json"] => n != 6,
                _ => true,
            };
            store.write(&events[..n]);
            if is_shown {
                following.wait_for(sign);
            }
        }
        store.write(&events);
        store.end_turn();
        following.wait_for(if arguments.contains(&"json") {
            "ne."
        } else {
            "Done."
        });
        let (out, err, status) = following.end();
        assert_eq!(status.code(), Some(0), "{err}");

        let mut replay = vec![ID];
        replay.extend(arguments);
        assert_eq!(
            (out, err),
            printed(&replay, store.root.path()),
            "{arguments:?}"
        );
    }
}

#[test]
#[cfg(unix)]
fn what_changes_after_it_was_printed_is_one_line() {
    let mut store = Store::new();
    let mut events = turn();
    store.begin_turn();
    store.write(&events[..9]);
    let following = Following::start(&store, &[]);
    following.wait_for("b is done");
    events[8]["content"] = "b is other".into();
    store.write(&events);
    store.end_turn();
    following.wait_for("Done.");
    let (out, err, status) = following.end();
    assert_eq!(status.code(), Some(0));
    let told = err
        .lines()
        .filter(|line| line.contains("changed after it was printed."));
    assert_eq!(told.count(), 1, "{err}");
    assert!(
        !err.contains("b is other") && err.contains("a failed"),
        "{err}"
    );
    assert_eq!(out, "I will look at it.\n\nA note.\n\nDone.\n");
}

#[test]
fn a_pipe_that_closes_ends_it_quietly() {
    let store = Store::new();
    let long = "x".repeat(1 << 20);
    store.write(&[at(0, &json!({"type": "chat_response", "message": long}))]);
    for arguments in [&[][..], &["--follow"], &["--format", "json"]] {
        let mut child = command(&[ID], store.root.path())
            .args(arguments)
            .spawn()
            .expect("it starts");
        let mut out: ChildStdout = child.stdout.take().expect("its output");
        let mut first = [0; 16];
        out.read_exact(&mut first).expect("something");
        drop(out);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(text(&output.stderr), "", "{arguments:?}");
    }
}
