//! Server-sent events out of the pieces in which they arrive.

use super::TailError;

/// The longest line that is taken in, in bytes: a window holds a few megabytes at most.
const LONGEST_LINE: usize = 256 * 1024 * 1024;

/// Takes in bytes and gives the data of whole events. Comments, names and ids are left alone: a batch
/// says its position itself.
#[derive(Debug, Default)]
pub(super) struct EventReader {
    line: Vec<u8>,
    data: Option<String>,
}

impl EventReader {
    /// The data of the events that are complete with these bytes.
    pub(super) fn take(&mut self, bytes: &[u8]) -> Result<Vec<String>, TailError> {
        let mut events = Vec::new();
        let mut rest = bytes;
        while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
            let (line, after) = rest.split_at(end);
            self.line.extend_from_slice(line);
            rest = after.get(1..).unwrap_or_default();
            let line = std::mem::take(&mut self.line);
            let line = String::from_utf8(line);
            let line = line.map_err(|error| TailError::Strange(error.to_string()))?;
            events.extend(self.take_line(line.trim_end_matches('\r')));
        }
        self.line.extend_from_slice(rest);
        if self.line.len() > LONGEST_LINE {
            return Err(TailError::Strange("a line without an end".to_owned()));
        }
        Ok(events)
    }

    fn take_line(&mut self, line: &str) -> Option<String> {
        if line.is_empty() {
            return self.data.take();
        }
        let data = line.strip_prefix("data:")?;
        let data = data.strip_prefix(' ').unwrap_or(data);
        match &mut self.data {
            Some(known) => {
                known.push('\n');
                known.push_str(data);
            }
            none => *none = Some(data.to_owned()),
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_come_out_whole_however_they_are_cut() {
        let text = ":\n\nevent: frames\nid: 1-a\ndata: {\"a\":\"é\"}\n\n: alive\n\ndata:b\r\ndata: c\r\n\r\ndata: never ends";
        for size in [1, 2, 3, 7, 1000] {
            let mut reader = EventReader::default();
            let mut events = Vec::new();
            for piece in text.as_bytes().chunks(size) {
                events.extend(reader.take(piece).expect("text"));
            }
            assert_eq!(events, ["{\"a\":\"é\"}", "b\nc"], "{size}");
        }
    }

    #[test]
    fn what_is_no_text_is_said() {
        let mut reader = EventReader::default();
        assert!(reader.take(b"data: \xff\n").is_err());
    }
}
