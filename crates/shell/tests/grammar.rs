//! The grammar: what trees come out, what mistakes are pointed at, and that nothing panics.

use boyi_shell::{
    Action, AfterArm, Connective, IfSet, MAX_NESTING, Mistake, Operation, Part, RedirectionKind,
    parse,
};
use proptest::prelude::*;

fn mistake(line: &str) -> (usize, Mistake) {
    let error = parse(line).expect_err(line);
    (error.column, error.mistake)
}

#[test]
fn a_line_becomes_items_pipelines_and_commands() {
    let list = parse("a 1 | b && c || d; e & f").expect("good");
    let [first, second, third] = &list.items[..] else {
        panic!("{list:?}");
    };
    assert_eq!(first.first.stages.len(), 2);
    let connectives: Vec<Connective> = first
        .rest
        .iter()
        .map(|(connective, _)| *connective)
        .collect();
    assert_eq!(connectives, [Connective::And, Connective::Or]);
    assert!(second.background && !third.background);
    assert_eq!([&first.text, &second.text], ["a 1 | b && c || d", "e"]);
    assert_eq!(first.first.text, "a 1 | b");
}

#[test]
fn assignments_words_and_redirections_are_told_apart() {
    let list = parse("X=1 Y= prog Z=3 2>&1 >> out <<< text").expect("good");
    let command = &list.items[0].first.stages[0];
    let Action::Simple { assignments, words } = &command.action else {
        panic!("{command:?}");
    };
    let names: Vec<&str> = assignments
        .iter()
        .map(|assignment| assignment.name.as_str())
        .collect();
    assert_eq!(names, ["X", "Y"]);
    assert_eq!(words[1].parts, [Part::Bare("Z=3".to_owned())]);
    let kinds: Vec<_> = command
        .redirections
        .iter()
        .map(|one| (one.descriptor, one.kind))
        .collect();
    assert_eq!(
        kinds,
        [
            (2, RedirectionKind::Copy),
            (1, RedirectionKind::Append),
            (0, RedirectionKind::HereString)
        ]
    );
}

