//! Markup within a line that has begun and not ended.

/// A line as it is shown.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) text: String,
    /// Where what was written ends, before what was added.
    pub(super) end: usize,
}

impl Line {
    /// A line to which nothing is added.
    pub(super) fn whole(line: &str) -> Self {
        Self {
            text: line.to_owned(),
            end: line.len(),
        }
    }
}

/// Completes a line of prose.
pub(super) fn completed(line: &str) -> Line {
    let mut scan = Scan {
        line,
        at: 0,
        shown: String::with_capacity(line.len()),
        open: Vec::new(),
    };
    while scan.step() {}
    scan.finish()
}

struct Scan<'a> {
    line: &'a str,
    at: usize,
    /// The line so far, without what is left out.
    shown: String,
    open: Vec<Open>,
}

/// What has begun.
#[derive(Debug)]
struct Open {
    kind: Kind,
    /// Where its sign stands in what is shown.
    at: usize,
}

#[derive(Debug, PartialEq, Eq)]
enum Kind {
    /// `*`, `_` or `~`, so often.
    Emphasis(char, usize),
    /// So many backticks.
    Code(usize),
    Link,
    Image,
}

impl Scan<'_> {
    fn rest(&self) -> &str {
        self.line.get(self.at..).unwrap_or_default()
    }

    /// Reads on. Says whether there is more.
    fn step(&mut self) -> bool {
        let Some(first) = self.rest().chars().next() else {
            return false;
        };
        match first {
            '\\' => self.escape(),
            '`' => self.code(),
            '*' | '_' | '~' => self.run(first),
            '!' if self.rest().starts_with("![") => self.open(Kind::Image, 2),
            '[' => self.open(Kind::Link, 1),
            ']' => self.bracket(),
            '<' => self.address(),
            '&' => self.entity(),
            _ => self.keep(first.len_utf8()),
        }
    }

    /// Takes so many bytes as they are.
    fn keep(&mut self, bytes: usize) -> bool {
        let rest = self.line.get(self.at..).unwrap_or_default();
        let taken = rest.get(..bytes).unwrap_or(rest);
        self.shown.push_str(taken);
        self.at += taken.len();
        true
    }

    /// Leaves all of the rest out.
    fn leave_out(&mut self) -> bool {
        self.at = self.line.len();
        false
    }

    fn escape(&mut self) -> bool {
        match self.rest().chars().nth(1) {
            Some(escaped) => self.keep(1 + escaped.len_utf8()),
            None => self.leave_out(),
        }
    }

    /// Code that is not ended is ended, and shows as such from its first letter on.
    fn code(&mut self) -> bool {
        let n = run_length(self.rest(), '`');
        let content = self.rest().get(n..).unwrap_or_default();
        let Some(length) = code_length(content, n) else {
            let content = content.trim_end_matches('`');
            if content.trim().is_empty() {
                return self.leave_out();
            }
            let whole = self.line.len() - self.at;
            let left_out = whole - n - content.len();
            let closing = Open {
                kind: Kind::Code(n),
                at: self.shown.len(),
            };
            self.open.push(closing);
            self.keep(whole - left_out);
            return self.leave_out();
        };
        self.keep(n + length + n)
    }

    fn run(&mut self, sign: char) -> bool {
        let n = run_length(self.rest(), sign);
        let before = self.shown.chars().next_back();
        let after = self.rest().get(n..).and_then(|rest| rest.chars().next());
        let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let can_close =
            before.is_some_and(|c| !c.is_whitespace()) && (sign == '*' || !is_word(after));
        let opener = self
            .open
            .iter()
            .rposition(|open| matches!(open.kind, Kind::Emphasis(other, _) if other == sign));
        if let (true, Some(index)) = (can_close, opener) {
            return self.close(index, n, after.is_none());
        }
        let can_open = after.is_some_and(|c| !c.is_whitespace())
            && (!is_word(before) || sign == '*' && n > 1)
            && (sign != '~' || n == 2)
            && n <= 3;
        if can_open {
            return self.open(Kind::Emphasis(sign, n), n);
        }
        // At the end, nobody knows what it will be.
        match after {
            None => self.leave_out(),
            Some(_) => self.keep(n * sign.len_utf8()),
        }
    }

    /// Ends an emphasis with a run of `n`, of which more may come at the end of the line.
    fn close(&mut self, index: usize, n: usize, is_end: bool) -> bool {
        let Some(Kind::Emphasis(sign, wanted)) = self.open.get(index).map(|open| &open.kind) else {
            return self.keep(n);
        };
        let (sign, wanted) = (*sign, *wanted);
        if n < wanted && is_end {
            return self.leave_out();
        }
        self.open.truncate(index);
        if n < wanted {
            let at = self.shown.len();
            self.open.push(Open {
                kind: Kind::Emphasis(sign, wanted - n),
                at,
            });
        }
        self.keep(n)
    }

    fn open(&mut self, kind: Kind, bytes: usize) -> bool {
        let at = self.shown.len();
        self.open.push(Open { kind, at });
        self.keep(bytes)
    }

    /// The end of a link's text: the link is whole if its target is.
    fn bracket(&mut self) -> bool {
        let opener = self
            .open
            .iter()
            .rposition(|open| matches!(open.kind, Kind::Link | Kind::Image));
        let Some(index) = opener else {
            return self.keep(1);
        };
        let after = self.rest().get(1..).unwrap_or_default();
        let (begin, end) = match after.chars().next() {
            Some('(') => ('(', ')'),
            Some('[') => ('[', ']'),
            Some(_) => {
                self.open.remove(index);
                return self.keep(1);
            }
            None => return self.leave_out(),
        };
        match target_length(after, begin, end) {
            Some(length) => {
                self.open.remove(index);
                self.keep(1 + length)
            }
            None => self.leave_out(),
        }
    }

    /// `<https://…` that is not ended.
    fn address(&mut self) -> bool {
        let rest = self.rest();
        let is_address = rest.contains(':') || rest.contains('@') || rest.len() < 8;
        let is_open = !rest.contains(['>', ' ', '\t']);
        let begins = rest.chars().nth(1).is_none_or(|c| c.is_ascii_alphabetic());
        if is_address && is_open && begins {
            return self.leave_out();
        }
        self.keep(1)
    }

    /// `&amp` that is not ended.
    fn entity(&mut self) -> bool {
        let name = self.rest().get(1..).unwrap_or_default();
        let is_open =
            name.len() < 32 && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '#');
        if is_open {
            return self.leave_out();
        }
        self.keep(1)
    }

    /// Ends what is open, from the inside.
    fn finish(mut self) -> Line {
        if let Some(image) = self.open.iter().find(|open| open.kind == Kind::Image) {
            // An image has nothing to show before its target.
            self.shown.truncate(image.at);
            let at = image.at;
            self.open.retain(|open| open.at < at);
        }
        self.shown.truncate(self.shown.trim_end().len());
        let mut closing = String::new();
        let mut end = self.shown.len();
        for Open { kind, at } in self.open.iter().rev() {
            match kind {
                Kind::Link
                    if self
                        .shown
                        .get(at + 1..)
                        .is_some_and(|text| text.starts_with('^')) =>
                {
                    self.shown.truncate(*at);
                    closing.clear();
                    end = *at;
                }
                Kind::Link => {
                    self.shown.remove(*at);
                    end -= 1;
                }
                Kind::Emphasis(_, n) if at + n >= self.shown.len() => {
                    self.shown.truncate(*at);
                    end = *at;
                }
                Kind::Emphasis(sign, n) => push_signs(&mut closing, *sign, *n),
                Kind::Code(n) => push_signs(&mut closing, '`', *n),
                Kind::Image => {}
            }
        }
        self.shown.push_str(&closing);
        Line {
            text: self.shown,
            end,
        }
    }
}

fn push_signs(text: &mut String, sign: char, n: usize) {
    for _ in 0..n {
        text.push(sign);
    }
}

fn run_length(text: &str, sign: char) -> usize {
    text.chars().take_while(|c| *c == sign).count()
}

/// How long the content of code is that a run of `n` ends.
fn code_length(content: &str, n: usize) -> Option<usize> {
    let mut at = 0;
    while let Some(found) = content.get(at..)?.find('`') {
        at += found;
        let run = run_length(content.get(at..)?, '`');
        if run == n {
            return Some(at);
        }
        at += run;
    }
    None
}

/// How long a target is with the brackets around it.
fn target_length(text: &str, begin: char, end: char) -> Option<usize> {
    let (mut depth, mut is_escaped) = (0_usize, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if c == begin => depth += 1,
            _ if c == end => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + c.len_utf8());
                }
            }
            _ => {}
        }
    }
    None
}
