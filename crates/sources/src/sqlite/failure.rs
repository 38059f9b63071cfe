//! Why a database cannot be read, in words for the person who keeps it.

use crate::SourceError;
use rusqlite::ErrorCode;
use std::{
    io::{self, ErrorKind},
    path::Path,
};
use thiserror::Error;

/// A database cannot be read.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    /// The system refused.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// There is nothing in the file.
    #[error("the database is empty")]
    Empty,
    /// Another program holds it, or writes to it without a pause.
    #[error("another program is writing to it; serve-web tries again")]
    Busy,
    /// It can only be read from a copy, and no folder for copies is known.
    #[error(
        "a program left changes beside it that can only be read from a copy, and there is no folder for one"
    )]
    NoPlaceForCopy,
    /// It can only be read from a copy, and is too large for one.
    #[error(
        "a program left changes beside it that can only be read from a copy, and {0} bytes are too many for one"
    )]
    TooLargeForCopy(u64),
    /// The file is something else.
    #[error("it is no SQLite database")]
    NotADatabase,
    /// Parts of it are damaged.
    #[error("the database is damaged: {0}")]
    Damaged(String),
    /// It has not the tables or columns that are read.
    #[error("{0}")]
    Unknown(String),
    /// Anything else that SQLite says.
    #[error("{0}")]
    Sqlite(rusqlite::Error),
}

impl Failure {
    /// Whether the same look may succeed a moment later.
    pub(crate) fn is_passing(&self) -> bool {
        matches!(self, Self::Busy)
    }

    /// The error for who asked.
    pub(crate) fn at(self, path: &Path) -> SourceError {
        let source = match self {
            Self::Io(source) => source,
            Self::Empty => io::Error::new(ErrorKind::UnexpectedEof, self.to_string()),
            other => io::Error::other(other.to_string()),
        };
        SourceError::io(path, source)
    }
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Self::NotADatabase,
            Some(ErrorCode::DatabaseCorrupt) => Self::Damaged(error.to_string()),
            Some(
                ErrorCode::DatabaseBusy
                | ErrorCode::DatabaseLocked
                | ErrorCode::FileLockingProtocolFailed
                // The index of the log is not what it was.
                | ErrorCode::ReadOnly,
            ) => Self::Busy,
            _ => Self::Sqlite(error),
        }
    }
}
