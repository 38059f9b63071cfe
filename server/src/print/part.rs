//! What is printed of an event, before it is known in which format.

use super::clean::Clean;

/// Something to print. Everything in it is clean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// When it was, in milliseconds since the Unix epoch.
    pub at_ms: Option<i64>,
    pub what: What,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// What the person says, and one line for each file that is enclosed.
    Person {
        author: Option<Clean>,
        text: Clean,
        files: Vec<Clean>,
    },
    /// What the assistant says, or a tool where the policy takes that for speech.
    Speech(Shown),
    Reasoning(Clean),
    /// A call; without a name where the policy wants no header.
    Call {
        tool: Option<Clean>,
        arguments: Arguments,
    },
    Result {
        label: Option<Label>,
        shown: Vec<Shown>,
        /// Whether something was cut, and how to read all of it is to be said.
        link: Option<Link>,
    },
    /// Something that is neither said nor called: a question, an answer, what a host put in.
    Note {
        heading: String,
        text: Clean,
    },
    /// One line about an event that has no text.
    Mark(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Arguments {
    None,
    /// As JSON, laid out.
    Json(Clean),
    /// In parentheses.
    Inline(Clean),
    /// As a command has put them.
    Formatted(Clean),
}

/// What stands before a result that does not follow its call, or is an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Label {
    pub is_error: bool,
    pub of: Of,
}

/// Whose result it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Of {
    /// That of the call that was printed last.
    Last,
    Tool(Clean),
    Unknown,
}

/// How it is said where all of a result can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Link {
    Text,
    Hyperlink,
}

/// A text, and how it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shown {
    pub form: Form,
    pub text: Clean,
    /// The number of lines that it was cut to.
    pub cut_to: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Markdown,
    /// As it is, in this language; an empty one is none.
    Plain(Clean),
    /// One line that says what something is.
    Line,
}

impl Shown {
    pub(super) fn markdown(text: Clean) -> Self {
        Self {
            form: Form::Markdown,
            text,
            cut_to: None,
        }
    }

    pub(super) fn line(text: &str) -> Self {
        Self {
            form: Form::Line,
            text: Clean::line(text),
            cut_to: None,
        }
    }
}

impl Label {
    /// `Result from x:`, without the colon.
    pub(super) fn words(&self, name: impl Fn(&Clean) -> String) -> String {
        let what = if self.is_error { "Error" } else { "Result" };
        match &self.of {
            Of::Last => what.to_owned(),
            Of::Tool(tool) => format!("{what} from {}", name(tool)),
            Of::Unknown => format!("{what} of a call that is not stored"),
        }
    }
}
