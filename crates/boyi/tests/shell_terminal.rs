//! The shell on a terminal: who gets Ctrl-C and Ctrl-Z, what is reaped, what the editor offers.
//!
//! Nothing here sleeps: each step waits for the text that shows that the one before it has happened.
//! What is typed is echoed, so commands are typed with quotes inside (`d''one`) where their output is
//! waited for.

mod room;

use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, Command};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use boyi_game::shared_files;
use nix::pty::{Winsize, openpty};

use room::{Folder, clean};

const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";
const CTRL_R: &str = "\x12";
const CTRL_Z: &str = "\x1a";

/// How long a text may take to come. Only a failure takes that long.
const PATIENCE: Duration = Duration::from_secs(20);

/// A terminal with a shell in it.
struct Terminal {
    keyboard: File,
    screen: Receiver<Vec<u8>>,
    /// What came and was not waited for yet.
    unread: String,
    shell: Child,
    folder: Folder,
}

impl Terminal {
    fn open(name: &str) -> Self {
        Self::open_in(Folder::new(name))
    }

    fn open_in(folder: Folder) -> Self {
        let size = Winsize {
            ws_row: 24,
            ws_col: 200,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        let ends = openpty(&size, None).expect("a pseudo-terminal");
        // `setsid --ctty` makes it the controlling terminal and becomes the shell.
        let mut command = Command::new("setsid");
        clean(&mut command);
        let inside = |fd: &OwnedFd| fd.try_clone().expect("a descriptor");
        command
            .args(["--ctty", env!("CARGO_BIN_EXE_boyi"), "shell"])
            .current_dir(&folder.0)
            .env("HOME", &folder.0)
            .env("BOYI_HISTORY", folder.0.join("history"))
            .env("TERM", "xterm")
            .env("NO_COLOR", "1")
            .stdin(inside(&ends.slave))
            .stdout(inside(&ends.slave))
            .stderr(ends.slave);
        let shell = command.spawn().expect("setsid");
        drop(command);
        let mut master = File::from(ends.master);
        let keyboard = master.try_clone().expect("a descriptor");
        let (sender, screen) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(length @ 1..) = master.read(&mut buffer) {
                if sender.send(buffer[..length].to_owned()).is_err() {
                    return;
                }
            }
        });
        Self {
            keyboard,
            screen,
            unread: String::new(),
            shell,
            folder,
        }
    }

    fn press(&mut self, keys: &str) {
        self.keyboard
            .write_all(keys.as_bytes())
            .expect("the terminal reads");
    }

    /// Waits for the prompt and types at it. What is typed earlier may reach the program instead.
    fn type_in(&mut self, keys: &str) {
        // The editor writes its prompt and goes back to its beginning.
        self.expect("$ \r");
        self.press(keys);
    }

    /// Waits for the prompt and types a line.
    fn enter(&mut self, line: &str) {
        self.type_in(&format!("{line}\r"));
    }

    /// Waits for a text; returns what came before it.
    fn expect(&mut self, text: &str) -> String {
        loop {
            if let Some(at) = self.unread.find(text) {
                let before = self.unread[..at].to_owned();
                self.unread.drain(..at + text.len());
                return before;
            }
            match self.screen.recv_timeout(PATIENCE) {
                Ok(bytes) => self.unread.push_str(&String::from_utf8_lossy(&bytes)),
                Err(error) => panic!(
                    "{error} while waiting for {text:?}; came: {:?}",
                    self.unread
                ),
            }
        }
    }

    /// Presses keys until a text comes. A program that paints its screen may miss a key: `less` keeps
    /// a stop that comes between two of its looks for one until the next key.
    fn press_until(&mut self, keys: &str, text: &str) {
        for _ in 0..PATIENCE.as_secs() {
            self.press(keys);
            let end = Instant::now() + Duration::from_secs(1);
            while let Ok(bytes) = self
                .screen
                .recv_timeout(end.saturating_duration_since(Instant::now()))
            {
                self.unread.push_str(&String::from_utf8_lossy(&bytes));
                if self.unread.contains(text) {
                    break;
                }
            }
            if self.unread.contains(text) {
                break;
            }
        }
        self.expect(text);
    }

    /// Types a command and waits until it is done.
    fn run(&mut self, line: &str) -> String {
        self.enter(&format!("{line}; echo d''one"));
        self.expect("done\r\n")
    }

    fn children(&self) -> Vec<String> {
        let pid = self.shell.id();
        let children = fs::read_to_string(format!("/proc/{pid}/task/{pid}/children"));
        children
            .expect("Linux")
            .split_whitespace()
            .map(str::to_owned)
            .collect()
    }

    /// How many descriptors the shell has open while it waits at the prompt.
    fn descriptors(&mut self) -> usize {
        self.expect("$ \r");
        let folder = format!("/proc/{}/fd", self.shell.id());
        let count = fs::read_dir(folder).expect("Linux").count();
        self.press("\r");
        count
    }

    /// Leaves by typing this; the exit status.
    fn leave(&mut self, keys: &str) -> Option<i32> {
        self.type_in(keys);
        // The screen goes dark when the last process has closed the terminal.
        while self.screen.recv_timeout(PATIENCE).is_ok() {}
        self.shell
            .try_wait()
            .expect("a child")
            .or_else(|| self.shell.wait().ok())?
            .code()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.shell.kill();
        let _ = self.shell.wait();
    }
}

