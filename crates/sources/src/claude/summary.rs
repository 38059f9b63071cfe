//! What a list says of a conversation.

use super::{ends::Ends, files::SessionFile, id::ClaudeId, paths::project_name, record::Id};
use crate::{Problem, State, Summary};
use std::{
    collections::HashMap,
    fs::File,
    path::Path,
    time::{SystemTime, UNIX_EPOCH},
};

/// Titles that were given to conversations from elsewhere, by the records that these ended with.
#[derive(Debug, Default)]
pub(super) struct Titles<'a>(HashMap<Id, (usize, &'a str)>);

impl<'a> Titles<'a> {
    pub(super) fn of(ends: impl IntoIterator<Item = &'a Ends>) -> Self {
        let summaries = ends.into_iter().flat_map(|ends| &ends.summaries);
        let titles = summaries
            .enumerate()
            .filter_map(|(n, (leaf, title))| Some(((*leaf)?, (n, title.as_str()))));
        Self(titles.collect())
    }

    /// The title of a conversation: the person's, the program's, the one that is said of the record
    /// that it has, or what it begins with.
    fn title(&self, ends: &Ends) -> Option<String> {
        let given = ends.custom_title.as_ref().or(ends.made_title.as_ref());
        let of_records = || ends.ids.iter().filter_map(|id| self.0.get(id)).max();
        let own = || ends.summaries.iter().rfind(|(leaf, _)| leaf.is_none());
        given
            .cloned()
            .or_else(|| own().map(|(_, title)| title.clone()))
            .or_else(|| of_records().map(|(_, title)| (*title).to_owned()))
            .or_else(|| ends.first_prompt.clone())
    }
}

/// What a list says of the conversation in a file, `now`.
pub(super) fn summary(
    file: &SessionFile,
    ends: Option<&Ends>,
    titles: &Titles<'_>,
    now: SystemTime,
) -> Summary {
    let default = Ends::default();
    let problem = problem(file, ends);
    let ends = ends.unwrap_or(&default);
    let stamp = file.stamp.as_ref().ok();
    let modified = stamp.and_then(|stamp| stamp.modified);
    Summary {
        id: file.id.to_string(),
        title: ends.meta.title.clone().or_else(|| titles.title(ends)),
        agent: "claude",
        workspace: workspace(ends, &file.path),
        cwd: ends.cwd.clone(),
        model: ends.model.clone(),
        parent: file.id.parent().map(|parent| parent.to_string()),
        continue_command: continue_command(&file.id),
        updated_at_ms: ends.last_ms.or_else(|| milliseconds(modified?)),
        bytes: stamp.map_or(0, |stamp| stamp.bytes),
        state: match problem {
            Some(_) => State::Broken,
            None => state(ends, modified, now),
        },
        labels: ends.meta.labels.clone(),
        last_words: ends.last_words.clone(),
        problem,
        path: file.path.clone(),
        ..Summary::default()
    }
}

/// How the conversation stands `now`, when its file was written at `modified`.
pub(super) fn state(ends: &Ends, modified: Option<SystemTime>, now: SystemTime) -> State {
    // A time to come is that of another clock.
    let age = modified.map(|modified| now.duration_since(modified).unwrap_or_default());
    age.map_or(State::Settled, |age| ends.pulse.state(age))
}

/// What is wrong with a file.
fn problem(file: &SessionFile, ends: Option<&Ends>) -> Option<String> {
    let path = file.path.display().to_string();
    let problem = match (&file.stamp, ends) {
        (Err(error), _) => Problem::Unreadable {
            path,
            why: error.to_string(),
        },
        // Asked once more, for the reason.
        (Ok(_), None) => Problem::Unreadable {
            path,
            why: match File::open(&file.path) {
                Err(error) => error.to_string(),
                Ok(_) => "it could not be opened a moment ago".to_owned(),
            },
        },
        (Ok(_), Some(ends)) if ends.is_blank => Problem::Empty { path },
        (Ok(_), Some(_)) => return None,
    };
    Some(problem.to_string())
}

/// The project's name: that of the folder that the agent works in, or the end of the name that was
/// made of it.
fn workspace(ends: &Ends, path: &Path) -> Option<String> {
    let of_cwd = ends
        .cwd
        .as_deref()
        .and_then(project_name)
        .map(str::to_owned);
    let of_folder = || {
        let folder = path.parent()?.file_name()?.to_str()?;
        folder
            .rsplit('-')
            .find(|part| !part.is_empty())
            .map(str::to_owned)
    };
    of_cwd.or_else(of_folder)
}

fn continue_command(id: &ClaudeId) -> Option<String> {
    let can_continue = id.agent.is_none() && id.is_plain();
    can_continue.then(|| format!("claude --resume {}", id.session))
}

fn milliseconds(time: SystemTime) -> Option<i64> {
    i64::try_from(time.duration_since(UNIX_EPOCH).ok()?.as_millis()).ok()
}
