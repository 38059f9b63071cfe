//! The format `markdown`: one document, with a heading for whoever speaks.
//!
//! Nothing that stands in a text may end the text's place in the document: code stands in fences
//! that are longer than what is inside, other people's markdown is quoted, and a message that would
//! swallow what follows is quoted too.

mod contain;

use super::{
    Channel, Output,
    clean::Clean,
    fence::fence,
    look::Look,
    part::{Arguments, Form, Label, Link, Part, Shown, What},
    text::cut_note,
};
use contain::{code, contained, escaped, quoted};

/// Who speaks in the section that is open.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Speaker {
    Person,
    Assistant,
}

#[derive(Debug)]
pub(super) struct MarkdownWriter {
    look: Look,
    speaker: Option<Speaker>,
}

impl MarkdownWriter {
    pub(super) fn new(look: Look) -> Self {
        Self {
            look,
            speaker: None,
        }
    }

    /// The document's beginning.
    pub(super) fn title(title: &Clean, out: &mut Output) {
        out.push(Channel::Out, format!("# {}\n", escaped(title)));
    }

    pub(super) fn write(&mut self, part: &Part, out: &mut Output) {
        self.section(part, out);
        let text = match &part.what {
            What::Person { text, files, .. } => person(text, files),
            What::Speech(shown) => speech(shown),
            What::Reasoning(text) => format!("**Reasoning:**\n\n{}", quoted(text.as_str())),
            What::Call { tool, arguments } => call(tool.as_ref(), arguments),
            What::Result { label, shown, link } => self.result(label.as_ref(), shown, *link),
            What::Note { heading, text } => note(heading, text),
            What::Mark(line) => code(&Clean::line(line)),
        };
        out.push(Channel::Out, format!("\n{text}\n"));
    }

    /// A heading wherever someone else speaks, and for all that the person says.
    fn section(&mut self, part: &Part, out: &mut Output) {
        let (speaker, name) = match &part.what {
            What::Person { author, .. } => {
                let name = author.as_ref().map_or_else(|| "You".to_owned(), escaped);
                (Speaker::Person, name)
            }
            _ => (Speaker::Assistant, "Assistant".to_owned()),
        };
        if speaker == Speaker::Assistant && self.speaker.as_ref() == Some(&speaker) {
            return;
        }
        self.speaker = Some(speaker);
        let time = part.at_ms.map(|ms| format!(", {}", self.look.time(ms)));
        out.push(
            Channel::Out,
            format!("\n## {name}{}\n", time.unwrap_or_default()),
        );
    }

    fn result(&self, label: Option<&Label>, shown: &[Shown], link: Option<Link>) -> String {
        let label = label.map(|label| format!("**{}:**", label.words(code)));
        let blocks = shown.iter().map(block);
        let link = link.map(|_| escaped(&Clean::line(&self.look.read_all(Link::Text))));
        let parts: Vec<String> = label.into_iter().chain(blocks).chain(link).collect();
        parts.join("\n\n")
    }
}

fn person(text: &Clean, files: &[Clean]) -> String {
    let text = (!text.is_blank()).then(|| quoted(text.as_str()));
    let files = files.iter().map(code);
    let parts: Vec<String> = text.into_iter().chain(files).collect();
    parts.join("\n\n")
}

fn speech(shown: &Shown) -> String {
    match shown.form {
        Form::Markdown => contained(shown.text.as_str()),
        Form::Plain(_) | Form::Line => block(shown),
    }
}

fn block(shown: &Shown) -> String {
    let text = match &shown.form {
        Form::Markdown => quoted(shown.text.as_str()),
        Form::Plain(language) => fence(shown.text.as_str(), language.as_str()),
        Form::Line => code(&shown.text),
    };
    match shown.cut_to {
        Some(n) => format!("{text}\n\n{}", cut_note(n)),
        None => text,
    }
}

fn call(tool: Option<&Clean>, arguments: &Arguments) -> String {
    let header = tool.map(|tool| format!("**Calling tool {}**", code(tool)));
    let arguments = match arguments {
        Arguments::None => None,
        Arguments::Json(json) => Some(fence(json.as_str(), "json")),
        Arguments::Inline(pairs) => Some(fence(&format!("({pairs})"), "")),
        Arguments::Formatted(text) => Some(fence(text.as_str(), "")),
    };
    let parts: Vec<String> = header.into_iter().chain(arguments).collect();
    parts.join("\n\n")
}

fn note(heading: &str, text: &Clean) -> String {
    let heading = escaped(&Clean::line(heading));
    format!("**{heading}**\n\n{}", quoted(text.as_str()))
}
