//! A tournament that is asked for again plays what changed and nothing else.

mod played;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use boyi_arena::contest::local::Local;
use boyi_arena::contest::{self, ContestPlan, Entrant, Finish};
use boyi_arena::store::{Filter, Store};
use boyi_search::Stop;

use played::{PLAY, options, python};

/// Who met whom in the games of a store, by the number that the store gave them as they came in.
fn games(store: &Store) -> BTreeMap<i64, [String; 2]> {
    let all = store.games(&Filter::default()).expect("no error");
    all.into_iter()
        .map(|game| (game.number, [game.first, game.second]))
        .collect()
}

/// Plays the plan as it stands now; the games that were played for it.
fn play(store: &Store, players: &[Entrant]) -> Vec<[String; 2]> {
    let mut plan = ContestPlan::of_two("reversi", "a".into(), "b".into());
    "cup".clone_into(&mut plan.name);
    plan.players = players.to_vec();
    plan.games = 2;
    plan.control = "move=1m".parse().ok();
    plan.openings = Some("usual".to_owned());
    plan.prepare(&options(), Path::new("")).expect("a plan");
    let before = games(store);
    let mut exchange = Local::new(store, &plan.name, 2, &options());
    let stop = Stop::default();
    let (finish, standings) = contest::run(
        store,
        &plan,
        "tournament",
        &mut exchange,
        &stop,
        &mut |_| (),
    )
    .expect("it is played");
    assert_eq!(finish, Finish::Done);
    let count = (players.len() * (players.len() - 1)) as u64;
    assert_eq!((standings.played, standings.planned), (count, count));
    assert!(standings.rows.iter().all(|row| row.faults == 0));
    let after = games(store);
    assert!(
        before
            .iter()
            .all(|(number, pair)| after.get(number) == Some(pair))
    );
    let new = after
        .into_iter()
        .filter(|(number, _)| !before.contains_key(number));
    new.map(|(_, pair)| pair).collect()
}

/// Whether these are the two games of this player against each of so many others.
fn are_all_of(name: &str, others: usize, games: &[[String; 2]]) -> bool {
    games.len() == 2 * others && games.iter().all(|pair| pair.iter().any(|one| one == name))
}

#[test]
fn only_what_changed_is_played_again() {
    let [one, two] = [python(PLAY), python(PLAY)];
    let entrant = |name: &str, player: &str| Entrant {
        name: name.to_owned(),
        player: player.to_owned(),
        files: None,
    };
    let mut players = vec![
        entrant("scan", "scan"),
        entrant("other", "pvs:depth=1"),
        entrant("one", one.text()),
        entrant("two", two.text()),
    ];
    let store = Store::in_memory().expect("memory");
    assert_eq!(play(&store, &players).len(), 12);
    assert_eq!(play(&store, &players).len(), 0, "nothing has changed");
    // A program was changed: its own games are played again, against everybody.
    let script = one.path().join("script");
    let text = fs::read_to_string(&script).expect("ours");
    fs::write(&script, text.replace("legal[0]", "legal[-1]")).expect("ours");
    let new = play(&store, &players);
    assert!(are_all_of("one", 3, &new), "{new:?}");
    assert_eq!(play(&store, &players).len(), 0);
    // A file in a folder of the other program; then a player of ours with other options.
    let inner = two.path().join("weights");
    fs::create_dir(&inner).expect("ours");
    fs::write(inner.join("first.txt"), "1 2 3").expect("ours");
    let new = play(&store, &players);
    assert!(are_all_of("two", 3, &new), "{new:?}");
    players[1].player = "pvs:depth=2".to_owned();
    let new = play(&store, &players);
    assert!(are_all_of("other", 3, &new), "{new:?}");
    // Back to what it was: those games are known still.
    players[1].player = "pvs:depth=1".to_owned();
    assert_eq!(play(&store, &players).len(), 0);
    // Somebody new, and somebody gone.
    players.push(entrant("dice", "random"));
    let new = play(&store, &players);
    assert!(are_all_of("dice", 4, &new), "{new:?}");
    players.remove(0);
    assert_eq!(play(&store, &players).len(), 0);
}
