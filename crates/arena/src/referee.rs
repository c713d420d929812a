//! The referee: asks, measures, checks, writes down, and decides when it is over.

mod agreement;

use boyi_search::Instant;
use std::time::Duration;

use boyi_engine::{Game, SetupError};
use boyi_game::{Outcome, PerSide, Score, Side, Status, Table, ToAct};
use boyi_search::Stop;

use crate::contestant::{Answer, Ask, Choice, Contestants};
use crate::fault::quoted;
use crate::record::{Closing, Event, Header, MoveEvent};
use crate::{Ending, Fault, Opening, Ruling, Terms, Timing};
use agreement::ScoreHistory;

/// Referees games of one kind under the same terms.
pub struct Referee<'a> {
    game: &'a dyn Game,
    terms: &'a Terms,
    stop: Stop,
    names: Option<PerSide<String>>,
}

impl<'a> Referee<'a> {
    pub fn new(game: &'a dyn Game, terms: &'a Terms) -> Self {
        Self {
            game,
            terms,
            stop: Stop::default(),
            names: None,
        }
    }

    /// Writes these names into the record instead of the players' own.
    pub fn named(mut self, names: PerSide<String>) -> Self {
        self.names = Some(names);
        self
    }

    pub fn stopped_by(mut self, stop: &Stop) -> Self {
        self.stop = stop.clone();
        self
    }

    /// Plays one game. `tell` hears every event of its record in order, the last one the end.
    pub fn play(
        &self,
        opening: &Opening,
        seed: u64,
        players: &mut Contestants,
        tell: &mut dyn FnMut(&Event),
    ) -> Result<Ending, SetupError> {
        let mut game = OngoingGame {
            table: self.game.lay(&opening.setup(seed))?,
            players,
            terms: self.terms,
            stop: &self.stop,
            tell,
            clocks: PerSide::new(self.terms.control.clock(), self.terms.control.clock()),
            out: PerSide::default(),
            written: 0,
            scores: ScoreHistory::default(),
        };
        let own = |side: Side| game.players[side].name();
        let usual = || PerSide::new(own(Side::First), own(Side::Second));
        let names = self.names.clone().unwrap_or_else(usual);
        game.open(seed, &names);
        let ending = game.run();
        game.close(&ending);
        Ok(ending)
    }
}

/// One game as it is being played.
struct OngoingGame<'a> {
    table: Box<dyn Table>,
    players: &'a mut Contestants,
    terms: &'a Terms,
    stop: &'a Stop,
    tell: &'a mut dyn FnMut(&Event),
    clocks: PerSide<Option<Duration>>,
    /// Failed for good in a game of rounds, in which the rules move for it from then on.
    out: PerSide<bool>,
    /// How many moves of the table's record have been told.
    written: usize,
    scores: ScoreHistory,
}

/// What came of asking one side.
type Asked = Result<(Answer, Duration), Fault>;

