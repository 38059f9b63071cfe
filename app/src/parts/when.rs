//! A time that is also the row's address.

use super::row::anchor;
use crate::{
    changing::{attribute, text},
    time::{ZonedClock, ago, utc_attribute},
};
use leptos::prelude::*;

/// The time of a row, which links to it. Nothing where the time is unknown.
#[component]
pub(crate) fn When(at_ms: Option<i64>, key: String) -> impl IntoView {
    at_ms.map(|ms| {
        view! {
            <a class="when" href=format!("#{}", anchor(&key))>
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

/// An instant as it is from `now_ms`: `3 min ago`, or its day where that is long ago. Nothing where
/// the time is unknown.
#[component]
pub(crate) fn Ago(at_ms: Signal<Option<i64>>, now_ms: ReadSignal<i64>) -> impl IntoView {
    let clock = expect_context::<ZonedClock>();
    let (exact, day) = (clock.clone(), clock);
    let told = text(move || {
        let told = |ms: i64| ago(now_ms.get() - ms).unwrap_or_else(|| day.at(ms).day());
        at_ms.get().map(told).unwrap_or_default()
    });
    view! {
        <time
            datetime=attribute(move || at_ms.get().map(utc_attribute))
            data-ms=attribute(move || at_ms.get().map(|ms| ms.to_string()))
            data-ago="true"
            title=attribute(move || at_ms.get().map(|ms| exact.at(ms).exact()))
        >
            {told}
        </time>
    }
}
