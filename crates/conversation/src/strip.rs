//! Base64 never travels inside an item: in its place stands where the bytes are, and their number.

use crate::{
    EventKey, Kind,
    block::{decoded_len, media_type},
    media::data_of,
    pixels::pixels,
    stored_base64::is_base64,
};
use serde_json::{Map, Value};

/// Takes base64 out of a projected event. `stored_index` gives an entry's index in the stored
/// content.
pub(crate) fn take_base64_out(
    key: &EventKey,
    fields: &mut Map<String, Value>,
    stored_index: impl Fn(u32) -> u32,
) {
    if Kind::of(fields) == Kind::ToolCallResponse {
        for (index, entry) in (0..).zip(entries(fields, "content")) {
            if let Some((data, field)) = data_of(entry) {
                replace(data, field, key, stored_index(index));
            }
        }
        return;
    }
    for (n, resource) in (1..).zip(entries(fields, "resources")) {
        if let Value::Object(resource) = resource {
            replace(resource, "blob", key, n);
        }
    }
}

fn entries<'a>(
    fields: &'a mut Map<String, Value>,
    name: &str,
) -> impl Iterator<Item = &'a mut Value> {
    let entries = fields.get_mut(name).and_then(Value::as_array_mut);
    entries.into_iter().flatten()
}

fn replace(object: &mut Map<String, Value>, field: &str, key: &EventKey, n: u32) {
    let Some(Value::String(base64)) = object.get(field) else {
        return;
    };
    // What is none has no bytes: it stays what it is.
    if !is_base64(base64) {
        return;
    }
    let bytes = decoded_len(base64);
    let size = media_type(object).and_then(|media_type| pixels(&media_type, base64));
    object.shift_remove(field);
    object.insert("blob".to_owned(), format!("{key}/{n}").into());
    object.insert("bytes".to_owned(), bytes.into());
    if let Some((width, height)) = size {
        object.insert("width".to_owned(), width.into());
        object.insert("height".to_owned(), height.into());
    }
}
