//! The command line.

use crate::print::Format;
use clap::{
    Args, Parser, Subcommand,
    builder::{PossibleValuesParser, TypedValueParser as _},
};
use clap_complete::Shell;
use conversation::View;
use std::{ffi::OsString, path::PathBuf};

/// Read what your AI agents tell you, live.
#[derive(Clone, Debug, Parser)]
#[command(name = "serve-web", version, about)]
#[command(override_usage = "serve-web [OPTIONS] [PATHS]...\n       serve-web <COMMAND>")]
pub struct Cli {
    /// What else can be done.
    #[command(subcommand)]
    pub command: Option<Command>,

    /// What to read: a JP workspace, its .jp folder, a conversations folder or one conversation's
    /// folder. Without one, the nearest workspace at or above the current folder. A folder that is
    /// called like a command is named with ./ before it.
    pub paths: Vec<PathBuf>,

    /// How to serve it.
    #[command(flatten)]
    pub serving: Serving,

    /// Start a server of its own, even if one runs that shows the same.
    #[arg(long, global = true)]
    pub new: bool,

    /// serve-web's configuration. Without one, config.toml in its folder, if there is one.
    #[arg(long, global = true, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// What to log to stderr: error, warn, info, debug, trace, or a filter such as server=debug.
    /// Without one, what SERVE_WEB_LOG says.
    #[arg(long, global = true, value_name = "FILTER")]
    pub log: Option<String>,
}

/// How pages are served.
#[derive(Clone, Debug, Default, Args)]
pub struct Serving {
    /// The port; 0 for any. Without one, 8765, or the next that is free.
    #[arg(long)]
    pub port: Option<u16>,

    /// Do not open a browser.
    #[arg(long)]
    pub no_open: bool,

    /// Read the frontend from this folder at each request (for work on the frontend).
    #[arg(long, value_name = "DIR", hide = true)]
    pub assets: Option<PathBuf>,
}

/// What can be done besides reading what is there.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Show an invented conversation, which goes on as if an agent were at work.
    Demo {
        /// How to serve it.
        #[command(flatten)]
        serving: Serving,

        /// How many times faster than an agent; 0 for all at once.
        #[arg(long, value_name = "N", default_value = "1", value_parser = speed)]
        speed: f64,
    },
    /// Print a conversation: what the assistant says on stdout, everything else on stderr.
    Print(PrintArguments),
    /// Follow a conversation of a running server: what is said, as it comes, until Ctrl-C.
    Tail(TailArguments),
    /// Let an agent tell you things: an MCP server on stdin and stdout with the tool tell_user.
    Mcp,
    /// Print what tell_user answers to one call, for agents that run tools as commands.
    TellUser(Call),
    /// Say what conversations were found where, how fresh they are, and what could not be read.
    Sources {
        /// What to look at, as for the viewer. Without one, all that you have.
        paths: Vec<PathBuf>,

        /// Say it as JSON.
        #[arg(long)]
        json: bool,
    },
    /// What serve-web keeps to be faster.
    Cache {
        /// What to do with it.
        #[command(subcommand)]
        command: CacheCommand,
    },
    /// serve-web's own configuration.
    Config {
        /// What to do with it.
        #[command(subcommand)]
        command: ConfigCommand,
    },
    /// Print completions for a shell.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Print the manual page.
    Man,
}

/// Which conversation is printed, and how.
#[derive(Clone, Debug, Args)]
pub struct PrintArguments {
    /// Which: its id, as JP or the address of its page has it, or the path of its folder.
    pub conversation: OsString,

    /// Where to look for the id: a path as the viewer takes it. Without one, the nearest workspace at
    /// or above the current folder, or else all that JP keeps.
    #[arg(long = "in", value_name = "PATH")]
    pub within: Vec<PathBuf>,

    /// Which view of it: everything, what is addressed to you, or what the model gets.
    #[arg(long, default_value = "raw", value_parser = view())]
    pub view: View,

