//! What a configuration means, in words.

use super::Config;
use conversation::{
    block::Audience,
    policy::{InlineResults, Opening, Setting, Style},
};

/// What the page does with each tool that has a style of its own, and with all others.
pub fn explain(config: &Config) -> String {
    let mut lines: Vec<String> = config
        .page
        .styles()
        .map(|(name, style)| match name {
            "*" => format!("Every tool without a style of its own: {}", of_style(style)),
            name => format!("{name}: {}", of_style(style)),
        })
        .collect();
    let json_blocks = config.json_blocks.iter().map(|name| {
        format!("{name}: a result that is JSON text with blocks is read as these blocks.")
    });
    lines.extend(json_blocks);
    lines.join("\n")
}

fn of_style(style: &Style) -> String {
    if style.hidden {
        return "hidden: one quiet row of the raw view.".to_owned();
    }
    let mut parts = vec![of_results(style.inline_results)];
    if let Some(of_errors) = style.error.inline_results {
        parts.push(format!("of errors {}", of_results(of_errors)));
    }
    let open = match style.open {
        Opening::Errors => "cards of errors start open",
        Opening::All => "all cards start open",
        Opening::None => "no card starts open",
    };
    parts.push(open.to_owned());
    if !style.header {
        parts.push("the tool is not named, and not shown while it runs".to_owned());
    }
    format!("{}.", parts.join("; "))
}

fn of_results(results: InlineResults) -> String {
    let named = |user, assistant| Audience::Named { user, assistant };
    format!(
        "blocks for you are {}, for the model {}, for both or nobody in particular {}",
        of_setting(results.of(named(true, false))),
        of_setting(results.of(named(false, true))),
        of_setting(results.of(Audience::Unannotated)),
    )
}

fn of_setting(setting: Setting) -> String {
    match setting {
        Setting::Off => "folded".to_owned(),
        Setting::Lines(1) => "cut after a line".to_owned(),
        Setting::Lines(n) => format!("cut after {n} lines"),
        Setting::Full => "shown in full".to_owned(),
        Setting::Chat => "speech".to_owned(),
    }
}
