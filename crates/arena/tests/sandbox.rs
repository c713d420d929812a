//! Real programs behind real layers: what they can do, what they cannot, and that they are gone
//! afterwards.

mod locked;

use std::fs;
use std::time::{Duration, Instant};

use boyi_arena::sandbox::{How, Layer, Overrun, Policy, Program, survey};

use locked::{BOTH, Cage, all_gone, run, sandbox, start};

#[test]
fn every_attempt_of_the_probe_is_refused() {
    for cage in BOTH {
        let Some(sandbox) = sandbox(cage) else {
            continue;
        };
        let survey = survey(&sandbox).expect("a program of ours starts");
        for attempt in &survey.attempts {
            assert!(attempt.refused, "{cage:?}: {}", attempt.what.english);
        }
        let held: Vec<Layer> = survey
            .layers
            .iter()
            .filter(|layer| layer.active)
            .map(|layer| layer.layer)
            .collect();
        assert_eq!(
            held.contains(&Layer::Bubblewrap),
            cage == Cage::Full,
            "{held:?}"
        );
        assert!(
            held.contains(&Layer::Keeper)
                && held.contains(&Layer::Unprivileged)
                && held.contains(&Layer::Seccomp),
            "{held:?}"
        );
    }
}

#[test]
fn interpreters_run() {
    for cage in BOTH {
        let hello: [&[&str]; 4] = [
            &["sh", "-c", "echo hello"],
            &[
                "python3",
                "-c",
                "import json, random, threading, collections; print('hello')",
            ],
            &["node", "-e", "console.log('hello')"],
            &["java", "-version"],
        ];
        for words in hello
            .into_iter()
            .filter(|words| locked::is_installed(words[0]))
        {
            let Some(done) = run(cage, words) else {
                continue;
            };
            assert_eq!(done.how, Some(How::Exit(0)), "{words:?} {}", done.stderr);
            assert!(
                done.stdout == "hello\n" || words[0] == "java",
                "{words:?} said {}",
                done.stdout
            );
        }
    }
}

#[test]
fn a_persons_files_cannot_be_read() {
    let secret = std::env::temp_dir().join(format!("boyi-secret-{}", std::process::id()));
    fs::write(&secret, "secret").expect("a file of ours");
    let path = secret.to_str().expect("plain");
    for cage in BOTH {
        // The name stands in a script, so that it grants nothing.
        let script = format!("cat '{path}' /etc/passwd; ls /root /home; cat /proc/1/environ");
        let Some(done) = run(cage, &["sh", "-c", &script]) else {
            continue;
        };
        assert_eq!(done.stdout, "", "{cage:?}");
        assert!(!done.stderr.is_empty());
    }
    // The same file on the command line is granted, which shows that it was there to be read.
    for cage in BOTH {
        let Some(done) = run(cage, &["cat", path]) else {
            continue;
        };
        assert_eq!(done.stdout, "secret", "{cage:?} {}", done.stderr);
    }
    fs::remove_file(&secret).expect("ours");
}

#[test]
fn nothing_of_our_environment_is_handed_on() {
    for cage in BOTH {
        let Some(done) = run(cage, &["env"]) else {
            continue;
        };
        assert!(!done.stdout.contains("CARGO"), "{}", done.stdout);
    }
}

#[test]
fn nothing_is_written_to_the_disk() {
    let folder = std::env::temp_dir().join(format!("boyi-open-{}", std::process::id()));
    fs::create_dir(&folder).expect("a folder of ours");
    let everybody = std::os::unix::fs::PermissionsExt::from_mode(0o777);
    fs::set_permissions(&folder, everybody).expect("ours");
    for cage in BOTH {
        let words = [
            "sh",
            "-c",
            "echo x > $0/file; echo x > /tmp/file; echo done",
            folder.to_str().expect("plain"),
        ];
        let Some(done) = run(cage, &words) else {
            continue;
        };
        assert_eq!(done.stdout, "done\n", "{}", done.stderr);
        assert_eq!(fs::read_dir(&folder).expect("ours").count(), 0, "{cage:?}");
        assert!(!std::path::Path::new("/tmp/file").exists(), "{cage:?}");
    }
    fs::remove_dir(&folder).expect("ours, and empty");
}

#[test]
fn the_network_ends_a_program() {
    for cage in BOTH {
        let script = "import socket\nsocket.create_connection(('127.0.0.1', 9))";
        let Some(done) = run(cage, &["python3", "-c", script]) else {
            continue;
        };
        let how = done.how.expect("it ended");
        assert!(how.is_forbidden_call(), "{cage:?} {how}");
    }
}

#[test]
fn memory_of_all_processes_together_is_bounded() {
    // Four children of 40 MB each are below the limit one by one.
    let script = "
import os, time
for _ in range(4):
    if os.fork() == 0:
        hoard = bytearray(40 << 20)
        time.sleep(60)
time.sleep(60)";
    for cage in BOTH {
        let Some(mut sandbox) = sandbox(cage) else {
            continue;
        };
        sandbox.allowance.memory = 100 << 20;
        let done = start(&sandbox, &["python3", "-c", script]).finish();
        let Some(Overrun::Memory { used }) = done.overrun else {
            panic!("{cage:?} {done:?}");
        };
        assert!(used > 100 << 20, "{used}");
    }
}

