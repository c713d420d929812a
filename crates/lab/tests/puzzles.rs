//! Puzzles are what they say, by a judge that knows nothing but the rules; mining can be broken off.

use std::fs;

use boyi_engine::{Setup, game};
use boyi_game::{Outcome, Random, Side, Status, Table, ToAct};
use boyi_lab::{
    Mining, MiningSource, PUZZLES_VERSION, Puzzle, PuzzleHeader, PuzzleSet, check_puzzles, mine,
};
use boyi_search::Stop;

/// Puzzles of each kind that the slow judges look at.
const SAMPLE: usize = 3;

fn lay(game_name: &str, puzzle: &Puzzle) -> Box<dyn Table> {
    let setup = Setup {
        position: Some(puzzle.position.clone()),
        ..Setup::default()
    };
    let game = game(game_name).expect("a game");
    game.lay(&setup).expect("a position")
}

fn to_move(table: &dyn Table) -> Side {
    table.to_act().first().expect("the game goes on")
}

fn moves(table: &dyn Table) -> Vec<String> {
    let side = to_move(table);
    let legal = table.legal_moves(side).into_iter();
    legal.map(|mv| mv.text).collect()
}

fn play(table: &mut dyn Table, text: &str) {
    let side = to_move(table);
    table.play(side, text).expect("a legal move");
}

/// What `look` sees after a move.
fn after<R>(table: &mut dyn Table, mv: &str, look: impl FnOnce(&mut dyn Table) -> R) -> R {
    play(table, mv);
    let seen = look(table);
    table.take_back();
    seen
}

/// Whether `holds` after one of the moves.
fn any_move(table: &mut dyn Table, mut holds: impl FnMut(&mut dyn Table) -> bool) -> bool {
    let mut all = moves(table).into_iter();
    all.any(|mv| after(table, &mv, &mut holds))
}

fn is_won_by(table: &dyn Table, side: Side) -> bool {
    matches!(table.status(), Status::Over { outcome: Outcome::Win(winner), .. } if winner == side)
}

/// A few of the shipped puzzles that fit.
fn sample(game: &str, fits: impl Fn(&Puzzle) -> bool) -> Vec<Puzzle> {
    let set = PuzzleSet::shipped(game).expect("puzzles");
    let mut puzzles: Vec<Puzzle> = set
        .puzzles
        .iter()
        .filter(|puzzle| fits(puzzle))
        .cloned()
        .collect();
    Random::new(23).shuffle(&mut puzzles);
    puzzles.truncate(SAMPLE);
    assert_eq!(puzzles.len(), SAMPLE, "{game}");
    puzzles
}

/// The first moves after which `wins` says that the one who made them wins.
fn winners(table: &mut dyn Table, mut wins: impl FnMut(&mut dyn Table) -> bool) -> Vec<String> {
    let all = moves(table);
    let mut found = Vec::new();
    for text in all {
        if after(table, &text, &mut wins) {
            found.push(text);
        }
    }
    found
}

/// Whether the one who just moved mates within so many further moves, whatever is answered: every move of
/// both is tried.
fn mates(table: &mut dyn Table, attacker: Side, further: u32) -> bool {
    if table.to_act() == ToAct::Nobody {
        return is_won_by(table, attacker);
    }
    further > 0
        && moves(table).into_iter().all(|answer| {
            after(table, &answer, |table| {
                table.to_act() != ToAct::Nobody
                    && any_move(table, |table| mates(table, attacker, further - 1))
            })
        })
}

#[test]
fn one_move_alone_mates_in_xiangqi_when_everything_is_tried() {
    for length in 1..=2u32 {
        let theme = format!("mate-in-{length}");
        for puzzle in sample("xiangqi", |puzzle| puzzle.theme.contains(&theme)) {
            let mut table = lay("xiangqi", &puzzle);
            let side = to_move(&*table);
            let found = winners(&mut *table, |table| mates(table, side, length - 1));
            assert_eq!(found, puzzle.solution[..1], "{puzzle:?}");
        }
    }
}

/// The winner of an ending of Othello with best play, by trying everything.
fn best_outcome(table: &mut dyn Table) -> Outcome {
    let Some(side) = table.to_act().first() else {
        let Status::Over { outcome, .. } = table.status() else {
            panic!("nobody moves in a game that goes on");
        };
        return outcome;
    };
    let mut best = Outcome::Win(!side);
    for text in moves(table) {
        let outcome = after(table, &text, best_outcome);
        match outcome {
            Outcome::Win(winner) if winner == side => return outcome,
            Outcome::Draw => best = outcome,
            Outcome::Win(_) => {}
        }
    }
    best
}

