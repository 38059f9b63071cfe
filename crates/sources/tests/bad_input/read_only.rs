//! Stores on a file system that nothing can be written to. It is made so in a process with mounts of
//! its own, where the system lets us; else by permissions.
#![cfg(target_os = "linux")]

use crate::{
    nobody::{as_nobody, say},
    place::{ALL, Form, Place, read, rest_is_read, store},
};
use serde_json::json;
use std::{
    env, fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::Command,
};

/// Set in the process with mounts of its own, to the folder.
const FOLDER: &str = "SERVE_WEB_TEST_READ_ONLY";

fn check(form: Form, root: &Path) {
    assert!(
        fs::write(root.join("probe"), "").is_err(),
        "nothing can be written"
    );
    let listed = rest_is_read(form, root).expect("listed");
    assert_eq!(listed.problem, None, "{form:?}");
    let read = read(&*store(form, root), form.id(false)).expect("readable");
    assert_eq!(read.said(), ["a"], "{form:?}");
}

/// What the process with mounts of its own does. In any other it does nothing.
#[test]
fn with_mounts_of_its_own() {
    let Some(all) = env::var_os(FOLDER).map(PathBuf::from) else {
        return;
    };
    for options in [["--bind"].as_slice(), &["-o", "remount,bind,ro"]] {
        let mut mount = Command::new("mount");
        let is_done = mount.args(options).args([&all, &all]).status();
        if !is_done.is_ok_and(|status| status.success()) {
            say("no mounts");
            return;
        }
    }
    for form in ALL {
        check(form, &all.join(format!("{form:?}")));
    }
    say("all read");
}

#[test]
fn stores_that_cannot_be_written_to() {
    let all = tempfile::tempdir().expect("a folder");
    // One database has a log that a program writes to.
    let mut held = Vec::new();
    for form in ALL {
        let place = Place::of(form, &[form.record("a", &json!({}))]);
        if form == Form::GooseRows {
            held.push(place.connection());
            let touch = "begin; update messages set timestamp = 1; commit";
            held[0].execute_batch(touch).expect("written");
        }
        let at = all.path().join(format!("{form:?}"));
        fs::rename(place.root.path(), at).expect("moved");
    }
    let rows = all.path().join("GooseRows");
    assert!(rows.join("sessions.db-wal").exists() && rows.join("sessions.db-shm").exists());
    match in_mounts_of_its_own(all.path()) {
        Some(said) => assert!(said.contains("all read"), "{said}"),
        None => by_permissions(all.path()),
    }
}

/// What the process says; nothing where the system does not let it have mounts of its own.
fn in_mounts_of_its_own(all: &Path) -> Option<String> {
    let this = env::current_exe().expect("this program");
    let output = Command::new("unshare")
        .args(["--mount", "--propagation", "private"])
        .arg(this)
        .args([
            "--exact",
            "read_only::with_mounts_of_its_own",
            "--nocapture",
        ])
        .env(FOLDER, all)
        .output()
        .ok()?;
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    let has_begun = said.contains("running 1 test") && !said.contains("no mounts");
    has_begun.then_some(said)
}

fn by_permissions(all: &Path) {
    let roots = || ALL.map(|form| (form, all.join(format!("{form:?}"))));
    let allow = |mode: u32| {
        for (_, root) in roots() {
            fs::set_permissions(root, fs::Permissions::from_mode(mode)).expect("set");
        }
    };
    allow(0o555);
    let checked = as_nobody(all, || {
        for (form, root) in roots() {
            check(form, &root);
        }
    });
    allow(0o755);
    if checked.is_none() {
        say("skipped: stores that cannot be written to");
    }
}
