//! What serve-web writes of a view is marked, so that it is never read as a conversation.

use conversation::view::PROJECTION;

/// Whether JSON text is a projection: its first object begins with the mark.
pub(crate) fn is_projection(text: &[u8]) -> bool {
    let is_opening = |b: &u8| b.is_ascii_whitespace() || matches!(b, b'[' | b'{');
    let begins = text.iter().take_while(|b| is_opening(b)).count();
    let rest = text.get(begins..).unwrap_or_default();
    let name = rest.strip_prefix(b"\"").unwrap_or_default();
    name.strip_prefix(PROJECTION.as_bytes())
        .is_some_and(|rest| rest.starts_with(b"\""))
}

#[cfg(test)]
mod tests {
    use super::is_projection;

    #[test]
    fn the_mark_stands_first() {
        for (text, expected) in [
            (r#"{"serve-web/projection":"user","data":[]}"#, true),
            ("[\n  { \"serve-web/projection\" : \"user\" }]", true),
            (
                r#"[{"type":"turn_start"},{"serve-web/projection":"user"}]"#,
                false,
            ),
            (r#"[{"type":"x","text":"\"serve-web/projection\""}]"#, false),
            ("", false),
            ("[{", false),
        ] {
            assert_eq!(is_projection(text.as_bytes()), expected, "{text}");
        }
    }
}
