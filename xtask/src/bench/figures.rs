//! Figures: medians with their spread, and ratios between two programs.

use serde::{Deserialize, Serialize, Serializer};

/// Values that one run of a part saw.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Sample {
    pub(super) part: String,
    pub(super) input: String,
    pub(super) figure: String,
    pub(super) unit: String,
    /// Which of the programs.
    pub(super) side: usize,
    /// Which of the part's runs for this program.
    pub(super) round: usize,
    /// `None` is what was not a number.
    pub(super) values: Vec<Option<f64>>,
}

/// The figures, in the order in which they came.
#[derive(Debug, Default)]
pub(super) struct Figures(Vec<Figure>);

/// One figure of each program.
#[derive(Debug)]
pub(super) struct Figure {
    pub(super) part: String,
    pub(super) input: String,
    pub(super) name: String,
    pub(super) unit: String,
    /// The values: by program, then by round.
    sides: Vec<Vec<Vec<f64>>>,
}

/// Where values lie.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Spread {
    pub(super) n: usize,
    pub(super) median: f64,
    /// The tenth and the ninetieth of a hundred.
    pub(super) p10: f64,
    pub(super) p90: f64,
}

impl Figures {
    pub(super) fn all(&self) -> &[Figure] {
        &self.0
    }

    pub(super) fn add(&mut self, sample: Sample) {
        let known = self.0.iter_mut().position(|figure| {
            figure.part == sample.part
                && figure.input == sample.input
                && figure.name == sample.figure
                && figure.unit == sample.unit
        });
        let place = known.unwrap_or_else(|| {
            self.0.push(Figure {
                part: sample.part,
                input: sample.input,
                name: sample.figure,
                unit: sample.unit,
                sides: Vec::new(),
            });
            self.0.len() - 1
        });
        let rounds = grown(&mut self.0[place].sides, sample.side);
        grown(rounds, sample.round).extend(sample.values.into_iter().flatten());
    }
}

/// The entry `n`, with empty ones before it where there were none.
fn grown<T: Default>(list: &mut Vec<T>, n: usize) -> &mut T {
    if list.len() <= n {
        list.resize_with(n + 1, T::default);
    }
    &mut list[n]
}

impl Figure {
    /// Whether it is the time of a clock. Everything else is counted.
    pub(super) fn is_clock(&self) -> bool {
        self.unit == "ms"
    }

    /// Where all values of a program lie; nothing where it has none.
    pub(super) fn spread(&self, side: usize) -> Option<Spread> {
        let values = self.sides.get(side)?.iter().flatten().copied();
        Spread::of(values.collect())
    }

    /// What the first program's medians are, in parts of the second one's: of each two rounds that
    /// followed each other. Where nothing was counted there is no ratio.
    pub(super) fn ratio(&self) -> Option<Spread> {
        let [here, other] = self.sides.as_slice() else {
            return None;
        };
        let medians = here.iter().zip(other).filter_map(|(here, other)| {
            let (here, other) = (Spread::of(here.clone())?, Spread::of(other.clone())?);
            (other.median != 0.0).then_some(here.median / other.median)
        });
        Spread::of(medians.collect())
    }
}

impl Spread {
    /// Where values lie; nothing where there are none.
    pub(super) fn of(mut values: Vec<f64>) -> Option<Self> {
        values.sort_unstable_by(f64::total_cmp);
        Some(Self {
            n: values.len(),
            median: quantile(&values, 50)?,
            p10: quantile(&values, 10)?,
            p90: quantile(&values, 90)?,
        })
    }
}

/// The value below which so many of a hundred lie, of values in their order. It is one of them, so that
/// what is counted in whole numbers stays so.
fn quantile(sorted: &[f64], hundredths: usize) -> Option<f64> {
    let place = sorted.len().checked_sub(1)? * hundredths;
    sorted.get((place + 50) / 100).copied()
}

/// As the report has it.
#[derive(Serialize)]
struct Told<'a> {
    part: &'a str,
    input: &'a str,
    name: &'a str,
    unit: &'a str,
    /// In the order of the programs.
    sides: Vec<Option<Spread>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio: Option<Spread>,
}

impl Serialize for Figures {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|figure| {
            Told {
                part: &figure.part,
                input: &figure.input,
                name: &figure.name,
                unit: &figure.unit,
                sides: (0..figure.sides.len())
                    .map(|side| figure.spread(side))
                    .collect(),
                ratio: figure.ratio(),
            }
        }))
    }
}

#[cfg(test)]
mod tests;
