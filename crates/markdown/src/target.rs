//! Where a link leads, and whether it may.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::direction::is_direction;

/// What a link's destination is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// Another site, or a letter to someone.
    Outside(Href),
    /// A place in the same text, by the fragment that names it.
    Inside(String),
    /// Nothing that may be followed: to be read only. Besides script this is every path, because
    /// on this page it would lead to the viewer itself.
    Text,
}

/// An address with a scheme that may be followed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Href(String);

impl Target {
    /// Judges a destination as a browser would read it.
    pub(crate) fn of(destination: &str) -> Self {
        let address = as_a_browser_reads(destination);
        if let Some(fragment) = address.strip_prefix('#') {
            return Self::Inside(fragment.to_owned());
        }
        let Some((scheme, rest)) = address.split_once(':') else {
            return Self::Text;
        };
        let is = |name: &str| scheme.eq_ignore_ascii_case(name);
        let is_allowed = if is("http") || is("https") {
            // Without a plain host, browsers look for it elsewhere in the address, or take the
            // address for a path on this page's own site.
            host(&address).is_some_and(is_plain_host)
        } else {
            // A letter goes to no host.
            is("mailto") && !rest.is_empty() && !rest.starts_with("//")
        };
        if is_allowed {
            Self::Outside(Href(without_controls(address)))
        } else {
            Self::Text
        }
    }
}

impl Href {
    /// The address, for an attribute.
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    /// The address, without a copy.
    pub(crate) fn into_string(self) -> String {
        self.0
    }

    /// The host that would be asked, with its port; none for a letter.
    pub(crate) fn host(&self) -> Option<&str> {
        host(&self.0)
    }
}

fn host(address: &str) -> Option<&str> {
    // Right behind the scheme: with fewer slashes there, browsers look for the host in what follows.
    let (_, rest) = address.split_once(':')?;
    // The backslash ends an authority too: browsers take it for a slash.
    let authority = rest
        .strip_prefix("//")?
        .split(['/', '\\', '?', '#'])
        .next()?;
    authority.rsplit('@').next()
}

/// Whether a host is a name or a number, perhaps with a port, and no riddle.
fn is_plain_host(host: &str) -> bool {
    let (name, port) = match host.rsplit_once(':') {
        // A colon in brackets belongs to the number.
        Some((name, port)) if !port.ends_with(']') => (name, Some(port)),
        _ => (host, None),
    };
    let is_name = match name
        .strip_prefix('[')
        .and_then(|name| name.strip_suffix(']'))
    {
        Some(number) => number
            .chars()
            .all(|c| c.is_ascii_hexdigit() || matches!(c, ':' | '.')),
        None => name
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.')),
    };
    is_name
        && name.contains(char::is_alphanumeric)
        && port.is_none_or(|port| port.is_empty() || port.parse::<u16>().is_ok())
}

/// Drops what a browser drops before it looks for a scheme: controls and spaces at both ends,
/// tabs and line ends anywhere.
fn as_a_browser_reads(destination: &str) -> Cow<'_, str> {
    let is_dropped = |c: char| matches!(c, '\t' | '\n' | '\r');
    let address = destination.trim_matches(|c: char| c <= ' ');
    if address.bytes().any(|byte| is_dropped(char::from(byte))) {
        Cow::Owned(address.replace(is_dropped, ""))
    } else {
        Cow::Borrowed(address)
    }
}

/// Codes what is left of the unprintable, as a browser would when it follows the link.
fn without_controls(address: Cow<'_, str>) -> String {
    let is_coded = |c: char| c.is_control() || is_direction(c) || c == ' ';
    if !address.contains(is_coded) {
        return address.into_owned();
    }
    let mut out = String::with_capacity(address.len());
    for c in address.chars() {
        if is_coded(c) {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                // Writing to a string cannot fail.
                write!(out, "%{byte:02X}").ok();
            }
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_schemes_and_fragments_may_be_followed() {
        for (destination, href) in [
            ("https://example.org/a?b=c#d", "https://example.org/a?b=c#d"),
            (" \u{1}HTTP://example.org\n", "HTTP://example.org"),
            (
                "ht\ttps://exa\nmple.org/a\u{7} b",
                "https://example.org/a%07%20b",
            ),
            ("mailto:a@example.org", "mailto:a@example.org"),
        ] {
            assert_eq!(
                Target::of(destination),
                Target::Outside(Href(href.to_owned()))
            );
        }
        assert_eq!(Target::of(" #a b"), Target::Inside("a b".to_owned()));
    }

    #[test]
    fn everything_else_is_text() {
        for destination in [
            "",
            "javascript:alert(1)",
            "JaVa\tScript:alert(1)",
            "\u{1}javascript:alert(1)",
            "data:text/html,x",
            "vbscript:x",
            "file:///etc/passwd",
            "//example.org/x",
            "/api/conversations",
            "src/main.rs:10",
            "http:example.org",
            "http:/example.org",
            "https:///example.org",
            "https:/bad.example/?a=https://good.example",
            "https:bad.example://good.example",
            "http:://example.org",
            "https://a)|b",
            "https://a%2Eb",
            "https://a:b@/",
            "https://a:99999",
            "https://[x]",
            "https://.",
            "https://",
            "https:\\\\example.org",
            "https\u{200B}://example.org",
            "mailto:",
            "mailto://example.org",
            "blob:https://example.org/x",
        ] {
            assert_eq!(Target::of(destination), Target::Text, "{destination:?}");
        }
    }

    #[test]
    fn the_host_is_the_one_that_would_be_asked() {
        for (destination, host) in [
            ("https://example.org:8080/a", Some("example.org:8080")),
            ("https://good.example@bad.example/", Some("bad.example")),
            ("https://bad.example\\@good.example/", Some("bad.example")),
            ("https://bad.example?@good.example", Some("bad.example")),
            ("http://[::1]:80/x", Some("[::1]:80")),
            ("http://[::1]", Some("[::1]")),
            ("mailto:a@example.org", None),
        ] {
            let Target::Outside(href) = Target::of(destination) else {
                panic!("{destination}")
            };
            assert_eq!(href.host(), host);
        }
    }
}
