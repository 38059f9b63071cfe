//! Which words of changed lines have changed.

use std::ops::Range;

use similar::{Algorithm, DiffOp, DiffTag, capture_diff_slices};

use super::file::Line;

/// The longest line in which words are compared.
const MAX_LINE: usize = 500;
/// How many lines may have been put before the one that took the place of another.
const MAX_AHEAD: usize = 6;
/// How much is compared word by word in a text, in bytes of both sides.
const MAX_ALL: usize = 400_000;
/// Which part of the longer line has to be the same, as its denominator: of lines that have less in
/// common, marks would only be noise.
const LEAST_SAME: usize = 3;

/// What may still be compared in a text.
#[derive(Debug)]
pub(super) struct Budget {
    bytes: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { bytes: MAX_ALL }
    }
}

/// For each line of a side, where in it words have changed.
pub(super) type Marks = Vec<Vec<Range<usize>>>;

/// The changed words of the lines that were removed, and of those that took their place.
pub(super) fn marks(old: &[Line<'_>], new: &[Line<'_>], budget: &mut Budget) -> [Marks; 2] {
    let mut marks = [vec![Vec::new(); old.len()], vec![Vec::new(); new.len()]];
    let [old_marks, new_marks] = &mut marks;
    let mut from = 0;
    for (line, marked) in old.iter().zip(old_marks) {
        let candidates = new.iter().enumerate().skip(from).take(MAX_AHEAD);
        // Of the best, the last one is taken: that is the first.
        let compared = candidates.rev().filter_map(|(n, other)| {
            let comparison = Comparison::of(line.text, other.text, budget)?;
            Some((n, comparison))
        });
        let best = compared.max_by_key(|(_, comparison)| comparison.same);
        if let Some((n, comparison)) = best
            && let Some(other) = new_marks.get_mut(n)
        {
            *marked = comparison.old;
            *other = comparison.new;
            from = n + 1;
        }
    }
    marks
}

/// Two lines that are alike.
struct Comparison {
    /// How many bytes of words are the same.
    same: usize,
    old: Vec<Range<usize>>,
    new: Vec<Range<usize>>,
}

impl Comparison {
    /// Compares two lines; nothing where they are too long, or have too little in common.
    fn of(old: &str, new: &str, budget: &mut Budget) -> Option<Self> {
        let bytes = old.len() + new.len();
        if old.len().max(new.len()) > MAX_LINE || bytes > budget.bytes {
            return None;
        }
        budget.bytes -= bytes;
        let (old_words, new_words) = (words(old), words(new));
        let operations = capture_diff_slices(Algorithm::Myers, &old_words, &new_words);
        let is_same = |operation: &&DiffOp| operation.tag() == DiffTag::Equal;
        let kept = operations.iter().filter(is_same);
        let kept = kept.filter_map(|operation| old_words.get(operation.old_range()));
        let same = kept.flatten().map(|word| word.trim().len()).sum::<usize>();
        if same == 0 || same * LEAST_SAME < old.trim().len().max(new.trim().len()) {
            return None;
        }
        let changed = |words: &[&str], range: fn(&DiffOp) -> Range<usize>| -> Vec<_> {
            let changed = operations.iter().filter(|operation| !is_same(operation));
            let places = changed.filter_map(|operation| place(words, range(operation)));
            places.collect()
        };
        Some(Self {
            same,
            old: joined(old, changed(&old_words, DiffOp::old_range)),
            new: joined(new, changed(&new_words, DiffOp::new_range)),
        })
    }
}

/// The places as they are read: those with only spaces between them are one.
fn joined(line: &str, places: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let mut joined: Vec<Range<usize>> = Vec::new();
    for place in places {
        match joined.last_mut() {
            Some(last)
                if line
                    .get(last.end..place.start)
                    .is_some_and(|between| between.trim().is_empty()) =>
            {
                last.end = place.end;
            }
            _ => joined.push(place),
        }
    }
    joined
}

/// Where in a line these of its words stand.
fn place(words: &[&str], range: Range<usize>) -> Option<Range<usize>> {
    let bytes = |words: &[&str]| words.iter().map(|word| word.len()).sum::<usize>();
    let start = bytes(words.get(..range.start)?);
    let length = bytes(words.get(range)?);
    (length > 0).then_some(start..start + length)
}

/// A line in words, runs of spaces, and signs by themselves.
fn words(line: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut rest = line;
    while let Some((word, later)) = rest.split_at_checked(word_length(rest))
        && !word.is_empty()
    {
        words.push(word);
        rest = later;
    }
    words
}

fn word_length(text: &str) -> usize {
    let kind = |c: char| match c {
        _ if c.is_alphanumeric() || c == '_' => 0,
        _ if c.is_whitespace() => 1,
        _ => 2,
    };
    let mut chars = text.char_indices();
    let Some((_, first)) = chars.next() else {
        return 0;
    };
    let end = chars.find(|(_, c)| kind(first) == 2 || kind(*c) != kind(first));
    end.map_or(text.len(), |(at, _)| at)
}
