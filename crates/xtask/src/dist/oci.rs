//! A container image as files, by the layout of the Open Container Initiative: no system inside, only the program and a
//! folder for its games, and nobody is root.

use std::path::Path;

use anyhow::Result;
use serde_json::{Value, json};

use super::archive::{self, Entry, Form};
use super::programs::{self, Program};
use super::{Release, sha256};

/// Whom the program runs as, by the number that images without a system have agreed upon.
const USER: u32 = 65_532;
const PORT: u16 = 7878;

pub(super) fn make(release: &Release, programs: &[(&Program, &Path)]) -> Result<()> {
    let machines = programs::by_machine(programs)?;
    let mut blobs = Blobs::default();
    let mut manifests = Vec::new();
    for (machine, entries) in machines {
        let mut manifest = image(release, machine, entries, &mut blobs)?;
        manifest["platform"] = json!({ "architecture": machine, "os": "linux" });
        manifests.push(manifest);
    }
    // What takes an image from a layout takes it by this name.
    let index = blobs.add(
        "application/vnd.oci.image.index.v1+json",
        serde_json::to_vec(&json!({
            "schemaVersion": 2,
            "mediaType": "application/vnd.oci.image.index.v1+json",
            "manifests": manifests,
        }))?,
    );
    let mut named = index;
    named["annotations"] = json!({ "org.opencontainers.image.ref.name": release.version });
    let top = json!({ "schemaVersion": 2, "manifests": [named] });
    let mut entries = blobs.0;
    entries.push(Entry::new("index.json", serde_json::to_vec(&top)?));
    entries.push(Entry::new(
        "oci-layout",
        r#"{"imageLayoutVersion":"1.0.0"}"#,
    ));
    entries.sort_by(|one, other| one.name.cmp(&other.name));
    // Its layers are compressed already.
    let name = release.name("oci.tar");
    let bytes = archive::tar(&entries, release.time)?;
    std::fs::write(release.out.join(&name), &bytes)?;
    println!("   {name}: {:.1} MB", bytes.len() as f64 / 1e6);
    Ok(())
}

/// Contents by their hashes.
#[derive(Default)]
struct Blobs(Vec<Entry>);

impl Blobs {
    /// Keeps something, and says how others point at it.
    fn add(&mut self, kind: &str, content: Vec<u8>) -> Value {
        let hash = sha256(&content);
        let size = content.len();
        self.0
            .push(Entry::new(format!("blobs/sha256/{hash}"), content));
        json!({ "mediaType": kind, "digest": format!("sha256:{hash}"), "size": size })
    }
}

fn image(
    release: &Release,
    machine: &str,
    mut entries: Vec<Entry>,
    blobs: &mut Blobs,
) -> Result<Value> {
    let passwd = format!("boyi:x:{USER}:{USER}::/data:/sbin/nologin\n");
    entries.extend([
        Entry::new("etc/passwd", passwd),
        Entry::folder("data", 0o755, USER),
        Entry::folder("tmp", 0o1777, 0),
    ]);
    entries.sort_by(|one, other| one.name.cmp(&other.name));
    let layer = archive::tar(&entries, release.time)?;
    let unpacked = sha256(&layer);
    let packed = archive::write(Form::Tar, entries, release.time)?;
    let layer = blobs.add("application/vnd.oci.image.layer.v1.tar+gzip", packed);
    let port = format!("{PORT}/tcp");
    let listen = format!("0.0.0.0:{PORT}");
    let config = json!({
        "architecture": machine,
        "os": "linux",
        "config": {
            "User": format!("{USER}:{USER}"),
            "Env": ["PATH=/usr/bin", "HOME=/data"],
            "Entrypoint": ["/usr/bin/boyi"],
            "Cmd": ["serve", "--listen", listen, "--data", "/data"],
            "WorkingDir": "/data",
            "ExposedPorts": { port: {} },
            "Volumes": { "/data": {} },
            "Labels": {
                "org.opencontainers.image.title": "boyi",
                "org.opencontainers.image.version": release.version,
                "org.opencontainers.image.licenses": "MIT OR Apache-2.0",
            },
            "StopSignal": "SIGTERM",
            "Healthcheck": {
                "Test": ["CMD", "/usr/bin/boyi", "doctor", "--server", format!("127.0.0.1:{PORT}")],
                "Interval": 30_000_000_000_u64,
                "Timeout": 6_000_000_000_u64,
                "StartPeriod": 5_000_000_000_u64,
                "Retries": 3,
            },
        },
        "rootfs": { "type": "layers", "diff_ids": [format!("sha256:{unpacked}")] },
    });
    let config = blobs.add(
        "application/vnd.oci.image.config.v1+json",
        serde_json::to_vec(&config)?,
    );
    let manifest = json!({
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": config,
        "layers": [layer],
    });
    let kind = "application/vnd.oci.image.manifest.v1+json";
    Ok(blobs.add(kind, serde_json::to_vec(&manifest)?))
}