#[test]
fn quotes_and_substitutions_are_parts_of_a_word() {
    let list = parse(r#"a'b'"c$x$(d)"${e:-f}\g"#).expect("good");
    let Action::Simple { words, .. } = &list.items[0].first.stages[0].action else {
        panic!("{list:?}");
    };
    let [
        bare,
        single,
        Part::Double(double),
        Part::Parameter(parameter),
        escaped,
    ] = &words[0].parts[..]
    else {
        panic!("{words:?}");
    };
    assert_eq!(*bare, Part::Bare("a".to_owned()));
    assert_eq!(*single, Part::Quoted("b".to_owned()));
    assert!(matches!(
        double[..],
        [Part::Quoted(_), Part::Parameter(_), Part::Output(_)]
    ));
    assert!(matches!(
        parameter.operation,
        Operation::IfSet {
            action: IfSet::Default,
            or_empty: true,
            ..
        }
    ));
    assert_eq!(*escaped, Part::Quoted("g".to_owned()));
}

#[test]
fn comments_and_blank_lines_are_nothing() {
    for line in ["", "   ", "# all of it", "\t # x"] {
        assert!(parse(line).expect("good").items.is_empty(), "{line:?}");
    }
    assert_eq!(parse("a # b; c").expect("good").items.len(), 1);
    assert_eq!(parse("a#b").expect("good").items[0].text, "a#b");
}

#[test]
fn every_mistake_is_pointed_at() {
    insta::assert_snapshot!(
        [
            "echo 'open",
            "echo 棋 \"open",
            "echo `open",
            "echo $(open",
            "(open",
            "{ open",
            "echo ${open",
            "echo ${}",
            "echo ${x^^}",
            "echo $((1 +",
            "if true; then echo",
            "if then a; fi",
            "if a; then fi",
            "if a; b; fi",
            "for in a; do b; done",
            "for i in a; b; done",
            "while a; done",
            "case a of b) c;; esac",
            "case a in b c) d;; esac",
            "case a in b) c",
            "fi",
            "a; done",
            "f() a",
            "f( a",
            "function",
            "a | | b",
            "a &&",
            "&& a",
            "; a",
            "a ;; b",
            "a )",
            "}",
            "()",
            "(a) b",
            "echo >",
            "echo > | cat",
            "cat << END",
            "cat << END\ntext\n",
            "cat <<",
            "a\nb\n  c )\nd",
            "echo 12> x",
            "echo a\0b",
            "echo 'a\0b'",
            "echo \"a\0b\"",
        ]
        .map(|line| parse(line).expect_err(line).pointing_into(line, 0))
        .join("")
    );
}

#[test]
fn depth_is_limited_and_said() {
    for open in [
        "$(",
        "( ",
        "${x:-",
        "{ ",
        "\"$(",
        "$((",
        "if a; then ",
        "while a; do ",
        "for i in a; do ",
        "case a in b) ",
        "f() { ",
        "$( (",
    ] {
        let deep = open.repeat(100_000);
        assert_eq!(mistake(&deep).1, Mistake::TooDeep(MAX_NESTING), "{open}");
    }
    let fine = format!(
        "echo {}x{}",
        "$(echo ".repeat(MAX_NESTING),
        ")".repeat(MAX_NESTING)
    );
    parse(&fine).expect("exactly as deep as allowed");
}

#[test]
fn a_megabyte_line_is_read_and_a_mistake_in_it_is_shown_briefly() {
    let long = "x".repeat(1 << 20);
    parse(&format!("echo {long}")).expect("good");
    parse(&"a;".repeat(1 << 19)).expect("good");
    let line = format!("echo {long} 'open");
    let (column, mistake) = mistake(&line);
    assert_eq!((column, mistake), ((1 << 20) + 7, Mistake::OpenQuote('\'')));
    let error = parse(&line).expect_err("open");
    assert!(error.pointing_into(&line, 0).len() < 300);
}

#[test]
fn compound_commands_become_trees() {
    let action = |text: &str| {
        let list = parse(text).expect(text);
        list.items[0].first.stages[0].action.clone()
    };
    let Action::If {
        branches,
        otherwise,
    } = action("if a; then b; elif c; then d; else e; fi")
    else {
        panic!("no if");
    };
    assert_eq!((branches.len(), otherwise.is_some()), (2, true));
    let Action::For { name, words, body } = action("for x in 1 2; do a; b; done") else {
        panic!("no for");
    };
    let words = words.map(|words| words.len());
    assert_eq!((name.as_str(), words, body.items.len()), ("x", Some(2), 2));
    assert!(matches!(
        action("until a; do b; done"),
        Action::Loop { until: true, .. }
    ));
    assert!(matches!(
        action("for ((;;)); do a; done"),
        Action::Count { .. }
    ));
    let Action::Case { arms, .. } = action("case a in b|c) d;; (e) ;& *) f; esac") else {
        panic!("no case");
    };
    let arms: Vec<_> = arms
        .iter()
        .map(|arm| (arm.patterns.len(), arm.then))
        .collect();
    let expected = [
        (2, AfterArm::Leave),
        (1, AfterArm::NextBody),
        (1, AfterArm::Leave),
    ];
    assert_eq!(arms, expected);
    let Action::Define { name, body } = action("f() { a; } > b") else {
        panic!("no function");
    };
    assert_eq!((name.as_str(), body.redirections.len()), ("f", 1));
    assert!(matches!(action("((1 + 2))"), Action::Arithmetic(_)));
    assert!(matches!(action("((a); (b))"), Action::Subshell(_)));
    // Words of the grammar mean themselves elsewhere.
    let Action::Simple { words, .. } = action("echo if then fi do done { }") else {
        panic!("no simple command");
    };
    assert_eq!(words.len(), 8);
}

#[test]
fn what_could_go_on_is_told_from_what_is_wrong() {
    for text in [
        "if a",
        "if a; then b",
        "a &&",
        "a |",
        "'",
        "\"",
        "`",
        "$(",
        "(",
        "{ a",
        "$((1",
        "${x",
        "cat <<E",
        "cat <<E\na",
        "for x in",
        "case a",
        "f()",
        "while a; do",
        "a; if",
    ] {
        let error = parse(text).expect_err(text);
        assert!(error.is_unfinished(), "{text}: {error}");
    }
    for text in ["fi", "a )", "if then", "; a", "${}", "a ;;", "f() a"] {
        let error = parse(text).expect_err(text);
        assert!(!error.is_unfinished(), "{text}: {error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn no_text_panics(line in r#"[ab1 \\'"$`(){}<>|&;!#~*?=\[\]:%+/\x00\n棋-]{0,40}"#) {
        points_inside(&line)?;
    }

    #[test]
    fn no_words_panic(words in prop::collection::vec(prop::sample::select(WORDS), 0..30)) {
        points_inside(&words.join(" "))?;
    }
}

/// What the grammar is made of.
const WORDS: &[&str] = &[
    "if", "then", "elif", "else", "fi", "for", "in", "while", "until", "do", "done", "case",
    "esac", "function", "{", "}", "(", ")", "((", "))", "$((", "$(", "`", "\"", "'", "<<E", "E",
    "<<-E", "\n", ";", ";;", ";&", "&", "&&", "||", "|", "!", "f()", "x=1", "${x:-", "${x/",
    "${#x}", "$@", "[", "]", "{a,b}", "{1..3}", "> f", "2>&1", "# c", "a", "\\",
];

/// A mistake lies inside the text that it is in.
fn points_inside(text: &str) -> Result<(), TestCaseError> {
    if let Err(error) = parse(text) {
        let line = text.split('\n').nth(error.line - 1);
        let length = line.map(|line| line.chars().count());
        prop_assert!(
            length.is_some_and(|length| error.column <= length + 1),
            "{error}"
        );
        prop_assert!(error.pointing_into(text, 0).ends_with("^\n"));
    }
    Ok(())
}
