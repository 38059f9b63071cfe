//! Reads a unified diff, with git's heads or without, in whatever text stands around it.

use std::borrow::Cow;
use std::iter::Peekable;

use super::file::{Fate, File, Hunk, Line, Side};

/// A part of a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Part<'a> {
    Text(&'a str),
    File(File<'a>),
}

/// The text in parts; nothing if it has no diff in it, or one whose hunks are not what they say.
pub(super) fn parts(text: &str) -> Option<Vec<Part<'_>>> {
    let mut reader = Reader {
        text,
        lines: Lines { text, at: 0 }.peekable(),
        parts: Vec::new(),
        text_from: None,
    };
    reader.read()?;
    let has_file = reader
        .parts
        .iter()
        .any(|part| matches!(part, Part::File(_)));
    has_file.then_some(reader.parts)
}

/// The lines of a text with the places where they begin, without their ends.
struct Lines<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Iterator for Lines<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
        let start = self.at;
        let line = rest.split_inclusive('\n').next()?;
        self.at += line.len();
        let line = line.strip_suffix('\n').unwrap_or(line);
        Some((start, line.strip_suffix('\r').unwrap_or(line)))
    }
}

struct Reader<'a> {
    text: &'a str,
    lines: Peekable<Lines<'a>>,
    parts: Vec<Part<'a>>,
    /// Where the text began that is no part of a file.
    text_from: Option<usize>,
}

impl<'a> Reader<'a> {
    fn read(&mut self) -> Option<()> {
        while let Some((at, line)) = self.lines.next() {
            if let Some(names) = line.strip_prefix("diff --git ") {
                self.end_text(at);
                let mut file = git_names(names);
                self.git_head(&mut file);
                self.hunks(&mut file)?;
                self.parts.push(Part::File(file));
            } else if let Some(old) = line.strip_prefix("--- ")
                && let Some((_, next)) = self.lines.peek()
                && let Some(new) = next.strip_prefix("+++ ")
            {
                self.lines.next();
                let mut file = File::default();
                file.name(old, new);
                self.hunks(&mut file)?;
                if file.hunks.is_empty() {
                    self.text_from.get_or_insert(at);
                } else {
                    self.end_text(at);
                    self.parts.push(Part::File(file));
                }
            } else if Hunk::of_head(line).is_some() {
                self.end_text(at);
                let mut file = File::default();
                self.hunk(&mut file, line)?;
                self.hunks(&mut file)?;
                self.parts.push(Part::File(file));
            } else {
                self.text_from.get_or_insert(at);
            }
        }
        self.end_text(self.text.len());
        Some(())
    }

    fn end_text(&mut self, end: usize) {
        if let Some(from) = self.text_from.take()
            && let Some(text) = self.text.get(from..end)
        {
            self.parts.push(Part::Text(text));
        }
    }

    /// Reads what git says of a file before its hunks.
    fn git_head(&mut self, file: &mut File<'a>) {
        while let Some((_, line)) = self.lines.peek() {
            if !file.take_git_line(line) {
                break;
            }
            self.lines.next();
        }
        if let Some((_, line)) = self.lines.peek()
            && let Some(old) = line.strip_prefix("--- ")
        {
            self.lines.next();
            if let Some((_, line)) = self.lines.peek()
                && let Some(new) = line.strip_prefix("+++ ")
            {
                self.lines.next();
                file.name(old, new);
            }
        }
    }

    fn hunks(&mut self, file: &mut File<'a>) -> Option<()> {
        while let Some((_, line)) = self.lines.peek() {
            let head = *line;
            if Hunk::of_head(head).is_none() {
                break;
            }
            self.lines.next();
            self.hunk(file, head)?;
        }
        Some(())
    }

    /// Reads the lines that a head has announced. There may be fewer only where the text ends.
    fn hunk(&mut self, file: &mut File<'a>, head: &'a str) -> Option<()> {
        let (mut hunk, (mut old, mut new)) = Hunk::of_head(head)?;
        while old > 0 || new > 0 {
            let Some((_, line)) = self.lines.next() else {
                break;
            };
            let line = Line::of(line)?;
            let (takes_old, takes_new) = match line.side {
                Side::Both => (1, 1),
                Side::Old => (1, 0),
                Side::New => (0, 1),
                Side::Neither => (0, 0),
            };
            old = old.checked_sub(takes_old)?;
            new = new.checked_sub(takes_new)?;
            hunk.lines.push(line);
        }
        if let Some((_, line)) = self.lines.peek()
            && line.starts_with('\\')
        {
            hunk.lines.extend(Line::of(line));
            self.lines.next();
        }
        file.hunks.push(hunk);
        Some(())
    }
}

impl<'a> Line<'a> {
    fn of(line: &'a str) -> Option<Self> {
        let mut chars = line.chars();
        let side = match chars.next() {
            // Editors take the only space of an empty line away.
            None | Some(' ') => Side::Both,
            Some('-') => Side::Old,
            Some('+') => Side::New,
            Some('\\') => Side::Neither,
            Some(_) => return None,
        };
        let text = chars.as_str();
        Some(Self { side, text })
    }
}

