//! What is in the place of a conversation's file, or around it.

use crate::{
    nobody::as_nobody,
    place::{FILES, Form, Place, read},
};
use sources::{State, Summary};
use std::{fs, path::Path};

/// Checks that the rest is read, and that the bad one is left out, or said to be broken and why.
fn check(place: &Place, why: &str) -> Option<String> {
    let listed = place.rest_is_read();
    let problem = listed.as_deref().map(|found| broken(found, place.form));
    if let Some(problem) = &problem {
        assert!(problem.contains(why), "{:?}: {problem}", place.form);
    }
    // It is opened without harm too, and shows nothing.
    if let Ok(read) = read(&*place.store(), place.form.id(false)) {
        assert!(read.events.is_empty(), "{:?}", place.form);
    }
    problem
}

fn broken(found: &Summary, form: Form) -> String {
    assert_eq!(found.state, State::Broken, "{form:?}: {found:?}");
    found.problem.clone().expect("a problem")
}

#[test]
fn empty_and_blank_files() {
    for form in FILES {
        for text in ["", "\n", " \r\n\n\t\n"] {
            let place = Place::new(form);
            place.put(false, text.as_bytes());
            let problem = check(&place, "empty");
            assert!(problem.is_some(), "{form:?} {text:?}");
            let read = place.read();
            let problem = read.problem.expect("a problem");
            assert!(problem.contains("empty"), "{form:?} {text:?}: {problem}");
        }
    }
}

#[test]
fn a_folder_in_the_place_of_a_file() {
    for form in FILES {
        let place = Place::of(form, &[]);
        fs::remove_file(place.bad()).expect("removed");
        fs::create_dir(place.bad()).expect("a folder");
        check(&place, "directory");
    }
}

#[cfg(unix)]
#[test]
fn links_that_lead_to_themselves_or_nowhere() {
    use std::os::unix::fs::symlink;
    for form in FILES {
        for to in [form.path(false), "nowhere".into()] {
            let place = Place::of(form, &[]);
            fs::remove_file(place.bad()).expect("removed");
            symlink(place.root.path().join(to), place.bad()).expect("a link");
            check(&place, "");
        }
    }
}

#[cfg(unix)]
#[test]
fn folders_that_lead_to_themselves_or_above() {
    use std::os::unix::fs::symlink;
    for form in FILES {
        let place = Place::new(form);
        let good = place.root.path().join(form.path(true));
        for (n, folder) in good.ancestors().skip(1).enumerate() {
            let link = |name: &str| folder.join(format!("{name}{n}"));
            symlink(link("17800000003-"), link("17800000003-")).expect("a link");
            symlink(folder, link("20")).expect("a link");
            symlink(place.root.path(), link("-p")).expect("a link");
            if folder == place.root.path() {
                break;
            }
        }
        place.rest_is_read();
    }
}

#[cfg(unix)]
fn forbid(path: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(0o000)).expect("set");
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_read() {
    for form in FILES {
        let place = Place::of(form, &[form.record("a", &serde_json::json!({}))]);
        forbid(&place.bad());
        let problem = as_nobody(place.root.path(), || check(&place, "denied"));
        assert!(problem.is_none_or(|problem| problem.is_some()), "{form:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_folder_that_may_not_be_read() {
    use std::os::unix::fs::PermissionsExt as _;
    for form in [Form::Claude, Form::Jp] {
        let place = Place::of(form, &[form.record("a", &serde_json::json!({}))]);
        let folder = place.bad().parent().expect("a folder").to_owned();
        forbid(&folder);
        as_nobody(place.root.path(), || place.rest_is_read());
        let allowed = fs::Permissions::from_mode(0o700);
        fs::set_permissions(&folder, allowed).expect("set");
    }
}
