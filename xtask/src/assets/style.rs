//! One stylesheet out of many: a page needs one request for its styles.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};

const MAIN: &str = "main.css";

/// The content of `main.css`, with each file that it imports in place of the import.
pub(crate) fn joined(folder: &Path) -> Result<String> {
    let read = |name: &str| {
        let path = folder.join(name);
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    join(&read(MAIN)?, &read)
}

fn join(main: &str, read: &dyn Fn(&str) -> Result<String>) -> Result<String> {
    let mut joined = String::new();
    for line in main.lines() {
        let Some(name) = imported_name(line)? else {
            joined.push_str(line);
            joined.push('\n');
            continue;
        };
        let content = read(name).with_context(|| format!("{MAIN} imports {name}"))?;
        if content.lines().any(is_import) {
            bail!(
                "{name} imports another file; only {MAIN} may, so that the order is in one place"
            );
        }
        joined.push_str(content.trim_end());
        joined.push('\n');
    }
    Ok(joined)
}

fn is_import(line: &str) -> bool {
    line.trim_start().starts_with("@import")
}

/// The file that a line imports. Other forms of import are refused: left as they are, the
/// browser would ask the server for a file that it does not have.
fn imported_name(line: &str) -> Result<Option<&str>> {
    if !is_import(line) {
        return Ok(None);
    }
    let name = line
        .trim()
        .strip_prefix("@import \"")
        .and_then(|rest| rest.strip_suffix("\";"));
    match name {
        Some(name) if !name.contains('"') => Ok(Some(name)),
        _ => bail!("{MAIN}: `{line}` is not of the form `@import \"file.css\";`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(main: &str, expected: &str) {
        let read = |name: &str| match name {
            "a.css" => Ok("a {}\n\n".to_owned()),
            "b.css" => Ok("b {}".to_owned()),
            "nested.css" => Ok("@import \"a.css\";".to_owned()),
            _ => bail!("no such file"),
        };
        let actual = join(main, &read).unwrap_or_else(|error| format!("error: {error:#}"));
        assert_eq!(actual, expected);
    }

    #[test]
    fn imports_are_replaced_in_their_order() {
        check("@import \"b.css\";\n@import \"a.css\";\n", "b {}\na {}\n");
    }

    #[test]
    fn other_lines_stay_where_they_are() {
        check(
            "@layer x;\n  @import \"a.css\";\nc {}",
            "@layer x;\na {}\nc {}\n",
        );
    }

    #[test]
    fn what_cannot_be_joined_is_named() {
        check(
            "@import \"gone.css\";",
            "error: main.css imports gone.css: no such file",
        );
        check(
            "@import url(a.css);",
            "error: main.css: `@import url(a.css);` is not of the form `@import \"file.css\";`",
        );
        check(
            "@import \"nested.css\";",
            "error: nested.css imports another file; only main.css may, so that the order is in one place",
        );
    }
}
