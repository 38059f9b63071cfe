//! Which agent does what. The stand-in model knows by the first word of a prompt what it is to do.

use std::time::Duration;

use super::{Drawing, Scenario, Task};
use crate::agents::agent::Agent;
use crate::agents::lab::Tools;

/// Tells something between two steps of its work.
pub(super) const NOTE: Task = plainly("NOTE please", Tools::Ours);
/// The same, killed while its shell command runs.
const KILLED: Task = Task {
    killed_after: Some(Duration::from_secs(8)),
    ..NOTE
};
/// Calls a shell command that fails, and tools that give every kind of block or an error.
const CHECKS: Task = plainly("FIRST please", Tools::OfEveryKind);
/// Answers at once.
const ANSWER: Task = plainly("SECOND please", Tools::Ours);
/// Hands a part of the work to a sub-agent.
const HELPER: Task = plainly("DELEGATE please", Tools::Ours);

/// How each agent is told to go on with its last conversation.
const CLAUDE_ON: (usize, &[&str]) = (0, &["--continue"]);
const CODEX_ON: (usize, &[&str]) = (3, &["resume", "--last"]);
const GOOSE_ON: (usize, &[&str]) = (1, &["--resume"]);
/// Codex's model writes scripts that call the tools.
const SCRIPTS: (usize, &[&str]) = (1, &["--enable", "code_mode_only"]);
/// The newer of Codex's two ways to have sub-agents.
const TEAM: (usize, &[&str]) = (1, &["--enable", "multi_agent_v2"]);
/// goose may put the prompt behind a result once more, and the model then begins anew.
const BOUNDED: (usize, &[&str]) = (1, &["--max-turns", "60"]);

/// All there is, by agent.
pub(in crate::agents) const ALL: [Scenario; 20] = [
    of(Agent::Claude, "note", &[NOTE]).drawn(Drawing::Markdown),
    of(Agent::Claude, "checks", &[CHECKS]),
    of(Agent::Claude, "helper", &[HELPER]).with_helper(),
    of(Agent::Claude, "resumed", &[ANSWER, with(CLAUDE_ON, NOTE)]).drawn(Drawing::Markdown),
    of(Agent::Claude, "killed", &[KILLED, with(CLAUDE_ON, ANSWER)]).drawn(Drawing::Markdown),
    of(Agent::Codex, "note", &[NOTE]).drawn(Drawing::Plain),
    of(Agent::Codex, "checks", &[CHECKS]),
    of(Agent::Codex, "scripts", &[with(SCRIPTS, CHECKS)]),
    of(Agent::Codex, "helper", &[HELPER]).with_helper(),
    of(Agent::Codex, "team", &[with(TEAM, HELPER)]).with_helper(),
    of(Agent::Codex, "resumed", &[ANSWER, with(CODEX_ON, NOTE)]).drawn(Drawing::Plain),
    of(Agent::Codex, "killed", &[KILLED, with(CODEX_ON, ANSWER)]).drawn(Drawing::Plain),
    of(Agent::Gemini, "note", &[NOTE]),
    of(Agent::Opencode, "note", &[NOTE]),
    of(Agent::Goose, "note", &[NOTE]).drawn(Drawing::Plain),
    of(Agent::Goose, "checks", &[with(BOUNDED, CHECKS)]),
    of(Agent::Goose, "helper", &[HELPER]).with_helper(),
    of(Agent::Goose, "resumed", &[ANSWER, with(GOOSE_ON, NOTE)]).drawn(Drawing::Plain),
    of(Agent::Goose, "killed", &[KILLED, with(GOOSE_ON, ANSWER)]).drawn(Drawing::Plain),
    of(Agent::Cline, "note", &[NOTE]),
];

const fn of(agent: Agent, name: &'static str, runs: &'static [Task]) -> Scenario {
    Scenario {
        agent,
        name,
        runs,
        note: None,
        has_helper: false,
    }
}

/// What the laboratory's script runs as it is.
const fn plainly(prompt: &'static str, tools: Tools) -> Task {
    Task {
        prompt,
        tools,
        killed_after: None,
        words: (0, &[]),
    }
}

const fn with(words: (usize, &'static [&'static str]), task: Task) -> Task {
    Task { words, ..task }
}

impl Scenario {
    const fn drawn(mut self, drawing: Drawing) -> Self {
        self.note = Some(drawing);
        self
    }

    const fn with_helper(mut self) -> Self {
        self.has_helper = true;
        self
    }
}
