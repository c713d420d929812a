//! Chance and simultaneous choices: pruning changes no value, matrix games have the value of their linear
//! program, and sampling comes close to what is worked out exactly.

#[expect(dead_code, reason = "the other tests use the rest")]
mod toys;

use boyi_game::{
    Actor, Chance, GameMove, InTurn, Key, Outcome, PerSide, Position, Random, Rounds, Side,
    Simultaneous, Stochastic, each_outcome,
};
use boyi_search::kernel::Go;
use boyi_search::{
    Ended, Evaluate, Expect, MatrixGame, Numbers, Parallel, Payoff, RevisedTree, RoundsPlan,
    RoundsReport, RoundsTree, Selection, StarPruning, Step, Unobserved, expected_value,
    expectiminimax, sample_rounds,
};
use proptest::prelude::*;
use toys::{Hashed, Maze};

/// A tree made by hashing: at each node a player or chance moves, up to four ways.
#[derive(Clone, Debug)]
struct Dice {
    seed: u64,
    node: u64,
    /// Chance moves only after a player.
    is_after_player: bool,
}

impl Dice {
    fn new(seed: u64) -> Self {
        Self {
            seed,
            node: 1,
            is_after_player: true,
        }
    }

    fn hash(&self, what: u64) -> u64 {
        Key::mixed(Key::mixed(self.seed ^ self.node.wrapping_mul(31)).0 ^ what).0
    }

    fn ways(&self) -> u64 {
        1 + self.hash(2) % 4
    }

    fn below(&self, way: u64) -> Self {
        Self {
            seed: self.seed,
            node: self.hash(100 + way),
            is_after_player: self.actor() != Actor::Chance,
        }
    }
}

impl Stochastic for Dice {
    type Move = u64;

    fn actor(&self) -> Actor {
        match self.hash(0) % 4 {
            0 | 1 if self.is_after_player => Actor::Chance,
            0 | 2 => Actor::Player(Side::First),
            _ => Actor::Player(Side::Second),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.hash(1).is_multiple_of(9).then_some(Outcome::Draw)
    }

    fn legal_moves(&self, moves: &mut Vec<u64>) {
        moves.extend(0..self.ways());
    }

    fn play(&mut self, way: u64) {
        *self = self.below(way);
    }

    fn each_chance(&self, mut look: impl FnMut(f64, Self)) {
        let weights: Vec<u64> = (0..self.ways())
            .map(|way| 1 + self.hash(200 + way) % 5)
            .collect();
        let total: u64 = weights.iter().sum();
        for (way, weight) in (0..).zip(weights) {
            look(weight as f64 / total as f64, self.below(way));
        }
    }
}

/// Values between -10 and 10, ends of the scale among them.
struct Scale;

impl Expect<Dice> for Scale {
    fn value(&self, position: &Dice) -> f64 {
        (position.hash(3) % 21) as f64 - 10.0
    }

