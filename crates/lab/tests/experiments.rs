//! Every experiment measures what it says, and can be stopped.

use std::time::Duration;

use boyi_engine::{Go, PlayerSpec, Setup, game, games};
use boyi_game::Side;
use boyi_lab::{
    Depths, Estimates, Evaluations, LabError, Ladder, League, News, Ordering, Positions, Pruning,
    Row, Sampling, SamplingQuestion, Sheet, Value, Watch,
};
use boyi_search::{Algorithm, Stop};

fn quietly(experiment: impl FnOnce(&mut Watch) -> Result<Sheet, LabError>) -> Sheet {
    let mut watch = Watch {
        tell: &mut |_| (),
        stop: Stop::default(),
    };
    experiment(&mut watch).expect("an experiment that can be done")
}

fn count(sheet: &Sheet, row: &Row, key: &str) -> u64 {
    match sheet.value(row, key) {
        Some(Value::Count(count)) => *count,
        other => panic!("{key}: {other:?}"),
    }
}

fn share(sheet: &Sheet, row: &Row, key: &str) -> f64 {
    match sheet.value(row, key) {
        Some(Value::Share(share)) => *share,
        other => panic!("{key}: {other:?}"),
    }
}

fn league(game: &str) -> League {
    League {
        game: game.to_owned(),
        size: None,
        games: 2,
        seed: 1,
        threads: 1,
    }
}

fn pruning() -> Pruning {
    Pruning {
        game: "reversi".to_owned(),
        searches: Algorithm::ALL.to_vec(),
        depths: vec![2, 4],
        evaluation: None,
        positions: Positions::Own(2),
        deepen: false,
        limit: Duration::from_secs(60),
    }
}

#[test]
fn pruning_counts_what_the_searches_count() {
    let sheet = quietly(|watch| pruning().run(watch));
    assert_eq!(sheet.rows.len(), 14);
    let reversi = game("reversi").expect("a game");
    let mut nodes = 0;
    for &position in &reversi.test_positions()[..2] {
        let setup = Setup {
            position: Some(position.to_owned()),
            ..Setup::default()
        };
        let table = reversi.lay(&setup).expect("a position of ours");
        let spec = PlayerSpec {
            evaluation: Some("lab".to_owned()),
            ..PlayerSpec::named("alpha-beta")
        };
        let mut player = reversi.player(&spec).expect("a search");
        let orders = Go::depth(4);
        let thought = player.think(&table.seen(), Side::First, &orders, &mut |_| ());
        nodes += thought.expect("a move").counts.nodes;
    }
    let row = &sheet.rows[8];
    assert_eq!(sheet.object(row)["search"], "alpha-beta");
    assert_eq!(count(&sheet, row, "nodes"), nodes);
    for depth in [&sheet.rows[..7], &sheet.rows[7..]] {
        assert!((share(&sheet, &depth[0], "leaves_to_minimax") - 1.0).abs() < 1e-12);
        let nodes = |at: usize| count(&sheet, &depth[at], "nodes");
        assert!(nodes(1) < nodes(0), "pruning saves something");
    }
}

#[test]
fn given_positions_are_the_ones_searched() {
    let own = game("reversi").expect("a game").test_positions()[0].to_owned();
    let given = Pruning {
        positions: Positions::Given(vec![own]),
        ..pruning()
    };
    let one = Pruning {
        positions: Positions::Own(1),
        ..pruning()
    };
    let nodes = |experiment: &Pruning| {
        let sheet = quietly(|watch| experiment.run(watch));
        let rows = sheet.rows.iter();
        rows.map(|row| count(&sheet, row, "nodes"))
            .collect::<Vec<_>>()
    };
    assert_eq!(nodes(&given), nodes(&one));
}

#[test]
fn a_better_order_enters_fewer_positions() {
    let experiment = Ordering {
        game: "reversi".to_owned(),
        depths: vec![4],
        evaluation: None,
        positions: Positions::Own(3),
        limit: 1_000_000,
    };
    let sheet = quietly(|watch| experiment.run(watch));
    let nodes: Vec<u64> = sheet
        .rows
        .iter()
        .map(|row| count(&sheet, row, "nodes"))
        .collect();
    assert_eq!(nodes.len(), 6);
    assert!(nodes[4] < nodes[0], "all three help: {nodes:?}");
    let given_up = Ordering {
        limit: 50,
        depths: vec![4, 5],
        ..experiment
    };
    let sheet = quietly(|watch| given_up.run(watch));
    assert_eq!(sheet.rows.len(), 6, "what was given up is not tried deeper");
    let mut rows = sheet.rows.iter();
    assert!(rows.all(|row| sheet.object(row)["finished"] == false));
}

#[test]
fn an_estimate_changes_the_work_and_not_the_way() {
    let experiment = Estimates {
        kind: "rooms".to_owned(),
        sizes: vec![25],
        mazes: 3,
        searches: Estimates::USUAL.map(str::to_owned).to_vec(),
    };
    let sheet = quietly(|watch| experiment.run(watch));
    assert_eq!(sheet.rows.len(), 2 * Estimates::USUAL.len());
    for both in sheet.rows.chunks(2) {
        let [zero, manhattan] = both else {
            panic!("rows come in twos");
        };
        let of = |row, key| count(&sheet, row, key);
        assert_eq!(of(zero, "length"), of(manhattan, "length"));
        assert!(of(manhattan, "expanded") <= of(zero, "expanded"));
    }
}

