//! The searches by sampling, with chance and by proof as players: legal moves in every game, the same twice,
//! options where they belong, and recordings that add up.

use boyi_engine::{
    EngineError, Game, Go, PlayerSpec, SampledSearch, Setup, TreeRequest, game, games,
};
use boyi_game::{Random, Side, Table, ToAct};
use boyi_search::{Algorithm, Method, Numbers, Techniques};

fn player(game: &dyn Game, text: &str) -> Box<dyn boyi_engine::Engine> {
    let spec: PlayerSpec = text.parse().expect("a player");
    game.player(&spec).expect("a player of this game")
}

/// The names of the new searches that play a game.
fn names(game: &dyn Game) -> Vec<&'static str> {
    let names = game.searches().into_iter().map(|search| search.name);
    names
        .filter(|name| name.parse::<Algorithm>().is_err())
        .collect()
}

fn some_moves(table: &mut dyn Table, count: u64, random: &mut Random) {
    for _ in 0..count {
        for side in Side::BOTH {
            let acts = match table.to_act() {
                ToAct::One(one) => one == side,
                ToAct::Both => true,
                ToAct::Nobody => false,
            };
            if acts {
                let moves = table.legal_moves(side);
                let mv = &moves[random.below(moves.len() as u64) as usize];
                table.play(side, &mv.text).expect("a legal move");
            }
        }
    }
}

#[test]
fn every_search_plays_legal_moves_in_every_game_and_the_same_twice() {
    let mut random = Random::new(1);
    for game in games() {
        for name in names(*game) {
            let text = format!("{name}:nodes=300,seed=5");
            let mut film = Vec::new();
            for _ in 0..2 {
                let mut random = random.clone();
                let mut table = game.lay(&Setup::default()).expect("a start");
                let mut player = player(*game, &text);
                player.prepare(&table.seen()).expect("a game");
                let mut answers = Vec::new();
                for _ in 0..4 {
                    let side = match table.to_act() {
                        ToAct::One(side) => side,
                        ToAct::Both => Side::Second,
                        ToAct::Nobody => break,
                    };
                    let go = Go::default();
                    let thought = player.think(&table.seen(), side, &go, &mut |_| ());
                    let best = thought.expect("a thought").best.expect("a move");
                    let legal = table.legal_moves(side);
                    assert!(legal.iter().any(|mv| mv.text == best), "{text}: {best}");
                    answers.push(best);
                    some_moves(&mut *table, 1, &mut random);
                }
                film.push(answers);
            }
            assert_eq!(film[0], film[1], "{} {text}", game.name());
        }
        random = Random::new(2);
    }
}

#[test]
fn stopped_before_it_begins_a_player_has_a_legal_move() {
    for game in games() {
        let table = game.lay(&Setup::default()).expect("a start");
        for name in names(*game) {
            let go = Go::default();
            go.stop.stop();
            let thought = player(*game, name).think(&table.seen(), Side::First, &go, &mut |_| ());
            let best = thought.expect("a thought").best.expect("a move");
            let legal = table.legal_moves(Side::First);
            assert!(legal.iter().any(|mv| mv.text == best), "{name}");
        }
    }
}

#[test]
fn options_are_refused_where_they_mean_nothing() {
    let game = game("reversi").expect("a game");
    for (text, option) in [
        ("pvs:playouts=5", "playouts="),
        ("strong:c=1", "c="),
        ("dfpn:rollout=3", "rollout="),
        ("uct:width=3", "width="),
        ("beam:root", "root"),
    ] {
        let spec: PlayerSpec = text.parse().expect("well written");
        let error = game.player(&spec).err().expect("refused").to_string();
        assert!(
            error.contains(&format!("has no use for {option}")),
            "{error}"
        );
    }
    let garlic = boyi_engine::game("garlic").expect("a game");
    assert!(garlic.player(&PlayerSpec::named("dfpn")).is_err());
}

/// With as much time, what was learnt before is worth something: the tree goes on from where it was.
#[test]
fn a_tree_is_kept_between_the_moves_of_a_game() {
    let game = game("reversi").expect("a game");
    let mut table = game.lay(&Setup::default()).expect("a start");
    let mut one = player(game, "uct:playouts=3000");
    let go = Go::default();
    let first = one.think(&table.seen(), Side::First, &go, &mut |_| ());
    let first = first.expect("a thought");
    let expected = first.lines[0].moves.clone();
    assert!(expected.len() >= 3, "{expected:?}");
    table.play(Side::First, &expected[0]).expect("legal");
    table.play(Side::Second, &expected[1]).expect("legal");
    let depth_of = |player: &mut dyn boyi_engine::Engine| {
        let thought = player.think(&table.seen(), Side::First, &go, &mut |_| ());
        thought.expect("a thought").lines[0].depth
    };
    let kept = depth_of(&mut *one);
    one.prepare(&table.seen()).expect("a game");
    let fresh = depth_of(&mut *one);
    assert!(kept >= fresh, "{kept} {fresh}");
}

