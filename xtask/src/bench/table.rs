//! The figures as a table: what is counted before what a clock says.

use std::fmt::Write as _;

use super::figures::{Figure, Spread};
use super::measure::{Input, Measured};

/// How wide the names of figures are.
const NAMES: usize = 44;

/// A table for each part and conversation; with two programs their ratios stand at the end of each line.
pub(super) fn of(measured: &Measured, programs: &[String]) -> String {
    let mut text = String::new();
    if let [here, other] = programs {
        // A table of two sides has to say which is which.
        let _ = writeln!(
            text,
            "first {here}, then {other}; ratios are of first to then"
        );
    }
    let mut before = None;
    for (part, input) in measured.figures.all().iter().map(place) {
        if before == Some((part, input)) {
            continue;
        }
        before = Some((part, input));
        let _ = write!(
            text,
            "\n{part}{}\n{}\n",
            about(input, &measured.inputs),
            head(programs.len())
        );
        let of_this = |figure: &&Figure| place(figure) == (part, input);
        let (clocks, counts): (Vec<&Figure>, Vec<&Figure>) = measured
            .figures
            .all()
            .iter()
            .filter(of_this)
            .partition(|figure| figure.is_clock());
        for figure in counts.into_iter().chain(clocks) {
            text.push_str(&line(figure, programs.len()));
        }
    }
    text
}

fn place(figure: &Figure) -> (&str, &str) {
    (&figure.part, &figure.input)
}

fn about(input: &str, inputs: &[Input]) -> String {
    let known = inputs.iter().find(|known| known.name == input);
    match known.filter(|_| !input.is_empty()) {
        Some(Input { events, bytes, .. }) => format!(
            " · {input}: {} events, {} bytes",
            thousands(&events.to_string()),
            thousands(&bytes.to_string())
        ),
        None => String::new(),
    }
}

fn head(n_programs: usize) -> String {
    let side = format!(" {:>3} {:>13} {:>23}", "n", "median", "10 – 90 %");
    let ratio = if n_programs > 1 {
        "   ratio   10 – 90 %"
    } else {
        ""
    };
    format!("{:<NAMES$} {:<5}{}{ratio}", "", "", side.repeat(n_programs))
}

fn line(figure: &Figure, n_programs: usize) -> String {
    let mut text = format!("{:<NAMES$} {:<5}", figure.name, figure.unit);
    for side in 0..n_programs {
        let cells = figure
            .spread(side)
            .map_or_else(no_cells, |spread| cells(spread, figure.is_clock()));
        text.push_str(&cells);
    }
    if n_programs > 1 {
        let _ = match figure.ratio() {
            Some(Spread {
                median, p10, p90, ..
            }) => write!(text, " {median:>7.3}   {p10:.3} – {p90:.3}"),
            None => write!(text, " {:>7}", "–"),
        };
    }
    text.push('\n');
    text
}

fn no_cells() -> String {
    format!(" {:>3} {:>13} {:>23}", 0, "–", "")
}

fn cells(spread: Spread, is_clock: bool) -> String {
    let Spread {
        n,
        median,
        p10,
        p90,
    } = spread;
    let show = |value: f64| {
        let decimals = usize::from(is_clock || value.fract() != 0.0);
        thousands(&format!("{value:.decimals$}"))
    };
    let range = format!("{} – {}", show(p10), show(p90));
    format!(" {n:>3} {:>13} {range:>23}", show(median))
}

/// A number with its thousands apart.
fn thousands(number: &str) -> String {
    let (whole, rest) = number.split_at(number.find('.').unwrap_or(number.len()));
    let mut apart = String::new();
    for (n, digit) in whole.chars().enumerate() {
        if n > 0 && (whole.len() - n).is_multiple_of(3) && !apart.ends_with('-') {
            apart.push(',');
        }
        apart.push(digit);
    }
    apart + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::figures::Sample;

    #[test]
    fn numbers_are_legible() {
        for (number, expected) in [
            ("0", "0"),
            ("999", "999"),
            ("9229222", "9,229,222"),
            ("1234.5", "1,234.5"),
            ("-123", "-123"),
        ] {
            assert_eq!(thousands(number), expected);
        }
    }

    #[test]
    fn what_is_counted_stands_before_what_a_clock_says() {
        let mut measured = Measured::default();
        let mut add = |name: &str, unit: &str, side: usize, value: f64| {
            measured.figures.add(Sample {
                part: "page".to_owned(),
                input: "jp 1000".to_owned(),
                figure: name.to_owned(),
                unit: unit.to_owned(),
                side,
                round: 0,
                values: vec![Some(value)],
            });
        };
        add("first byte", "ms", 0, 10.0);
        add("bytes sent", "B", 0, 1000.0);
        add("first byte", "ms", 1, 20.0);
        let table = of(&measured, &["here".to_owned(), "there".to_owned()]);
        let lines: Vec<&str> = table.lines().collect();
        assert!(lines[0].starts_with("first here, then there"));
        assert_eq!(lines[2], "page");
        assert!(lines[4].starts_with("bytes sent") && lines[4].ends_with('–'));
        assert!(lines[5].starts_with("first byte") && lines[5].contains(" 0.500 "));
    }
}
