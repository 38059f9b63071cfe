use super::*;

/// A list of ids, each with its parent and the time of its last activity.
fn family(list: &[(&str, Option<&str>, i64)]) -> String {
    let summary = |(id, parent, at): &(&str, Option<&str>, i64)| {
        Arc::new(Summary {
            id: (*id).to_owned(),
            parent: parent.map(str::to_owned),
            updated_at_ms: Some(*at),
            ..Summary::default()
        })
    };
    let all: Vec<_> = list.iter().map(summary).collect();
    let family = Family::of(&all);
    let id = |n: &usize| list[*n].0;
    let entry = |n: &usize| {
        let under: Vec<&str> = family.under(*n).iter().map(id).collect();
        match under.is_empty() {
            true => id(n).to_owned(),
            false => format!("{}[{}]", id(n), under.join(" ")),
        }
    };
    family.top().iter().map(entry).collect::<Vec<_>>().join(" ")
}

#[test]
fn without_parents_all_stand_by_themselves() {
    assert_eq!(family(&[]), "");
    assert_eq!(family(&[("b", None, 2), ("a", None, 3)]), "b a");
}

#[test]
fn sub_agents_stand_under_their_parent_the_last_active_first() {
    let list = [
        ("x", Some("b"), 5),
        ("b", None, 4),
        ("y", Some("b"), 6),
        ("a", None, 3),
        ("z", Some("a"), 9),
    ];
    assert_eq!(family(&list), "b[y x] a[z]");
}

#[test]
fn sub_agents_of_sub_agents_follow_them() {
    let list = [
        ("a", None, 1),
        ("b", Some("a"), 2),
        ("c", Some("b"), 3),
        ("d", Some("c"), 4),
        ("e", Some("a"), 1),
    ];
    assert_eq!(family(&list), "a[b c d e]");
}

#[test]
fn a_missing_parent_hides_nothing() {
    let list = [("a", Some("gone"), 1), ("b", Some("a"), 2)];
    assert_eq!(family(&list), "a[b]");
}

#[test]
fn a_circle_hides_nothing() {
    assert_eq!(family(&[("a", Some("a"), 1)]), "a");
    let list = [
        ("a", Some("b"), 1),
        ("b", Some("a"), 2),
        ("c", Some("b"), 3),
        ("d", None, 4),
    ];
    assert_eq!(family(&list), "a b c d");
}

#[test]
fn what_is_too_deep_stands_by_itself() {
    let ids: Vec<String> = (0..12).map(|n| format!("{n:02}")).collect();
    let parent = |n: usize| Some(ids.get(n.checked_sub(1)?)?.as_str());
    let list: Vec<_> = ids
        .iter()
        .enumerate()
        .map(|(n, id)| (id.as_str(), parent(n), 0))
        .collect();
    assert_eq!(family(&list), "00[01 02 03 04 05 06 07 08] 09 10 11");
}
