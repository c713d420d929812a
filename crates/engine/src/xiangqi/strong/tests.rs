//! The strong player at the board: mates, repetition, limits, odd positions.

use boyi_game::{GameMove, Score};
use boyi_search::Stop;
use boyi_search::kernel::SearchResult;
use boyi_xiangqi::{Rules, fen};

use super::super::hand::Hand;
use super::*;

fn game(text: &str) -> Xiangqi {
    let setup = fen::read(text).expect("a FEN");
    Xiangqi::new(&setup, Rules::Axf).expect("a position")
}

/// A search with a small table.
fn search_of(threads: usize) -> StrongXiangqi<Hand> {
    StrongXiangqi::new(Hand::default(), 1 << 20, threads).expect("memory for a small table")
}

fn think(position: &Xiangqi, go: Go<Move>, lines: usize, threads: usize) -> SearchResult<Move> {
    let go = Go { lines, ..go };
    search_of(threads).think(position, &go, None, &mut |_| ())
}

fn score(result: &SearchResult<Move>) -> Option<Score> {
    let first = result.lines.first();
    first.map(|line| value::to_score(line.value))
}

#[test]
fn mates_are_announced_with_their_distance() {
    for (text, plies) in [
        ("4k4/9/9/9/9/9/9/R8/1R7/3K5 w", 3),
        ("4k4/R8/9/9/9/9/9/9/1R7/3K5 w", 1),
    ] {
        let found = think(&game(text), Go::depth(8), 1, 1);
        assert_eq!(score(&found), Some(Score::win_in(plies)), "{text}");
    }
}

#[test]
fn a_mate_by_checks_is_seen_beyond_the_depth() {
    let position = game("4k4/9/R8/1R7/9/9/9/9/9/3K5 w");
    let found = think(&position, Go::depth(1), 1, 1);
    let plies = score(&found).and_then(Score::plies_to_end);
    assert!(plies.is_some_and(|plies| plies > 1), "{found:?}");
    assert_eq!(
        found.lines[0].moves.len(),
        plies.map_or(0, |plies| plies as usize)
    );
}

#[test]
fn being_mated_is_no_reason_to_have_no_move() {
    let lost = game("4k4/R8/1R7/9/9/9/9/9/9/3K5 b");
    let found = think(&lost, Go::depth(6), 1, 1);
    assert!(found.best.is_some());
    assert!(score(&found).is_some_and(|score| score < Score::EVEN));
}

#[test]
fn a_finished_game_has_no_move() {
    let mated = game("R3k4/1R7/9/9/9/9/9/9/9/3K5 b");
    let found = think(&mated, Go::depth(4), 1, 1);
    assert_eq!(found.best, None);
}

#[test]
fn one_thread_finds_the_same_every_time() {
    let start = Xiangqi::start(Rules::Axf);
    let first = think(&start, Go::nodes(20_000), 1, 1);
    let second = think(&start, Go::nodes(20_000), 1, 1);
    assert_eq!(first.counts.nodes, 20_000);
    assert_eq!(first.best, second.best);
    assert_eq!(score(&first), score(&second));
}

#[test]
fn several_lines_are_several_moves_best_first() {
    let start = Xiangqi::start(Rules::Axf);
    let found = think(&start, Go::depth(5), 4, 1);
    assert_eq!(found.lines.len(), 4);
    let mut moves: Vec<Move> = found.lines.iter().map(|line| line.moves[0]).collect();
    moves.sort_by_key(|mv| mv.code());
    moves.dedup();
    assert_eq!(moves.len(), 4);
    assert!(found.lines.is_sorted_by_key(|line| -line.value));
}

#[test]
fn threads_work_together() {
    let start = Xiangqi::start(Rules::Axf);
    let alone = think(&start, Go::depth(13), 1, 1);
    let found = think(&start, Go::depth(13), 1, 3);
    assert!(found.best.is_some_and(|mv| start.is_legal(mv)));
    // Helpers that do nothing would leave the count as it was.
    let (nodes, all) = (alone.counts.nodes, found.counts.nodes);
    assert!(
        all > nodes + nodes / 2,
        "{all} nodes of three threads, {nodes} of one"
    );
}

#[test]
fn the_course_positions_are_mated_and_all_ten_are_answered() {
    // Row and column from the top left, and the moves of red to the mate.
    let mates = [
        ([1, 1, 1, 4], 1),
        ([5, 3, 0, 3], 1),
        ([3, 5, 3, 4], 2),
        ([8, 1, 0, 1], 2),
        ([3, 1, 2, 3], 2),
        ([9, 2, 1, 2], 3),
    ];
    for number in 1..=10 {
        let name = format!("xiangqi/positions/{number}.txt");
        let Some(text) = boyi_game::shared_files::text(&name) else {
            return;
        };
        let setup = boyi_xiangqi::read_position(&text).expect("a board");
        let position = Xiangqi::new(&setup, Rules::Axf).expect("a position");
        let found = think(&position, Go::nodes(150_000), 1, 1);
        let best = found.best.expect("the game goes on");
        assert!(position.is_legal(best), "{name}");
        if let Some(([from_row, from_col, to_row, to_col], moves)) = mates.get(number - 1) {
            let square = |row: usize, col: usize| {
                boyi_xiangqi::Square::new(col, 9 - row).expect("on the board")
            };
            let expected = Move {
                from: square(*from_row, *from_col),
                to: square(*to_row, *to_col),
            };
            assert_eq!(best, expected, "{name}");
            assert_eq!(score(&found), Some(Score::win_in(2 * moves - 1)), "{name}");
        }
    }
}

