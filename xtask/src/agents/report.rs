//! What is printed of each run: a line of a table.

use super::observation::Following;
use super::scenario::{Drawing, Scenario};
use super::verdict::Verdict;

/// What stands above the lines.
pub(super) const HEADING: &str = "agent     version    doing    verdict  seconds  copy in _meta  \
    conversations  raw/user  batches  in time  as cold  note      where, or why not";

/// All that is known of one run.
#[derive(Debug)]
pub(super) struct Report<'a> {
    pub(super) scenario: &'a Scenario,
    pub(super) version: String,
    pub(super) verdict: Verdict,
    /// Nothing where the agent's store is not read.
    pub(super) following: Option<Following>,
}

impl Report<'_> {
    /// Everything that went wrong.
    fn faults(&self) -> Vec<&str> {
        let of_following = self
            .following
            .iter()
            .flat_map(|following| &following.faults);
        let of_run = self.verdict.fault.as_deref();
        of_run
            .into_iter()
            .chain(of_following.map(String::as_str))
            .collect()
    }

    pub(super) fn is_ok(&self) -> bool {
        self.faults().is_empty()
    }

    /// A line below [`HEADING`].
    pub(super) fn line(&self) -> String {
        let faults = self.faults();
        let verdict = if faults.is_empty() { "ok" } else { "FAILED" };
        let end = match &faults[..] {
            [] => self.verdict.places(),
            faults => faults.join("; "),
        };
        let (agent, doing) = (self.scenario.agent.name(), self.scenario.name);
        let (version, seconds) = (&self.version, self.verdict.took.as_secs_f64());
        let copy = yes_or_no(self.verdict.keeps_copy);
        let seen = self.following.as_ref().map_or_else(unseen, seen);
        format!(
            "{agent:<9} {version:<10} {doing:<8} {verdict:<8} {seconds:>7.1}  {copy:<13}  {seen}  {end}"
        )
    }
}

fn seen(following: &Following) -> String {
    let (raw, user) = following.n_events;
    let events = format!("{raw}/{user}");
    let Following {
        n_conversations: all,
        n_batches: batches,
        n_in_time: in_time,
        ..
    } = following;
    let cold = yes_or_no(following.is_as_cold);
    let note = following.note.map_or("–", Drawing::name);
    format!("{all:>13}  {events:>8}  {batches:>7}  {in_time:>7}  {cold:<7}  {note:<8}")
}

/// The store is not one that serve-web reads.
fn unseen() -> String {
    let none = "–";
    format!("{none:>13}  {none:>8}  {none:>7}  {none:>7}  {none:<7}  {none:<8}")
}

fn yes_or_no(is_so: bool) -> &'static str {
    if is_so { "yes" } else { "no" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::scenario;
    use std::path::PathBuf;
    use std::time::Duration;

    fn report(fault: Option<&str>, following: Option<Following>) -> String {
        let report = Report {
            scenario: &scenario::ALL[0],
            version: "2.1.197".to_owned(),
            verdict: Verdict {
                fault: fault.map(str::to_owned),
                took: Duration::from_millis(1234),
                keeps_copy: true,
                files: vec![PathBuf::from("/s.jsonl")],
            },
            following,
        };
        report.line()
    }

    #[test]
    fn a_line_has_what_the_heading_says() {
        let following = Following {
            n_events: (14, 6),
            n_batches: 9,
            n_in_time: 13,
            n_conversations: 1,
            is_as_cold: true,
            note: Some(Drawing::Markdown),
            faults: Vec::new(),
        };
        let line = report(None, Some(following));
        let expected = "claude    2.1.197    note     ok           1.2  yes                        1      \
            14/6        9       13  yes      markdown  /s.jsonl";
        assert_eq!(line, expected);
        assert_eq!(line.find("/s.jsonl"), HEADING.find("where"));
        let line = report(None, None);
        assert_eq!(line.chars().position(|c| c == '/'), HEADING.find("where"));
    }

    #[test]
    fn whatever_is_wrong_fails_and_is_told() {
        let following = Following {
            faults: vec!["all came at once".to_owned()],
            ..Following::default()
        };
        let line = report(Some("no answer"), Some(following));
        assert!(line.contains("FAILED"), "{line}");
        assert!(line.ends_with("no answer; all came at once"), "{line}");
    }
}