#[test]
fn ctrl_c_ends_the_program_and_the_rest_of_the_line_but_not_the_shell() {
    let mut terminal = Terminal::open("ctrl-c");
    terminal.enter("sh -c 'echo u''p; exec sleep 1000'; echo nev''er");
    terminal.expect("up\r\n");
    terminal.press(CTRL_C);
    terminal.enter("echo status $?");
    let between = terminal.expect("status 130");
    assert!(!between.contains("never"));
    assert!(terminal.children().is_empty());
    // At the prompt it only takes the line away.
    terminal.type_in("nosuch");
    terminal.expect("nosuch");
    terminal.press(CTRL_C);
    terminal.enter("echo st''ill here");
    terminal.expect("still here");
    // Also while the shell itself waits, for a substitution or for a job.
    terminal.enter("echo $(sh -c 'echo u''p >&2; exec sleep 1000')");
    terminal.expect("up\r\n");
    terminal.press(CTRL_C);
    terminal.enter("echo sub''stituted");
    terminal.expect("substituted");
    assert_eq!(terminal.leave("exit 3\r"), Some(3));
}

#[test]
fn ctrl_z_stops_and_fg_goes_on() {
    let mut terminal = Terminal::open("ctrl-z");
    terminal.enter("sh -c 'echo u''p; exec sed -u s/l/L/g'");
    terminal.expect("up\r\n");
    terminal.press(CTRL_Z);
    terminal.expect("[1]+  Stopped");
    terminal.enter("echo status $?");
    terminal.expect("status 148");
    terminal.enter("jobs");
    terminal.expect("[1]+  Stopped                 sh -c");
    terminal.enter("fg");
    terminal.expect("\nsh -c");
    terminal.expect("\r\n");
    terminal.press("hello\r");
    terminal.expect("heLLo");
    terminal.press(CTRL_D);
    terminal.enter("echo status $?");
    terminal.expect("status 0");
    assert!(terminal.children().is_empty());
    assert_eq!(terminal.leave(CTRL_D), Some(0));
}

#[test]
fn a_stopped_job_goes_on_in_the_background_and_is_reaped() {
    let mut terminal = Terminal::open("bg");
    terminal.file_with_fifo();
    terminal.enter("sh -c 'echo u''p; read x < fifo; exit 5'");
    terminal.expect("up\r\n");
    terminal.press(CTRL_Z);
    terminal.expect("Stopped");
    terminal.enter("bg");
    terminal.expect("[1]+ sh -c");
    terminal.run("echo go > fifo; wait %1; echo it ended with $?");
    terminal.expect("[1]+  Exit 5");
    assert!(terminal.children().is_empty());
}

impl Terminal {
    /// A pipe with a name: whoever reads it waits until somebody writes.
    fn file_with_fifo(&mut self) {
        self.run("mkfifo fifo");
        assert!(self.folder.0.join("fifo").exists());
    }
}

#[test]
fn a_background_job_is_announced_and_reaped() {
    let mut terminal = Terminal::open("background");
    terminal.file_with_fifo();
    terminal.enter("cat fifo > copy & echo sta''rted");
    terminal.expect("[1] ");
    let pid = terminal.expect("\r\n");
    terminal.expect("started");
    terminal.enter("jobs");
    terminal.expect("[1]+  Running                 cat fifo > copy &");
    assert_eq!(terminal.children(), [pid.trim()]);
    terminal.run("echo text > fifo; wait");
    terminal.expect("[1]+  Done");
    assert!(terminal.children().is_empty());
    terminal.enter("cat cop*");
    terminal.expect("text");
    // Two at once, and one is ended by name.
    terminal.run("sleep 1000 & sleep 2000 & kill %1; wait %1; echo was $?");
    terminal.expect("[1]-  Terminated");
    assert_eq!(terminal.children().len(), 1);
}

#[test]
fn leaving_ends_stopped_jobs() {
    let mut terminal = Terminal::open("leaving");
    terminal.enter("sh -c 'echo pi''d $$; exec sleep 1000'");
    terminal.expect("pid ");
    let pid = terminal.expect("\r\n");
    terminal.press(CTRL_Z);
    terminal.expect("Stopped");
    assert_eq!(terminal.leave("exit 0\r"), Some(0));
    // It may take the system a moment to deliver the signal.
    let process = format!("/proc/{}/stat", pid.trim());
    let gone = || fs::read_to_string(&process).map_or(true, |stat| stat.contains(") Z "));
    while !gone() {
        std::thread::yield_now();
    }
}

