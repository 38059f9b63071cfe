//! The settings of one tool.

use super::{InlineResults, PolicyProblem, quoted};
use serde_json::{Map, Value};

const TRUTH_VALUES: &str = "it can be true or false";
const HEADERS: &str = "it can be true, false, \"on\" or \"off\"";
const FILE_LINKS: &str = "it can be \"full\", \"osc8\", \"off\", true or false";
const PARAMETERS: &str = "it can be \"json\", \"function_call\", \"off\" or a command";
const OPENINGS: &str = "it can be \"errors\", \"all\" or \"none\"";
const TABLES: &str = "it is a table";
const KEYS: &str = "the settings are hidden, header, inline_results, results_file_link, \
    parameters, open and error";
const ERROR_KEYS: &str = "for errors only inline_results and results_file_link can differ";

/// The settings of one tool (`style` in JP's configuration and in serve-web's own).
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// The terminal shows nothing of the tool; the page one quiet row of the raw view.
    pub hidden: bool,
    /// Whether a line names the tool. Without one there is no line while it runs either.
    pub header: bool,
    /// How much of a result is shown.
    pub inline_results: InlineResults,
    /// How the terminal says where a result that it cuts can be read.
    pub results_file_link: FileLink,
    /// How the terminal shows the arguments.
    pub parameters: Parameters,
    /// Which cards of the page start open.
    pub open: Opening,
    /// What differs for a result that is an error.
    pub error: ErrorStyle,
}

/// What of a style differs for errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ErrorStyle {
    /// In place of the style's own.
    pub inline_results: Option<InlineResults>,
    /// In place of the style's own.
    pub results_file_link: Option<FileLink>,
}

/// How a link to a result is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileLink {
    /// As text.
    Full,
    /// As a terminal's hyperlink.
    Osc8,
    /// Not at all.
    Off,
}

/// How arguments are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Parameters {
    /// As a block of JSON.
    Json,
    /// In parentheses behind the name.
    FunctionCall,
    /// Not at all.
    Off,
    /// As a command has put them, whose output is stored with the call.
    Custom,
}

/// Which cards start open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// Errors.
    Errors,
    /// All.
    All,
    /// None.
    None,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            hidden: false,
            header: true,
            inline_results: InlineResults::default(),
            results_file_link: FileLink::Full,
            parameters: Parameters::Json,
            open: Opening::Errors,
            error: ErrorStyle::default(),
        }
    }
}

impl Style {
    /// How much of a result is shown.
    pub fn inline_results(&self, is_error: bool) -> InlineResults {
        let of_errors = self.error.inline_results.filter(|_| is_error);
        of_errors.unwrap_or(self.inline_results)
    }

    /// Whether and how a link to the result is written.
    pub fn results_file_link(&self, is_error: bool) -> FileLink {
        let of_errors = self.error.results_file_link.filter(|_| is_error);
        of_errors.unwrap_or(self.results_file_link)
    }

    /// Whether a card starts open.
    pub fn starts_open(&self, is_error: bool) -> bool {
        match self.open {
            Opening::Errors => is_error,
            Opening::All => true,
            Opening::None => false,
        }
    }

    /// Reads a table of settings; what it leaves out, and every problem, is as in `built_in`.
    pub(super) fn read(
        value: &Value,
        built_in: &Self,
        path: &str,
        problems: &mut Vec<PolicyProblem>,
    ) -> Self {
        let mut style = built_in.clone();
        let Value::Object(table) = value else {
            problems.push(PolicyProblem::new(path, value, TABLES));
            return style;
        };
        for (name, value) in table {
            let path = format!("{path}.{}", quoted(name));
            if let Err(problem) = style.set(name, value, &path, problems) {
                problems.push(problem);
            }
        }
        style
    }

    fn set(
        &mut self,
        name: &str,
        value: &Value,
        path: &str,
        problems: &mut Vec<PolicyProblem>,
    ) -> Result<(), PolicyProblem> {
        let or = |allowed| PolicyProblem::new(path, value, allowed);
        match name {
            "hidden" => self.hidden = value.as_bool().ok_or_else(|| or(TRUTH_VALUES))?,
            "header" => self.header = header(value).ok_or_else(|| or(HEADERS))?,
            "inline_results" => self.inline_results = InlineResults::read(value, path)?,
            "results_file_link" => {
                self.results_file_link = FileLink::read(value).ok_or_else(|| or(FILE_LINKS))?;
            }
            "parameters" => {
                self.parameters = Parameters::read(value).ok_or_else(|| or(PARAMETERS))?;
            }
            "open" => self.open = Opening::read(value).ok_or_else(|| or(OPENINGS))?,
            // JP writes `null` where nothing is set.
            "error" if value.is_null() => {}
            "error" => {
                let table = value.as_object().ok_or_else(|| or(TABLES))?;
                self.error = ErrorStyle::read(table, path, problems);
            }
            _ => return Err(or(KEYS)),
        }
        Ok(())
    }
}

impl ErrorStyle {
    fn read(table: &Map<String, Value>, path: &str, problems: &mut Vec<PolicyProblem>) -> Self {
        let mut style = Self::default();
        for (name, value) in table {
            let path = format!("{path}.{}", quoted(name));
            let problem = match (name.as_str(), value) {
                ("inline_results" | "results_file_link", Value::Null) => None,
                ("inline_results", value) => InlineResults::read(value, &path)
                    .map(|read| style.inline_results = Some(read))
                    .err(),
                ("results_file_link", value) => {
                    style.results_file_link = FileLink::read(value);
                    let is_read = style.results_file_link.is_some();
                    (!is_read).then(|| PolicyProblem::new(&path, value, FILE_LINKS))
                }
                _ => Some(PolicyProblem::new(&path, value, ERROR_KEYS)),
            };
            problems.extend(problem);
        }
        style
    }
}

fn header(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(is_on) => Some(*is_on),
        Value::String(word) if word == "on" => Some(true),
        Value::String(word) if word == "off" => Some(false),
        _ => None,
    }
}

impl FileLink {
    fn read(value: &Value) -> Option<Self> {
        match value {
            Value::Bool(true) => Some(Self::Full),
            Value::Bool(false) => Some(Self::Off),
            Value::String(word) => match word.as_str() {
                "full" => Some(Self::Full),
                "osc8" => Some(Self::Osc8),
                "off" => Some(Self::Off),
                _ => None,
            },
            _ => None,
        }
    }
}

impl Parameters {
    /// A word that is none of the three is a command.
    fn read(value: &Value) -> Option<Self> {
        match value {
            Value::String(word) => match word.as_str() {
                "" => None,
                "json" => Some(Self::Json),
                "function_call" => Some(Self::FunctionCall),
                "off" => Some(Self::Off),
                _ => Some(Self::Custom),
            },
            Value::Object(table) if table.get("program").is_some_and(Value::is_string) => {
                Some(Self::Custom)
            }
            _ => None,
        }
    }
}

impl Opening {
    fn read(value: &Value) -> Option<Self> {
        match value.as_str()? {
            "errors" => Some(Self::Errors),
            "all" => Some(Self::All),
            "none" => Some(Self::None),
            _ => None,
        }
    }
}