impl<'a> Hunk<'a> {
    /// A hunk without lines, and how many it has before and after. `@@ -1,2 +3,4 @@ words`; a count
    /// of one may be missing.
    fn of_head(line: &'a str) -> Option<(Self, (u64, u64))> {
        let (ranges, _) = line.strip_prefix("@@ -")?.split_once(" @@")?;
        let (old, new) = ranges.split_once(" +")?;
        let range = |text: &str| -> Option<(u64, u64)> {
            let (start, count) = text.split_once(',').unwrap_or((text, "1"));
            Some((start.parse().ok()?, count.parse().ok()?))
        };
        let ((old_start, n_old), (new_start, n_new)) = (range(old)?, range(new)?);
        let hunk = Self {
            head: Some(line),
            old_start,
            new_start,
            lines: Vec::new(),
        };
        Some((hunk, (n_old, n_new)))
    }
}

impl<'a> File<'a> {
    /// Takes what one of git's lines says. Says whether it was one.
    fn take_git_line(&mut self, line: &'a str) -> bool {
        if line.starts_with("new file mode") {
            self.fate = Fate::Added;
            self.old = None;
        } else if line.starts_with("deleted file mode") {
            self.fate = Fate::Removed;
            self.new = None;
        } else if let Some(name) = line.strip_prefix("rename from ") {
            self.fate = Fate::Renamed;
            self.old = Some(unquoted(name));
        } else if let Some(name) = line.strip_prefix("copy from ") {
            self.fate = Fate::Copied;
            self.old = Some(unquoted(name));
        } else if let Some(name) = line
            .strip_prefix("rename to ")
            .or_else(|| line.strip_prefix("copy to "))
        {
            self.new = Some(unquoted(name));
        } else if [
            "old mode ",
            "new mode ",
            "Binary files ",
            "GIT binary patch",
        ]
        .iter()
        .any(|begin| line.starts_with(begin))
        {
            self.remarks.push(line);
        } else {
            let is_known = ["index ", "similarity index ", "dissimilarity index "];
            return is_known.iter().any(|begin| line.starts_with(begin));
        }
        true
    }

    /// Takes the names of the lines with three signs.
    fn name(&mut self, old: &'a str, new: &'a str) {
        self.old = named(old, "a/");
        self.new = named(new, "b/");
        self.fate = match (&self.old, &self.new) {
            (None, Some(_)) => Fate::Added,
            (Some(_), None) => Fate::Removed,
            _ => self.fate,
        };
    }
}

/// A name as it stands behind three signs, with a time behind a tab.
fn named<'a>(text: &'a str, prefix: &str) -> Option<Cow<'a, str>> {
    let name = text.split('\t').next().unwrap_or(text).trim_end();
    if name == "/dev/null" {
        return None;
    }
    Some(without_prefix(unquoted(name), prefix))
}

fn without_prefix<'a>(name: Cow<'a, str>, prefix: &str) -> Cow<'a, str> {
    match name {
        Cow::Borrowed(name) => name.strip_prefix(prefix).unwrap_or(name).into(),
        Cow::Owned(name) => match name.strip_prefix(prefix) {
            Some(name) => name.to_owned().into(),
            None => name.into(),
        },
    }
}

/// The two names of git's first line. They are equal but for their first letter, unless lines that
/// follow say otherwise, so that a space within them does not matter.
fn git_names(names: &str) -> File<'_> {
    let (old, new) = if names.starts_with('"') {
        names.split_once("\" ").unwrap_or((names, names))
    } else {
        names
            .split_at_checked(names.len() / 2)
            .unwrap_or((names, names))
    };
    File {
        old: Some(without_prefix(unquoted(old.trim()), "a/")),
        new: Some(without_prefix(unquoted(new.trim()), "b/")),
        ..File::default()
    }
}

/// A name as it is: git writes bytes beyond ASCII as `\303\244`, and quotes around such a name.
fn unquoted(name: &str) -> Cow<'_, str> {
    let Some(inner) = name.strip_prefix('"') else {
        return name.into();
    };
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    let mut bytes = Vec::new();
    let mut rest = inner.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'\\' => escaped(&mut rest).unwrap_or(byte),
            _ => byte,
        });
    }
    String::from_utf8_lossy(&bytes).into_owned().into()
}

fn escaped(rest: &mut std::str::Bytes<'_>) -> Option<u8> {
    let first = rest.next()?;
    Some(match first {
        b'n' => b'\n',
        b't' => b'\t',
        b'0'..=b'3' => {
            let digit = |byte: Option<u8>| byte.map(|byte| byte.wrapping_sub(b'0') & 7);
            (first - b'0') * 64 + digit(rest.next())? * 8 + digit(rest.next())?
        }
        _ => first,
    })
}