#[test]
fn one_move_alone_wins_in_othello_when_everything_is_tried() {
    let empties = |puzzle: &Puzzle| puzzle.position.matches(['-', '.']).count();
    for puzzle in sample("reversi", |puzzle| empties(puzzle) <= 9) {
        let mut table = lay("reversi", &puzzle);
        let side = to_move(&*table);
        let found = winners(&mut *table, |table| {
            best_outcome(table) == Outcome::Win(side)
        });
        assert_eq!(found, puzzle.solution[..1], "{puzzle:?}");
    }
}

/// Where the one who just moved would make five, found by letting the other side do nothing of use.
fn fives(table: &mut dyn Table, attacker: Side) -> Option<Vec<String>> {
    let all = moves(table);
    let mut found: Vec<String> = Vec::new();
    for idle in [&all[0], &all[all.len() - 1]] {
        found.extend(after(table, idle, |table| {
            // Nobody moves after five of the other side.
            let goes_on = table.to_act() != ToAct::Nobody;
            goes_on.then(|| winners(table, |table| is_won_by(table, attacker)))
        })?);
    }
    found.sort();
    found.dedup();
    Some(found)
}

/// Whether the one who just moved wins by fours alone within so many further moves.
fn wins_by_fours(table: &mut dyn Table, attacker: Side, further: usize) -> bool {
    let defender = !attacker;
    if !winners(table, |table| is_won_by(table, defender)).is_empty() {
        return false;
    }
    let fives = fives(table, attacker).unwrap_or_default();
    match &fives[..] {
        [only] if further > 0 => after(table, only, |table| {
            any_move(table, |table| wins_by_fours(table, attacker, further - 1))
        }),
        [] | [_] => false,
        _ => true,
    }
}

#[test]
fn one_four_alone_wins_in_gomoku_when_every_move_is_tried() {
    let short = "vcf-2".to_owned();
    for puzzle in sample("gomoku", |puzzle| puzzle.theme.contains(&short)) {
        let mut table = lay("gomoku", &puzzle);
        let side = to_move(&*table);
        let found = winners(&mut *table, |table| wins_by_fours(table, side, 1));
        assert_eq!(found, puzzle.solution[..1], "{puzzle:?}");
    }
}

#[test]
fn shipped_puzzles_are_proven_again() {
    for set in PuzzleSet::all_shipped() {
        let game = game(&set.header.game).expect("a game");
        assert!(
            set.puzzles.len() >= 300,
            "{}: {}",
            game.name(),
            set.puzzles.len()
        );
        let mut puzzles = set.puzzles.clone();
        Random::new(7).shuffle(&mut puzzles);
        puzzles.truncate(12);
        let faults = check_puzzles(game, &puzzles, 2, &Stop::default(), &mut |_| ());
        assert_eq!(
            faults.expect("positions"),
            Some(Vec::new()),
            "{}",
            game.name()
        );
    }
}

#[test]
fn a_forged_puzzle_is_found() {
    let game = game("reversi").expect("a game");
    let mut puzzle = sample("reversi", |_| true).remove(0);
    let table = lay("reversi", &puzzle);
    let other = moves(&*table)
        .into_iter()
        .find(|mv| *mv != puzzle.solution[0]);
    puzzle.solution = vec![other.expect("there are several")];
    let faults = check_puzzles(game, &[puzzle], 1, &Stop::default(), &mut |_| ());
    let faults = faults.expect("a position").expect("not stopped");
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(faults[0].why.starts_with("the solution is"), "{faults:?}");
}

#[test]
fn mining_goes_on_where_it_was_broken_off() {
    let folder = std::env::temp_dir().join(format!("boyi-puzzles-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let mined = |name: &str, threads, breaks: &[usize]| {
        let file = folder.join(name);
        for &games in breaks {
            let mining = Mining {
                game: game("reversi").expect("a game"),
                header: PuzzleHeader {
                    game: "reversi".to_owned(),
                    version: PUZZLES_VERSION,
                    source: "self-play".to_owned(),
                    seed: 5,
                    count: 8,
                },
                source: MiningSource::SelfPlay,
                threads,
                time: None,
            };
            let stop = Stop::default();
            let progress = mine(&mining, &file, &stop, &mut |now| {
                if now.games >= games {
                    stop.stop();
                }
            });
            progress.expect("a set");
            // A line that was cut off in the middle is no harm.
            let mut text = fs::read_to_string(&file).expect("a file");
            text += "{\"id\":\"12";
            fs::write(&file, text).expect("a file");
        }
        let text = fs::read_to_string(&file).expect("a file");
        let whole = text.rfind('\n').expect("lines") + 1;
        text[..whole].to_owned()
    };
    let at_once = mined("once.jsonl", 1, &[usize::MAX]);
    let in_pieces = mined("pieces.jsonl", 2, &[2, 3, usize::MAX]);
    assert_eq!(at_once, in_pieces);
    let set: PuzzleSet = at_once.parse().expect("a set");
    assert_eq!(set.puzzles.len(), 8);
    fs::remove_dir_all(&folder).expect("the folder is ours");
}
