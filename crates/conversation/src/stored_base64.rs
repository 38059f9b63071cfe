//! Base64 as agents store it: both alphabets, with padding or without, with line breaks or without.

use base64::{
    Engine as _,
    alphabet::{STANDARD, URL_SAFE},
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};

/// The bytes.
pub(crate) fn decoded(base64: &str) -> Option<Vec<u8>> {
    decoded_digits(&digits(base64).collect::<Vec<u8>>())
}

/// The first bytes: those of at most `longest` digits.
pub(crate) fn beginning(base64: &str, longest: usize) -> Option<Vec<u8>> {
    let digits: Vec<u8> = digits(base64).take(longest - longest % 4).collect();
    decoded_digits(&digits)
}

/// Whether [`decoded`] gives something, without decoding.
pub(crate) fn is_base64(base64: &str) -> bool {
    let (mut n, mut is_standard, mut is_url_safe) = (0_usize, false, false);
    for digit in digits(base64) {
        n += 1;
        match digit {
            b'+' | b'/' => is_standard = true,
            b'-' | b'_' => is_url_safe = true,
            _ if digit.is_ascii_alphanumeric() => {}
            _ => return false,
        }
    }
    n % 4 != 1 && !(is_standard && is_url_safe)
}

fn digits(base64: &str) -> impl Iterator<Item = u8> {
    let unpadded = base64.trim_end_matches(|c: char| c == '=' || c.is_ascii_whitespace());
    unpadded.bytes().filter(|b| !b.is_ascii_whitespace())
}

fn decoded_digits(digits: &[u8]) -> Option<Vec<u8>> {
    let config = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::RequireNone)
        .with_decode_allow_trailing_bits(true);
    let decode = |alphabet| GeneralPurpose::new(alphabet, config).decode(digits).ok();
    decode(&STANDARD).or_else(|| decode(&URL_SAFE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_agents_store_is_read() {
        for (base64, expected) in [
            ("", Some("")),
            ("YQ==", Some("a")),
            ("YQ", Some("a")),
            ("YR", Some("a")),
            (" Y\nQ=\r\n= ", Some("a")),
            ("Pz8/Pj4+", Some("???>>>")),
            ("Pz8_Pj4-", Some("???>>>")),
            ("Pz8_Pj4+", None),
            ("YWJjZ", None),
            ("Y=Q=", None),
            ("%%%%", None),
            ("é", None),
        ] {
            let bytes = decoded(base64);
            assert_eq!(bytes.as_deref(), expected.map(str::as_bytes), "{base64}");
            assert_eq!(is_base64(base64), expected.is_some(), "{base64}");
        }
    }

    #[test]
    fn a_beginning_is_the_first_digits_wherever_lines_break() {
        assert_eq!(
            beginning("YWJj\nZGVm", 5).as_deref(),
            Some(b"abc".as_slice())
        );
        assert_eq!(
            beginning("YW\nJjZGVm", 8).as_deref(),
            Some(b"abcdef".as_slice())
        );
        assert_eq!(beginning("YQ==", 100).as_deref(), Some(b"a".as_slice()));
    }
}
