//! A test that fails, the change, and the first answer.

use crate::demo::script::{Step, What, after};

pub(super) const STEPS: &[Step] = &[
    after(
        1_800,
        What::Calls {
            id: "call_05",
            tool: "fs_create_file",
            arguments: r#"{"path": "tests/test_clock_change.py", "content": "import pytest\n\nfrom tidewatch.tables import high_waters\n\n\n@pytest.mark.parametrize(\n    (\"station\", \"day\", \"expected\"),\n    [\n        (\"hoekstrand\", \"2026-07-14\", \"05:12\"),\n        (\"hoekstrand\", \"2026-11-14\", \"04:47\"),\n        (\"kaikoura\", \"2026-07-14\", \"10:03\"),\n        (\"kaikoura\", \"2026-11-14\", \"11:38\"),\n    ],\n)\ndef test_first_high_water(station, day, expected):\n    assert first_on(high_waters(load(station), 2026), day) == expected\n"}"#,
        },
    ),
    after(
        400,
        What::Returns {
            id: "call_05",
            content: "Created tests/test_clock_change.py (17 lines).",
        },
    ),
    after(
        900,
        What::Calls {
            id: "call_06",
            tool: "run_tests",
            arguments: r#"{"command": "python -m pytest -q tests/test_clock_change.py", "timeout_seconds": 60}"#,
        },
    ),
    after(
        2_400,
        What::Fails {
            id: "call_06",
            content: "exit code 1\n\n.F.F                                                             [100%]\n\
                      FAILED tests/test_clock_change.py::test_first_high_water[hoekstrand-2026-11-14]\n\
                      \x20 AssertionError: assert '05:47' == '04:47'\n\
                      FAILED tests/test_clock_change.py::test_first_high_water[kaikoura-2026-11-14]\n\
                      \x20 AssertionError: assert '10:38' == '11:38'\n\
                      2 failed, 2 passed in 0.34s\n",
        },
    ),
    after(
        1_300,
        What::Says(
            "The test fails for **both** halves of the earth, each in its own winter or summer, as \
             expected. A zone knows its offset at every moment, so the fixed one can simply go:",
        ),
    ),
    after(
        1_000,
        What::Calls {
            id: "call_07",
            tool: "fs_modify_file",
            arguments: r#"{"path": "tidewatch/tables.py", "patterns": [{"old": "    offset = station.zone.utcoffset(datetime(year, 7, 1))\n    local = timezone(offset)\n", "new": ""}, {"old": "astimezone(local)", "new": "astimezone(station.zone)"}]}"#,
        },
    ),
    after(
        600,
        What::Inquires {
            id: "call_07",
            tool: "fs_modify_file",
            text: "Apply these changes to `tidewatch/tables.py`?\n\n```diff\n-    offset = station.zone.utcoffset(datetime(year, 7, 1))\n-    local = timezone(offset)\n     return [\n-        HighWater(at=row.at.astimezone(local), metres=row.metres)\n+        HighWater(at=row.at.astimezone(station.zone), metres=row.metres)\n```",
        },
    ),
    after(6_000, What::Agrees { id: "call_07" }),
    after(
        300,
        What::Returns {
            id: "call_07",
            content: "tidewatch/tables.py: 1 line changed, 2 lines removed.",
        },
    ),
    after(
        800,
        What::Calls {
            id: "call_08",
            tool: "run_tests",
            arguments: r#"{"command": "python -m pytest -q", "timeout_seconds": 60}"#,
        },
    ),
    after(
        3_200,
        What::Returns {
            id: "call_08",
            content: "............................                                     [100%]\n\
                      28 passed in 0.66s\n",
        },
    ),
    after(
        900,
        What::Notes {
            id: "call_09",
            message: "All **28 tests pass**, the four new ones among them. Last, I compare a week of every \
                      station with what the old code printed.",
        },
    ),
    after(
        700,
        What::Calls {
            id: "call_10",
            tool: "shell",
            arguments: r#"{"command": "python tools/compare.py --week 2026-46 --against v1.3"}"#,
        },
    ),
    after(
        4_500,
        What::Returns {
            id: "call_10",
            content: r#"{"week": "2026-46", "stations": 4, "changed": [{"station": "hoekstrand", "shift_minutes": -60}, {"station": "kaikoura", "shift_minutes": 60}, {"station": "odawara", "shift_minutes": 0}, {"station": "aden", "shift_minutes": 0}]}"#,
        },
    ),
    after(
        1_800,
        What::Says(
            r#"Fixed. `tidewatch` asked each zone for its offset **on 1 July** and used it all year; now every time is made with the offset of its own moment.

| Station | Zone | Before | Now |
|:--|:--|--:|--:|
| Hoekstrand | Europe/Amsterdam | 05:47 | **04:47** |
| Kaikoura | Pacific/Auckland | 10:38 | **11:38** |
| 小田原 (Odawara) | Asia/Tokyo | 04:21 | 04:21 |
| عدن (Aden) | Asia/Aden | 09:55 | 09:55 |

The function has two lines fewer than before:

```python
def high_waters(station: Station, year: int) -> list[HighWater]:
    """High waters of a year, in the station's own time."""
    rows = read_table(station, year)
    # The tables are in UTC.
    return [
        HighWater(at=row.at.astimezone(station.zone), metres=row.metres)
        for row in rows
    ]
```

What is done, and what I left to you:

- [x] Fixed the offset in `tidewatch/tables.py`
- [x] A test with a summer and a winter day on both halves of the earth
- [x] Compared a week of all four stations with version 1.3
- [ ] A note in the change log: Kaikoura's times **change too**, and its readers have not noticed the fault yet

Two places keep one time all year, so theirs stay as they were: 小田原の満潮は変わりません。

> أوقات المدّ في عدن لم تتغيّر.

How Python chooses an offset is in [the documentation of `zoneinfo`](https://docs.python.org/3/library/zoneinfo.html)."#,
        ),
    ),
];
