//! The attributes that may be written.

use crate::escape;
use crate::target::Href;

/// An attribute. There is no other way to name one, and values that come from a text are
/// escaped here.
#[derive(Debug)]
pub(crate) enum Attribute<'a> {
    /// The accessible name.
    AriaLabel(&'static str),
    /// A box that is ticked.
    Checked,
    /// A class of the style sheet: never a word of the text.
    Class(&'static str),
    /// Several of them.
    Classes(&'a [&'static str]),
    /// The language of a code block.
    DataLang(&'a str),
    /// The number of a line.
    DataN(u64),
    /// The direction of the element's own text.
    DirAuto,
    /// Left to right, whatever surrounds it.
    DirLtr,
    /// A box that cannot be ticked.
    DisabledCheckbox,
    /// A link to another site, which learns nothing of this page.
    Href(&'a Href),
    /// A link to an id of this page.
    HrefInside(&'a str),
    /// An id.
    Id(&'a str),
    /// The role for assistive software.
    Role(&'static str),
    /// A header of a column.
    ScopeCol,
    /// The number of the first item.
    Start(u64),
    /// A hint in our own words: never a title from the text, which could claim another target.
    Title(&'static str),
    /// Reachable by keyboard, so that what scrolls in itself can be scrolled.
    Tabbable,
}

impl Attribute<'_> {
    /// Writes the attribute with the space before it.
    #[inline]
    pub(crate) fn push_to(&self, out: &mut String) {
        match self {
            Self::AriaLabel(label) => push_own(out, "aria-label", label),
            Self::Checked => out.push_str(" checked=\"\""),
            Self::Class(class) => push_own(out, "class", class),
            Self::Classes(classes) => push(out, "class", &classes.join(" ")),
            Self::DataLang(language) => push(out, "data-lang", language),
            Self::DataN(number) => push(out, "data-n", &number.to_string()),
            Self::DirAuto => out.push_str(" dir=\"auto\""),
            Self::DirLtr => out.push_str(" dir=\"ltr\""),
            Self::DisabledCheckbox => out.push_str(" type=\"checkbox\" disabled=\"\""),
            Self::Href(href) => {
                push(out, "href", href.as_str());
                out.push_str(" rel=\"noopener noreferrer nofollow\" target=\"_blank\"");
            }
            Self::HrefInside(id) => push(out, "href", &format!("#{id}")),
            Self::Id(id) => push(out, "id", id),
            Self::Role(role) => push_own(out, "role", role),
            Self::ScopeCol => out.push_str(" scope=\"col\""),
            Self::Start(number) => push(out, "start", &number.to_string()),
            Self::Title(title) => push_own(out, "title", title),
            Self::Tabbable => out.push_str(" tabindex=\"0\""),
        }
    }
}

/// Writes an attribute with a value of our own, in which nothing has to be escaped.
fn push_own(out: &mut String, name: &'static str, value: &'static str) {
    open(out, name);
    out.push_str(value);
    out.push('"');
}

fn push(out: &mut String, name: &'static str, value: &str) {
    open(out, name);
    escape::push_value(out, value);
    out.push('"');
}

fn open(out: &mut String, name: &'static str) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
}
