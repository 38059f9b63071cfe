//! Who may ask: programs and pages of this machine that name this server. A page of another site
//! that a browser shows here may not, whatever name it found for the loopback address.

use super::HttpError;
use axum::{
    extract::Request,
    http::{HeaderMap, Method, header},
    middleware::Next,
    response::{IntoResponse as _, Response},
};

/// Lets a request through whose `Host` is a loopback name, and which no other site has sent.
pub(super) async fn refuse_strangers(request: Request, next: Next) -> Response {
    // HTTP/2 has the host in the address.
    let in_address = request
        .uri()
        .authority()
        .map(|authority| authority.as_str().to_owned());
    let host = text(request.headers(), header::HOST.as_str())
        .map(str::to_owned)
        .or(in_address);
    let Some(host) = host.filter(|host| is_loopback(host)) else {
        return HttpError::refused(
            "this server answers to localhost, 127.0.0.1 and [::1] only; open it under one of these names",
        )
        .into_response();
    };
    if is_from_elsewhere(request.method(), request.headers(), &host) {
        return HttpError::refused("another site may not read what is here").into_response();
    }
    next.run(request).await
}

fn is_loopback(host: &str) -> bool {
    let host = host.to_ascii_lowercase();
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => &host,
    };
    matches!(name, "localhost" | "127.0.0.1" | "[::1]")
}

/// Any `Origin` but our own, and anything that a browser says comes from another site, unless a
/// person followed a link.
fn is_from_elsewhere(method: &Method, headers: &HeaderMap, host: &str) -> bool {
    let has_other_origin = text(headers, header::ORIGIN.as_str()).is_some_and(|origin| {
        let authority = origin
            .strip_prefix("http://")
            .or_else(|| origin.strip_prefix("https://"));
        !authority.is_some_and(|authority| authority.eq_ignore_ascii_case(host))
    });
    let is_same_site = matches!(
        text(headers, "sec-fetch-site"),
        None | Some("same-origin" | "none")
    );
    let is_link = *method == Method::GET
        && text(headers, "sec-fetch-mode") == Some("navigate")
        && text(headers, "sec-fetch-dest") == Some("document");
    has_other_origin || !(is_same_site || is_link)
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

#[cfg(test)]
mod tests {
    use super::is_loopback;

    #[test]
    fn names_of_this_machine() {
        for host in [
            "localhost",
            "LOCALHOST:80",
            "127.0.0.1:8765",
            "[::1]:1",
            "[::1]",
        ] {
            assert!(is_loopback(host), "{host}");
        }
        for host in [
            "",
            "example.org",
            "localhost.example.org",
            "127.0.0.1.example.org:8765",
            "localhost:80x",
            "2130706433",
            "0.0.0.0",
            "[::]",
            "user@localhost",
        ] {
            assert!(!is_loopback(host), "{host}");
        }
    }
}
