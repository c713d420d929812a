//! UCI and UCCI, the protocols of xiangqi engines.

use boyi_game::{Score, Side};

use super::dialect::{BotGame, Dialect, Talk, gave_up, rubbish, thinking_time};
use super::pipe::NoLine;
use super::ranks::Ranks;
use crate::{Answer, Ask, Choice, Timing};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flavour {
    Uci,
    Ucci,
}

pub(super) struct Uci {
    flavour: Flavour,
    ranks: Ranks,
}

impl Uci {
    pub(super) fn new(flavour: Flavour) -> Self {
        Self {
            flavour,
            ranks: Ranks::FromZero,
        }
    }

    /// `go` with everything that limits this move.
    fn go(&self, game: &BotGame, ask: &Ask) -> String {
        let mut line = String::from("go");
        let control = ask.control;
        if let Some(depth) = control.depth {
            line.push_str(&format!(" depth {depth}"));
        }
        if let Some(nodes) = control.nodes {
            line.push_str(&format!(" nodes {nodes}"));
        }
        let left = |side: Side| ask.clocks[side].map_or(0, |time| time.as_millis());
        match (control.timing, self.flavour) {
            (Timing::Clock { increment, .. }, Flavour::Uci) => {
                let (red, black, more) =
                    (left(Side::First), left(Side::Second), increment.as_millis());
                line.push_str(&format!(
                    " wtime {red} btime {black} winc {more} binc {more}"
                ));
            }
            (Timing::Clock { increment, .. }, Flavour::Ucci) => {
                let (own, other, more) = (left(game.side), left(!game.side), increment.as_millis());
                line.push_str(&format!(
                    " time {own} increment {more} opptime {other} oppincrement {more}"
                ));
            }
            _ => {
                if let Some(time) = thinking_time(control, None) {
                    let time = time.as_millis().max(1);
                    line.push_str(&match self.flavour {
                        Flavour::Uci => format!(" movetime {time}"),
                        // The whole clock for a single move.
                        Flavour::Ucci => format!(" time {time} movestogo 1"),
                    });
                }
            }
        }
        line
    }
}

impl Dialect for Uci {
    fn begin(&mut self, talk: &mut Talk, _game: &BotGame) -> Result<(), NoLine> {
        let (hello, ok) = match self.flavour {
            Flavour::Uci => ("uci", "uciok"),
            Flavour::Ucci => ("ucci", "ucciok"),
        };
        talk.say(hello)?;
        let mut options = Offered::default();
        talk.hear_until(|line| {
            options.read(line);
            (line == ok).then_some(())
        })?;
        match self.flavour {
            Flavour::Uci => {
                if options.has_variants {
                    talk.say("setoption name UCI_Variant value xiangqi")?;
                }
                self.ranks = options.ranks();
                talk.say("ucinewgame")?;
            }
            Flavour::Ucci => {
                talk.say("setoption usemillisec true")?;
                talk.say("setoption millisec true")?;
                talk.say("setoption newgame")?;
            }
        }
        talk.say("isready")?;
        talk.hear_until(|line| (line == "readyok").then_some(()))
    }

    fn choose(&mut self, talk: &mut Talk, game: &BotGame, ask: &Ask) -> Result<Answer, NoLine> {
        let mut position = format!("position fen {}", game.seen.start);
        let moves: Vec<String> = game.moves().map(|mv| self.ranks.theirs(mv)).collect();
        if !moves.is_empty() {
            position.push_str(" moves ");
            position.push_str(&moves.join(" "));
        }
        talk.say(&position)?;
        let go = self.go(game, ask);
        talk.say(&go)?;
        let mut info = Info::default();
        let ranks = self.ranks;
        let found = talk.hear_until(|line| {
            let mut words = line.split_whitespace();
            match words.next() {
                Some("info") => {
                    info.read(line);
                    None
                }
                Some("bestmove") => Some(best_move(line, ranks)),
                Some("nobestmove") => Some(Err(gave_up("it sees no move"))),
                _ => None,
            }
        })?;
        let (choice, offers_draw) = found?;
        Ok(Answer {
            choice,
            score: info.score,
            depth: info.depth,
            nodes: info.nodes,
            offers_draw,
        })
    }
}

/// What an engine offers to set, as far as it matters for moves.
#[derive(Default)]
struct Offered {
    has_variants: bool,
    /// It offers our own option `Ranks From One`, which is off unless it is set.
    has_ranks: bool,
}

