use super::*;
use std::{
    io::{Read as _, Write as _},
    net::TcpListener,
    path::PathBuf,
    thread::{self, JoinHandle},
};

/// Answers one request as a server with no conversations does, and gives its port.
fn answering() -> (u16, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let thread = thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("a request");
        let n = stream.read(&mut [0; 1024]).expect("read");
        assert!(n > 0);
        let answer = "HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{\"data\":[]}";
        stream.write_all(answer.as_bytes()).expect("sent");
    });
    (port, thread)
}

fn closed_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port()
}

fn record(port: u16, root: &str) -> Record {
    Record::of_this_process(port, vec![root.to_owned()])
}

fn private_folder(parent: &Path) -> PathBuf {
    let folder = parent.join("serve-web").join("running");
    drop(RuntimeFile::write(&folder, &record(1, "x")).expect("written"));
    folder
}

#[test]
fn a_server_that_answers_is_found_until_it_ends() {
    let parent = tempfile::tempdir().expect("a folder");
    let folder = private_folder(parent.path());
    let (port, server) = answering();
    let written = record(port, "/a");
    let file = RuntimeFile::write(&folder, &written).expect("written");
    assert_eq!(find_running(&folder, &["/b".to_owned()]), None);
    assert_eq!(find_running(&folder, &["/a".to_owned()]), Some(written));
    server.join().expect("it answered once");
    // It lives and does not answer: the file stays, since it may only be slow.
    assert_eq!(find_running(&folder, &["/a".to_owned()]), None);
    assert_eq!(fs::read_dir(&folder).expect("listed").count(), 1);
    drop(file);
    assert_eq!(fs::read_dir(&folder).expect("listed").count(), 0);
}

#[test]
fn what_a_dead_or_older_server_left_counts_for_nothing() {
    let parent = tempfile::tempdir().expect("a folder");
    let folder = private_folder(parent.path());
    let mut dead = record(closed_port(), "/a");
    // No process has the largest number.
    dead.pid = u32::MAX;
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("written");
    write("1.json", &serde_json::to_string(&dead).expect("JSON"));
    write("2.json", "{");
    let mut older = record(closed_port(), "/a");
    older.version = "0.0.1".to_owned();
    write("3.json", &serde_json::to_string(&older).expect("JSON"));
    assert_eq!(find_running(&folder, &["/a".to_owned()]), None);
    let left: Vec<_> = fs::read_dir(&folder).expect("listed").flatten().collect();
    if cfg!(unix) {
        assert_eq!(left.len(), 1, "{left:?}");
    }
}

#[test]
fn a_port_belongs_to_who_wrote_last() {
    let parent = tempfile::tempdir().expect("a folder");
    let folder = private_folder(parent.path());
    for (name, port) in [("1.json", 7), ("2.json", 8)] {
        let mut other = record(port, "/a");
        other.pid = 1;
        let text = serde_json::to_string(&other).expect("JSON");
        fs::write(folder.join(name), text).expect("written");
    }
    let file = RuntimeFile::write(&folder, &record(7, "/b")).expect("written");
    assert!(!folder.join("1.json").exists() && folder.join("2.json").exists());
    drop(file);
}

#[test]
fn without_a_folder_nobody_runs() {
    let parent = tempfile::tempdir().expect("a folder");
    assert_eq!(find_running(&parent.path().join("missing"), &[]), None);
}

#[cfg(unix)]
#[test]
fn nobody_else_can_read_it_or_write_another() {
    use std::os::unix::fs::PermissionsExt;
    let parent = tempfile::tempdir().expect("a folder");
    let folder = parent.path().join("running");
    fs::create_dir(&folder).expect("a folder");
    fs::set_permissions(&folder, PermissionsExt::from_mode(0o777)).expect("open to all");
    let (port, _server) = answering();
    fs::write(
        folder.join("1.json"),
        serde_json::to_string(&record(port, "/a")).expect("JSON"),
    )
    .expect("written");
    assert_eq!(
        find_running(&folder, &["/a".to_owned()]),
        None,
        "anybody may have written that"
    );
    let written = record(port, "/a");
    let _file = RuntimeFile::write(&folder, &written).expect("written");
    let mode = |path: &Path| {
        fs::metadata(path)
            .expect("it is there")
            .permissions()
            .mode()
            & 0o777
    };
    assert_eq!(mode(&folder), 0o700);
    assert_eq!(mode(&folder.join(format!("{}.json", written.pid))), 0o600);
}
