use super::*;
use std::{
    collections::HashMap,
    fs,
    sync::{
        atomic::Ordering,
        mpsc::{Receiver, channel},
    },
};

/// Watches nothing, and answers what it is told to.
#[derive(Clone, Default)]
struct Answering(Arc<Mutex<Answers>>);

#[derive(Default)]
struct Answers {
    refusal: Option<Polled>,
    watched: HashMap<PathBuf, usize>,
}

impl Native for Answering {
    fn watch(&mut self, folder: &Path) -> Result<(), Polled> {
        let mut answers = lock(&self.0);
        if let Some(refusal) = &answers.refusal {
            return Err(refusal.clone());
        }
        *answers.watched.entry(folder.to_owned()).or_default() += 1;
        Ok(())
    }

    fn unwatch(&mut self, folder: &Path) {
        lock(&self.0).watched.remove(folder);
    }
}

type Told = Arc<Mutex<Vec<(PathBuf, Polled)>>>;

/// A watcher with a native one, which looks after its watches often.
fn watcher(
    native: Result<Box<dyn Native>, Polled>,
    folders: Arc<Folders>,
    network: fn(&Path) -> Option<&'static str>,
) -> (Watcher, Told) {
    let told = Told::default();
    let telling = Arc::clone(&told);
    let watcher = Watcher::of(Shared {
        native: Mutex::new(native),
        folders,
        network,
        tell: Box::new(move |folder, why| lock(&telling).push((folder.to_owned(), why.clone()))),
        keep: Duration::from_millis(20),
        is_kept: AtomicBool::new(false),
    });
    (watcher, told)
}

/// The watcher of this system.
fn real() -> Watcher {
    let folders = Arc::<Folders>::default();
    let native = native::recommended(&folders);
    watcher(native, folders, |_| None).0
}

/// What wakes, and how to wait for it.
fn waking() -> (impl Fn() + Send + Sync + 'static, Receiver<()>) {
    let (sender, receiver) = channel();
    let wake = move || {
        sender.send(()).ok();
    };
    (wake, receiver)
}

fn is_woken(woken: &Receiver<()>) -> bool {
    woken.recv_timeout(Duration::from_secs(20)).is_ok()
}

/// Waits until nothing wakes any more.
fn calm(woken: &Receiver<()>) {
    while woken.recv_timeout(Duration::from_millis(200)).is_ok() {}
}

#[test]
fn a_limit_that_is_used_up_leaves_folders_to_polling_and_is_told_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let answering = Answering::default();
    lock(&answering.0).refusal = Some(Polled::Exhausted);
    let native: Box<dyn Native> = Box::new(answering.clone());
    let (watcher, told) = watcher(Ok(native), Arc::default(), |_| None);
    let (wake, woken) = waking();
    let first = watcher
        .watch(Watched::all(folder.path()), wake)
        .expect("polled");
    let second = watcher
        .watch(Watched::all(folder.path()), || {})
        .expect("polled");
    assert_eq!(first.polled(), Some(Polled::Exhausted));
    assert_eq!(second.polled(), Some(Polled::Exhausted));
    let expected = (folder.path().to_owned(), Polled::Exhausted);
    assert_eq!(*lock(&told), [expected]);
    // Once there is room, it is watched, and looked at: it may have changed until then.
    lock(&answering.0).refusal = None;
    assert!(is_woken(&woken));
    assert_eq!(first.polled(), None);
    drop((first, second));
    assert!(lock(&answering.0).watched.is_empty());
}

#[test]
fn folders_of_other_machines_are_not_watched() {
    let folder = tempfile::tempdir().expect("a folder");
    let [near, far] = ["near", "far"].map(|name| folder.path().join(name));
    for folder in [&near, &far] {
        fs::create_dir(folder).expect("a folder");
    }
    let answering = Answering::default();
    let native: Box<dyn Native> = Box::new(answering.clone());
    let network = |path: &Path| path.ends_with("far").then_some("NFS");
    let (watcher, told) = watcher(Ok(native), Arc::default(), network);
    let guards =
        [&near, &far].map(|folder| watcher.watch(Watched::all(folder), || {}).expect("there"));
    let polled = guards.each_ref().map(WatchGuard::polled);
    assert_eq!(polled, [None, Some(Polled::Network("NFS"))]);
    assert_eq!(*lock(&told), [(far.clone(), Polled::Network("NFS"))]);
    assert!(!lock(&answering.0).watched.contains_key(&far));
}

