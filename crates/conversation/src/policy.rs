//! How much of a tool's call and result a renderer shows: display policy.
//!
//! It decides about drawing only. No view asks it anything: what is addressed to the person is
//! decided from events alone.
//!
//! Two renderers have two policies. What is printed in a terminal follows the styles that JP stores
//! ([`Policy::terminal`] where there are none); the page follows its own tables ([`Policy::page`]).

mod problem;
mod setting;
mod style;

pub use problem::PolicyProblem;
pub use setting::{InlineResults, Setting};
pub use style::{ErrorStyle, FileLink, Opening, Parameters, Style};

use crate::tool_name::is_tell_user;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The key of the defaults.
const DEFAULTS: &str = "*";
const TELL_USER: &str = "tell_user";

/// The styles of all tools.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    /// What a field has that no table sets.
    built_in: Style,
    defaults: Style,
    tools: BTreeMap<String, Style>,
}

impl Policy {
    /// What RFD 094 has for terminals where nothing is configured: ten lines of a result, a header
    /// line, arguments as JSON.
    pub fn terminal() -> Self {
        Self::built_in(Style::default())
    }

    /// What the page has where nothing is configured: blocks that name the person are speech, those
    /// for the model alone are folded.
    pub fn page() -> Self {
        Self::built_in(Style {
            inline_results: InlineResults::SPEECH,
            ..Style::default()
        })
    }

    fn built_in(style: Style) -> Self {
        let tell_user = Style {
            header: false,
            parameters: Parameters::Off,
            inline_results: InlineResults::SPEECH,
            results_file_link: FileLink::Off,
            ..Style::default()
        };
        Self {
            built_in: style.clone(),
            defaults: style,
            tools: BTreeMap::from([(TELL_USER.to_owned(), tell_user)]),
        }
    }

    /// The policy with the tables of `tools` in place of its own: under each tool's name, or `*` for
    /// the defaults, a table whose `style` is a table of settings. A tool's table takes the place of
    /// the defaults as a whole; what it leaves out is as it is where nothing is configured.
    ///
    /// Every value that is not allowed is a problem, and counts as left out. `path` is where `tools`
    /// stands, for the problems.
    #[must_use]
    pub fn with_tables(
        mut self,
        tools: &Map<String, Value>,
        path: &str,
        problems: &mut Vec<PolicyProblem>,
    ) -> Self {
        for (name, table) in tools {
            let Some(style) = table.get("style") else {
                continue;
            };
            let path = format!("{path}.{}.style", quoted(name));
            let style = Style::read(style, &self.built_in, &path, problems);
            if name == DEFAULTS {
                self.defaults = style;
            } else {
                self.tools.insert(name.clone(), style);
            }
        }
        self
    }

    /// The style of a tool, by its name as called; the defaults where the tool is not known. A
    /// `tell_user` that a client calls by a longer name has the style of `tell_user`.
    pub fn style(&self, tool: Option<&str>) -> &Style {
        let own = |name: &str| {
            let long_name = || {
                is_tell_user(name)
                    .then(|| self.tools.get(TELL_USER))
                    .flatten()
            };
            self.tools.get(name).or_else(long_name)
        };
        tool.and_then(own).unwrap_or(&self.defaults)
    }

    /// All styles with the names that they stand under, the defaults (`*`) first.
    pub fn styles(&self) -> impl Iterator<Item = (&str, &Style)> {
        let tools = self
            .tools
            .iter()
            .map(|(name, style)| (name.as_str(), style));
        std::iter::once((DEFAULTS, &self.defaults)).chain(tools)
    }
}

/// A key of a path, in quotes where TOML needs them.
pub fn quoted(key: &str) -> String {
    let is_bare = !key.is_empty()
        && key
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
    if is_bare {
        key.to_owned()
    } else {
        format!("{key:?}")
    }
}

#[cfg(test)]
mod tests;
