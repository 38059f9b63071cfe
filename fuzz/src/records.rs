//! Records of real kinds, chosen and changed by the bytes of an input.

use crate::{damage::Damage, input::Input};
use arbitrary::{Result, Unstructured};
use serde_json::Value;
use std::{fs, path::PathBuf};

mod change;
mod ids;

/// What records are made of: those of the fixtures, and the words in them.
#[derive(Debug)]
pub(crate) struct Pool {
    records: Vec<Value>,
    words: Vec<String>,
}

/// How records stand in a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub begin: &'static str,
    pub between: &'static str,
    pub end: &'static str,
}

/// A record on each line.
pub(crate) const LINES: Layout = Layout {
    begin: "",
    between: "\n",
    end: "\n",
};
/// One list of all records.
pub(crate) const LIST: Layout = Layout {
    begin: "[\n",
    between: ",\n",
    end: "\n]",
};

impl Pool {
    /// How many records an input has at most.
    pub(crate) const MOST: usize = 8;

    /// The records that these are.
    pub(crate) fn new(records: Vec<Value>) -> Self {
        assert!(!records.is_empty(), "the fixtures are there");
        let mut words = Vec::new();
        for record in &records {
            change::collect_words(record, &mut words);
        }
        words.sort();
        words.dedup();
        Self { records, words }
    }

    /// The lines of files that are records.
    pub(crate) fn of_lines(paths: &[PathBuf]) -> Self {
        let texts = paths
            .iter()
            .filter_map(|path| fs::read_to_string(path).ok());
        let texts: Vec<String> = texts.collect();
        let lines = texts.iter().flat_map(|text| text.lines());
        Self::new(
            lines
                .filter_map(|line| serde_json::from_str(line).ok())
                .collect(),
        )
    }

    /// How many records there are.
    pub(crate) fn len(&self) -> usize {
        self.records.len()
    }

    /// The bytes that choose the records from `start` on, as they are.
    pub(crate) fn choice(&self, start: usize) -> Vec<u8> {
        // No accident, and ids as they are.
        let mut bytes = vec![0, 0];
        for n in (start..self.len()).take(Self::MOST) {
            let n = u16::try_from(n).expect("few records");
            bytes.extend(n.to_le_bytes());
            bytes.push(0);
        }
        bytes
    }

    /// What a file holds: the rest of an input as it is, or the records that it chooses.
    pub(crate) fn text(&self, input: &Input<'_>, layout: Layout) -> Vec<u8> {
        if input.is_raw() {
            return input.rest.to_vec();
        }
        let mut u = Unstructured::new(input.rest);
        let (damage, records) = self.chosen(&mut u).unwrap_or_else(|_| {
            let nothing = &mut Unstructured::new(&[]);
            (Damage::of(nothing).expect("no accident"), Vec::new())
        });
        let records: Vec<String> = records.iter().map(Value::to_string).collect();
        let Layout {
            begin,
            between,
            end,
        } = layout;
        let text = format!("{begin}{}{end}", records.join(between));
        damage.done_to(text.into_bytes())
    }

    /// The records that bytes choose, and what happens to them.
    pub(crate) fn chosen(&self, u: &mut Unstructured<'_>) -> Result<(Damage, Vec<Value>)> {
        let damage = Damage::of(u)?;
        let n_ids = ids::number(u.arbitrary()?);
        let mut records = Vec::new();
        while !u.is_empty() && records.len() < Self::MOST {
            let mut record = self.record(u)?;
            ids::rename(&mut record, n_ids);
            records.push(record);
        }
        Ok((damage, records))
    }

    fn record(&self, u: &mut Unstructured<'_>) -> Result<Value> {
        let mut record = self.any(u)?.clone();
        let n_changes = match u.arbitrary::<u8>()? {
            n @ ..128 => n % 4,
            _ => 0,
        };
        for _ in 0..n_changes {
            self.change(&mut record, u)?;
        }
        Ok(record)
    }

    fn any(&self, u: &mut Unstructured<'_>) -> Result<&Value> {
        let n = usize::from(u.arbitrary::<u16>()?);
        Ok(&self.records[n % self.records.len()])
    }
}
