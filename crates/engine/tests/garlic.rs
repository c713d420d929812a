//! The garlic battle with its players: opponents behave, the bound holds, games replay.

use boyi_engine::garlic::{NoBound, score_bound};
use boyi_engine::{Game, Go, PlayerSpec, Setup, game, replay};
use boyi_game::{Outcome, PerSide, Random, Side, Simultaneous, Status, Table, ToAct, shared_files};
use boyi_garlic::{Battle, Destroyers, Order, built_in};

fn garlic() -> &'static dyn Game {
    game("garlic").expect("built in")
}

fn lay(text: &str, seed: u64) -> Box<dyn Table> {
    let setup = Setup {
        position: Some(text.to_owned()),
        seed,
        ..Setup::default()
    };
    garlic().lay(&setup).expect("a map")
}

/// Plays a game to its end.
fn play(text: &str, seed: u64, names: [&str; 2]) -> Box<dyn Table> {
    let mut table = lay(text, seed);
    let mut players = names.map(|name| {
        let spec: PlayerSpec = name.parse().expect("a player");
        garlic().player(&spec).expect("a player")
    });
    while table.to_act() != ToAct::Nobody {
        for side in Side::BOTH {
            let thought =
                players[side.index()].think(&table.seen(), side, &Go::default(), &mut |_| ());
            let best = thought.expect("it can read the position").best;
            table
                .play(side, &best.expect("the game goes on"))
                .expect("a move");
        }
    }
    table
}

fn answer(text: &str, name: &str) -> String {
    let spec: PlayerSpec = name.parse().expect("a player");
    let mut player = garlic().player(&spec).expect("a player");
    let table = lay(text, 0);
    let thought = player.think(&table.seen(), Side::First, &Go::default(), &mut |_| ());
    thought.expect("readable").best.expect("the game goes on")
}

#[test]
fn the_course_sample_is_worth_550_and_a_route_gets_it() {
    let Some(text) = shared_files::text("garlic/10_10.txt") else {
        return;
    };
    let plan = score_bound(&boyi_garlic::Setup::read(&text).expect("a map")).expect("walled");
    assert_eq!((plan.bound, plan.score), (550, 550));
    assert_eq!(
        plan.route.len(),
        100,
        "the walled star makes it last all rounds"
    );
}

#[test]
fn the_bound_is_reached_on_our_own_walled_maps() {
    for name in ["10x10-walled", "13x15-walled", "30x30-walled"] {
        let setup = built_in(name).expect("a map of ours").setup();
        let plan = score_bound(&setup).expect("walled");
        assert_eq!(plan.score, plan.bound, "{name}");
        let mut battle = Battle::new(&setup);
        for &target in &plan.route {
            let choices = PerSide::new(target, battle.idle_move(Side::Second));
            battle.play(choices, &mut Random::new(9));
        }
        assert!(battle.outcome().is_some(), "the route ends the game");
        assert_eq!(
            battle.garlic(Side::First).score,
            plan.score,
            "and scores as it says"
        );
    }
}

/// Every play of tiny maps, tried out: none beats the bound.
#[test]
fn no_play_beats_the_bound() {
    let maps = [
        "1 9\no..o#.#.o\n0 5\n0 7\n0 1\n0 2\n",
        "2 5\n.O#o#\no.#.#\n0 3\n1 3\n0 0\n1 1\n",
        "2 5\noO#.#\n..#.#\n0 3\n1 3\n1 0\n0 0\n",
        "3 4\no.#.\nO.##\no.#.\n0 3\n2 3\n0 1\n2 1\n",
    ];
    for text in maps {
        let setup = boyi_garlic::Setup::read(text).expect("a map");
        let plan = score_bound(&setup).expect("walled");
        // Beyond these rounds nothing but waiting or leaving is left to do on maps as small.
        let best = best_play(&Battle::new(&setup), 9);
        assert!(best <= plan.bound, "{best} beats {plan:?} on\n{text}");
        assert!(plan.score <= plan.bound);
        assert!(
            plan.score + 5 >= best,
            "the route is near the best: {plan:?}, {best}"
        );
    }
}

fn best_play(battle: &Battle, rounds: u32) -> i32 {
    let own = battle.garlic(Side::First);
    if battle.outcome().is_some() {
        return own.score;
    }
    if rounds == 0 {
        let waiting = (battle.last_round() - battle.round()) as i32;
        return own.score - waiting * i32::from(own.is_there());
    }
    let mut moves = Vec::new();
    battle.legal_moves(Side::First, &mut moves);
    let values = moves.into_iter().map(|mv| {
        let mut next = battle.clone();
        let choices = PerSide::new(mv, battle.idle_move(Side::Second));
        next.play(choices, &mut Random::new(0));
        best_play(&next, rounds - 1)
    });
    values.max().expect("staying is a move")
}

#[test]
fn free_destroyers_have_no_bound() {
    let setup = built_in("10x10-one").expect("a map of ours").setup();
    assert_eq!(score_bound(&setup), Err(NoBound::Hunted(0)));
}

#[test]
fn opponents_do_what_the_rules_say() {
    let map = "3 7\n.......\no.....o\n.......\n0 6\n2 6\n1 2\n1 4\n";
    assert_eq!(answer(map, "still"), "1 2");
    assert_eq!(answer(map, "greedy"), "1 1", "the star behind it is nearer");
    assert_eq!(
        answer(map, "flee-hunt"),
        "0 2",
        "as far as a step can be from all"
    );
    let cornered =
        "2 4\no..#\n#.##\n0 0\n1 1\n0 2\n0 1\nhomes 0 0 1 1\nscores 0 0\nstatuses 0 0\nround 1\n";
    assert_eq!(
        answer(cornered, "random-safe"),
        "0 2",
        "every step is next to a destroyer"
    );
    let strong = cornered.replace("statuses 0 0", "statuses 9 0");
    assert_eq!(
        answer(&strong, "flee-hunt"),
        "0 1",
        "a hunter goes where the others are"
    );
}

