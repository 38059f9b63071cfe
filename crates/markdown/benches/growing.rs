//! What a piece of an answer costs: `cargo bench -p serve-web-markdown --bench growing`.
//!
//! Answers of 160 and 320 kB in pieces of four bytes, in microseconds.

#![expect(clippy::print_stdout, reason = "that is what it is for")]

use markdown::{Growing, LineBreaks};
use std::time::{Duration, Instant};

/// A part of an answer as agents write them, about 2 kB.
const PART: &str = "\
## What was found

The parser reads **each line once** and keeps what it needs: see [the notes](https://example.org/notes) \
and `src/parse.rs`. Three things matter here.

1. The first one is that *nothing* is copied, which was measured twice.
2. The second is a list in a list:
   - with `code` in it,
   - and ~~nothing~~ more.
3. The third needs an example.

```rust
fn parse(text: &str) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    for line in text.lines() {
        lines.push(Line::of(line));
    }
    lines
}
```

| What | Before | After |
|:-----|-------:|------:|
| time | 12.5 ms | 3.1 ms |
| memory | 4.0 MB | 1.2 MB |

> It is not done yet: the *second* pass is the same as it was.

";

/// The size of a piece in bytes.
const PIECE: usize = 4;

fn main() {
    println!("bytes     median  99 %  worst  in all   parsed for each byte");
    for bytes in [160_000, 320_000] {
        let text = PART.repeat(bytes / PART.len());
        let mut growing = Growing::new("m", LineBreaks::Soft);
        let mut times = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let end = text.ceil_char_boundary((at + PIECE).min(text.len()));
            let begin = Instant::now();
            growing.push(text.get(at..end).unwrap_or_default());
            times.push(begin.elapsed());
            at = end;
        }
        times.sort_unstable();
        let part = |n: usize| {
            times
                .get(times.len() * n / 1000)
                .or(times.last())
                .map_or(0, Duration::as_micros)
        };
        let all: Duration = times.iter().sum();
        println!(
            "{:>7}  {:>4} µs {:>4} µs {:>5} µs {:>5} ms {:>8}",
            text.len(),
            part(500),
            part(990),
            part(1000),
            all.as_millis(),
            growing.n_parsed() / text.len(),
        );
    }
}