impl OngoingGame<'_> {
    fn open(&mut self, seed: u64, names: &PerSide<String>) {
        let record = self.table.record();
        let [first, second] = Side::BOTH.map(|side| names[side].clone());
        let header = Header::new(record, first, second, self.terms.control);
        (self.tell)(&Event::Game(Header { seed, ..header }));
        self.write_moves(|mv| mv.opening = true);
    }

    fn run(&mut self) -> Ending {
        let mut faults = PerSide::default();
        for side in Side::BOTH {
            let begun = self.players[side].begin(&self.table.seen(), side, self.terms);
            if let Err(fault) = begun {
                faults[side] = self.fails(side, fault, false);
            }
        }
        loop {
            if self.stop.is_stopped() {
                return Ending::Stopped;
            }
            if faults.iter().any(|(_, fault)| fault.is_some()) {
                return Ending::Failed { faults };
            }
            let to_act = self.table.to_act();
            if to_act == ToAct::Nobody {
                return self.over();
            }
            if let Some(ending) = self.step(to_act, &mut faults) {
                return ending;
            }
        }
    }

    fn step(&mut self, to_act: ToAct, faults: &mut PerSide<Option<Fault>>) -> Option<Ending> {
        let limit = self.terms.adjudication.plies;
        if limit.is_some_and(|most| self.table.record().moves.len() >= most as usize) {
            return Some(ruled(Outcome::Draw, Ruling::MoveLimit));
        }
        // In a game of rounds one is asked after the other, so that they never compete for the same
        // core; neither sees what the other chose.
        let mut asked: PerSide<Option<Asked>> = PerSide::default();
        for side in Side::BOTH.into_iter().filter(|&side| to_act.includes(side)) {
            if !self.out[side] {
                asked[side] = Some(self.ask(side));
            }
            if self.stop.is_stopped() {
                return Some(Ending::Stopped);
            }
        }
        if let Some(ending) = resigned(&asked) {
            return Some(ending);
        }
        let mut seen = PerSide::new(MoveInfo::default(), MoveInfo::default());
        for side in Side::BOTH.into_iter().filter(|&side| to_act.includes(side)) {
            let played = match asked[side].take() {
                None => None,
                Some(Err(fault)) => Some(Err(fault)),
                Some(Ok((answer, took))) => {
                    seen[side] = MoveInfo::of(&answer, took);
                    Some(self.try_move(side, &answer))
                }
            };
            match played {
                Some(Ok(())) => {}
                Some(Err(fault)) => {
                    faults[side] = self.fails(side, fault, true);
                    seen[side].idle = true;
                }
                None => {
                    self.idle(side);
                    seen[side].idle = true;
                }
            }
        }
        let clocks = self.clocks;
        self.write_moves(|mv| seen[mv.side].explain(mv, clocks[mv.side]));
        for side in Side::BOTH.into_iter().filter(|&side| to_act.includes(side)) {
            self.scores
                .add(side, seen[side].score, seen[side].offers_draw);
        }
        let plies = self.table.record().moves.len() as u32;
        let ruling = self.scores.ruling(&self.terms.adjudication, plies)?;
        // The rules come before adjudication by scores.
        let going = self.table.to_act() != ToAct::Nobody && faults.iter().all(|(_, f)| f.is_none());
        going.then(|| ruled(ruling.0, ruling.1))
    }

    fn ask(&mut self, side: Side) -> Asked {
        let terms = self.terms;
        let allowed = terms.control.allowed(self.clocks[side]);
        let wait = allowed.map_or(terms.patience, |allowed| allowed + terms.grace);
        let table = &*self.table;
        let seen = table.seen();
        self.players[side].wake();
        let begun = Instant::now();
        let ask = Ask {
            control: &terms.control,
            clocks: self.clocks,
            deadline: begun + wait,
            stop: self.stop,
            legal_moves: &|| table.legal_moves(side),
        };
        let answer = self.players[side].choose(&seen, side, &ask);
        let took = begun.elapsed();
        if let (Timing::Clock { increment, .. }, Some(left)) =
            (terms.control.timing, &mut self.clocks[side])
        {
            *left = left.saturating_sub(took) + increment;
        }
        let answer = answer?;
        match allowed {
            Some(allowed) if took > allowed + terms.grace => Err(Fault::OutOfTime {
                allowed,
                waited: took,
            }),
            _ => Ok((answer, took)),
        }
    }

    fn try_move(&mut self, side: Side, answer: &Answer) -> Result<(), Fault> {
        let Choice::Move(text) = &answer.choice else {
            unreachable!("resignations were dealt with")
        };
        self.table
            .play(side, text)
            .map_err(|error| Fault::IllegalMove {
                text: quoted(text, 80),
                why: error.to_string(),
            })
    }

    /// Writes a fault down. Where the rules move for a side that hands in nothing the game goes on,
    /// else the fault is handed back: it ends the game.
    fn fails(&mut self, side: Side, fault: Fault, to_move: bool) -> Option<Fault> {
        (self.tell)(&Event::Fault {
            side,
            fault: fault.clone(),
        });
        if self.table.idle_move(side).is_none() {
            return Some(fault);
        }
        self.out[side] |= !fault.can_go_on();
        if to_move {
            self.idle(side);
        }
        None
    }

    fn idle(&mut self, side: Side) {
        let idle = self
            .table
            .idle_move(side)
            .expect("only games of rounds go on after a fault");
        self.table
            .play(side, &idle)
            .expect("doing nothing is legal");
    }

    /// Tells the moves of the table's record that were not told yet.
    fn write_moves(&mut self, mut explain: impl FnMut(&mut MoveEvent)) {
        let moves = &self.table.record().moves;
        for (index, played) in moves.iter().enumerate().skip(self.written) {
            let mut event = MoveEvent::new(index + 1, played);
            explain(&mut event);
            (self.tell)(&Event::Move(event));
        }
        self.written = moves.len();
    }

    fn over(&self) -> Ending {
        match self.table.status() {
            Status::Over { outcome, reason } => Ending::Rules { outcome, reason },
            Status::Going => unreachable!("nobody is to act only once the game is over"),
        }
    }

    fn close(&mut self, ending: &Ending) {
        for side in Side::BOTH {
            self.players[side].end(&self.table.seen(), side, ending);
            if let Some(text) = self.players[side]
                .take_log()
                .filter(|text| !text.is_empty())
            {
                (self.tell)(&Event::Log { side, text });
            }
        }
        let points = match ending {
            Ending::Failed { faults } => match (&faults[Side::First], &faults[Side::Second]) {
                (Some(_), None) => self.table.points_after_fault(Side::First),
                (None, Some(_)) => self.table.points_after_fault(Side::Second),
                _ => None,
            },
            _ => None,
        };
        let points = points.or(self.table.points());
        let points = points.map(|points| [points[Side::First], points[Side::Second]]);
        (self.tell)(&Event::End(Closing::of(ending, points)));
    }
}

