//! A game of the page as a record of the arena: the store holds all that is needed to continue it, and
//! every reader of records can read it.

use boyi_arena::{Closing, Control, Ending, Event, GameRecord, Header, MoveEvent, Seats, Timing};
use boyi_game::{PerSide, Record, Side, Status, Table};

use super::clock::{Clock, ClockRules};
use super::player::PlayerKind;

/// The first line of a game's record.
pub(super) fn header(
    record: &Record,
    seats: &[PlayerKind; 2],
    clock: Option<ClockRules>,
    locks: Option<Seats>,
) -> Header {
    let [first, second] = seats;
    Header {
        seats: locks.map(Box::new),
        ..Header::new(record, first.name(), second.name(), control(clock))
    }
}

/// The events of a game's record: its moves, and its end where it is over.
pub(super) fn events(
    table: &dyn Table,
    moves: &[MoveEvent],
    ended: Option<&Closing>,
) -> Vec<Event> {
    let by_rules = match table.status() {
        Status::Going => None,
        Status::Over { outcome, reason } => Some(Closing::of(
            &Ending::Rules { outcome, reason },
            points(table),
        )),
    };
    let end = ended.cloned().or(by_rules).map(Event::End);
    moves.iter().cloned().map(Event::Move).chain(end).collect()
}

/// The moves that are given with the start position, which no player chose.
pub(super) fn opening(record: &Record) -> Vec<MoveEvent> {
    let moves = record.moves.iter().enumerate();
    let opening = |(index, played): (usize, &_)| MoveEvent {
        opening: true,
        ..MoveEvent::new(index + 1, played)
    };
    moves.map(opening).collect()
}

pub(super) fn points(table: &dyn Table) -> Option<[i32; 2]> {
    let points = table.points()?;
    Some([points[Side::First], points[Side::Second]])
}

/// The players, by their names in the record.
pub(super) fn seats(header: &Header) -> PerSide<PlayerKind> {
    PerSide::new(
        PlayerKind::named(&header.first),
        PlayerKind::named(&header.second),
    )
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
