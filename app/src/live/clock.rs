//! Times in the browser's zone.

use super::dom;
use crate::time::{LocalTime, ZonedClock, ago};
use js_sys::{Date, Intl, Object, Reflect};
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::HtmlElement;

/// A clock with the browser's rules.
pub(super) fn browser_clock() -> ZonedClock {
    ZonedClock::new(local_time)
}

fn local_time(ms: i64) -> LocalTime {
    #[expect(
        clippy::cast_precision_loss,
        reason = "instants of this age are exact in a double"
    )]
    let date = Date::new(&JsValue::from_f64(ms as f64));
    let small = |n: u32| u8::try_from(n).unwrap_or_default();
    LocalTime {
        year: i64::from(date.get_full_year()),
        month: small(date.get_month() + 1),
        day: small(date.get_date()),
        hour: small(date.get_hours()),
        minute: small(date.get_minutes()),
        second: small(date.get_seconds()),
    }
}

/// Tells the server the browser's zone for the next page. Where this page was rendered with another
/// one, writes its times again.
pub(super) fn tell_zone() {
    let Some(zone) = browser_zone() else { return };
    let Some(root) = dom::root() else { return };
    if root.dataset().get("zone").as_deref() == Some(zone.as_str()) {
        return;
    }
    dom::set_cookie("zone", &zone.replace('/', "%2F"));
    rewrite_times();
}

fn browser_zone() -> Option<String> {
    let options =
        Intl::DateTimeFormat::new(&js_sys::Array::new(), &Object::new()).resolved_options();
    Reflect::get(&options, &JsValue::from_str("timeZone"))
        .ok()?
        .as_string()
}

fn rewrite_times() {
    let Ok(times) = dom::document().query_selector_all("time[data-ms]") else {
        return;
    };
    for n in 0..times.length() {
        let element = times
            .get(n)
            .and_then(|node| node.dyn_into::<HtmlElement>().ok());
        if let Some(element) = element {
            rewrite_time(&element);
        }
    }
}

fn rewrite_time(element: &HtmlElement) -> Option<()> {
    let ms: i64 = element.dataset().get("ms")?.parse().ok()?;
    let time = local_time(ms);
    element.set_title(&time.exact());
    let text = if element.dataset().get("ago").is_some() {
        // "3 min ago" is so in every zone.
        match ago(now_ms() - ms) {
            Some(_) => return None,
            None => time.day(),
        }
    } else if element.dataset().get("day").is_some() {
        time.day_and_clock()
    } else {
        time.clock()
    };
    // The text node is the one that the server rendered and the page's program adopts.
    element.first_child()?.set_node_value(Some(&text));
    Some(())
}

/// The time, in milliseconds since the Unix epoch.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the clock is far below 2^53 milliseconds"
)]
pub(super) fn now_ms() -> i64 {
    Date::now() as i64
}
