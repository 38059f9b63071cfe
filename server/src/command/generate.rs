//! What is printed for shells and for `man`.

use crate::cli::Cli;
use clap::{Command, CommandFactory as _};
use clap_complete::Shell;
use clap_mangen::Man;
use std::io::{self, Write};

/// Completions for a shell.
pub fn completions(shell: Shell, out: &mut dyn Write) -> io::Result<()> {
    let mut command = Cli::command();
    let name = command.get_name().to_owned();
    // It panics where it cannot write, as it does when a reader closes the pipe.
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command, name, &mut text);
    out.write_all(&text)
}

/// The manual page, in roff. The commands stand on it too, since they have no pages of their own.
pub fn manual_page(out: &mut dyn Write) -> io::Result<()> {
    let command = Cli::command();
    let man = Man::new(command.clone());
    man.render_title(out)?;
    man.render_name_section(out)?;
    man.render_synopsis_section(out)?;
    man.render_description_section(out)?;
    man.render_options_section(out)?;
    writeln!(out, ".SH COMMANDS")?;
    describe_commands(&command, command.get_name(), out)?;
    man.render_version_section(out)
}

/// Every command that does something, with its options.
fn describe_commands(parent: &Command, path: &str, out: &mut dyn Write) -> io::Result<()> {
    for command in parent.get_subcommands() {
        let path = format!("{path} {}", command.get_name());
        if command.has_subcommands() {
            describe_commands(command, &path, out)?;
            continue;
        }
        let about = command.get_about().map(ToString::to_string);
        let about = about.unwrap_or_default();
        writeln!(out, ".SS {}\n{about}", path.replace('-', "\\-"))?;
        let mut options = Vec::new();
        Man::new(command.clone()).render_options_section(&mut options)?;
        // They belong to the command's own heading.
        let options = String::from_utf8_lossy(&options);
        for line in options.lines().filter(|line| !line.starts_with(".SH")) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum as _;

    #[test]
    fn every_shell_completes_every_command() {
        for shell in Shell::value_variants() {
            let mut text = Vec::new();
            completions(*shell, &mut text).expect("written");
            let text = String::from_utf8(text).expect("text");
            for word in [
                "demo",
                "print",
                "tail",
                "cache",
                "completions",
                "man",
                "speed",
                "no-open",
            ] {
                assert!(text.contains(word), "{shell}: {word}");
            }
        }
    }

    #[test]
    fn the_manual_page_has_every_command() {
        let mut page = Vec::new();
        manual_page(&mut page).expect("written");
        let page = String::from_utf8(page).expect("text");
        assert!(page.contains(".TH serve-web 1"), "{page}");
        for word in [
            "serve\\-web demo",
            "serve\\-web print",
            "\\-\\-follow",
            "serve\\-web cache clear",
            "serve\\-web completions",
            "\\-\\-log",
            "\\-\\-new",
            "\\-\\-speed",
        ] {
            assert!(page.contains(word), "{word}: {page}");
        }
    }
}
