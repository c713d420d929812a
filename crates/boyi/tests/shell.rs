//! The shell as a user meets it without a terminal: the course's cases and every message.

mod room;

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

use boyi_game::shared_files;

use room::{Folder, clean, run, shell, text, typed, typed_in_course};

#[test]
fn the_course_cases_byte_for_byte() {
    for case in 1..=3 {
        let (Some(input), Some(expected)) = (
            shared_files::path(&format!("shell/testcase{case}.in")),
            shared_files::text(&format!("shell/part{case}_sol.txt")),
        ) else {
            return;
        };
        let folder = Folder::new(&format!("course{case}"));
        // What the course's directory held, as far as anything can be seen of it.
        for name in [
            "args.cpp",
            "check",
            "check.cpp",
            "fbomb.txt",
            "include",
            "ls_demo/ls_1.txt",
            "ls_demo/ls_2.txt",
            "main",
            "main_sol",
            "Makefile",
            "output",
            "README.md",
            "src",
            "testcase1.in",
            "testcase2.in",
            "testcase3.in",
        ] {
            folder.file(name, "");
        }
        folder.program(
            "args",
            "#!/bin/sh\necho 'hello world!'\nprintf '%s\\n' args \"$@\"\n",
        );
        let place = folder.0.display().to_string();
        let from_file = shell(&folder.0, &[input.to_str().expect("text")])
            .output()
            .expect("starts");
        assert_eq!(
            text(from_file.stdout).replace(&place, "D"),
            expected,
            "case {case} from a file"
        );
        let lines = fs::read_to_string(&input).expect("readable");
        let (from_pipe, errors, _) = typed_in_course(&folder.0, &lines);
        assert_eq!(
            from_pipe.replace(&place, "D"),
            expected,
            "case {case} from a pipe"
        );
        assert_eq!(errors, "");
    }
}

#[test]
fn a_case_of_our_own_byte_for_byte() {
    let folder = Folder::new("own");
    folder.file("inner/b.txt", "");
    folder.file("inner/A.txt", "");
    folder.program("say", "#!/bin/sh\necho said \"$@\"\n");
    let lines = "cd inner\nls\n\ncd ..\nsay it\n!s\n!#\n!\n!nope\n!e\nsay more\nexit\nnever\n";
    let place = folder.0.display().to_string();
    // `!e` finds nothing before `exit` was typed.
    let expected = "D$ D/inner$ A.txt\nb.txt\nD/inner$ D/inner$ D$ said it\nD$ said it\nD$ cd inner\nls\ncd \
                    ..\nsay it\nsay it\nD$ D$ No Match\nD$ No Match\nD$ said more\nD$ ";
    let printed = typed_in_course(&folder.0, lines).0;
    assert_eq!(printed.replace(&place, "D"), expected);
}

#[test]
fn every_message_of_the_rules() {
    let folder = Folder::new("messages");
    folder.file("plain", "not a program");
    folder.file("here", "");
    folder.program("here", "#!/bin/sh\necho from here\n");
    folder.program("cat", "#!/bin/sh\necho not the cat of PATH\n");
    folder.program("ls", "#!/bin/sh\necho never this\n");
    let place = folder.0.display().to_string();
    let mut table = String::new();
    for lines in [
        "",
        "\n   \n!#",
        "pwd\n!#",
        "nosuch\n!#",
        "!",
        "! ",
        "!x",
        "echo 1\necho 2\n!echo\n!#",
        "exit\necho never",
        "echo a\nexit 7",
        "false\nexit",
        "cd nosuch",
        "cd plain",
        "cd a b",
        "cd\npwd",
        "unset HOME\ncd",
        "cd -",
        "cd /usr/..\ncd -",
        "ls",
        "ls nosuch",
        "here",
        "cat",
        "nosuch\necho $?",
        "plain\necho $?",
        "./plain\necho $?",
        "/\necho $?",
        "nosuch/prog\necho $?",
        "\"\"\necho $?",
        "sh -c 'exit 5'\necho $?",
        "sh -c 'kill -TERM $$'\necho $?",
        "echo > nosuch/file\necho $?",
        "cat < nosuch\necho $?",
        "echo >&7\necho $?",
        "echo ${missing:?is needed}\necho $?",
        "echo ${missing?}",
        "echo 'open\necho $?",
        "fg\nbg\njobs\nwait 1\nkill %1",
        "export 1=2\nunset 1",
        "exit nonsense",
        "type cd solve here nosuch",
        "help cd\nhelp solve\nhelp nosuch",
        "history",
        "echo \u{1}\0x",
    ] {
        let (output, errors, status) = typed_in_course(&folder.0, lines);
        table.push_str(&format!("## {lines:?} ends with {status:?}\n{output}\n"));
        if !errors.is_empty() {
            table.push_str(&format!("-- errors\n{errors}"));
        }
    }
    insta::assert_snapshot!(table.replace(&place, "D"));
}

