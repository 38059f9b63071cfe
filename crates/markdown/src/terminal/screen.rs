//! The end of what was printed, where things can still be overwritten.

use std::collections::VecDeque;

use unicode_width::UnicodeWidthChar as _;

use super::ink::Ink;
use super::line::{Line, Look};
use super::write::Writer;
use crate::SafeHtml;
use crate::target::Href;

/// How many rows a program can go up: more than the terminals are high that progress is shown in.
const ROWS: usize = 100;
/// How many columns of a row can be overwritten.
const COLUMNS: usize = 4096;
/// How many columns a program can go to where nothing stands yet: short sequences must not become
/// long texts.
const WIDTH: usize = 256;
/// How far apart the columns are that a tab leads to.
const TAB: usize = 8;

/// The last rows, and where in them is printed.
#[derive(Debug)]
pub(super) struct Screen {
    lines: VecDeque<Line>,
    row: usize,
    column: usize,
    /// How what is printed looks.
    pub(super) pen: Ink,
    /// The link that what is printed is part of.
    pub(super) link: Option<u16>,
    saved: (usize, usize),
    writer: Writer,
}

impl Default for Screen {
    fn default() -> Self {
        Self {
            lines: VecDeque::from([Line::default()]),
            row: 0,
            column: 0,
            pen: Ink::default(),
            link: None,
            saved: (0, 0),
            writer: Writer::default(),
        }
    }
}

impl Screen {
    /// Writes what is left, without an empty last row.
    pub(super) fn finish(mut self) -> Vec<SafeHtml> {
        while self.lines.len() > 1 {
            self.let_go();
        }
        if let Some(last) = self.lines.pop_front()
            && last.len() > 0
        {
            self.writer.line(&last);
        }
        self.writer.finish()
    }

    /// Prints a character.
    pub(super) fn put(&mut self, c: char) {
        let width = match c {
            '\t' => TAB - self.column % TAB,
            _ => c.width().unwrap_or(1),
        };
        let column = self.column;
        if width == 0 && self.line().is_some_and(|line| line.mark(column, c)) {
            return;
        }
        let look = Look {
            ink: self.pen,
            link: self.link,
        };
        let width = width.max(1);
        if let Some(line) = self.line() {
            line.put(column, c, width, look);
        }
        self.column += width;
        if self.column >= COLUMNS {
            self.let_go_of_columns();
        }
    }

    /// Goes to the beginning of the next row.
    pub(super) fn new_line(&mut self) {
        self.column = 0;
        self.row += 1;
        if self.row == self.lines.len() {
            self.lines.push_back(Line::default());
        }
        if self.lines.len() > ROWS {
            self.let_go();
        }
    }

    pub(super) fn go_up(&mut self, rows: usize) {
        self.row = self.row.saturating_sub(rows);
    }

    pub(super) fn go_down(&mut self, rows: usize) {
        self.row = self.row.saturating_add(rows).min(self.lines.len() - 1);
    }

    pub(super) fn go_left(&mut self, columns: usize) {
        self.column = self.column.saturating_sub(columns);
    }

    pub(super) fn go_right(&mut self, columns: usize) {
        self.go_to_column(self.column.saturating_add(columns));
    }

    pub(super) fn go_to_column(&mut self, column: usize) {
        let width = self.line().map_or(0, |line| line.len()).max(WIDTH);
        self.column = column.min(width);
    }

    /// Remembers the place, for [`Screen::go_back`].
    pub(super) const fn save(&mut self) {
        self.saved = (self.row, self.column);
    }

    pub(super) fn go_back(&mut self) {
        let (row, column) = self.saved;
        self.row = row.min(self.lines.len() - 1);
        self.column = column;
    }

    /// Erases the rest of the row (0), its beginning (1), or all of it (2).
    pub(super) fn erase_in_line(&mut self, which: usize) {
        let column = self.column;
        if let Some(line) = self.line() {
            match which {
                0 => line.erase_from(column),
                1 => line.erase_to(column),
                2 => line.erase_from(0),
                _ => {}
            }
        }
    }

    /// Erases the rest of the row and all rows below.
    pub(super) fn erase_below(&mut self) {
        self.erase_in_line(0);
        self.lines.truncate(self.row + 1);
    }

    /// Gives a link its number, as long as there are any.
    pub(super) fn add_link(&mut self, href: Href) -> Option<u16> {
        self.writer.add_link(href)
    }

    fn line(&mut self) -> Option<&mut Line> {
        self.lines.get_mut(self.row)
    }

    /// Writes the uppermost row: nothing changes it any more.
    fn let_go(&mut self) {
        if let Some(line) = self.lines.pop_front() {
            self.writer.line(&line);
            self.row = self.row.saturating_sub(1);
            self.saved.0 = self.saved.0.saturating_sub(1);
        }
    }

    /// Writes what stands in the row so far, and what is above it.
    fn let_go_of_columns(&mut self) {
        while self.row > 0 {
            self.let_go();
        }
        if let Some(line) = self.line() {
            let beginning = std::mem::take(line);
            self.writer.beginning(&beginning);
        }
        self.column = 0;
    }
}
