//! What is done with what the parser of sequences finds.

use anstyle_parse::{Params, Perform};

use super::screen::Screen;
use crate::SafeHtml;
use crate::target::{Href, Target};

/// A sequence that moves names a count of at least one.
const ONE: usize = 1;

/// Carries out on the screen what is printed.
#[derive(Debug, Default)]
pub(super) struct Listener {
    screen: Screen,
    /// Set with everything that is found; the parser is silent within a sequence.
    pub(super) has_heard: bool,
}

impl Listener {
    /// What is shown in the end.
    pub(super) fn finish(self) -> Vec<SafeHtml> {
        self.screen.finish()
    }

    /// A character by itself.
    pub(super) fn hear(&mut self, c: char) {
        match c {
            '\n' => self.screen.new_line(),
            '\r' => self.screen.go_to_column(0),
            '\u{8}' => self.screen.go_left(ONE),
            // The bell, fillers, and other sets of letters.
            '\0' | '\u{7}' | '\u{E}' | '\u{F}' => {}
            _ => self.screen.put(c),
        }
    }
}

impl Perform for Listener {
    fn print(&mut self, c: char) {
        self.has_heard = true;
        self.hear(c);
    }

    fn execute(&mut self, byte: u8) {
        self.has_heard = true;
        self.hear(char::from(byte));
    }

    fn csi_dispatch(&mut self, params: &Params, intermediates: &[u8], is_cut: bool, end: u8) {
        self.has_heard = true;
        if !intermediates.is_empty() {
            return;
        }
        let given = params.iter().next().and_then(|values| values.first());
        let given = usize::from(given.copied().unwrap_or_default());
        let count = given.max(ONE);
        match end {
            b'm' if !is_cut => self.screen.pen.select(params),
            b'A' => self.screen.go_up(count),
            b'B' => self.screen.go_down(count),
            b'C' => self.screen.go_right(count),
            b'D' => self.screen.go_left(count),
            b'E' => {
                self.screen.go_down(count);
                self.screen.go_to_column(0);
            }
            b'F' => {
                self.screen.go_up(count);
                self.screen.go_to_column(0);
            }
            b'G' => self.screen.go_to_column(count - ONE),
            b'J' if given == 0 => self.screen.erase_below(),
            b'K' => self.screen.erase_in_line(given),
            b's' => self.screen.save(),
            b'u' => self.screen.go_back(),
            _ => {}
        }
    }

    fn esc_dispatch(&mut self, intermediates: &[u8], _is_cut: bool, end: u8) {
        self.has_heard = true;
        match end {
            b'7' if intermediates.is_empty() => self.screen.save(),
            b'8' if intermediates.is_empty() => self.screen.go_back(),
            _ => {}
        }
    }

    fn osc_dispatch(&mut self, params: &[&[u8]], _has_bell: bool) {
        self.has_heard = true;
        if let [b"8", _, address @ ..] = params {
            // An address may have semicolons of its own.
            let address = address.join(&b';');
            self.screen.link = match Target::of(&String::from_utf8_lossy(&address)) {
                Target::Outside(href) => self.link(href),
                Target::Inside(_) | Target::Text => None,
            };
        }
    }

    fn hook(&mut self, _: &Params, _: &[u8], _: bool, _: u8) {
        self.has_heard = true;
    }

    fn put(&mut self, _: u8) {}

    fn unhook(&mut self) {
        self.has_heard = true;
    }
}

impl Listener {
    fn link(&mut self, href: Href) -> Option<u16> {
        self.screen.add_link(href)
    }
}
