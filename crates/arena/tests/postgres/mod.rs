//! A private server of `PostgreSQL`, in a folder of its own, reached over a socket in that folder.

#![allow(dead_code, reason = "every test program uses some of it")]

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use nix::unistd::{Uid, User};

pub(crate) struct Postgres {
    folder: PathBuf,
    programs: PathBuf,
    server: Option<Child>,
    owner: Option<User>,
}

impl Postgres {
    /// Makes a server and starts it; `None`, and a word about it, where it is not installed.
    pub(crate) fn start(name: &str) -> Option<Self> {
        let Some(programs) = programs() else {
            boyi_game::shared_files::skip("PostgreSQL is not installed");
            return None;
        };
        // Paths of sockets are short.
        let folder = std::env::temp_dir().join(format!("boyi-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        // The server refuses to be run by root.
        let owner = Uid::effective().is_root().then(|| {
            let known = |name| User::from_name(name).ok().flatten();
            known("postgres")
                .or_else(|| known("nobody"))
                .expect("a user without rights")
        });
        if let Some(owner) = &owner {
            nix::unistd::chown(&folder, Some(owner.uid), Some(owner.gid)).expect("we are root");
        }
        let mut postgres = Self {
            folder,
            programs,
            server: None,
            owner,
        };
        let mut init = postgres.command("initdb");
        init.args([
            "--no-sync",
            "--auth=trust",
            "--username=boyi",
            "--encoding=UTF8",
        ]);
        let made = init
            .args(["--locale=C", "-D"])
            .arg(postgres.folder.join("data"));
        assert!(made.output().expect("initdb runs").status.success());
        postgres.restart();
        Some(postgres)
    }

    /// Starts the server, after it was killed say, and waits until it answers.
    pub(crate) fn restart(&mut self) {
        let mut command = self.command("postgres");
        command.arg("-D").arg(self.folder.join("data"));
        command.arg("-k").arg(&self.folder);
        command.args(["-c", "listen_addresses=", "-c", "fsync=off"]);
        let mut server = command
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let log = server.stderr.take().expect("piped");
        let mut lines = BufReader::new(log).lines().map_while(Result::ok);
        let ready = lines.any(|line| line.contains("ready to accept connections"));
        assert!(ready, "the server says when it is ready");
        // Somebody has to read on, or the server waits for that.
        std::thread::spawn(move || lines.for_each(drop));
        self.server = Some(server);
    }

    /// `kill -9` of the whole server: its processes leave the group they were started in.
    pub(crate) fn kill(&mut self) {
        if let Some(mut server) = self.server.take() {
            let family = children(server.id());
            let kill = |pid: u32| {
                let pid = nix::unistd::Pid::from_raw(pid as i32);
                let _ = nix::sys::signal::kill(pid, nix::sys::signal::SIGKILL);
            };
            kill(server.id());
            let _ = server.wait();
            family.iter().copied().for_each(kill);
            // The next one must not begin while one of these still writes.
            while family.iter().any(|&pid| is_running(pid)) {
                std::thread::sleep(std::time::Duration::from_millis(2));
            }
            // What the killed server left behind would keep the next one from starting.
            let _ = std::fs::remove_file(self.folder.join("data/postmaster.pid"));
        }
    }

    /// A new, empty database; its address.
    pub(crate) fn database(&self) -> String {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("test{}", NEXT.fetch_add(1, Ordering::Relaxed));
        self.sql("postgres", &format!("CREATE DATABASE {name}"));
        self.address(&name)
    }

    pub(crate) fn address(&self, database: &str) -> String {
        let socket = self.folder.display().to_string().replace('/', "%2F");
        format!("postgresql://boyi@{socket}/{database}")
    }

    /// What a statement prints, in the words of `psql`.
    pub(crate) fn sql(&self, database: &str, sql: &str) -> String {
        let mut psql = self.command("psql");
        psql.args([
            "-X", "-q", "-A", "-t", "-U", "boyi", "-d", database, "-c", sql,
        ]);
        psql.arg("-h").arg(&self.folder);
        let output = psql.output().expect("psql runs");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        command.current_dir(&self.folder).stdin(Stdio::null());
        command.stdout(Stdio::piped()).process_group(0);
        if let Some(owner) = &self.owner {
            command.uid(owner.uid.as_raw()).gid(owner.gid.as_raw());
        }
        command
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.kill();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn children(parent: u32) -> Vec<u32> {
    let listed = std::fs::read_to_string(format!("/proc/{parent}/task/{parent}/children"));
    let listed = listed.unwrap_or_default();
    let pids = listed.split_whitespace();
    pids.filter_map(|pid| pid.parse().ok()).collect()
}

fn is_running(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    stat.rsplit_once(") ")
        .is_some_and(|(_, fields)| !fields.starts_with(['Z', 'X']))
}

/// Where the newest version lies; Debian does not put the server on the path.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten();
    let number = |path: &PathBuf| -> Option<u32> { path.file_name()?.to_str()?.parse().ok() };
    let newest = versions
        .filter_map(|entry| Some(entry.ok()?.path()))
        .max_by_key(number)
        .map(|path| path.join("bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = std::env::split_paths(&path).chain(newest);
    folders.find(|folder| is_complete(folder))
}

fn is_complete(folder: &Path) -> bool {
    ["initdb", "postgres", "psql"]
        .iter()
        .all(|program| folder.join(program).is_file())
}
