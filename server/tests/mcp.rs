//! `serve-web mcp` and `serve-web tell-user` as processes.

mod command_support;

use command_support::output;
use serde_json::{Value, json};
use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    path::Path,
    process::{Command, Stdio},
};

/// RFD 094's result, without the spaces, for this message.
const RESULT: &str = r#"{"content":[{"type":"text","text":"Phase 1 done.","mimeType":"text/markdown","annotations":{"audience":["user"]}},{"type":"text","text":"Message shown to user.","annotations":{"audience":["assistant"]}}]}"#;

#[test]
fn mcp_ends_with_its_client_and_writes_only_the_protocol() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_serve-web"))
        .args(["mcp", "--log", "trace"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdin = child.stdin.take().expect("its input");
    let mut stdout = BufReader::new(child.stdout.take().expect("its output"));
    let mut stderr = child.stderr.take().expect("its errors");
    let mut ask = |request: Value| {
        writeln!(stdin, "{request}").expect("it reads");
        let mut line = String::new();
        stdout.read_line(&mut line).expect("a line");
        line
    };
    let greeting = ask(
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2024-11-05",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        }}),
    );
    assert!(
        greeting.contains(r#""protocolVersion":"2024-11-05""#),
        "{greeting}"
    );
    let answer = ask(
        json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {
            "name": "tell_user",
            "arguments": {"message": "Phase 1 done."},
        }}),
    );
    let blocks = RESULT
        .trim_start_matches(r#"{"content":"#)
        .trim_end_matches('}');
    assert_eq!(
        answer,
        format!(
            "{{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{{\"content\":{blocks},\"isError\":false,\"_meta\":{{\"serve-web/blocks\":{blocks}}}}}}}\n"
        )
    );
    drop(stdin);
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).expect("text");
    assert_eq!(rest, "");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    let mut logged = String::new();
    stderr.read_to_string(&mut logged).expect("text");
    assert!(logged.contains("rmcp"), "{logged}");
}

#[test]
fn mcp_without_a_client_ends_well() {
    assert_eq!(output(&["mcp"]), "");
}

#[test]
fn tell_user_prints_the_rfds_object() {
    let call = json!({
        "name": "tell_user",
        "arguments": {"message": "Phase 1 done."},
        "answers": {},
        "options": {},
    });
    for arguments in [
        &["tell-user", &call.to_string()][..],
        &["tell-user", "--message", "Phase 1 done."],
        &["tell-user", "--message=Phase 1 done."],
    ] {
        assert_eq!(output(arguments), format!("{RESULT}\n"), "{arguments:?}");
    }
}

#[test]
fn tell_user_passes_odd_messages() {
    for message in ["--port", "-x\r\n\u{202e}\u{7}", "{{tool}}", " 🦀 "] {
        let printed = output(&["tell-user", &format!("--message={message}")]);
        let printed: Value = serde_json::from_str(&printed).expect("it is JSON");
        assert_eq!(printed["content"][0]["text"], message);
        let separate = output(&["tell-user", "--message", message]);
        assert_eq!(
            serde_json::from_str::<Value>(&separate).expect("it is JSON"),
            printed
        );
    }
}

#[test]
fn tell_user_refuses_what_mcp_refuses() {
    for (call, said) in [
        (r#"{"arguments": {}}"#, "`message` is missing"),
        (r"{}", "`message` is missing"),
        (r#"{"arguments": {"message": " "}}"#, "`message` is empty"),
        (r#"{"arguments": {"message": 3}}"#, "`message` is a number"),
        (
            r#"{"arguments": {"message": "x", "to": "y"}}"#,
            "`to` is no argument",
        ),
        (r#"{"arguments": "x"}"#, "are a string, not an object"),
        ("{", "the call is no JSON"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_serve-web"))
            .args(["tell-user", call])
            .output()
            .expect("it runs");
        assert_eq!(output.status.code(), Some(1), "{call}");
        assert!(output.stdout.is_empty(), "{call}");
        let error = String::from_utf8(output.stderr).expect("text");
        assert!(error.contains(said), "{call}: {error}");
    }
}

/// The RFD's words, which people copy from the page and models read.
#[test]
fn mcp_is_explained_in_the_rfds_words() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/tell-user.md");
    let page = fs::read_to_string(page).expect("the page");
    let for_instructions = "Between tool calls, when you have content the user must read verbatim (a partial deliverable, a direct answer to their question), call the `tell_user` tool with that content. Use `tell_user` only for user-facing content, not for narration or reasoning.";
    assert!(page.contains(&format!("> {for_instructions}\n")));
    assert!(page.contains(&format!("    \"{for_instructions}\",\n")));
    assert!(page.contains(
        "[conversation.tools.tell_user.style]
header = \"off\"
parameters = \"off\"
inline_results = { user = \"chat\", assistant = \"off\" }
results_file_link = \"off\"
"
    ));
    let summary = page.split("summary = \"\"\"\n").nth(1).expect("a summary");
    let summary = summary.split("\"\"\"").next().expect("its end");
    // A backslash at the end of a line takes the break away.
    let summary = summary.replace("\\\n", "");
    let mut child = Command::new(env!("CARGO_BIN_EXE_serve-web"))
        .arg("mcp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdin = child.stdin.take().expect("its input");
    let about_us = json!({
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    });
    for (id, method, params) in [(1, "initialize", about_us), (2, "tools/list", json!({}))] {
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        writeln!(stdin, "{request}").expect("it reads");
    }
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    let answers = String::from_utf8(output.stdout).expect("text");
    let tools = answers.lines().nth(1).expect("a second answer");
    let tools: Value = serde_json::from_str(tools).expect("it is JSON");
    assert_eq!(tools["result"]["tools"][0]["description"], summary);
}
