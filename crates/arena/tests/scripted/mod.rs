//! Players that do as they are told, for tests of the referee.

use std::time::Duration;

use boyi_arena::{Answer, Ask, Contestant, Ending, Fault, Terms};
use boyi_game::{Seen, Side};

/// What a scripted player does at its `n`-th move, counted from 0.
pub(crate) type Act = fn(usize, &Seen, &Ask) -> Result<Answer, Fault>;

pub(crate) struct Scripted {
    pub(crate) act: Act,
    pub(crate) asked: usize,
    pub(crate) heard: std::sync::mpsc::Sender<Heard>,
}

/// What a player heard of the game.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Heard {
    Begin,
    Asked,
    End(&'static str),
}

impl Contestant for Scripted {
    fn name(&self) -> String {
        "scripted".to_owned()
    }

    fn begin(&mut self, _game: &Seen, _side: Side, _terms: &Terms) -> Result<(), Fault> {
        self.asked = 0;
        let _ = self.heard.send(Heard::Begin);
        Ok(())
    }

    fn choose(&mut self, game: &Seen, _side: Side, ask: &Ask) -> Result<Answer, Fault> {
        let _ = self.heard.send(Heard::Asked);
        self.asked += 1;
        (self.act)(self.asked - 1, game, ask)
    }

    fn end(&mut self, _game: &Seen, _side: Side, ending: &Ending) {
        let _ = self.heard.send(Heard::End(ending.cause()));
    }
}

/// The first legal move.
#[expect(clippy::unnecessary_wraps, reason = "an act like the others")]
pub(crate) fn first_legal(_n: usize, _game: &Seen, ask: &Ask) -> Result<Answer, Fault> {
    let moves = (ask.legal_moves)();
    Ok(Answer::bare(moves[0].text.clone()))
}

/// Moves, but only well after the clock has run out.
pub(crate) fn dawdles(n: usize, game: &Seen, ask: &Ask) -> Result<Answer, Fault> {
    let late = ask.deadline + Duration::from_millis(5);
    while std::time::Instant::now() < late {
        std::thread::yield_now();
    }
    first_legal(n, game, ask)
}
