//! serve-web's own configuration: how the page shows what tools return.
//!
//! ```toml
//! [tools."*".style]
//! inline_results = { user = "chat", assistant = "off" }
//! open = "errors"
//!
//! [tools.deploy]
//! style = { inline_results = 20 }
//! json_blocks = true
//! ```
//!
//! The settings of a style are those of JP, so that a table can be copied from one to the other. A
//! value that is not allowed is refused as a whole: whoever writes one wants to know.

mod explain;

pub use explain::explain;

use conversation::policy::{Policy, PolicyProblem, quoted};
use serde_json::{Map, Value};
use sources::restore::Restoration;
use std::{
    collections::BTreeSet,
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
};
use thiserror::Error;

/// The file's name in serve-web's folder of configuration.
pub const FILE: &str = "config.toml";

const TOP_KEYS: &str = "the only table is tools";
const TOOL_KEYS: &str = "a tool has style and json_blocks";
const TABLE: &str = "it is a table";
const TRUTH_VALUE: &str = "it can be true or false";

/// What is configured.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// How the page shows results.
    pub page: Policy,
    /// Tools whose results are JSON text with blocks, by their names as called.
    pub json_blocks: BTreeSet<String>,
}

/// A configuration cannot be used.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot read the configuration {path}: {source}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file is not TOML.
    #[error("{path} is not TOML: {source}", path = path.display())]
    Toml {
        /// The file.
        path: PathBuf,
        /// Where and why.
        source: Box<toml::de::Error>,
    },
    /// Values that are not allowed.
    #[error("{path} has settings that are not allowed:{}", lines(problems), path = path.display())]
    Settings {
        /// The file.
        path: PathBuf,
        /// Which, and what is allowed.
        problems: Vec<PolicyProblem>,
    },
}

fn lines(problems: &[PolicyProblem]) -> String {
    let lines: Vec<String> = problems
        .iter()
        .map(|problem| format!("\n  {problem}"))
        .collect();
    lines.concat()
}

impl Default for Config {
    fn default() -> Self {
        Self {
            page: Policy::page(),
            json_blocks: BTreeSet::new(),
        }
    }
}

impl Config {
    /// Reads a file that somebody named.
    pub fn read(path: &Path) -> Result<Self, ConfigError> {
        let text = fs::read_to_string(path).map_err(|source| ConfigError::Io {
            path: path.to_owned(),
            source,
        })?;
        Self::parse(&text, path)
    }

    /// Reads the file in `folder`; without one everything is as it comes.
    pub fn read_in(folder: &Path) -> Result<Self, ConfigError> {
        match Self::read(&folder.join(FILE)) {
            Err(ConfigError::Io { source, .. }) if source.kind() == ErrorKind::NotFound => {
                Ok(Self::default())
            }
            read => read,
        }
    }

    /// What readers know of it for restoring results.
    pub fn restoration(&self) -> Restoration {
        Restoration {
            json_tools: self.json_blocks.iter().cloned().collect(),
            ..Restoration::default()
        }
    }

    /// Reads the text of the file at `path`.
    pub fn parse(text: &str, path: &Path) -> Result<Self, ConfigError> {
        let tables: Map<String, Value> =
            toml::from_str(text).map_err(|source| ConfigError::Toml {
                path: path.to_owned(),
                source: Box::new(source),
            })?;
        let mut problems = Vec::new();
        let config = Self::of_tables(&tables, &mut problems);
        if problems.is_empty() {
            return Ok(config);
        }
        Err(ConfigError::Settings {
            path: path.to_owned(),
            problems,
        })
    }

    fn of_tables(tables: &Map<String, Value>, problems: &mut Vec<PolicyProblem>) -> Self {
        let mut config = Self::default();
        for (name, value) in tables {
            match (name.as_str(), value) {
                ("tools", Value::Object(tools)) => {
                    config.page = config.page.with_tables(tools, "tools", problems);
                    config.json_blocks = json_blocks(tools, problems);
                }
                ("tools", _) => problems.push(PolicyProblem::new(name, value, TABLE)),
                _ => problems.push(PolicyProblem::new(name, value, TOP_KEYS)),
            }
        }
        config
    }
}

/// The tools whose table says so. A table's other keys than `style` are looked at here too.
fn json_blocks(tools: &Map<String, Value>, problems: &mut Vec<PolicyProblem>) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (name, table) in tools {
        let path = format!("tools.{}", quoted(name));
        let Value::Object(table) = table else {
            problems.push(PolicyProblem::new(&path, table, TABLE));
            continue;
        };
        for (key, value) in table {
            let path = format!("{path}.{key}");
            match (key.as_str(), value) {
                ("style", _) | ("json_blocks", Value::Bool(false)) => {}
                ("json_blocks", Value::Bool(true)) => {
                    names.insert(name.clone());
                }
                ("json_blocks", _) => problems.push(PolicyProblem::new(&path, value, TRUTH_VALUE)),
                _ => problems.push(PolicyProblem::new(&path, value, TOOL_KEYS)),
            }
        }
    }
    names
}

#[cfg(test)]
mod tests;
