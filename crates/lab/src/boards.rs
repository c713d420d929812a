//! The course's contest on boards with cell scores: every board played from both sides, the points
//! of both games together decide.

mod made_up;

use std::thread;
use std::time::Duration;

use boyi_arena::self_play::{self_play, think};
use boyi_engine::{Engine, EngineError, Game, Go, PlayerSpec, Setup, Thought, game};
use boyi_game::{PerSide, Random, Side, Table};
use boyi_search::Stop;

use self::made_up::made_up;
pub use self::made_up::{Sizes, SizesError};
use crate::sheet::{Column, Sheet, Value};
use crate::watch::{LabError, News, Watch};

#[derive(Clone, PartialEq, Debug)]
pub struct Boards {
    pub boards: Vec<(String, String)>,
    /// So many more are made up: tasks 2 to 4 of the course.
    pub generated: u64,
    pub sizes: Sizes,
    pub seed: u64,
    pub player: PlayerSpec,
    pub opponents: Vec<PlayerSpec>,
    /// Whether the player thinks in its opponents' time too.
    pub ponder: bool,
}

/// What both games on some boards came to.
#[derive(Clone, Copy, Default)]
struct Tally {
    won: u64,
    even: u64,
    lost: u64,
    games_won: u64,
    margin: i64,
    points: i64,
    longest: Duration,
}

