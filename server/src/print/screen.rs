//! Writes to the two channels, and the line below them that comes and goes.

use super::{Channel, Output, one_line};
use std::io::{self, Write};

/// Takes the line away: to its beginning, and everything in it.
const CLEAR: &str = "\r\u{1b}[2K";
/// A line that is longer than the terminal is wide must not go on in the next one, where it could
/// not be taken away.
const NO_WRAP: &str = "\u{1b}[?7l";
const WRAP: &str = "\u{1b}[?7h";

/// Both channels.
#[derive(Debug)]
pub struct Screen<O, E> {
    out: O,
    err: E,
    /// Whether stderr is a terminal, on which a line can come and go.
    is_terminal: bool,
    line: String,
}

impl<O: Write, E: Write> Screen<O, E> {
    /// A screen of these two. On a terminal there is a line for tools that are at work.
    pub fn new(out: O, err: E, is_terminal: bool) -> Self {
        Self {
            out,
            err,
            is_terminal,
            line: String::new(),
        }
    }

    /// Whether stderr is a terminal.
    pub fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Writes texts in their order, and the line for tools that are at work below them.
    pub fn write(&mut self, output: &Output, at_work: &[String]) -> io::Result<()> {
        let line = if self.is_terminal {
            running_line(at_work)
        } else {
            String::new()
        };
        if output.is_empty() && line == self.line {
            return Ok(());
        }
        self.clear()?;
        for (channel, text) in output.texts() {
            match channel {
                Channel::Out => write_all(&mut self.out, text)?,
                Channel::Err => write_all(&mut self.err, text)?,
            }
        }
        if !line.is_empty() {
            write_all(&mut self.err, &format!("{NO_WRAP}{line}{WRAP}"))?;
            self.line = line;
        }
        Ok(())
    }

    /// Says something that is no part of the conversation.
    pub fn tell(&mut self, line: &str) -> io::Result<()> {
        self.clear()?;
        write_all(&mut self.err, &format!("serve-web: {}\n", one_line(line)))
    }

    /// Takes the line away.
    pub fn clear(&mut self) -> io::Result<()> {
        if self.line.is_empty() {
            return Ok(());
        }
        self.line.clear();
        write_all(&mut self.err, CLEAR)
    }
}

/// Both channels may be one terminal: nothing stays behind in a buffer.
fn write_all(channel: &mut impl Write, text: &str) -> io::Result<()> {
    channel.write_all(text.as_bytes())?;
    channel.flush()
}

fn running_line(at_work: &[String]) -> String {
    match at_work {
        [] => String::new(),
        [tool] => format!("Calling tool {tool}…"),
        tools => format!("Calling tools {}…", tools.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(texts: &[(Channel, &str)]) -> Output {
        let mut output = Output::default();
        for (channel, text) in texts {
            output.push(*channel, (*text).to_owned());
        }
        output
    }

    fn screen(is_terminal: bool) -> Screen<Vec<u8>, Vec<u8>> {
        Screen::new(Vec::new(), Vec::new(), is_terminal)
    }

    fn written(screen: &Screen<Vec<u8>, Vec<u8>>) -> (String, String) {
        let text = |bytes: &Vec<u8>| String::from_utf8(bytes.clone()).expect("text");
        (text(&screen.out), text(&screen.err))
    }

    #[test]
    fn a_line_says_what_is_at_work_and_goes_before_anything_else_comes() {
        let mut screen = screen(true);
        let at_work = ["a".to_owned(), "b".to_owned()];
        let called = output(&[(Channel::Err, "Calling tool a\n")]);
        screen.write(&called, &at_work).expect("written");
        screen.write(&Output::default(), &at_work).expect("written");
        let said = output(&[(Channel::Out, "said\n")]);
        screen.write(&said, &at_work[..1]).expect("written");
        screen.tell("gone").expect("written");
        screen.write(&Output::default(), &[]).expect("written");
        let (out, err) = written(&screen);
        assert_eq!(out, "said\n");
        let both = "\u{1b}[?7lCalling tools a, b…\u{1b}[?7h";
        let one = "\u{1b}[?7lCalling tool a…\u{1b}[?7h";
        assert_eq!(
            err,
            format!("Calling tool a\n{both}\r\u{1b}[2K{one}\r\u{1b}[2Kserve-web: gone\n")
        );
    }

    #[test]
    fn no_line_comes_where_stderr_is_no_terminal() {
        let mut screen = screen(false);
        let at_work = ["a".to_owned()];
        screen.write(&Output::default(), &at_work).expect("written");
        screen.clear().expect("written");
        assert_eq!(written(&screen), (String::new(), String::new()));
    }
}
