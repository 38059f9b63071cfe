//! Where the elements of a JSON array stand, without parsing them.

use super::is_projection;
use std::ops::Range;

/// The elements of an array and how it ends.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Array {
    /// The bytes of each complete element.
    pub elements: Vec<Range<usize>>,
    pub end: End,
}

/// How a text that should be an array ends.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// Closed, with nothing behind.
    Closed,
    /// There is nothing but white space.
    Empty,
    /// It does not begin as an array.
    NotAnArray,
    /// It is what a view shows of a conversation, and must not be read as one.
    Projection,
    /// It stops before the array is closed.
    Truncated,
    /// Something stands behind the array, from this byte on.
    Trailing(usize),
}

/// Finds the elements of the array that `text` should be. An element that is cut off is not among
/// them.
pub(crate) fn split(text: &[u8]) -> Array {
    let mut at = skip_white(
        text,
        if text.starts_with(b"\xef\xbb\xbf") {
            3
        } else {
            0
        },
    );
    let mut elements = Vec::new();
    if is_projection(text.get(at..).unwrap_or_default()) {
        return Array {
            elements,
            end: End::Projection,
        };
    }
    match text.get(at) {
        None => {
            return Array {
                elements,
                end: End::Empty,
            };
        }
        Some(b'[') => at += 1,
        Some(_) => {
            return Array {
                elements,
                end: End::NotAnArray,
            };
        }
    }
    loop {
        at = skip_white(text, at);
        match text.get(at) {
            None => {
                return Array {
                    elements,
                    end: End::Truncated,
                };
            }
            Some(b',') => at += 1,
            Some(b']') => {
                let rest = skip_white(text, at + 1);
                let end = if rest < text.len() {
                    End::Trailing(rest)
                } else {
                    End::Closed
                };
                return Array { elements, end };
            }
            Some(_) => match value_end(text, at) {
                Some(end) => {
                    elements.push(at..end);
                    at = end;
                }
                None => {
                    return Array {
                        elements,
                        end: End::Truncated,
                    };
                }
            },
        }
    }
}

fn skip_white(text: &[u8], mut at: usize) -> usize {
    while text.get(at).is_some_and(u8::is_ascii_whitespace) {
        at += 1;
    }
    at
}

/// The end of the value that begins at `start`; nothing where the text stops inside. A value that
/// is no JSON still ends where one would, at least a byte further on.
fn value_end(text: &[u8], start: usize) -> Option<usize> {
    let mut depth = 0usize;
    let mut at = start;
    loop {
        match *text.get(at)? {
            b'"' => {
                at = string_end(text, at)?;
                if depth == 0 {
                    return Some(at);
                }
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => match depth {
                0 => return Some(at.max(start + 1)),
                1 => return Some(at + 1),
                _ => depth -= 1,
            },
            b',' if depth == 0 => return Some(at),
            byte if depth == 0 && byte.is_ascii_whitespace() => return Some(at),
            _ => {}
        }
        at += 1;
    }
}

fn string_end(text: &[u8], quote: usize) -> Option<usize> {
    let mut at = quote + 1;
    loop {
        match *text.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(text: &str, elements: &[&str], end: &End) {
        let array = split(text.as_bytes());
        let found: Vec<_> = array
            .elements
            .iter()
            .map(|range| String::from_utf8_lossy(&text.as_bytes()[range.clone()]))
            .collect();
        assert_eq!(
            (found, &array.end),
            (elements.iter().map(|e| (*e).into()).collect(), end),
            "{text:?}"
        );
    }

    #[test]
    fn elements_and_ends() {
        check("[]", &[], &End::Closed);
        check(
            "\u{feff} [ 1 , {\"a\": \"]}\\\"\"} ,[2,[3]], \"x\" ]\n",
            &["1", "{\"a\": \"]}\\\"\"}", "[2,[3]]", "\"x\""],
            &End::Closed,
        );
        check("", &[], &End::Empty);
        check(" \n", &[], &End::Empty);
        check("{}", &[], &End::NotAnArray);
        check("[{\"a\":1},{\"b\":", &["{\"a\":1}"], &End::Truncated);
        check("[1,2", &["1"], &End::Truncated);
        check("[\"a", &[], &End::Truncated);
        check("[1] x", &["1"], &End::Trailing(4));
        check("[} , 1]", &["}", "1"], &End::Closed);
    }

    proptest! {
        #[test]
        fn any_bytes_end_somewhere(text in prop::collection::vec(prop::sample::select(b"[]{},:\"\\1 ax\xff".to_vec()), 0..64)) {
            let array = split(&text);
            let mut last = 0;
            for range in array.elements {
                prop_assert!(last <= range.start && range.start < range.end && range.end <= text.len());
                last = range.end;
            }
        }

        #[test]
        fn a_written_list_is_found(values in prop::collection::vec(".{0,8}", 0..8), is_pretty in any::<bool>()) {
            let list: Vec<_> = values.iter().map(|v| serde_json::json!({ "v": [v, { "w": v }] })).collect();
            let text = if is_pretty { serde_json::to_string_pretty(&list) } else { serde_json::to_string(&list) }.expect("JSON");
            let array = split(text.as_bytes());
            prop_assert_eq!(array.end, End::Closed);
            let read: Vec<serde_json::Value> =
                array.elements.into_iter().map(|r| serde_json::from_slice(&text.as_bytes()[r]).expect("JSON")).collect();
            prop_assert_eq!(read, list);
        }
    }
}
