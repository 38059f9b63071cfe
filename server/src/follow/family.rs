//! Which conversations of a list stand under which: sub-agents under the one that they work for.

use sources::Summary;
use std::{collections::HashMap, sync::Arc};

/// How many conversations may stand above another one.
const DEEPEST: usize = 8;

/// The conversations of a list by whom they work for, as places in the list.
///
/// Every conversation stands in it once. One whose ancestors are not all there, go round in a circle
/// or are too many stands by itself.
#[derive(Debug, Default)]
pub(crate) struct Family {
    parents: Vec<Option<usize>>,
    top: Vec<usize>,
    under: HashMap<usize, Vec<usize>>,
}

impl Family {
    pub(super) fn of(all: &[Arc<Summary>]) -> Self {
        let parents = parents(all);
        let root = |n: usize| {
            let above = std::iter::successors(Some(n), |n| *parents.get(*n)?);
            let mut line = above.take(DEEPEST + 1);
            line.find(|n| parents.get(*n) == Some(&None))
        };
        let (mut top, mut children) = (Vec::new(), HashMap::<usize, Vec<usize>>::new());
        for (n, parent) in parents.iter().enumerate() {
            match (parent, root(n)) {
                (Some(parent), Some(_)) => children.entry(*parent).or_default().push(n),
                _ => top.push(n),
            }
        }
        let activity = |n: &usize| all.get(*n).map(|one| (one.updated_at_ms, &one.id));
        for n in 0..all.len() {
            if let Some(children) = children.get_mut(&n) {
                children.sort_by(|a, b| activity(b).cmp(&activity(a)));
            }
        }
        let under = top.iter().filter(|n| children.contains_key(n));
        let under = under.map(|n| (*n, descendants(*n, &children))).collect();
        Self {
            parents,
            top,
            under,
        }
    }

    /// Those that stand by themselves, in the order of the list.
    pub(crate) fn top(&self) -> &[usize] {
        &self.top
    }

    /// Those that stand under one, the last active first, each followed by its own.
    pub(crate) fn under(&self, n: usize) -> &[usize] {
        self.under.get(&n).map_or(&[], Vec::as_slice)
    }

    /// The conversation that started one, where it is in the list.
    pub(crate) fn parent(&self, n: usize) -> Option<usize> {
        *self.parents.get(n)?
    }
}

/// The place of each one's parent.
fn parents(all: &[Arc<Summary>]) -> Vec<Option<usize>> {
    if all.iter().all(|one| one.parent.is_none()) {
        return vec![None; all.len()];
    }
    let places = all.iter().enumerate();
    let places: HashMap<&str, usize> = places.map(|(n, one)| (one.id.as_str(), n)).collect();
    let parent = |one: &Arc<Summary>| places.get(one.parent.as_deref()?).copied();
    all.iter().map(parent).collect()
}

fn descendants(root: usize, children: &HashMap<usize, Vec<usize>>) -> Vec<usize> {
    let of = |n: usize| children.get(&n).into_iter().flatten().copied().rev();
    let (mut all, mut next) = (Vec::new(), of(root).collect::<Vec<_>>());
    while let Some(n) = next.pop() {
        all.push(n);
        next.extend(of(n));
    }
    all
}

#[cfg(test)]
mod tests;
