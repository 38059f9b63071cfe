//! What is logged.

use tracing_subscriber::{EnvFilter, filter::LevelFilter};

/// The option says what no filter is.
#[derive(Debug, thiserror::Error)]
#[error(
    "--log {0}: that is no filter; use error, warn, info, debug, trace or off, or a level for a module, such as server=debug"
)]
pub struct LogError(String);

/// The filter that the option names, or else the variable. In the variable, what cannot be
/// understood is left out.
pub fn log_filter(option: Option<&str>, variable: Option<&str>) -> Result<EnvFilter, LogError> {
    let Some(option) = option else {
        return Ok(EnvFilter::new(variable.unwrap_or_default()));
    };
    // The library takes every other word for the name of a module, and logs nothing.
    let is_word = !option.contains([',', '=', ':', '[']);
    if is_word && option.parse::<LevelFilter>().is_err() {
        return Err(LogError(option.to_owned()));
    }
    EnvFilter::try_new(option)
        .ok()
        .ok_or_else(|| LogError(option.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filter(option: Option<&str>, variable: Option<&str>) -> Option<String> {
        let filter = log_filter(option, variable).ok()?;
        Some(filter.to_string())
    }

    #[test]
    fn the_option_comes_before_the_variable() {
        for (option, variable, expected) in [
            (Some("debug"), Some("trace"), Some("debug")),
            (None, Some("trace"), Some("trace")),
            (None, None, Some("error")),
            (Some("server=debug"), None, Some("server=debug")),
            (Some("loud"), None, None),
            (Some("server=loud"), None, None),
        ] {
            let found = filter(option, variable);
            assert_eq!(found.as_deref(), expected, "{option:?} {variable:?}");
        }
    }
}
