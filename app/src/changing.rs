//! What changes on the page, in few types.
//!
//! Leptos compiles the making, adopting and changing of every kind of changing text or attribute for
//! each type that it has in a view, and every closure is a type. These give one type to all of them.

use leptos::prelude::*;

/// A text that changes.
pub(crate) type ChangingText = Signal<String>;
/// An attribute that changes; without a value it is not there.
pub(crate) type ChangingAttribute = Signal<Option<String>>;

/// The text that `text` gives, whenever what it reads has changed.
pub(crate) fn text(text: impl Fn() -> String + Send + Sync + 'static) -> ChangingText {
    Signal::derive(text)
}

/// The attribute that `value` gives, likewise.
pub(crate) fn attribute(
    value: impl Fn() -> Option<String> + Send + Sync + 'static,
) -> ChangingAttribute {
    Signal::derive(value)
}
