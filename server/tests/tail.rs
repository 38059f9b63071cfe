//! `serve-web tail` against the server as a person starts both.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

mod command_support;

use command_support::{Running, start};
use conversation::{Change, ViewState, read::FromJson as _};
use serde_json::{Value, json};
use std::{
    fs,
    io::{self, BufRead as _, BufReader, Read as _},
    net::{Shutdown, TcpListener, TcpStream},
    path::Path,
    process::{ChildStdout, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    thread,
    time::{Duration, Instant},
};
use tempfile::TempDir;

const ID: &str = "17800000001";
/// Far longer than any of these takes, so that a test that fails ends.
const PATIENCE: Duration = Duration::from_secs(30);

/// A workspace with one conversation, and a server that shows it on a port that stays the same.
struct Served {
    root: TempDir,
    texts: Vec<String>,
    server: Option<Running>,
    port: String,
}

impl Served {
    fn with(texts: &[&str]) -> Self {
        let root = tempfile::tempdir().expect("a folder");
        let mut served = Self {
            root,
            texts: Vec::new(),
            server: None,
            port: "0".to_owned(),
        };
        served.say(texts);
        served.start();
        served
    }

    fn start(&mut self) {
        let path = self.root.path().display().to_string();
        let (running, line) = start(&[&path, "--new", "--port", &self.port], Path::new("/"));
        let port = line.trim_end_matches(['/', '\n']).rsplit(':').next();
        port.unwrap_or_default().clone_into(&mut self.port);
        self.server = Some(running);
    }

    /// Ends it as no program can prepare for.
    fn kill(&mut self) {
        self.server = None;
    }

    /// Says more, each a text of its own.
    fn say(&mut self, texts: &[&str]) {
        self.texts
            .extend(texts.iter().map(|text| (*text).to_owned()));
        let folder = self.root.path().join(".jp/conversations").join(ID);
        fs::create_dir_all(&folder).expect("a folder");
        let events: Vec<Value> = self.texts.iter().flat_map(|text| said(text)).collect();
        fs::write(folder.join("new"), json!(events).to_string()).expect("written");
        fs::rename(folder.join("new"), folder.join("events.json")).expect("renamed");
    }

    fn address(&self) -> String {
        format!("http://127.0.0.1:{}/c/{ID}", self.port)
    }
}

fn said(text: &str) -> [Value; 2] {
    let at = "2026-01-01 00:00:00.0";
    [
        json!({"timestamp": at, "type": "turn_start", "event_id": format!("t-{text}")}),
        json!({"timestamp": at, "type": "chat_response", "message": text, "event_id": format!("m-{text}")}),
    ]
}

/// The client, with its output at hand.
fn tail(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_serve-web"));
    command.arg("tail").args(arguments);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// A client that runs, and the lines that it prints.
struct Tail {
    running: Running,
    lines: Receiver<String>,
    heard: Vec<String>,
}

impl Tail {
    fn start(address: &str, arguments: &[&str]) -> Self {
        let mut child = tail(&[address]).args(arguments).spawn().expect("it starts");
        let lines = lines(child.stdout.take().expect("its output"));
        Self {
            running: Running { child },
            lines,
            heard: Vec::new(),
        }
    }

    /// Reads until a line has this text.
    fn hear(&mut self, text: &str) {
        let begin = Instant::now();
        while !self.heard.iter().any(|line| line.contains(text)) {
            let left = PATIENCE.saturating_sub(begin.elapsed());
            let line = self.lines.recv_timeout(left);
            let line = line.unwrap_or_else(|_| panic!("no {text:?} in {:?}", self.heard));
            self.heard.push(line);
        }
    }

    /// The lines that hold something.
    fn texts(&self) -> Vec<&str> {
        let lines = self.heard.iter().map(String::as_str);
        lines.filter(|line| !line.is_empty()).collect()
    }

    /// Ends it with Ctrl-C and gives what it wrote to stderr.
    fn end(mut self) -> String {
        self.running.signal("INT");
        let mut stderr = self.running.child.stderr.take().expect("its errors");
        let mut text = String::new();
        stderr.read_to_string(&mut text).expect("text");
        let code = self.running.child.wait().expect("it ends").code();
        assert_eq!(code, Some(0), "{text}");
        text
    }
}

fn lines(stdout: ChildStdout) -> Receiver<String> {
    let (sender, lines) = channel();
    thread::spawn(move || {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            // A test that has ended listens no more.
            drop(sender.send(line));
        }
    });
    lines
}

#[test]
fn every_text_is_printed_once_across_a_kill() {
    let mut served = Served::with(&["one", "two"]);
    let mut tail = Tail::start(&served.address(), &[]);
    tail.hear("two");
    served.say(&["three"]);
    tail.hear("three");
    served.kill();
    served.say(&["four", "five"]);
    served.start();
    tail.hear("five");
    served.say(&["six"]);
    tail.hear("six");
    assert_eq!(tail.texts(), ["one", "two", "three", "four", "five", "six"]);

    let mut replayed = Tail::start(&served.address(), &[]);
    replayed.hear("six");
    assert_eq!(replayed.heard, tail.heard, "a replay is what was live");
    let told = tail.end();
    let lost = told.find("serve-web: lost the connection to 127.0.0.1:");
    let found = told.find("serve-web: connected again");
    assert!(lost.is_some() && lost < found, "{told}");
}

#[test]
fn a_store_that_was_written_anew_is_printed_from_where_it_differs() {
    let mut served = Served::with(&["one", "two"]);
    let mut tail = Tail::start(&served.address(), &[]);
    tail.hear("two");
    served.kill();
    served.texts = vec!["zero".to_owned(), "two".to_owned()];
    served.say(&["three"]);
    served.start();
    tail.hear("three");
    assert_eq!(tail.texts(), ["one", "two", "zero", "three"]);
}

#[test]
fn more_than_the_server_tells_one_by_one_is_fetched() {
    let mut served = Served::with(&["first"]);
    let mut tail = Tail::start(&served.address(), &[]);
    tail.hear("first");
    served.kill();
    let missed: Vec<String> = (0..1500).map(|n| format!("m{n:04}")).collect();
    let texts: Vec<&str> = missed.iter().map(String::as_str).collect();
    served.say(&texts);
    served.say(&["last"]);
    served.start();
    tail.hear("last");
    let mut expected = vec!["first"];
    expected.extend(texts);
    expected.push("last");
    assert_eq!(tail.texts(), expected);
}

#[test]
fn frames_are_lines_that_fold_to_what_is_there() {
    let mut served = Served::with(&["one"]);
    let mut tail = Tail::start(&format!("{}?view=raw", served.address()), &["--json"]);
    tail.hear("status");
    served.say(&["two"]);
    tail.hear("m-two");
    let mut state = ViewState::default();
    for line in &tail.heard {
        let frame = serde_json::from_str(line).expect("JSON");
        state.apply(Change::from_json(frame).expect("a frame"));
    }
    let texts: Vec<&str> = state
        .items()
        .iter()
        .filter_map(|item| item.event.get("message")?.as_str())
        .collect();
    assert_eq!(texts, ["one", "two"]);
    assert_eq!(tail.end(), "");
}

#[test]
fn it_ends_when_nobody_reads() {
    let served = Served::with(&["one"]);
    let mut child = tail(&[&served.address()]).spawn().expect("it starts");
    let mut stdout = BufReader::new(child.stdout.take().expect("its output"));
    let mut running = Running { child };
    let mut line = String::new();
    stdout.read_line(&mut line).expect("a line");
    drop(stdout);
    let code = running.child.wait().expect("it ends").code();
    assert_eq!((line.as_str(), code), ("one\n", Some(0)));
}

#[test]
fn what_cannot_be_followed_is_one_clear_line() {
    let served = Served::with(&["one"]);
    let other = served.address().replace(ID, "17800000009");
    for (address, words) in [
        ("17800000001", "is no address of a conversation"),
        ("http://127.0.0.1:1/c/x", "nothing answers at 127.0.0.1:1"),
        (&other, "there is no conversation"),
    ] {
        let output = tail(&[address]).output().expect("it runs");
        let text = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(1), "{text}");
        let is_line = text.starts_with("serve-web: ") && text.lines().count() == 1;
        assert!(is_line && text.contains(words), "{text}");
    }
}