/// Ways to hold memory that no process maps any more, or that is no process's own: each takes a step of
/// a few megabytes and keeps it.
const HOARDS: [(&str, &str); 8] = [
    (
        "shared memory given up",
        "
m = mmap.mmap(-1, STEP, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS)
for at in range(0, STEP, 4096): m[at] = 1
m.madvise(mmap.MADV_DONTNEED)
kept.append(m)",
    ),
    (
        "the device of zeros",
        "
m = mmap.mmap(os.open('/dev/zero', os.O_RDWR), STEP, mmap.MAP_SHARED)
for at in range(0, STEP, 4096): m[at] = 1
m.madvise(mmap.MADV_DONTNEED)
kept.append(m)",
    ),
    (
        "files without a name",
        "
f = os.memfd_create('x')
os.write(f, bytes(STEP))
kept.append(f)",
    ),
    (
        "segments of System V",
        "
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
libc.shmat.restype = ctypes.c_void_p
number = libc.shmget(0, STEP, 0o1600)
if number < 0: raise OSError(ctypes.get_errno())
place = libc.shmat(number, None, 0)
libc.shmctl(number, 0, None)
ctypes.memset(place, 1, STEP)
libc.madvise(ctypes.c_void_p(place), STEP, 4)",
    ),
    (
        "files in the folder it may write to",
        "
f = os.open('/tmp/%d' % len(kept), os.O_RDWR | os.O_CREAT)
os.unlink('/tmp/%d' % len(kept))
os.write(f, bytes(STEP))
kept.append(f)",
    ),
    (
        "sockets nobody reads",
        "
for _ in range(STEP >> 17):
    pair = socket.socketpair()
    for end in pair:
        end.setblocking(False)
        try:
            while True: end.send(bytes(65536))
        except BlockingIOError: pass
    kept.append(pair)
    if len(kept) > 200 and os.fork() > 0: time.sleep(600)",
    ),
    (
        "page tables of nothing",
        "
m = mmap.mmap(-1, STEP << 9, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=mmap.PROT_READ)
for at in range(0, STEP << 9, 1 << 21): m[at]
kept.append(m)",
    ),
    (
        "pages in pipes",
        "
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
class Vec(ctypes.Structure): _fields_ = [('base', ctypes.c_void_p), ('len', ctypes.c_size_t)]
r, w = os.pipe()
m = mmap.mmap(-1, 1 << 16, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
m.write(bytes(1 << 16))
v = Vec(ctypes.addressof(ctypes.c_char.from_buffer(m)), 1 << 16)
if libc.vmsplice(w, ctypes.byref(v), 1, 1) < 0: raise OSError(ctypes.get_errno())
kept.append((r, w))",
    ),
];

#[test]
fn memory_that_is_no_process_s_own_is_counted_or_refused() {
    const ALLOWED: u64 = 96 << 20;
    for (what, step) in HOARDS {
        let step = step.replace('\n', "\n    ");
        let script = format!(
            "import mmap, os, socket, time\nSTEP = 4 << 20\nkept = []\nfor _ in range(80):{step}\n    time.sleep(0.005)\ntime.sleep(0.5)\nprint('held', flush=True)"
        );
        for cage in BOTH {
            let Some(mut sandbox) = sandbox(cage) else {
                continue;
            };
            sandbox.allowance.memory = ALLOWED;
            // What it may put into files is more than it may have in all.
            sandbox.allowance.scratch = 1 << 30;
            let done = start(&sandbox, &["python3", "-c", &script]).finish();
            assert_ne!(done.stdout, "held\n", "{what}, {cage:?}: all of it was had");
            let ended = matches!(done.overrun, Some(Overrun::Memory { .. }));
            let refused = [
                "Error: [Errno",
                "OSError:",
                "PermissionError",
                "AttributeError",
            ];
            let refused = refused.iter().any(|word| done.stderr.contains(word));
            assert!(ended || refused, "{what}, {cage:?}: {done:?}");
        }
    }
}

#[test]
fn files_without_end_end_a_program() {
    let script = "
import os
for n in range(1_000_000):
    os.close(os.open('/tmp/%d' % n, os.O_CREAT))
print('made')";
    let Some(sandbox) = sandbox(Cage::Full) else {
        return;
    };
    let done = start(&sandbox, &["python3", "-c", script]).finish();
    assert!(
        matches!(done.overrun, Some(Overrun::Files { count }) if count < 200_000),
        "{done:?}"
    );
}

/// Forks without end, and does not mind being refused.
const BOMB: &str = "
import os
while True:
    try:
        os.fork()
    except OSError:
        pass";

#[test]
fn a_fork_bomb_is_ended_whole() {
    for cage in BOTH {
        let Some(sandbox) = sandbox(cage) else {
            continue;
        };
        let bomb = start(&sandbox, &["python3", "-c", BOMB]);
        let keeper = bomb.running.keeper();
        let done = bomb.finish();
        assert!(
            matches!(done.overrun, Some(Overrun::Processes { .. })),
            "{cage:?} {done:?}"
        );
        assert!(all_gone(keeper));
    }
}

#[test]
fn who_leaves_its_family_is_found() {
    // A child in a session of its own, whose parent has ended: nobody's, if nobody looks after it.
    let script = "
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        print('out', flush=True)
        time.sleep(60)
    os._exit(0)
time.sleep(60)";
    for cage in BOTH {
        let Some(sandbox) = sandbox(cage) else {
            continue;
        };
        let mut running = start(&sandbox, &["python3", "-c", script]);
        assert_eq!(running.line(), "out");
        let family = locked::descendants(running.running.keeper());
        assert!(family.len() >= 2, "{family:?}");
        drop(running);
        for pid in family {
            assert!(
                !std::path::Path::new(&format!("/proc/{pid}/cmdline")).exists(),
                "{pid} lives"
            );
        }
    }
}

#[test]
fn a_keeper_that_is_killed_takes_its_program_along() {
    for cage in BOTH {
        let Some(sandbox) = sandbox(cage) else {
            continue;
        };
        let mut running = start(&sandbox, &["sh", "-c", "echo up; exec sleep 60"]);
        assert_eq!(running.line(), "up");
        let family = locked::descendants(running.running.keeper());
        locked::kill(running.running.keeper());
        // The kernel ends the program when its parent is gone; its pipe tells.
        assert_eq!(running.rest(), "");
        drop(running);
        let soon = Instant::now() + Duration::from_secs(20);
        while family.iter().any(|&pid| locked::is_alive(pid)) {
            assert!(Instant::now() < soon, "{family:?}");
            std::thread::yield_now();
        }
    }
}

#[test]
fn a_program_in_a_closed_folder_runs_from_a_copy() {
    let closed = std::env::temp_dir().join(format!("boyi-closed-{}", std::process::id()));
    fs::create_dir(&closed).expect("a folder of ours");
    fs::write(closed.join("bot.sh"), "read go; cat words; pwd >&2").expect("ours");
    fs::write(closed.join("words"), "hello").expect("ours");
    let only_owner = std::os::unix::fs::PermissionsExt::from_mode(0o700);
    fs::set_permissions(&closed, only_owner).expect("ours");
    for cage in BOTH {
        let Some(sandbox) = sandbox(cage) else {
            continue;
        };
        let program = Program {
            folder: Some(closed.clone()),
            ..Program::new(["sh", "bot.sh"])
        };
        let running = locked::Started::new(&sandbox, &program);
        if locked::is_root() {
            for copy in copies() {
                let mode = std::os::unix::fs::PermissionsExt::mode(&copy);
                assert_eq!(mode & 0o077, 0, "only its user may look into it");
            }
        }
        let stdin = running.running.stdin.try_clone().expect("a pipe");
        std::io::Write::write_all(&mut fs::File::from(stdin), b"\n").expect("it reads");
        let done = running.finish();
        assert_eq!(done.stdout, "hello", "{cage:?} {}", done.stderr);
        if locked::is_root() {
            let copy = done.stderr.trim();
            assert!(
                copy.contains("boyi-bot-") && !std::path::Path::new(copy).exists(),
                "{copy}"
            );
        }
    }
    fs::remove_dir_all(&closed).expect("ours");
}

/// The permissions of the folders that this process had copied for programs.
fn copies() -> Vec<fs::Permissions> {
    let ours = format!("boyi-bot-{}-", std::process::id());
    let all = fs::read_dir(std::env::temp_dir()).expect("there is one");
    let copies = all.flatten().filter(|entry| {
        let name = entry.file_name();
        name.to_str().is_some_and(|name| name.starts_with(&ours))
    });
    let modes = copies.map(|entry| entry.metadata().expect("there").permissions());
    let modes: Vec<_> = modes.collect();
    assert!(!modes.is_empty());
    modes
}

#[test]
fn what_cannot_be_started_says_why() {
    let Some(sandbox) = sandbox(Cage::Plain) else {
        return;
    };
    let error = sandbox
        .start(&Program::new(["no-such-program"]))
        .err()
        .expect("nothing to start");
    assert_eq!(error.to_string(), "there is no program `no-such-program`");
}

#[test]
fn require_means_every_layer() {
    let mut sandbox = locked::plain();
    sandbox.policy = Policy::Require;
    sandbox.without = vec![Layer::Seccomp];
    let error = sandbox
        .start(&Program::new(["true"]))
        .err()
        .expect("a layer is missing");
    let said = error.to_string();
    assert!(
        said.contains("seccomp") || said.contains("bubblewrap") || said.contains("landlock"),
        "{said}"
    );
}
