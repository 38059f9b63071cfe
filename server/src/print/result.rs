//! A result, as the policy shows it.

use super::{
    block::BlockDrawer,
    clean::Colours,
    part::{Label, Link, Of, Shown, What},
};
use conversation::{
    block::{Audience, Content},
    policy::{FileLink, Setting, Style},
};
use serde_json::{Map, Value};

/// A result that is to be drawn.
#[derive(Debug)]
pub(super) struct Result<'a> {
    /// The event as the view shows it.
    pub fields: &'a Map<String, Value>,
    pub is_error: bool,
    pub style: &'a Style,
    pub of: Of,
    pub colours: Colours,
}

impl Result<'_> {
    /// Its parts, in order: speech stands by itself, the blocks between are results.
    pub(super) fn parts(&self) -> Vec<What> {
        let mut parts = Vec::new();
        let mut shown = Vec::new();
        let mut has_label = false;
        for (is_speech, drawn) in self.drawn() {
            if !is_speech {
                shown.extend(drawn);
                continue;
            }
            parts.extend(self.part(std::mem::take(&mut shown), &mut has_label));
            parts.extend(drawn.into_iter().map(What::Speech));
        }
        parts.extend(self.part(shown, &mut has_label));
        parts
    }

    /// The blocks, each with whether it is speech.
    fn drawn(&self) -> Vec<(bool, Vec<Shown>)> {
        let drawer = BlockDrawer {
            colours: self.colours,
        };
        let settings = self.style.inline_results(self.is_error);
        match Content::of_fields(self.fields) {
            Content::Text(text) => {
                let setting = settings.of(Audience::Unannotated);
                let is_shown = setting != Setting::Off;
                let shown = is_shown.then(|| drawer.text(text, None, setting)).flatten();
                vec![(false, shown.into_iter().collect())]
            }
            Content::Blocks(blocks, malformed) => {
                let blocks = blocks.iter().map(|block| {
                    let setting = settings.of(block.audience());
                    if setting == Setting::Chat {
                        (true, BlockDrawer::speech(block))
                    } else {
                        (false, drawer.draw(block, setting))
                    }
                });
                blocks.chain(self.mark(malformed)).collect()
            }
        }
    }

    /// What is said of entries that are no blocks, where anything of the result is shown.
    fn mark(&self, malformed: usize) -> Option<(bool, Vec<Shown>)> {
        let settings = self.style.inline_results(self.is_error);
        let is_shown = malformed > 0 && settings.of(Audience::Unannotated) != Setting::Off;
        let entries = if malformed == 1 { "entry" } else { "entries" };
        let line = || Shown::line(&format!("[{malformed} {entries} of the content: no block]"));
        is_shown.then(|| (false, vec![line()]))
    }

    fn part(&self, shown: Vec<Shown>, has_label: &mut bool) -> Option<What> {
        if shown.is_empty() {
            return None;
        }
        let is_first = !std::mem::replace(has_label, true);
        let follows_call = self.of == Of::Last && !self.is_error;
        let label = (self.style.header && is_first && !follows_call).then(|| Label {
            is_error: self.is_error,
            of: self.of.clone(),
        });
        let is_cut = shown.iter().any(|shown| shown.cut_to.is_some());
        let link = match self.style.results_file_link(self.is_error) {
            FileLink::Full => Some(Link::Text),
            FileLink::Osc8 => Some(Link::Hyperlink),
            FileLink::Off => None,
        };
        Some(What::Result {
            label,
            shown,
            link: link.filter(|_| is_cut),
        })
    }
}
