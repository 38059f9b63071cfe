//! A conversation that is read on while it is written.

use conversation::Event;
use sources::{Conversation, SourceError, Splice};
use std::{fs::File, io::Write as _, path::Path};

/// A reader that keeps what it was told.
#[derive(Debug)]
pub(crate) struct Follow {
    pub conversation: Box<dyn Conversation>,
    pub events: Vec<Event>,
}

impl Follow {
    pub(crate) fn new(conversation: Box<dyn Conversation>) -> Self {
        Self {
            conversation,
            events: Vec::new(),
        }
    }

    /// Reads what is new, however many parts that comes in.
    pub(crate) fn look(&mut self) -> Result<(), SourceError> {
        while let Some(splice) = self.conversation.refresh()? {
            let has_more = splice.has_more;
            self.apply(splice);
            if !has_more {
                break;
            }
        }
        Ok(())
    }

    /// A change has to be one of what is there.
    fn apply(&mut self, splice: Splice) {
        assert!(splice.keep <= self.events.len(), "what is kept is there");
        for (index, event) in &splice.revised {
            assert!(*index < splice.keep, "what is revised is kept");
            assert_eq!(self.events[*index].key(), event.key(), "keys stay");
        }
        splice.apply(&mut self.events);
    }
}

/// Writes a file in pieces, with a look after each. What cannot be read yet is no fault.
pub(crate) fn write(path: &Path, text: &[u8], ends: &[usize], follow: &mut Follow) {
    let mut file = File::create(path).expect("a file");
    let mut at = 0;
    for end in ends {
        file.write_all(&text[at..*end]).expect("written");
        at = *end;
        drop(follow.look());
    }
}