#[test]
fn games_of_all_opponents_end_and_replay() {
    let names = [
        "still",
        "random-safe:seed=5",
        "flee-hunt",
        "greedy",
        "camper",
    ];
    let order = Order {
        rows: 8,
        cols: 9,
        seed: 3,
        destroyers: Destroyers::Free,
    };
    let text = order.make().expect("a size there is").to_string();
    for a in names {
        for b in names {
            let table = play(&text, 7, [a, b]);
            let again = replay(table.record()).expect("it was played");
            assert_eq!(again.position(), table.position(), "{a} against {b}");
            assert!(matches!(table.status(), Status::Over { .. }));
        }
    }
}

#[test]
fn greedy_beats_still_where_nobody_hunts() {
    let map = built_in("13x15-walled").expect("a map of ours");
    let table = play(map.text, 1, ["still", "greedy"]);
    let Status::Over { outcome, .. } = table.status() else {
        panic!("played to the end")
    };
    assert_eq!(outcome, Outcome::Win(Side::Second));
}

#[test]
fn wrong_players_and_maps_are_explained() {
    let wrong = garlic()
        .player(&PlayerSpec::named("pvs"))
        .err()
        .expect("no such player");
    assert!(wrong.to_string().contains("still, random-safe"), "{wrong}");
    let setup = Setup {
        position: Some("2 2\n..\n.x\n".into()),
        ..Setup::default()
    };
    let wrong = garlic().lay(&setup).err().expect("no map").to_string();
    assert_eq!(
        wrong,
        "position: line 3, column 2: expected one of # . o O, found `x`"
    );
    let setup = Setup {
        size: Some((7, 8)),
        moves: Some("1 2 3".into()),
        ..Setup::default()
    };
    assert!(
        garlic()
            .lay(&setup)
            .err()
            .expect("no move")
            .to_string()
            .starts_with("moves: ")
    );
}

#[test]
fn the_strong_player_beats_the_others_from_both_sides() {
    let strong = "strong:nodes=2000";
    let map = built_in("10x10-free").expect("a map of ours");
    let mut wins = 0;
    for (seed, opponent) in ["still", "random-safe", "flee-hunt", "greedy"]
        .into_iter()
        .enumerate()
    {
        for side in Side::BOTH {
            let names = match side {
                Side::First => [strong, opponent],
                Side::Second => [opponent, strong],
            };
            let table = play(map.text, seed as u64, names);
            let Status::Over { outcome, .. } = table.status() else {
                panic!("played to the end")
            };
            wins += u32::from(outcome == Outcome::Win(side));
        }
    }
    // The destroyers' luck can decide one; the seeds are fixed, so this number is as well.
    assert!(wins >= 7, "{wins} wins of 8");
}

#[test]
fn the_strong_player_plays_the_same_game_again() {
    let map = built_in("13x15-one").expect("a map of ours");
    let names = ["strong:nodes=2000,seed=4", "strong:nodes=1000,seed=5"];
    let [one, two] = [0, 1].map(|_| play(map.text, 3, names));
    assert_eq!(one.record(), two.record());
}

#[test]
fn the_strong_player_steps_out_of_the_way() {
    // The star is next to a destroyer; the other way is open.
    let map = "3 9\n...o.....\n.########\n..o......\n0 4\n2 8\n0 2\n2 4\n";
    let answer = answer(map, "strong:nodes=200000");
    assert_ne!(answer, "0 3", "a destroyer would be one step away");
    let wrong = garlic()
        .player(&"strong:eval=lab".parse().expect("a spec"))
        .err();
    assert!(wrong.is_some_and(|error| error.to_string().contains("time=, nodes=, depth=")));
}

#[test]
fn the_strong_player_makes_all_there_is_of_the_course_sample() {
    let Some(text) = shared_files::text("garlic/10_10.txt") else {
        return;
    };
    for side in Side::BOTH {
        let names = match side {
            Side::First => ["strong:nodes=2000", "still"],
            Side::Second => ["still", "strong:nodes=2000"],
        };
        let table = play(&text, 1, names);
        let points = table.points().expect("the battle counts points");
        assert_eq!(points[side], 550, "as {side:?}");
    }
}

#[test]
fn the_strong_player_camps_where_destroyers_come_home() {
    // A strengthened garlic next to the home of a destroyer that is at home.
    let map = "3 5\n.....\n.###.\no...o\n0 0\n2 2\n0 1\n2 4\n\
               homes 0 0 2 2\nscores 0 0\nstatuses 15 0\nround 3\n";
    for player in ["strong:depth=2", "camper"] {
        assert_eq!(answer(map, player), "0 0", "{player}");
    }
}

#[test]
fn the_camper_waits_at_two_steps_and_shuns_dead_ends() {
    let map = "2 6\n......\n#####o\n0 0\n1 5\n0 2\n0 5\n\
               homes 0 0 1 5\nscores 0 0\nstatuses 15 0\nround 3\n";
    let step = answer(map, "camper");
    assert!(["0 1", "0 2"].contains(&step.as_str()), "{step}");
    let map = "3 7\n#o#####\n...o...\n#.#####\n2 1\n1 6\n1 0\n1 5\n";
    assert_ne!(
        answer(map, "camper"),
        "0 1",
        "a dead end next to a destroyer"
    );
}
