//! The names that clients give to the tools of servers.

/// The name of RFD 094's tool.
const TELL_USER: &str = "tell_user";

/// Whether a tool is `tell_user`, by its name as called.
pub fn is_tell_user(name: &str) -> bool {
    is_tool(name, TELL_USER)
}

/// Whether `name`, as a client calls it, is a server's tool `tool`: the name itself, or its last
/// part, behind the server's name.
///
/// `__`, `/`, `.` and `:` end the server's name wherever they stand last. A single `_` or `-` does
/// so only behind a name that has no such mark itself, apart from a leading `mcp_`: `notes_tell_user`
/// and `mcp_notes_tell_user` are the tool of the server `notes`, and `do_not_tell_user` is another
/// tool, of whichever server.
pub fn is_tool(name: &str, tool: &str) -> bool {
    let Some(before) = name.strip_suffix(tool) else {
        return false;
    };
    if before.is_empty() || before.ends_with("__") || before.ends_with(['/', '.', ':']) {
        return true;
    }
    let Some(server) = before.strip_suffix(['_', '-']) else {
        return false;
    };
    let server = server.strip_prefix("mcp_").unwrap_or(server);
    !server.is_empty() && !server.contains(['_', '/', '.', ':'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_client_puts_the_server_before_the_tool() {
        for name in [
            "tell_user",
            "mcp__notes__tell_user",
            "mcp__plugin_a_b__tell_user",
            "my_notes__tell_user",
            "notes___tell_user",
            "notes_tell_user",
            "serve-web_tell_user",
            "mcp_notes_tell_user",
            "mcp_serve-web_tell_user",
            "serve-web-tell_user",
            "notes/tell_user",
            "mcp.my_notes.tell_user",
            "notes:tell_user",
        ] {
            assert!(is_tell_user(name), "{name}");
        }
    }

    #[test]
    fn a_longer_name_is_another_tool() {
        for name in [
            "",
            "user",
            "_user",
            "tell_users",
            "tell_user_",
            "tell_user__other",
            "Tell_User",
            "tell-user",
            "foretell_user",
            "_tell_user",
            "-tell_user",
            "do_not_tell_user",
            "foo_do_not_tell_user",
            "mcp_do_not_tell_user",
            "notes__do_not_tell_user",
            "notes__not_tell_user",
            "notes.not_tell_user",
            "notes/not_tell_user",
            "tell_user ",
        ] {
            assert!(!is_tell_user(name), "{name}");
        }
    }

    #[test]
    fn a_tools_own_name_may_have_marks() {
        assert!(is_tool("notes__fs.read", "fs.read"));
        assert!(is_tool("fs.read", "fs.read"));
        assert!(!is_tool("fs.read", "fs_read"));
        assert!(is_tool("notes_get_a_thing", "get_a_thing"));
    }
}