#[test]
fn the_search_position_judges_repetition_and_quiet_plies_as_the_game_does() {
    let mut random = boyi_game::Random::new(11);
    let mut judged = 0;
    // Few pieces that can do little, so that positions come back.
    for text in [
        "3k5/9/9/9/9/9/9/9/r8/4K3R w",
        "4k4/4a4/9/9/9/9/9/9/4A4/C3K4 w",
        "3k1c3/9/9/9/9/9/9/9/9/4KR3 w",
    ] {
        for _ in 0..60 {
            let mut position = game(text);
            let mut search = position::SearchPosition::new(&position, Hand::default());
            for _ in 0..60 {
                let mut moves = Vec::new();
                position.board().legal_moves(&mut moves);
                // Back where it came from, more often than not.
                let last = position.played().nth_back(1).and_then(|played| played.mv);
                let back = last.map(|mv| Move {
                    from: mv.to,
                    to: mv.from,
                });
                let choice = match back {
                    Some(back) if moves.contains(&back) && random.below(10) < 8 => Some(back),
                    _ => random.choose(&moves).copied(),
                };
                let Some(mv) = choice else {
                    break;
                };
                position.make(mv);
                search.make(mv);
                assert_eq!(search.quiet(), position.quiet());
                let verdict = position.repetition(2).map(|repetition| repetition.loser);
                let turn = position.turn();
                let expected = verdict.map(|loser| match loser {
                    None => 0,
                    Some(side) if side == turn => -1,
                    Some(_) => 1,
                });
                let found = search.repetition().map(|repeated| match repeated {
                    position::Repeated::Draw => 0,
                    position::Repeated::Won { .. } => 1,
                    position::Repeated::Lost { .. } => -1,
                });
                assert_eq!(found, expected, "{}", fen::write(&position.setup()));
                judged += usize::from(expected.is_some_and(|verdict| verdict != 0));
            }
        }
    }
    assert!(judged > 20, "{judged}");
}

#[test]
fn games_against_itself_end_without_an_illegal_move() {
    let mut search = search_of(1);
    let mut random = boyi_game::Random::new(2);
    for _ in 0..6 {
        search.clear();
        let mut position = Xiangqi::start(Rules::Axf);
        for _ in 0..300 {
            if position.outcome().is_some() {
                break;
            }
            let go = Go {
                lines: 1 + random.below(3) as usize,
                ..Go::nodes(1 + random.below(400))
            };
            let seed = Some(random.bits());
            let found = search.think(&position, &go, seed, &mut |_| ());
            let mv = found.best.expect("the game goes on");
            assert!(position.is_legal(mv));
            for line in &found.lines {
                assert!(position.is_legal(line.moves[0]));
            }
            position.make(mv);
        }
    }
}

#[test]
fn a_search_ended_half_way_plays_nothing_older_than_its_last_whole_depth() {
    for text in super::super::TEST_POSITIONS {
        let position = game(text);
        for nodes in (300..6_000).step_by(700) {
            let mut last = (0, None);
            let found = search_of(1).think(&position, &Go::nodes(nodes), None, &mut |progress| {
                last = (progress.lines[0].depth, progress.best);
            });
            let newer = found.lines[0].depth > last.0;
            assert!(newer || found.best == last.1, "{text} at {nodes} nodes");
        }
    }
}

#[test]
fn a_search_that_is_stopped_at_once_still_answers() {
    let start = Xiangqi::start(Rules::Axf);
    let stop = Stop::default();
    stop.stop();
    let go = Go {
        stop,
        ..Go::default()
    };
    let found = search_of(2).think(&start, &go, None, &mut |_| ());
    assert!(found.best.is_some_and(|mv| start.is_legal(mv)));
}

#[test]
fn endgame_tables_are_looked_into() {
    use super::super::endgame::{Tables, generate};
    let material = "P-".parse().expect("material");
    let mut tables = Tables::default();
    let table = generate(&material, &tables, &Stop::default(), &mut |_, _| ());
    tables.add(table.expect("nobody stops it"));
    let position = game("4k4/9/9/9/4P4/9/9/9/9/3K5 w");
    let known = tables.probe(position.board());
    let mut search = search_of(1).with_endgames(tables);
    let found = search.think(&position, &Go::depth(2), None, &mut |_| ());
    match known {
        Some(super::super::endgame::Known::Won(plies)) => {
            assert_eq!(score(&found), Some(Score::win_in(plies)));
        }
        other => panic!("a pawn wins against a bare general: {other:?}"),
    }
}
