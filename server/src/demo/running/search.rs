//! The question, and how the agent finds the cause.

use crate::demo::script::{Step, What, after};

pub(super) const STEPS: &[Step] = &[
    after(0, What::TurnStart),
    after(
        0,
        What::Asks {
            content: "Since the clocks went back, `tidewatch next` prints high water **one hour too \
                      late** for some stations. Hoekstrand is off, Kaikoura is right.\n\nFind out why, \
                      fix it, and add a test that would have caught it.",
        },
    ),
    after(
        3_000,
        What::Thinks(
            "Some stations are off and some are not, and it began with the change of the clocks. So \
             somewhere an offset is fixed instead of being looked up for the date. I look for where \
             times are made before I guess.",
        ),
    ),
    after(
        1_200,
        What::Says(
            "I'll look for the places where local times are made, and run the tests once before I \
             change anything.",
        ),
    ),
    after(
        900,
        What::Calls {
            id: "call_01",
            tool: "fs_grep_files",
            arguments: r#"{"pattern": "utcoffset|timezone\\(|ZoneInfo", "paths": ["tidewatch", "tests"], "context": 0}"#,
        },
    ),
    after(
        700,
        What::Returns {
            id: "call_01",
            content: "tidewatch/stations.py:21:    zone: ZoneInfo\n\
                      tidewatch/tables.py:8:from datetime import datetime, timedelta, timezone\n\
                      tidewatch/tables.py:34:    offset = station.zone.utcoffset(datetime(year, 7, 1))\n\
                      tidewatch/tables.py:35:    local = timezone(offset)\n\
                      tests/test_tables.py:17:    station = Station(\"hoekstrand\", ZoneInfo(\"Europe/Amsterdam\"))\n",
        },
    ),
    after(
        1_400,
        What::Calls {
            id: "call_02",
            tool: "fs_read_file",
            arguments: r#"{"path": "tidewatch/tables.py", "start_line": 26, "end_line": 46}"#,
        },
    ),
    after(
        300,
        What::Calls {
            id: "call_03",
            tool: "run_tests",
            arguments: r#"{"command": "python -m pytest -q", "timeout_seconds": 60}"#,
        },
    ),
    after(
        500,
        What::Returns {
            id: "call_02",
            content: r#"```python
def high_waters(station: Station, year: int) -> list[HighWater]:
    """High waters of a year, in the station's own time."""
    rows = read_table(station, year)
    # The tables are in UTC.
    offset = station.zone.utcoffset(datetime(year, 7, 1))
    local = timezone(offset)
    return [
        HighWater(at=row.at.astimezone(local), metres=row.metres)
        for row in rows
    ]
```
"#,
        },
    ),
    after(
        2_600,
        What::Returns {
            id: "call_03",
            content: "........................                                         [100%]\n\
                      24 passed in 0.61s\n",
        },
    ),
    after(
        2_200,
        What::Thinks(
            "Line 34 asks for the offset on the first of July and uses it for the whole year. In the \
             north that is summer time. In Kaikoura July is winter, so its times are wrong from \
             September on instead; nobody has looked there yet. All 24 tests pass because every one \
             of them has a date in July.",
        ),
    ),
    after(
        1_500,
        What::Notes {
            id: "call_04",
            message: "**Found the cause.** `tables.py` looks up a station's offset on **1 July** and uses \
                      it for the whole year, so every winter time in the north is an hour late.\n\n\
                      Kaikoura only *seems* right: it has been an hour **early** since September. The \
                      tests pass since all their dates are in July. I'm writing a failing test first.",
        },
    ),
];
