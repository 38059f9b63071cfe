//! A text that is still being written.

mod known;

use crate::ids::Ids;
use crate::options::{LineBreaks, Options};
use crate::writer::{Stretch, write_stretch};
use crate::{SafeHtml, open, render_blocks};
use known::Known;

/// How many blocks at the end may still become something else: the last one, and a paragraph
/// before it, which a definition can take for its term.
const OPEN: usize = 2;

/// A text that arrives in pieces, as the blocks of HTML that it is so far.
///
/// After each piece they are those of [`render_open`](crate::render_open) for all that came, and in
/// the end those of [`render_blocks`]: how the text was cut does not matter. What a piece costs
/// depends on the last blocks and not on what is before them.
///
/// ```
/// use markdown::{Growing, LineBreaks};
///
/// let mut text = Growing::new("m1", LineBreaks::Soft);
/// text.push("Done.\n\nThe **re");
/// assert_eq!(text.blocks()[1].as_str(), r#"<p dir="auto">The <strong>re</strong></p>"#);
/// text.push("st** follows.");
/// assert_eq!(text.n_kept(), 1);
/// text.finish();
/// assert_eq!(text.blocks()[1].as_str(), r#"<p dir="auto">The <strong>rest</strong> follows.</p>"#);
/// ```
#[derive(Debug)]
pub struct Growing {
    scope: String,
    line_breaks: LineBreaks,
    text: String,
    blocks: Vec<SafeHtml>,
    /// How many blocks are done, and where in the text they end.
    n_done: usize,
    done: usize,
    /// The ids that were given out in them.
    ids: Ids,
    known: Known,
    n_kept: usize,
    n_renewed: usize,
    n_parsed: usize,
}

impl Growing {
    /// A text of which nothing has come. `scope` and `line_breaks` are those of [`Options`].
    pub fn new(scope: &str, line_breaks: LineBreaks) -> Self {
        Self {
            scope: scope.to_owned(),
            line_breaks,
            text: String::new(),
            blocks: Vec::new(),
            n_done: 0,
            done: 0,
            ids: Ids::new(scope),
            known: Known::default(),
            n_kept: 0,
            n_renewed: 0,
            n_parsed: 0,
        }
    }

    /// Adds a piece to the end of the text.
    pub fn push(&mut self, piece: &str) {
        self.text.push_str(piece);
        self.n_kept = self.n_done;
        let old = self.blocks.split_off(self.n_done);
        let mut stretch = self.rest();
        if self.known.is_outdated(&stretch) {
            // A definition has come for what stands in blocks that were done.
            let done = std::mem::take(&mut self.blocks);
            let n_done = done.len();
            (self.n_done, self.done, self.n_kept) = (0, 0, 0);
            self.ids = Ids::new(&self.scope);
            self.known = Known::default();
            stretch = self.rest();
            let old: Vec<SafeHtml> = done.into_iter().chain(old).collect();
            self.take(&stretch, &old);
            self.n_renewed += n_done.saturating_sub(self.n_kept);
        } else {
            self.take(&stretch, &old);
        }
        // Its blocks have copies of the ids.
        drop(stretch);
        self.ids.settle();
    }

    /// Ends the text: what was completed for display is what it is.
    pub fn finish(&mut self) {
        let options = Options {
            scope: &self.scope,
            line_breaks: self.line_breaks,
        };
        let blocks = render_blocks(&self.text, &options);
        let pairs = self.blocks.iter().zip(&blocks);
        self.n_kept = pairs.take_while(|(old, new)| old == new).count();
        self.n_parsed += self.text.len();
        self.blocks = blocks;
    }

    /// The blocks of the text so far.
    pub fn blocks(&self) -> &[SafeHtml] {
        &self.blocks
    }

    /// How many blocks the last step has left as they were: the first ones.
    pub const fn n_kept(&self) -> usize {
        self.n_kept
    }

    /// How often a block that was done became another, because of a definition that came later.
    pub const fn n_renewed(&self) -> usize {
        self.n_renewed
    }

    /// How many bytes were parsed so far.
    pub const fn n_parsed(&self) -> usize {
        self.n_parsed
    }

    /// The text so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Writes what is not done.
    fn rest(&mut self) -> Stretch {
        let rest = self.text.get(self.done..).unwrap_or_default();
        let before = self.known.text();
        let open::Completed { text, end } = open::completed(rest);
        let source = before.to_owned() + &text;
        self.n_parsed += source.len();
        write_stretch(
            &source,
            before.len(),
            before.len() + end,
            self.line_breaks,
            self.ids.clone(),
        )
    }

    /// Takes the blocks that came behind those that are done, where the old ones were.
    fn take(&mut self, stretch: &Stretch, old: &[SafeHtml]) {
        let new = stretch.blocks.iter().map(|block| &block.html);
        let pairs = old.iter().zip(new.clone());
        self.n_kept += pairs.take_while(|(old, new)| old == new).count();
        self.blocks.extend(new.cloned());
        let before = self.known.text().len();
        let n_closed = stretch.blocks.len().saturating_sub(OPEN);
        let blocks = stretch.blocks.iter().enumerate().take(n_closed + 1).skip(1);
        let mut borders = blocks.map(|(n, next)| (n, next, self.done + next.start - before));
        if let Some((n, next, end)) = borders.rfind(|(.., at)| self.is_border(*at)) {
            let closed = self.text.get(self.done..end).unwrap_or_default();
            self.known.close(stretch, closed, before + end - self.done);
            self.n_done += n;
            self.ids = next.ids.clone();
            self.done = end;
        }
    }

    /// Whether the block that begins here reads the same where nothing stands before it. Right behind
    /// a definition, a number or dash at the beginning of a line can be a word of a paragraph.
    fn is_border(&self, at: usize) -> bool {
        let Some((before, from)) = self.text.split_at_checked(at) else {
            return false;
        };
        let is_line_start = before.ends_with(['\n', '\r']);
        let is_apart = before.ends_with("\n\n");
        let is_plain = from.starts_with(|c: char| c.is_alphabetic() || "#>`~".contains(c));
        is_line_start && (is_apart || is_plain)
    }
}
