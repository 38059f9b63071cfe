//! Long lists of small rows, of which the newest are in memory and the others in a file without a
//! name, which is gone with the process: what is remembered of each of very many events.

use std::{
    collections::VecDeque,
    env::temp_dir,
    fmt,
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// How many rows are in memory at most.
const MOST_HERE: usize = 8192;
/// How many rows are read at a time, and stay at hand until others are.
const PAGE: usize = 512;

/// A row of a length that is always the same.
pub trait Row: Copy {
    /// How many bytes it has in a file.
    const BYTES: usize;

    /// Writes it to so many bytes.
    fn write(&self, to: &mut Vec<u8>);

    /// What was written.
    fn read(from: &[u8]) -> Self;
}

impl Row for u64 {
    const BYTES: usize = 8;

    fn write(&self, to: &mut Vec<u8>) {
        to.extend(self.to_le_bytes());
    }

    fn read(from: &[u8]) -> Self {
        number(from, 0)
    }
}

/// The number that stands at a byte of a row.
pub fn number(from: &[u8], at: usize) -> u64 {
    let mut bytes = [0; 8];
    for (to, from) in bytes.iter_mut().zip(from.iter().skip(at)) {
        *to = *from;
    }
    u64::from_le_bytes(bytes)
}

/// A list of rows.
pub struct Rows<R> {
    folder: PathBuf,
    /// Where the first rows are.
    put: Mutex<Put<R>>,
    n_put: usize,
    here: VecDeque<R>,
    most_here: usize,
    /// No file can be made or written: all rows stay in memory.
    is_full: bool,
}

impl<R: Row> Default for Rows<R> {
    /// A list of nothing yet, whose file is where the system has temporary ones.
    fn default() -> Self {
        Self::new(&temp_dir())
    }
}

/// The file, and what was read of it last.
struct Put<R> {
    file: Option<File>,
    page: Vec<R>,
    begin: usize,
}

impl<R: Row> Rows<R> {
    /// A list of nothing yet, which may make a file in a folder.
    pub fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            put: Mutex::new(Put {
                file: None,
                page: Vec::new(),
                begin: 0,
            }),
            n_put: 0,
            here: VecDeque::new(),
            most_here: MOST_HERE,
            is_full: false,
        }
    }

    /// Has so many rows in memory at most, for tests.
    #[must_use]
    pub fn holding(mut self, most: usize) -> Self {
        self.most_here = most;
        self
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.n_put + self.here.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A row; nothing where there is none, or the file cannot be read any more.
    pub fn get(&self, index: usize) -> Option<R> {
        match index.checked_sub(self.n_put) {
            Some(here) => self.here.get(here).copied(),
            None => self.lock().get(index, self.n_put),
        }
    }

    /// The last row.
    pub fn last(&self) -> Option<R> {
        self.get(self.len().checked_sub(1)?)
    }

    /// The rows from one on.
    pub fn from(&self, start: usize) -> impl DoubleEndedIterator<Item = R> {
        (start..self.len()).filter_map(|index| self.get(index))
    }

    /// Adds a row.
    pub fn push(&mut self, row: R) {
        self.here.push_back(row);
        if self.here.len() > self.most_here && !self.is_full {
            self.put_away();
        }
    }

    /// Gives a row's place to another.
    pub fn set(&mut self, index: usize, row: R) {
        if let Some(here) = index.checked_sub(self.n_put) {
            if let Some(old) = self.here.get_mut(here) {
                *old = row;
            }
            return;
        }
        if let Err(error) = self.lock().write(index, std::iter::once(&row)) {
            tell(&error);
        }
    }

    /// Gives the places of all rows from one on to what `change` makes of them, in order.
    pub fn change_from(&mut self, start: usize, mut change: impl FnMut(R) -> R) {
        for begin in (start..self.n_put).step_by(PAGE) {
            let end = (begin + PAGE).min(self.n_put);
            let rows: Vec<R> = (begin..end).filter_map(|index| self.get(index)).collect();
            let changed: Vec<R> = rows.into_iter().map(&mut change).collect();
            if let Err(error) = self.lock().write(begin, changed.iter()) {
                tell(&error);
            }
        }
        let skipped = start.saturating_sub(self.n_put);
        for row in self.here.iter_mut().skip(skipped) {
            *row = change(*row);
        }
    }

    /// Forgets all rows but the first `len`.
    pub fn truncate(&mut self, len: usize) {
        self.here.truncate(len.saturating_sub(self.n_put));
        if len < self.n_put {
            self.n_put = len;
            self.lock().page.clear();
        }
    }

    /// Moves the older half of what is in memory to the file.
    fn put_away(&mut self) {
        let n = (self.most_here / 2).max(1).min(self.here.len());
        let (at, folder) = (self.n_put, self.folder.clone());
        let put = {
            let mut put = self.lock();
            put.begin_file(&folder)
                .and_then(|()| put.write(at, self.here.iter().take(n)))
        };
        match put {
            Ok(()) => {
                self.here.drain(..n);
                self.n_put += n;
            }
            Err(error) => {
                tell(&error);
                self.is_full = true;
            }
        }
    }

    /// A panic while holding the lock leaves at worst a page that is read again.
    fn lock(&self) -> MutexGuard<'_, Put<R>> {
        self.put.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<R: Row> Put<R> {
    fn begin_file(&mut self, folder: &Path) -> io::Result<()> {
        if self.file.is_none() {
            std::fs::create_dir_all(folder)?;
            self.file = Some(tempfile::tempfile_in(folder)?);
        }
        Ok(())
    }

    /// A row out of the first `n`.
    fn get(&mut self, index: usize, n: usize) -> Option<R> {
        let is_here = index
            .checked_sub(self.begin)
            .is_some_and(|at| at < self.page.len());
        if !is_here {
            let begin = index / PAGE * PAGE;
            match self.read(begin, PAGE.min(n - begin)) {
                Ok(page) => (self.page, self.begin) = (page, begin),
                Err(error) => {
                    tell(&error);
                    return None;
                }
            }
        }
        self.page.get(index - self.begin).copied()
    }

    fn read(&mut self, begin: usize, n: usize) -> io::Result<Vec<R>> {
        let file = self.file.as_mut().ok_or(io::ErrorKind::NotFound)?;
        let mut bytes = vec![0; n * R::BYTES];
        file.seek(SeekFrom::Start((begin * R::BYTES) as u64))?;
        file.read_exact(&mut bytes)?;
        Ok(bytes.chunks_exact(R::BYTES).map(R::read).collect())
    }

    fn write<'a>(&mut self, at: usize, rows: impl Iterator<Item = &'a R>) -> io::Result<()>
    where
        R: 'a,
    {
        self.page.clear();
        let file = self.file.as_mut().ok_or(io::ErrorKind::NotFound)?;
        let mut bytes = Vec::new();
        for row in rows {
            row.write(&mut bytes);
        }
        file.seek(SeekFrom::Start((at * R::BYTES) as u64))?;
        file.write_all(&bytes)
    }
}