#[test]
fn matches_are_played_in_pairs_and_come_out_the_same_again() {
    let experiment = Evaluations {
        evaluations: vec!["balanced".to_owned(), "points".to_owned()],
        depths: vec![1, 2],
        league: League {
            games: 6,
            seed: 3,
            ..league("reversi")
        },
    };
    let sheet = quietly(|watch| experiment.run(watch));
    assert_eq!(
        sheet.rows.len(),
        3,
        "both evaluations by themselves, and one against the other"
    );
    for row in &sheet.rows {
        assert_eq!(count(&sheet, row, "games"), 6);
        assert!((0.0..=1.0).contains(&share(&sheet, row, "score")));
    }
    let mut at_once = experiment;
    at_once.league.threads = 3;
    assert_eq!(quietly(|watch| at_once.run(watch)).rows, sheet.rows);
}

#[test]
fn deeper_players_of_othello_are_rated_higher() {
    let experiment = Depths {
        evaluation: None,
        depths: vec![1, 4],
        league: League {
            size: Some(6),
            games: 12,
            ..league("reversi")
        },
    };
    let sheet = quietly(|watch| experiment.run(watch));
    let elo = |row: &Row| sheet.object(row)["elo"].as_f64().expect("a rating");
    assert!(elo(&sheet.rows[0]).abs() < 1e-9, "the first is set to 0");
    assert!(elo(&sheet.rows[1]) > 0.0, "{}", elo(&sheet.rows[1]));
    assert!(sheet.object(&sheet.rows[1])["elo_error"].as_f64() > Some(0.0));
}

#[test]
fn a_ladder_rates_every_player_at_every_control() {
    let experiment = Ladder {
        league: League {
            size: Some(6),
            games: 4,
            ..league("reversi")
        },
        players: ["pvs", "uct", "monte-carlo:c=1"].map(str::to_owned).into(),
        controls: ["nodes=20", "nodes=400"].map(str::to_owned).into(),
    };
    let sheet = quietly(|watch| experiment.run(watch));
    let rows: Vec<_> = sheet.rows.iter().map(|row| sheet.object(row)).collect();
    assert_eq!(rows.len(), 6);
    for control in [0, 1] {
        let ratings = rows[3 * control..][..3].iter();
        let ratings: Vec<f64> = ratings
            .map(|row| row["rating"].as_f64().expect("a rating"))
            .collect();
        assert!(ratings.is_sorted_by(|one, other| one >= other));
        assert!(ratings.iter().sum::<f64>().abs() < 1.0, "the mean is 0");
    }
    assert!(rows.iter().all(|row| row["error"].as_f64() > Some(0.0)));
    assert!(rows.iter().all(|row| row["games"] == 8));
    // Counted in nodes, it comes out the same again, however many openings are played at once.
    let mut at_once = experiment;
    at_once.league.threads = 3;
    assert_eq!(sheet.rows, quietly(|watch| at_once.run(watch)).rows);
}

/// Every game has its ladder, that of rounds too; a player that a game does not have is refused at once.
#[test]
fn every_game_has_a_ladder() {
    for game in games() {
        let experiment = Ladder {
            league: League {
                size: (game.name() == "reversi").then_some(4),
                ..league(game.name())
            },
            players: Vec::new(),
            controls: vec!["nodes=2".to_owned()],
        };
        if game.name() == "reversi" || game.name() == "garlic" {
            let sheet = quietly(|watch| experiment.run(watch));
            assert_eq!(sheet.rows.len(), game.searches().len(), "{}", game.name());
        }
        let unknown = Ladder {
            players: vec!["uct".to_owned(), "magic".to_owned()],
            ..experiment
        };
        let mut begun = false;
        let mut watch = Watch {
            tell: &mut |_| begun = true,
            stop: Stop::default(),
        };
        let error = unknown.run(&mut watch).expect_err("refused");
        assert!(matches!(error, LabError::Player(_)), "{error}");
        assert!(!begun, "nothing was played");
    }
}

#[test]
fn sampling_is_asked_three_questions() {
    for question in SamplingQuestion::ALL {
        let experiment = Sampling {
            question,
            league: League {
                size: Some(4),
                ..league("reversi")
            },
            controls: vec!["nodes=60".to_owned()],
        };
        let sheet = quietly(|watch| experiment.run(watch));
        assert!(sheet.rows.len() >= 3, "{}", question.name());
        assert!(
            sheet
                .rows
                .iter()
                .all(|row| count(&sheet, row, "games") == 2)
        );
    }
}

#[test]
fn an_experiment_stops_when_told() {
    let stop = Stop::default();
    let switch = stop.clone();
    let mut heard = 0;
    let mut tell = |news: News| {
        if matches!(news, News::Doing(..)) {
            heard += 1;
            switch.stop();
        }
    };
    let deep = Pruning {
        depths: vec![14],
        limit: Duration::from_secs(600),
        ..pruning()
    };
    let found = deep.run(&mut Watch {
        tell: &mut tell,
        stop,
    });
    assert!(matches!(found, Err(LabError::Stopped)), "{found:?}");
    assert_eq!(heard, 1);
}

#[test]
fn what_there_is_not_is_named() {
    let wrong = Estimates {
        kind: "spiral".to_owned(),
        sizes: vec![9],
        mazes: 1,
        searches: vec!["astar".to_owned()],
    };
    let mut watch = Watch {
        tell: &mut |_| (),
        stop: Stop::default(),
    };
    let message = wrong.run(&mut watch).expect_err("no such kind").to_string();
    assert_eq!(
        message,
        "there is no kind of maze called `spiral`: choose from perfect, braided, rooms, obstacles"
    );
    let rounds = Depths {
        evaluation: None,
        depths: vec![1, 2],
        league: league("garlic"),
    };
    let message = rounds.run(&mut watch).expect_err("of rounds").to_string();
    assert_eq!(message, "the classic searches do not play garlic");
}
