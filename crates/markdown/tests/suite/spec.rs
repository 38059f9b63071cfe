//! The files of `tests/spec`: what a text becomes, to be read and added to.
//!
//! An example begins with `=== ` and its name. Its input ends at a line with a dot; what is
//! expected goes on to the next example, a block a line. `{U+202E}` in an input stands for that
//! character. `UPDATE_SPEC=1 cargo test -p serve-web-markdown spec` writes what comes out
//! into the files: read the difference before you keep it.

use std::fs;
use std::path::Path;

use markdown::{SafeHtml, render, render_blocks};

use crate::oracle::{OPTIONS, check_blocks};

#[test]
fn texts_become_what_the_files_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/spec");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    assert!(!paths.is_empty());
    for path in paths {
        if std::env::var_os("UPDATE_SPEC").is_some() {
            update(&path);
        }
        for example in examples(&fs::read_to_string(&path).unwrap()) {
            check(&example, &path);
        }
    }
}

struct Example {
    name: String,
    input: String,
    expected: String,
}

fn check(example: &Example, path: &Path) {
    let input = input(&example.input);
    let blocks = render_blocks(&input, &OPTIONS);
    let place = format!("{}: {}", path.display(), example.name);
    assert_eq!(lines(&blocks), example.expected, "{place}");
    check_blocks(&blocks);
    let whole: String = blocks.into_iter().map(SafeHtml::into_string).collect();
    assert_eq!(render(&input, &OPTIONS).as_str(), whole, "{place}");
}

fn lines(blocks: &[SafeHtml]) -> String {
    let mut lines = String::new();
    for block in blocks {
        lines.push_str(block.as_str());
        lines.push('\n');
    }
    lines
}

fn examples(text: &str) -> Vec<Example> {
    text.split("\n=== ")
        .map(|example| {
            let (name, rest) = example.trim_start_matches("=== ").split_once('\n').unwrap();
            let (input, expected) = rest
                .split_once("\n.\n")
                .unwrap_or_else(|| panic!("{name}: no line with a dot"));
            // The line end before the next example was the separator's.
            let expected = format!("{}\n", expected.trim_end_matches('\n'));
            Example {
                name: name.to_owned(),
                input: input.to_owned(),
                expected: if expected == "\n" {
                    String::new()
                } else {
                    expected
                },
            }
        })
        .collect()
}

fn input(text: &str) -> String {
    let mut parts = text.split("{U+");
    let mut input = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (code, rest) = part.split_once('}').unwrap();
        input.push(char::from_u32(u32::from_str_radix(code, 16).unwrap()).unwrap());
        input.push_str(rest);
    }
    input
}

fn update(path: &Path) {
    let text = fs::read_to_string(path).unwrap();
    let written: Vec<String> = examples(&text)
        .iter()
        .map(|example| {
            let blocks = lines(&render_blocks(&input(&example.input), &OPTIONS));
            format!("=== {}\n{}\n.\n{blocks}", example.name, example.input)
        })
        .collect();
    fs::write(path, written.join("\n")).unwrap();
}
