//! A position of any game, as its rules hold it. Moves are named by their codes.

use boyi_game::{
    GameMove, Key, MoveError, Outcome, PerSide, Phrase, Position, Random, Record, Shown, Side,
    Simultaneous, ToAct, View,
};
use boyi_garlic::{Battle, Target};
use boyi_gomoku::{Gomoku, read_start};
use boyi_reversi::{Bitboard, Empties, Grid, read_position};
use boyi_search::Stop;
use boyi_xiangqi::{Xiangqi, fen};

#[derive(Clone)]
pub(crate) enum Play {
    Othello(Bitboard),
    Reversi(Box<Grid>),
    Xiangqi(Box<Xiangqi>),
    Gomoku(Box<Gomoku>),
    Garlic(Box<Round>),
}

/// The garlic battle before a round, with the luck to come.
#[derive(Clone)]
pub(crate) struct Round {
    pub(crate) battle: Battle,
    pub(crate) chance: Random,
}

/// One expression for the games with turns, another for the game of rounds.
macro_rules! by_kind {
    ($play:expr, $turns:ident => $with_turns:expr, $round:ident => $with_rounds:expr) => {
        match $play {
            Play::Othello($turns) => $with_turns,
            Play::Reversi($turns) => $with_turns,
            Play::Xiangqi($turns) => $with_turns,
            Play::Gomoku($turns) => $with_turns,
            Play::Garlic($round) => $with_rounds,
        }
    };
}

/// The same expression for whatever is shown.
macro_rules! shown {
    ($play:expr, $shown:ident => $with:expr) => {
        match $play {
            Play::Othello($shown) => $with,
            Play::Reversi(boxed) => {
                let $shown = &**boxed;
                $with
            }
            Play::Xiangqi(boxed) => {
                let $shown = &**boxed;
                $with
            }
            Play::Gomoku(boxed) => {
                let $shown = &**boxed;
                $with
            }
            Play::Garlic(round) => {
                let $shown = &round.battle;
                $with
            }
        }
    };
}

impl Play {
    /// The position a game begins with. The record comes from a table that was laid, so its text is in order;
    /// reading it again cannot fail unless a format does not read what it writes.
    pub(crate) fn start(record: &Record) -> Result<Self, String> {
        let text = &record.start;
        Ok(match record.game.as_str() {
            "reversi" => {
                let setup = read_position(text).map_err(|error| error.to_string())?;
                let empties = match record.rules.as_str() {
                    "winner" => Empties::ToWinner,
                    _ => Empties::Ignored,
                };
                let setup = setup.with_empties(empties);
                match Bitboard::new(&setup) {
                    Some(small) => Self::Othello(small),
                    None => {
                        Self::Reversi(Box::new(Grid::new(&setup).ok_or("the board is too large")?))
                    }
                }
            }
            "xiangqi" => {
                let setup = fen::read(text).map_err(|error| error.to_string())?;
                let rules = record.rules.parse().map_err(|_| "unknown rules")?;
                let position = Xiangqi::new(&setup, rules).map_err(|error| error.to_string())?;
                Self::Xiangqi(Box::new(position))
            }
            "gomoku" => {
                let rules = record.rules.parse().map_err(|_| "unknown rules")?;
                let start = read_start(text, Some(rules)).map_err(|error| error.to_string())?;
                Self::Gomoku(Box::new(start.game))
            }
            "garlic" => {
                let setup = boyi_garlic::Setup::read(text).map_err(|error| error.to_string())?;
                Self::Garlic(Box::new(Round {
                    battle: Battle::new(&setup),
                    chance: Random::new(record.seed),
                }))
            }
            other => return Err(format!("there is no game called `{other}`")),
        })
    }

    pub(crate) fn to_act(&self) -> ToAct {
        by_kind!(self,
            position => match position.outcome() {
                Some(_) => ToAct::Nobody,
                None => ToAct::One(position.turn()),
            },
            round => match round.battle.outcome() {
                Some(_) => ToAct::Nobody,
                None => ToAct::Both,
            }
        )
    }

