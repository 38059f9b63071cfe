//! What the client writes, with half characters mended.
//!
//! JSON can name one half of a surrogate pair alone, and JavaScript clients do so where a model
//! wrote one. It stands for no character, so the SDK takes the whole line for no JSON and does not
//! answer it: the client waits in vain. With U+FFFD in its place, as browsers show it, the call is
//! answered like any other.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
};
use tokio::io::{AsyncRead, ReadBuf};

/// U+FFFD as an escape, as long as the one that it replaces.
const REPLACEMENT: &[u8; 6] = br"\ufffd";

/// How much is asked for at once.
const CHUNK: usize = 8192;

/// A reader of JSON whose escapes all stand for characters.
#[derive(Debug)]
pub(crate) struct Mended<R> {
    inner: R,
    bytes: Vec<u8>,
    /// How many of the bytes can be passed on. The rest is the beginning of an escape.
    n_ready: usize,
}

impl<R> Mended<R> {
    pub(crate) fn new(inner: R) -> Self {
        Self {
            inner,
            bytes: Vec::new(),
            n_ready: 0,
        }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for Mended<R> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        out: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        while this.n_ready == 0 {
            let mut chunk = [0; CHUNK];
            let mut chunk = ReadBuf::new(&mut chunk);
            ready!(Pin::new(&mut this.inner).poll_read(context, &mut chunk))?;
            if chunk.filled().is_empty() {
                // Nothing completes what was held back.
                this.n_ready = this.bytes.len();
                break;
            }
            this.bytes.extend_from_slice(chunk.filled());
            this.n_ready = mend(&mut this.bytes);
        }
        let n_passed = this.n_ready.min(out.remaining());
        let passed = this.bytes.drain(..n_passed);
        out.put_slice(passed.as_slice());
        this.n_ready -= n_passed;
        Poll::Ready(Ok(()))
    }
}

/// Mends what does not begin within an escape, and says how far that went.
fn mend(bytes: &mut [u8]) -> usize {
    let mut at = 0;
    while at < bytes.len() {
        let n_whole = match escape(&bytes[at..]) {
            Escape::None => 1,
            Escape::Short => 2,
            Escape::Unit(0xD800..0xDC00) => match escape(&bytes[at + 6..]) {
                Escape::Unit(0xDC00..0xE000) => 12,
                Escape::Cut => break,
                Escape::None | Escape::Short | Escape::Unit(_) => replace(&mut bytes[at..]),
            },
            Escape::Unit(0xDC00..0xE000) => replace(&mut bytes[at..]),
            Escape::Unit(_) => 6,
            Escape::Cut => break,
        };
        at += n_whole;
    }
    at
}

fn replace(bytes: &mut [u8]) -> usize {
    bytes[..6].copy_from_slice(REPLACEMENT);
    6
}

/// What begins somewhere.
enum Escape {
    None,
    /// A backslash and a letter.
    Short,
    /// A code unit of UTF-16.
    Unit(u16),
    /// Too little to tell.
    Cut,
}

fn escape(bytes: &[u8]) -> Escape {
    match bytes {
        [b'\\', b'u', digits @ ..] => {
            let Some(digits) = digits.get(..4) else {
                return Escape::Cut;
            };
            let digits = str::from_utf8(digits).ok();
            let unit = digits.and_then(|digits| u16::from_str_radix(digits, 16).ok());
            unit.map_or(Escape::Short, Escape::Unit)
        }
        [] | [b'\\'] => Escape::Cut,
        [b'\\', ..] => Escape::Short,
        _ => Escape::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::AsyncReadExt as _;

    /// What comes out if the input comes in pieces of `size` bytes.
    async fn read_in_pieces(input: &str, size: usize) -> String {
        let mut inner: Box<dyn AsyncRead + Unpin> = Box::new(&b""[..]);
        let pieces: Vec<&[u8]> = input.as_bytes().chunks(size).collect();
        for piece in pieces.into_iter().rev() {
            inner = Box::new(piece.chain(inner));
        }
        let mut text = String::new();
        let mut mended = Mended::new(inner);
        mended.read_to_string(&mut text).await.expect("it is text");
        text
    }

    #[tokio::test]
    async fn only_half_characters_change() {
        for (input, expected) in [
            (r#"["\ud83d\ude00"]"#, r#"["\ud83d\ude00"]"#),
            (r#"["\uD83D\uDE00é\n"]"#, r#"["\uD83D\uDE00é\n"]"#),
            (r#"["\ud83d"]"#, r#"["\ufffd"]"#),
            (r#"["\ude00"]"#, r#"["\ufffd"]"#),
            (r#"["\ude00\ud83d"]"#, r#"["\ufffd\ufffd"]"#),
            (r#"["\ud83d\ud83d\ude00"]"#, r#"["\ufffd\ud83d\ude00"]"#),
            (r#"["\ud83d\n\u0041"]"#, r#"["\ufffd\n\u0041"]"#),
            (r#"["\\ud83d"]"#, r#"["\\ud83d"]"#),
            (r#"["\\\ud83d"]"#, r#"["\\\ufffd"]"#),
            (r#"["\u+123\uzzzz"]"#, r#"["\u+123\uzzzz"]"#),
            (r#"["\ud8"#, r#"["\ud8"#),
            ("", ""),
        ] {
            for size in 1..=input.len().max(1) {
                assert_eq!(read_in_pieces(input, size).await, expected, "{size}");
            }
        }
    }

    #[tokio::test]
    async fn what_is_longer_than_a_piece_comes_whole() {
        let long = format!(r#"["{}\ud83d"]"#, "x".repeat(3 * CHUNK));
        let read = read_in_pieces(&long, long.len()).await;
        assert_eq!(read, long.replace("d83d", "fffd"));
    }
}
