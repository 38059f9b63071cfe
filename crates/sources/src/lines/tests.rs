use super::*;
use proptest::prelude::*;
use std::{fs, io::Write as _};

/// A reader that keeps what it was told.
struct Reader {
    file: LinesFile,
    lines: Vec<String>,
    most: u64,
}

impl Default for Reader {
    fn default() -> Self {
        Self {
            file: LinesFile::default(),
            lines: Vec::new(),
            most: u64::MAX,
        }
    }
}

impl Reader {
    fn look(&mut self, path: &Path) -> Look {
        let lines = &mut self.lines;
        let take = |line: Option<Line>| match line {
            Some(line) => lines.push(String::from_utf8_lossy(&line.bytes).into_owned()),
            None => lines.clear(),
        };
        self.file.refresh(path, self.most, take).expect("readable")
    }
}

fn file() -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("lines.jsonl");
    fs::write(&path, "").expect("written");
    (folder, path)
}

fn append(path: &Path, text: &[u8]) {
    let mut file = fs::OpenOptions::new()
        .append(true)
        .open(path)
        .expect("a file");
    file.write_all(text).expect("written");
}

#[test]
fn a_half_written_line_is_held_back() {
    let (_folder, path) = file();
    let mut reader = Reader::default();
    append(&path, b"{\"a\":1}\n{\"b\":");
    assert_eq!(reader.look(&path), Look::Added);
    assert_eq!(reader.lines, ["{\"a\":1}"]);
    assert_eq!(reader.look(&path), Look::Same);
    append(&path, b"2}\n");
    assert_eq!(reader.look(&path), Look::Added);
    assert_eq!(reader.lines, ["{\"a\":1}", "{\"b\":2}"]);
}

#[test]
fn a_whole_line_without_an_end_counts_when_the_file_rests() {
    let (_folder, path) = file();
    let mut reader = Reader::default();
    append(&path, b"{\"a\":1}");
    reader.look(&path);
    assert_eq!(reader.lines, Vec::<String>::new());
    assert_eq!(reader.look(&path), Look::Added);
    assert_eq!(reader.lines, ["{\"a\":1}"]);
    append(&path, b"\n{\"b\":2}\n");
    reader.look(&path);
    assert_eq!(reader.lines, ["{\"a\":1}", "{\"b\":2}"]);
}

#[test]
fn every_way_to_write_a_file_anew_is_noticed() {
    let old = "{\"a\":1}\n{\"b\":2}\n";
    for new in [
        "",
        "{\"a\":1}\n",
        "{\"a\":1}\n{\"c\":2}\n",
        "{\"a\":3}\n{\"b\":2}\n{\"d\":4}\n",
    ] {
        for is_renamed in [false, true] {
            let (_folder, path) = file();
            let mut reader = Reader::default();
            append(&path, old.as_bytes());
            reader.look(&path);
            let target = if is_renamed {
                path.with_extension("tmp")
            } else {
                path.clone()
            };
            // The clock of the file system may be too coarse to tell two writes apart.
            fs::write(&target, new).expect("written");
            let later = SystemTime::now() + std::time::Duration::from_secs(2);
            let written = File::options().write(true).open(&target).expect("a file");
            written.set_modified(later).expect("a time");
            if is_renamed {
                fs::rename(&target, &path).expect("renamed");
            }
            assert_eq!(reader.look(&path), Look::Anew, "{new:?}");
            let expected: Vec<&str> = new.lines().collect();
            assert_eq!(reader.lines, expected);
        }
    }
}

#[test]
fn a_line_that_is_too_long_is_told_by_its_beginning() {
    let (_folder, path) = file();
    let long = vec![b'x'; LONGEST_LINE + 3_000_000];
    append(&path, b"{\"a\":1}\n");
    append(&path, &long);
    append(&path, b"\n{\"b\":2}\n");
    let mut told = Vec::new();
    let mut file = LinesFile::default();
    file.refresh(&path, u64::MAX, |line| told.extend(line))
        .expect("readable");
    assert_eq!(told.len(), 3);
    assert!(told[1].is_cut());
    assert_eq!((told[1].at, told[1].len), (8, long.len() as u64));
    assert_eq!(told[2].bytes, b"{\"b\":2}");
}

#[test]
fn appending_a_line_reads_little_more_than_the_line() {
    let (_folder, path) = file();
    let line = format!("{{\"a\":\"{}\"}}\n", "x".repeat(100));
    append(&path, line.repeat(20_000).as_bytes());
    let mut reader = Reader::default();
    reader.look(&path);
    let before = reader.file.bytes_read();
    append(&path, line.as_bytes());
    reader.look(&path);
    let read = reader.file.bytes_read() - before;
    assert!(read <= line.len() as u64 + 4 * PROBE, "{read}");
}

#[test]
fn a_line_that_was_taken_too_early_is_told_again() {
    let (_folder, path) = file();
    let mut reader = Reader::default();
    append(&path, b"{\"a\":1}\n{\"b\":2}");
    reader.look(&path);
    reader.look(&path);
    assert_eq!(reader.lines.len(), 2);
    append(&path, b" more\n{\"c\":3}\n");
    assert_eq!(reader.look(&path), Look::Anew);
    assert_eq!(reader.lines, ["{\"a\":1}", "{\"b\":2} more", "{\"c\":3}"]);
}

#[test]
fn a_long_file_is_read_in_looks() {
    let (_folder, path) = file();
    let line = format!("{{\"a\":\"{}\"}}\n", "x".repeat(1000));
    append(&path, line.repeat(5000).as_bytes());
    let mut reader = Reader {
        most: 1,
        ..Reader::default()
    };
    let mut n_looks = 0;
    loop {
        assert_eq!(reader.look(&path), Look::Added);
        n_looks += 1;
        if !reader.file.has_more() {
            break;
        }
    }
    assert_eq!(reader.lines.len(), 5000);
    assert!(n_looks >= 5, "{n_looks}");
    assert_eq!(reader.look(&path), Look::Same);
}

proptest! {
    /// Whatever pieces a file is written in, its lines are those of the whole.
    #[test]
    fn pieces_give_the_lines_of_the_whole(
        text in "(\\{\"[a-c]{0,2}\":[0-9]\\}|[x{\"]{0,3}|\u{feff}|é)(\r?\n(\\{\"[a-c]\":1\\}|[x ]{0,3})){0,6}\n?",
        cuts in prop::collection::vec(0usize..60, 0..6),
    ) {
        let (_folder, path) = file();
        let mut reader = Reader::default();
        let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(text.len())).collect();
        cuts.push(text.len());
        cuts.sort_unstable();
        let mut at = 0;
        for cut in cuts {
            append(&path, &text.as_bytes()[at..cut]);
            at = cut;
            reader.look(&path);
        }
        append(&path, b"\n");
        reader.look(&path);
        let whole: Vec<&str> = text
            .split('\n')
            .filter(|line| !line.bytes().all(|b| b.is_ascii_whitespace()))
            .map(|line| line.strip_suffix('\r').unwrap_or(line))
            .collect();
        prop_assert_eq!(reader.lines, whole);
    }
}