#[test]
fn where_the_system_has_no_watcher_all_is_polled() {
    let folder = tempfile::tempdir().expect("a folder");
    let why = Polled::Refused("no watches here".to_owned());
    let watcher = Watcher::polling(why.clone());
    let guard = watcher
        .watch(Watched::all(folder.path()), || {})
        .expect("polled");
    assert_eq!(guard.polled(), Some(why));
    let missing = watcher.watch(Watched::all(folder.path().join("none")), || {});
    assert!(missing.is_err(), "what is not there is not looked at");
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_is_moved_and_comes_back_is_still_watched() {
    let parent = tempfile::tempdir().expect("a folder");
    let [at, away] = ["at", "away"].map(|name| parent.path().join(name));
    fs::create_dir(&at).expect("a folder");
    let (wake, woken) = waking();
    let watcher = real();
    let _guard = watcher.watch(Watched::all(&at), wake).expect("watched");
    fs::rename(&at, &away).expect("moved");
    assert!(is_woken(&woken), "that it is gone is a change");
    calm(&woken);
    fs::rename(&away, &at).expect("moved");
    assert!(is_woken(&woken), "that it is back is a change");
    calm(&woken);
    fs::write(at.join("a"), "a").expect("written");
    assert!(is_woken(&woken));
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_in_the_place_of_another_is_watched() {
    let parent = tempfile::tempdir().expect("a folder");
    let above = parent.path().join("above");
    let at = above.join("at");
    fs::create_dir_all(&at).expect("a folder");
    let (wake, woken) = waking();
    let watcher = real();
    let _guard = watcher.watch(Watched::all(&at), wake).expect("watched");
    // The folder itself is not told when the one above it is moved.
    fs::rename(&above, parent.path().join("away")).expect("moved");
    fs::create_dir_all(&at).expect("a folder");
    assert!(is_woken(&woken), "another one is a change");
    calm(&woken);
    fs::write(at.join("a"), "a").expect("written");
    assert!(is_woken(&woken));
}

#[test]
fn nothing_is_kept_for_nobody() {
    let folder = tempfile::tempdir().expect("a folder");
    let native: Box<dyn Native> = Box::new(Answering::default());
    let (watcher, _) = watcher(Ok(native), Arc::default(), |_| None);
    drop(
        watcher
            .watch(Watched::all(folder.path()), || {})
            .expect("polled"),
    );
    for _ in 0..1000 {
        if !watcher.shared.is_kept.load(Ordering::SeqCst) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("its thread goes on");
}

#[test]
fn only_what_has_the_name_wakes() {
    let folder = tempfile::tempdir().expect("a folder");
    let watcher = real();
    let names = ["a.jsonl", "b.jsonl", "c.jsonl"];
    let watching = names.map(|name| {
        let (wake, woken) = waking();
        let file = Watched::file(&folder.path().join(name)).expect("in a folder");
        (watcher.watch(file, wake).expect("watched"), woken)
    });
    let [(_, a), (_, b), (_, c)] = &watching;
    fs::write(folder.path().join("b.jsonl"), "b").expect("written");
    assert!(is_woken(b));
    fs::write(folder.path().join("a.jsonl"), "a").expect("written");
    assert!(is_woken(a), "whatever comes later comes after");
    assert!(c.try_recv().is_err(), "it is not concerned");
    calm(b);
    // Something that takes the file's place, and the folder itself, concern whoever reads it.
    fs::write(folder.path().join("new"), "b").expect("written");
    fs::rename(folder.path().join("new"), folder.path().join("b.jsonl")).expect("renamed");
    assert!(is_woken(b));
    folder.close().expect("deleted");
    assert!(is_woken(c));
}