/// Wherever a player is named: sampling by these names, and no proofs where chance has a say.
#[test]
fn the_names_of_the_textbook_are_players() {
    for game in games() {
        let names = names(*game);
        for name in ["monte-carlo", "uct", "rave", "puct", "expectiminimax"] {
            assert!(names.contains(&name), "{}: {name}", game.name());
            for option in ["time=1ms", "nodes=100", "seed=3,nodes=50"] {
                player(*game, &format!("{name}:{option}"));
            }
            if name != "expectiminimax" {
                player(*game, &format!("{name}:playouts=5,c=0.5,threads=2"));
                player(*game, &format!("{name}:playouts=5,threads=2,root"));
            }
        }
        let is_certain = game.name() != "garlic";
        for name in ["mcts-solver", "beam", "pn", "dfpn"] {
            assert_eq!(names.contains(&name), is_certain);
        }
    }
}

/// The battle goes on from where the tree of the last round was: the same seed, another search.
#[test]
fn a_tree_of_rounds_is_kept_between_the_rounds_of_a_game() {
    let garlic = game("garlic").expect("a game");
    let mut table = garlic.lay(&Setup::default()).expect("a start");
    let text = "uct:playouts=4000,seed=1";
    let (mut keeps, mut forgets) = (player(garlic, text), player(garlic, text));
    let go = Go::default();
    let mut differ = 0;
    for _ in 0..6 {
        let score = |player: &mut dyn boyi_engine::Engine| {
            let thought = player.think(&table.seen(), Side::First, &go, &mut |_| ());
            let thought = thought.expect("a thought");
            (thought.best.expect("a move"), thought.lines[0].score)
        };
        forgets.prepare(&table.seen()).expect("a game");
        let (kept, fresh) = (score(&mut *keeps), score(&mut *forgets));
        differ += u32::from(kept != fresh);
        for (side, mv) in [
            (Side::First, kept.0),
            (
                Side::Second,
                table.legal_moves(Side::Second)[0].text.clone(),
            ),
        ] {
            table.play(side, &mv).expect("legal");
        }
    }
    assert!(differ > 0, "what was learnt before changes what is found");
}

/// What is thought of a position changes after a look, and the last that is thought of the root is the value.
fn looks_and_revisions(film: &SampledSearch) {
    assert!(!film.playouts.is_empty() && film.branches.len() > 1);
    assert!(film.revisions.is_sorted_by_key(|revision| revision.look));
    for revision in &film.revisions {
        assert!(revision.look as usize <= film.playouts.len());
        assert!((revision.node as usize) < film.branches.len());
    }
    let root = film.revisions.iter().rfind(|revision| revision.node == 0);
    let Numbers::Proof(numbers) = root.expect("of the root, too").numbers else {
        return;
    };
    assert_eq!(numbers.settled().is_some(), film.value.is_some());
}

#[test]
fn a_recording_adds_up_and_names_its_chances() {
    let request = |cap| TreeRequest {
        go: Go::default(),
        techniques: Techniques::ALL,
        below: None,
        cap,
    };
    for game in games() {
        let table = game.lay(&Setup::default()).expect("a start");
        for name in names(*game) {
            let is_sampling =
                name == "regret-matching" || name.parse().is_ok_and(Method::is_sampling);
            let revises = ["pn", "dfpn", "expectiminimax"].contains(&name);
            let text = match name {
                _ if is_sampling => format!("{name}:playouts=200"),
                _ if revises => format!("{name}:nodes=2000"),
                _ => name.to_owned(),
            };
            let film = player(*game, &text).sampled(&table.seen(), Side::First, &request(5000));
            if !is_sampling && !revises {
                assert!(matches!(film, Err(EngineError::NoSamples(_))), "{name}");
                continue;
            }
            let film = film.expect("a recording");
            if revises {
                looks_and_revisions(&film);
            } else {
                assert_eq!(film.playouts.len(), 200, "{} {name}", game.name());
                assert!(film.revisions.is_empty());
            }
            for (at, branch) in film.branches.iter().enumerate() {
                assert_eq!(branch.parent.is_none(), at == 0);
                assert!(branch.parent.is_none_or(|parent| (parent as usize) < at));
                let comes_by_chance = branch
                    .parent
                    .is_some_and(|parent| film.branches[parent as usize].is_chance);
                assert_eq!(branch.mv.is_none(), at == 0 || comes_by_chance);
            }
            let has_chance = film.branches.iter().any(|branch| branch.is_chance);
            assert_eq!(has_chance, game.name() == "garlic");
            let priors: f32 = film
                .branches
                .iter()
                .filter(|branch| branch.parent == Some(0))
                .map(|branch| branch.facts.prior)
                .sum();
            assert!(
                (has_chance || priors <= 1.001) && (priors > 0.0) == (name == "puct"),
                "{name} {priors}"
            );
        }
    }
}