/// Passes connections on to a port, and cuts each after a while.
fn cutting_proxy(port: &str, after: Duration) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let own = listener.local_addr().expect("an address").port();
    let server = format!("127.0.0.1:{port}");
    thread::spawn(move || {
        for reader in listener.incoming().map_while(Result::ok) {
            let server = TcpStream::connect(&server).expect("the server");
            pass_on(&reader, &server);
            pass_on(&server, &reader);
            thread::spawn(move || {
                thread::sleep(after);
                // Either may have ended by itself.
                drop(reader.shutdown(Shutdown::Both));
                drop(server.shutdown(Shutdown::Both));
            });
        }
    });
    own
}

fn pass_on(from: &TcpStream, to: &TcpStream) {
    let mut from = from.try_clone().expect("a connection");
    let mut to = to.try_clone().expect("a connection");
    thread::spawn(move || drop(io::copy(&mut from, &mut to)));
}

#[test]
fn every_text_arrives_once_through_a_proxy_that_cuts() {
    let mut served = Served::with(&["begin"]);
    let proxy = cutting_proxy(&served.port, Duration::from_millis(400));
    let mut tail = Tail::start(&format!("http://127.0.0.1:{proxy}/c/{ID}"), &[]);
    tail.hear("begin");
    let texts: Vec<String> = (0..40).map(|n| format!("m{n:02}")).collect();
    for text in &texts {
        served.say(&[text]);
        thread::sleep(Duration::from_millis(60));
    }
    tail.hear("m39");
    let mut expected = vec!["begin"];
    expected.extend(texts.iter().map(String::as_str));
    assert_eq!(tail.texts(), expected);
    let told = tail.end();
    assert!(told.matches("connected again").count() >= 3, "{told}");
}
