//! Where stores are: what all agents' places have in common.

use crate::SourceError;
use std::{
    ffi::OsString,
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
};

/// A family of systems, as far as paths differ between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// Linux and other Unix systems.
    Linux,
    /// macOS.
    MacOs,
    /// Windows.
    Windows,
}

impl System {
    /// The system that this program was built for.
    pub const HERE: Self = if cfg!(windows) {
        Self::Windows
    } else if cfg!(target_os = "macos") {
        Self::MacOs
    } else {
        Self::Linux
    };
}

/// How the value of an environment variable is found.
pub type Variable<'a> = &'a dyn Fn(&str) -> Option<OsString>;

/// The path that an environment variable holds. One without a value is not set.
pub fn path_in(variable: Variable<'_>, name: &str) -> Option<PathBuf> {
    let value = variable(name).filter(|value| !value.is_empty());
    value.map(PathBuf::from)
}

/// The same, where it is absolute: the specification of the XDG variables says to ignore others.
pub fn absolute_path_in(variable: Variable<'_>, name: &str) -> Option<PathBuf> {
    path_in(variable, name).filter(|path| path.is_absolute())
}

/// A path that a person names, without links.
///
/// # Errors
///
/// Where there is nothing, or the system refuses: it is asked for what is in a folder, so that a
/// refusal is not taken for an empty one.
pub(crate) fn named(path: &Path) -> Result<PathBuf, SourceError> {
    let path = match fs::canonicalize(path) {
        Ok(path) => path,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Err(SourceError::Missing(path.to_owned()));
        }
        Err(error) => return Err(SourceError::io(path, error)),
    };
    if path.is_dir() {
        fs::read_dir(&path).map_err(|error| SourceError::io(&path, error))?;
    }
    Ok(path)
}

/// A system, environment variables, and the place that follows from them.
#[cfg(test)]
pub(crate) type Row = (
    System,
    &'static [(&'static str, &'static str)],
    Option<&'static str>,
);

/// Looks a variable up in a list of names and values.
#[cfg(test)]
pub(crate) fn looked_up(
    variables: &'static [(&'static str, &'static str)],
) -> impl Fn(&str) -> Option<OsString> {
    move |name| {
        let found = variables.iter().find(|(key, _)| *key == name);
        found.map(|(_, value)| value.into())
    }
}

/// Checks that `find` gives the place of every row.
#[cfg(test)]
pub(crate) fn check(table: &[Row], find: impl Fn(System, Variable<'_>) -> Option<PathBuf>) {
    for (system, variables, place) in table {
        let found = find(*system, &looked_up(variables));
        assert_eq!(
            found.as_deref(),
            place.map(Path::new),
            "{system:?} {variables:?}"
        );
    }
}
