//! The ids of conversations.

use super::known::Part;
use std::fmt;

/// What the ids of this agent begin with.
const PREFIX: &str = "claude~";
/// What stands between a session's id and a sub-agent's.
const AGENT: &str = ".agent-";
const SIDE: &str = ".side-";

/// A conversation's id: that of its session, and of a sub-agent in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct ClaudeId {
    /// The session, which names its file.
    pub session: String,
    /// A sub-agent in it.
    pub agent: Option<Agent>,
}

/// How a sub-agent is named.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Agent {
    /// By the id that the program gave it.
    Named(String),
    /// By its first record, where it is stored between the lines of its session.
    Side(String),
}

impl ClaudeId {
    pub(super) fn session(session: &str) -> Self {
        Self {
            session: session.to_owned(),
            agent: None,
        }
    }

    pub(super) fn agent(session: &str, agent: &str) -> Option<Self> {
        is_plain(agent).then(|| Self {
            session: session.to_owned(),
            agent: Some(Agent::Named(agent.to_owned())),
        })
    }

    pub(super) fn side(session: &str, first: &str) -> Option<Self> {
        is_plain(first).then(|| Self {
            session: session.to_owned(),
            agent: Some(Agent::Side(first.to_owned())),
        })
    }

    /// The id that a person may write: as URLs have it, or as the agent does. Nothing where it could
    /// not name a file.
    pub(super) fn parse(spelled: &str) -> Option<Self> {
        let id = spelled.strip_prefix(PREFIX).unwrap_or(spelled);
        let split = |mark| id.rsplit_once(mark);
        let id = match (split(AGENT), split(SIDE)) {
            (Some((session, agent)), _) => Self::agent(session, agent)?,
            (None, Some((session, first))) => Self::side(session, first)?,
            (None, None) => Self::session(id),
        };
        is_name(&id.session).then_some(id)
    }

    /// The session that a sub-agent belongs to.
    pub(super) fn parent(&self) -> Option<Self> {
        self.agent.as_ref().map(|_| Self::session(&self.session))
    }

    /// Whether `session` can be written in a command as it is.
    pub(super) fn is_plain(&self) -> bool {
        is_plain(&self.session)
    }

    /// The part of the session's own file that is this conversation.
    pub(super) fn part(&self) -> Part {
        match &self.agent {
            None => Part::Main,
            Some(Agent::Named(agent)) => Part::Reported(agent.clone()),
            Some(Agent::Side(first)) => Part::Side(first.clone()),
        }
    }
}

impl fmt::Display for ClaudeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}", self.session)?;
        match &self.agent {
            None => Ok(()),
            Some(Agent::Named(agent)) => write!(f, "{AGENT}{agent}"),
            Some(Agent::Side(first)) => write!(f, "{SIDE}{first}"),
        }
    }
}

fn is_plain(id: &str) -> bool {
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_');
    !id.is_empty() && id.bytes().all(is_plain) && !id.starts_with('-')
}

/// Whether it names a file in a folder, and nothing outside.
fn is_name(name: &str) -> bool {
    let is_odd = |c: char| c.is_control() || matches!(c, '/' | '\\' | ':');
    !name.is_empty() && !name.starts_with('.') && !name.contains(is_odd)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let plain = ClaudeId::session("0a1b-2c");
        let agent = ClaudeId::agent("0a1b-2c", "a7f3").expect("an id");
        let side = ClaudeId::side("0a1b-2c", "9f-1").expect("an id");
        for (id, url) in [
            (&plain, "claude~0a1b-2c"),
            (&agent, "claude~0a1b-2c.agent-a7f3"),
            (&side, "claude~0a1b-2c.side-9f-1"),
        ] {
            assert_eq!(id.to_string(), url);
            assert_eq!(ClaudeId::parse(url).as_ref(), Some(id));
            let native = url.strip_prefix(PREFIX).expect("the prefix");
            assert_eq!(ClaudeId::parse(native).as_ref(), Some(id));
        }
        assert_eq!(agent.parent(), Some(plain.clone()));
        assert_eq!(plain.parent(), None);
    }

    #[test]
    fn what_could_lead_elsewhere_is_no_id() {
        for spelled in [
            "",
            "claude~",
            "..",
            "../x",
            "a/b",
            "a\\b",
            "c:x",
            "a\0",
            ".hidden",
            "claude~a.agent-../x",
            "claude~a.agent-",
            ".agent-x",
            "claude~a.side-x/y",
        ] {
            assert_eq!(ClaudeId::parse(spelled), None, "{spelled:?}");
        }
    }
}
