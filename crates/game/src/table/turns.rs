//! The table of a game with alternating turns.

use super::{LegalMove, Played, Record, Status, Table, ToAct};
use crate::{MoveError, PerSide, Position, Shown, Side, View};

/// A [`Table`] over a [`Position`].
pub struct TurnTable<P: Position> {
    position: P,
    history: Vec<(P::Move, P::Undo)>,
    record: Record,
}

impl<P: Position + Shown<P::Move>> TurnTable<P> {
    /// A new game from this position.
    pub fn new(position: P) -> Self {
        let record = Record::new(&position, 0);
        Self {
            position,
            history: Vec::new(),
            record,
        }
    }
}

impl<P> Table for TurnTable<P>
where
    P: Position + Shown<P::Move>,
    P::Undo: Send,
{
    fn to_act(&self) -> ToAct {
        match self.position.outcome() {
            Some(_) => ToAct::Nobody,
            None => ToAct::One(self.position.turn()),
        }
    }

    fn legal_moves(&self, side: Side) -> Vec<LegalMove> {
        if side != self.position.turn() {
            return Vec::new();
        }
        let mut moves = Vec::new();
        self.position.legal_moves(&mut moves);
        LegalMove::list(&self.position, &moves)
    }

    fn play(&mut self, side: Side, text: &str) -> Result<(), MoveError> {
        match self.to_act() {
            ToAct::Nobody => return Err(MoveError::GameOver),
            turn if !turn.includes(side) => return Err(MoveError::NotYourTurn(side)),
            _ => {}
        }
        let mv = self.position.parse_move(side, text)?;
        let text = self.position.move_text(mv);
        self.record.moves.push(Played { side, text });
        let undo = self.position.make(mv);
        self.history.push((mv, undo));
        Ok(())
    }

    fn take_back(&mut self) -> bool {
        let Some((mv, undo)) = self.history.pop() else {
            return false;
        };
        self.position.unmake(mv, undo);
        self.record.moves.pop();
        true
    }

    fn status(&self) -> Status {
        match self.position.outcome() {
            None => Status::Going,
            Some(outcome) => Status::Over {
                outcome,
                reason: self.position.reason(),
            },
        }
    }

    fn points(&self) -> Option<PerSide<i32>> {
        self.position.points()
    }

    fn points_after_fault(&self, loser: Side) -> Option<PerSide<i32>> {
        self.position.points_after_fault(loser)
    }

    fn idle_move(&self, _side: Side) -> Option<String> {
        None
    }

    fn view(&self) -> View {
        let mut view = self.position.view();
        if let Some(&(mv, _)) = self.history.last() {
            let (from, to) = self.position.move_cells(mv);
            view.last.extend(from.into_iter().chain(to));
        }
        view
    }

    fn position(&self) -> String {
        self.position.text()
    }

    fn record(&self) -> &Record {
        &self.record
    }
}
