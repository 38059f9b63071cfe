//! A file's changes as HTML.

use std::ops::Range;

use super::file::{Fate, File, Hunk, Line, Side};
use super::words::{Budget, marks};
use crate::SafeHtml;
use crate::escape::Marks;
use crate::html::{Attribute, Element, Html};
use crate::words;

/// Writes a file, as one element.
pub(super) fn file(file: &File<'_>, budget: &mut Budget) -> SafeHtml {
    let mut html = Html::default();
    html.open(
        Element::Figure,
        &[Attribute::Class("diff"), Attribute::DirLtr],
    );
    caption(&mut html, file);
    for hunk in &file.hunks {
        Writer {
            html: &mut html,
            budget,
            old: hunk.old_start,
            new: hunk.new_start,
        }
        .hunk(hunk);
    }
    html.close();
    html.take()
}

fn caption(html: &mut Html, file: &File<'_>) {
    html.open(Element::Figcaption, &[]);
    let name = file.new.as_deref().or(file.old.as_deref());
    if let Some(name) = name {
        html.leaf(Element::Code, &[], name, Marks::Shown);
    }
    let from = file.old.as_deref().filter(|old| Some(*old) != name);
    let fate = match file.fate {
        Fate::Changed => from.map(|_| words::FORMERLY),
        Fate::Added => Some(words::NEW_FILE),
        Fate::Removed => Some(words::REMOVED_FILE),
        Fate::Renamed => Some(words::FORMERLY),
        Fate::Copied => Some(words::COPY_OF),
    };
    for words in fate.into_iter().chain(file.remarks.iter().copied()) {
        html.text(" ", Marks::Kept);
        html.leaf(Element::Span, &[], words, Marks::Shown);
        if let (true, Some(from)) = (Some(words) == fate, from) {
            html.text(" ", Marks::Kept);
            html.leaf(Element::Code, &[], from, Marks::Shown);
        }
    }
    let (added, removed) = file.counts();
    if added + removed > 0 {
        html.text(" ", Marks::Kept);
        let counts = words::changed_lines(added, removed);
        html.leaf(
            Element::Span,
            &[Attribute::Class("counts")],
            &counts,
            Marks::Kept,
        );
    }
    html.close();
}

/// Writes the lines of a hunk, and counts them.
struct Writer<'a> {
    html: &'a mut Html,
    budget: &'a mut Budget,
    old: u64,
    new: u64,
}

impl Writer<'_> {
    fn hunk(&mut self, hunk: &Hunk<'_>) {
        self.html.open(
            Element::Div,
            &[Attribute::Class("hunk"), Attribute::Tabbable],
        );
        if let Some(head) = hunk.head {
            self.html.leaf(
                Element::Pre,
                &[Attribute::Class("hunk-head")],
                head,
                Marks::Shown,
            );
        }
        let mut rest = &*hunk.lines;
        while !rest.is_empty() {
            let (same, changed) = split(rest, |line| line.side == Side::Both);
            self.lines("same", same, &[]);
            let (old, later) = split(changed, |line| {
                matches!(line.side, Side::Old | Side::Neither)
            });
            let (new, later) = split(later, |line| matches!(line.side, Side::New | Side::Neither));
            self.change(old, new);
            rest = later;
        }
        self.html.close();
    }

    /// Writes lines that were removed beside those that took their place.
    fn change(&mut self, old: &[Line<'_>], new: &[Line<'_>]) {
        if old.is_empty() && new.is_empty() {
            return;
        }
        let [old_marks, new_marks] = marks(old, new, self.budget);
        self.html.open(Element::Div, &[Attribute::Class("change")]);
        self.lines("removed", old, &old_marks);
        self.lines("added", new, &new_marks);
        self.html.close();
    }

    fn lines(&mut self, class: &'static str, lines: &[Line<'_>], marks: &[Vec<Range<usize>>]) {
        if lines.is_empty() {
            return;
        }
        self.html.open(Element::Pre, &[Attribute::Class(class)]);
        for (n, line) in lines.iter().enumerate() {
            let marks = marks.get(n).map_or(&[][..], |of_line| of_line);
            self.line(*line, marks);
        }
        self.html.close();
    }

    fn line(&mut self, line: Line<'_>, marks: &[Range<usize>]) {
        let number = self.number(line.side);
        let attributes: Vec<_> = number.map(Attribute::DataN).into_iter().collect();
        self.html.open(Element::Span, &attributes);
        self.html.text(line.side.sign(), Marks::Kept);
        let element = match line.side {
            Side::Old => Element::Del,
            _ => Element::Ins,
        };
        let mut at = 0;
        for mark in marks {
            let before = line.text.get(at..mark.start).unwrap_or_default();
            let marked = line.text.get(mark.clone()).unwrap_or_default();
            self.html.text(before, Marks::Shown);
            self.html.leaf(element, &[], marked, Marks::Shown);
            at = mark.end;
        }
        self.html
            .text(line.text.get(at..).unwrap_or_default(), Marks::Shown);
        self.html.text("\n", Marks::Kept);
        self.html.close();
    }

    /// The number of a line on its side, of an unchanged one as it is now.
    fn number(&mut self, side: Side) -> Option<u64> {
        let (old, new) = (self.old, self.new);
        self.old += u64::from(matches!(side, Side::Old | Side::Both));
        self.new += u64::from(matches!(side, Side::New | Side::Both));
        match side {
            Side::Old => Some(old),
            Side::New | Side::Both => Some(new),
            Side::Neither => None,
        }
    }
}

/// The lines as far as something holds of them, and the rest.
fn split<'a, 'b>(
    lines: &'b [Line<'a>],
    holds: impl Fn(&Line<'a>) -> bool,
) -> (&'b [Line<'a>], &'b [Line<'a>]) {
    let end = lines
        .iter()
        .position(|line| !holds(line))
        .unwrap_or(lines.len());
    lines.split_at_checked(end).unwrap_or((lines, &[]))
}
