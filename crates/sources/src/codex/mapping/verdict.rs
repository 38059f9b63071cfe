//! Whether a call failed, told from its output: nothing else says so where there is no event.

/// How outputs begin that say that a call could not be made, or failed.
const FAILED: [&str; 9] = [
    "Error:",
    "Script failed",
    "execution error:",
    "tool call error:",
    "unsupported call:",
    "unsupported custom tool call:",
    "failed to parse function arguments",
    "apply_patch verification failed",
    "exec_command failed",
];

/// What stands before the number in the lines above a command's own output.
const EXIT_CODES: [&str; 2] = ["Process exited with code ", "Exit code: "];

/// How many lines may stand above a command's own output.
const MOST_LINES_ABOVE: usize = 8;

/// The exit code that stands above a command's own output.
pub(super) fn exit_code(output: &str) -> Option<i64> {
    let above = output.lines().take(MOST_LINES_ABOVE);
    let mut above = above.take_while(|line| !line.starts_with("Output:"));
    above.find_map(|line| {
        let code = EXIT_CODES.iter().find_map(|begin| line.strip_prefix(begin));
        code?.trim().parse().ok()
    })
}

/// Whether an output says that the call failed; nothing where it does not say.
pub(super) fn is_failure(output: &str) -> Option<bool> {
    if let Some(code) = exit_code(output) {
        return Some(code != 0);
    }
    let output = output.trim_start();
    let is_failed = FAILED.iter().any(|failed| output.starts_with(failed));
    is_failed.then_some(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_say_how_a_call_ended() {
        for (output, expected) in [
            (
                "Chunk ID: 1\nWall time: 0.0 seconds\nProcess exited with code 3\nOutput:\nx",
                Some(true),
            ),
            (
                "Exit code: 0\nWall time: 1 seconds\nOutput:\nExit code: 1",
                Some(false),
            ),
            (
                "Wall time: 1 seconds\nOutput:\nProcess exited with code 1",
                None,
            ),
            (
                "Script failed\nWall time 0.1 seconds\nOutput:\n",
                Some(true),
            ),
            ("Error: no such file", Some(true)),
            ("Process running with session ID 7\nOutput:\n", None),
            ("no Error: here", None),
            ("", None),
        ] {
            assert_eq!(is_failure(output), expected, "{output:?}");
        }
    }
}
