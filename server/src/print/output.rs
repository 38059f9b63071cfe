//! What is to be written, and where.

/// Where a text goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// stdout: what the assistant says, or what the format is all about.
    Out,
    /// stderr: everything else.
    Err,
}

/// Texts for both channels, in the order in which they are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    texts: Vec<(Channel, String)>,
}

impl Output {
    /// The texts in order.
    pub fn texts(&self) -> &[(Channel, String)] {
        &self.texts
    }

    /// All that goes to a channel.
    pub fn on(&self, channel: Channel) -> String {
        let texts = self.texts.iter().filter(|(other, _)| *other == channel);
        texts.map(|(_, text)| text.as_str()).collect()
    }

    /// Whether there is nothing to write.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Adds what is written after this.
    pub fn append(&mut self, other: Self) {
        self.texts.extend(other.texts);
    }

    pub(crate) fn push(&mut self, channel: Channel, text: String) {
        self.texts.push((channel, text));
    }
}
