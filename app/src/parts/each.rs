//! A list whose elements stay.
//!
//! Leptos has one, which takes those out for a moment before which others are put: the focus, a
//! selection and how far a block was scrolled are lost with that. In this one whatever keeps its order
//! is not touched, and it is smaller, since all but the making of an element is there once.

use leptos::{
    attr::{Attribute, any_attribute::AnyAttribute},
    prelude::*,
    tachys::{
        hydration::Cursor,
        renderer::{CastFrom as _, Rndr, types},
        view::{Mountable, Position, PositionState},
    },
};
use std::{collections::BTreeMap, sync::Arc};

/// The elements that `view` makes of `items`, each of which keeps its own as long as its `key` is among
/// them.
pub(super) fn each<T, F, V>(
    items: impl Fn() -> Vec<T> + Send + 'static,
    key: fn(&T) -> Arc<str>,
    view: F,
) -> impl IntoView
where
    T: Send + 'static,
    F: Fn(T) -> V + Clone + Send + 'static,
    V: RenderHtml + 'static,
{
    let owner = Owner::current().unwrap_or_default();
    move || Each {
        items: items(),
        key,
        view: view.clone(),
        owner: owner.clone(),
    }
}

struct Each<T, F> {
    items: Vec<T>,
    key: fn(&T) -> Arc<str>,
    view: F,
    /// Owns the owners of all elements, which stay when the list changes.
    owner: Owner,
}

/// What stands in the document.
struct Standing {
    parent: Option<types::Element>,
    /// Stands behind the last element.
    marker: types::Placeholder,
    elements: Vec<One>,
}

/// An element. What belongs to it goes before its owner does.
struct One {
    key: Arc<str>,
    state: Box<dyn Mountable>,
    _owner: Owner,
}

impl<T, F, V> Each<T, F>
where
    F: Fn(T) -> V,
    V: RenderHtml + 'static,
{
    fn make(&self, item: T, key: Arc<str>, build: impl FnOnce(V) -> V::State) -> One {
        let owner = self.owner.with(Owner::new);
        let state = owner.with(|| build((self.view)(item)));
        One {
            key,
            state: Box::new(state),
            _owner: owner,
        }
    }

    /// The items, each with its key.
    fn take_items(&mut self) -> Vec<Option<(T, Arc<str>)>> {
        let mut items = Vec::new();
        for item in std::mem::take(&mut self.items) {
            let key = (self.key)(&item);
            items.push(Some((item, key)));
        }
        items
    }

    fn bring(mut self, standing: &mut Standing) {
        let mut items = self.take_items();
        let mut keys = Vec::new();
        for (_, key) in items.iter().flatten() {
            keys.push(Arc::clone(key));
        }
        standing.bring_to(keys, &mut |n| {
            let (item, key) = items.get_mut(n)?.take()?;
            Some(self.make(item, key, V::build))
        });
    }
}

impl<T, F, V> Render for Each<T, F>
where
    F: Fn(T) -> V,
    V: RenderHtml + 'static,
{
    type State = Standing;

    fn build(self) -> Standing {
        let mut standing = Standing {
            parent: None,
            marker: Rndr::create_placeholder(),
            elements: Vec::new(),
        };
        self.bring(&mut standing);
        standing
    }

    fn rebuild(self, standing: &mut Standing) {
        self.bring(standing);
    }
}

impl<T, F, V> AddAnyAttr for Each<T, F>
where
    T: Send + 'static,
    F: Fn(T) -> V + Send + 'static,
    V: RenderHtml + 'static,
{
    type Output<Added: Attribute> = Self;

    fn add_any_attr<Added: Attribute>(self, _: Added) -> Self::Output<Added> {
        self
    }
}

