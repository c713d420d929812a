//! Gomocup's protocol (Piskvork), for gomoku.

use std::time::{Duration, Instant};

use boyi_game::{Score, Side};

use super::dialect::{BotGame, Dialect, Talk, gave_up, rubbish};
use super::pipe::NoLine;
use super::point;
use crate::sandbox::Allowance;
use crate::{Answer, Ask, Timing};

pub(super) struct Gomocup {
    allowance: Allowance,
    size: usize,
    /// How many moves of the game it knows, its own included.
    known: usize,
    has_answered: bool,
}

/// Brains that think in a thread of their own need a moment after their answer to listen again; Rapfi
/// passes over a command that comes sooner. The judge they are written for is slower than we are. Frozen
/// in the other side's time, they have that moment only once they are woken.
const PAUSE_AFTER_ANSWER: Duration = Duration::from_millis(5);

impl Gomocup {
    pub(super) fn new(allowance: Allowance) -> Self {
        Self {
            allowance,
            size: 0,
            known: 0,
            has_answered: false,
        }
    }

    /// The move as `x,y` from the top left.
    fn theirs(&self, mv: &str) -> Option<String> {
        let (column, row) = point::read(mv)?;
        Some(format!("{column},{}", self.size.checked_sub(row + 1)?))
    }

    fn ours(&self, line: &str) -> Option<String> {
        let (column, row) = line.split_once(',')?;
        let column: usize = column.trim().parse().ok()?;
        let row: usize = row.trim().parse().ok()?;
        point::write(column, self.size.checked_sub(row + 1)?)
    }

    /// Every stone on the board, as lines of `BOARD`: 1 is its own.
    fn board(&self, game: &BotGame) -> Option<Vec<String>> {
        let field = |side: Side| if side == game.side { 1 } else { 2 };
        let mut lines = Vec::new();
        for (column, row, side) in stones(game.seen.start)? {
            lines.push(format!("{column},{row},{}", field(side)));
        }
        for mv in game.seen.moves {
            lines.push(format!("{},{}", self.theirs(&mv.text)?, field(mv.side)));
        }
        Some(lines)
    }
}

impl Dialect for Gomocup {
    fn begin(&mut self, talk: &mut Talk, game: &BotGame) -> Result<(), NoLine> {
        let board = game
            .seen
            .start
            .split_whitespace()
            .next()
            .unwrap_or_default();
        self.size = board.split('/').count();
        self.known = 0;
        talk.say(&format!("START {}", self.size))?;
        talk.hear_until(|line| match first_word(line).as_str() {
            "OK" => Some(Ok(())),
            "ERROR" => Some(Err(gave_up(line))),
            _ => None,
        })??;
        let (turn, clock) = match game.control.timing {
            Timing::Untimed => (1000, 0),
            Timing::PerMove(time) => (time.as_millis(), 0),
            Timing::Clock { base, .. } => (base.as_millis(), base.as_millis()),
        };
        let rule = match game.seen.rules {
            "standard" => 1,
            "renju" => 4,
            _ => 0,
        };
        for info in [
            format!("timeout_turn {turn}"),
            format!("timeout_match {clock}"),
            format!("max_memory {}", told_memory(self.allowance)),
            "game_type 1".to_owned(),
            format!("rule {rule}"),
        ] {
            talk.say(&format!("INFO {info}"))?;
        }
        // Yixin's additions to the protocol; a brain that does not know them passes over them.
        if let Some(nodes) = game.control.nodes {
            talk.say(&format!("INFO max_node {nodes}"))?;
        }
        if let Some(depth) = game.control.depth {
            talk.say(&format!("INFO max_depth {depth}"))?;
        }
        settle(talk)
    }

