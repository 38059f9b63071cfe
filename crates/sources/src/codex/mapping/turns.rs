//! Where turns begin and end.

/// The turns that stand in a conversation.
#[derive(Debug, Default)]
pub(super) struct Turns {
    open: Option<Open>,
    are_told: bool,
    /// The last of what happened were the assistant's last words.
    is_answered: Option<bool>,
    /// The records that the turns with prompts begin with.
    prompted: Vec<usize>,
}

/// The turn that goes on.
#[derive(Debug)]
struct Open {
    id: Option<String>,
    /// The record that it begins with.
    from: usize,
    /// It was begun by a record of its own, and will be ended by one.
    is_told: bool,
    /// Nothing but its prompt has come yet.
    is_fresh: bool,
    /// The assistant has not spoken last.
    waits_for_words: bool,
}

impl Open {
    fn new(id: Option<&str>, from: usize, is_told: bool) -> Self {
        Self {
            id: id.map(str::to_owned),
            from,
            is_told,
            is_fresh: true,
            waits_for_words: true,
        }
    }
}

impl Turns {
    /// The record `n` says that a turn begins. Whether one does: the prompt may have come first, and
    /// a resumed turn begins twice.
    pub(super) fn start(&mut self, id: Option<&str>, n: usize) -> bool {
        self.are_told = true;
        if let Some(open) = &mut self.open {
            let is_same = id.is_some() && open.id.as_deref() == id;
            if is_same || (!open.is_told && open.is_fresh) {
                open.is_told = true;
                open.id = id.map(str::to_owned);
                return false;
            }
        }
        self.open = Some(Open::new(id, n, true));
        true
    }

    /// The record `n` is a prompt. Whether a turn begins with it: within a turn that has a beginning
    /// of its own the person adds to what was said.
    pub(super) fn prompt(&mut self, n: usize) -> bool {
        self.are_told = true;
        let prompted = self.prompted.last().copied();
        let has_prompt = |open: &Open| prompted == Some(open.from);
        let open = self.open.as_ref();
        let begins = open.is_none_or(|open| !open.is_told && has_prompt(open));
        if begins {
            self.open = Some(Open::new(None, n, false));
        }
        if let Some(open) = &mut self.open {
            if prompted != Some(open.from) {
                self.prompted.push(open.from);
            }
            open.waits_for_words = true;
        }
        begins
    }

    /// Something else happened in the turn; `is_answer` where the assistant spoke, and not to say
    /// what it does next.
    pub(super) fn go_on(&mut self, is_answer: bool) {
        self.is_answered = Some(is_answer);
        if let Some(open) = &mut self.open {
            open.is_fresh = false;
            open.waits_for_words = !is_answer;
        }
    }

    /// The turn ends.
    pub(super) fn end(&mut self) {
        self.are_told = true;
        self.open = None;
    }

    /// The last `n_turns` turns with prompts are taken back. The record that the first of them begins
    /// with.
    pub(super) fn take_back(&mut self, n_turns: usize) -> Option<usize> {
        let first = self.prompted.len().saturating_sub(n_turns);
        let from = self.prompted.get(first).copied();
        self.prompted.truncate(first);
        self.open = None;
        from
    }

    /// Whether the last turn goes on, where records say it of which some may be missing in front:
    /// nothing where none says anything.
    pub(super) fn goes_on(&self) -> Option<bool> {
        if self.are_told {
            return Some(self.is_open());
        }
        self.is_answered.map(|is_answered| !is_answered)
    }

    /// Whether the last turn goes on. One that has no end of its own does so until the assistant has
    /// spoken last.
    pub(super) fn is_open(&self) -> bool {
        let open = self.open.as_ref();
        open.is_some_and(|open| open.is_told || open.waits_for_words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_has_one_beginning_whichever_record_comes_first() {
        let mut turns = Turns::default();
        assert!(turns.start(Some("a"), 1));
        assert!(!turns.prompt(4));
        assert!(!turns.prompt(9), "the person adds something");
        turns.end();
        assert!(turns.prompt(12));
        assert!(!turns.start(Some("b"), 13));
        assert!(!turns.start(Some("b"), 14));
        turns.go_on(true);
        assert!(turns.start(Some("c"), 20));
        assert_eq!(turns.take_back(2), Some(1));
    }

    #[test]
    fn without_beginnings_each_prompt_is_one() {
        let mut turns = Turns::default();
        assert!(turns.prompt(1));
        assert!(turns.is_open());
        turns.go_on(true);
        assert!(!turns.is_open());
        assert!(turns.prompt(5));
        assert_eq!(turns.take_back(1), Some(5));
        assert_eq!(turns.take_back(7), Some(1));
        assert_eq!(turns.take_back(1), None);
    }
}
