//! Finds the changes between two texts.

use similar::{Algorithm, DiffOp, capture_diff_slices, group_diff_ops};

use super::file::{Fate, File, Hunk, Line, Side};

/// The longest text that changes are looked for in.
const MAX_LINES: usize = 4000;
/// How many lines are shown around a change.
const AROUND: usize = 3;

/// The file that becomes another.
pub(super) fn file<'a>(old: &'a str, new: &'a str, path: Option<&'a str>) -> File<'a> {
    let (old_lines, new_lines): (Vec<&str>, Vec<&str>) =
        (old.lines().collect(), new.lines().collect());
    let is_long = old_lines.len().max(new_lines.len()) > MAX_LINES;
    let operations = if is_long {
        vec![DiffOp::Replace {
            old_index: 0,
            old_len: old_lines.len(),
            new_index: 0,
            new_len: new_lines.len(),
        }]
    } else {
        capture_diff_slices(Algorithm::Myers, &old_lines, &new_lines)
    };
    let groups = group_diff_ops(operations, AROUND);
    let hunks = groups
        .iter()
        .map(|group| hunk(group, &old_lines, &new_lines));
    File {
        old: path.map(Into::into),
        new: path.map(Into::into),
        remarks: Vec::new(),
        fate: Fate::Changed,
        hunks: hunks.collect(),
    }
}

fn hunk<'a>(group: &[DiffOp], old: &[&'a str], new: &[&'a str]) -> Hunk<'a> {
    let start = |index: Option<usize>| index.map_or(0, |index| index as u64 + 1);
    let mut hunk = Hunk {
        head: None,
        old_start: start(group.first().map(|first| first.old_range().start)),
        new_start: start(group.first().map(|first| first.new_range().start)),
        lines: Vec::new(),
    };
    for operation in group {
        let is_same = matches!(operation, DiffOp::Equal { .. });
        if !is_same {
            hunk.add(Side::Old, old.get(operation.old_range()));
        }
        let side = if is_same { Side::Both } else { Side::New };
        hunk.add(side, new.get(operation.new_range()));
    }
    hunk
}

impl<'a> Hunk<'a> {
    fn add(&mut self, side: Side, texts: Option<&[&'a str]>) {
        let texts = texts.unwrap_or_default().iter();
        self.lines.extend(texts.map(|text| Line { side, text }));
    }
}