    fn choose(&mut self, talk: &mut Talk, game: &BotGame, ask: &Ask) -> Result<Answer, NoLine> {
        if self.has_answered {
            std::thread::sleep(PAUSE_AFTER_ANSWER);
        }
        let left = ask.clocks[game.side].map_or(i32::MAX as u128, |time| time.as_millis());
        talk.say(&format!("INFO time_left {}", left.min(i32::MAX as u128)))?;
        let unreadable = || gave_up("the position cannot be told in Gomocup's protocol");
        let moves = game.seen.moves;
        match moves.last() {
            Some(last) if self.known > 0 && moves.len() == self.known + 1 => {
                let last = self.theirs(&last.text).ok_or_else(unreadable)?;
                talk.say(&format!("TURN {last}"))?;
            }
            _ => {
                let board = self.board(game).ok_or_else(unreadable)?;
                if board.is_empty() {
                    talk.say("BEGIN")?;
                } else {
                    talk.say("BOARD")?;
                    for line in board {
                        talk.say(&line)?;
                    }
                    talk.say("DONE")?;
                }
            }
        }
        let mut remarks = Remarks::default();
        let said = talk.hear_until(|line| match first_word(line).as_str() {
            "ERROR" => Some(Err(gave_up(line))),
            "MESSAGE" => {
                remarks.read(line);
                None
            }
            // Answers to information it does not know.
            "DEBUG" | "UNKNOWN" | "OK" | "SUGGEST" => None,
            // The answer to `ABOUT` of a brain that was not waited for.
            _ if line.trim_start().starts_with("name=") => None,
            _ => Some(Ok(line.to_owned())),
        })??;
        let mv = self
            .ours(&said)
            .ok_or_else(|| rubbish(&said, "expected a point as `x,y` counted from 0"))?;
        self.known = moves.len() + 1;
        self.has_answered = true;
        Ok(Answer {
            score: remarks.score,
            depth: remarks.depth,
            ..Answer::bare(mv)
        })
    }

    fn end(&mut self, talk: &mut Talk) -> Result<(), NoLine> {
        talk.say("END")
    }
}

/// What a brain is told of its memory. Many fill all they are told of, and more for the rest of the
/// program; the tournament itself gives 350 MB.
fn told_memory(allowance: Allowance) -> u64 {
    const TOURNAMENT_MEMORY: u64 = 350 << 20;
    TOURNAMENT_MEMORY.min(allowance.memory / 2)
}

/// Waits until a brain has dealt with everything it was told, such as getting its memory, which should
/// not be on the clock. Every brain answers this question; one that does not is not waited for long.
fn settle(talk: &mut Talk) -> Result<(), NoLine> {
    const ABOUT_TIMEOUT: Duration = Duration::from_secs(5);
    talk.say("ABOUT")?;
    let deadline = talk.wait.deadline;
    talk.wait.deadline = deadline.min(Instant::now() + ABOUT_TIMEOUT);
    let answered = talk.hear_until(|line| {
        let remark = matches!(first_word(line).as_str(), "MESSAGE" | "DEBUG");
        (!remark).then_some(())
    });
    talk.wait.deadline = deadline;
    match answered {
        Err(NoLine::Late) => Ok(()),
        answered => answered,
    }
}

/// What a brain thinks, as far as its remarks say so in one of the usual forms: `Depth 16-32 | Eval -135`
/// of Rapfi, `Depth: 9-12 Eval: 31` of Yixin, `depth 9 score +31` of ours.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Remarks {
    score: Option<Score>,
    depth: Option<u32>,
}

impl Remarks {
    /// The later remark counts.
    fn read(&mut self, line: &str) {
        let words = line.split([' ', '\t', '|', ':']);
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        for (at, word) in words.iter().enumerate() {
            let rest = &words[at + 1..];
            match word.to_ascii_lowercase().as_str() {
                "eval" | "score" => self.score = score_of(rest).or(self.score),
                "depth" => {
                    let depth = rest.first().and_then(|word| word.split('-').next());
                    self.depth = depth.and_then(|word| word.parse().ok()).or(self.depth);
                }
                _ => {}
            }
        }
    }
}

