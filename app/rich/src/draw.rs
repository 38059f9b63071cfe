//! What a text is drawn as.

use markdown::{Growing, LineBreaks, SafeHtml, result_blocks};

/// A text that is drawn again and again.
#[derive(Debug)]
pub(crate) enum Draw {
    /// A result, in blocks of its own form.
    Result(Vec<SafeHtml>),
    /// Markdown that is being written.
    Markdown(Box<Markdown>),
}

#[derive(Debug)]
pub(crate) struct Markdown {
    scope: String,
    line_breaks: LineBreaks,
    growing: Growing,
}

impl Draw {
    pub(crate) fn of_result() -> Self {
        Self::Result(Vec::new())
    }

    pub(crate) fn of_markdown(scope: &str, line_breaks: LineBreaks) -> Self {
        Self::Markdown(Box::new(Markdown {
            scope: scope.to_owned(),
            line_breaks,
            growing: Growing::new(scope, line_breaks),
        }))
    }

    /// The blocks that were drawn last.
    pub(crate) fn blocks(&self) -> &[SafeHtml] {
        match self {
            Self::Result(blocks) => blocks,
            Self::Markdown(markdown) => markdown.growing.blocks(),
        }
    }

    /// Draws a text, and says how many of the blocks before stay.
    pub(crate) fn draw(&mut self, text: &str, is_open: bool) -> usize {
        match self {
            Self::Result(old) => {
                let blocks = result_blocks(text);
                let n_kept = n_same(old, &blocks);
                *old = blocks;
                n_kept
            }
            Self::Markdown(markdown) => markdown.draw(text, is_open),
        }
    }
}

impl Markdown {
    fn draw(&mut self, text: &str, is_open: bool) -> usize {
        let mut n_kept = if let Some(more) = text.strip_prefix(self.growing.text()) {
            self.growing.push(more);
            self.growing.n_kept()
        } else {
            // It is another text.
            let mut growing = Growing::new(&self.scope, self.line_breaks);
            growing.push(text);
            let n_kept = n_same(self.growing.blocks(), growing.blocks());
            self.growing = growing;
            n_kept
        };
        if !is_open {
            self.growing.finish();
            n_kept = n_kept.min(self.growing.n_kept());
        }
        n_kept
    }
}

/// How many blocks are the same, from the first on.
fn n_same(old: &[SafeHtml], new: &[SafeHtml]) -> usize {
    let pairs = old.iter().zip(new);
    pairs.take_while(|(old, new)| old == new).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws texts one after the other, as a page would that keeps what stays.
    fn shown(draw: &mut Draw, texts: &[(&str, bool)]) -> Vec<SafeHtml> {
        let mut page: Vec<SafeHtml> = Vec::new();
        for (text, is_open) in texts {
            page.truncate(draw.draw(text, *is_open));
            page.extend(draw.blocks().iter().skip(page.len()).cloned());
            assert_eq!(page, draw.blocks());
        }
        page
    }

    #[test]
    fn a_page_that_keeps_what_stays_shows_the_text() {
        let mut draw = Draw::of_markdown("m", LineBreaks::Soft);
        let texts = [
            ("One.\n\nTw", true),
            ("One.\n\nTwo.\n\nThree **b", true),
            ("One.\n\nTwo.\n\nThree **b", false),
            ("One.\n\nTwo.\n\nThree **b** more", true),
            ("Another.", false),
        ];
        assert_eq!(
            shown(&mut draw, &texts)[0].as_str(),
            "<p dir=\"auto\">Another.</p>"
        );
    }

    #[test]
    fn a_result_that_grows_keeps_its_first_blocks() {
        let mut draw = Draw::of_result();
        let long = "\u{1b}[1mline\u{1b}[0m\n".repeat(150);
        assert_eq!(draw.draw(&long, true), 0);
        assert_eq!(draw.draw(&long.repeat(2), true), 1);
        assert_eq!(draw.draw("plain", false), 0);
    }
}
