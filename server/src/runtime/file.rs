//! The file of one server.

use serde::{Deserialize, Serialize};
use std::{
    fs::{self, DirBuilder, OpenOptions},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

/// What a server says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Record {
    /// The port on the loopback address.
    pub port: u16,
    /// The process.
    pub pid: u32,
    /// The version of serve-web.
    pub version: String,
    /// The folders that it shows, as [`super::roots_of`] names them.
    pub roots: Vec<String>,
}

/// The file of this server, for as long as it runs: dropping it deletes the file.
#[derive(Debug)]
pub struct RuntimeFile(PathBuf);

impl Record {
    /// The record of this process.
    pub fn of_this_process(port: u16, roots: Vec<String>) -> Self {
        Self {
            port,
            pid: std::process::id(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            roots,
        }
    }

    /// Reads a file; nothing where it holds no record.
    pub(super) fn read(path: &Path) -> Option<Self> {
        serde_json::from_slice(&fs::read(path).ok()?).ok()
    }

    /// Whether the process runs. Windows tells nobody; there its port has to answer.
    pub(super) fn is_alive(&self) -> bool {
        is_alive(self.pid)
    }
}

impl RuntimeFile {
    /// Writes the file into a folder that only this user can enter.
    pub fn write(folder: &Path, record: &Record) -> io::Result<Self> {
        make_private_folder(folder)?;
        // A process has one server, so no two write the same file.
        let path = folder.join(format!("{}.json", record.pid));
        let partial = path.with_extension("tmp");
        drop(fs::remove_file(&partial));
        let mut file = private_file().open(&partial)?;
        serde_json::to_writer_pretty(&mut file, record)?;
        file.write_all(b"\n")?;
        fs::rename(&partial, &path)?;
        forget_earlier(folder, record);
        Ok(Self(path))
    }
}

/// Deletes files that name the port of this server: whoever wrote them does not have it any more,
/// though another process may have got its number.
fn forget_earlier(folder: &Path, record: &Record) {
    for path in files_in(folder) {
        let other = Record::read(&path);
        if other.is_some_and(|other| other.port == record.port && other.pid != record.pid) {
            drop(fs::remove_file(&path));
        }
    }
}

/// The files of servers in the folder, in a fixed order.
pub(super) fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<_> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .collect();
    files.sort();
    files
}

impl Drop for RuntimeFile {
    fn drop(&mut self) {
        // If it stays, the next start finds that the process is gone.
        drop(fs::remove_file(&self.0));
    }
}

fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

fn make_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)?;
    #[cfg(unix)]
    fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o700))?;
    if is_ours_alone(folder) {
        Ok(())
    } else {
        Err(io::Error::other("others can write there"))
    }
}

/// Whether nobody else can have put a file there, which would lead a person to a stranger's server.
#[cfg(unix)]
pub(super) fn is_ours_alone(folder: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let us = rustix::process::geteuid().as_raw();
    fs::symlink_metadata(folder).is_ok_and(|found| {
        found.is_dir() && found.uid() == us && found.mode().trailing_zeros() >= 6
    })
}

/// The folder is below the user's own, which the system keeps from others.
#[cfg(not(unix))]
pub(super) fn is_ours_alone(folder: &Path) -> bool {
    folder.is_dir()
}

#[cfg(unix)]
fn is_alive(pid: u32) -> bool {
    let pid = i32::try_from(pid)
        .ok()
        .and_then(rustix::process::Pid::from_raw);
    pid.is_some_and(|pid| rustix::process::test_kill_process(pid).is_ok())
}

#[cfg(not(unix))]
fn is_alive(_: u32) -> bool {
    true
}
