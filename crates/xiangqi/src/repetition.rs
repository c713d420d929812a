//! What a repeated position means: who gave check all the time, who chased what.

use boyi_game::{PerSide, Phrase, Position, Side};

use crate::chase;
use crate::piece::{colour, colour_chinese};
use crate::{Board, Move, Piece, Rules, Square};

/// What the rules make of a repetition, and what each side did in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repetition {
    /// The side that has to deviate and did not, and so loses; `None` for a draw.
    pub loser: Option<Side>,
    /// What each side did in every move of the cycle.
    pub deeds: PerSide<Deed>,
    /// How often the position has stood on the board.
    pub occurrences: usize,
}

/// What a side did with every one of its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    Check,
    Chase(Piece),
    /// Nothing that is forbidden.
    Idle,
}

/// Who loses by the moves between two occurrences of a position; `start` is the first of them. For
/// searches, which ask often and want no words.
pub fn loser_of_cycle(start: &Board, moves: &[Move], rules: Rules) -> Option<Side> {
    judge(start, moves, rules, 2).loser
}

/// Judges the moves between two occurrences of a position; `start` is the first of them.
pub(crate) fn judge(start: &Board, moves: &[Move], rules: Rules, occurrences: usize) -> Repetition {
    let deeds = deeds(start, moves, rules.forbids_chasing());
    let guilt = |side: Side| match deeds[side] {
        Deed::Check => 2,
        Deed::Chase(_) => 1,
        Deed::Idle => 0,
    };
    // The worse offence loses; the same offence by both is a draw.
    let (first, second) = (guilt(Side::First), guilt(Side::Second));
    let loser = match first.cmp(&second) {
        std::cmp::Ordering::Greater => Some(Side::First),
        std::cmp::Ordering::Less => Some(Side::Second),
        std::cmp::Ordering::Equal => None,
    };
    Repetition {
        loser,
        deeds,
        occurrences,
    }
}

/// Follows the cycle, each piece by the point it began on. A side that has made one move that
/// neither checks nor chases is not looked at any further.
fn deeds(start: &Board, moves: &[Move], chasing_counts: bool) -> PerSide<Deed> {
    let mut board = start.clone();
    let mut began_on: Vec<Square> = Square::all().collect();
    let mut checks = PerSide::new(true, true);
    let mut chased: PerSide<Option<Vec<Square>>> = PerSide::default();
    for &mv in moves {
        let side = board.turn();
        let before = board.clone();
        board.make(mv);
        began_on[mv.to.index()] = began_on[mv.from.index()];
        checks[side] &= board.in_check();
        let chases_nothing = chased[side].as_ref().is_some_and(Vec::is_empty);
        if chases_nothing || !chasing_counts {
            if Side::BOTH
                .iter()
                .all(|&side| is_idle(side, checks, &chased))
                && chasing_counts
            {
                break;
            }
            continue;
        }
        let mut targets: Vec<Square> = chase::made_by(mv, &before, &board)
            .iter()
            .map(|threat| began_on[threat.on.index()])
            .collect();
        if let Some(so_far) = &chased[side] {
            targets.retain(|target| so_far.contains(target));
        }
        chased[side] = Some(targets);
    }
    let deed = |side: Side| {
        let target = chased[side].as_ref().and_then(|targets| targets.first());
        match target.and_then(|&target| start.at(target)) {
            _ if checks[side] => Deed::Check,
            Some(piece) => Deed::Chase(piece),
            None => Deed::Idle,
        }
    };
    PerSide::new(deed(Side::First), deed(Side::Second))
}

fn is_idle(side: Side, checks: PerSide<bool>, chased: &PerSide<Option<Vec<Square>>>) -> bool {
    !checks[side] && chased[side].as_ref().is_some_and(Vec::is_empty)
}

impl Repetition {
    /// The verdict in words.
    pub fn reason(&self) -> Phrase {
        let did = |side: Side| {
            let (name, chinese) = (colour(side), colour_chinese(side));
            match self.deeds[side] {
                Deed::Check => Phrase::new(
                    format!("{name} gives check with every move"),
                    format!("{chinese}方步步将军"),
                ),
                Deed::Chase(Piece { side: owner, kind }) => Phrase::new(
                    format!("{name} chases the {} with every move", kind.english()),
                    format!("{chinese}方步步捉{}", kind.chinese(owner)),
                ),
                Deed::Idle => Phrase::new(
                    format!("{name} does nothing forbidden"),
                    format!("{chinese}方未犯禁"),
                ),
            }
        };
        let (first, second) = (did(Side::First), did(Side::Second));
        let times = self.occurrences;
        let (end, end_chinese) = match self.loser {
            Some(side) => (
                format!("{} must deviate and loses", colour(side)),
                format!("{}方应变着而不变，判负", colour_chinese(side)),
            ),
            None => ("a draw".to_owned(), "判和".to_owned()),
        };
        Phrase::new(
            format!(
                "the position has occurred {times} times: {}, {}: {end}",
                first.english, second.english
            ),
            format!(
                "同一局面出现 {times} 次：{}，{}；{end_chinese}",
                first.chinese, second.chinese
            ),
        )
    }
}
