//! Images and files that come with words.

use serde_json::{Map, Value, json};
use std::collections::HashSet;

/// The media type and base64 text of a `data:` address.
pub(super) fn data_address(address: &str) -> Option<(&str, &str)> {
    let (head, data) = address.strip_prefix("data:")?.split_once(',')?;
    let media_type = head.strip_suffix(";base64")?;
    Some((media_type.split(';').next().unwrap_or_default(), data))
}

/// The resource at an address, which may be the data themselves; `name` and `path` are what else is
/// said of it.
pub(super) fn resource(address: &str, name: Option<&str>, path: Option<&str>) -> Value {
    let mut fields = Map::new();
    let mut set = |name: &str, value: &str| {
        fields.insert(name.to_owned(), Value::String(value.to_owned()));
    };
    let data = data_address(address);
    match (data, path) {
        (None, _) => set("uri", address),
        (Some(_), Some(path)) => set("uri", path),
        (Some(_), None) => {}
    }
    if let Some(name) = name {
        set("name", name);
    }
    if let Some((media_type, data)) = data {
        set("mimeType", media_type);
        set("blob", data);
    }
    Value::Object(fields)
}

/// An image as a block of a result.
pub(super) fn image_block(address: &str) -> Value {
    match data_address(address) {
        Some((media_type, data)) => json!({"type": "image", "data": data, "mimeType": media_type}),
        None => json!({"type": "resource_link", "uri": address, "name": address}),
    }
}

/// The resources that two records tell of the same words: those with data win, and get the address
/// of the other where both tell equally many.
pub(super) fn merged(old: Vec<Value>, new: Vec<Value>) -> Vec<Value> {
    if old.len() != new.len() {
        return union(old, new);
    }
    let one = |(old, new): (Value, Value)| match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            let (mut with_data, other) = if new.contains_key("blob") {
                (new, old)
            } else {
                (old, new)
            };
            for (name, value) in other {
                with_data.entry(name).or_insert(value);
            }
            Value::Object(with_data)
        }
        (old, _) => old,
    };
    old.into_iter().zip(new).map(one).collect()
}

/// All of both, but none twice.
fn union(old: Vec<Value>, new: Vec<Value>) -> Vec<Value> {
    let what = |resource: &Value| resource.get("blob").or(resource.get("uri")).cloned();
    let seen: HashSet<String> = old.iter().filter_map(what).map(|v| v.to_string()).collect();
    let is_new =
        |resource: &Value| what(resource).is_none_or(|what| !seen.contains(&what.to_string()));
    let new: Vec<Value> = new.into_iter().filter(is_new).collect();
    old.into_iter().chain(new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_stand_in_the_address() {
        assert_eq!(
            data_address("data:image/png;base64,AAAA"),
            Some(("image/png", "AAAA"))
        );
        assert_eq!(
            data_address("data:image/png;charset=x;base64,AAAA"),
            Some(("image/png", "AAAA"))
        );
        for other in [
            "data:image/png,AAAA",
            "https://example.org/a.png",
            "data:",
            "",
        ] {
            assert_eq!(data_address(other), None, "{other}");
        }
    }

    #[test]
    fn a_path_and_its_data_are_one_resource() {
        let path = vec![resource("dot.png", None, None)];
        let data = vec![resource(
            "data:image/png;base64,AAAA",
            Some("Image #1"),
            None,
        )];
        let expected = json!([
            {"name": "Image #1", "mimeType": "image/png", "blob": "AAAA", "uri": "dot.png"}
        ]);
        assert_eq!(Value::Array(merged(path.clone(), data.clone())), expected);
        assert_eq!(Value::Array(merged(data.clone(), path.clone())), expected);
        assert_eq!(merged(data.clone(), data.clone()), data);
        assert_eq!(merged(Vec::new(), path.clone()), path);
    }
}
