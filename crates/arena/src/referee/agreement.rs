//! Whether the players agree about the game, so that it need not be played to its end.

use boyi_game::{Outcome, PerSide, Score, Side};

use crate::{Adjudication, Agreement, Ruling};

/// What the players have thought lately.
#[derive(Default)]
pub(super) struct ScoreHistory {
    /// Scores in a row, always from the first player's view; cleared by a move without one.
    scores: PerSide<Vec<i32>>,
    offers_draw: PerSide<bool>,
}

impl ScoreHistory {
    /// A player moved and thought this, from its own view.
    pub(super) fn add(&mut self, side: Side, score: Option<Score>, offers_draw: bool) {
        self.offers_draw[side] = offers_draw;
        match score {
            None => self.scores[side].clear(),
            Some(score) if side == Side::First => self.scores[side].push(score.value()),
            Some(score) => self.scores[side].push(-score.value()),
        }
    }

    /// What a referee makes of it after so many plies.
    pub(super) fn ruling(&self, rules: &Adjudication, plies: u32) -> Option<(Outcome, Ruling)> {
        if self.offers_draw[Side::First] && self.offers_draw[Side::Second] {
            return Some((Outcome::Draw, Ruling::DrawOffered));
        }
        if let Some(win) = rules.win.filter(|win| plies >= win.from_ply) {
            let sides = [
                (Side::First, self.both(win, |s| s >= win.score)),
                (Side::Second, self.both(win, |s| s <= -win.score)),
            ];
            if let Some((winner, _)) = sides.into_iter().find(|(_, agreed)| *agreed) {
                return Some((Outcome::Win(winner), Ruling::WinAgreed));
            }
        }
        let draw = rules.draw.filter(|draw| plies >= draw.from_ply)?;
        self.both(draw, |s| s.abs() <= draw.score)
            .then_some((Outcome::Draw, Ruling::DrawAgreed))
    }

    fn both(&self, agreement: Agreement, holds: impl Fn(i32) -> bool) -> bool {
        let moves = agreement.moves.max(1) as usize;
        Side::BOTH.into_iter().all(|side| {
            let scores = &self.scores[side];
            scores.len() >= moves && scores[scores.len() - moves..].iter().all(|&s| holds(s))
        })
    }
}
