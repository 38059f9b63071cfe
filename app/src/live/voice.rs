//! Words for whoever hears the page: each is said once, when the reader's own words allow.

use super::dom;

/// The element that screen readers watch.
const REGION_ID: &str = "voice";
/// How many words stay in the region: enough for some that come at once.
const MOST: u32 = 4;

/// Makes the region. It has to be there before anything is said.
pub(super) fn prepare() {
    if let Some(region) = dom::add_to_body("div", REGION_ID) {
        drop(region.set_attribute("class", "unseen"));
        drop(region.set_attribute("aria-live", "polite"));
    }
}

/// Says something, unless the page is hidden: nobody hears it then.
pub(super) fn say(words: &str) {
    let document = dom::document();
    let region = document.get_element_by_id(REGION_ID);
    let (Some(region), Ok(line)) = (region, document.create_element("p")) else {
        return;
    };
    if words.is_empty() || document.hidden() {
        return;
    }
    if region.child_element_count() >= MOST
        && let Some(first) = region.first_element_child()
    {
        first.remove();
    }
    line.set_text_content(Some(words));
    drop(region.append_child(&line));
}

/// The beginning of a text on one line, of at most so many characters.
pub(super) fn shortened(text: &str, most: usize) -> String {
    let mut line = String::new();
    let mut n = 0;
    for word in text.split_whitespace() {
        if n > 0 {
            line.push(' ');
            n += 1;
        }
        for c in word.chars() {
            if n >= most {
                line.push('…');
                return line;
            }
            line.push(c);
            n += 1;
        }
    }
    line
}
