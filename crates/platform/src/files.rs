//! Whose files are, whether they are programs, and how many may be open.

use std::fs;
use std::io;
use std::path::Path;

/// Makes a folder that only its owner may look into; its parent has to be there. On Windows a folder inherits from
/// the one it lies in who may look into it.
pub fn new_private_folder(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        fs::DirBuilder::new().mode(0o700).create(folder)
    }
    #[cfg(not(unix))]
    fs::create_dir(folder)
}

/// Makes a file or folder its owner's alone, who may run it; on Windows it stays as it is.
pub fn make_private(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o700))
    }
    #[cfg(not(unix))]
    path.metadata().map(|_| ())
}

/// Whether a file can be started: by its permissions, on Windows by its ending.
pub fn is_program(path: &Path) -> bool {
    path.metadata()
        .is_ok_and(|metadata| metadata.is_file() && system::runs(path, &metadata))
}

/// Endings that need not be written where a program is named.
pub const PROGRAM_ENDINGS: &[&str] = if cfg!(windows) {
    &["exe", "com", "bat", "cmd"]
} else {
    &[]
};

/// How many files this process may have open; `None` where there is no such limit.
pub fn limit() -> Option<u64> {
    system::limit()
}

/// Lets this process open as many files as the system allows it; returns how many.
pub fn raise_limit() -> Option<u64> {
    system::raise_limit()
}

#[cfg(unix)]
mod system {
    use std::fs::Metadata;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    pub(super) fn runs(_: &Path, metadata: &Metadata) -> bool {
        metadata.permissions().mode() & 0o111 != 0
    }

    pub(super) fn limit() -> Option<u64> {
        getrlimit(Resource::Nofile).current
    }

    pub(super) fn raise_limit() -> Option<u64> {
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        let raised = Rlimit {
            current: maximum,
            maximum,
        };
        match setrlimit(Resource::Nofile, raised) {
            Ok(()) => maximum,
            Err(_) => current,
        }
    }
}

#[cfg(windows)]
mod system {
    use std::fs::Metadata;
    use std::path::Path;

    pub(super) fn runs(path: &Path, _: &Metadata) -> bool {
        let ending = path.extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| {
            let mut known = super::PROGRAM_ENDINGS.iter();
            known.any(|known| ending.eq_ignore_ascii_case(known))
        })
    }

    pub(super) fn limit() -> Option<u64> {
        None
    }

    pub(super) fn raise_limit() -> Option<u64> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_what_can_be_started() {
        let here = std::env::current_exe().expect("this test");
        assert!(is_program(&here));
        let folder = tempfile::tempdir().expect("ours");
        let plain = folder.path().join("plain.txt");
        fs::write(&plain, "words").expect("ours");
        assert!(!is_program(&plain) && !is_program(folder.path()));
        assert!(!is_program(&folder.path().join("none")));
    }

    #[test]
    fn a_private_folder_is_its_owners_alone() {
        let outer = tempfile::tempdir().expect("ours");
        let folder = outer.path().join("mine");
        new_private_folder(&folder).expect("room");
        assert!(new_private_folder(&folder).is_err(), "there already");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = |path: &Path| path.metadata().expect("there").permissions().mode() & 0o777;
            assert_eq!(mode(&folder), 0o700);
            fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).expect("ours");
            make_private(&folder).expect("ours");
            assert_eq!(mode(&folder), 0o700);
        }
    }

    #[test]
    fn the_limit_on_open_files_is_never_lowered() {
        let before = limit();
        let raised = raise_limit();
        assert_eq!(limit(), raised);
        assert!(raised.unwrap_or(u64::MAX) >= before.unwrap_or(u64::MAX));
    }
}
