//! Text of others on its way to a terminal.
//!
//! Whatever a store holds may have been written by a tool, a page or a file that an agent has read.
//! A terminal obeys what is in it: it moves the cursor, sets the window's title, writes to the
//! clipboard, hides text. So every text is a [`Clean`] before it is printed, and a [`Clean`] is made
//! in this file only.

mod cleaner;
mod sgr;

use cleaner::Cleaner;
use std::fmt;

/// The longest name that is printed, in characters.
const LONGEST_NAME: usize = 200;

/// A text of printable characters, line breaks and tabs, without empty lines around it. Where it was
/// asked for, sequences that set colours may stand in it too; whatever they set is undone at its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Clean(String);

/// Whether sequences that set colours are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Colours {
    Kept,
    Dropped,
}

impl Clean {
    /// What a person or an assistant says. Languages that are written from right to left need some
    /// of the characters that set directions; those that turn letters around are shown.
    pub(super) fn speech(text: &str) -> Self {
        Self(Cleaner::new(Colours::Dropped, turns_letters).clean(text))
    }

    /// What a tool gives or gets. All characters that set directions are shown, since they can make
    /// code look like other code.
    pub(super) fn foreign(text: &str, colours: Colours) -> Self {
        Self(Cleaner::new(colours, sets_direction).clean(text))
    }

    /// One line, whatever it was.
    pub(super) fn line(text: &str) -> Self {
        let clean = Cleaner::new(Colours::Dropped, sets_direction).clean(text);
        let words: Vec<&str> = clean
            .split(is_space)
            .filter(|word| !word.is_empty())
            .collect();
        Self(words.join(" "))
    }

    /// A name: one line that is not too long.
    pub(super) fn name(text: &str) -> Self {
        let Self(line) = Self::line(text);
        let mut name: String = line.chars().take(LONGEST_NAME).collect();
        if name.len() < line.len() {
            name.push('…');
        }
        Self(name)
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether there is nothing to see.
    pub(super) fn is_blank(&self) -> bool {
        self.0.trim().is_empty()
    }
}

impl fmt::Display for Clean {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// White space, and the separators that some programs take for line breaks.
fn is_space(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{2028}' | '\u{2029}')
}

/// A character that makes what follows run in another direction.
pub(super) fn sets_direction(c: char) -> bool {
    matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A character that makes letters run in another direction than they do by themselves.
fn turns_letters(c: char) -> bool {
    matches!(c, '\u{202d}' | '\u{202e}')
}

#[cfg(test)]
mod tests;