    /// Whether both sides choose at once.
    pub(crate) fn is_simultaneous(&self) -> bool {
        matches!(self, Self::Garlic(_))
    }

    /// Codes of the legal moves of a side; none unless it is to act.
    pub(crate) fn legal_moves(&self, side: Side) -> Vec<u16> {
        if !self.to_act().includes(side) {
            return Vec::new();
        }
        by_kind!(self,
            position => {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                moves.into_iter().map(GameMove::code).collect()
            },
            round => {
                let mut moves = Vec::new();
                round.battle.legal_moves(side, &mut moves);
                moves.into_iter().map(GameMove::code).collect()
            }
        )
    }

    /// The code of the move this text means for a side.
    pub(crate) fn parse(&self, side: Side, text: &str) -> Result<u16, MoveError> {
        match self.to_act() {
            ToAct::Nobody => return Err(MoveError::GameOver),
            to_act if !to_act.includes(side) => return Err(MoveError::NotYourTurn(side)),
            _ => {}
        }
        shown!(self, position => position.parse_move(side, text).map(GameMove::code))
    }

    pub(crate) fn move_text(&self, code: u16) -> String {
        shown!(self, position => position.move_text(decoded(code)))
    }

    /// The cells a move leads from and to.
    pub(crate) fn move_cells(&self, code: u16) -> (Option<usize>, Option<usize>) {
        shown!(self, position => position.move_cells(decoded(code)))
    }

    /// Plays a turn of a game with turns; the move came from `parse` or `legal_moves` here.
    pub(crate) fn make(&mut self, code: u16) {
        by_kind!(self,
            position => { position.make(decoded(code)); },
            _round => unreachable!("a game of rounds is played by rounds")
        );
    }

    /// Plays a round of a game of rounds.
    pub(crate) fn play_round(&mut self, codes: [u16; 2]) {
        let Self::Garlic(round) = self else {
            unreachable!("a game with turns is played by turns");
        };
        let [first, second] = codes.map(decoded::<Target>);
        let Round { battle, chance } = &mut **round;
        battle.play(PerSide::new(first, second), chance);
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        by_kind!(self, position => position.outcome(), round => round.battle.outcome())
    }

    /// Why the game is over; only when it is.
    pub(crate) fn reason(&self) -> Phrase {
        shown!(self, position => position.reason())
    }

    pub(crate) fn points(&self) -> Option<PerSide<i32>> {
        shown!(self, position => Shown::points(position))
    }

    pub(crate) fn view(&self) -> View {
        shown!(self, position => position.view())
    }

    pub(crate) fn text(&self) -> String {
        shown!(self, position => position.text())
    }

    /// Leaves of the tree of this depth; what was counted so far where it is stopped. In xiangqi repetition and
    /// draws are left out, as everybody does; a game of rounds has none.
    pub(crate) fn perft(&self, depth: u32, stop: &Stop) -> u64 {
        match self {
            Self::Othello(position) => leaves(&mut position.clone(), depth, stop),
            Self::Reversi(position) => leaves(&mut *position.clone(), depth, stop),
            Self::Xiangqi(position) => leaves(&mut position.board().clone(), depth, stop),
            Self::Gomoku(position) => leaves(&mut *position.clone(), depth, stop),
            Self::Garlic(_) => 0,
        }
    }

    pub(crate) fn key(&self) -> Key {
        by_kind!(self, position => position.key(), round => round.battle.key())
    }
}

/// The move of a code that a move gave.
fn decoded<M: GameMove>(code: u16) -> M {
    M::from_code(code).expect("the code is a move's")
}

fn leaves<P: Position>(position: &mut P, depth: u32, stop: &Stop) -> u64 {
    match depth {
        0 => return 1,
        1 => return position.count_moves() as u64,
        _ if stop.is_stopped() => return 0,
        _ => {}
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let below = |mv| position.after(mv, |child| leaves(child, depth - 1, stop));
    moves.into_iter().map(below).sum()
}
