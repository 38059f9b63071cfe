//! How long projecting takes: a million events, each view. Prints a table; with a path in
//! `SERVE_WEB_BENCH_JSON` writes the figures there too.

#![expect(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a measurement prints what it measured and stops where it cannot"
)]

use conversation::{Event, EventKey, View};
use serde_json::{Value, json};
use std::{env, fs, hint::black_box, time::Instant};

const N_EVENTS: usize = 1_000_000;
const N_RUNS: usize = 9;

/// A turn with a call, a result of two kilobytes for the model and a note, thinking and a message.
fn turn() -> Vec<Value> {
    let long = "a line of a log\n".repeat(128);
    vec![
        json!({"timestamp": "2026-01-01 00:00:00.0", "type": "turn_start"}),
        json!({"timestamp": "2026-01-01 00:00:00.0", "type": "chat_request", "content": "go"}),
        json!({"timestamp": "2026-01-01 00:00:00.0", "type": "chat_response", "reasoning": long}),
        json!({"timestamp": "2026-01-01 00:00:00.0", "type": "tool_call_request", "id": "c", "name": "t",
            "arguments": {"path": "a/b/c"}}),
        json!({"timestamp": "2026-01-01 00:00:00.0", "type": "tool_call_response", "id": "c", "is_error": false,
            "content": [
                {"type": "text", "text": long, "annotations": {"audience": ["assistant"]}},
                {"type": "text", "text": "Half done.", "annotations": {"audience": ["user"]}}]}),
        json!({"timestamp": "2026-01-01 00:00:00.0", "type": "tool_call_response", "id": "d",
            "content": long}),
        json!({"timestamp": "2026-01-01 00:00:00.0", "type": "chat_response", "message": "Done."}),
    ]
}

/// The turn's events once; they are projected again and again, since a million would not fit.
fn events() -> Vec<Event> {
    let turn = turn();
    let event = |(n, value): (usize, &Value)| {
        let fields = value.as_object().expect("an object").clone();
        Event::new(EventKey::from_native(&format!("e{n}")), Some(0), fields)
    };
    turn.iter().enumerate().map(event).collect()
}

fn main() {
    let events = events();
    let mut figures = Vec::new();
    println!("projecting {N_EVENTS} events, {N_RUNS} runs");
    for view in [View::Raw, View::User, View::Provider] {
        let mut times: Vec<f64> = (0..N_RUNS).map(|_| project(view, &events)).collect();
        times.sort_by(f64::total_cmp);
        let (median, least, most) = (times[N_RUNS / 2], times[0], times[N_RUNS - 1]);
        println!("{view:>10}  median {median:.0} ms  {least:.0}–{most:.0} ms");
        figures.push(
            json!({"view": view.name(), "events": N_EVENTS, "runs": N_RUNS,
            "median_ms": median, "least_ms": least, "most_ms": most}),
        );
    }
    if let Some(path) = env::var_os("SERVE_WEB_BENCH_JSON") {
        fs::write(path, json!(figures).to_string()).expect("written");
    }
}

/// The time in milliseconds.
fn project(view: View, events: &[Event]) -> f64 {
    let start = Instant::now();
    for event in events.iter().cycle().take(N_EVENTS) {
        black_box(view.project(black_box(event)));
    }
    start.elapsed().as_secs_f64() * 1000.0
}
