//! A result that is text of no known kind: drawn as what it plainly is.

use crate::{SafeHtml, diff, diff_blocks, is_diff, is_terminal, plain_blocks, terminal_blocks};

/// Whether [`result_blocks`] may draw a text otherwise than [`plain_blocks`]. Where this is not so,
/// they give the same; nothing is read for it line by line.
pub fn may_be_drawn(text: &str) -> bool {
    is_terminal(text) || diff::may_be_diff(text)
}

/// Draws a text as its own form asks for: what a program printed to a terminal as that shows it, a
/// unified diff as the changes of its files, and anything else as it stands. The form is read off the text alone.
///
/// ```
/// let blocks = markdown::result_blocks("\u{1b}[32mok\u{1b}[0m");
/// assert_eq!(
///     blocks[0].as_str(),
///     r#"<pre class="terminal" dir="ltr"><samp><span class="f2">ok</span></samp></pre>"#
/// );
/// assert_eq!(markdown::result_blocks("ok"), markdown::plain_blocks("ok"));
/// ```
pub fn result_blocks(text: &str) -> Vec<SafeHtml> {
    if is_terminal(text) {
        terminal_blocks(text)
    } else if is_diff(text) {
        diff_blocks(text)
    } else {
        plain_blocks(text)
    }
}
