use super::*;

fn parse(text: &str) -> Result<Config, String> {
    Config::parse(text, Path::new("/c/config.toml")).map_err(|error| error.to_string())
}

#[test]
fn an_empty_file_is_as_no_file() {
    assert_eq!(parse("").expect("allowed"), Config::default());
    let folder = tempfile::tempdir().expect("a folder");
    let read = Config::read_in(folder.path()).expect("no file is no error");
    assert_eq!(read, Config::default());
}

#[test]
fn a_file_that_was_named_must_be_there() {
    let error = Config::read(Path::new("/nowhere/x.toml")).expect_err("it is missing");
    assert!(error.to_string().contains("/nowhere/x.toml"), "{error}");
}

#[test]
fn settings_reach_the_policy() {
    let config = parse(
        r#"
        [tools."*".style]
        open = "all"
        [tools.deploy]
        style = { inline_results = { user = 3 }, hidden = true }
        json_blocks = true
        "#,
    )
    .expect("allowed");
    assert!(config.page.style(Some("deploy")).hidden);
    assert!(config.page.style(Some("x")).starts_open(false));
    assert!(config.json_blocks.contains("deploy"));
}

#[test]
fn every_fault_is_told_at_once_with_path_value_and_what_is_allowed() {
    let told = parse(
        r#"
        colour = "red"
        [tools.a.style]
        inline_results = { assistant = "chat" }
        [tools.b]
        json_blocks = "yes"
        speed = 3
        "#,
    )
    .expect_err("refused");
    for part in [
        "/c/config.toml has settings that are not allowed:",
        r#"tools.a.style.inline_results.assistant cannot be "chat": it can be "off""#,
        r#"tools.b.json_blocks cannot be "yes": it can be true or false"#,
        "tools.b.speed cannot be 3: a tool has",
        r#"colour cannot be "red": the only table is tools"#,
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
}

#[test]
fn what_is_no_toml_is_told_with_its_place() {
    let told = parse("[tools\nx").expect_err("refused");
    assert!(told.contains("/c/config.toml is not TOML"), "{told}");
    assert!(told.contains("line 1"), "{told}");
}

#[test]
fn it_can_be_told_in_words() {
    let config = parse("[tools.x.style]\nhidden = true\n[tools.y.style]\ninline_results = 5\nopen = \"none\"\nheader = false").expect("allowed");
    assert_eq!(
        explain(&config),
        "Every tool without a style of its own: blocks for you are speech, for the model folded, for both or nobody in particular shown in full; cards of errors start open.\n\
         tell_user: blocks for you are speech, for the model folded, for both or nobody in particular shown in full; cards of errors start open; the tool is not named, and not shown while it runs.\n\
         x: hidden: one quiet row of the raw view.\n\
         y: blocks for you are cut after 5 lines, for the model cut after 5 lines, for both or nobody in particular cut after 5 lines; no card starts open; the tool is not named, and not shown while it runs."
    );
}
