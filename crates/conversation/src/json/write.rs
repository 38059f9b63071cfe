//! Values as text.

use serde_json::{Map, Value};
use std::fmt::Write as _;

/// A value as it is laid out for reading: what is inside something stands on lines of its own, two
/// spaces further in.
pub fn laid_out(value: &Value) -> String {
    let mut writer = Writer {
        out: String::new(),
        depth: 0,
    };
    writer.write(value);
    writer.out
}

struct Writer {
    out: String,
    depth: usize,
}

impl Writer {
    fn write(&mut self, value: &Value) {
        match value {
            Value::Null => self.out.push_str("null"),
            Value::Bool(true) => self.out.push_str("true"),
            Value::Bool(false) => self.out.push_str("false"),
            Value::Number(number) => {
                // Writing to a string cannot fail.
                write!(self.out, "{number}").ok();
            }
            Value::String(text) => self.quote(text),
            Value::Array(values) if values.is_empty() => self.out.push_str("[]"),
            Value::Array(values) => self.array(values),
            Value::Object(fields) if fields.is_empty() => self.out.push_str("{}"),
            Value::Object(fields) => self.object(fields),
        }
    }

    fn array(&mut self, values: &[Value]) {
        self.depth += 1;
        let mut mark = "[";
        for value in values {
            self.line(mark);
            self.write(value);
            mark = ",";
        }
        self.depth -= 1;
        self.line("");
        self.out.push(']');
    }

    fn object(&mut self, fields: &Map<String, Value>) {
        self.depth += 1;
        let mut mark = "{";
        for (name, value) in fields {
            self.line(mark);
            self.quote(name);
            self.out.push_str(": ");
            self.write(value);
            mark = ",";
        }
        self.depth -= 1;
        self.line("");
        self.out.push('}');
    }

    /// Begins a line behind a mark.
    fn line(&mut self, mark: &str) {
        self.out.push_str(mark);
        self.out.push('\n');
        for _ in 0..self.depth {
            self.out.push_str("  ");
        }
    }

    fn quote(&mut self, text: &str) {
        self.out.push('"');
        for c in text.chars() {
            match c {
                '"' => self.out.push_str("\\\""),
                '\\' => self.out.push_str("\\\\"),
                '\u{8}' => self.out.push_str("\\b"),
                '\u{c}' => self.out.push_str("\\f"),
                '\n' => self.out.push_str("\\n"),
                '\r' => self.out.push_str("\\r"),
                '\t' => self.out.push_str("\\t"),
                '\0'..' ' => {
                    write!(self.out, "\\u{:04x}", u32::from(c)).ok();
                }
                c => self.out.push(c),
            }
        }
        self.out.push('"');
    }
}