    fn bounds(&self) -> [f64; 2] {
        [-10.0, 10.0]
    }
}

/// Expectiminimax as one would write it on a blackboard.
fn blackboard(position: &Dice, depth: u32) -> f64 {
    if position.outcome().is_some() {
        return Scale.value(position);
    }
    let mut values = Vec::new();
    match position.actor() {
        Actor::Chance => {
            let mut mean = 0.0;
            position.each_chance(|odds, next| mean += odds * blackboard(&next, depth));
            return mean;
        }
        Actor::Player(_) if depth == 0 => return Scale.value(position),
        Actor::Player(_) => {
            for way in 0..position.ways() {
                values.push(blackboard(&position.below(way), depth - 1));
            }
        }
    }
    let best = if position.actor() == Actor::Player(Side::First) {
        values.into_iter().reduce(f64::max)
    } else {
        values.into_iter().reduce(f64::min)
    };
    best.expect("a game that is not over has a move")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn pruning_at_chance_nodes_changes_no_value(seed: u64, depth in 0u32..5) {
        let position = Dice::new(seed);
        let truth = blackboard(&position, depth);
        for pruning in [StarPruning::None, StarPruning::Star1, StarPruning::Star2] {
            let (value, _) = expected_value(&position, &Scale, pruning, depth);
            prop_assert!((value - truth).abs() < 1e-9, "{:?}: {} is not {}", pruning, value, truth);
        }
    }

    #[test]
    fn the_best_move_is_worth_the_value(seed: u64, depth in 1u32..5) {
        let position = Dice::new(seed);
        let Actor::Player(side) = position.actor() else { return Ok(()) };
        if position.outcome().is_some() {
            return Ok(());
        }
        for pruning in [StarPruning::None, StarPruning::Star1, StarPruning::Star2] {
            let report = expectiminimax(&position, &Scale, pruning, &Go::depth(depth), &mut Unobserved);
            let best = report.best.expect("a move");
            let searched = report.depth;
            let worth = blackboard(&position.below(best), searched - 1);
            let truth = blackboard(&position, searched);
            prop_assert!((worth - truth).abs() < 1e-9, "{side:?} {pruning:?}");
        }
    }

    #[test]
    fn without_chance_it_is_minimax(seed: u64, depth in 1u32..5) {
        struct Scores;
        impl Expect<InTurn<Maze>> for Scores {
            fn value(&self, position: &InTurn<Maze>) -> f64 {
                match position.0.outcome() {
                    Some(Outcome::Win(Side::First)) => 1000.0,
                    Some(Outcome::Win(Side::Second)) => -1000.0,
                    Some(Outcome::Draw) => 0.0,
                    None => {
                        let own = f64::from(Hashed.evaluate(&position.0).value());
                        if position.0.turn() == Side::First { own } else { -own }
                    }
                }
            }
            fn bounds(&self) -> [f64; 2] {
                [-1000.0, 1000.0]
            }
        }
        fn minimax(position: &Maze, depth: u32) -> f64 {
            if depth == 0 || position.outcome().is_some() {
                return Scores.value(&InTurn(position.clone()));
            }
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let values = moves.into_iter().map(|mv| {
                let mut next = position.clone();
                next.make(mv);
                minimax(&next, depth - 1)
            });
            let pick = if position.turn() == Side::First { f64::max } else { f64::min };
            values.reduce(pick).expect("a move")
        }
        let position = Maze::new(seed);
        let (value, _) = expected_value(&InTurn(position.clone()), &Scores, StarPruning::Star2, depth);
        prop_assert!((value - minimax(&position, depth)).abs() < 1e-9);
    }

    #[test]
    fn stopped_at_any_instant_it_has_a_legal_move(seed: u64, nodes in 0u64..200) {
        let position = Dice::new(seed);
        if position.outcome().is_some() || position.actor() == Actor::Chance {
            return Ok(());
        }
        let report = expectiminimax(&position, &Scale, StarPruning::Star2, &Go::nodes(nodes), &mut Unobserved);
        prop_assert!(report.best.is_some_and(|best| best < position.ways()));
        prop_assert!(report.counts.nodes <= nodes);
    }
}

/// The same scale in millionths: an observer hears whole numbers.
struct Fine;

impl Expect<Dice> for Fine {
    fn value(&self, position: &Dice) -> f64 {
        1e6 * Scale.value(position)
    }

