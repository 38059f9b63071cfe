//! JSON text to values and back, the same as `serde_json` does it, in little code.
//!
//! A page's program holds this instead of `serde_json`'s own reader and writer, which are made for
//! speed and for every type, and weigh five times as much.

mod number;
mod write;

pub use write::laid_out;

use number::number;
use serde_json::{Map, Value};

/// How deep values may be nested. It is more than `serde_json` reads, so that whatever a server
/// reads from a store has room for what is around it in a message.
const DEEPEST: usize = 192;

/// The value of a JSON text; nothing where it is none.
pub fn parse(text: &str) -> Option<Value> {
    let mut parser = Parser { text, at: 0 };
    let value = parser.value(DEEPEST)?;
    parser.skip_space();
    (parser.at == text.len()).then_some(value)
}

struct Parser<'a> {
    text: &'a str,
    /// The next byte.
    at: usize,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Goes over the byte, if it is the next.
    fn eat(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    /// Goes over all bytes that are meant, and gives what they are.
    fn eat_all(&mut self, is_meant: fn(&u8) -> bool) -> &'a str {
        let start = self.at;
        while self.peek().as_ref().is_some_and(is_meant) {
            self.at += 1;
        }
        self.text.get(start..self.at).unwrap_or_default()
    }

    fn skip_space(&mut self) {
        self.eat_all(|byte| matches!(byte, b' ' | b'\n' | b'\r' | b'\t'));
    }

    /// Goes over the byte with the space around it, if it is the next.
    fn eat_mark(&mut self, byte: u8) -> bool {
        self.skip_space();
        let is_next = self.eat(byte);
        self.skip_space();
        is_next
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        let depth = depth.checked_sub(1)?;
        if self.eat_mark(b'{') {
            return self.object(depth);
        }
        if self.eat(b'[') {
            return self.array(depth);
        }
        if self.eat(b'"') {
            return self.string().map(Value::String);
        }
        let word = self.eat_all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte));
        match word {
            "null" => Some(Value::Null),
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            word => number(word).map(Value::Number),
        }
    }

    fn array(&mut self, depth: usize) -> Option<Value> {
        let mut values = Vec::new();
        if !self.eat_mark(b']') {
            loop {
                values.push(self.value(depth)?);
                if self.eat_mark(b']') {
                    break;
                }
                if !self.eat(b',') {
                    return None;
                }
            }
        }
        Some(Value::Array(values))
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        let mut fields = Map::new();
        if !self.eat(b'}') {
            loop {
                self.skip_space();
                let name = self.eat(b'"').then(|| self.string())??;
                if !self.eat_mark(b':') {
                    return None;
                }
                fields.insert(name, self.value(depth)?);
                if self.eat_mark(b'}') {
                    break;
                }
                if !self.eat(b',') {
                    return None;
                }
            }
        }
        Some(Value::Object(fields))
    }

    /// The rest of a string.
    fn string(&mut self) -> Option<String> {
        let mut string = String::new();
        loop {
            string.push_str(self.eat_all(|byte| !matches!(byte, b'"' | b'\\' | 0..b' ')));
            if self.eat(b'"') {
                return Some(string);
            }
            if !self.eat(b'\\') {
                return None;
            }
            string.push(self.escaped()?);
        }
    }

    fn escaped(&mut self) -> Option<char> {
        let byte = self.peek()?;
        self.at += 1;
        Some(match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unit_escaped(),
            _ => return None,
        })
    }

    /// The character behind `\u`, which may be a pair of them. Half a pair alone is no character.
    fn unit_escaped(&mut self) -> Option<char> {
        let first = self.unit()?;
        let is_first_half = (0xd800..0xdc00).contains(&first);
        let second = if is_first_half {
            (self.eat(b'\\') && self.eat(b'u')).then(|| self.unit())?
        } else {
            None
        };
        char::decode_utf16([first].into_iter().chain(second))
            .next()?
            .ok()
    }

    fn unit(&mut self) -> Option<u16> {
        let digits = self.text.get(self.at..self.at + 4)?;
        self.at += 4;
        // A sign would be taken for a part of a number.
        digits
            .bytes()
            .all(|byte| byte.is_ascii_hexdigit())
            .then(|| u16::from_str_radix(digits, 16).ok())?
    }
}

#[cfg(test)]
mod tests;
