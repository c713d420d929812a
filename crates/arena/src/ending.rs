//! How a game ended, with the causes kept apart: what the rules decided, what the referee decided, and
//! which program failed.

use boyi_game::{Outcome, PerSide, Phrase, Side};

use crate::Fault;

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    Rules {
        outcome: Outcome,
        reason: Phrase,
    },
    Referee {
        outcome: Outcome,
        ruling: Ruling,
    },
    Failed {
        faults: PerSide<Option<Fault>>,
    },
    /// It was called off; it does not count.
    Stopped,
}

/// On what grounds a referee ends a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ruling {
    WinAgreed,
    DrawAgreed,
    DrawOffered,
    Resigned(Side),
    MoveLimit,
}

impl Ending {
    pub fn failed(loser: Side, fault: Fault) -> Self {
        let mut faults = PerSide::default();
        faults[loser] = Some(fault);
        Self::Failed { faults }
    }

    /// Who won; `None` if the game does not count.
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Self::Rules { outcome, .. } | Self::Referee { outcome, .. } => Some(*outcome),
            Self::Failed { faults } => Some(match (&faults[Side::First], &faults[Side::Second]) {
                (Some(_), None) => Outcome::Win(Side::Second),
                (None, Some(_)) => Outcome::Win(Side::First),
                _ => Outcome::Draw,
            }),
            Self::Stopped => None,
        }
    }

    /// Which kind of cause, in a word: `rules`, `referee`, `fault`, `stopped`.
    pub fn cause(&self) -> &'static str {
        match self {
            Self::Rules { .. } => "rules",
            Self::Referee { .. } => "referee",
            Self::Failed { .. } => "fault",
            Self::Stopped => "stopped",
        }
    }

    pub fn words(&self) -> Phrase {
        match self {
            Self::Rules { reason, .. } => reason.clone(),
            Self::Referee { ruling, .. } => ruling.words(),
            Self::Failed { faults } => {
                let (mut english, mut chinese) = (Vec::new(), Vec::new());
                for (side, fault) in faults.iter() {
                    if let Some(fault) = fault {
                        let words = fault.words();
                        english.push(format!("the {side} player {}", words.english));
                        chinese.push(format!("{}{}", side_in_chinese(side), words.chinese));
                    }
                }
                Phrase::new(english.join("; "), chinese.join("；"))
            }
            Self::Stopped => Phrase::new("called off", "对局取消"),
        }
    }
}

impl Ruling {
    fn words(self) -> Phrase {
        match self {
            Self::WinAgreed => Phrase::new(
                "both players agreed on the winner",
                "双方评分一致，裁判判定胜负",
            ),
            Self::DrawAgreed => Phrase::new(
                "both players saw an even game for long",
                "双方评分长期持平，裁判判和",
            ),
            Self::DrawOffered => Phrase::new("draw agreed", "双方议和"),
            Self::Resigned(side) => Phrase::new(
                format!("the {side} player resigned"),
                format!("{}认输", side_in_chinese(side)),
            ),
            Self::MoveLimit => Phrase::new("too many moves", "步数到限，裁判判和"),
        }
    }
}

fn side_in_chinese(side: Side) -> &'static str {
    match side {
        Side::First => "先手",
        Side::Second => "后手",
    }
}
