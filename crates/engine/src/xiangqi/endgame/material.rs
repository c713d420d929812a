//! What is on the board, whoever's colour it is: `R-AABB` is a rook against all guards.

use std::fmt;
use std::str::FromStr;

use boyi_game::Side;
use boyi_xiangqi::{Board, Kind};

/// The pieces of both sides beside the generals; the side named first is the one that attacks.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Material {
    attacker: Vec<Kind>,
    defender: Vec<Kind>,
}

/// Why a text names no material that tables are made for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MaterialError {
    #[error("`{0}` is no piece: name them by R, N, C, P, A and B, such as R-AABB")]
    Letter(char),
    #[error("a side has no {0} {1}s")]
    TooMany(usize, &'static str),
    #[error("the side named first needs one rook, horse, cannon or pawn, or two pawns")]
    Attackers,
    #[error("the side named second has advisors (A) and elephants (B) only")]
    Defenders,
}

impl Material {
    /// Sorted and checked.
    pub fn new(mut attacker: Vec<Kind>, mut defender: Vec<Kind>) -> Result<Self, MaterialError> {
        attacker.sort_unstable();
        defender.sort_unstable();
        for side in [&attacker, &defender] {
            for kind in Kind::ALL {
                let count = side.iter().filter(|&&other| other == kind).count();
                let most = if kind == Kind::General {
                    0
                } else {
                    kind.at_the_start()
                };
                if count > most {
                    return Err(MaterialError::TooMany(count, kind.english()));
                }
            }
        }
        match attacker[..] {
            [Kind::Rook | Kind::Horse | Kind::Cannon | Kind::Pawn] | [Kind::Pawn, Kind::Pawn] => {}
            _ => return Err(MaterialError::Attackers),
        }
        let guards = |kind: &Kind| matches!(kind, Kind::Advisor | Kind::Elephant);
        if !defender.iter().all(guards) {
            return Err(MaterialError::Defenders);
        }
        Ok(Self { attacker, defender })
    }

    /// What is on a board, and which side attacks; `None` where tables do not reach.
    pub fn of(board: &Board) -> Option<(Self, Side)> {
        let pieces = |side: Side| -> Vec<Kind> {
            let kinds = Kind::ALL.into_iter().skip(1);
            kinds
                .flat_map(|kind| vec![kind; board.pieces(side, kind).count()])
                .collect()
        };
        let few = |side: Side| board.of_side(side).count() <= 5;
        if !Side::BOTH.into_iter().all(few) {
            return None;
        }
        Side::BOTH.into_iter().find_map(|side| {
            let material = Self::new(pieces(side), pieces(!side)).ok()?;
            Some((material, side))
        })
    }

    /// All material with these attackers, the fewest defenders first.
    pub fn family(attacker: &[Kind]) -> Result<Vec<Self>, MaterialError> {
        let mut all = Vec::new();
        for guards in 0..=4 {
            for advisors in 0..=2 {
                let Some(elephants @ 0..=2) = usize::checked_sub(guards, advisors) else {
                    continue;
                };
                let mut defender = vec![Kind::Advisor; advisors];
                defender.extend(vec![Kind::Elephant; elephants]);
                all.push(Self::new(attacker.to_vec(), defender)?);
            }
        }
        Ok(all)
    }

    /// The attacker's pieces.
    pub fn attacker(&self) -> &[Kind] {
        &self.attacker
    }

    /// The defender's pieces.
    pub fn defender(&self) -> &[Kind] {
        &self.defender
    }

    /// What is left once the attacker has captured one of these.
    pub(super) fn after_capture_of(&self, kind: Kind) -> Self {
        let mut defender = self.defender.clone();
        if let Some(place) = defender.iter().position(|&other| other == kind) {
            defender.remove(place);
        }
        Self {
            attacker: self.attacker.clone(),
            defender,
        }
    }

    /// What is left once the defender has captured an attacker, if that can still win.
    pub(super) fn after_loss_of(&self, kind: Kind) -> Option<Self> {
        let mut attacker = self.attacker.clone();
        let place = attacker.iter().position(|&other| other == kind)?;
        attacker.remove(place);
        (!attacker.is_empty()).then(|| Self {
            attacker,
            defender: self.defender.clone(),
        })
    }

    /// What must be known before this can be worked out.
    pub fn needs(&self) -> Vec<Self> {
        let mut needed: Vec<Self> = self
            .defender
            .iter()
            .map(|&kind| self.after_capture_of(kind))
            .collect();
        let losses = self
            .attacker
            .iter()
            .filter_map(|&kind| self.after_loss_of(kind));
        needed.extend(losses);
        needed.sort_unstable();
        needed.dedup();
        needed
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = |kinds: &[Kind]| kinds.iter().map(|kind| kind.letter()).collect::<String>();
        write!(f, "{}-{}", letters(&self.attacker), letters(&self.defender))
    }
}

impl FromStr for Material {
    type Err = MaterialError;

    fn from_str(text: &str) -> Result<Self, MaterialError> {
        let (attacker, defender) = text.split_once('-').unwrap_or((text, ""));
        let kinds = |letters: &str| -> Result<Vec<Kind>, MaterialError> {
            letters
                .chars()
                .map(|letter| Kind::from_letter(letter).ok_or(MaterialError::Letter(letter)))
                .collect()
        };
        Self::new(kinds(attacker)?, kinds(defender)?)
    }
}
