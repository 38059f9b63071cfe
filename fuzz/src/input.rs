//! What the first bytes of an input say, whichever agent's store it is for.

/// How many bytes stand before the rest: the form, the variant, which laws are looked at beside those
/// that always are, and where three pieces end.
pub(crate) const HEAD: usize = 9;
/// The form of the bytes of a file as they are.
pub(crate) const RAW: u8 = 0;
/// The form of records that are chosen from the fixtures.
pub(crate) const CHOSEN: u8 = 1;

/// An input, taken apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Input<'a> {
    form: u8,
    /// What else a target chooses by.
    pub variant: u8,
    /// The laws that cost too much to be looked at each time.
    pub more: More,
    cuts: [u16; 3],
    /// What stands behind.
    pub rest: &'a [u8],
}

impl<'a> Input<'a> {
    /// Takes an input apart; nothing where it is too short.
    pub(crate) fn of(data: &'a [u8]) -> Option<Self> {
        let (head, rest) = data.split_first_chunk::<HEAD>()?;
        let [form, variant, more, cuts @ ..] = *head;
        let mut ends = [0; 3];
        for (end, cut) in ends.iter_mut().zip(cuts.as_chunks().0) {
            *end = u16::from_le_bytes(*cut);
        }
        Some(Self {
            form,
            variant,
            more: More(more),
            cuts: ends,
            rest,
        })
    }

    /// Whether the rest is what a file holds, as it is.
    pub(crate) fn is_raw(&self) -> bool {
        self.form % 4 == RAW
    }

    /// Where two to four pieces of a text end. About half of them are whole lines.
    pub(crate) fn ends(&self, text: &[u8]) -> Vec<usize> {
        let n_cuts = 1 + usize::from(self.form >> 4) % 3;
        let cuts = self.cuts.iter().take(n_cuts);
        let mut ends: Vec<usize> = cuts.map(|cut| end(*cut, text)).collect();
        ends.sort_unstable();
        ends.push(text.len());
        ends
    }
}

/// Which laws are looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct More(u8);

impl More {
    /// Whether a second reader that reads the whole is told the same.
    pub(crate) fn reads_again(self) -> bool {
        self.0.is_multiple_of(4)
    }

    /// Whether records are found by their keys.
    pub(crate) fn looks_for_records(self) -> bool {
        self.0 % 4 == 1
    }

    /// Whether items and rows are made.
    pub(crate) fn makes_rows(self) -> bool {
        self.0 & 0b100 != 0
    }

    /// Whether what a list says of the conversation is read.
    pub(crate) fn reads_summary(self) -> bool {
        self.0 >> 5 == 1
    }

    /// Whether the list itself is.
    pub(crate) fn reads_list(self) -> bool {
        self.0 >> 5 == 2
    }
}

/// A place in a text: in the middle of a line, or behind one.
fn end(cut: u16, text: &[u8]) -> usize {
    let at = usize::from(cut) * (text.len() + 1) / (usize::from(u16::MAX) + 1);
    if cut.is_multiple_of(2) {
        return at;
    }
    let rest = text.iter().skip(at);
    let line = rest.take_while(|byte| **byte != b'\n').count() + 1;
    (at + line).min(text.len())
}
