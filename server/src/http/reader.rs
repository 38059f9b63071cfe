//! What the server knows of whoever reads: theme and zone, from cookies that carry the port, since
//! a browser shares cookies between the ports of a host.

use crate::zone::clock;
use app::ZonedClock;
use axum::http::{HeaderMap, header};
use jiff::tz::TimeZone;

/// A reader's settings.
#[derive(Debug)]
pub(super) struct Reader {
    /// `auto`, `light` or `dark`.
    pub theme: &'static str,
    /// The zone's name, as browsers call it.
    pub zone_name: String,
    pub clock: ZonedClock,
}

impl Reader {
    pub(super) fn of(headers: &HeaderMap) -> Self {
        let port = port(headers);
        let theme = match cookie(headers, &format!("serve-web-theme-{port}")).as_deref() {
            Some("light") => "light",
            Some("dark") => "dark",
            _ => "auto",
        };
        let named = cookie(headers, &format!("serve-web-zone-{port}"));
        let named = named.and_then(|name| TimeZone::get(&name.replace("%2F", "/")).ok());
        let zone = named.unwrap_or_else(TimeZone::system);
        let zone_name = zone.iana_name().unwrap_or("UTC").to_owned();
        Self {
            theme,
            zone_name,
            clock: clock(zone),
        }
    }
}

fn port(headers: &HeaderMap) -> &str {
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok())
        .unwrap_or_default();
    let port = host.rsplit_once(':').map(|(_, port)| port);
    port.filter(|port| port.bytes().all(|b| b.is_ascii_digit()))
        .unwrap_or_default()
}

fn cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    let lines = headers
        .get_all(header::COOKIE)
        .into_iter()
        .filter_map(|line| line.to_str().ok());
    let mut pairs = lines
        .flat_map(|line| line.split(';'))
        .filter_map(|pair| pair.trim().split_once('='));
    pairs
        .find(|(key, _)| *key == name)
        .map(|(_, value)| value.to_owned())
}
