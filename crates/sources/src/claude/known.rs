//! What is known of a conversation's records before they are read.

use super::record::Id;
use crate::restore::Restoration;
use std::{collections::BTreeSet, sync::Arc};

/// What only later records tell of earlier ones, and what no record tells.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Known {
    pub setting: Setting,
    /// The records that the program took back.
    pub retracted: BTreeSet<Id>,
    /// The first records of the branches that the person left.
    pub left: BTreeSet<Id>,
}

/// Which conversation of a file is read.
#[derive(Clone, Debug, Default)]
pub(super) struct Setting(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    session: String,
    part: Part,
    restoration: Arc<Restoration>,
}

/// The part of a file that is one conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Part {
    /// What the person and the agent say.
    #[default]
    Main,
    /// All of it: the file is a sub-agent's.
    Whole,
    /// A sub-agent that is stored between the lines of the conversation, by its first record.
    Side(String),
    /// A sub-agent of which only reports to the conversation are there, by its id.
    Reported(String),
}

impl Setting {
    pub(super) fn new(session: &str, part: Part, restoration: &Arc<Restoration>) -> Self {
        Self(Arc::new(Inner {
            session: session.to_owned(),
            part,
            restoration: Arc::clone(restoration),
        }))
    }

    /// The session that the file belongs to.
    pub(super) fn session(&self) -> &str {
        &self.0.session
    }

    pub(super) fn part(&self) -> &Part {
        &self.0.part
    }

    pub(super) fn restoration(&self) -> &Restoration {
        &self.0.restoration
    }
}

impl PartialEq for Setting {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Known {
    pub(super) fn of(setting: Setting) -> Self {
        Self {
            setting,
            ..Self::default()
        }
    }
}
