use super::*;
use crate::block::Audience;
use serde_json::json;

fn read(policy: Policy, tools: &Value) -> (Policy, Vec<String>) {
    let mut problems = Vec::new();
    let tools = tools.as_object().expect("a table of tools");
    let policy = policy.with_tables(tools, "tools", &mut problems);
    let problems = problems.iter().map(ToString::to_string).collect();
    (policy, problems)
}

const USER: Audience = Audience::Named {
    user: true,
    assistant: false,
};
const ASSISTANT: Audience = Audience::Named {
    user: false,
    assistant: true,
};

#[test]
fn a_tools_own_table_takes_the_place_of_the_defaults_whole() {
    let (policy, problems) = read(
        Policy::terminal(),
        &json!({"*": {"style": {"hidden": true, "inline_results": "full"}}, "x": {"style": {"header": "off"}}}),
    );
    assert_eq!(problems, Vec::<String>::new());
    assert!(policy.style(Some("other")).hidden && policy.style(None).hidden);
    let own = policy.style(Some("x"));
    assert_eq!(
        (own.hidden, own.header, own.inline_results),
        (false, false, InlineResults::default())
    );
}

#[test]
fn what_a_table_leaves_out_is_as_where_nothing_is_configured() {
    let (policy, _) = read(
        Policy::page(),
        &json!({"*": {"style": {"inline_results": "off"}}, "x": {"style": {"open": "all"}}}),
    );
    assert_eq!(
        policy.style(Some("x")).inline_results,
        InlineResults::SPEECH
    );
}

#[test]
fn tell_user_has_the_style_of_the_rfd_by_any_of_its_names() {
    for policy in [Policy::terminal(), Policy::page()] {
        for name in ["tell_user", "mcp__serve-web__tell_user", "probe_tell_user"] {
            let style = policy.style(Some(name));
            assert!(!style.header, "{name}");
            assert_eq!(style.parameters, Parameters::Off);
            assert_eq!(style.results_file_link, FileLink::Off);
            let results = style.inline_results(false);
            assert_eq!(results.of(USER), Setting::Chat);
            assert_eq!(results.of(ASSISTANT), Setting::Off);
        }
        assert!(policy.style(Some("retell_user")).header);
    }
}

#[test]
fn only_a_table_of_its_own_replaces_the_style_of_tell_user() {
    let (policy, _) = read(
        Policy::page(),
        &json!({"*": {"style": {"inline_results": "off"}}}),
    );
    assert_eq!(
        policy.style(Some("tell_user")).inline_results,
        InlineResults::SPEECH
    );
    let (policy, _) = read(
        Policy::page(),
        &json!({"tell_user": {"style": {"inline_results": "off"}}}),
    );
    let style = policy.style(Some("probe__tell_user"));
    assert_eq!(style.inline_results(false).of(USER), Setting::Off);
}

#[test]
fn errors_overlay_field_by_field() {
    let (policy, problems) = read(
        Policy::terminal(),
        &json!({"x": {"style": {"inline_results": "off", "results_file_link": "osc8", "error": {"inline_results": "full"}}}}),
    );
    assert_eq!(problems, Vec::<String>::new());
    let style = policy.style(Some("x"));
    assert_eq!(style.inline_results(false).of(USER), Setting::Off);
    assert_eq!(style.inline_results(true).of(USER), Setting::Full);
    assert_eq!(style.results_file_link(true), FileLink::Osc8);
}

#[test]
fn every_problem_names_its_path_its_value_and_what_is_allowed() {
    let (policy, problems) = read(
        Policy::terminal(),
        &json!({"a b": {"style": {
            "header": 1,
            "hidden": true,
            "inline_results": {"user": "chat", "assistant": "chat"},
            "error": {"header": true, "inline_results": "chat"},
            "parameters": 3,
            "colour": "red",
        }}, "y": {"style": []}}),
    );
    let told = [
        r#"tools."a b".style.header cannot be 1: it can be true"#,
        r#"tools."a b".style.inline_results.assistant cannot be "chat": it can be "off""#,
        r#"tools."a b".style.parameters cannot be 3"#,
        r#"tools."a b".style.colour cannot be "red": the settings are"#,
        r#"tools."a b".style.error.header cannot be true: for errors only"#,
        r#"tools."a b".style.error.inline_results cannot be "chat""#,
        "tools.y.style cannot be []: it is a table",
    ];
    for part in told {
        assert!(
            problems.iter().any(|problem| problem.starts_with(part)),
            "{part}: {problems:#?}"
        );
    }
    assert_eq!(problems.len(), told.len());
    let style = policy.style(Some("a b"));
    assert!(style.hidden && style.header, "each field falls back alone");
}

#[test]
fn jps_own_forms_are_read() {
    let (policy, problems) = read(
        Policy::terminal(),
        &json!({
            "a": {"style": {"hidden": false, "inline_results": {"truncate": {"lines": 10}},
                "results_file_link": "full", "parameters": "json", "error": null}},
            "b": {"style": {"parameters": {"program": "just", "args": ["x"], "shell": false}}},
            "c": {"style": {"parameters": "just serve-tools {{context}} {{tool}}"}, "run": "ask"},
            "d": {"run": "ask"},
        }),
    );
    assert_eq!(problems, Vec::<String>::new());
    assert_eq!(policy.style(Some("a")), &Style::default());
    for name in ["b", "c"] {
        assert_eq!(policy.style(Some(name)).parameters, Parameters::Custom);
    }
}

#[test]
fn which_cards_start_open() {
    for (word, errors, others) in [
        ("errors", true, false),
        ("all", true, true),
        ("none", false, false),
    ] {
        let (policy, _) = read(Policy::page(), &json!({"x": {"style": {"open": word}}}));
        let style = policy.style(Some("x"));
        assert_eq!(
            (style.starts_open(true), style.starts_open(false)),
            (errors, others),
            "{word}"
        );
    }
}

#[test]
fn a_long_value_is_cut_in_the_message() {
    let (_, problems) = read(
        Policy::page(),
        &json!({"x": {"style": {"header": "x".repeat(10_000)}}}),
    );
    assert!(problems[0].len() < 300, "{}", problems[0].len());
}
