//! The tree a player shows is the tree it searches, in every game the classic searches play.

use boyi_engine::{EngineError, Game, Go, PlayerSpec, SearchTree, Setup, TreeRequest, games};
use boyi_game::{Random, Table, ToAct};
use boyi_search::{Algorithm, Techniques};

fn request(depth: u32, techniques: Techniques) -> TreeRequest {
    TreeRequest {
        go: Go::depth(depth),
        techniques,
        below: None,
        cap: usize::MAX,
    }
}

/// The game after some random moves. Gomoku on a small board: what is counted does not depend on the
/// size, but the work does, with its square at depth 2.
fn random_game(game: &dyn Game, random: &mut Random) -> Box<dyn Table> {
    let setup = Setup {
        size: (game.name() == "gomoku").then_some((7, 7)),
        ..Setup::default()
    };
    let mut table = game.lay(&setup).expect("the usual start");
    for _ in 0..random.below(30) {
        let ToAct::One(side) = table.to_act() else {
            break;
        };
        let moves = table.legal_moves(side);
        let mv = &moves[random.below(moves.len() as u64) as usize];
        table.play(side, &mv.text).expect("a legal move");
    }
    table
}

fn searched_games() -> impl Iterator<Item = &'static dyn Game> {
    let all = games().iter().copied();
    all.filter(|game| !game.test_positions().is_empty())
}

/// Everything, nothing, each technique alone, and all but each.
fn choices_of_techniques() -> Vec<Techniques> {
    let switches: [fn(&mut Techniques, bool); 4] = [
        |techniques, on| techniques.table = on,
        |techniques, on| techniques.promise = on,
        |techniques, on| techniques.killers = on,
        |techniques, on| techniques.history = on,
    ];
    let mut choices = vec![Techniques::ALL, Techniques::NONE];
    for (start, on) in [(Techniques::NONE, true), (Techniques::ALL, false)] {
        for switch in switches {
            let mut techniques = start;
            switch(&mut techniques, on);
            choices.push(techniques);
        }
    }
    choices
}

#[test]
fn a_tree_counts_what_the_search_counts_in_every_game() {
    let mut random = Random::new(10);
    for game in searched_games() {
        // Depths with some hundreds to some thousands of positions.
        let depth = if game.name() == "reversi" { 3 } else { 2 };
        for _ in 0..4 {
            let table = random_game(game, &mut random);
            for algorithm in Algorithm::ALL {
                for quiescence in [false, true] {
                    let spec = PlayerSpec {
                        quiescence,
                        depth: Some(depth),
                        ..PlayerSpec::named(algorithm.name())
                    };
                    let mut player = game.player(&spec).expect("a classic search");
                    for techniques in choices_of_techniques() {
                        let tree = player
                            .tree(&table.seen(), &request(depth, techniques))
                            .expect("classic searches keep trees");
                        let what = format!("{} {spec} {techniques:?}", game.name());
                        assert_eq!(tree.traced, tree.counts, "{what}");
                        assert_eq!(tree.branches.len() as u64, tree.entered, "{what}");
                        assert_eq!(tree.entered, tree.counts.nodes, "{what}");
                    }
                    let tree = player
                        .tree(&table.seen(), &request(depth, Techniques::ALL))
                        .expect("the same again");
                    let mut fresh = game.player(&spec).expect("a classic search");
                    let side = boyi_game::Side::First;
                    let thought = fresh
                        .think(&table.seen(), side, &Go::default(), &mut |_| ())
                        .expect("a game that can be followed");
                    assert_eq!(tree.counts, thought.counts, "{} {spec}", game.name());
                }
            }
        }
    }
}

#[test]
fn a_capped_tree_says_how_much_of_the_search_it_holds() {
    let whole = othello("alpha-beta", &request(4, Techniques::ALL));
    let capped = TreeRequest {
        cap: 50,
        ..request(4, Techniques::ALL)
    };
    let part = othello("alpha-beta", &capped);
    assert_eq!((part.counts, part.traced), (whole.counts, whole.traced));
    assert_eq!(part.entered, whole.entered);
    let kept = part.branches.len();
    assert!(kept <= 50 && (kept as u64) < part.entered, "{kept}");
    let plies = part.kept_plies.expect("something was left out");
    let upper = whole.branches.iter().filter(|branch| branch.ply <= plies);
    assert_eq!(kept, upper.count(), "everything down to that ply");
    assert_eq!(whole.kept_plies, None);
}

fn othello(algorithm: &str, request: &TreeRequest) -> SearchTree {
    let game = boyi_engine::game("reversi").expect("a game");
    let setup = Setup {
        moves: Some("f5d6c3d3".to_owned()),
        ..Setup::default()
    };
    let table = game.lay(&setup).expect("a game");
    let spec = PlayerSpec::named(algorithm);
    let mut player = game.player(&spec).expect("a classic search");
    player.tree(&table.seen(), request).expect("a tree")
}

#[test]
fn a_cut_says_what_it_compares_with() {
    let tree = othello("alpha-beta", &request(3, Techniques::ALL));
    let cuts = tree.branches.iter().filter(|branch| branch.cut.is_some());
    let mut count = 0;
    for branch in cuts {
        let cut = branch.cut.as_ref().expect("filtered");
        let why = tree.why(branch).expect("a cut has a reason");
        let bounds = format!("beta {} <= alpha {}", branch.window.beta, cut.value);
        for text in [&why.english, &why.chinese] {
            assert!(text.starts_with(&bounds) && !text.contains('{'), "{text}");
        }
        let (_, mv) = cut.reason.place();
        let better = &tree.moves[mv.expect("alpha-beta compares with a move") as usize];
        let equal = cut.value == branch.window.beta;
        let word = if equal { "as good" } else { "better" };
        assert!(
            why.english
                .contains(&format!("the opponent already has {word} at ply"))
        );
        let named = [
            format!("with {better} it gets"),
            format!("{better} gets it"),
        ];
        assert!(
            named.iter().any(|words| why.english.contains(words)),
            "{}",
            why.english
        );
        count += 1;
    }
    assert_eq!(count as u64, tree.counts.all_cuts());
    assert!(count > 0);
}

#[test]
fn a_part_of_a_tree_is_searched_again_as_it_was() {
    let whole = othello("mtdf", &request(4, Techniques::ALL));
    let wanted = whole
        .branches
        .iter()
        .find(|branch| branch.ply == 2 && branch.depth == 2 && branch.below > 5)
        .expect("a position with some below it");
    let focused = TreeRequest {
        below: Some(wanted.number),
        ..request(4, Techniques::ALL)
    };
    let part = othello("mtdf", &focused);
    assert_eq!((part.entered, part.line.len()), (wanted.below + 1, 2));
    let first = &part.branches[0];
    assert_eq!(
        (first.number, first.window, first.value),
        (wanted.number, wanted.window, wanted.value)
    );
    assert_eq!(
        part.moves[first.mv.expect("a move") as usize],
        whole.moves[wanted.mv.expect("a move") as usize]
    );
}

#[test]
fn a_player_that_does_not_search_says_so() {
    let game = boyi_engine::game("reversi").expect("a game");
    let table = game.lay(&Setup::default()).expect("a game");
    let mut player = game.player(&PlayerSpec::named("random")).expect("a player");
    let error = player.tree(&table.seen(), &request(2, Techniques::ALL));
    assert_eq!(error, Err(EngineError::NoTree("random".to_owned())));
}
