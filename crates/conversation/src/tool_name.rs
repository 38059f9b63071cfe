//! The names that clients give to the tools of servers.

/// Whether a tool is `tell_user`, by its name as called: clients put the server's name before the
/// tool's, with one of a few separators (`mcp__server__tell_user`, `server_tell_user`).
pub fn is_tell_user(name: &str) -> bool {
    let Some(before) = name.strip_suffix("tell_user") else {
        return false;
    };
    before.is_empty() || before.ends_with(['_', '/', '.', ':', '-'])
}