    /// How it is written.
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,

    /// Go on with what comes, until Ctrl-C, as tail -f does.
    #[arg(long, short)]
    pub follow: bool,
}

/// Which conversation of a running server is followed, and how.
#[derive(Clone, Debug, Args)]
pub struct TailArguments {
    /// The address of its page or of the API, such as http://127.0.0.1:8765/c/ID?view=user. A page
    /// without a view is the user view.
    #[arg(value_name = "URL")]
    pub address: String,

    /// Write each frame as it comes, a line of JSON.
    #[arg(long)]
    pub json: bool,
}

/// One call of tell_user.
#[derive(Clone, Debug, Args)]
pub struct Call {
    /// The call as JSON: an object whose arguments hold the message, as JP writes for {{tool}}.
    #[arg(value_name = "JSON", required_unless_present = "message")]
    pub json: Option<String>,

    /// The message itself.
    #[arg(long, conflicts_with = "json", allow_hyphen_values = true)]
    pub message: Option<String>,
}

/// What can be done with the configuration.
#[derive(Clone, Copy, Debug, Subcommand)]
pub enum ConfigCommand {
    /// Say whether it can be used, and what the page does with each tool under it.
    Check,
}

/// What can be done with the cache.
#[derive(Clone, Copy, Debug, Subcommand)]
pub enum CacheCommand {
    /// Delete what is cached, and nothing else: it can be made again.
    Clear,
}

impl Serving {
    /// What is said behind a command, and where that is silent, what is said before it.
    #[must_use]
    pub fn or(self, before: &Self) -> Self {
        Self {
            port: self.port.or(before.port),
            no_open: self.no_open || before.no_open,
            assets: self.assets.or_else(|| before.assets.clone()),
        }
    }
}

fn view() -> impl clap::builder::TypedValueParser<Value = View> {
    let names = [View::Raw, View::User, View::Provider].map(View::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<View>())
}

fn speed(text: &str) -> Result<f64, String> {
    let speed = text.parse().ok();
    let is_speed = |speed: &f64| speed.is_finite() && *speed >= 0.0;
    speed
        .filter(is_speed)
        .ok_or_else(|| "it can be a number from 0 on".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    fn parse(words: &[&str]) -> Cli {
        Cli::try_parse_from(std::iter::once(&"serve-web").chain(words)).expect("it is understood")
    }

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn paths_stay_paths() {
        for (words, paths) in [
            (&["a", "b"][..], &["a", "b"][..]),
            (&["./demo"], &["./demo"]),
            (&["--", "demo"], &["demo"]),
            (&["x", "--port", "0"], &["x"]),
            (&["x", "demo"], &["x", "demo"]),
        ] {
            let cli = parse(words);
            let expected: Vec<PathBuf> = paths.iter().map(PathBuf::from).collect();
            assert!(
                cli.command.is_none() && cli.paths == expected,
                "{words:?}: {cli:?}"
            );
        }
    }

    #[test]
    fn options_stand_before_or_behind_a_command() {
        for words in [
            &["demo", "--port", "7", "--no-open", "--log", "debug"][..],
            &["--port", "7", "--no-open", "--log", "debug", "demo"],
        ] {
            let cli = parse(words);
            let Some(Command::Demo { serving, speed }) = cli.command else {
                panic!("{words:?}");
            };
            let serving = serving.or(&cli.serving);
            assert_eq!(
                (serving.port, serving.no_open, cli.log.as_deref()),
                (Some(7), true, Some("debug"))
            );
            assert!((speed - 1.0).abs() < f64::EPSILON);
        }
    }

    #[test]
    fn a_speed_is_a_number_from_0() {
        for (text, is_right) in [
            ("0", true),
            ("2.5", true),
            ("-1", false),
            ("inf", false),
            ("x", false),
        ] {
            assert_eq!(speed(text).is_ok(), is_right, "{text}");
        }
    }
}
