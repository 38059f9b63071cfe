//! What may happen to a file beside what its agent writes to it.

use arbitrary::{Result, Unstructured};

/// What readers look for, in places where it should not be.
const PIECES: [&[u8]; 18] = [
    b"\n",
    b"\r\n",
    b"\r",
    b"\0",
    b" ",
    b"\"",
    b"\\",
    b"\\u0000",
    b"\\ud83d",
    b"\xff",
    b"\xe6\x97",
    b"\xef\xbb\xbf",
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b"{}\n",
];

/// Accidents, in their order.
#[derive(Debug)]
pub(crate) struct Damage(Vec<Accident>);

#[derive(Clone, Copy, Debug)]
struct Accident {
    kind: u8,
    at: u32,
    byte: u8,
}

impl Damage {
    /// No accident in most inputs, and otherwise few.
    pub(crate) fn of(u: &mut Unstructured<'_>) -> Result<Self> {
        let n = match u.arbitrary::<u8>()? {
            n @ ..=3 => n,
            _ => 0,
        };
        let accident = |_| {
            Ok(Accident {
                kind: u.arbitrary()?,
                at: u.arbitrary()?,
                byte: u.arbitrary()?,
            })
        };
        (0..n).map(accident).collect::<Result<_>>().map(Self)
    }

    /// What is left of a text.
    pub(crate) fn done_to(&self, mut text: Vec<u8>) -> Vec<u8> {
        for accident in &self.0 {
            accident.happen(&mut text);
        }
        text
    }
}

impl Accident {
    fn happen(self, text: &mut Vec<u8>) {
        let at = self.at as usize % (text.len() + 1);
        let end = (at + usize::from(self.byte)).min(text.len());
        match self.kind % 5 {
            0 => text.truncate(at),
            1 => drop(text.drain(at..end)),
            2 => {
                let piece = PIECES[usize::from(self.byte) % PIECES.len()];
                drop(text.splice(at..at, piece.iter().copied()));
            }
            3 => {
                let again = text[at..end].to_vec();
                drop(text.splice(at..at, again));
            }
            _ => {
                if let Some(byte) = text.get_mut(at) {
                    *byte = self.byte;
                }
            }
        }
    }
}
