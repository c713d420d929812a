//! Wins by threats, their proofs and the checker of proofs.

use std::collections::HashSet;

use boyi_engine::gomoku::{Problem, Proof, SearchState, Solution, SuggestedLines, check, solve};
use boyi_game::{NullMove, Position, Side, shared_files};
use boyi_gomoku::{Content, Gomoku, Rules, Size, moves};
use boyi_search::Stop;

fn board(rules: Rules, black: &str, white: &str, turn: Side) -> Gomoku {
    let board = Gomoku::from_stones(Size::USUAL, rules, black, white).expect("a board");
    let stones: Vec<_> = Size::USUAL
        .all()
        .filter_map(|point| match board.at(point) {
            Content::Stone(side) => Some((point, side)),
            _ => None,
        })
        .collect();
    Gomoku::with_stones(Size::USUAL, rules, stones, turn, None).expect("the same stones")
}

fn problem(position: &Gomoku, attacker: Side, nodes: u64) -> Problem {
    Problem {
        position: position.clone(),
        attacker,
        time: None,
        nodes: Some(nodes),
        table_bytes: 4 << 20,
        threads: 1,
        suggestions: SuggestedLines::default(),
    }
}

fn solved(position: &Gomoku, attacker: Side, nodes: u64) -> Solution {
    let problem = problem(position, attacker, nodes);
    let stop = Stop::default();
    solve(&problem, &mut SearchState::default(), &stop, &mut |_, _| ()).expect("memory")
}

#[test]
fn fours_and_threes_win_and_every_answer_is_tried() {
    // An open three and a stone beside it: fours and threes win, fours alone do not.
    let position = board(Rules::Freestyle, "h8i8h7f6", "g7h9f9", Side::First);
    let solution = solved(&position, Side::First, 20_000);
    let found = solution.proof.expect("a win");
    assert!(
        found.checked.positions as usize > found.line.len(),
        "answers off the line were tried"
    );
    let mut game = position.clone();
    for &mv in &found.line {
        assert!(game.is_legal(mv));
        game.make(mv);
    }
    assert_eq!(
        game.outcome().and_then(boyi_game::Outcome::winner),
        Some(Side::First)
    );
    let text = found.proof.write();
    assert_eq!(Proof::read(&text), Ok(found.proof.clone()));
}

/// The checker only tries answers that matter to what is threatened; here all others are tried too, each
/// as a position of its own.
#[test]
fn answers_that_do_not_matter_lose_all_the_same() {
    let mut position = board(Rules::Freestyle, "h8i8h7f6", "g7h9f9", Side::First);
    let first = solved(&position, Side::First, 20_000).proof.expect("a win");
    position.make(first.line[0]);
    let after = solved(&position, Side::First, 20_000);
    let proof = after.proof.expect("still a win").proof;
    let mut answers = Vec::new();
    position.legal_moves(&mut answers);
    let total = answers.len();
    answers.retain(|&answer| position.after(answer, |game| !proof.moves.contains_key(&game.key())));
    assert!(answers.len() > total / 2, "most answers do not matter");
    for answer in answers {
        let won = position.after(answer, |game| {
            solved(game, Side::First, 5_000).proof.is_some()
        });
        assert!(won, "{answer}");
    }
}

/// Three stones, and white's fourth far away: black needs moves that threaten nothing but threes.
#[test]
fn quiet_moves_win_too() {
    let mut position = Gomoku::start(Size::USUAL, Rules::Freestyle);
    for mv in moves::read("h8i9i7o15", Size::USUAL).expect("moves") {
        position.make(mv);
    }
    let found = solved(&position, Side::First, 200_000)
        .proof
        .expect("a win");
    assert_eq!(check(&found.proof), Ok(found.checked));
    // Without the win that is threatened nothing says that far answers do not matter.
    let mut cut = found.proof.clone();
    position.make(found.line[0]);
    position.skip();
    assert!(cut.moves.remove(&position.key()).is_some());
    assert!(check(&cut).is_err());
}

/// Nothing else ends these searches: whichever wins ends the other, and the switch ends both.
#[test]
fn narrow_and_broad_attacks_are_tried_side_by_side() {
    let mut position = Gomoku::start(Size::USUAL, Rules::Freestyle);
    for mv in moves::read("h8i9i7o15", Size::USUAL).expect("moves") {
        position.make(mv);
    }
    let problem = Problem {
        position,
        attacker: Side::First,
        time: None,
        nodes: None,
        table_bytes: 4 << 20,
        threads: 2,
        suggestions: SuggestedLines::default(),
    };
    let stop = Stop::default();
    let solved = || solve(&problem, &mut SearchState::default(), &stop, &mut |_, _| ());
    let found = solved().expect("memory").proof.expect("a win");
    assert_eq!(check(&found.proof), Ok(found.checked));
    stop.stop();
    let solution = solved().expect("memory");
    assert!(solution.proof.is_none() && !solution.exhausted);
}