    fn bounds(&self) -> [f64; 2] {
        [-1e7, 1e7]
    }
}

fn value_of<M>(tree: &RevisedTree<M>, node: u32) -> f64 {
    match tree.numbers(node) {
        Some(Numbers::Value(value)) => value,
        other => panic!("node {node}: {other:?}"),
    }
}

#[test]
fn a_recording_with_chance_adds_up_and_disturbs_nothing() {
    let mut chances = 0;
    for seed in 0..300 {
        let position = Dice::new(seed);
        if position.outcome().is_some() || position.actor() == Actor::Chance {
            continue;
        }
        for pruning in [StarPruning::None, StarPruning::Star1, StarPruning::Star2] {
            let go = Go::depth(3);
            let mut tree = RevisedTree::new(usize::MAX);
            let report = expectiminimax(&position, &Fine, pruning, &go, &mut tree);
            let unwatched = expectiminimax(&position, &Fine, pruning, &go, &mut Unobserved);
            assert_eq!(
                (report.counts, report.value),
                (unwatched.counts, unwatched.value)
            );
            let own = if position.actor() == Actor::Player(Side::First) {
                1.0
            } else {
                -1.0
            };
            let value = f64::from(report.value.expect("searched").value());
            assert!(
                (own * value_of(&tree, 0) - value).abs() <= 1.0,
                "seed {seed}"
            );
            if pruning == StarPruning::None {
                chances += holds_everywhere(&tree);
            }
        }
    }
    assert!(chances > 1000, "{chances} chance nodes");
}

/// Holds every position against those below it; counts those where chance moves.
fn holds_everywhere(tree: &RevisedTree<u64>) -> usize {
    let mut chances = 0;
    for (node, place) in tree.nodes().iter().zip(0u32..) {
        let below = || {
            tree.nodes()
                .iter()
                .zip(0u32..)
                .filter(move |(child, _)| child.parent == Some(place))
        };
        if below().next().is_none() {
            assert!(tree.looks().contains(&place), "a leaf is looked at");
            continue;
        }
        let values = || below().map(|(_, at)| value_of(tree, at));
        let expected = match node.actor.expect("an inner position") {
            Actor::Player(Side::First) => values().fold(f64::MIN, f64::max),
            Actor::Player(Side::Second) => values().fold(f64::MAX, f64::min),
            Actor::Chance => {
                chances += 1;
                let odds: f64 = below().map(|(child, _)| child.odds).sum();
                assert!((odds - 1.0).abs() < 1e-9);
                below()
                    .map(|(child, at)| child.odds * value_of(tree, at))
                    .sum()
            }
        };
        assert!((value_of(tree, place) - expected).abs() <= 1.0);
    }
    chances
}

#[test]
fn each_pruning_spares_nodes() {
    let mut nodes = [0; 3];
    for seed in 0..300 {
        let position = Dice::new(seed);
        let kinds = [StarPruning::None, StarPruning::Star1, StarPruning::Star2];
        for (sum, pruning) in nodes.iter_mut().zip(kinds) {
            *sum += expected_value(&position, &Scale, pruning, 6).1.nodes;
        }
    }
    println!("nodes without pruning, with Star1, with Star2: {nodes:?}");
    assert!(nodes[1] < nodes[0] && nodes[2] < nodes[0], "{nodes:?}");
}

/// The value of a matrix game by trying every corner of its linear program: of every choice of as many rows
/// as columns, the mixtures that make the other side indifferent (Shapley and Snow 1950).
fn by_corners(game: &MatrixGame, rows: usize, cols: usize) -> f64 {
    let sets = |count: usize| 1u32..1 << count;
    for own in sets(rows) {
        for other in sets(cols).filter(|set| set.count_ones() == own.count_ones()) {
            let chosen = |set: u32, count: usize| -> Vec<usize> {
                (0..count).filter(|at| set >> at & 1 == 1).collect()
            };
            let (r, c) = (chosen(own, rows), chosen(other, cols));
            let by_row = |i: usize, j: usize| game.value(r[j], c[i]);
            let by_col = |i: usize, j: usize| game.value(r[i], c[j]);
            let (Some((x, v)), Some((y, w))) =
                (indifferent(r.len(), by_row), indifferent(r.len(), by_col))
            else {
                continue;
            };
            let spread = |shares: &[f64], at: &[usize], count: usize| {
                let mut all = vec![0.0; count];
                for (&at, &share) in at.iter().zip(shares) {
                    all[at] = share;
                }
                all
            };
            let is_mixture = |shares: &[f64]| shares.iter().all(|&share| share >= -1e-9);
            if !is_mixture(&x) || !is_mixture(&y) || (v - w).abs() > 1e-7 {
                continue;
            }
            let least = game.worst_for_rows(&spread(&x, &r, rows)).0;
            let most = game.best_against_cols(&spread(&y, &c, cols)).0;
            if most - least < 1e-7 {
                return v;
            }
        }
    }
    unreachable!("every matrix game has such a corner");
}

/// Shares that add up to 1 and make all `size` sums equal, and that sum; by elimination.
fn indifferent(size: usize, value: impl Fn(usize, usize) -> f64) -> Option<(Vec<f64>, f64)> {
    let n = size + 1;
    let mut rows: Vec<Vec<f64>> = (0..size)
        .map(|i| {
            let mut row: Vec<f64> = (0..size).map(|j| value(i, j)).collect();
            row.extend([-1.0, 0.0]);
            row
        })
        .collect();
    let mut last = vec![1.0; size];
    last.extend([0.0, 1.0]);
    rows.push(last);
    for at in 0..n {
        let pivot = (at..n).max_by(|&a, &b| rows[a][at].abs().total_cmp(&rows[b][at].abs()))?;
        rows.swap(at, pivot);
        if rows[at][at].abs() < 1e-9 {
            return None;
        }
        for other in (0..n).filter(|&other| other != at) {
            let times = rows[other][at] / rows[at][at];
            let own = rows[at].clone();
            for (cell, own) in rows[other].iter_mut().zip(own) {
                *cell -= times * own;
            }
        }
    }
    let solved: Vec<f64> = (0..n).map(|at| rows[at][n] / rows[at][at]).collect();
    Some((solved[..size].to_vec(), solved[size]))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn a_matrix_game_has_the_value_of_its_linear_program(
        rows in 1usize..6, cols in 1usize..6, seed: u64, few in any::<bool>()
    ) {
        let mut random = Random::new(seed);
        // Few different values make saddles and ties.
        let range = if few { 4 } else { 2001 };
        let values: Vec<f64> = (0..rows * cols).map(|_| random.below(range) as f64 - (range / 2) as f64).collect();
        let game = MatrixGame::new(rows, cols, |row, col| values[row * cols + col]);
        let solved = game.solve();
        prop_assert!((solved.value - by_corners(&game, rows, cols)).abs() < 1e-6);
        // What both can make sure of is the value: there is nothing better for either.
        prop_assert!((game.worst_for_rows(&solved.rows).0 - solved.value).abs() < 1e-6);
        prop_assert!((game.best_against_cols(&solved.cols).0 - solved.value).abs() < 1e-6);
    }
}

/// Rock, paper and scissors with stakes, over a few rounds, in the wind: in each both choose one of three,
/// the winner gets a point, and chance gives another one with odds 1 to 3.
#[derive(Clone, Debug)]
struct Hands {
    lead: i32,
    round: u32,
    rounds: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Hand(u8);

impl GameMove for Hand {
    const CODES: usize = 3;