impl Offered {
    fn read(&mut self, line: &str) {
        self.has_variants |= line.starts_with("option name UCI_Variant ");
        self.has_ranks |= line.starts_with("option name Ranks From One ");
    }

    /// An engine of many games counts ranks as chess does, unless it leaves that to us; one of xiangqi
    /// alone counts from zero.
    fn ranks(&self) -> Ranks {
        if self.has_variants && !self.has_ranks {
            Ranks::FromOne
        } else {
            Ranks::FromZero
        }
    }
}

/// `bestmove h2e2 ponder h9g7`, in UCCI also with `draw` or `resign`.
fn best_move(line: &str, ranks: Ranks) -> Result<(Choice, bool), NoLine> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some(&mv) = words.get(1) else {
        return Err(rubbish(line, "`bestmove` without a move"));
    };
    if matches!(mv, "(none)" | "0000" | "none" | "null") {
        return Err(gave_up("it sees no move"));
    }
    if words.contains(&"resign") {
        return Ok((Choice::Resign, false));
    }
    let Some(mv) = ranks.ours(mv) else {
        return Err(rubbish(line, "this is no move of xiangqi"));
    };
    Ok((Choice::Move(mv), words.contains(&"draw")))
}

/// What an engine says while it thinks.
#[derive(Default)]
pub(super) struct Info {
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) score: Option<Score>,
}

impl Info {
    fn read(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let after = |name: &str| {
            let at = words.iter().position(|word| *word == name)?;
            words.get(at + 1).copied()
        };
        self.depth = after("depth")
            .and_then(|word| word.parse().ok())
            .or(self.depth);
        self.nodes = after("nodes")
            .and_then(|word| word.parse().ok())
            .or(self.nodes);
        let at = words.iter().position(|word| *word == "score");
        let score = at.and_then(|at| match words[at + 1..] {
            ["mate", moves, ..] => moves.parse().ok().map(mate_in),
            // UCCI leaves the unit out.
            ["cp", value, ..] | [value, ..] => value.parse().ok().map(Score::heuristic),
            [] => None,
        });
        self.score = score.or(self.score);
    }
}

/// Mates are counted in moves, and negative where the engine is mated.
fn mate_in(moves: i32) -> Score {
    let plies = moves.unsigned_abs().saturating_mul(2).min(1000);
    if moves > 0 {
        Score::win_in(plies - 1)
    } else {
        Score::loss_in(plies)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn best_moves_of_all_kinds() {
        let read = |line| best_move(line, Ranks::FromZero);
        assert_eq!(
            read("bestmove h2e2 ponder h9g7"),
            Ok((Choice::Move("h2e2".into()), false))
        );
        assert_eq!(
            read("bestmove h2e2 draw"),
            Ok((Choice::Move("h2e2".into()), true))
        );
        assert_eq!(read("bestmove h2e2 resign"), Ok((Choice::Resign, false)));
        let of_ten = best_move("bestmove h10g8 ponder d1e2", Ranks::FromOne);
        assert_eq!(of_ten, Ok((Choice::Move("h9g7".into()), false)));
        for line in [
            "bestmove",
            "bestmove (none)",
            "bestmove x9",
            "bestmove h2e22",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
    }

    #[test]
    fn ranks_begin_where_the_options_say() {
        let variants = "option name UCI_Variant type combo default xiangqi var xiangqi";
        let ranks = "option name Ranks From One type check default false";
        for (lines, expected) in [
            (&[][..], Ranks::FromZero),
            (&[variants], Ranks::FromOne),
            (&[variants, ranks], Ranks::FromZero),
            (&[ranks, variants], Ranks::FromZero),
        ] {
            let mut options = Offered::default();
            for line in lines {
                options.read(line);
            }
            assert_eq!(options.ranks(), expected, "{lines:?}");
        }
    }

    #[test]
    fn thoughts_are_read() {
        let mut info = Info::default();
        info.read("info depth 7 seldepth 9 score cp -31 nodes 4411 nps 1 pv h2e2");
        info.read("info string score of nothing");
        assert_eq!(
            (info.depth, info.nodes, info.score),
            (Some(7), Some(4411), Some(Score::heuristic(-31)))
        );
        info.read("info depth 8 score mate 3");
        assert_eq!(info.score, Some(Score::win_in(5)));
        info.read("info depth 8 score mate -2");
        assert_eq!(info.score, Some(Score::loss_in(4)));
        info.read("info depth 3 score 25 pv h2e2");
        assert_eq!(info.score, Some(Score::heuristic(25)));
        info.read("info score");
    }
}
