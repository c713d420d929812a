//! The course's contest on boards with cell scores: every board played from both sides, the points
//! of both games together decide.

use std::time::Duration;

use boyi_engine::{Engine, EngineError, Game, Orders, PlayerSpec, Setup, game};
use boyi_game::{PerSide, Phrase, Random, Side, ToAct};

use crate::sheet::{Column, Sheet, Value};
use crate::watch::{LabError, News, Watch};

/// What to play.
#[derive(Clone, PartialEq, Debug)]
pub struct Boards {
    /// Boards by name, as text.
    pub boards: Vec<(String, String)>,
    /// So many more are made up: tasks 2 to 4 of the course, 8 x 8, 10 x 10 and 12 x 12 in turn.
    pub generated: u64,
    /// Where they come from.
    pub seed: u64,
    /// Who plays every board from both sides.
    pub player: PlayerSpec,
    /// Against whom.
    pub opponents: Vec<PlayerSpec>,
}

/// The sides of the boards that are made up.
const SIDES: [usize; 3] = [8, 10, 12];

/// What both games on some boards came to.
#[derive(Clone, Copy, Default)]
struct Tally {
    won: u64,
    even: u64,
    lost: u64,
    games_won: u64,
    margin: i64,
    /// Of both players together.
    points: i64,
    longest: Duration,
}

impl Boards {
    /// Plays everybody on every board, a row for every opponent and size.
    pub fn run(&self, watch: &mut Watch) -> Result<Sheet, LabError> {
        let game = game("reversi")?;
        let mut boards = self.boards.clone();
        let mut random = Random::new(self.seed);
        boards.extend((0..self.generated as usize).map(|number| made_up(number, &mut random)));
        let mut sheet = empty_sheet(&self.player, boards.len());
        (watch.tell)(News::Begun(&sheet));
        let games = (self.opponents.len() * boards.len()).max(1) as f64;
        let mut done = 0.0;
        for opponent in &self.opponents {
            let mut sizes: Vec<(String, Tally)> = Vec::new();
            let mut all = Tally::default();
            let mut not_won = Vec::new();
            for (name, text) in &boards {
                watch.go_on()?;
                watch.doing(
                    format!("{name} against {opponent}"),
                    format!("{name}，对手 {opponent}"),
                    done / games,
                );
                let both = both_games(game, text, &self.player, opponent, watch)?;
                done += 1.0;
                if both.won == 0 {
                    not_won.push(format!("{name} ({:+})", both.margin));
                }
                let size = size_of(text);
                all.add(both);
                match sizes.iter_mut().find(|(known, _)| *known == size) {
                    Some((_, tally)) => tally.add(both),
                    None => sizes.push((size, both)),
                }
            }
            if sizes.len() > 1 {
                sizes.push(("all".to_owned(), all));
            }
            // The last row speaks for all boards, so it names those that were not won.
            let mut names = not_won.join(", ");
            let rows = sizes.len();
            for (at, (size, tally)) in sizes.into_iter().enumerate() {
                let named = if at + 1 == rows {
                    std::mem::take(&mut names)
                } else {
                    String::new()
                };
                let row = tally.row(opponent, size, named);
                watch.row(&mut sheet, row);
            }
        }
        Ok(sheet)
    }
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.won += other.won;
        self.even += other.even;
        self.lost += other.lost;
        self.games_won += other.games_won;
        self.margin += other.margin;
        self.points += other.points;
        self.longest = self.longest.max(other.longest);
    }

    fn row(&self, opponent: &PlayerSpec, size: String, not_won: String) -> Vec<Value> {
        let boards = self.won + self.even + self.lost;
        let share = |part: f64, whole: u64| Value::Share(part / whole.max(1) as f64);
        vec![
            Value::Text(opponent.to_string()),
            Value::Text(size),
            Value::Count(boards),
            Value::Count(self.won),
            Value::Count(self.even),
            Value::Count(self.lost),
            share(self.won as f64, boards),
            share(self.games_won as f64, 2 * boards),
            share((self.points + self.margin) as f64 / 2.0, self.points as u64),
            Value::Number(self.margin as f64 / boards.max(1) as f64, 1),
            Value::Seconds(self.longest.as_secs_f64()),
            Value::Text(not_won),
        ]
    }
}

/// One board from both sides.
fn both_games(
    game: &dyn Game,
    board: &str,
    player: &PlayerSpec,
    opponent: &PlayerSpec,
    watch: &Watch,
) -> Result<Tally, LabError> {
    let mut tally = Tally::default();
    for side in Side::BOTH {
        let mut players = match side {
            Side::First => PerSide::new(game.player(player)?, game.player(opponent)?),
            Side::Second => PerSide::new(game.player(opponent)?, game.player(player)?),
        };
        let (points, longest) = one_game(game, board, &mut players, side, watch)?;
        let lead = points[side] - points[!side];
        tally.games_won += u64::from(lead > 0);
        tally.margin += i64::from(lead);
        tally.points += i64::from(points[side] + points[!side]);
        tally.longest = tally.longest.max(longest);
    }
    match tally.margin {
        1.. => tally.won = 1,
        0 => tally.even = 1,
        _ => tally.lost = 1,
    }
    Ok(tally)
}