impl Boards {
    /// Plays every opponent on every board; a row for every opponent and size.
    pub fn run(&self, watch: &mut Watch) -> Result<Sheet, LabError> {
        let game = game("reversi")?;
        let mut boards = self.boards.clone();
        let mut random = Random::new(self.seed);
        boards.extend(
            (0..self.generated as usize).map(|number| made_up(number, &self.sizes, &mut random)),
        );
        let mut sheet = empty_sheet(&self.player, boards.len());
        (watch.tell)(News::Begun(&sheet));
        let games = (self.opponents.len() * boards.len()).max(1) as f64;
        let mut done = 0.0;
        for opponent in &self.opponents {
            let mut sizes: Vec<(String, Tally)> = Vec::new();
            let mut all = Tally::default();
            let mut not_won = Vec::new();
            let mut stopped = false;
            for (name, text) in &boards {
                watch.doing(
                    format!("{name} against {opponent}"),
                    format!("{name}，对手 {opponent}"),
                    done / games,
                );
                let both = match self.both_games(game, text, opponent, &watch.stop) {
                    // What was played is worth knowing all the same.
                    Err(LabError::Stopped) => {
                        stopped = true;
                        break;
                    }
                    both => both?,
                };
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
            let rows = sizes.len();
            for (at, (size, tally)) in sizes.into_iter().enumerate() {
                let named = if at + 1 == rows { &not_won[..] } else { &[] };
                let row = tally.row(opponent, size, named.join(", "));
                watch.row(&mut sheet, row);
            }
            if stopped {
                return Err(LabError::Stopped);
            }
        }
        Ok(sheet)
    }

    fn both_games(
        &self,
        game: &dyn Game,
        board: &str,
        opponent: &PlayerSpec,
        stop: &Stop,
    ) -> Result<Tally, LabError> {
        let mut tally = Tally::default();
        for side in Side::BOTH {
            let mut players = BoardGame {
                player: game.player(&self.player)?,
                player_side: side,
                opponent: game.player(opponent)?,
                ponder: self.ponder,
                stop,
            };
            let (points, longest) = players.play(game, board)?;
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

/// The two engines of one game.
struct BoardGame<'a> {
    player: Box<dyn Engine>,
    player_side: Side,
    opponent: Box<dyn Engine>,
    ponder: bool,
    stop: &'a Stop,
}

impl BoardGame<'_> {
    /// The points at the end, and the longest that the player thought about a move.
    fn play(&mut self, game: &dyn Game, board: &str) -> Result<(PerSide<i32>, Duration), LabError> {
        let mut table = game.lay(&Setup::at(board, "discs"))?;
        self.player.prepare(&table.seen())?;
        self.opponent.prepare(&table.seen())?;
        let mut longest = Duration::ZERO;
        let go = Go {
            stop: self.stop.clone(),
            ..Go::default()
        };
        self_play(&mut *table, |table, side| {
            let thought = if side == self.player_side {
                let thought = think(&mut *self.player, table, side, &go)?;
                longest = longest.max(thought.elapsed);
                thought
            } else {
                self.await_opponent(table, &go)?
            };
            let best = thought.best.filter(|_| !self.stop.is_stopped());
            best.ok_or(LabError::Stopped).map(Some)
        })?;
        Ok((table.points().unwrap_or_default(), longest))
    }

    /// What the opponent thinks, while the player may ponder.
    fn await_opponent(&mut self, table: &dyn Table, go: &Go) -> Result<Thought, EngineError> {
        let Self {
            player, opponent, ..
        } = self;
        let seen = table.seen();
        let mut answer = || {
            let side = !self.player_side;
            think(&mut **opponent, table, side, go)
        };
        if !self.ponder {
            return answer();
        }
        let answered = Stop::default();
        thread::scope(|scope| {
            let pondering = scope.spawn(|| player.ponder(&seen, &answered));
            let thought = answer();
            answered.stop();
            pondering.join().expect("pondering does not panic")?;
            thought
        })
    }
}

/// `8x8` for a text that begins `8 8`; anything else says so itself when it is read as a board.
fn size_of(text: &str) -> String {
    let first = text.lines().next().unwrap_or_default();
    first.split_whitespace().collect::<Vec<_>>().join("x")
}

fn empty_sheet(player: &PlayerSpec, boards: usize) -> Sheet {
    Sheet::new(
        [
            format!("{player} on {boards} board(s) with cell scores, each played from both sides"),
            format!("{player}：{boards} 张带格子分值的棋盘，每张双方各执一次"),
        ],
        [
            "As in the course: a board is won by whoever has more points in both games together. The boards are those given and made-up ones of the course's tasks 2 (free corners), 3 (free outer ring) and 4 (all cells free).",
            "与课程相同：两局得分之和较高者赢得该棋盘。棋盘包括给定的，以及按课程任务 2（角自由）、3（外圈自由）、4（全部自由）生成的。",
        ],
        vec![
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
    )
}

#[cfg(test)]
mod tests {
    use boyi_search::Stop;

    use super::*;

    fn experiment() -> Boards {
        Boards {
            boards: vec![(
                "small".to_owned(),
                "4 4\n9999\n9oO9\n9Oo9\n9999\n".to_owned(),
            )],
            generated: 3,
            sizes: Sizes::of_the_course(),
            seed: 5,
            player: "strong:depth=2".parse().expect("a player"),
            opponents: vec!["random:seed=1".parse().expect("a player")],
            ponder: false,
        }
    }

    #[test]
    fn a_player_that_looks_ahead_wins_boards_against_chance() {
        let experiment = experiment();
        let mut heard = 0;
        let sheet = experiment.run(&mut Watch {
            tell: &mut |_| heard += 1,
            stop: Stop::default(),
        });
        let sheet = sheet.expect("played");
        assert!(heard > 4);
        let all = sheet.rows.last().expect("a row for all sizes");
        let value = |key| sheet.value(all, key).expect("a column").json();
        assert_eq!((value("size"), value("boards")), ("all".into(), 4.into()));
        assert!(value("won").as_u64() >= Some(3), "{all:?}");
        let points = value("points_share").as_f64().expect("a share");
        let lead = value("margin").as_f64().expect("a number");
        assert!(points <= 1.0 && (points > 0.5) == (lead > 0.0), "{all:?}");
    }

    #[test]
    fn what_was_played_before_a_stop_is_told() {
        let experiment = experiment();
        let (stop, mut rows) = (Stop::default(), Vec::new());
        let switch = stop.clone();
        let mut begun = 0;
        let ended = experiment.run(&mut Watch {
            tell: &mut |news| match news {
                News::Begun(_) => {}
                News::Doing(..) => {
                    begun += 1;
                    if begun == 3 {
                        switch.stop();
                    }
                }
                News::Row(row) => rows.push(row.clone()),
            },
            stop,
        });
        assert!(matches!(ended, Err(LabError::Stopped)));
        let sheet = empty_sheet(&experiment.player, 4);
        let all = rows.last().expect("a row for all sizes");
        let boards = sheet.value(all, "boards").expect("a column").json();
        assert_eq!(boards, 2, "the third board was not finished");
    }

    #[test]
    fn a_player_may_think_in_its_opponents_time() {
        let experiment = Boards {
            ponder: true,
            generated: 1,
            ..experiment()
        };
        let (tell, stop) = (&mut |_: News| (), Stop::default());
        let sheet = experiment.run(&mut Watch { tell, stop }).expect("played");
        let all = sheet.rows.last().expect("a row for all sizes");
        let won = sheet.value(all, "won").expect("a column").json();
        assert_eq!(won, 2, "{all:?}");
    }
}