/// `-135`; a win in twelve plies as `+M12` or `win in 12`.
fn score_of(words: &[&str]) -> Option<Score> {
    const MAX_PLIES: u32 = 1000;
    let plies = |word: &str| word.parse().ok().map(|plies: u32| plies.min(MAX_PLIES));
    match words {
        ["win", "in", word, ..] => plies(word).map(Score::win_in),
        ["loss", "in", word, ..] => plies(word).map(Score::loss_in),
        [word, ..] => match (word.strip_prefix("+M"), word.strip_prefix("-M")) {
            (Some(word), _) => plies(word).map(Score::win_in),
            (_, Some(word)) => plies(word).map(Score::loss_in),
            _ => word.parse().ok().map(Score::heuristic),
        },
        [] => None,
    }
}

fn first_word(line: &str) -> String {
    let word = line.split_whitespace().next().unwrap_or_default();
    word.to_ascii_uppercase()
}

/// The stones of a position on one line: rows from the top, `x` and `o` and numbers of empty points.
fn stones(position: &str) -> Option<Vec<(usize, usize, Side)>> {
    let board = position.split_whitespace().next()?;
    let mut stones = Vec::new();
    for (row, line) in board.split('/').enumerate() {
        let mut column = 0;
        let mut empty = 0;
        for c in line.chars() {
            if let Some(digit) = c.to_digit(10) {
                empty = empty * 10 + digit as usize;
                continue;
            }
            let side = match c {
                'x' => Side::First,
                'o' => Side::Second,
                _ => return None,
            };
            column += std::mem::take(&mut empty);
            stones.push((column, row, side));
            column += 1;
        }
    }
    Some(stones)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_count_from_the_top_left() {
        let brain = Gomocup {
            size: 15,
            ..Gomocup::new(Allowance::default())
        };
        assert_eq!(brain.theirs("a15").as_deref(), Some("0,0"));
        assert_eq!(brain.theirs("h8").as_deref(), Some("7,7"));
        assert_eq!(brain.ours("7,6").as_deref(), Some("h9"));
        assert_eq!(brain.ours(" 0 , 14 ").as_deref(), Some("a1"));
        for wrong in ["", "7", "7;6", "a,b", "-1,2", "3,15"] {
            assert_eq!(brain.ours(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn remarks_of_several_brains_are_read() {
        for (line, depth, score) in [
            (
                "MESSAGE Speed 932K | Depth 16-32 | Eval -135 | Node 191K | Time 205ms",
                16,
                Score::heuristic(-135),
            ),
            (
                "MESSAGE Depth: 9-12 Eval: 31 Time: 5",
                9,
                Score::heuristic(31),
            ),
            (
                "MESSAGE Depth 11-15 | Eval +M7 | Time 6ms",
                11,
                Score::win_in(7),
            ),
            ("MESSAGE Depth 3-5 | Eval -M10", 3, Score::loss_in(10)),
            ("MESSAGE depth 8 score +12 nodes 5", 8, Score::heuristic(12)),
            (
                "MESSAGE depth 8 score loss in 4 nodes 5",
                8,
                Score::loss_in(4),
            ),
        ] {
            let mut remarks = Remarks::default();
            remarks.read(line);
            remarks.read("MESSAGE OptiTime 202ms | Eval | Depth x");
            let expected = Remarks {
                score: Some(score),
                depth: Some(depth),
            };
            assert_eq!(remarks, expected, "{line}");
        }
    }

    #[test]
    fn stones_of_a_start_are_found() {
        let start = "5/2x2/1o3/5/4x o -";
        let expected = vec![
            (2, 1, Side::First),
            (1, 2, Side::Second),
            (4, 4, Side::First),
        ];
        assert_eq!(stones(start), Some(expected));
        assert_eq!(stones("15/15 x"), Some(Vec::new()));
        assert_eq!(stones("3?1"), None);
    }
}
