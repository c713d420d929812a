//! The fast rules agree with the slow ones and obey the laws.

mod naive;

use std::collections::HashMap;

use boyi_game::{
    MoveError, Outcome, PerSide, Random, RoundTable, Shown, Side, Simultaneous, Table,
    each_outcome, laws,
};
use boyi_garlic::{Battle, Destroyers, MAPS, Order, Setup, Status, built_in};
use naive::{Naive, Seen};
use proptest::collection::vec;
use proptest::prelude::*;

/// Small and crowded, so that everybody meets everybody; the last column of the third is a pen.
const ARENAS: [&str; 4] = [
    "3 4\noOoo\no..o\nooOo\n0 0\n2 3\n0 3\n2 0\n",
    "4 4\nOooO\no##o\noOOo\noooo\n0 1\n0 2\n3 0\n3 3\n",
    "4 6\nooooo#\noO#o##\nooooO.\n####o#\n0 0\n2 5\n0 4\n2 1\n",
    "2 5\noOoOo\nooooo\n0 0\n0 4\n1 1\n1 3\n",
];

fn battle(text: &str) -> Battle {
    Battle::new(&Setup::read(text).expect("a map"))
}

fn play(battle: &mut Battle, first: &str, second: &str) {
    let read = |side, text| battle.parse_move(side, text).expect("a move");
    let choices = PerSide::new(read(Side::First, first), read(Side::Second, second));
    battle.play(choices, &mut Random::new(1));
}

fn numbers(battle: &Battle) -> [(i32, i8); 2] {
    Side::BOTH.map(|side| {
        let garlic = battle.garlic(side);
        (garlic.score, garlic.status.number())
    })
}

