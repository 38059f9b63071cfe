//! The agents, by what is known of them before they run.

use clap::ValueEnum;

/// An agent that the laboratory can run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Agent {
    Claude,
    Codex,
    Gemini,
    Opencode,
    Goose,
    Cline,
}

impl Agent {
    /// The name of its program.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Claude => "claude",
            Self::Codex => "codex",
            Self::Gemini => "gemini",
            Self::Opencode => "opencode",
            Self::Goose => "goose",
            Self::Cline => "cline",
        }
    }

    /// Its package in the npm registry.
    pub(super) fn package(self) -> &'static str {
        match self {
            Self::Claude => "@anthropic-ai/claude-code",
            Self::Codex => "@openai/codex",
            Self::Gemini => "@google/gemini-cli",
            Self::Opencode => "opencode-ai",
            Self::Goose => "@aaif/goose",
            Self::Cline => "cline",
        }
    }

    /// The folder in its home where it keeps conversations.
    pub(super) fn store(self) -> &'static str {
        match self {
            Self::Claude => ".claude/projects",
            Self::Codex => ".codex/sessions",
            Self::Gemini => ".gemini/tmp",
            Self::Opencode => ".local/share/opencode",
            Self::Goose => ".local/share/goose/sessions",
            Self::Cline => ".cline/data/sessions",
        }
    }

    /// Whether serve-web reads that.
    pub(super) fn is_read(self) -> bool {
        matches!(self, Self::Claude | Self::Codex | Self::Goose)
    }
}
