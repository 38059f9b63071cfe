//! Paths as SQLite's URIs.

use std::path::Path;

/// The URI of a file, with parameters.
pub(super) fn uri(path: &Path, parameters: &str) -> String {
    let mut uri = "file:".to_owned();
    #[cfg(windows)]
    let path = forward(path);
    #[cfg(windows)]
    let bytes = path.as_bytes();
    #[cfg(not(windows))]
    let bytes = path.as_os_str().as_encoded_bytes();
    for byte in bytes {
        match byte {
            b'/' | b'-' | b'_' | b'.' | b'~' | b':' => uri.push(char::from(*byte)),
            byte if byte.is_ascii_alphanumeric() => uri.push(char::from(*byte)),
            byte => {
                uri.push('%');
                let digits = [byte >> 4, byte & 15].map(|digit| char::from_digit(digit.into(), 16));
                uri.extend(digits.into_iter().flatten());
            }
        }
    }
    uri.push('?');
    uri.push_str(parameters);
    uri
}

/// `C:\a` is `/C:/a` there. The mark of a long path is no part of it.
#[cfg(windows)]
fn forward(path: &Path) -> String {
    let text = path.to_string_lossy().replace('\\', "/");
    let text = text.strip_prefix("//?/").unwrap_or(&text);
    match text.starts_with('/') {
        true => text.to_owned(),
        false => format!("/{text}"),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::uri;
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt as _, path::Path};

    #[test]
    fn marks_of_uris_and_bytes_that_are_no_text_are_written_out() {
        for (path, expected) in [
            (&b"/a/b.db"[..], "file:/a/b.db?mode=ro"),
            (b"/a b?#%&/\xff", "file:/a%20b%3f%23%25%26/%ff?mode=ro"),
        ] {
            let path = Path::new(OsStr::from_bytes(path));
            assert_eq!(uri(path, "mode=ro"), expected);
        }
    }
}
