//! What was measured, as a table and as JSON.

use std::env;
use std::fs;

use serde_json::{Value, json};

/// How long one writer needed for one input.
pub(crate) struct Figure {
    input: &'static str,
    writer: &'static str,
    texts: usize,
    bytes: usize,
    /// One time a round.
    pub(crate) times_ms: Vec<f64>,
}

impl Figure {
    pub(crate) fn new(input: &'static str, writer: &'static str, texts: &[String]) -> Self {
        Self {
            input,
            writer,
            texts: texts.len(),
            bytes: texts.iter().map(String::len).sum(),
            times_ms: Vec::new(),
        }
    }

    /// The time below which so many of a hundred lie.
    fn quantile(&self, hundredths: usize) -> f64 {
        let mut sorted = self.times_ms.clone();
        sorted.sort_by(f64::total_cmp);
        let place = (sorted.len().saturating_sub(1) * hundredths + 50) / 100;
        sorted.get(place).copied().unwrap_or(f64::NAN)
    }

    /// The median of its times in parts of another's of the same round, which met the same machine.
    fn ratio(&self, other: &Self) -> f64 {
        let pairs = self.times_ms.iter().zip(&other.times_ms);
        let ratios = Self {
            times_ms: pairs.map(|(own, other)| own / other).collect(),
            ..*self
        };
        ratios.quantile(50)
    }

    fn json(&self, ratio: Option<f64>) -> Value {
        json!({
            "input": self.input, "writer": self.writer, "texts": self.texts, "bytes": self.bytes,
            "n": self.times_ms.len(), "median_ms": self.quantile(50),
            "p10_ms": self.quantile(10), "p90_ms": self.quantile(90), "ratio": ratio,
        })
    }
}

/// Prints all figures, and writes them where the environment says. Each is compared with that of
/// `pulldown-cmark` for the same input.
pub(crate) fn report(figures: &[Figure]) {
    let mut told = Vec::new();
    let mut before = "";
    for figure in figures {
        if figure.input != before {
            before = figure.input;
            println!(
                "{before}: {} texts, {} bytes, n = {}",
                figure.texts,
                figure.bytes,
                figure.times_ms.len()
            );
        }
        let of_parser =
            |other: &&Figure| other.input == figure.input && other.writer == "pulldown-cmark";
        let ratio = figures
            .iter()
            .find(of_parser)
            .map(|other| figure.ratio(other));
        println!(
            "  {:<20} median {:>8.3} ms  10–90 % {:>8.3}–{:.3} ms  {:>5.2} of pulldown-cmark",
            figure.writer,
            figure.quantile(50),
            figure.quantile(10),
            figure.quantile(90),
            ratio.unwrap_or(f64::NAN),
        );
        told.push(figure.json(ratio));
    }
    if let Some(path) = env::var_os("SERVE_WEB_BENCH_JSON") {
        let text = format!("{}\n", json!(told));
        if let Err(error) = fs::write(&path, text) {
            println!("cannot write {}: {error}", path.display());
        }
    }
}
