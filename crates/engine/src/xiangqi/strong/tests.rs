//! The strong player at the board: mates, repetition, limits, odd positions.

use boyi_game::Score;
use boyi_search::Stop;
use boyi_xiangqi::{Rules, fen};

use super::thinker::FoundLine;
use super::*;

fn game(text: &str) -> Xiangqi {
    let setup = fen::read(text).expect("a FEN");
    Xiangqi::new(&setup, Rules::Axf).expect("a position")
}

fn think(position: &Xiangqi, limits: Limits, lines: usize, threads: usize) -> Progress {
    let mut thinker = Thinker::new(Hand::default(), 1 << 20, threads).expect("memory for a small table");
    let task = Task {
        position,
        limits,
        stop: Stop::default(),
        pondering: Pondering::default(),
        lines,
        only: None,
        seed: None,
    };
    thinker.think(&task, &mut |_| ())
}

fn score(progress: &Progress) -> Option<Score> {
    let first: Option<&FoundLine> = progress.lines.first();
    first.map(|line| value::to_score(line.value))
}

#[test]
fn mates_are_announced_with_their_distance() {
    for (text, plies) in [
        ("4k4/9/9/9/9/9/9/R8/1R7/3K5 w", 3),
        ("4k4/R8/9/9/9/9/9/9/1R7/3K5 w", 1),
    ] {
        let found = think(&game(text), Limits::depth(8), 1, 1);
        assert_eq!(score(&found), Some(Score::win_in(plies)), "{text}");
    }
}

#[test]
fn being_mated_is_no_reason_to_have_no_move() {
    let lost = game("4k4/R8/1R7/9/9/9/9/9/9/3K5 b");
    let found = think(&lost, Limits::depth(6), 1, 1);
    assert!(found.best.is_some());
    assert!(score(&found).is_some_and(|score| score < Score::EVEN));
}

#[test]
fn a_finished_game_has_no_move() {
    let mated = game("R3k4/1R7/9/9/9/9/9/9/9/3K5 b");
    let found = think(&mated, Limits::depth(4), 1, 1);
    assert_eq!(found.best, None);
}

#[test]
fn one_thread_finds_the_same_every_time() {
    let start = Xiangqi::start(Rules::Axf);
    let first = think(&start, Limits::nodes(20_000), 1, 1);
    let second = think(&start, Limits::nodes(20_000), 1, 1);
    assert_eq!(first.counts.nodes, 20_000);
    assert_eq!(first.best, second.best);
    assert_eq!(score(&first), score(&second));
}

#[test]
fn several_lines_are_several_moves_best_first() {
    let start = Xiangqi::start(Rules::Axf);
    let found = think(&start, Limits::depth(5), 4, 1);
    assert_eq!(found.lines.len(), 4);
    let mut moves: Vec<Move> = found.lines.iter().map(|line| line.moves[0]).collect();
    moves.dedup();
    assert_eq!(moves.len(), 4);
    assert!(found.lines.is_sorted_by_key(|line| -line.value));
}

#[test]
fn threads_work_together() {
    let start = Xiangqi::start(Rules::Axf);
    let found = think(&start, Limits::depth(7), 1, 3);
    assert!(found.best.is_some_and(|mv| start.is_legal(mv)));
}
