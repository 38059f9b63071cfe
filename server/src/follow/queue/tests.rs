use super::*;
use proptest::prelude::*;

fn batch(n: usize, bytes: usize) -> Arc<Batch> {
    Arc::new(Batch {
        position: n.to_string(),
        json: "x".repeat(bytes),
    })
}

/// The size of one of many batches.
const PIECE: usize = 100 * 1024;

fn held(queue: &Queue) -> (usize, usize) {
    let inner = queue.lock();
    let bytes = inner.waiting.iter().map(|w| w.batch.json.len()).sum();
    assert_eq!(inner.bytes, bytes, "what is counted is what is there");
    (inner.waiting.len(), bytes)
}

#[test]
fn ten_times_as_many_bytes_hold_no_more_than_the_bound() {
    let queue = Arc::new(Queue::default());
    let (mut slow, mut quick) = (queue.subscribe(), queue.subscribe());
    for n in 0..10 * MOST_BYTES / PIECE {
        queue.send(batch(n, PIECE));
        assert!(held(&queue).1 <= MOST_BYTES);
        let got = quick.try_recv().expect("it keeps up");
        assert_eq!(got.position, n.to_string());
    }
    assert_eq!(slow.try_recv().unwrap_err(), Missing::Gone);
    slow.skip();
    assert_eq!(held(&queue), (0, 0), "nobody needs any of it");
    assert_eq!(slow.try_recv().unwrap_err(), Missing::Nothing);
    queue.send(batch(7, 1));
    assert_eq!(slow.try_recv().expect("sent").position, "7");
}

#[test]
fn a_batch_that_is_longer_than_all_may_be_waits_alone() {
    let queue = Arc::new(Queue::default());
    let mut reader = queue.subscribe();
    queue.send(batch(0, 1));
    queue.send(batch(1, MOST_BYTES * 2));
    assert_eq!(held(&queue).0, 1);
    assert_eq!(reader.try_recv().unwrap_err(), Missing::Gone);
    queue.send(batch(2, 1));
    assert_eq!(held(&queue), (1, 1));
}

#[test]
fn a_reader_that_goes_leaves_nothing_behind() {
    let queue = Arc::new(Queue::default());
    let (slow, mut other) = (queue.subscribe(), queue.subscribe());
    for n in 0..10 {
        queue.send(batch(n, 10));
    }
    for _ in 0..10 {
        other.try_recv().expect("sent");
    }
    assert_eq!(held(&queue).0, 10);
    drop(slow);
    assert_eq!(held(&queue).0, 0);
    assert!(queue.has_readers());
    drop(other);
    assert!(!queue.has_readers());
    queue.send(batch(0, 10));
    assert_eq!(held(&queue).0, 0, "without readers nothing waits");
}

#[tokio::test]
async fn whoever_waits_is_woken() {
    let queue = Arc::new(Queue::default());
    let mut reader = queue.subscribe();
    let waiting = tokio::spawn(async move { reader.recv().await.map(|b| b.position.clone()) });
    tokio::task::yield_now().await;
    queue.send(batch(3, 1));
    assert_eq!(waiting.await.expect("it ends"), Ok("3".to_owned()));
}

proptest! {
    /// Each reader gets all batches in order, but for those before a skip.
    #[test]
    fn nothing_is_lost_or_doubled(steps in prop::collection::vec((0usize..4, 0usize..3), 0..200)) {
        let queue = Arc::new(Queue::default());
        let mut readers: Vec<(Receiver, usize)> = Vec::new();
        let mut n_sent = 0;
        for (what, who) in steps {
            match what {
                0 => {
                    queue.send(batch(n_sent, 10));
                    n_sent += 1;
                }
                1 if readers.len() < 3 => readers.push((queue.subscribe(), n_sent)),
                2 if who < readers.len() => drop(readers.remove(who)),
                _ => {
                    let Some((reader, next)) = readers.get_mut(who) else { continue };
                    match reader.try_recv() {
                        Ok(got) => {
                            prop_assert_eq!(&got.position, &next.to_string());
                            *next += 1;
                        }
                        Err(missing) => {
                            prop_assert_eq!(missing, Missing::Nothing);
                            prop_assert_eq!(*next, n_sent);
                        }
                    }
                }
            }
            let oldest = readers.iter().map(|(_, next)| *next).min().unwrap_or(n_sent);
            prop_assert_eq!(held(&queue).0, n_sent - oldest);
        }
    }
}
