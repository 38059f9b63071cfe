//! Images and documents: Anthropic's blocks as MCP's.

use super::record::Record;
use serde_json::{Map, Value, json};

/// An image or document of a message as a resource of it. `n` counts those of the message from 1.
pub(super) fn resource(kind: &str, block: Record<'_>, n: usize) -> Option<Value> {
    let source = block.object("source")?;
    let media_type = source.text("media_type");
    let name = name(kind, block, media_type, n);
    let mut resource = Map::new();
    let mut set = |name: &str, value: &str| {
        resource.insert(name.to_owned(), value.into());
    };
    match source.text("type") {
        Some("base64") => {
            set("uri", &name);
            set("name", &name);
            set("blob", source.text("data")?);
        }
        Some("text") => {
            set("uri", &name);
            set("name", &name);
            set("text", source.text("data")?);
        }
        Some("url") => {
            set("uri", source.text("url")?);
            if let Some(title) = block.text("title") {
                set("name", title);
            }
        }
        _ => return None,
    }
    if let Some(media_type) = media_type {
        set("mimeType", media_type);
    }
    Some(Value::Object(resource))
}

/// The same as a block of a result; nothing where it is a block of another kind.
pub(super) fn block(kind: &str, block: Record<'_>, n: usize) -> Option<Value> {
    let source = block.object("source")?;
    let media_type = source.text("media_type");
    let mut mapped = match (kind, source.text("type")?) {
        ("image", "base64") => json!({"type": "image", "data": source.text("data")?}),
        ("document", "base64" | "text") => {
            json!({"type": "resource", "resource": resource(kind, block, n)?})
        }
        ("image" | "document", "url") => json!({
            "type": "resource_link",
            "uri": source.text("url")?,
            "name": name(kind, block, media_type, n),
        }),
        _ => return None,
    };
    let fields = mapped.as_object_mut()?;
    if let Some(media_type) = media_type.filter(|_| kind == "image") {
        fields.insert("mimeType".to_owned(), media_type.into());
    }
    for (name, value) in block.0.iter().filter(|(name, _)| *name != "source") {
        fields.entry(name.as_str()).or_insert_with(|| value.clone());
    }
    Some(mapped)
}

fn name(kind: &str, block: Record<'_>, media_type: Option<&str>, n: usize) -> String {
    if let Some(title) = block.text("title").filter(|title| !title.is_empty()) {
        return title.to_owned();
    }
    let ending = media_type.and_then(|media_type| media_type.split('/').nth(1));
    match ending {
        Some("plain") => format!("{kind}-{n}.txt"),
        Some(ending) => format!("{kind}-{n}.{ending}"),
        None => format!("{kind}-{n}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(value: &Value) -> Record<'_> {
        Record(value.as_object().expect("an object"))
    }

    #[test]
    fn an_image_of_the_person_is_a_resource() {
        let image = json!({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aA=="}});
        assert_eq!(
            resource("image", fields(&image), 2),
            Some(
                json!({"uri": "image-2.png", "name": "image-2.png", "blob": "aA==", "mimeType": "image/png"})
            )
        );
        let text = json!({"type": "document", "title": "Plan", "source": {"type": "text", "media_type": "text/plain", "data": "x"}});
        assert_eq!(
            resource("document", fields(&text), 1),
            Some(json!({"uri": "Plan", "name": "Plan", "text": "x", "mimeType": "text/plain"}))
        );
        assert_eq!(resource("image", fields(&json!({"source": 1})), 1), None);
    }

    #[test]
    fn an_image_of_a_result_is_a_block() {
        let image = json!({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "aA=="}, "annotations": {"audience": ["user"]}});
        assert_eq!(
            block("image", fields(&image), 1),
            Some(
                json!({"type": "image", "data": "aA==", "mimeType": "image/png", "annotations": {"audience": ["user"]}})
            )
        );
        let link =
            json!({"type": "image", "source": {"type": "url", "url": "https://example.org/a.png"}});
        assert_eq!(
            block("image", fields(&link), 1),
            Some(
                json!({"type": "resource_link", "uri": "https://example.org/a.png", "name": "image-1"})
            )
        );
        assert_eq!(
            block("tool_reference", fields(&json!({"tool_name": "x"})), 1),
            None
        );
    }
}
