//! The command as a person starts it.

mod command_support;
mod support;

use command_support::{command, failure, get, output, start};
use std::{fs, net::TcpListener, path::Path, process::Command};
use support::fixtures;

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
        assert!(get(address, "").contains("A note in the middle"));
        let pid = running.child.id().to_string();
        assert!(
            Command::new("kill")
                .args(["-s", signal, &pid])
                .status()
                .expect("kill")
                .success()
        );
        assert_eq!(
            running.child.wait().expect("it ends").code(),
            Some(0),
            "{signal}"
        );
    }
}

#[test]
fn without_a_path_it_is_the_workspace_above() {
    let below = fixtures().join("jp/workspace/.jp/conversations");
    let (_running, line) = start(&["--port", "0"], &below);
    assert!(get(line.trim_start_matches("serve-web: ").trim(), "").contains("Every kind"));
    let nowhere = tempfile::tempdir().expect("a folder");
    let error = failure(&["--port", "0"], nowhere.path());
    assert!(error.contains("no JP workspace at or above"), "{error}");
    assert!(error.contains("serve-web demo"), "{error}");
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
    let page = get(line.trim_start_matches("serve-web: ").trim(), "");
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
    let page = get(line.trim_start_matches("serve-web: ").trim(), "");
    assert!(page.contains("17800000001") && page.contains("17800000002"));
}

#[test]
fn what_is_printed_for_shells_and_for_man() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = output(&["completions", shell]);
        assert!(
            script.contains("serve-web") && script.contains("demo"),
            "{shell}"
        );
    }
    assert!(output(&["man"]).contains(".TH serve-web 1"));
}

#[test]
fn clearing_the_cache_touches_nothing_else() {
    let cache = tempfile::tempdir().expect("a folder");
    let ours = cache.path().join("serve-web/viewer");
    let tools = cache.path().join("serve-web/tools");
    fs::create_dir_all(&ours).expect("a folder");
    fs::create_dir_all(&tools).expect("a folder");
    let clear = || {
        let mut clear = Command::new(env!("CARGO_BIN_EXE_serve-web"));
        clear.args(["cache", "clear"]);
        let output = clear.env("XDG_CACHE_HOME", cache.path()).output();
        let output = output.expect("it runs");
        assert!(output.status.success());
        String::from_utf8(output.stdout).expect("text")
    };
    assert_eq!(clear(), format!("serve-web: cleared {}\n", ours.display()));
    assert!(!ours.exists() && tools.is_dir());
    assert!(clear().contains("there was nothing to clear"));
}

#[test]
fn a_filter_that_is_none_is_one_clear_line() {
    let text = failure(
        &[&workspace(), "--port", "0", "--log", "loud"],
        Path::new("/"),
    );
    assert!(text.contains("--log loud: that is no filter"), "{text}");
}

#[test]
fn logs_go_to_stderr() {
    let arguments = [&workspace(), "--port", "0", "--log", "trace"];
    let (mut running, line) = start(&arguments, Path::new("/"));
    assert!(get(line.trim_start_matches("serve-web: ").trim(), "").contains("200 OK"));
    let logged = running.end();
    assert!(logged.contains("TRACE"), "{logged}");
}

#[test]
fn a_second_start_opens_the_running_server() {
    let runtime = tempfile::tempdir().expect("a folder");
    let begin = |path: &str, more: &[&str]| {
        let mut command = command(&[path], Path::new("/"));
        command.args(more).env("XDG_RUNTIME_DIR", runtime.path());
        command_support::spawn(command)
    };
    let files = || {
        let folder = runtime.path().join("serve-web/running");
        fs::read_dir(folder).map_or(0, Iterator::count)
    };
    let (mut first, address) = begin(&workspace(), &[]);
    assert_eq!(files(), 1);

    let (mut second, same) = begin(&format!("{}/.jp", workspace()), &[]);
    assert_eq!(same, address, "the same store, named in another way");
    assert_eq!(second.child.wait().expect("it ends").code(), Some(0));
    assert_eq!(files(), 1, "the one that ended was no server");

    let one = format!("{}/.jp/conversations/17700000002-every-kind", workspace());
    for (path, more) in [
        (workspace(), &["--new"][..]),
        (workspace(), &["--port", "0"]),
        (one, &[]),
    ] {
        let (mut other, new) = begin(&path, more);
        assert_ne!(new, address, "{path} {more:?}");
        assert_eq!(files(), 2);
        other.end();
        assert_eq!(files(), 1);
    }
    first.end();
    assert_eq!(files(), 0, "each takes its file with it");
}