    fn code(self) -> u16 {
        u16::from(self.0)
    }

    fn from_code(code: u16) -> Option<Self> {
        (code < 3).then_some(Self(code as u8))
    }
}

impl Hands {
    fn start(rounds: u32) -> Self {
        Self {
            lead: 0,
            round: 0,
            rounds,
        }
    }
}

impl Simultaneous for Hands {
    type Move = Hand;

    fn key(&self) -> Key {
        Key::mixed((self.lead + 100) as u64 * 64 + u64::from(self.round))
    }

    fn round(&self) -> u32 {
        self.round
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.round == self.rounds).then(|| Outcome::by_points(self.lead, 0))
    }

    fn legal_moves(&self, _side: Side, moves: &mut Vec<Hand>) {
        if self.outcome().is_none() {
            moves.extend([Hand(0), Hand(1), Hand(2)]);
        }
    }

    fn play(&mut self, choices: PerSide<Hand>, chance: &mut impl Chance) {
        let (one, other) = (choices[Side::First].0, choices[Side::Second].0);
        // Winning with the first hand counts double for the first player.
        self.lead += match (3 + one - other) % 3 {
            1 if one == 0 => 2,
            1 => 1,
            2 => -1,
            _ => 0,
        };
        self.lead += chance.pick(&[3, 1]) as i32;
        self.round += 1;
    }

