//! The format `text`: what the assistant says on stdout, everything else on stderr.

use super::{
    Channel, Output,
    clean::Clean,
    fence::fence,
    look::Look,
    part::{Arguments, Form, Label, Link, Part, Shown, What},
};

/// Writes parts one after the other, with an empty line between them. Calls that are one line each
/// stand together.
#[derive(Debug)]
pub(super) struct TextWriter {
    look: Look,
    is_first: bool,
    has_spoken: bool,
    /// Whether what was written last is a call that is one line.
    was_line: bool,
}

impl TextWriter {
    pub(super) fn new(look: Look) -> Self {
        Self {
            look,
            is_first: true,
            has_spoken: false,
            was_line: false,
        }
    }

    pub(super) fn write(&mut self, part: &Part, out: &mut Output) {
        match &part.what {
            What::Speech(shown) => self.block(Channel::Out, shown.text.as_str(), false, out),
            what => {
                let text = self.other(part.at_ms, what);
                let is_line = matches!(what, What::Call { .. }) && !text.contains('\n');
                self.block(Channel::Err, &text, is_line, out);
            }
        }
    }

    /// Each channel reads well alone, and both do on one terminal: the empty line before a text goes
    /// to stderr, except between two texts on stdout.
    fn block(&mut self, channel: Channel, text: &str, is_line: bool, out: &mut Output) {
        let is_first = std::mem::take(&mut self.is_first);
        let is_joined = std::mem::replace(&mut self.was_line, is_line) && is_line;
        let has_spoken = self.has_spoken;
        self.has_spoken |= channel == Channel::Out;
        if !is_first && !is_joined {
            let separator = if has_spoken { channel } else { Channel::Err };
            out.push(separator, "\n".to_owned());
        }
        out.push(channel, format!("{text}\n"));
    }

    fn other(&self, at_ms: Option<i64>, what: &What) -> String {
        match what {
            What::Person {
                author,
                text,
                files,
            } => {
                let author = author.as_ref().map_or("You", Clean::as_str);
                let heading = match at_ms.map(|ms| self.look.time(ms)) {
                    Some(time) => format!("{author}, {time}:"),
                    None => format!("{author}:"),
                };
                let lines = [self.look.strong(&heading), text.to_string()];
                let files = files.iter().map(Clean::to_string);
                let lines = lines.into_iter().filter(|line| !line.is_empty());
                lines.chain(files).collect::<Vec<_>>().join("\n")
            }
            What::Speech(shown) => shown.text.to_string(),
            What::Reasoning(text) => self.look.faint(&format!("Reasoning:\n{text}")),
            What::Call { tool, arguments } => self.call(tool.as_ref(), arguments),
            What::Result { label, shown, link } => self.result(label.as_ref(), shown, *link),
            What::Note { heading, text } if text.as_str().contains('\n') => {
                format!("{heading}\n{text}")
            }
            What::Note { heading, text } => format!("{heading} {text}"),
            What::Mark(line) => line.clone(),
        }
    }

    fn call(&self, tool: Option<&Clean>, arguments: &Arguments) -> String {
        let header = tool.map(|tool| format!("Calling tool {}", self.look.strong(tool.as_str())));
        match (header, arguments) {
            (header, Arguments::None) => header.unwrap_or_default(),
            (Some(header), Arguments::Json(json)) => {
                let json = fence(json.as_str(), "json");
                format!("{header} with arguments:\n\n{json}")
            }
            (None, Arguments::Json(json)) => fence(json.as_str(), "json"),
            (Some(header), Arguments::Inline(pairs)) => format!("{header} ({pairs})"),
            (None, Arguments::Inline(pairs)) => format!("({pairs})"),
            (Some(header), Arguments::Formatted(text)) => format!("{header}:\n\n{text}"),
            (None, Arguments::Formatted(text)) => text.to_string(),
        }
    }

    fn result(&self, label: Option<&Label>, shown: &[Shown], link: Option<Link>) -> String {
        let label = label.map(|label| {
            let words = label.words(|tool| self.look.strong(tool.as_str()));
            format!("{words}:")
        });
        let blocks = shown.iter().map(block);
        let link = link.map(|link| self.look.read_all(link));
        let parts: Vec<String> = label.into_iter().chain(blocks).chain(link).collect();
        parts.join("\n\n")
    }
}

fn block(shown: &Shown) -> String {
    let text = match &shown.form {
        Form::Markdown | Form::Line => shown.text.to_string(),
        Form::Plain(language) => fence(shown.text.as_str(), language.as_str()),
    };
    match shown.cut_to {
        Some(n) => format!("{text}\n{}", cut_note(n)),
        None => text,
    }
}

/// What stands behind a text that was cut.
pub(super) fn cut_note(n: u64) -> String {
    format!("_(truncated to {n} lines)_")
}
