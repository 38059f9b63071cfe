//! Starts the command as a person does.

#![allow(
    dead_code,
    unreachable_pub,
    clippy::allow_attributes,
    clippy::expect_used,
    reason = "each test uses a part of it, and stops at what it did not expect"
)]

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
};

/// Where agents are told that they keep conversations.
const PLACES: [&str; 6] = [
    "CLAUDE_CONFIG_DIR",
    "CODEX_HOME",
    "GOOSE_PATH_ROOT",
    "JP_USER_DATA_DIR",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
];

/// The command with these arguments. It leaves nothing outside of the build's folder, and finds no
/// conversations of whoever runs the tests.
pub fn command(arguments: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_serve-web"));
    command.args(arguments).arg("--no-open").current_dir(folder);
    command.env("XDG_RUNTIME_DIR", env!("CARGO_TARGET_TMPDIR"));
    command.env("HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/home"));
    for place in PLACES {
        command.env_remove(place);
    }
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// A running server, which is killed when a test ends early.
pub struct Running {
    pub child: Child,
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Running {
    /// Asks it to end, waits until it has, and gives what it wrote to stderr.
    pub fn end(&mut self) -> String {
        self.signal("TERM");
        let mut stderr = self.child.stderr.take().expect("its errors");
        let mut text = String::new();
        stderr.read_to_string(&mut text).expect("text");
        let code = self.child.wait().expect("it ends").code();
        assert_eq!(code, Some(0), "{text}");
        text
    }

    /// Sends it a signal.
    pub fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &pid]).status();
        assert!(sent.expect("kill").success());
    }
}

/// Starts a server and reads its first line.
pub fn start(arguments: &[&str], folder: &Path) -> (Running, String) {
    spawn(command(arguments, folder))
}

/// Starts a server that was prepared and reads its first line.
pub fn spawn(mut command: Command) -> (Running, String) {
    let mut child = command.spawn().expect("it starts");
    let stdout = child.stdout.take().expect("its output");
    let running = Running { child };
    let mut line = String::new();
    BufReader::new(stdout).read_line(&mut line).expect("a line");
    (running, line)
}

/// What a command prints that ends well.
pub fn output(arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_serve-web"));
    let output = command.args(arguments).output().expect("it runs");
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// What a command that fails writes to stderr.
pub fn failure(arguments: &[&str], folder: &Path) -> String {
    let output = command(arguments, folder).output().expect("it runs");
    assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    assert!(output.stdout.is_empty());
    let text = String::from_utf8(output.stderr).expect("text");
    assert_eq!(text.lines().count(), 1, "one clear line: {text}");
    assert!(text.starts_with("serve-web: "), "{text}");
    text
}

/// The answer to a request, head and body.
pub fn get(address: &str, path: &str) -> String {
    let authority = address.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(authority).expect("a connection");
    write!(
        stream,
        "GET /{path} HTTP/1.1\r\nhost: {authority}\r\nconnection: close\r\n\r\n"
    )
    .expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}
