//! Conversation ids and their spellings.

/// A conversation's id: its creation time in tenths of a second since the Unix epoch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct JpId(pub u64);

impl JpId {
    /// The id of the conversation that a folder holds: `<id>` or `<id>-<slug>`.
    pub fn of_folder(name: &str) -> Option<Self> {
        let digits = name.split('-').next()?;
        Self::of_digits(digits)
    }

    /// The id that a person may write, with the workspace id if it names one: `17457886043`,
    /// `jp-c17457886043`, `jp-c17457886043-otvo8`, or ours, `jp~c17457886043-otvo8`.
    pub fn parse(spelled: &str) -> Option<(Self, Option<&str>)> {
        let rest = ["jp~c", "jp-c"]
            .iter()
            .find_map(|prefix| spelled.strip_prefix(prefix));
        match rest {
            Some(rest) => match rest.split_once('-') {
                Some((digits, workspace)) if !workspace.is_empty() => {
                    Some((Self::of_digits(digits)?, Some(workspace)))
                }
                Some(_) => None,
                None => Some((Self::of_digits(rest)?, None)),
            },
            None => Some((Self::of_digits(spelled)?, None)),
        }
    }

    /// The id in URLs and in the API.
    pub fn in_workspace(self, workspace: &str) -> String {
        format!("jp~c{}-{workspace}", self.0)
    }

    /// What the name of its lock begins with: the workspace's id may stand behind.
    pub(super) fn lock_beginning(self) -> String {
        format!("jp-c{}", self.0)
    }

    fn of_digits(digits: &str) -> Option<Self> {
        let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        is_number.then(|| digits.parse().ok()).flatten().map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_spellings_are_read() {
        let id = JpId(17_457_886_043);
        for (spelled, workspace) in [
            ("17457886043", None),
            ("jp-c17457886043", None),
            ("jp-c17457886043-otvo8", Some("otvo8")),
            ("jp~c17457886043-otvo8", Some("otvo8")),
        ] {
            assert_eq!(JpId::parse(spelled), Some((id, workspace)), "{spelled}");
        }
        assert_eq!(id.in_workspace("otvo8"), "jp~c17457886043-otvo8");
    }

    #[test]
    fn other_texts_are_no_ids() {
        for spelled in [
            "",
            "jp-c",
            "jp-cx",
            "c17457886043",
            "jp-c1-",
            "-1",
            "+1",
            "1 ",
            "99999999999999999999999",
        ] {
            assert_eq!(JpId::parse(spelled), None, "{spelled:?}");
        }
    }

    #[test]
    fn the_slug_is_no_part_of_the_id() {
        assert_eq!(
            JpId::of_folder("17457886043-a-title"),
            Some(JpId(17_457_886_043))
        );
        assert_eq!(JpId::of_folder("17457886043"), Some(JpId(17_457_886_043)));
        assert_eq!(JpId::of_folder(".archive"), None);
        assert_eq!(JpId::of_folder("notes"), None);
    }
}
