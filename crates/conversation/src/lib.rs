//! The event model, its views and the view state of a page.