fn tell(error: &io::Error) {
    tracing::warn!("what is remembered of a long conversation cannot be put away: {error}");
}

impl<R> fmt::Debug for Rows<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rows")
            .field("n_put", &self.n_put)
            .field("n_here", &self.here.len())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_is_a_list(steps in prop::collection::vec((0u8..6, 0usize..2000, any::<u64>()), 0..60)) {
            let mut rows = Rows::default().holding(16);
            let mut list: Vec<u64> = Vec::new();
            for (what, n, value) in steps {
                match what {
                    0 | 1 => for k in 0..n as u64 {
                        rows.push(value.wrapping_add(k));
                        list.push(value.wrapping_add(k));
                    },
                    2 => {
                        rows.truncate(n);
                        list.truncate(n);
                    }
                    3 if n < list.len() => {
                        rows.set(n, value);
                        list[n] = value;
                    }
                    4 => {
                        let mut sum = value;
                        let mut add = |row: u64| { sum = sum.wrapping_add(row); sum };
                        for row in list.iter_mut().skip(n) {
                            *row = add(*row);
                        }
                        sum = value;
                        rows.change_from(n, |row| { sum = sum.wrapping_add(row); sum });
                    }
                    _ => prop_assert_eq!(rows.get(n), list.get(n).copied()),
                }
                prop_assert_eq!(rows.len(), list.len());
                prop_assert!(rows.here.len() <= 16);
            }
            prop_assert_eq!(rows.from(0).collect::<Vec<_>>(), list.clone());
            prop_assert_eq!(rows.from(0).rev().collect::<Vec<_>>(), list.into_iter().rev().collect::<Vec<_>>());
        }
    }

    #[test]
    fn where_nothing_can_be_written_everything_stays() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        let mut rows = Rows::new(&file.path().join("below")).holding(2);
        (0..100u64).for_each(|n| rows.push(n));
        assert!(rows.from(0).eq(0..100));
    }
}
