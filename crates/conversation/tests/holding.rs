//! However a reader goes through a view, and whatever changes meanwhile, a holding has a stretch of it
//! without a gap, and its end.

#![expect(clippy::expect_used, reason = "a test stops at what it did not expect")]

use conversation::{
    Context, Event, EventKey, Holding, Item, Reading, Status, View, Window, changes_between, item,
    policy::Policy,
};
use proptest::prelude::*;
use serde_json::{Value, json};

/// An event by its number and revision: turns, texts in several pieces, thoughts.
fn event(n: u16, rev: u8) -> Event {
    let value = match n % 7 {
        0 => json!({"type": "turn_start", "rev": rev}),
        1 => json!({"type": "chat_request", "content": format!("{n} {rev}")}),
        2 => json!({"type": "chat_response", "reasoning": format!("{n} {rev}")}),
        _ => json!({"type": "chat_response", "message": format!("{n} {rev} ")}),
    };
    let Value::Object(fields) = value else {
        unreachable!("made as objects")
    };
    Event::new(EventKey::from_native(&format!("k{n}")), None, fields)
}

fn items(list: &[(u16, u8)]) -> Vec<Item> {
    let events: Vec<Event> = list.iter().map(|(n, rev)| event(*n, *rev)).collect();
    let contexts = Context::of_all(&events, Reading::SplitTexts);
    let shown = events.iter().zip(&contexts);
    let shown = shown.filter_map(|(e, c)| item(View::Raw, e, c, &Policy::page()));
    shown.collect()
}

/// The view as a server has it.
struct Source {
    list: Vec<(u16, u8)>,
    items: Vec<Item>,
    next: u16,
}

impl Source {
    fn new(n: u16) -> Self {
        let list: Vec<_> = (0..n).map(|n| (n, 0)).collect();
        Self {
            items: items(&list),
            list,
            next: n,
        }
    }

    fn index(&self, key: &str) -> usize {
        let found = self
            .items
            .iter()
            .position(|item| item.key().as_str() == key);
        found.expect("a cursor names an item of the view")
    }

    /// What stands before a cursor.
    fn before(&self, cursor: &str, n: usize) -> Window {
        let end = match cursor.strip_prefix("before~") {
            Some(key) => self.index(key),
            None => cursor.parse().expect("a number"),
        };
        self.window(end.saturating_sub(n), end)
    }

    fn after(&self, cursor: &str, n: usize) -> (Vec<Item>, bool) {
        let key = cursor.strip_prefix("behind~").expect("made of a key");
        let from = self.index(key) + 1;
        let to = (from + n).min(self.items.len());
        (self.items[from..to].to_vec(), to == self.items.len())
    }

    fn window(&self, from: usize, to: usize) -> Window {
        Window {
            items: self.items[from..to].to_vec(),
            before: (from > 0).then(|| self.items[from].key().cursor_before()),
        }
    }

    /// Appends, changes and takes out events, and tells the holding.
    fn change(&mut self, holding: &mut Holding, change: &Step) {
        match *change {
            Step::Append(n) => {
                for _ in 0..n {
                    self.list.push((self.next, 0));
                    self.next += 1;
                }
            }
            Step::Revise(at) => {
                let at = at % self.list.len();
                self.list[at].1 += 1;
            }
            Step::Remove(at) if self.list.len() > 40 => {
                self.list.remove(at % self.list.len());
            }
            _ => return,
        }
        let new = items(&self.list);
        for change in changes_between(None, &self.items, &new) {
            holding.apply(change);
        }
        self.items = new;
    }
}

#[derive(Clone, Debug)]
enum Step {
    Append(u16),
    Revise(usize),
    Remove(usize),
    Older(usize),
    Newer(usize),
    OldestGo(usize),
    NewestGo(usize),
    Home(usize),
    End,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        (1u16..9).prop_map(Step::Append),
        any::<prop::sample::Index>().prop_map(|n| Step::Revise(n.index(1 << 16))),
        any::<prop::sample::Index>().prop_map(|n| Step::Remove(n.index(1 << 16))),
        (1usize..30).prop_map(Step::Older),
        (1usize..30).prop_map(Step::Newer),
        (1usize..60).prop_map(Step::OldestGo),
        (1usize..60).prop_map(Step::NewestGo),
        (1usize..30).prop_map(Step::Home),
        Just(Step::End),
    ]
}

fn go(source: &mut Source, holding: &mut Holding, step: &Step) {
    match *step {
        Step::Older(n) => {
            if let Some(cursor) = holding.before() {
                holding.prepend(source.before(cursor, n));
            }
        }
        Step::Newer(n) => {
            if let Some(cursor) = holding.after() {
                let (newer, reaches_end) = source.after(&cursor, n);
                holding.append(newer, reaches_end);
            }
        }
        Step::OldestGo(n) => drop(holding.let_oldest_go(n)),
        Step::NewestGo(n) => drop(holding.let_newest_go(n)),
        Step::Home(n) => holding.go_to_beginning(source.window(0, n.min(source.items.len()))),
        Step::End => drop(holding.go_to_end()),
        Step::Append(_) | Step::Revise(_) | Step::Remove(_) => source.change(holding, step),
    }
}

/// What is held is what the view has, without a gap.
fn check(source: &Source, holding: &Holding) {
    let here = holding.items();
    let from = source.index(here.first().expect("something").key().as_str());
    assert_eq!(here, &source.items[from..from + here.len()]);
    if from > 0 {
        let before = holding.before().expect("there is more");
        assert_eq!(
            source.before(before, 1).items,
            source.items[from - 1..from],
            "nothing is left out and nothing comes twice"
        );
    }
    match holding.end() {
        None => assert_eq!(from + here.len(), source.items.len()),
        Some(end) => {
            let from = source.items.len() - end.len();
            assert_eq!(end, &source.items[from..]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]
    #[test]
    fn a_holding_is_a_stretch_without_a_gap_and_the_end(steps in prop::collection::vec(step(), 1..60)) {
        let mut source = Source::new(80);
        let mut holding = Holding::new(source.window(50, 80), Status::default());
        for step in &steps {
            go(&mut source, &mut holding, step);
            check(&source, &holding);
        }
        holding.go_to_end();
        check(&source, &holding);
        prop_assert_eq!(holding.end(), None);
    }
}

#[test]
fn however_much_comes_at_the_end_little_is_held_beside_a_stretch() {
    let mut source = Source::new(80);
    let mut holding = Holding::new(source.window(0, 80), Status::default());
    holding.let_newest_go(40);
    for _ in 0..200 {
        source.change(&mut holding, &Step::Append(8));
    }
    check(&source, &holding);
    assert!(holding.end().is_some_and(|end| end.len() <= 400));
}

#[test]
fn a_text_is_not_cut_where_items_go() {
    let all = items(&[
        (0, 0),
        (1, 0),
        (3, 0),
        (4, 0),
        (5, 0),
        (6, 0),
        (7, 0),
        (8, 0),
    ]);
    let end = Window {
        items: all.clone(),
        before: None,
    };
    let mut holding = Holding::new(end.clone(), Status::default());
    holding.let_oldest_go(4);
    assert_eq!(holding.items(), &all[2..], "four pieces of one text");
    assert_eq!(holding.before(), Some("before~k3"));

    let mut holding = Holding::new(end, Status::default());
    holding.let_newest_go(4);
    assert_eq!(holding.items(), &all[..2]);
    assert_eq!(holding.after().as_deref(), Some("behind~k1"));
}
