//! A row of the terminal.

use std::collections::BTreeMap;

use super::ink::Ink;

/// Stands in the columns that a wide character or a tab takes beside its own.
const FILLED: char = '\0';

/// How a column looks, and where it leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Look {
    pub(super) ink: Ink,
    /// The number of a link.
    pub(super) link: Option<u16>,
}

#[derive(Debug, Clone, Copy)]
struct Cell {
    c: char,
    look: Look,
}

/// The columns of a row, as far as anything was put there.
#[derive(Debug, Default)]
pub(super) struct Line {
    cells: Vec<Cell>,
    /// What belongs to the character of a column and takes none: accents, joiners.
    marks: BTreeMap<usize, String>,
}

impl Line {
    /// How many columns that are.
    pub(super) const fn len(&self) -> usize {
        self.cells.len()
    }

    /// Puts a character that takes so many columns, at least one.
    pub(super) fn put(&mut self, column: usize, c: char, width: usize, look: Look) {
        self.fill_to(column);
        for n in column..(column + width).min(self.len()) {
            self.clear(n);
        }
        for n in 0..width {
            let c = if n == 0 { c } else { FILLED };
            let cell = Cell { c, look };
            match self.cells.get_mut(column + n) {
                Some(old) => *old = cell,
                None => self.cells.push(cell),
            }
        }
    }

    /// Adds a character that takes no column to the one before a column. Says whether there is one.
    pub(super) fn mark(&mut self, column: usize, c: char) -> bool {
        let before = column.min(self.len());
        let Some(head) = before.checked_sub(1).map(|last| self.head(last)) else {
            return false;
        };
        self.marks.entry(head).or_default().push(c);
        true
    }

    /// Makes the columns from here on empty.
    pub(super) fn erase_from(&mut self, column: usize) {
        if column < self.len() {
            self.clear(column);
            self.cells.truncate(column);
            self.marks.split_off(&column);
        }
    }

    /// Makes the columns up to this one empty, with it.
    pub(super) fn erase_to(&mut self, column: usize) {
        for n in 0..(column + 1).min(self.len()) {
            self.clear(n);
        }
    }

    /// Gives the texts of the row, each with how it looks.
    pub(super) fn texts(&self, mut write: impl FnMut(Look, &str)) {
        let (mut text, mut look) = (String::new(), Look::default());
        for (n, cell) in self.cells.iter().enumerate() {
            if cell.c == FILLED {
                continue;
            }
            if cell.look != look {
                write(look, &text);
                text.clear();
                look = cell.look;
            }
            text.push(cell.c);
            if let Some(marks) = self.marks.get(&n) {
                text.push_str(marks);
            }
        }
        write(look, &text);
    }

    fn fill_to(&mut self, column: usize) {
        let blank = Cell {
            c: ' ',
            look: Look::default(),
        };
        if self.len() < column {
            self.cells.resize(column, blank);
        }
    }

    /// The column of the character that a column is part of.
    fn head(&self, column: usize) -> usize {
        let before = self.cells.get(..=column).unwrap_or_default();
        before
            .iter()
            .rposition(|cell| cell.c != FILLED)
            .unwrap_or(column)
    }

    /// Takes the whole character away that a column is part of.
    fn clear(&mut self, column: usize) {
        let head = self.head(column);
        self.marks.remove(&head);
        let mut cells = self.cells.iter_mut().skip(head).enumerate();
        while let Some((n, cell)) = cells.next()
            && (n == 0 || cell.c == FILLED)
        {
            cell.c = ' ';
            cell.look = Look::default();
        }
    }
}
