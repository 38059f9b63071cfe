//! A second turn, whose answer has a form that the person asked for.

use crate::demo::script::{Step, What, after};

pub(super) const STEPS: &[Step] = &[
    after(7_000, What::TurnStart),
    after(
        0,
        What::AsksFor {
            content: "Good catch with Kaikoura. Give me the stations whose times changed, for the release notes.",
            schema: r#"{"type": "object", "properties": {"stations": {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}, "shift_minutes": {"type": "integer"}, "season": {"type": "string"}}}}}}"#,
        },
    ),
    after(
        2_600,
        What::Answers(
            r#"{"stations": [{"name": "Hoekstrand", "shift_minutes": -60, "season": "northern winter"}, {"name": "Kaikoura", "shift_minutes": 60, "season": "southern summer"}]}"#,
        ),
    ),
    after(
        1_500,
        What::Says(
            "These two, and no others. Whoever wrote down Kaikoura's times since September should \
             look them up again.",
        ),
    ),
];
