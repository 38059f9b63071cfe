//! What a server says, and what a rendered page tells its program.

use super::{
    Sample,
    window::{changes, status, window},
};
use conversation::View;
use wire::{
    ConversationBody, ErrorDetails, Failure, FramesBody, Hello, ListMessage, ListQuery, ListState,
    ListWindow, Newer, Older, PageState, ServerMessage, SubAgents,
};

fn conversation() -> ConversationBody {
    ConversationBody {
        id: "i".into(),
        title: Some("t".into()),
        agent: "jp".into(),
        workspace: Some("w".into()),
        cwd: Some("/w".into()),
        updated_at: Some("u".into()),
        updated_at_ms: Some(9),
        events: Some(10),
        bytes: 11,
        state: "settled".into(),
        archived: true,
        pinned: true,
        labels: [("a", ""), ("b", "c")]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .into(),
        last_words: Some("l".into()),
        model: Some("m".into()),
        parent: Some("q".into()),
        parent_title: Some("r".into()),
        continue_command: Some("c".into()),
        problem: Some("p".into()),
        path: "/p".into(),
    }
}

fn query() -> ListQuery {
    ListQuery {
        filter: "f".into(),
        limit: 12,
        parent: Some("p".into()),
    }
}

fn list() -> ListWindow {
    ListWindow {
        entries: vec![conversation()],
        sub_agents: vec![sub_agents()],
        n_found: 13,
        n_all: 14,
        looked_in: "i".into(),
        problems: vec!["p".into()],
    }
}

fn sub_agents() -> SubAgents {
    SubAgents {
        of: "o".into(),
        entries: vec![conversation()],
        n_all: 15,
    }
}

fn error() -> ErrorDetails {
    ErrorDetails {
        code: "c".into(),
        message: "m".into(),
        detail: Some("d".into()),
    }
}

fn frames() -> FramesBody {
    FramesBody {
        position: "p".into(),
        frames: changes().into(),
    }
}

fn hello() -> Hello {
    Hello {
        version: 1,
        build: "b".into(),
    }
}

fn older() -> Older {
    Older {
        sub: 17,
        window: window(),
    }
}

fn newer() -> Newer {
    Newer {
        sub: 20,
        window: window(),
        is_end: true,
    }
}

fn list_message() -> ListMessage {
    ListMessage {
        sub: 18,
        window: list(),
    }
}

fn failure() -> Failure {
    Failure {
        sub: Some(19),
        error: error(),
    }
}

fn page() -> PageState {
    PageState {
        version: 1,
        build: "b".into(),
        conversation: conversation(),
        view: View::Provider,
        position: "p".into(),
        after: Some("a".into()),
        window: window(),
        status: status(),
    }
}

fn list_state() -> ListState {
    ListState {
        version: 1,
        build: "b".into(),
        query: query(),
        window: list(),
        now_ms: 20,
    }
}

pub(super) fn samples() -> Vec<Sample> {
    let frames_tagged = ServerMessage::Frames {
        sub: 1,
        body: frames(),
    };
    vec![
        Sample::of(
            conversation(),
            &[
                "title",
                "workspace",
                "cwd",
                "updated_at",
                "updated_at_ms",
                "events",
                "archived",
                "pinned",
                "labels",
                "last_words",
                "model",
                "parent",
                "parent_title",
                "continue_command",
                "problem",
            ],
        ),
        Sample::of(query(), &["filter", "parent"]),
        Sample::of(list(), &["sub_agents", "problems"]),
        Sample::of(sub_agents(), &[]),
        Sample::of(error(), &["detail"]),
        Sample::of(frames(), &[]),
        Sample::of(hello(), &[]),
        Sample::of(older(), &[]),
        Sample::of(newer(), &[]),
        Sample::of(list_message(), &[]),
        Sample::of(failure(), &["sub"]),
        Sample::of(page(), &["after"]),
        Sample::of(list_state(), &[]),
        Sample::of(ServerMessage::Hello(hello()), &[]),
        Sample::of(frames_tagged, &[]),
        Sample::of(ServerMessage::Older(older()), &[]),
        Sample::of(ServerMessage::Newer(newer()), &[]),
        Sample::of(ServerMessage::List(list_message()), &[]),
        Sample::of(ServerMessage::Error(failure()), &["sub"]),
    ]
}
