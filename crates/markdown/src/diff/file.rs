//! What has become of a file.

use std::borrow::Cow;

/// A file of a diff.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct File<'a> {
    /// What it was called. Nothing for a new one.
    pub(super) old: Option<Cow<'a, str>>,
    /// What it is called. Nothing for one that is gone.
    pub(super) new: Option<Cow<'a, str>>,
    /// What is said of it besides: its mode, that it is binary.
    pub(super) remarks: Vec<&'a str>,
    pub(super) fate: Fate,
    pub(super) hunks: Vec<Hunk<'a>>,
}

/// What became of a file as a whole.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Fate {
    #[default]
    Changed,
    Added,
    Removed,
    Renamed,
    Copied,
}

/// Lines of a file that stand together.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Hunk<'a> {
    /// Its first line as it stands in the text; nothing where nobody wrote one.
    pub(super) head: Option<&'a str>,
    /// The number of its first line before and after.
    pub(super) old_start: u64,
    pub(super) new_start: u64,
    pub(super) lines: Vec<Line<'a>>,
}

/// A line, without its sign and its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line<'a> {
    pub(super) side: Side,
    pub(super) text: &'a str,
}

/// Where a line stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Both,
    Old,
    New,
    /// It is no line of the file: it says that the one before it has no end.
    Neither,
}

impl Side {
    /// The sign that a line begins with in a diff.
    pub(super) const fn sign(self) -> &'static str {
        match self {
            Self::Both => " ",
            Self::Old => "-",
            Self::New => "+",
            Self::Neither => "\\",
        }
    }
}

impl File<'_> {
    /// How many lines were added and removed.
    pub(super) fn counts(&self) -> (usize, usize) {
        let of = |side| {
            let lines = self.hunks.iter().flat_map(|hunk| &hunk.lines);
            lines.filter(|line| line.side == side).count()
        };
        (of(Side::New), of(Side::Old))
    }
}