#[test]
fn a_proof_that_is_wrong_is_refused() {
    let black = "f8g8h8f10g10h10";
    let position = board(Rules::Freestyle, black, "a1a3a5o1o3", Side::Second);
    let solution = solved(&position, Side::First, 20_000);
    let whole = solution.proof.expect("a win").proof;
    assert!(check(&whole).is_ok());
    let mut wrong = whole.clone();
    for point in wrong.moves.values_mut() {
        *point = moves::read("a1", Size::USUAL).expect("a point")[0];
    }
    assert!(check(&wrong).is_err(), "moves that cannot be played");
    let mut turned = whole.clone();
    turned.attacker = Side::Second;
    assert!(check(&turned).is_err(), "the other side does not win");
    let quiet = board(Rules::Freestyle, "h8", "h9", Side::First);
    let empty = Proof {
        start: quiet,
        attacker: Side::First,
        moves: std::collections::BTreeMap::new(),
    };
    assert!(check(&empty).is_err(), "nothing is proven by nothing");
}

#[test]
fn files_that_are_no_proofs_are_explained() {
    for (text, line) in [
        ("", 1),
        ("boyi gomoku proof 2\n", 1),
        ("boyi gomoku proof 1\nrules go\n", 2),
        ("boyi gomoku proof 1\nrules renju\nstart 5/5\n", 3),
        (
            "boyi gomoku proof 1\nrules renju\nstart 5/5/5/5/5 x -\nattacker red\n",
            4,
        ),
        (
            "boyi gomoku proof 1\nrules renju\nstart 5/5/5/5/5 x -\nattacker black\nxyz\n",
            5,
        ),
    ] {
        assert_eq!(
            Proof::read(text).expect_err("no proof").line,
            line,
            "{text}"
        );
    }
}

#[test]
fn where_there_is_no_attack_there_is_no_win() {
    let position = board(Rules::Freestyle, "h8", "h9", Side::First);
    let solution = solved(&position, Side::First, 3_000);
    assert!(solution.proof.is_none());
}

#[test]
fn the_defender_may_be_to_move() {
    // Black has two open threes; white moves and loses all the same.
    let position = board(
        Rules::Freestyle,
        "f8g8h8f10g10h10",
        "a1a3a5o1o3",
        Side::Second,
    );
    let solution = solved(&position, Side::First, 20_000);
    assert!(solution.proof.is_some());
    assert!(solved(&position, Side::Second, 2_000).proof.is_none());
}

/// A forbidden point is a weapon: black may not stop white's four.
#[test]
fn white_wins_where_black_may_not_answer() {
    let position = board(Rules::Renju, "f8g8h9h10", "h5h6h7e11i11", Side::Second);
    let open = solved(&position, Side::Second, 2_000);
    assert!(
        open.proof.is_some(),
        "h4 or h8: the five at h8 cannot be stopped"
    );
}

#[test]
fn shared_puzzles_by_fours_are_solved() {
    let Some(text) = shared_files::text("gomoku/puzzles-vcf-vct.json") else {
        return;
    };
    let puzzles: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    for puzzle in puzzles.as_array().expect("a list") {
        if puzzle["kind"] != "VCF" {
            continue;
        }
        let text = |field: &str| puzzle[field].as_str().expect("a text").to_owned();
        let attacker = match text("attacker").as_str() {
            "black" => Side::First,
            _ => Side::Second,
        };
        let position = board(Rules::Renju, &text("black"), &text("white"), attacker);
        let solution = solved(&position, attacker, 100);
        assert!(solution.proof.is_some(), "{}", text("name"));
    }
}

/// Another program proved these wins; ours are proven and checked anew, most of them in no time.
#[test]
fn most_shared_wins_are_proven_within_few_positions() {
    let Some(text) = shared_files::text("gomoku/mustwin-freestyle.jsonl") else {
        return;
    };
    let (mut short, mut proven) = (0, 0);
    for line in text.lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        if line["mate_plies"].as_u64().is_none_or(|plies| plies > 21) {
            continue;
        }
        let played = moves::read(line["moves"].as_str().expect("moves"), Size::USUAL);
        let mut position = Gomoku::start(Size::USUAL, Rules::Freestyle);
        for mv in played.expect("moves") {
            position.make(mv);
        }
        short += 1;
        let solution = solved(&position, position.turn(), 60_000);
        proven += usize::from(solution.proof.is_some());
    }
    assert!(proven * 10 >= short * 7, "{proven} of {short}");
}

/// Too hard for a test, but what was found out is kept and added to.
#[test]
fn a_search_goes_on_where_it_was() {
    let mut position = Gomoku::start(Size::USUAL, Rules::Freestyle);
    for mv in moves::read("h8i9i7", Size::USUAL).expect("moves") {
        position.make(mv);
    }
    let stop = Stop::default();
    let mut state = SearchState::default();
    let mut proven = |nodes| {
        let solution = solve(
            &problem(&position, Side::First, nodes),
            &mut state,
            &stop,
            &mut |_, _| (),
        )
        .expect("memory");
        assert!(solution.proof.is_none());
        // Some answers are refuted, and the rest is told.
        assert!((1..222).contains(&solution.open.len()));
        let proven = state.known.iter().filter(|&&(_, proof, _)| proof == 0);
        proven.map(|&(key, ..)| key).collect::<HashSet<u64>>()
    };
    let first = proven(300_000);
    let second = proven(300_000);
    assert!(!first.is_empty() && first.is_subset(&second) && first.len() < second.len());
}
