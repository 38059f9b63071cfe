//! The command as a person starts it.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

mod support;

use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    path::Path,
    process::{Child, Command, Stdio},
};
use support::fixtures;

fn command(arguments: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_serve-web"));
    command.args(arguments).arg("--no-open").current_dir(folder);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// A running server, which is killed when a test ends early.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

/// Starts the server and reads its first line.
fn start(arguments: &[&str], folder: &Path) -> (Running, String) {
    let mut child = command(arguments, folder).spawn().expect("it starts");
    let stdout = child.stdout.take().expect("its output");
    let running = Running(child);
    let mut line = String::new();
    BufReader::new(stdout).read_line(&mut line).expect("a line");
    (running, line)
}

/// What a command that fails writes to stderr.
fn failure(arguments: &[&str], folder: &Path) -> String {
    let output = command(arguments, folder).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    assert!(output.stdout.is_empty());
    let text = String::from_utf8(output.stderr).expect("text");
    assert_eq!(text.lines().count(), 1, "one clear line: {text}");
    assert!(text.starts_with("serve-web: "), "{text}");
    text
}

fn get(address: &str) -> String {
    let authority = address.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(authority).expect("a connection");
    write!(
        stream,
        "GET / HTTP/1.1\r\nhost: {authority}\r\nconnection: close\r\n\r\n"
    )
    .expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

fn workspace() -> String {
    fixtures().join("jp/workspace").display().to_string()
}

#[test]
fn the_first_line_is_the_address_and_a_signal_ends_it() {
    for signal in ["TERM", "INT"] {
        let (mut running, line) = start(&[&workspace(), "--port", "0"], Path::new("/"));
        let address = line
            .strip_prefix("serve-web: ")
            .expect("the address")
            .trim();
        assert!(
            address.starts_with("http://127.0.0.1:") && address.ends_with('/'),
            "{line}"
        );
        assert!(get(address).contains("A note in the middle"));
        let pid = running.0.id().to_string();
        assert!(
            Command::new("kill")
                .args(["-s", signal, &pid])
                .status()
                .expect("kill")
                .success()
        );
        assert_eq!(
            running.0.wait().expect("it ends").code(),
            Some(0),
            "{signal}"
        );
    }
}

#[test]
fn without_a_path_it_is_the_workspace_above() {
    let below = fixtures().join("jp/workspace/.jp/conversations");
    let (_running, line) = start(&["--port", "0"], &below);
    assert!(get(line.trim_start_matches("serve-web: ").trim()).contains("Every kind"));
    let nowhere = tempfile::tempdir().expect("a folder");
    assert!(failure(&["--port", "0"], nowhere.path()).contains("no JP workspace at or above"));
}

#[test]
fn paths_that_hold_nothing_are_one_clear_line() {
    let empty = tempfile::tempdir().expect("a folder");
    let path = empty.path().display().to_string();
    assert!(failure(&[&path], empty.path()).contains(&format!("{path} holds no conversations")));
    let missing = format!("{path}/missing");
    assert!(failure(&[&missing], empty.path()).contains(&format!("nothing at {missing}")));
}

#[test]
fn a_port_in_use_is_one_clear_line() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let text = failure(&[&workspace(), "--port", &port], Path::new("/"));
    assert!(
        text.contains(&format!(
            "port {port} is in use: choose another one with --port"
        )),
        "{text}"
    );
}

#[test]
fn one_conversation_can_be_named_alone() {
    let one = fixtures().join("jp/workspace/.jp/conversations/17700000002-every-kind");
    let (_running, line) = start(&[&one.display().to_string(), "--port", "0"], Path::new("/"));
    let page = get(line.trim_start_matches("serve-web: ").trim());
    assert!(page.contains("Every kind") && !page.contains("A note in the middle"));
}

#[test]
fn a_conversation_that_cannot_be_read_leaves_the_others_open() {
    let root = tempfile::tempdir().expect("a folder");
    let conversations = root.path().join(".jp/conversations");
    // A folder where the file should be is unreadable for anybody, root too.
    fs::create_dir_all(conversations.join("17800000001/events.json")).expect("a folder");
    fs::create_dir_all(conversations.join("17800000002")).expect("a folder");
    fs::write(conversations.join("17800000002/events.json"), "[]").expect("written");
    let (_running, line) = start(
        &[&root.path().display().to_string(), "--port", "0"],
        Path::new("/"),
    );
    let page = get(line.trim_start_matches("serve-web: ").trim());
    assert!(page.contains("17800000001") && page.contains("17800000002"));
}
