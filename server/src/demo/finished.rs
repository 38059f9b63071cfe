//! The conversation that is over when the demo begins.

use super::script::{Script, What, after};

pub(super) const SCRIPT: Script = Script {
    title: "What does the cache of tide tables hold?",
    chapters: &[&[
        after(0, What::TurnStart),
        after(
            0,
            What::Asks {
                content: "What does `tidewatch` keep in its cache, and may I delete it?",
            },
        ),
        after(
            2_400,
            What::Thinks("The cache is set up in one place. Read it rather than guess."),
        ),
        after(
            900,
            What::Calls {
                id: "call_01",
                tool: "fs_read_file",
                arguments: r#"{"path": "tidewatch/cache.py"}"#,
            },
        ),
        after(
            300,
            What::Returns {
                id: "call_01",
                content: r#"```python
"""Tide tables by station and year. Anything here can be fetched again."""

from pathlib import Path

CACHE = Path.home() / ".cache" / "tidewatch"


def table_path(station: str, year: int) -> Path:
    return CACHE / f"{station}-{year}.csv"
```
"#,
            },
        ),
        after(
            1_800,
            What::Says(
                "It holds **one table for each station and year**, as `<station>-<year>.csv` in \
                 `~/.cache/tidewatch`, and nothing else.\n\nYou may delete it: a table that is \
                 missing is fetched when you ask for that station the next time.",
            ),
        ),
    ]],
};