#[test]
fn ten_thousand_programs_leave_no_child_and_no_descriptor_behind() {
    let mut terminal = Terminal::open("many");
    terminal.run("true");
    let before = terminal.descriptors();
    let hundred = vec!["true"; 100].join(";");
    for _ in 0..100 {
        terminal.run(&hundred);
    }
    assert!(terminal.children().is_empty());
    assert_eq!(terminal.descriptors(), before);
}

#[test]
fn a_pipeline_of_five_ends_when_its_reader_quits() {
    let mut terminal = Terminal::open("pipeline");
    let before = terminal.descriptors();
    let printed = terminal.run("yes abc | cat | tr a-c d-f | cat | head -n 2");
    assert!(printed.ends_with("def\r\ndef\r\n"), "{printed:?}");
    terminal.enter("echo status $?");
    terminal.expect("status 0");
    assert!(terminal.children().is_empty());
    assert_eq!(terminal.descriptors(), before);
    // And Ctrl-C reaches all of it.
    terminal.enter("yes | cat | cat | cat | sh -c 'echo u''p >&2; exec cat > /dev/null'");
    terminal.expect("up\r\n");
    terminal.press(CTRL_C);
    terminal.enter("echo status $?");
    terminal.expect("status 130");
    assert!(terminal.children().is_empty());
}

#[test]
fn full_screen_programs_work_and_can_be_stopped() {
    for (program, shown, quit) in [
        ("less", "line 7", "q"),
        ("vim -u NONE -i NONE -n", "line 7", ":q!\r"),
    ] {
        let name = program.split(' ').next().unwrap_or(program);
        if !Command::new("sh")
            .args(["-c", &format!("command -v {name}")])
            .output()
            .expect("sh")
            .status
            .success()
        {
            shared_files::skip(&format!("there is no {name}"));
            continue;
        }
        let mut terminal = Terminal::open(name);
        let lines: String = (0..100).map(|number| format!("line {number}\n")).collect();
        terminal.folder.file("text", &lines);
        terminal.enter(&format!("{program} text"));
        terminal.expect(shown);
        terminal.press_until(CTRL_Z, "Stopped");
        terminal.enter("echo at the pro''mpt");
        terminal.expect("at the prompt");
        terminal.enter("fg");
        terminal.expect(shown);
        terminal.press(quit);
        terminal.enter("echo status $?");
        terminal.expect("status 0");
        assert!(terminal.children().is_empty());
    }
}

#[test]
fn boyi_commands_stop_like_programs() {
    let mut terminal = Terminal::open("boyi");
    terminal.enter("analyse reversi --seconds 1000");
    terminal.expect("nodes");
    terminal.press(CTRL_Z);
    terminal.expect("[1]+  Stopped");
    terminal.enter("fg");
    terminal.expect("nodes");
    terminal.press(CTRL_C);
    terminal.expect("Best move:");
    terminal.enter("play reversi");
    terminal.expect("> ");
    terminal.press(CTRL_C);
    terminal.expect("To go on: boyi play reversi");
    terminal.enter("echo status $?");
    terminal.expect("status 130");
    assert!(terminal.children().is_empty());
}

#[test]
fn the_editor_completes_searches_and_remembers() {
    let mut terminal = Terminal::open("editor");
    terminal.folder.file("a long name.txt", "inside");
    terminal.type_in("cat a\t\r");
    terminal.expect("inside");
    terminal.type_in("anal\t reversi --dep\t 1 --json | head -c 9\r");
    terminal.expect("{\"game\":\"");
    terminal.type_in("echo $HOM\t; echo d''one\r");
    let home = terminal.folder.0.display().to_string();
    terminal.expect(&home);
    terminal.expect("done");
    terminal.run("echo needle in the hay");
    terminal.type_in(CTRL_R);
    terminal.press("needle");
    terminal.expect("needle in the hay");
    terminal.press("\r");
    terminal.expect("\nneedle in the hay");
    terminal.enter("!#");
    let log = terminal.expect("echo needle in the hay; echo d''one\r\n");
    assert!(log.contains("cat a\\ long\\ name.txt\r\n"), "{log:?}");

    // The next run knows the history, and its log begins empty.
    terminal.leave(CTRL_D);
    let folder = std::mem::replace(&mut terminal.folder, Folder::new("editor-spare"));
    drop(terminal);
    let mut terminal = Terminal::open_in(folder);
    terminal.enter("!cat");
    terminal.expect("No Match");
    terminal.enter("history");
    terminal.expect("1  cat a\\ long\\ name.txt");
    terminal.type_in(CTRL_R);
    terminal.press("long");
    terminal.expect("cat a\\ long\\ name.txt");
    terminal.press("\r");
    terminal.expect("inside");
}