    fn idle_move(&self, _side: Side) -> Hand {
        Hand(0)
    }
}

/// The lead, between 0 and 1.
struct Lead;

impl Payoff<Hands> for Lead {
    fn payoff(&self, position: &Hands) -> f64 {
        0.5 + f64::from(position.lead) / 20.0
    }
}

/// The exact value: a matrix game of matrix games.
fn solved(position: &Hands) -> (f64, Vec<f64>) {
    if position.outcome().is_some() {
        return (Lead.payoff(position), Vec::new());
    }
    let value = |row: usize, col: usize| {
        let mut mean = 0.0;
        let choices = PerSide::new(Hand(row as u8), Hand(col as u8));
        each_outcome(position, choices, |odds, next| {
            mean += odds * solved(&next).0;
        });
        mean
    };
    let equilibrium = MatrixGame::new(3, 3, value).solve();
    (equilibrium.value, equilibrium.rows)
}

fn plan(selection: Selection, playouts: u64) -> RoundsPlan {
    RoundsPlan {
        selection,
        go: Go::default(),
        playouts: Some(playouts),
        exploration: match selection {
            Selection::RegretMatching => 0.1,
            _ => 1.4,
        },
        seed: 1,
        rollout: 10,
        threads: 1,
        parallel: Parallel::Tree,
    }
}

const SELECTIONS: [Selection; 5] = [
    Selection::Flat,
    Selection::Uct,
    Selection::Rave,
    Selection::Puct,
    Selection::RegretMatching,
];

/// With a tree of its own and nobody watching.
fn sampled(position: &Hands, side: Side, plan: &RoundsPlan) -> RoundsReport<Hand> {
    let tree = &mut RoundsTree::default();
    sample_rounds(position, side, &Lead, plan, tree, |_, _, _| ())
}

#[test]
fn regret_matching_comes_to_the_equilibrium_and_both_to_its_value() {
    let position = Hands::start(3);
    let (value, shares) = solved(&position);
    for selection in [Selection::RegretMatching, Selection::Uct] {
        let found = sampled(&position, Side::First, &plan(selection, 100_000));
        println!(
            "{selection:?}: {} of {value}, {:?} of {shares:?}",
            found.value, found.shares
        );
        assert!(
            (found.value - value).abs() < 0.02,
            "{} is not {value}",
            found.value
        );
        if selection == Selection::RegretMatching {
            for ((_, share), truth) in found.shares.iter().zip(&shares) {
                assert!(
                    (share - truth).abs() < 0.05,
                    "{:?} of {shares:?}",
                    found.shares
                );
            }
        }
    }
}

#[test]
fn rounds_are_sampled_the_same_way_twice_and_end_when_told() {
    let position = Hands::start(4);
    for selection in SELECTIONS {
        let mut films = [Vec::new(), Vec::new()];
        let found = films.each_mut().map(|film| {
            sample_rounds(
                &position,
                Side::Second,
                &Lead,
                &plan(selection, 300),
                &mut RoundsTree::default(),
                |line, value, _| {
                    let is_both = |at: usize, step: &Step<Hand>| {
                        matches!(step, Step::Both(_)) == at.is_multiple_of(2)
                    };
                    assert!(line.iter().enumerate().all(|(at, step)| is_both(at, step)));
                    film.push((line.len(), value.to_bits()));
                },
            )
        });
        assert_eq!(found[0], found[1]);
        assert_eq!((films[0].len(), &films[0]), (300, &films[1]));
        for nodes in 0..30 {
            let plan = RoundsPlan {
                go: Go::nodes(nodes),
                ..plan(selection, u64::MAX)
            };
            let found = sampled(&position, Side::First, &plan);
            assert!(found.best.is_some() && found.ended == Ended::Nodes);
        }
        let stopped = plan(selection, u64::MAX);
        stopped.go.stop.stop();
        let found = sampled(&position, Side::First, &stopped);
        assert!(found.best.is_some() && found.ended == Ended::Stopped);
    }
    let over = Hands {
        rounds: 0,
        ..position
    };
    let found = sampled(&over, Side::First, &plan(Selection::Uct, 5));
    assert_eq!((found.best, found.ended), (None, Ended::GameOver));
}

/// One hand wins against every other: whoever samples at all finds it.
#[derive(Clone, Debug)]
struct Trump(Hands);

impl Simultaneous for Trump {
    type Move = Hand;

    fn key(&self) -> Key {
        self.0.key()
    }

