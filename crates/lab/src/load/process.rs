//! The server that is measured, as a process of its own.

use std::fs;
use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use boyi_platform::{process, usage};

/// A server that ends in order takes no longer.
const END_TIMEOUT: Duration = Duration::from_secs(20);

/// What `boyi serve` keeps unless said: the oldest finished games make room, in a soak, too.
const USUAL_GAMES: usize = 10_000;

pub(super) struct ServerProcess {
    child: Child,
    pub(super) address: SocketAddr,
    data: PathBuf,
}

impl ServerProcess {
    /// Starts it with room for so many streams and games, but no fewer games than usual.
    pub(super) fn start(program: &Path, streams: usize, games: usize) -> io::Result<Self> {
        let games = games.max(USUAL_GAMES);
        let name = format!("boyi-load-{}-{streams}", std::process::id());
        let data = std::env::temp_dir().join(name);
        let mut child = process::can_be_asked(&mut Command::new(program))
            .args([
                "serve",
                "--json",
                "--port",
                "0",
                "--games",
                &games.to_string(),
            ])
            .args(["--streams", &streams.to_string(), "--data"])
            .arg(&data)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()?;
        let out = child.stdout.take();
        let mut server = Self {
            child,
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            data,
        };
        let mut line = String::new();
        if let Some(out) = out {
            BufReader::new(out).read_line(&mut line)?;
        }
        let said: serde_json::Value = serde_json::from_str(&line).unwrap_or_default();
        let address = said["address"].as_str().unwrap_or_default();
        let address = address.trim_start_matches("http://").trim_end_matches('/');
        let silent = |_| io::Error::other("the server does not say where it is");
        server.address = address.parse().map_err(silent)?;
        Ok(server)
    }

    /// Memory in MiB, and open files; nothing where the system does not tell.
    pub(super) fn holds(&self) -> (f64, u64) {
        let pid = self.child.id();
        let bytes = usage::resident_bytes(pid).unwrap_or(0);
        (
            bytes as f64 / f64::from(1 << 20),
            usage::open_files(pid).unwrap_or(0),
        )
    }

    /// Ends it as whoever looks after a server does; it must end well.
    pub(super) fn end(mut self) -> io::Result<()> {
        process::ask_to_end(&self.child)?;
        let asked = Instant::now();
        while asked.elapsed() < END_TIMEOUT {
            if let Some(status) = self.child.try_wait()? {
                let failed = || io::Error::other(format!("the server ended with {status}"));
                return status.success().then_some(()).ok_or_else(failed);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Err(io::Error::other("the server does not end"))
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.data);
    }
}
