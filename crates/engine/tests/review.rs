//! Reviews held against the truth, and against what a person would say.

use boyi_engine::review::{Appraisal, Grade, SolvedResult, appraise, judge, review};
use boyi_engine::{Go, PlayerSpec, Setup, game, replay};
use boyi_game::{Random, Record, Score, Side};
use boyi_search::Stop;

/// Othello to the end: sensible now and then, so that games are close and have mistakes in them.
fn othello_game(random: &mut Random) -> Record {
    let game = game("reversi").expect("built in");
    let mut table = game.lay(&Setup::default()).expect("the usual start");
    let spec: PlayerSpec = "pvs:depth=2".parse().expect("a player");
    let mut player = game.player(&spec).expect("a player");
    while let Some(side) = table.to_act().first() {
        let legal = table.legal_moves(side);
        let text = if random.below(3) == 0 {
            random.choose(&legal).expect("a move").text.clone()
        } else {
            let thought = player.think(&table.seen(), side, &Go::default(), &mut |_| ());
            thought.expect("it thinks").best.expect("a move")
        };
        table.play(side, &text).expect("legal");
    }
    table.record().clone()
}

/// What best play leads to from the first player's view, by the solver that knows nothing of the strong
/// player's search.
fn truth(record: &Record, plies: usize) -> i32 {
    let mut line = record.clone();
    line.moves.truncate(plies);
    let position = replay(&line).expect("legal").position();
    let setup = Setup::at(&position, &record.rules);
    let solved = boyi_engine::reversi::solve(&setup, 1 << 20, &Stop::default(), &mut |_| ());
    let value = solved.expect("it can be solved").value;
    value.expect("nobody stops it").signum()
}

#[test]
fn every_game_losing_move_of_a_solved_ending_is_found_and_none_is_invented() {
    const SOLVED_PLIES: usize = 11;
    let game = game("reversi").expect("built in");
    let mut random = Random::new(50);
    let mut engine = game.player(&PlayerSpec::named("strong")).expect("a player");
    let (mut losing, mut checked) = (0, 0);
    for _ in 0..50 {
        let record = othello_game(&mut random);
        let from = record.moves.len().saturating_sub(SOLVED_PLIES);
        let truths: Vec<i32> = (from..=record.moves.len())
            .map(|ply| truth(&record, ply))
            .collect();
        let mut found = Vec::new();
        let tell = &mut |reviewed: boyi_engine::review::Reviewed| {
            let Some(verdict) = reviewed.verdict else {
                return;
            };
            checked += 1;
            let grade = verdict.grade;
            if verdict.turned.is_some() {
                assert_eq!(grade, Some(Grade::Blunder));
                found.push(reviewed.ply);
            }
        };
        let go = Go::depth(60);
        review(game, &record, from, engine.as_mut(), &go, tell).expect("it can be looked through");
        let worse = |&ply: &usize| {
            let sign = match record.moves[ply - 1].side {
                Side::First => 1,
                Side::Second => -1,
            };
            sign * truths[ply - from] < sign * truths[ply - 1 - from]
        };
        let expected: Vec<usize> = (from + 1..=record.moves.len()).filter(worse).collect();
        assert_eq!(found, expected, "{:?}", record.moves);
        losing += expected.len();
    }
    assert_eq!(checked, 50 * SOLVED_PLIES);
    assert!(
        losing >= 20,
        "games without mistakes show nothing: {losing}"
    );
}

#[test]
fn a_fair_map_is_worth_about_nothing() {
    let garlic = game("garlic").expect("built in");
    let table = garlic.lay(&Setup::default()).expect("the usual map");
    let mut engine = garlic
        .player(&PlayerSpec::named("strong"))
        .expect("a player");
    let go = Go::depth(3);
    let found = appraise(garlic, table.as_ref(), engine.as_mut(), &go).expect("it thinks");
    let share = found.expect("a value").share(garlic);
    assert!((0.3..=0.7).contains(&share), "fair by symmetry: {share}");
}

fn at(side: Side, score: Score, exact: bool, best: &str) -> Appraisal {
    Appraisal {
        side,
        score,
        exact,
        depth: 20,
        line: vec![best.to_owned()],
    }
}

#[test]
fn the_measure_fits_the_game() {
    let [first, second] = [Side::First, Side::Second];
    let reversi = game("reversi").expect("built in");
    let discs = |before: i32, after: i32| {
        let before = at(first, Score::heuristic(before), false, "f5");
        let after = at(second, Score::heuristic(-after), false, "d6");
        judge(reversi, "c4", &before, &after)
    };
    assert_eq!(discs(4, 3).grade, None);
    assert_eq!(discs(4, 1).grade, Some(Grade::Inaccuracy));
    // A disc counts the same however far ahead somebody is.
    assert_eq!(discs(40, 30).grade, Some(Grade::Blunder));
    assert_eq!(discs(40, 30).units, Some(10.0));
    // In a solved ending two discs may be the game.
    let before = at(first, Score::heuristic(2), true, "f5");
    let after = at(second, Score::EVEN, true, "d6");
    let verdict = judge(reversi, "c4", &before, &after);
    assert_eq!(
        verdict.turned,
        Some((SolvedResult::Win, SolvedResult::Draw))
    );
    assert_eq!(verdict.grade, Some(Grade::Blunder));

    let xiangqi = game("xiangqi").expect("built in");
    let pawns = |before: Score, after: Score| {
        let before = at(second, before, before.is_decided(), "h9g7");
        let after = at(first, -after, after.is_decided(), "h2e2");
        judge(xiangqi, "a9a8", &before, &after)
    };
    let centipawns = Score::heuristic;
    assert_eq!(pawns(centipawns(0), centipawns(-30)).grade, None);
    assert_eq!(
        pawns(centipawns(0), centipawns(-40)).grade,
        Some(Grade::Inaccuracy)
    );
    assert_eq!(
        pawns(centipawns(0), centipawns(-80)).grade,
        Some(Grade::Mistake)
    );
    assert_eq!(
        pawns(centipawns(0), centipawns(-200)).grade,
        Some(Grade::Blunder)
    );
    // A decided game does not fall silent: a rook for nothing, a forced win given up, a mate walked into.
    assert!(pawns(centipawns(2500), centipawns(1500)).grade >= Some(Grade::Inaccuracy));
    assert!(pawns(Score::win_in(9), centipawns(1500)).grade >= Some(Grade::Inaccuracy));
    assert!(pawns(centipawns(-1500), Score::loss_in(4)).grade >= Some(Grade::Inaccuracy));
    assert!(pawns(Score::loss_in(30), Score::loss_in(2)).grade >= Some(Grade::Inaccuracy));
    assert_eq!(pawns(Score::win_in(9), Score::win_in(8)).grade, None);
    assert_eq!(
        pawns(Score::win_in(3), Score::loss_in(8)).grade,
        Some(Grade::Blunder)
    );
    // The engine's own move is not blamed for what the engine saw later.
    let before = at(first, centipawns(0), false, "h2e2");
    let after = at(second, centipawns(200), false, "h9g7");
    assert_eq!(judge(xiangqi, "h2e2", &before, &after).grade, None);
}
