//! From changes of a conversation to text, without reading or writing anything.

use super::{
    Channel, Format, Look, Output,
    clean::{Clean, Colours},
    drawer::Drawer,
    json,
    markdown::MarkdownWriter,
    part::Part,
    settle::{Settler, Step},
    text::TextWriter,
};
use conversation::{Event, EventKey, Reading, View};
use serde_json::Value;
use sources::Splice;

/// What is to be printed, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// How the conversation's source writes.
    pub reading: Reading,
    /// The view whose events are printed.
    pub view: View,
    /// The format.
    pub format: Format,
    /// The conversation's title, for a document.
    pub title: String,
    /// What `base_config.json` holds.
    pub base_config: Option<Value>,
    /// What depends on where and for whom is printed.
    pub look: Look,
}

/// Prints a conversation: takes in how its events change, and gives what is to be written. What it
/// gives does not depend on the steps in which the events came.
#[derive(Debug)]
pub struct Printer {
    settler: Settler,
    drawer: Drawer,
    writer: Writer,
    options: Options,
    has_begun: bool,
}

#[derive(Debug)]
enum Writer {
    Text(TextWriter),
    Markdown(MarkdownWriter),
    Json,
}

impl Printer {
    /// A printer that has printed nothing yet.
    pub fn new(options: Options) -> Self {
        let (writer, colours) = match options.format {
            Format::Text => {
                let writer = TextWriter::new(options.look.clone());
                (Writer::Text(writer), Colours::Kept)
            }
            Format::Markdown => {
                let writer = MarkdownWriter::new(options.look.clone());
                (Writer::Markdown(writer), Colours::Dropped)
            }
            Format::Json => (Writer::Json, Colours::Dropped),
        };
        // What is wrong with a policy is of no interest where none counts.
        let base = options.base_config.clone();
        let base = base.filter(|_| options.format != Format::Json);
        Self {
            settler: Settler::new(options.reading),
            drawer: Drawer::new(options.reading, options.view, colours, base),
            writer,
            options,
            has_begun: false,
        }
    }

    /// Takes in how the conversation changed, if it did, and gives what is to be written now. While
    /// `is_running`, the last text is not complete.
    pub fn take(&mut self, splice: Option<Splice>, is_running: bool) -> Output {
        let mut out = Output::default();
        if !std::mem::replace(&mut self.has_begun, true) {
            self.begin(&mut out);
        }
        for step in self.settler.take(splice, is_running) {
            self.step(step, &mut out);
        }
        out
    }

    /// The tools that are at work, for a line that comes and goes.
    pub fn at_work(&self) -> Vec<String> {
        match self.writer {
            Writer::Text(_) => self.drawer.at_work().map(|name| name.to_string()).collect(),
            Writer::Markdown(_) | Writer::Json => Vec::new(),
        }
    }

    fn begin(&self, out: &mut Output) {
        match &self.writer {
            Writer::Text(_) => {}
            Writer::Markdown(_) => {
                MarkdownWriter::title(&Clean::name(&self.options.title), out);
            }
            Writer::Json => json::beginning(self.options.view, out),
        }
    }

    fn step(&mut self, step: Step, out: &mut Output) {
        match step {
            Step::Rewind => self.drawer.rewind(),
            Step::Read(range) => self.drawer.read(self.settler.events(range)),
            Step::Changed(key) => tell(&changed(&key), out),
            Step::Print(range) => {
                let events = self.settler.events(range);
                if let Writer::Json = self.writer {
                    json::write(self.options.view, events, out);
                    return;
                }
                let parts = draw(&mut self.drawer, events, out);
                for part in &parts {
                    self.write(part, out);
                }
            }
        }
    }

    fn write(&mut self, part: &Part, out: &mut Output) {
        match &mut self.writer {
            Writer::Text(writer) => writer.write(part, out),
            Writer::Markdown(writer) => writer.write(part, out),
            Writer::Json => {}
        }
    }
}

fn draw(drawer: &mut Drawer, events: &[Event], out: &mut Output) -> Vec<Part> {
    let parts = drawer.draw(events);
    for problem in drawer.take_problems() {
        tell(&format!("serve-web: {problem}"), out);
    }
    parts
}

fn changed(key: &EventKey) -> String {
    format!("Event {key} changed after it was printed.")
}

fn tell(line: &str, out: &mut Output) {
    out.push(Channel::Err, format!("{}\n", Clean::line(line)));
}
