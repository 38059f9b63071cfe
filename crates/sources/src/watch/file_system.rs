//! Which file system a folder is on, and whether it is still the folder that it was.

use std::{fs, io, path::Path};

/// The numbers by which Linux knows file systems that other machines, or programs that stand between
/// (sshfs is one of FUSE's), may change without this system's kernel being told.
#[cfg(any(target_os = "linux", test))]
const NETWORK: [(u64, &str); 12] = [
    (0x6969, "NFS"),
    (0xff53_4d42, "SMB (CIFS)"),
    (0xfe53_4d42, "SMB"),
    (0x517b, "SMB"),
    (0x6573_5546, "FUSE (sshfs and others)"),
    (0x0102_1997, "9P"),
    (0x5346_414f, "AFS"),
    (0x6b41_4653, "AFS"),
    (0x00c3_6400, "Ceph"),
    (0x7375_7245, "Coda"),
    (0x0bd0_0bd0, "Lustre"),
    (0x786f_4256, "a folder shared by VirtualBox"),
];

/// The name of the file system that a folder is on, where that does not tell of all changes. Nothing
/// where it does, where it cannot be told, or on other systems than Linux.
#[cfg(target_os = "linux")]
pub(super) fn network(folder: &Path) -> Option<&'static str> {
    let found = rustix::fs::statfs(folder).ok()?;
    // It is 32 bits long, whatever type it has on a machine.
    let number = i128::from(found.f_type) & 0xffff_ffff;
    let number = u64::try_from(number).ok()?;
    name(number)
}

#[cfg(not(target_os = "linux"))]
pub(super) fn network(_: &Path) -> Option<&'static str> {
    None
}

#[cfg(any(target_os = "linux", test))]
fn name(number: u64) -> Option<&'static str> {
    let found = NETWORK.iter().find(|(known, _)| *known == number);
    found.map(|(_, name)| *name)
}

/// Tells a folder from another one at the same path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Identity(u64, u64);

impl Identity {
    /// That of what is at a path now.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        let metadata = fs::metadata(path)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt as _;
            Ok(Self(metadata.dev(), metadata.ino()))
        }
        #[cfg(not(unix))]
        {
            // Elsewhere a watched folder cannot be moved, or its watch moves with it.
            drop(metadata);
            Ok(Self(0, 0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_systems_of_other_machines_have_names() {
        for (number, expected) in [
            (0x6969, Some("NFS")),
            (0xff53_4d42, Some("SMB (CIFS)")),
            (0x6573_5546, Some("FUSE (sshfs and others)")),
            (0x0102_1997, Some("9P")),
            // ext4, tmpfs, btrfs, overlay.
            (0xef53, None),
            (0x0102_1994, None),
            (0x9123_683e, None),
            (0x794c_7630, None),
        ] {
            assert_eq!(name(number), expected, "{number:#x}");
        }
    }

    #[test]
    fn a_folder_of_this_machine_is_on_none() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(network(folder.path()), None);
        assert_eq!(network(&folder.path().join("none")), None);
    }
}
