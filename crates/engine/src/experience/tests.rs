//! Experience as everybody sees it, in gomoku.

use std::path::PathBuf;

use boyi_game::{Score, Side, Table, ToAct};
use boyi_search::kernel::Go;

use super::*;
use crate::engine::Engine;
use crate::game::{Game, Setup, game};
use crate::gomoku::Gomoku;
use crate::player::Player;

fn file(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("boyi-experience-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder.join(name)
}

fn strong() -> Box<dyn Engine> {
    let spec = "strong:hash=4".parse().expect("a player");
    Gomoku.player(&spec).expect("one")
}

fn orders(nodes: u64) -> Go {
    Go::nodes(nodes)
}

fn after(moves: &str) -> Box<dyn Table> {
    let setup = Setup {
        moves: Some(moves.to_owned()),
        ..Setup::default()
    };
    Gomoku.lay(&setup).expect("a position")
}

fn entry(position: &dyn Table, mistake: &str, better: &str) -> ExperienceEntry {
    ExperienceEntry {
        rules: "freestyle".to_owned(),
        position: position.position(),
        mistake: mistake.to_owned(),
        value: Score::loss_in(8),
        refutation: vec!["a1".to_owned(), "b2".to_owned()],
        better: better.to_owned(),
        better_value: Score::heuristic(-12),
    }
}

/// White does not stop an open three with its third stone and loses.
const LOST: &str = "h8h9i8i9j8a1g8f8k8";

#[test]
fn the_mistake_is_found_and_not_repeated() {
    let game = after(LOST);
    let mut player = strong();
    let mut mistake_of = |side, nodes| {
        let found = post_mortem(&Gomoku, game.record(), side, &mut *player, &orders(nodes));
        found.expect("a game")
    };
    let entry = mistake_of(Side::Second, 3_000).expect("a mistake");
    assert_eq!(entry.mistake, "a1", "the open three was not stopped");
    assert!(
        ["g8", "k8", "f8", "l8"].contains(&entry.better.as_str()),
        "{entry:?}"
    );
    assert_eq!(entry.refutation[0], "g8");
    // The winner has nothing to learn.
    assert_eq!(mistake_of(Side::First, 100), None);
}

#[test]
fn a_known_mistake_is_avoided_but_never_a_win() {
    let position = after("h8h9i7");
    let usual = |player: &mut dyn Engine, table: &dyn Table| {
        let ToAct::One(side) = table.to_act() else {
            panic!("the game goes on")
        };
        player.prepare(&table.seen()).expect("ready");
        let thought = player.think(&table.seen(), side, &orders(2_000), &mut |_| ());
        thought.expect("a thought").best.expect("a move")
    };
    let favourite = usual(&mut *strong(), &*position);
    let mut experience = Experience::none("gomoku", &file("avoided"));
    experience.add(entry(&*position, &favourite, "a1"));
    let mut wiser = Player::new(strong()).with_experience(experience);
    assert_ne!(usual(&mut wiser, &*position), favourite);
    // Somebody has forged an entry against winning.
    let winning = after("h8a1i8a3j8a5g8f8");
    let win = usual(&mut *strong(), &*winning);
    let mut experience = wiser.experience().expect("it has some").clone();
    experience.add(entry(&*winning, &win, "o15"));
    wiser.set_experience(experience);
    assert_eq!(usual(&mut wiser, &*winning), win);
}

#[test]
fn the_file_reads_back_and_whatever_is_odd_is_refused() {
    let file = file("reads-back");
    let mut experience = Experience::none("gomoku", &file);
    experience.add(entry(&*after("h8h9"), "a1", "i8"));
    experience.add(entry(&*after("h8h9i8"), "a1", "g8"));
    // A second entry about a move replaces the first.
    experience.add(entry(&*after("h8h9"), "a1", "g7"));
    assert_eq!(experience.entries().len(), 2);
    experience.save().expect("saved");
    assert_eq!(
        Experience::open("gomoku", &file).expect("reads back"),
        experience
    );
    let text = std::fs::read_to_string(&file).expect("a file");
    let last = text.lines().last().expect("an entry").to_owned();
    for (odd, line) in [
        (text.replace("gomoku", "reversi"), 1),
        (text.replace("experience 1", "experience 2"), 1),
        (text.replace("\tg7\t", "\tg6\t"), 3),
        (format!("{text}no tabs\n"), 4),
        (text.replace(&last, "x\t0"), 3),
        (String::new(), 1),
    ] {
        std::fs::write(&file, odd).expect("written");
        let error = Experience::open("gomoku", &file).expect_err("odd");
        let ExperienceError::File(FileError::Content { line: found, .. }) = error else {
            panic!("{error}")
        };
        assert_eq!(found, line);
    }
}

#[test]
fn a_move_that_was_learned_is_looked_at_where_it_would_be_played() {
    let mut table = after("h8g8i8a3j8a5");
    let mut player = strong();
    player.prepare(&table.seen()).expect("ready");
    // White has to stop the five on l8.
    table.play(Side::First, "k8").expect("legal");
    let mut probe = |mv| thinking::probe(&mut *player, &table.seen(), Side::Second, mv);
    assert!(probe("l8").is_some());
    assert_eq!(probe("a7"), None, "it loses");
    assert_eq!(probe("h8"), None, "a stone stands there");
    assert_eq!(probe("x"), None, "it is no move");
}

#[test]
fn a_move_that_was_learned_is_looked_at_in_other_games_too() {
    let game = game("reversi").expect("a game");
    let mut table = game.lay(&Setup::default()).expect("a board");
    let mut player = game.player(&"strong".parse().expect("a player"));
    let player = player.as_mut().expect("one");
    player.prepare(&table.seen()).expect("ready");
    table.play(Side::First, "f5").expect("legal");
    let line = thinking::probe(&mut **player, &table.seen(), Side::Second, "d6");
    assert!(line.is_some_and(|line| line.moves[0] == "d6" && line.depth > 1));
}

#[test]
fn old_entries_make_room() {
    let table = after("h8");
    let mut experience = Experience::none("gomoku", &file("room"));
    for number in 0..MAX_ENTRIES + 3 {
        experience.add(entry(&*table, &format!("m{number}"), "i8"));
    }
    assert_eq!(experience.entries().len(), MAX_ENTRIES);
    assert_eq!(experience.entries().next().expect("one").mistake, "m3");
}
