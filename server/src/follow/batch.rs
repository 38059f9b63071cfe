//! Changes as they are sent.

use conversation::Change;
use wire::FramesBody;

/// The changes of a view that lead to a position, written once for all readers.
#[derive(Debug)]
pub(crate) struct Batch {
    /// The position behind them.
    pub position: String,
    /// A [`FramesBody`] as JSON.
    pub json: String,
}

impl Batch {
    pub(crate) fn new(position: String, frames: Vec<Change>) -> Self {
        let body = FramesBody { position, frames };
        // Maps with keys that are no strings cannot be written; there is none in a change.
        let json = serde_json::to_string(&body).unwrap_or_default();
        Self {
            position: body.position,
            json,
        }
    }

    /// The message for a subscription of a page.
    pub(crate) fn message(&self, sub: u32) -> String {
        let fields = self.json.strip_prefix('{').unwrap_or_default();
        let head = format!(r#"{{"type":"frames","sub":{sub},"#);
        // Formatting would take up to twice the room, for as long as the message waits.
        let mut message = String::with_capacity(head.len() + fields.len());
        message.push_str(&head);
        message.push_str(fields);
        message
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use conversation::EventKey;
    use wire::ServerMessage;

    #[test]
    fn the_message_is_the_one_that_the_protocol_names() {
        let frames = vec![Change::remove(vec![EventKey::from_native("a")])];
        let batch = Batch::new("p".to_owned(), frames.clone());
        let read: ServerMessage = wire::read(&batch.message(3)).expect("a message");
        let body = FramesBody {
            position: "p".to_owned(),
            frames,
        };
        assert_eq!(read, ServerMessage::Frames { sub: 3, body });
    }
}
