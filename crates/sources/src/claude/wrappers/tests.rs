use super::{Stretch::*, *};

fn check(text: &str, expected: &[Stretch<'_>]) {
    assert_eq!(stretches(text), expected, "{text:?}");
}

fn typed(typed: &str, is_local: bool) -> Stretch<'static> {
    Command {
        typed: typed.to_owned(),
        is_local,
    }
}

#[test]
fn what_the_person_wrote_stays_as_it_is() {
    for text in [
        "fix it",
        "  fix\n\n<b>it</b> ",
        "what does <system-reminder> mean?",
        "<system-reminder> is a tag",
        "see <system-reminder>x</system-reminder> here",
        "[Request interrupted by user] was shown\nwhy?",
        "<div>\n</div>",
        "why <command-name>/x</command-name>?",
    ] {
        check(text, &[Person(text)]);
    }
    check(" \n", &[]);
    check("", &[]);
}

#[test]
fn what_is_put_in_before_and_behind_is_told_apart() {
    check(
        "<system-reminder>\na\n</system-reminder>\n\nhello\n",
        &[
            Host("<system-reminder>\na\n</system-reminder>"),
            Person("hello"),
        ],
    );
    check(
        "hello\n\n<system-reminder>a</system-reminder>\n<ide_selection>b</ide_selection>",
        &[
            Person("hello"),
            Host("<system-reminder>a</system-reminder>"),
            Host("<ide_selection>b</ide_selection>"),
        ],
    );
    check(
        "<ide_opened_file>a</ide_opened_file><system-reminder>b</system-reminder>",
        &[
            Host("<ide_opened_file>a</ide_opened_file>"),
            Host("<system-reminder>b</system-reminder>"),
        ],
    );
    check(
        "<task-notification id=\"7\">\n<status>done</status>\n</task-notification>",
        &[Host(
            "<task-notification id=\"7\">\n<status>done</status>\n</task-notification>",
        )],
    );
    check(
        "<user-prompt-submit-hook>x</user-prompt-submit-hook>",
        &[Host("<user-prompt-submit-hook>x</user-prompt-submit-hook>")],
    );
}

#[test]
fn an_output_ends_with_its_last_tag() {
    let text = "<local-command-stdout>a</local-command-stdout> b</local-command-stdout>";
    check(text, &[Host(text)]);
    check(
        "<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>",
        &[
            Host("<bash-stdout>a</bash-stdout>"),
            Host("<bash-stderr></bash-stderr>"),
        ],
    );
}

#[test]
fn a_command_is_what_was_typed() {
    check(
        "<command-message>review is running…</command-message>\n<command-name>/review</command-name>\n<command-args>the\nlast one</command-args>",
        &[typed("/review the\nlast one", false)],
    );
    check(
        "<command-name>/exit</command-name>\n            <command-message>exit</command-message>\n            <command-args></command-args>",
        &[typed("/exit", true)],
    );
    check(
        "<command-message>init</command-message><command-name>init</command-name>",
        &[typed("/init", false)],
    );
    let skill = "<command-message>The \"pdf\" skill is loading</command-message>\n<command-name>pdf</command-name>";
    check(skill, &[Host(skill)]);
    let none = "<command-name></command-name>";
    check(none, &[Host(none)]);
}

#[test]
fn a_stop_is_no_text() {
    for text in [
        "[Request interrupted by user]",
        "[Request interrupted by user for tool use]",
    ] {
        check(text, &[Interrupted(text)]);
    }
}

#[test]
fn some_of_what_is_put_in_has_no_wrapper() {
    for text in [
        "This session is being continued from a previous conversation that ran out of context. The summary:\nx",
        "Operation stopped by hook: no",
    ] {
        check(text, &[Host(text)]);
    }
}
