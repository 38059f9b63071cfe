//! Whether all that stands in a log counts already. A writer adds to the log, waits until the disk
//! has kept that, and then says in the index that it counts. So what a reader does not see yet may
//! be in the log for as long as a slow disk takes, and when it counts no file's time changes.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom},
    path::Path,
};

/// What an index begins with, which stands there twice.
const HEAD: usize = 48;
/// What a log begins with, and each page in it, in bytes.
const LOG_HEAD: u64 = 32;
const FRAME_HEAD: u64 = 24;

/// Whether the index says that all of the log counts. Where that cannot be told it does not.
pub(super) fn is_all_published(log: &Path, index: &Path) -> bool {
    let head = Head::read(index).ok().flatten();
    head.is_some_and(|head| head.is_end_of(log).unwrap_or(false))
}

/// How far a log counts.
struct Head {
    bytes_of_page: u64,
    n_frames: u64,
    /// What the frames of this log have, and what is left of one before has not.
    salt: [u8; 8],
}

impl Head {
    /// Reads it; nothing where a writer is writing it, or nobody has.
    fn read(index: &Path) -> io::Result<Option<Self>> {
        let mut both = [0; 2 * HEAD];
        File::open(index)?.read_exact(&mut both)?;
        let (one, other) = both.split_at(HEAD);
        // The numbers are as the machine has them.
        let bytes_of_page = match u16::from_ne_bytes([one[14], one[15]]) {
            1 => 65_536,
            bytes => u64::from(bytes),
        };
        let n_frames = u32::from_ne_bytes([one[16], one[17], one[18], one[19]]);
        let mut salt = [0; 8];
        salt.copy_from_slice(&one[32..40]);
        Ok((one == other && bytes_of_page > 0).then_some(Self {
            bytes_of_page,
            n_frames: n_frames.into(),
            salt,
        }))
    }

    /// Whether no frame of this log stands behind those that count.
    fn is_end_of(&self, log: &Path) -> io::Result<bool> {
        let mut log = File::open(log)?;
        let next = LOG_HEAD + self.n_frames * (FRAME_HEAD + self.bytes_of_page);
        log.seek(SeekFrom::Start(next))?;
        let mut frame = Vec::new();
        log.take(FRAME_HEAD).read_to_end(&mut frame)?;
        Ok(frame.get(8..16).is_none_or(|salt| salt != self.salt))
    }
}
