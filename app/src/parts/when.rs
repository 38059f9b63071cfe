//! A time that is also the row's address.

use crate::time::{ZonedClock, utc_attribute};
use leptos::prelude::*;

/// The time of a row, which links to it. Nothing where the time is unknown.
#[component]
pub(crate) fn When(at_ms: Option<i64>, key: String) -> impl IntoView {
    at_ms.map(|ms| {
        view! {
            <a class="when" href=format!("#e-{key}")>
                <Time ms />
            </a>
        }
    })
}

/// An instant, short; the exact one on hover and for screen readers.
#[component]
pub(crate) fn Time(ms: i64) -> impl IntoView {
    let time = expect_context::<ZonedClock>().at(ms);
    view! {
        <time datetime=utc_attribute(ms) data-ms=ms.to_string() title=time.exact()>
            {time.clock()}
        </time>
    }
}

/// An instant with its day.
#[component]
pub(crate) fn DayAndTime(ms: i64) -> impl IntoView {
    let time = expect_context::<ZonedClock>().at(ms);
    view! {
        <time
            datetime=utc_attribute(ms)
            data-ms=ms.to_string()
            data-day="true"
            title=time.exact()
        >
            {time.day_and_clock()}
        </time>
    }
}