/// A name without `/` is looked for along `PATH` alone, unless the course's order is asked for.
#[test]
fn the_current_folder_is_searched_in_course_mode_only() {
    let folder = Folder::new("order");
    folder.program("cat", "#!/bin/sh\necho planted\n");
    folder.program("own", "#!/bin/sh\necho own\n");
    folder.file("f", "text\n");
    let place = folder.0.display().to_string();
    let printed = |command: &mut Command| {
        let output = command.output().expect("starts");
        (
            text(output.stdout).replace(&place, "D"),
            text(output.stderr),
        )
    };
    let lines = "cat f; own; ./own";
    let modern = (
        "text\nown\n".to_owned(),
        "own: no such command\n".to_owned(),
    );
    assert_eq!(printed(&mut shell(&folder.0, &["-c", lines])), modern);
    let (output, errors, _) = typed(&folder.0, lines);
    assert_eq!(output.replace(&place, "D"), "D$ text\nown\nD$ ");
    assert_eq!(errors, "own: no such command\n");
    let script = folder.file("lines.txt", "cat f\nown\n");
    let script = script.to_str().expect("text");
    let in_course = ("D$ planted\nD$ own\nD$ ".to_owned(), String::new());
    assert_eq!(printed(&mut shell(&folder.0, &[script])), in_course);
    let (output, ..) = typed_in_course(&folder.0, "cat f\nown");
    assert_eq!(output.replace(&place, "D"), in_course.0);
}

#[test]
fn unfinished_commands_go_on_in_the_next_line() {
    let folder = Folder::new("unfinished");
    let place = folder.0.display().to_string();
    let lines =
        "for i in 1 2\ndo echo $i\ndone\ncat <<E\nhere $((1+1))\nE\n!for\necho 'a\nb'\nif true";
    let (output, errors, status) = typed(&folder.0, lines);
    assert_eq!(
        output.replace(&place, "D"),
        "D$ > > 1\n2\nD$ > > here 2\nD$ 1\n2\nD$ > a\nb\nD$ > D$ "
    );
    assert_eq!(
        errors,
        "syntax error, line 10, column 1: this `if` is never closed\n  if true\n  ^\n"
    );
    assert_eq!(status, Some(2));
    let script = folder.file("script", &format!("{lines}\n"));
    let from_file = shell(&folder.0, &[script.to_str().expect("text")]).output();
    let from_file = from_file.expect("starts");
    assert_eq!(text(from_file.stderr), errors);
    assert!(text(from_file.stdout).contains("here 2\n"));
}

#[test]
fn arguments_come_after_the_commands_or_the_file() {
    let folder = Folder::new("arguments");
    let output = shell(&folder.0, &["-c", "echo $0 $2 $#", "name", "a", "-b"]);
    let output = { output }.output().expect("starts");
    assert_eq!(text(output.stdout), "name -b 2\n");
    let script = folder.file("script", "echo \"<$1>\"\n");
    let script = script.to_str().expect("text");
    let output = shell(&folder.0, &[script, "a b"]).output().expect("starts");
    assert!(text(output.stdout).contains("<a b>\n"));
}

#[test]
fn calls_without_end_are_ended_with_a_message() {
    let folder = Folder::new("deep");
    for line in [
        "f() { f; }; f",
        "f() { if true; then { f; }; fi; }; f",
        "f() { eval f; }; f",
        "f() { for i in 1; do case a in a) f;; esac; done; }; f",
    ] {
        let output = run(&folder.0, line);
        assert_eq!(output.status.code(), Some(1), "{line}");
        assert_eq!(
            text(output.stderr),
            "commands run more than 1000 deep\n",
            "{line}"
        );
    }
}

#[test]
fn bad_input_is_said_and_survived() {
    let folder = Folder::new("bad");
    let megabyte = "x".repeat(1 << 20);
    let (output, errors, status) = typed(
        &folder.0,
        &format!("echo {megabyte} | wc -c\n{megabyte}\necho alive"),
    );
    assert!(
        output.contains("1048577") && output.contains("alive"),
        "{}",
        output.len()
    );
    assert!(
        errors.contains("no such command") || errors.contains("name too long"),
        "{}",
        errors.len()
    );
    assert_eq!(status, Some(0));
    // References cannot go round: what they find was typed by someone.
    let (output, _, _) = typed(&folder.0, &format!("echo once\n{}", "!echo\n".repeat(2000)));
    assert_eq!(output.matches("once").count(), 2001);
    let mut child = shell(&folder.0, &[])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("starts");
    let mut stdin = child.stdin.take().expect("piped");
    stdin.write_all(b"echo \xFF\necho ok\n").expect("reads");
    drop(stdin);
    let output = child.wait_with_output().expect("ends");
    assert!(text(output.stderr).contains("column 6: the line is not UTF-8"));
    assert!(text(output.stdout).contains("ok"));
}