#[test]
fn a_million_random_rounds_are_those_of_the_slow_rules() {
    let mut seen = Seen::default();
    let (mut rounds, mut seed) = (0, 0);
    while rounds < 1_000_000 {
        seed += 1;
        let mut choices = Random::new(seed);
        let setup = if seed % 8 == 0 {
            let destroyers = Destroyers::ALL[choices.below(3) as usize];
            let order = Order {
                rows: 6,
                cols: 6 + seed as usize % 3,
                seed,
                destroyers,
            };
            order.make().expect("a size there is")
        } else {
            let text = ARENAS[seed as usize % ARENAS.len()];
            Setup::read(text).expect("a map")
        };
        let (mut fast, mut slow) = (Battle::new(&setup), Naive::start(&setup));
        let (mut luck, mut same_luck) = (Random::new(seed), Random::new(seed));
        while fast.outcome().is_none() {
            let targets = [0, 1].map(|i| {
                let (row, col) = slow.garlics[i];
                // One move in fifty is a suicide.
                match choices.below(50) {
                    0 => (row + choices.below(5) as i32 - 2, col + 2),
                    _ => {
                        let steps = [(0, 0), (-1, 0), (0, -1), (0, 1), (1, 0)]
                            .map(|(r, c)| (row + r, col + c));
                        let open: Vec<_> = steps
                            .into_iter()
                            .filter(|&cell| slow.is_open(cell))
                            .collect();
                        *choices.choose(&open).expect("staying is possible")
                    }
                }
            });
            let read = |side, (row, col): (i32, i32)| {
                fast.parse_move(side, &format!("{row} {col}"))
                    .expect("any cell is a move")
            };
            let moves = PerSide::new(
                read(Side::First, targets[0]),
                read(Side::Second, targets[1]),
            );
            fast.play(moves, &mut luck);
            slow.play(targets, &mut same_luck, &mut seen);
            assert_eq!(fast.text(), slow.text(), "seed {seed}");
            assert_eq!(fast.outcome().is_some(), slow.is_over(), "{}", fast.text());
            assert_eq!(luck, same_luck, "the same draws were made");
            rounds += 1;
        }
        let (first, second) = (slow.scores[0], slow.scores[1]);
        assert_eq!(fast.outcome(), Some(Outcome::by_points(first, second)));
    }
    let rare = [
        seen.strong_met_strong,
        seen.negative_score_halved,
        seen.odd_negative_score_halved,
        seen.both_on_one_star,
        seen.came_home_onto_a_garlic,
        seen.suicides,
        seen.both_ate_one_destroyer,
    ];
    assert!(rare.iter().all(|&times| times >= 10), "{seen:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_law_holds(which in 0..ARENAS.len(), choices in vec(any::<u8>(), 80), seed: u64) {
        laws::simultaneous(&battle(ARENAS[which]), &choices, seed);
    }

    #[test]
    fn the_laws_hold_on_maps_to_order(size in 6usize..12, seed: u64, choices in vec(any::<u8>(), 60)) {
        let destroyers = Destroyers::ALL[seed as usize % 3];
        let order = Order { rows: size, cols: 17 - size, seed, destroyers };
        let map = order.make().expect("a size there is");
        laws::simultaneous(&Battle::new(&map), &choices, seed);
    }

    #[test]
    fn a_game_in_progress_reads_back(which in 0..ARENAS.len(), choices in vec(any::<u8>(), 40), seed: u64) {
        let mut battle = battle(ARENAS[which]);
        let mut luck = Random::new(seed);
        for pair in choices.chunks_exact(2) {
            let again = Battle::new(&Setup::read(&battle.text()).expect("our own text"));
            prop_assert_eq!(&again, &battle);
            prop_assert_eq!(again.key(), battle.key());
            if battle.outcome().is_some() {
                break;
            }
            let pick = |side, byte: u8| {
                let mut moves = Vec::new();
                battle.legal_moves(side, &mut moves);
                for &mv in &moves {
                    assert_eq!(battle.parse_move(side, &battle.move_text(mv)), Ok(mv));
                }
                moves[usize::from(byte) % moves.len()]
            };
            let moves = PerSide::new(pick(Side::First, pair[0]), pick(Side::Second, pair[1]));
            battle.play(moves, &mut luck);
        }
    }

    /// What a search sees, the two halves of a round with the odds between them, is what chance does.
    #[test]
    fn the_halves_of_a_round_make_the_whole(which in 0..ARENAS.len(), choices in vec(any::<u8>(), 40), seed: u64) {
        let mut battle = battle(ARENAS[which]);
        let mut luck = Random::new(seed);
        for pair in choices.chunks_exact(2) {
            if battle.outcome().is_some() {
                break;
            }
            let pick = |side, byte: u8| {
                let mut moves = Vec::new();
                battle.legal_moves(side, &mut moves);
                moves[usize::from(byte) % moves.len()]
            };
            let moves = PerSide::new(pick(Side::First, pair[0]), pick(Side::Second, pair[1]));
            let mut whole: HashMap<String, f64> = HashMap::new();
            each_outcome(&battle, moves, |odds, next| *whole.entry(next.text()).or_default() += odds);
            let mut halves: HashMap<String, f64> = HashMap::new();
            let mut between = battle.clone();
            between.move_garlics(moves);
            between.each_end(|odds, next| *halves.entry(next.text()).or_default() += f64::from(odds));
            prop_assert_eq!(whole.len(), halves.len());
            for (text, odds) in &whole {
                prop_assert!((odds - halves[text]).abs() < 1e-5, "{text}");
            }
            battle.play(moves, &mut luck);
        }
    }

    #[test]
    fn a_record_replays_bit_for_bit(choices in vec((-1i32..4, -1i32..5, 0i32..4, 0i32..5), 0..12), seed: u64) {
        let mut table = RoundTable::new(battle(ARENAS[0]), seed);
        for (a, b, c, d) in choices {
            if table.to_act() == boyi_game::ToAct::Nobody {
                break;
            }
            table.play(Side::First, &format!("{a} {b}")).expect("any cell");
            table.play(Side::Second, &format!("{c},{d}")).expect("any cell");
        }
        let record = table.record();
        let start = Battle::new(&Setup::read(&record.start).expect("our own text"));
        let mut again = RoundTable::new(start, record.seed);
        for played in &record.moves {
            again.play(played.side, &played.text).expect("it was played before");
        }
        prop_assert_eq!(again.position(), table.position());
        prop_assert_eq!(again.record(), record);
    }

    #[test]
    fn rubbish_is_no_map_and_no_panic(text in "[0-9#.oO \\n-]{0,60}|\\PC{0,40}") {
        let _ = Setup::read(&text);
        let _ = battle(ARENAS[0]).parse_move(Side::First, &text);
    }
}

#[test]
fn stars_under_the_garlics_are_collected_at_once() {
    let start = battle("2 5\n..O.o\n.....\n1 0\n1 4\n0 2\n0 4\n");
    assert_eq!(numbers(&start), [(10, 20), (10, 0)]);
    assert_eq!(start.stars_left(), 0);
    assert_eq!(start.outcome(), None, "the rules ask after a round");
}

#[test]
fn a_step_into_a_wall_is_a_move_and_the_last() {
    let mut game = battle("3 5\no.#..\noO#.o\no.#..\n0 3\n2 3\n0 1\n2 1\n");
    play(&mut game, "0 2", "2 0");
    assert_eq!(numbers(&game), [(-400, -1), (9, 0)]);
    let mut moves = Vec::new();
    game.legal_moves(Side::First, &mut moves);
    assert_eq!(moves.len(), 1, "who is gone has nothing to decide");
    play(&mut game, "0 1", "99 -7");
    assert_eq!(numbers(&game), [(-400, -1), (-391, -1)]);
    assert_eq!(game.outcome(), Some(Outcome::Win(Side::Second)));
    let wrong = game.parse_move(Side::First, "north");
    assert!(matches!(wrong, Err(MoveError::Malformed { .. })));
}