/// The points at the end, and the longest `watched` thought about a move.
fn one_game(
    game: &dyn Game,
    board: &str,
    players: &mut PerSide<Box<dyn Engine>>,
    watched: Side,
    watch: &Watch,
) -> Result<(PerSide<i32>, Duration), LabError> {
    let setup = Setup {
        position: Some(board.to_owned()),
        rules: Some("discs".to_owned()),
        ..Setup::default()
    };
    let mut table = game.lay(&setup)?;
    let mut longest = Duration::ZERO;
    for side in Side::BOTH {
        players[side].prepare(&table.seen())?;
    }
    let orders = Orders {
        stop: watch.stop.clone(),
        ..Orders::default()
    };
    while let ToAct::One(side) = table.to_act() {
        watch.go_on()?;
        let thought = players[side].think(&table.seen(), side, &orders, &mut |_| ())?;
        if side == watched {
            longest = longest.max(thought.elapsed);
        }
        let mv = thought.best.ok_or(LabError::Stopped)?;
        table.play(side, &mv).map_err(EngineError::from)?;
    }
    Ok((table.points().unwrap_or_default(), longest))
}

/// A board like those of the course: task 2 with free corners, task 3 with a free ring, task 4 all
/// free.
fn made_up(number: usize, random: &mut Random) -> (String, String) {
    let side = SIDES[number % SIDES.len()];
    let task = 2 + number / SIDES.len() % 3;
    let (last, half) = (side - 1, side / 2);
    let mut text = format!("{side} {side}\n");
    for row in 0..side {
        for col in 0..side {
            let middle = |at: usize| at == half || at + 1 == half;
            let (edge_row, edge_col) = (row == 0 || row == last, col == 0 || col == last);
            let free = match task {
                2 => edge_row && edge_col,
                3 => edge_row || edge_col,
                _ => true,
            };
            text.push(match free {
                _ if middle(row) && middle(col) => {
                    if row == col {
                        'o'
                    } else {
                        'O'
                    }
                }
                true => char::from(b'1' + random.below(9) as u8),
                false => '1',
            });
        }
        text.push('\n');
    }
    let name = format!("task {task}, {side}x{side}, number {}", number + 1);
    (name, text)
}

/// `8x8` for a text that begins `8 8`; anything else says so itself when it is read as a board.
fn size_of(text: &str) -> String {
    let first = text.lines().next().unwrap_or_default();
    first.split_whitespace().collect::<Vec<_>>().join("x")
}

fn empty_sheet(player: &PlayerSpec, boards: usize) -> Sheet {
    Sheet {
        title: Phrase::new(
            format!("{player} on {boards} board(s) with cell scores, each played from both sides"),
            format!("{player}：{boards} 张带格子分值的棋盘，每张双方各执一次"),
        ),
        about: Phrase::new(
            "As in the course: a board is won by whoever has more points in both games together. The boards are those given and made-up ones of the course's tasks 2 (free corners), 3 (free outer ring) and 4 (all cells free).",
            "与课程相同：两局得分之和较高者赢得该棋盘。棋盘包括给定的，以及按课程任务 2（角自由）、3（外圈自由）、4（全部自由）生成的。",
        ),
        columns: vec![
            Column::shown("opponent", "against", "对手").grouping(),
            Column::shown("size", "size", "大小"),
            Column::shown("boards", "boards", "棋盘"),
            Column::shown("won", "won", "胜"),
            Column::shown("even", "even", "平"),
            Column::shown("lost", "lost", "负"),
            Column::shown("share", "share won", "胜率"),
            Column::shown("games_share", "games won", "单局胜率"),
            Column::shown("points_share", "points", "得分占比"),
            Column::shown("margin", "lead", "平均领先"),
            Column::shown("longest", "longest move", "最长用时"),
            Column::shown("not_won", "not won", "未胜"),
        ],
        rows: Vec::new(),
        charts: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use boyi_search::Stop;

    use super::*;

    #[test]
    fn made_up_boards_are_of_all_tasks_and_sizes() {
        let mut random = Random::new(1);
        let boards: Vec<_> = (0..9).map(|number| made_up(number, &mut random)).collect();
        let inner = |text: &str| {
            let rows: Vec<&str> = text.lines().skip(1).collect();
            rows[1..rows.len() - 1]
                .iter()
                .any(|row| row[1..row.len() - 1].contains(['2', '3', '4', '5', '6', '7', '8', '9']))
        };
        for (number, (name, text)) in boards.iter().enumerate() {
            let side = [8, 10, 12][number % 3];
            assert_eq!(size_of(text), format!("{side}x{side}"));
            assert_eq!(inner(text), number >= 6, "{name}\n{text}");
            assert_eq!(text.matches('o').count(), 2);
        }
    }

    #[test]
    fn a_player_that_looks_ahead_wins_boards_against_chance() {
        let experiment = Boards {
            boards: vec![(
                "small".to_owned(),
                "4 4\n9999\n9oO9\n9Oo9\n9999\n".to_owned(),
            )],
            generated: 3,
            seed: 5,
            player: "strong:depth=2".parse().expect("a player"),
            opponents: vec!["random:seed=1".parse().expect("a player")],
        };
        let mut heard = 0;
        let sheet = experiment
            .run(&mut Watch {
                tell: &mut |_| heard += 1,
                stop: Stop::default(),
            })
            .expect("played");
        assert!(heard > 4);
        let all = sheet.rows.last().expect("a row for all sizes");
        let value = |key| sheet.value(all, key).expect("a column").json();
        assert_eq!((value("size"), value("boards")), ("all".into(), 4.into()));
        assert!(value("won").as_u64() >= Some(3), "{all:?}");
        let points = value("points_share").as_f64().expect("a share");
        let lead = value("margin").as_f64().expect("a number");
        assert!(points <= 1.0 && (points > 0.5) == (lead > 0.0), "{all:?}");
    }
}