    fn round(&self) -> u32 {
        self.0.round
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn legal_moves(&self, side: Side, moves: &mut Vec<Hand>) {
        self.0.legal_moves(side, moves);
    }

    fn play(&mut self, choices: PerSide<Hand>, chance: &mut impl Chance) {
        let points = |side: Side| i32::from(choices[side].0 == 1);
        self.0.lead += points(Side::First) - points(Side::Second);
        self.0.lead += chance.pick(&[1, 1]) as i32;
        self.0.round += 1;
    }

    fn idle_move(&self, _side: Side) -> Hand {
        Hand(0)
    }
}

impl Payoff<Trump> for Lead {
    fn payoff(&self, position: &Trump) -> f64 {
        self.payoff(&position.0)
    }
}

#[test]
fn every_selection_and_every_way_of_sharing_work_finds_the_better_choice() {
    let position = Trump(Hands::start(4));
    for selection in SELECTIONS {
        for (threads, parallel) in [
            (1, Parallel::Tree),
            (3, Parallel::Tree),
            (3, Parallel::Root),
        ] {
            let plan = RoundsPlan {
                threads,
                parallel,
                ..plan(selection, 3000)
            };
            let mut tree = RoundsTree::default();
            for side in Side::BOTH {
                let mut tree = RoundsTree::default();
                let found = sample_rounds(&position, side, &Lead, &plan, &mut tree, |_, _, _| ());
                let most = found
                    .shares
                    .iter()
                    .max_by(|one, other| one.1.total_cmp(&other.1));
                let most = most.expect("three choices").0;
                assert_eq!(
                    most,
                    Hand(1),
                    "{selection:?} {parallel:?} {:?}",
                    found.shares
                );
                assert_eq!((found.playouts, found.counts.leaves), (3000, 3000));
                assert_eq!(tree.visits(), 3000, "{selection:?} {parallel:?}");
            }
            // Nothing is under way any more: a second search goes on as the first one did.
            let look = |_: &[Step<Hand>], _, _| ();
            for _ in 0..2 {
                sample_rounds(&position, Side::First, &Lead, &plan, &mut tree, look);
            }
            assert_eq!(tree.visits(), 6000);
        }
    }
}

#[test]
fn a_tree_of_rounds_is_used_again_after_a_round() {
    let start = Hands::start(3);
    for selection in SELECTIONS {
        let mut tree = RoundsTree::default();
        let mut ways: Vec<(Key, u32)> = Vec::new();
        let plan = plan(selection, 2000);
        sample_rounds(
            &start,
            Side::First,
            &Lead,
            &plan,
            &mut tree,
            |line, _, _| {
                let Some(Step::Chance(key)) = line.get(1) else {
                    panic!("a round is followed by chance");
                };
                match ways.iter_mut().find(|(known, _)| known == key) {
                    Some((_, visits)) => *visits += 1,
                    None => ways.push((*key, 1)),
                }
            },
        );
        assert!(
            tree.follow(start.key()) && tree.visits() == 2000,
            "nothing happened yet"
        );
        let mut next = start.clone();
        next.play(PerSide::new(Hand(1), Hand(0)), &mut Random::new(1));
        let seen = ways.iter().find(|(key, _)| *key == next.key());
        let seen = seen.map_or(0, |&(_, visits)| visits);
        let is_known = tree.follow(next.key());
        // Flat Monte Carlo grows no tree; several pairs of choices may lead to one position.
        assert_eq!(is_known, selection != Selection::Flat);
        let kept = tree.visits();
        assert!(
            kept < seen && (kept > 0) == is_known,
            "{selection:?}: {kept} of {seen}"
        );
        let found = sample_rounds(&next, Side::First, &Lead, &plan, &mut tree, |_, _, _| ());
        assert_eq!((found.playouts, tree.visits()), (2000, kept + 2000));
        // A tree of another position is not believed.
        sample_rounds(&start, Side::First, &Lead, &plan, &mut tree, |_, _, _| ());
        assert_eq!(tree.visits(), 2000);
    }
}

/// Choosing first and openly cannot be better than choosing at once.
#[test]
fn a_round_taken_apart_bounds_the_round() {
    struct Points;
    impl Expect<Rounds<Hands>> for Points {
        fn value(&self, position: &Rounds<Hands>) -> f64 {
            Lead.payoff(position.position())
        }
        fn bounds(&self) -> [f64; 2] {
            [0.0, 1.0]
        }
    }
    let position = Hands::start(2);
    let truth = solved(&position).0;
    let value = |leader| {
        let game = Rounds::new(position.clone(), leader);
        let plain = expected_value(&game, &Points, StarPruning::None, 9).0;
        let pruned = expected_value(&game, &Points, StarPruning::Star2, 9).0;
        assert!((plain - pruned).abs() < 1e-9);
        plain
    };
    assert!(value(Side::First) < truth && truth < value(Side::Second));
}
