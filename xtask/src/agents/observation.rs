//! The viewer beside an agent at work: what it shows meanwhile, and whether that is what another
//! process reads afterwards.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use conversation::View;
use serde_json::Value;

use super::cold::Cold;
use super::http::get;
use super::lab::Run;
use super::page::OpenPage;
use super::scenario::{Drawing, Scenario};
use super::viewer::Viewer;
use super::watch::{Followed, Watch};
use crate::setup::browser::Browser;
use crate::workspace::Workspace;

/// What observing takes.
#[derive(Debug)]
pub(super) struct Eyes<'a> {
    pub(super) workspace: &'a Workspace,
    pub(super) server: &'a Path,
    pub(super) browser: Option<&'a Browser>,
}

/// A viewer that looks at a home, and everything that follows in it.
#[derive(Debug)]
pub(super) struct Observation<'a> {
    eyes: &'a Eyes<'a>,
    scenario: &'a Scenario,
    home: PathBuf,
    viewer: Viewer,
    /// Another one, to which readers move on.
    _other: Viewer,
    watch: Watch,
    page: Option<OpenPage>,
}

/// What came of it.
#[derive(Debug, Default)]
pub(super) struct Following {
    /// The events of the conversation in the raw and in the user view.
    pub(super) n_events: (usize, usize),
    /// In how many batches those of the raw view came.
    pub(super) n_batches: usize,
    /// How many of them were there when the agent ended.
    pub(super) n_in_time: usize,
    pub(super) n_conversations: usize,
    pub(super) is_as_cold: bool,
    /// How the note was drawn, if it was.
    pub(super) note: Option<Drawing>,
    pub(super) faults: Vec<String>,
}

impl<'a> Observation<'a> {
    /// Begins before the agent does. Its store is there, and has nothing in it.
    pub(super) fn begin(eyes: &'a Eyes<'a>, scenario: &'a Scenario, home: &Path) -> Result<Self> {
        let store = home.join(scenario.agent.store());
        fs::create_dir_all(&store).with_context(|| format!("cannot make {}", store.display()))?;
        let viewer = Viewer::start(eyes.server, home)?;
        let other = Viewer::start(eyes.server, home)?;
        Ok(Self {
            eyes,
            scenario,
            home: home.to_owned(),
            watch: Watch::start([&viewer.authority, &other.authority]),
            viewer,
            _other: other,
            page: None,
        })
    }

    /// Opens the conversation's page, so that it is there when the agent goes on.
    pub(super) fn open_page(&mut self) -> Result<()> {
        let drawing = self.scenario.note.filter(|_| self.page.is_none());
        let Some((drawing, browser)) = drawing.zip(self.eyes.browser) else {
            return Ok(());
        };
        let id = self.watch.first().context("there is no conversation")?;
        let address = format!("http://{}/c/{id}", self.viewer.authority);
        let screenshot = self.home.with_extension("png");
        let workspace = self.eyes.workspace;
        self.page = Some(OpenPage::open(
            workspace,
            browser,
            &address,
            &screenshot,
            drawing,
        )?);
        Ok(())
    }

    /// Ends when the streams are quiet, and compares.
    pub(super) fn end(mut self, runs: &[Run]) -> Result<Following> {
        let note = self.open_page();
        let note = note.and_then(|()| self.page.take().map(OpenPage::judge).transpose());
        let found = self.watch.finish()?;
        let mut following = Following::of(&found, runs);
        match note {
            Ok(note) => following.note = note,
            Err(error) => following.fault(format!("page: {error:#}")),
        }
        let n_faults = following.faults.len();
        let listed = list(&self.viewer.authority)?;
        let cold = Viewer::start(self.eyes.server, &self.home)?;
        following.compare_lists(&listed, &list(&cold.authority)?);
        for followed in &found {
            following.compare(followed, &cold.authority)?;
        }
        following.is_as_cold = !found.is_empty() && following.faults.len() == n_faults;
        if self.scenario.has_helper && found.len() < 2 {
            following.fault("no sub-agent's conversation is named");
        }
        Ok(following)
    }
}

impl Following {
    fn of(found: &[Followed], runs: &[Run]) -> Self {
        let mut following = Self {
            n_conversations: found.len(),
            ..Self::default()
        };
        let named = helpers_of(found);
        // A sub-agent's may be found before that of the agent who called it.
        match found.iter().find(|followed| !named.contains(&followed.id)) {
            Some(main) => following.measure(main, runs),
            None => following.fault("no conversation was found"),
        }
        // Whatever a conversation names must have been there to be read.
        for helper in &named {
            if !found.iter().any(|followed| followed.id == *helper) {
                following.fault(format!("{helper} is named and cannot be opened"));
            }
        }
        following
    }

    fn fault(&mut self, fault: impl Into<String>) {
        self.faults.push(fault.into());
    }

    fn measure(&mut self, main: &Followed, runs: &[Run]) {
        let n_of = |view| {
            let fold = main.folds.iter().find(|(manner, _)| manner.view == view);
            fold.map_or(0, |(_, fold)| fold.state().items().len())
        };
        self.n_events = (n_of(View::Raw), n_of(View::User));
        let Some((_, raw)) = main.folds.first() else {
            return;
        };
        self.n_batches = raw.n_batches();
        let n_at = |at: Instant| raw.n_at(at);
        if self.n_batches < 2 {
            self.fault("all came at once");
        }
        if let Some(run) = runs.last() {
            self.n_in_time = n_at(run.ended);
            if self.n_in_time <= n_at(run.started) {
                self.fault("it was over before anything of it was seen");
            }
        }
    }

    /// Compares what is said of all conversations.
    fn compare_lists(&mut self, live: &[Value], cold: &[Value]) {
        if live.len() != cold.len() {
            let (live, cold) = (live.len(), cold.len());
            self.fault(format!("{live} conversations are listed live, {cold} cold"));
        }
        for (live, cold) in live.iter().zip(cold).filter(|(live, cold)| live != cold) {
            self.fault(format!("listed live as {live}, cold as {cold}"));
        }
    }

    /// Compares all that was followed of a conversation with what another server reads.
    fn compare(&mut self, followed: &Followed, cold: &str) -> Result<()> {
        let mut read = BTreeMap::new();
        for (manner, fold) in &followed.folds {
            let view = manner.view;
            if !read.contains_key(view.name()) {
                read.insert(view.name(), Cold::read(cold, &followed.id, view)?);
            }
            if let Some(difference) = read[view.name()].difference(fold)? {
                let (id, manner) = (&followed.id, manner.name);
                self.fault(format!("{id} ({manner}): {difference}"));
            }
        }
        Ok(())
    }
}

/// What a server lists. It counts only the events of what somebody has read.
fn list(authority: &str) -> Result<Vec<Value>> {
    let mut body: Value = serde_json::from_str(&get(authority, "/api/conversations")?)?;
    let Value::Array(mut entries) = body["data"].take() else {
        bail!("there is no list");
    };
    for entry in entries.iter_mut().filter_map(Value::as_object_mut) {
        entry.remove("events");
    }
    Ok(entries)
}

/// The conversations of sub-agents that others name.
fn helpers_of(found: &[Followed]) -> BTreeSet<String> {
    let folds = found.iter().filter_map(|followed| followed.folds.first());
    folds
        .flat_map(|(_, fold)| fold.helpers().to_vec())
        .collect()
}
