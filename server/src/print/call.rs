//! A call, as the policy shows it.

use super::{
    clean::{Clean, Colours},
    part::{Arguments, What},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use conversation::policy::{Parameters, Style};
use serde_json::{Map, Value};

/// What is printed of a call; nothing where the policy wants neither a header nor arguments.
pub(super) fn call(fields: &Map<String, Value>, style: &Style, colours: Colours) -> Option<What> {
    let name = fields.get("name").and_then(Value::as_str);
    let name = name.filter(|name| !name.trim().is_empty());
    let tool = style
        .header
        .then(|| Clean::name(name.unwrap_or("without a name")));
    let arguments = arguments(fields, &style.parameters, colours);
    let is_empty = tool.is_none() && arguments == Arguments::None;
    (!is_empty).then_some(What::Call { tool, arguments })
}

fn arguments(fields: &Map<String, Value>, parameters: &Parameters, colours: Colours) -> Arguments {
    if *parameters == Parameters::Off {
        return Arguments::None;
    }
    if *parameters == Parameters::Custom {
        let formatted = formatted(fields).map(|text| Clean::foreign(text.trim(), colours));
        return match formatted {
            Some(text) if !text.is_blank() => Arguments::Formatted(text),
            _ => Arguments::None,
        };
    }
    let Some(arguments) = fields
        .get("arguments")
        .map(told)
        .filter(|told| !is_empty(told))
    else {
        return Arguments::None;
    };
    let clean = |text: &str| Clean::foreign(text, Colours::Dropped);
    match arguments {
        Value::Object(arguments) if *parameters == Parameters::FunctionCall => {
            let pairs: Vec<String> = arguments
                .iter()
                .map(|(name, value)| format!("{}: {value}", Clean::name(name)))
                .collect();
            Arguments::Inline(clean(&pairs.join(", ")))
        }
        other => Arguments::Json(clean(&format!("{other:#}"))),
    }
}

/// The arguments without those that say nothing.
fn told(arguments: &Value) -> Value {
    let Value::Object(arguments) = arguments else {
        return arguments.clone();
    };
    let told = arguments.iter().filter(|(_, value)| !is_empty(value));
    Value::Object(
        told.map(|(name, value)| (name.clone(), value.clone()))
            .collect(),
    )
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Object(fields) => fields.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// What the command of the style has made of the arguments. JP stores it in base64, inside of what
/// it encodes anyway.
fn formatted(fields: &Map<String, Value>) -> Option<String> {
    let stored = fields
        .get("metadata")?
        .get("rendered_arguments")?
        .as_str()?;
    let decoded = STANDARD.decode(stored).ok().map(String::from_utf8);
    Some(match decoded {
        Some(Ok(text)) => text,
        _ => stored.to_owned(),
    })
}