impl<T, F, V> RenderHtml for Each<T, F>
where
    T: Send + 'static,
    F: Fn(T) -> V + Send + 'static,
    V: RenderHtml + 'static,
{
    type AsyncOutput = Self;
    type Owned = Self;

    const MIN_LENGTH: usize = 0;

    fn dry_resolve(&mut self) {}

    async fn resolve(self) -> Self {
        self
    }

    fn to_html_with_buf(
        self,
        html: &mut String,
        position: &mut Position,
        escape: bool,
        mark_branches: bool,
        attributes: Vec<AnyAttribute>,
    ) {
        for item in self.items {
            let owner = self.owner.with(Owner::new);
            let attributes = attributes.clone();
            owner.with(|| {
                let view = (self.view)(item);
                view.to_html_with_buf(html, position, escape, mark_branches, attributes);
            });
            *position = Position::NextChild;
        }
        html.push_str("<!>");
    }

    fn hydrate<const FROM_SERVER: bool>(
        mut self,
        cursor: &Cursor,
        position: &PositionState,
    ) -> Standing {
        let current = cursor.current();
        let parent = match position.get() {
            Position::FirstChild => Some(current),
            _ => Rndr::get_parent(&current),
        };
        let mut elements = Vec::new();
        for (item, key) in self.take_items().into_iter().flatten() {
            let adopt = |view: V| view.hydrate::<FROM_SERVER>(cursor, position);
            elements.push(self.make(item, key, adopt));
        }
        let marker = cursor.next_placeholder(position);
        position.set(Position::NextChild);
        Standing {
            parent: parent.and_then(types::Element::cast_from),
            marker,
            elements,
        }
    }

    fn into_owned(self) -> Self {
        self
    }
}

impl Standing {
    /// Brings the elements to these keys in their order. `make` makes the one of the item `n`.
    fn bring_to(&mut self, keys: Vec<Arc<str>>, make: &mut dyn FnMut(usize) -> Option<One>) {
        // Most stay where they are: those before and behind what has changed.
        let mut all = std::mem::take(&mut self.elements);
        let is_same = |(one, key): &(&One, &Arc<str>)| one.key == **key;
        let n_before = all.iter().zip(&keys).take_while(is_same).count();
        let most = all.len().min(keys.len()) - n_before;
        let ends = all.iter().rev().zip(keys.iter().rev()).take(most);
        let n_behind = ends.take_while(is_same).count();
        let n_keys = keys.len() - n_behind;
        let behind = all.split_off(all.len() - n_behind);
        let old = all.split_off(n_before);
        let places = places(&mut old.iter().map(|one| one.key.to_string()));
        let mut old: Vec<Option<One>> = old.into_iter().map(Some).collect();
        // From the end, so that what comes behind an element is there. Those that stand before it are
        // in order with it.
        let mut end = old.len();
        let mut next: Vec<One> = Vec::new();
        for (n, key) in keys
            .into_iter()
            .enumerate()
            .take(n_keys)
            .skip(n_before)
            .rev()
        {
            let place = places.get(&*key).copied();
            let known = place.and_then(|place| old.get_mut(place)?.take());
            let stays = known.is_some() && place.is_some_and(|place| place < end);
            let Some(mut one) = known.or_else(|| make(n)) else {
                continue;
            };
            if stays {
                end = place.unwrap_or(end);
            } else {
                self.put(&mut one, next.last().or(behind.first()));
            }
            next.push(one);
        }
        for mut gone in old.into_iter().flatten() {
            gone.state.unmount();
        }
        next.reverse();
        all.append(&mut next);
        all.extend(behind);
        self.elements = all;
    }

    fn put(&self, one: &mut One, behind: Option<&One>) {
        let Some(parent) = &self.parent else { return };
        let marker = Some(self.marker.as_ref());
        match behind {
            Some(behind) => {
                let state = &mut *one.state;
                behind
                    .state
                    .insert_before_this_or_marker(parent, state, marker);
            }
            None => one.state.mount(parent, marker),
        }
    }
}

impl Mountable for Standing {
    fn unmount(&mut self) {
        for one in &mut self.elements {
            one.state.unmount();
        }
        self.marker.unmount();
    }

    fn mount(&mut self, parent: &types::Element, marker: Option<&types::Node>) {
        self.parent = Some(parent.clone());
        for one in &mut self.elements {
            one.state.mount(parent, marker);
        }
        self.marker.mount(parent, marker);
    }

    fn insert_before_this(&self, child: &mut dyn Mountable) -> bool {
        match self.elements.first() {
            Some(first) => first.state.insert_before_this(child),
            None => self.marker.insert_before_this(child),
        }
    }

    fn elements(&self) -> Vec<types::Element> {
        let mut all = Vec::new();
        for one in &self.elements {
            all.append(&mut one.state.elements());
        }
        all
    }
}

/// Where each of some names stands. They are put in one by one, since collecting would sort them
/// first and bring the code for it into the page.
pub(crate) fn places(names: &mut dyn Iterator<Item = String>) -> BTreeMap<String, usize> {
    let mut places = BTreeMap::new();
    for (place, name) in names.enumerate() {
        places.insert(name, place);
    }
    places
}