#[test]
fn a_file_that_is_not_there_is_said() {
    let folder = Folder::new("nofile");
    let output = shell(&folder.0, &["nosuch.txt"]).output().expect("starts");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(output.stderr).starts_with("boyi: cannot read nosuch.txt: No such file"));
}

#[test]
fn what_follows_a_line_belongs_to_the_program_it_starts() {
    let folder = Folder::new("stdin");
    let place = folder.0.display().to_string();
    let (output, ..) = typed(&folder.0, "cat\nfor the cat\n");
    assert_eq!(output.replace(&place, "D"), "D$ for the cat\nD$ ");
}

#[test]
fn names_in_any_encoding_reach_programs() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new("bytes");
    let odd = std::ffi::OsStr::from_bytes(b"caf\xE9.txt");
    fs::write(folder.0.join(odd), "found").expect("written");
    assert_eq!(run(&folder.0, "cat c*.txt").stdout, b"found");
    assert_eq!(run(&folder.0, "x=$(echo c*); cat \"$x\"").stdout, b"found");
}

#[test]
fn boyi_commands_are_built_in_and_can_be_piped_redirected_and_stopped_reading() {
    let folder = Folder::new("host");
    let output = run(
        &folder.0,
        "solve reversi --size 4x4 --json | head -c 17; echo; games > g; head -c 7 g",
    );
    assert_eq!(text(output.stdout), "{\"game\":\"reversi\"\nreversi");
    let output = run(&folder.0, "nosuchgame=1; perft nosuch 3; echo $?");
    assert_eq!(text(output.stdout), "2\n");
    assert_eq!(
        text(
            run(
                &folder.0,
                "BOYI_LANG=zh boyi games | head -c 7; perft; echo $?"
            )
            .stdout
        ),
        "reversi2\n"
    );
    // The reader quits first, and the command ends in silence.
    let output = run(
        &folder.0,
        "lab --depths 1,2,3 --positions 5 | head -n 1 | wc -l",
    );
    assert_eq!(
        (text(output.stdout).trim(), text(output.stderr).as_str()),
        ("1", "")
    );
}

#[test]
fn a_thousand_programs_leave_no_child_and_no_descriptor_behind() {
    let folder = Folder::new("many");
    let before = "ls -l /proc/$$/fd > before; cat /proc/$$/task/$$/children > children_before\n";
    let after = "ls -l /proc/$$/fd > after; cat /proc/$$/task/$$/children > children_after\n";
    let file = folder.file(
        "lines",
        &format!("{before}{}{after}", "true\n".repeat(1000)),
    );
    let output = shell(&folder.0, &[file.to_str().expect("text")])
        .output()
        .expect("starts");
    assert!(output.status.success());
    let read = |name: &str| fs::read_to_string(folder.0.join(name)).expect("written");
    assert_eq!(
        read("before").lines().count(),
        read("after").lines().count()
    );
    // The only child is the one that looks.
    assert_eq!(read("children_after").split_whitespace().count(), 1);
    assert_eq!(read("children_before").split_whitespace().count(), 1);
}

#[test]
fn a_failed_fork_is_said_and_survived() {
    use std::os::unix::process::CommandExt;
    let folder = Folder::new("fork");
    fs::set_permissions(&folder.0, fs::Permissions::from_mode(0o777)).expect("changed");
    let program = std::env::temp_dir().join(format!("boyi-fork-{}", std::process::id()));
    fs::copy(env!("CARGO_BIN_EXE_boyi"), &program).expect("copied");
    let mut command = Command::new("/bin/bash");
    clean(&mut command);
    let script = format!(
        "ulimit -u 1; exec {} shell -c '/bin/true; echo $?; echo $(true); true | true; echo alive'",
        program.display()
    );
    command.args(["-c", &script]).current_dir(&folder.0);
    // The limit does not hold for root, so somebody without rights does this.
    if nix::unistd::geteuid().is_root() {
        command.uid(61_234).gid(61_234);
    }
    let output = command.output();
    fs::remove_file(&program).expect("removed");
    let output = output.expect("starts");
    assert_eq!(
        text(output.stdout),
        "1\nalive\n",
        "{}",
        text(output.stderr.clone())
    );
    let errors = text(output.stderr);
    assert_eq!(
        errors
            .matches("fork: Resource temporarily unavailable")
            .count(),
        3,
        "{errors}"
    );
}
