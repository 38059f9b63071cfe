//! The sequences that set colours and other looks ("select graphic rendition").

use anstyle_parse::Params;

/// Undoes whatever such sequences have set.
pub(super) const RESET: &str = "\u{1b}[0m";

const CONCEAL: u16 = 8;
/// What is followed by a colour of its own: of the text, behind it, of its underline.
const COLOURS: [u16; 3] = [38, 48, 58];

/// The sequence without what hides text, and whether it leaves anything set; nothing where nothing
/// is left of it.
pub(super) fn kept(params: &Params) -> Option<(String, bool)> {
    let params: Vec<&[u16]> = params.iter().collect();
    let mut kept: Vec<&[u16]> = Vec::new();
    let mut rest = params.as_slice();
    // What follows a colour that is begun and not named means something else to every terminal.
    while let Some(n) = length(rest) {
        let (setting, after) = rest.split_at(n);
        rest = after;
        if setting.first().and_then(|first| first.first()) != Some(&CONCEAL) {
            kept.extend(setting);
        }
    }
    let leaves_colours = kept.last()? != &[0];
    let written: Vec<String> = kept.into_iter().map(write).collect();
    Some((format!("\u{1b}[{}m", written.join(";")), leaves_colours))
}

/// How many parameters the next setting has; nothing at the end, or where a colour is begun and not
/// named.
fn length(params: &[&[u16]]) -> Option<usize> {
    match params {
        [] => None,
        [[first], rest @ ..] if COLOURS.contains(first) => match rest {
            [[5], [_], ..] => Some(3),
            [[2], [_], [_], [_], ..] => Some(5),
            _ => None,
        },
        _ => Some(1),
    }
}

fn write(param: &[u16]) -> String {
    let numbers: Vec<String> = param.iter().map(u16::to_string).collect();
    numbers.join(":")
}
