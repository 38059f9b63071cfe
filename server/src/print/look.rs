//! What depends on where and for whom is printed: times, emphasis, and where all of a result is.

use super::{Format, clean::Clean, part::Link};
use jiff::{Timestamp, tz::TimeZone};
use std::{fmt, path::PathBuf, sync::Arc};

/// How an instant is written, from its milliseconds since the Unix epoch.
pub type Clock = Arc<dyn Fn(i64) -> String + Send + Sync>;

/// The time in a zone. A document is read in other zones too, so that it names its own.
pub fn clock(zone: TimeZone, format: Format) -> Clock {
    Arc::new(move |ms| {
        let instant = Timestamp::from_millisecond(ms).unwrap_or(Timestamp::UNIX_EPOCH);
        let time = zone.to_datetime(instant);
        let (date, hour, minute) = (time.date(), time.hour(), time.minute());
        let zone = zone.to_offset_info(instant);
        match format {
            Format::Markdown => format!("{date} {hour:02}:{minute:02} {}", zone.abbreviation()),
            Format::Text | Format::Json => format!("{date} {hour:02}:{minute:02}"),
        }
    })
}

/// What depends on where and for whom is printed.
#[derive(Clone)]
pub struct Look {
    /// How times are written.
    pub clock: Clock,
    /// Whether stderr is a terminal that shows emphasis.
    pub is_terminal: bool,
    /// The command that prints everything.
    pub command: String,
    /// The file that holds everything.
    pub file: Option<PathBuf>,
}

impl Look {
    pub(super) fn time(&self, ms: i64) -> String {
        Clean::name(&(self.clock)(ms)).to_string()
    }

    pub(super) fn strong(&self, text: &str) -> String {
        self.emphasis("1", text)
    }

    pub(super) fn faint(&self, text: &str) -> String {
        self.emphasis("2", text)
    }

    fn emphasis(&self, setting: &str, text: &str) -> String {
        if self.is_terminal {
            format!("\u{1b}[{setting}m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }

    /// Says how to read all of a result that was cut.
    pub(super) fn read_all(&self, link: Link) -> String {
        let command = Clean::line(&self.command);
        let file = self.file.as_ref().and_then(|path| file_url(path));
        match (link, file) {
            (Link::Hyperlink, Some(url)) if self.is_terminal => {
                format!("All of it: \u{1b}]8;;{url}\u{1b}\\{command}\u{1b}]8;;\u{1b}\\")
            }
            _ => format!("All of it: {command}"),
        }
    }
}

/// The address of a file. Every character that a terminal could take for the end of it is escaped.
fn file_url(path: &std::path::Path) -> Option<String> {
    let path = path.to_str().filter(|_| path.is_absolute())?;
    let mut url = "file://".to_owned();
    for byte in path.bytes() {
        match byte {
            b'/' | b'-' | b'_' | b'.' | b'~' => url.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => url.push(char::from(byte)),
            byte => url.extend(format!("%{byte:02X}").chars()),
        }
    }
    Some(url)
}

impl fmt::Debug for Look {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Look")
            .field("is_terminal", &self.is_terminal)
            .field("command", &self.command)
            .field("file", &self.file)
            .finish_non_exhaustive()
    }
}
