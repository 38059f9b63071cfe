//! What waits for a connection that takes it slowly, or never.

use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

/// How many messages may wait.
const MOST_MESSAGES: usize = 64;
/// How many bytes may wait, in units of 1 KiB. A message that is larger than all of it waits alone.
const ROOM: u32 = 4 * 1024;
/// The room that a window is taken to need before it is made.
const FOR_A_WINDOW: usize = 1024 * 1024;

/// Where the subscriptions of a connection put their messages.
#[derive(Clone, Debug)]
pub(super) struct Outbox {
    sender: mpsc::Sender<Waiting>,
    room: Arc<Semaphore>,
}

/// A message that waits, and the room that it takes.
#[derive(Debug)]
pub(super) struct Waiting {
    pub text: String,
    _room: Room,
}

/// Room for a message that is still to be made.
#[derive(Debug)]
pub(super) struct Room {
    _permit: OwnedSemaphorePermit,
}

/// The connection has ended.
#[derive(Debug)]
pub(super) struct Ended;

impl Outbox {
    pub(super) fn new() -> (Self, mpsc::Receiver<Waiting>) {
        let (sender, waiting) = mpsc::channel(MOST_MESSAGES);
        let room = Arc::new(Semaphore::new(ROOM as usize));
        (Self { sender, room }, waiting)
    }

    /// Waits until there is room for so many bytes: what is to be sent is made only then.
    pub(super) async fn room_for(&self, bytes: usize) -> Result<Room, Ended> {
        let units = u32::try_from(bytes / 1024 + 1).unwrap_or(ROOM).min(ROOM);
        let room = Arc::clone(&self.room).acquire_many_owned(units);
        tokio::select! {
            room = room => Ok(Room { _permit: room.ok().ok_or(Ended)? }),
            () = self.sender.closed() => Err(Ended),
        }
    }

    /// The same for a window.
    pub(super) async fn room_for_window(&self) -> Result<Room, Ended> {
        self.room_for(FOR_A_WINDOW).await
    }

    /// Sends a message that there is room for.
    pub(super) async fn send(&self, text: String, room: Room) -> Result<(), Ended> {
        let waiting = Waiting { text, _room: room };
        self.sender.send(waiting).await.ok().ok_or(Ended)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::time::{Duration, timeout};

    const MOMENT: Duration = Duration::from_millis(50);

    #[tokio::test]
    async fn room_is_bounded_and_comes_back_when_a_message_goes() {
        let (outbox, mut waiting) = Outbox::new();
        for _ in 0..3 {
            let room = outbox.room_for_window().await.expect("room");
            let sent = outbox.send("window".to_owned(), room).await;
            sent.expect("the connection is there");
        }
        let more = timeout(MOMENT, outbox.room_for_window()).await;
        assert!(more.is_err(), "there is no room for a fourth");
        assert!(outbox.room_for(100).await.is_ok(), "but for a small one");
        drop(waiting.recv().await);
        assert!(timeout(MOMENT, outbox.room_for_window()).await.is_ok());
    }

    #[tokio::test]
    async fn a_message_larger_than_all_waits_alone() {
        let (outbox, mut waiting) = Outbox::new();
        let room = outbox.room_for(usize::MAX).await.expect("room");
        assert!(outbox.send("large".to_owned(), room).await.is_ok());
        assert!(timeout(MOMENT, outbox.room_for(1)).await.is_err());
        drop(waiting.recv().await);
        assert!(outbox.room_for(1).await.is_ok());
    }

    #[tokio::test]
    async fn nobody_waits_for_a_connection_that_has_ended() {
        let (outbox, waiting) = Outbox::new();
        let _all = outbox.room_for(usize::MAX).await.expect("room");
        drop(waiting);
        assert!(outbox.room_for(1).await.is_err());
    }
}
