//! The server as a client sees it: lines in, lines out.

use super::{input::Mended, service::Verbatim};
use rmcp::ServiceExt as _;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines, duplex},
    time::timeout,
};

/// RFD 094's result, without the spaces, where the message is these three words.
const RESULT: &str = r#"{"content":[{"type":"text","text":"<the message, verbatim>","mimeType":"text/markdown","annotations":{"audience":["user"]}},{"type":"text","text":"Message shown to user.","annotations":{"audience":["assistant"]}}]}"#;

struct Client {
    to_server: DuplexStream,
    from_server: Lines<BufReader<DuplexStream>>,
}

impl Client {
    /// A client that wants this version, and what the server says to that.
    async fn greet(version: &str) -> (Self, Value) {
        let (to_server, input) = duplex(4096);
        let (output, from_server) = duplex(4096);
        tokio::spawn(async move {
            let running = Verbatim::default()
                .serve((Mended::new(input), output))
                .await;
            running
                .expect("it is greeted")
                .waiting()
                .await
                .expect("it ends");
        });
        let from_server = BufReader::new(from_server).lines();
        let mut client = Self {
            to_server,
            from_server,
        };
        let greeting = client
            .ask(
                json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
                    "protocolVersion": version,
                    "capabilities": {},
                    "clientInfo": {"name": "test", "version": "1"},
                }}),
            )
            .await;
        client
            .send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
            .await;
        (client, greeting)
    }

    async fn begin() -> Self {
        Self::greet("2025-06-18").await.0
    }

    async fn send(&mut self, line: &str) {
        let line = format!("{line}\n");
        let sent = self.to_server.write_all(line.as_bytes()).await;
        sent.expect("the server reads");
    }

    /// The next line that the server writes.
    async fn line(&mut self) -> String {
        let line = timeout(Duration::from_secs(30), self.from_server.next_line()).await;
        line.expect("it answers")
            .expect("it is text")
            .expect("a line")
    }

    async fn ask(&mut self, request: Value) -> Value {
        // Reading and writing at once, since neither side keeps much.
        let line = format!("{request}\n");
        let (sent, answer) = tokio::join!(
            self.to_server.write_all(line.as_bytes()),
            self.from_server.next_line()
        );
        sent.expect("the server reads");
        let answer = answer.expect("it is text").expect("a line");
        serde_json::from_str(&answer).expect("it is JSON")
    }

    async fn call(&mut self, params: Value) -> Value {
        self.ask(json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}))
            .await
    }

    async fn tell(&mut self, arguments: Value) -> Value {
        self.call(json!({"name": "tell_user", "arguments": arguments}))
            .await
    }
}

#[tokio::test]
async fn every_version_with_a_greeting_is_spoken() {
    for (asked, spoken) in [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("1999-01-01", "2025-11-25"),
    ] {
        let (mut client, greeting) = Client::greet(asked).await;
        assert_eq!(
            greeting["result"],
            json!({
                "protocolVersion": spoken,
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "serve-web", "version": env!("CARGO_PKG_VERSION")},
            })
        );
        let answer = client.tell(json!({"message": "x"})).await;
        assert_eq!(answer["result"]["isError"], false, "{answer}");
    }
}

/// The version of 2026 has no greeting: each request says what it needs to.
#[tokio::test]
async fn the_version_without_a_greeting_is_spoken() {
    let mut client = Client::begin().await;
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    for (arguments, is_error) in [(json!({"message": "x"}), false), (json!([]), true)] {
        let call = json!({"name": "tell_user", "arguments": arguments, "_meta": meta});
        let answer = client.call(call).await;
        assert_eq!(answer["result"]["resultType"], "complete", "{answer}");
        assert_eq!(answer["result"]["isError"], is_error, "{answer}");
    }
}

#[tokio::test]
async fn the_tool_is_defined_as_the_rfd_says() {
    let description = "
        > Display a message directly to the user.
        > Use this for progress updates with specific numbers, partial deliverables,
        > or a direct reply to a question the user asked mid-task — content the user
        > must see exactly as written before the task finishes.
        > The message is rendered verbatim as chat content; you receive an
        > acknowledgement and your turn continues.
        > Do not route narration or internal reasoning through this tool, and do not
        > use it for your final response — end your turn with a normal message for
        > that.";
    let words: Vec<&str> = description
        .split_whitespace()
        .filter(|word| *word != ">")
        .collect();
    let mut client = Client::begin().await;
    let list = client
        .ask(json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}))
        .await;
    assert_eq!(
        list["result"],
        json!({"tools": [{
            "name": "tell_user",
            "title": "Tell the user",
            "description": words.join(" "),
            "inputSchema": {
                "type": "object",
                "properties": {"message": {"type": "string"}},
                "required": ["message"],
                "additionalProperties": false,
            },
            "annotations": {"readOnlyHint": true, "destructiveHint": false},
        }]})
    );
}