#[test]
fn strength_lasts_twenty_rounds() {
    let mut game = battle("2 6\n.O#..o\n..#...\n0 4\n1 4\n0 0\n1 0\n");
    play(&mut game, "0 1", "1 0");
    assert_eq!(game.garlic(Side::First).status, Status::Strong(19));
    for _ in 0..10 {
        play(&mut game, "0 1", "1 0");
    }
    assert_eq!(game.garlic(Side::First).status, Status::Strong(9));
}

#[test]
fn a_garlic_that_is_eaten_gives_half_of_a_negative_score_too() {
    let text = "2 6\n..#..o\n..#...\n0 4\n1 4\n0 0\n0 1\nhomes 0 4 1 4\nscores 100 -7\nstatuses 5 0\nround 3\n";
    let mut game = battle(text);
    play(&mut game, "0 1", "0 1");
    assert_eq!(
        numbers(&game),
        [(95, 4), (-3, -1)],
        "floor(-7 / 2) is -4, and a round costs 1"
    );
}

#[test]
fn our_maps_are_fair_and_as_their_names_say() {
    for map in MAPS {
        let setup = map.setup();
        assert_eq!(
            setup.to_string(),
            map.text,
            "{}: in our own format",
            map.name
        );
        let (size, kind) = map.name.split_once('-').expect("size and kind");
        assert_eq!(size, format!("{}x{}", setup.rows(), setup.cols()));
        let terrain = setup.terrain();
        let garlics = setup.garlics();
        assert!(
            terrain
                .distance(garlics[Side::First], garlics[Side::Second])
                .is_some()
        );
        let free = setup.destroyers().into_iter().filter(|&destroyer| {
            let reaches =
                Side::BOTH.map(|side| terrain.distance(destroyer, garlics[side]).is_some());
            assert_eq!(reaches[0], reaches[1], "{}", map.name);
            reaches[0]
        });
        let expected = match kind {
            "walled" => 0,
            "one" => 1,
            _ => 2,
        };
        assert_eq!(free.count(), expected, "{}", map.name);
    }
    assert!(built_in("10x10-one").is_some() && built_in("9x9").is_none());
}

/// How the maps that come with the program were made: `boyi garlic map` makes them again.
#[test]
fn our_maps_are_made_to_order() {
    let sizes = [(10, 10), (13, 15), (30, 30), (41, 41), (50, 50), (60, 60)];
    for (number, (rows, cols)) in sizes.into_iter().enumerate() {
        for destroyers in Destroyers::ALL {
            let seed = number as u64 * 10 + destroyers as u64;
            let order = Order {
                rows,
                cols,
                seed,
                destroyers,
            };
            let name = format!("{rows}x{cols}-{destroyers}");
            let map = built_in(&name)
                .expect("one for every size and kind")
                .setup();
            assert_eq!(order.make(), Ok(map), "{name}");
        }
    }
}

#[test]
fn every_order_is_met_with_a_fair_map() {
    let sizes = [
        (6, 6),
        (6, 7),
        (7, 6),
        (7, 7),
        (8, 12),
        (10, 10),
        (13, 15),
        (6, 31),
        (30, 30),
    ];
    for (rows, cols) in sizes {
        for destroyers in Destroyers::ALL {
            for seed in 0..40 {
                let order = Order {
                    rows,
                    cols,
                    seed,
                    destroyers,
                };
                let map = order.make().expect("a size there is");
                assert_eq!(map, order.make().expect("again"), "the same map every time");
                let read = Setup::read_fair(&map.to_string());
                assert_eq!(read.as_ref(), Ok(&map), "{order:?}\n{map}");
                assert!(Battle::new(&map).stars_left() > 0);
            }
        }
    }
    let order = Order {
        rows: 5,
        cols: 9,
        seed: 0,
        destroyers: Destroyers::Free,
    };
    assert_eq!(
        order.make().expect_err("too small").to_string(),
        "maps are made from 6x6 to 64x64"
    );
}

#[test]
fn course_maps_are_read() {
    for name in ["10_10", "13_15", "30_30", "41_41"] {
        let Some(text) = boyi_game::shared_files::text(&format!("garlic/{name}.txt")) else {
            return;
        };
        let setup = Setup::read(&text).expect("a course map");
        assert_eq!(format!("{}_{}", setup.rows(), setup.cols()), name);
        let game = Battle::new(&setup);
        assert_eq!(Battle::new(&Setup::read(&game.text()).expect("ours")), game);
    }
}
