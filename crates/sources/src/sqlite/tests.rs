use super::*;
use std::{
    fs,
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, ChildStdout, Command, Stdio},
};
use tempfile::TempDir;

mod bad;
mod changes;
mod ways;
mod writers;

/// Set in the process that writes, to the database's path.
const WRITER: &str = "SERVE_WEB_TEST_WRITER";

/// A folder with a database that another process writes to.
struct Writer {
    folder: TempDir,
    child: Child,
    answers: BufReader<ChildStdout>,
}

impl Writer {
    /// Starts a process that has made the table `t` in a database in this mode.
    fn start(mode: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut child = Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", "sqlite::tests::writing", "--nocapture"])
            .env(WRITER, folder.path().join("x.db"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a process");
        let answers = BufReader::new(child.stdout.take().expect("an output"));
        let mut writer = Self {
            folder,
            child,
            answers,
        };
        writer.run(mode);
        writer.run("create table t (a)");
        writer
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("x.db")
    }

    fn send(&mut self, line: &str) {
        let stdin = self.child.stdin.as_mut().expect("an input");
        writeln!(stdin, "{line}").expect("written");
    }

    /// Runs statements there, or another command, and waits for the end of it.
    fn run(&mut self, line: &str) -> String {
        self.send(line);
        loop {
            let mut answer = String::new();
            assert_ne!(
                self.answers.read_line(&mut answer).expect("an answer"),
                0,
                "it ended"
            );
            // The test program says things of its own.
            if let Some((_, answer)) = answer.split_once("done: ") {
                return answer.trim().to_owned();
            }
        }
    }

    fn insert(&mut self) {
        self.run("insert into t values (1)");
    }

    /// Ends the process as a program ends.
    fn quit(mut self) -> TempDir {
        drop(self.child.stdin.take());
        self.child.wait().expect("an end");
        self.folder
    }

    /// Ends the process with no chance to clean up.
    fn kill(mut self) -> TempDir {
        self.child.kill().expect("killed");
        self.child.wait().expect("an end");
        self.folder
    }
}

/// What the process of [`Writer`] does. In any other it does nothing.
#[test]
fn writing() {
    let Some(path) = std::env::var_os(WRITER) else {
        return;
    };
    let connection = Connection::open(path).expect("a database");
    connection
        .busy_timeout(Duration::from_secs(30))
        .expect("set");
    for line in std::io::stdin().lines() {
        let line = line.expect("a line");
        let answer = match line.strip_prefix("loop ") {
            Some(ms) => commit_for(
                &connection,
                Duration::from_millis(ms.parse().expect("a number")),
            ),
            None => connection
                .execute_batch(&line)
                .map_or_else(|error| error.to_string(), |()| String::new()),
        };
        // Nobody may be left who asks.
        writeln!(std::io::stdout(), "done: {answer}").ok();
    }
}

/// Commits again and again, and says how often, how often that failed, and how long the slowest
/// took in milliseconds.
fn commit_for(connection: &Connection, time: Duration) -> String {
    let begin = std::time::Instant::now();
    let (mut n, mut n_failed, mut slowest) = (0, 0, Duration::ZERO);
    while begin.elapsed() < time {
        let start = std::time::Instant::now();
        n_failed += i32::from(
            connection
                .execute("insert into t values (zeroblob(5000))", [])
                .is_err(),
        );
        slowest = slowest.max(start.elapsed());
        n += 1;
    }
    format!("{n} {n_failed} {}", slowest.as_millis())
}

/// How many rows a reader sees.
fn count(database: &Database) -> Result<i64, String> {
    let counted = database.read(|connection| {
        Ok(connection.query_row("select count(*) from t", [], |row| row.get(0))?)
    });
    counted.map_err(|failure| failure.to_string())
}

/// All that is told of the files in a folder.
fn listing(folder: &Path) -> Vec<(PathBuf, Vec<u8>, SystemTime)> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut files: Vec<_> = entries
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let modified = fs::metadata(&path).and_then(|file| file.modified());
            (
                path.clone(),
                fs::read(&path).expect("readable"),
                modified.expect("a time"),
            )
        })
        .collect();
    files.sort();
    files
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<_> = entries
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    names
}

fn way(path: &Path) -> Way {
    Stamp::of(path)
        .and_then(|stamp| stamp.way())
        .expect("readable")
}