/// As text, so the order of fields counts.
#[tokio::test]
async fn response_block_shape_is_the_rfds() {
    let mut client = Client::begin().await;
    client
        .send(r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"tell_user","arguments":{"message":"<the message, verbatim>"}}}"#)
        .await;
    let content = RESULT.trim_end_matches('}');
    let blocks = content.trim_start_matches(r#"{"content":"#);
    let expected = format!(
        r#"{{"jsonrpc":"2.0","id":7,"result":{content},"isError":false,"_meta":{{"serve-web/blocks":{blocks}}}}}}}"#
    );
    assert_eq!(client.line().await, expected);
}

#[tokio::test]
async fn messages_pass_verbatim() {
    let controls: String = (0..0x20u8)
        .map(char::from)
        .chain(['\u{7f}', '\u{85}'])
        .collect();
    let mut client = Client::begin().await;
    for message in [
        "a\r\nb\rc\n\n".to_owned(),
        "  leading, trailing \t".to_owned(),
        format!("x{controls}"),
        "\u{feff}\u{200b}\u{202e}\u{2028}\u{fffd}\u{ffff}\u{10ffff}".to_owned(),
        "e\u{301} 👩‍👩‍👧 \u{1f3f4}\u{e0067}\u{e007f} العربية".to_owned(),
        r#"{"content":[]} \n \ud83d "quoted" <b>&amp;</b> {{tool}}"#.to_owned(),
        "🦀 long ".repeat(100_000),
    ] {
        let answer = client.tell(json!({"message": message})).await;
        let result = &answer["result"];
        assert_eq!(result["content"][0]["text"], message);
        assert_eq!(result["content"], result["_meta"]["serve-web/blocks"]);
        assert_eq!(result["isError"], false);
    }
}

#[tokio::test]
async fn half_a_character_is_answered() {
    let mut client = Client::begin().await;
    client
        .send(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"tell_user","arguments":{"message":"a \ud83d b"}}}"#)
        .await;
    let answer: Value = serde_json::from_str(&client.line().await).expect("it is JSON");
    assert_eq!(answer["result"]["content"][0]["text"], "a \u{fffd} b");
}

#[tokio::test]
async fn argument_validation_is_a_result_without_audience() {
    let mut client = Client::begin().await;
    for (params, said) in [
        (json!({"name": "tell_user"}), "`message` is missing"),
        (
            json!({"name": "tell_user", "arguments": null}),
            "`message` is missing",
        ),
        (
            json!({"name": "tell_user", "arguments": {}}),
            "`message` is missing",
        ),
        (
            json!({"name": "tell_user", "arguments": {"message": ""}}),
            "`message` is empty",
        ),
        (
            json!({"name": "tell_user", "arguments": {"message": "\n \t"}}),
            "`message` is empty",
        ),
        (
            json!({"name": "tell_user", "arguments": {"message": 3}}),
            "`message` is a number",
        ),
        (
            json!({"name": "tell_user", "arguments": {"message": null}}),
            "`message` is null",
        ),
        (
            json!({"name": "tell_user", "arguments": {"message": ["x"]}}),
            "`message` is an array",
        ),
        (
            json!({"name": "tell_user", "arguments": {"message": "x", "to": "y"}}),
            "`to` is no argument",
        ),
        (
            json!({"name": "tell_user", "arguments": {"text": "x"}}),
            "`text` is no argument",
        ),
        (
            json!({"name": "tell_user", "arguments": "x"}),
            "are a string, not an object",
        ),
        (
            json!({"name": "tell_user", "arguments": ["x"]}),
            "are an array, not an object",
        ),
        (
            json!({"name": "tell_user", "arguments": false}),
            "are a boolean, not an object",
        ),
    ] {
        let answer = client.call(params.clone()).await;
        let text = answer["result"]["content"][0]["text"].clone();
        let block = json!({"type": "text", "text": text});
        assert_eq!(
            answer["result"],
            json!({"content": [block], "isError": true}),
            "{params}"
        );
        assert!(
            text.as_str().is_some_and(|text| text.contains(said)),
            "{said}: {text}"
        );
        assert!(text.to_string().contains("all tell_user again"), "{text}");
    }
}

#[tokio::test]
async fn an_unknown_tool_is_an_error_of_the_protocol() {
    let mut client = Client::begin().await;
    for params in [
        json!({"name": "tell_users", "arguments": {"message": "x"}}),
        json!({"name": "other", "arguments": "x"}),
        json!({"arguments": {"message": "x"}}),
        json!({}),
    ] {
        let answer = client.call(params.clone()).await;
        assert_eq!(answer["error"]["code"], -32602, "{params}: {answer}");
        assert!(answer.get("result").is_none(), "{answer}");
    }
}

/// Nothing that a client does between two messages ends the conversation with it.
#[tokio::test]
async fn loop_continuation_holds_after_every_answer() {
    let mut client = Client::begin().await;
    for _ in 0..3 {
        assert_eq!(
            client.tell(json!({"message": "x"})).await["result"]["isError"],
            false
        );
        assert_eq!(client.tell(json!({})).await["result"]["isError"], true);
        assert_eq!(
            client.call(json!({"name": "x"})).await["error"]["code"],
            -32602
        );
        client.send("no JSON").await;
        let pong = client
            .ask(json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}))
            .await;
        assert_eq!(pong["result"], json!({}));
    }
}
