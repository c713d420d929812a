//! The table of a game of rounds, in which both sides choose at once.

use super::{LegalMove, Played, Record, Status, Table, ToAct};
use crate::{MoveError, PerSide, Random, Shown, Side, Simultaneous, View};

/// Lays a [`Simultaneous`] game on the table. A choice is kept to itself until the other side has
/// chosen too; then the round is played and both appear in the record.
pub struct RoundTable<S: Simultaneous> {
    now: Moment<S>,
    history: Vec<Moment<S>>,
    choices: PerSide<Option<S::Move>>,
    record: Record,
}

/// Position and chance before a round: all it takes to go back there.
#[derive(Clone)]
struct Moment<S> {
    position: S,
    chance: Random,
}

impl<S: Simultaneous + Shown<S::Move>> RoundTable<S> {
    /// A new game from this position, its luck drawn from this seed.
    pub fn new(position: S, seed: u64) -> Self {
        let record = Record::new(&position, seed);
        let chance = Random::new(seed);
        Self {
            now: Moment { position, chance },
            history: Vec::new(),
            choices: PerSide::default(),
            record,
        }
    }

    fn play_round(&mut self, choices: PerSide<S::Move>) {
        for (side, &mv) in choices.iter() {
            let text = self.now.position.move_text(mv);
            self.record.moves.push(Played { side, text });
        }
        self.history.push(self.now.clone());
        self.now.position.play(choices, &mut self.now.chance);
        self.choices = PerSide::default();
    }
}

impl<S: Simultaneous + Shown<S::Move>> Table for RoundTable<S> {
    fn to_act(&self) -> ToAct {
        if self.now.position.outcome().is_some() {
            return ToAct::Nobody;
        }
        match (self.choices[Side::First], self.choices[Side::Second]) {
            (Some(_), _) => ToAct::One(Side::Second),
            (None, Some(_)) => ToAct::One(Side::First),
            (None, None) => ToAct::Both,
        }
    }

    fn legal_moves(&self, side: Side) -> Vec<LegalMove> {
        if !self.to_act().includes(side) {
            return Vec::new();
        }
        let mut moves = Vec::new();
        self.now.position.legal_moves(side, &mut moves);
        LegalMove::list(&self.now.position, &moves)
    }

    fn play(&mut self, side: Side, text: &str) -> Result<(), MoveError> {
        match self.to_act() {
            ToAct::Nobody => return Err(MoveError::GameOver),
            turn if !turn.includes(side) => return Err(MoveError::NotYourTurn(side)),
            _ => {}
        }
        self.choices[side] = Some(self.now.position.parse_move(side, text)?);
        if let (Some(first), Some(second)) = (self.choices[Side::First], self.choices[Side::Second])
        {
            self.play_round(PerSide::new(first, second));
        }
        Ok(())
    }

    fn take_back(&mut self) -> bool {
        if self.choices != PerSide::default() {
            self.choices = PerSide::default();
            return true;
        }
        let Some(before) = self.history.pop() else {
            return false;
        };
        self.now = before;
        self.record.moves.truncate(self.history.len() * 2);
        true
    }

    fn status(&self) -> Status {
        match self.now.position.outcome() {
            None => Status::Going,
            Some(outcome) => Status::Over {
                outcome,
                reason: self.now.position.reason(),
            },
        }
    }

    fn points(&self) -> Option<PerSide<i32>> {
        self.now.position.points()
    }

    fn points_after_fault(&self, loser: Side) -> Option<PerSide<i32>> {
        self.now.position.points_after_fault(loser)
    }

    fn idle_move(&self, side: Side) -> Option<String> {
        let idle = self.now.position.idle_move(side);
        Some(self.now.position.move_text(idle))
    }

    fn view(&self) -> View {
        self.now.position.view()
    }

    fn position(&self) -> String {
        self.now.position.text()
    }

    fn record(&self) -> &Record {
        &self.record
    }
}