/// What a player showed with its move.
#[derive(Clone, Copy, Default)]
struct MoveInfo {
    took: Option<Duration>,
    score: Option<Score>,
    depth: Option<u32>,
    nodes: Option<u64>,
    offers_draw: bool,
    idle: bool,
}

impl MoveInfo {
    fn of(answer: &Answer, took: Duration) -> Self {
        Self {
            took: Some(took),
            score: answer.score,
            depth: answer.depth,
            nodes: answer.nodes,
            offers_draw: answer.offers_draw,
            idle: false,
        }
    }

    fn explain(&self, mv: &mut MoveEvent, clock: Option<Duration>) {
        mv.idle = self.idle;
        mv.seconds = self.took.map(|took| took.as_secs_f64());
        mv.clock = clock.map(|left| left.as_secs_f64());
        mv.set_score(self.score);
        mv.depth = self.depth;
        mv.nodes = self.nodes;
    }
}

fn ruled(outcome: Outcome, ruling: Ruling) -> Ending {
    Ending::Referee { outcome, ruling }
}

fn resigned(asked: &PerSide<Option<Asked>>) -> Option<Ending> {
    let resigns = |side: Side| matches!(&asked[side], Some(Ok((answer, _))) if answer.choice == Choice::Resign);
    match (resigns(Side::First), resigns(Side::Second)) {
        (false, false) => None,
        (true, true) => Some(ruled(Outcome::Draw, Ruling::DrawOffered)),
        (true, false) => Some(ruled(
            Outcome::Win(Side::Second),
            Ruling::Resigned(Side::First),
        )),
        (false, true) => Some(ruled(
            Outcome::Win(Side::First),
            Ruling::Resigned(Side::Second),
        )),
    }
}
