//! How long texts take to become HTML, beside two other writers, in one run. Prints a table; with
//! a path in `SERVE_WEB_BENCH_JSON` writes the figures there too.

#![expect(clippy::print_stdout, reason = "a measurement prints what it measured")]

// The attribute tells clippy that the helpers may unwrap, as where they are tests'.
#[path = "../tests/suite/corpus.rs"]
#[expect(
    clippy::unwrap_used,
    reason = "a measurement stops where it cannot go on"
)]
mod corpus;
#[path = "render/figures.rs"]
mod figures;
#[path = "render/writers.rs"]
mod writers;

use std::hint::black_box;
use std::time::Instant;

use figures::{Figure, report};
use writers::{WRITERS, Writer};

/// How often each writer writes all texts of an input.
const N_RUNS: usize = 41;

fn main() {
    let mut inputs = vec![("invented answers", texts(corpus::invented()))];
    inputs.push(("dense prose", prose()));
    inputs.extend(corpus::real().map(|real| ("real answers", texts(real))));
    let figures: Vec<Figure> = inputs
        .iter()
        .flat_map(|(input, texts)| measure(input, texts))
        .collect();
    report(&figures);
}

fn texts(named: std::collections::BTreeMap<String, String>) -> Vec<String> {
    named.into_values().collect()
}

/// Paragraphs, lists and headings with something in every few words, and nothing for which one writer
/// does more than another.
fn prose() -> Vec<String> {
    let part = |n| {
        format!(
            "## Part {n}, with a heading\n\n\
             Words and *more* words, `code`, **strong ones** and [a link](https://example.org/{n}).\n\
             They go on for a second line, which is of about the usual length; then they end.\n\n\
             - An item with a few words in it\n- and *another* one\n\n\
             > A quote of a line.\n\n\
             ```rust\nfn main() {{\n    println!(\"{n}\");\n}}\n```\n\n"
        )
    };
    vec![(0..200).map(part).collect()]
}

/// The figures of all writers, which take turns, so that whatever else this machine does meets
/// each of them.
fn measure(input: &'static str, texts: &[String]) -> Vec<Figure> {
    let mut figures: Vec<Figure> = WRITERS
        .iter()
        .map(|writer| Figure::new(input, writer.name, texts))
        .collect();
    for round in 0..=N_RUNS {
        for (figure, writer) in figures.iter_mut().zip(&WRITERS) {
            let time = time(writer, texts);
            // The first round warms up.
            if round > 0 {
                figure.times_ms.push(time);
            }
        }
    }
    figures
}

/// How many milliseconds a writer needs for all texts.
fn time(writer: &Writer, texts: &[String]) -> f64 {
    let start = Instant::now();
    for text in texts {
        black_box((writer.write)(black_box(text)));
    }
    start.elapsed().as_secs_f64() * 1_000.0
}
