//! The results that the page and docs/laboratory.md show are those of the experiments as they are now.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use boyi_engine::games;
use boyi_lab::{Positions, Pruning, Sheet, Watch};
use boyi_search::{Algorithm, Stop};

fn measured(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui/src/pages/lab/measured");
    fs::read_to_string(folder.join(name)).expect("results are part of the page's sources")
}

/// The columns that are the same on every machine and every day.
fn counted(sheet_head: &str, line: &str) -> Vec<String> {
    let timed = ["seconds", "nodes_per_second", "finished"];
    let cells = sheet_head.split(',').zip(line.split(','));
    cells
        .filter(|(key, _)| !timed.contains(key))
        .map(|(_, cell)| cell.to_owned())
        .collect()
}

#[test]
fn pruning_comes_out_as_it_was_measured() {
    let text = measured("pruning-reversi.csv");
    let mut lines = text.lines();
    let head = lines.next().expect("a heading");
    let experiment = Pruning {
        game: "reversi".to_owned(),
        searches: Algorithm::ALL.to_vec(),
        depths: vec![2, 3, 4, 5],
        evaluation: None,
        positions: Positions::Own(2),
        deepen: false,
        limit: Duration::from_secs(600),
    };
    let mut watch = Watch {
        tell: &mut |_| (),
        stop: Stop::default(),
    };
    let sheet: Sheet = experiment.run(&mut watch).expect("an experiment");
    assert_eq!(sheet.csv_head(), head);
    let lines: Vec<&str> = lines.take(sheet.rows.len()).collect();
    assert_eq!(lines.len(), sheet.rows.len(), "every row was measured");
    for (row, line) in sheet.rows.iter().zip(lines) {
        assert_eq!(counted(head, &sheet.csv_line(row)), counted(head, line));
    }
}

/// The cells of a line; those with commas stand in quotes.
fn cells(line: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut is_quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => found.push(String::new()),
            _ => found.last_mut().expect("never empty").push(letter),
        }
    }
    found
}

/// Matches take too long to be played again here; what was written down must add up.
#[test]
fn matches_add_up() {
    let text = measured("evaluation-gomoku.csv");
    let mut lines = text.lines().map(cells);
    let head = lines.next().expect("a heading");
    let mut count = 0;
    for line in lines {
        let cell = |key: &str| {
            let at = head.iter().position(|head| head == key);
            line[at.expect("a column")].as_str()
        };
        let pairs: Vec<u64> = cell("pairs")
            .split(' ')
            .map(|count| count.parse().expect("a count"))
            .collect();
        let games: u64 = cell("games").parse().expect("a count");
        assert_eq!(2 * pairs.iter().sum::<u64>(), games, "{line:?}");
        let halves: u64 = (0..).zip(&pairs).map(|(half, pairs)| half * pairs).sum();
        let score: f64 = cell("score").parse().expect("a share");
        let played = halves as f64 / 2.0 / games as f64;
        assert!((played - score).abs() < 0.01, "{line:?}");
        count += 1;
    }
    assert!(count > 0, "no match was written down");
}

/// Ladders were played by the clock and come out a little different each time; what was written down must
/// be a rating of every search of the game at three controls.
#[test]
fn ladders_rate_every_search_at_three_controls() {
    for game in games() {
        let text = measured(&format!("ladder-{}.csv", game.name()));
        let mut lines = text.lines().map(cells);
        let head = lines.next().expect("a heading");
        let place = |key: &str| head.iter().position(|head| head == key).expect("a column");
        let mut controls: BTreeMap<String, Vec<(String, f64)>> = BTreeMap::new();
        for line in lines {
            let number = |key: &str| -> f64 { line[place(key)].parse().expect("a number") };
            assert!(number("error") > 0.0 && number("games") > 0.0, "{line:?}");
            let row = (line[place("player")].clone(), number("rating"));
            controls
                .entry(line[place("control")].clone())
                .or_default()
                .push(row);
        }
        assert_eq!(controls.len(), 3, "{}", game.name());
        let mut searches: Vec<&str> = game.searches().iter().map(|search| search.name).collect();
        searches.sort_unstable();
        for (control, rows) in controls {
            let mut players: Vec<&str> = rows.iter().map(|(name, _)| name.as_str()).collect();
            players.sort_unstable();
            assert_eq!(players, searches, "{} {control}", game.name());
            let sum: f64 = rows.iter().map(|(_, rating)| rating).sum();
            assert!(sum.abs() < rows.len() as f64, "the mean is 0: {sum}");
        }
    }
}
