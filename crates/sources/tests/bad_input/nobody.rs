//! Doing something as a person who may not read everything. Who runs tests as root may.

use std::{io::Write as _, path::Path};

/// Does something with what is in a folder, where permissions count; nothing, and a word about it,
/// where that cannot be had.
#[cfg(target_os = "linux")]
pub(crate) fn as_nobody<T: Send>(folder: &Path, act: impl FnOnce() -> T + Send) -> Option<T> {
    use rustix::{
        process::{Uid, geteuid},
        thread::set_thread_res_uid,
    };
    use std::{fs, os::unix::fs::PermissionsExt as _, thread};
    if !geteuid().is_root() {
        return Some(act());
    }
    let open = fs::Permissions::from_mode(0o755);
    fs::set_permissions(folder, open).expect("set");
    // Only a thread changes who it is, and those that it begins.
    thread::scope(|scope| {
        let acting = scope.spawn(|| {
            let nobody = Uid::from_raw(65534);
            if let Err(error) = set_thread_res_uid(nobody, nobody, nobody) {
                say(&format!(
                    "skipped: permissions, as root who cannot be nobody: {error}"
                ));
                return None;
            }
            Some(act())
        });
        acting.join().expect("no panic")
    })
}

#[cfg(all(unix, not(target_os = "linux")))]
pub(crate) fn as_nobody<T: Send>(_: &Path, act: impl FnOnce() -> T + Send) -> Option<T> {
    Some(act())
}

/// Says something where whoever runs the tests sees it.
pub(crate) fn say(what: &str) {
    writeln!(std::io::stderr(), "{what}").ok();
}
