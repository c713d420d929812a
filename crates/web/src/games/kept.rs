//! A game of the page as the arena's record: what stands in the store is all it takes to go on with
//! it, and whatever shows, replays or learns from games reads it like any other.

use boyi_arena::{Closing, Control, Ending, Event, GameRecord, Header, MoveEvent, Timing};
use boyi_game::{PerSide, Record, Score, Side, Status, Table};

use super::clock::{Clock, ClockRules};
use super::seat::Seat;

/// What is remembered of a move beside the move.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub(super) struct Note {
    /// Given with the start position: nobody thought about it.
    pub(super) opening: bool,
    pub(super) seconds: Option<f64>,
    /// What was left on the mover's clock afterwards.
    pub(super) clock: Option<f64>,
    /// What an engine thought, from its own view.
    pub(super) score: Option<Score>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
}

impl Note {
    pub(super) const OPENING: Self = Self {
        opening: true,
        seconds: None,
        clock: None,
        score: None,
        depth: None,
        nodes: None,
    };

    fn of(mv: &MoveEvent) -> Self {
        Self {
            opening: mv.opening,
            seconds: mv.seconds,
            clock: mv.clock,
            score: mv.score,
            depth: mv.depth,
            nodes: mv.nodes,
        }
    }
}

/// The first line of a game's record.
pub(super) fn header(record: &Record, seats: &[Seat; 2], clock: Option<ClockRules>) -> Header {
    let [first, second] = seats;
    Header::new(record, first.name(), second.name(), control(clock))
}

/// Everything after it.
pub(super) fn events(table: &dyn Table, notes: &[Note], ended: Option<&Closing>) -> Vec<Event> {
    let moves = table.record().moves.iter().zip(notes).enumerate();
    let moves = moves.map(|(index, (played, note))| {
        let mut event = MoveEvent::new(index + 1, played);
        event.opening = note.opening;
        event.seconds = note.seconds;
        event.clock = note.clock;
        event.set_score(note.score);
        event.depth = note.depth;
        event.nodes = note.nodes;
        Event::Move(event)
    });
    let by_rules = match table.status() {
        Status::Going => None,
        Status::Over { outcome, reason } => Some(Closing::of(
            &Ending::Rules { outcome, reason },
            points(table),
        )),
    };
    let end = ended.cloned().or(by_rules).map(Event::End);
    moves.chain(end).collect()
}

pub(super) fn points(table: &dyn Table) -> Option<[i32; 2]> {
    let points = table.points()?;
    Some([points[Side::First], points[Side::Second]])
}

pub(super) fn notes(record: &GameRecord) -> Vec<Note> {
    record.moves().map(Note::of).collect()
}

/// Who sits at the board, by the names of the record.
pub(super) fn seats(header: &Header) -> PerSide<Seat> {
    PerSide::new(Seat::named(&header.first), Seat::named(&header.second))
}

/// Both clocks as the last moves left them; `None` where the game is played without.
pub(super) fn clock(record: &GameRecord) -> Option<Clock> {
    let control: Control = record.header.control.parse().ok()?;
    let Timing::Clock { base, increment } = control.timing else {
        return None;
    };
    let rules = ClockRules {
        seconds: base.as_secs_f64(),
        increment: increment.as_secs_f64(),
    };
    let left = Side::BOTH.map(|side| {
        let moves = record.moves().filter(|mv| mv.side == side);
        moves.filter_map(|mv| mv.clock).last()
    });
    Some(Clock::with(
        rules,
        left.map(|left| left.unwrap_or(rules.seconds)),
    ))
}

fn control(clock: Option<ClockRules>) -> Control {
    let timing = clock.map_or(Timing::Untimed, ClockRules::timing);
    Control {
        timing,
        ..Control::default()
    }
}
