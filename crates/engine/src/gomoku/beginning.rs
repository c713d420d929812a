//! How the computer decides in swap, swap2 and the openings of renju.

use boyi_game::{Random, Side};
use boyi_gomoku::{Choice, Opening, Point, Procedure, Question, Rules, Size, moves};

use super::Gomoku;
use crate::engine::{Engine, EngineError, Line, best_lines};
use crate::game::{Game, Setup};
use boyi_search::kernel::Go;

/// What the computer decides now; `None` once there is nothing left to decide. First stones are drawn
/// by `random`, everything else is what `player` thinks best.
pub fn decide(
    opening: &Opening,
    rules: Rules,
    player: &mut dyn Engine,
    orders: &Go,
    random: &mut Random,
) -> Result<Option<Choice>, EngineError> {
    let (Some(question), Some(decider)) = (opening.question(), opening.decides()) else {
        return Ok(None);
    };
    let mut thinking = Thinking {
        opening,
        rules,
        player,
        orders,
    };
    let choice = match question {
        Question::FirstThree => first_three(opening, random).map(Choice::Lay),
        Question::Colour { .. } => {
            let lines = thinking.lines(&[], 1)?;
            // White is to move, with three stones on the board as with five.
            let white_is_better = lines.first().is_none_or(|line| line.score.value() >= 0);
            let has_white = opening.black() != decider;
            Some(if has_white == white_is_better {
                Choice::Stay
            } else {
                Choice::Swap
            })
        }
        Question::Fourth => {
            let lines = thinking.lines(&[], 1)?;
            first_points(&lines)
                .first()
                .map(|&point| Choice::Lay(vec![point]))
        }
        Question::TwoFifths => {
            let points = first_points(&thinking.lines(&[], FIFTHS)?);
            let pairs = points
                .iter()
                .flat_map(|&one| points.iter().map(move |&other| [one, other]));
            let allowed = |pair: &[Point; 2]| {
                let mut opening = opening.clone();
                opening.decide(Choice::Offer(*pair)).is_ok()
            };
            pairs.into_iter().find(allowed).map(Choice::Offer)
        }
        Question::WhichFifth(offered) => {
            let mut values = Vec::new();
            for point in offered {
                let lines = thinking.lines(&[point], 1)?;
                values.push(lines.first().map(|line| line.score));
            }
            Some(Choice::Take(usize::from(values[1] > values[0])))
        }
    };
    Ok(choice)
}

/// Moves to choose two fifths from.
const FIFTHS: usize = 6;

struct Thinking<'a> {
    opening: &'a Opening,
    rules: Rules,
    player: &'a mut dyn Engine,
    orders: &'a Go,
}

impl Thinking<'_> {
    /// The best lines from the stones so far and these.
    fn lines(&mut self, more: &[Point], lines: usize) -> Result<Vec<Line>, EngineError> {
        let stones = [self.opening.stones(), more].concat();
        let rows = self.opening.size().rows();
        let setup = Setup {
            size: Some((rows, rows)),
            rules: Some(self.rules.to_string()),
            moves: Some(moves::write(&stones)),
            ..Setup::default()
        };
        let table = Gomoku.lay(&setup)?;
        best_lines(self.player, &*table, self.orders, lines)
    }
}

fn first_points(lines: &[Line]) -> Vec<Point> {
    let first = |line: &Line| Point::read(line.moves.first()?).map(|(point, _)| point);
    lines.iter().filter_map(first).collect()
}

/// Three stones after which neither side is much better off: near an edge, or one of renju's openings.
fn first_three(opening: &Opening, random: &mut Random) -> Option<Vec<Point>> {
    let size = opening.size();
    let last = size.rows() - 1;
    (0..TRIES).find_map(|_| {
        let mut near = |column: usize, row: usize, reach: u64| {
            let mut step = |from: usize| {
                let to = from + random.below(2 * reach + 1) as usize;
                to.saturating_sub(reach as usize).min(last)
            };
            Point::new(step(column), step(row))
        };
        let points = match opening.procedure() {
            Procedure::Renju => {
                let centre = size.rows() / 2;
                let first = Point::new(centre, centre);
                [first, near(centre, centre, 1), near(centre, centre, 2)]
            }
            Procedure::Swap | Procedure::Swap2 => [
                near(1, last / 2, 2),
                near(3, last / 2, 2),
                near(2, last / 2, 3),
            ],
        };
        let points: Option<Vec<Point>> = points.into_iter().collect();
        points.filter(|points| {
            let mut opening = opening.clone();
            opening.decide(Choice::Lay(points.clone())).is_ok()
        })
    })
}

/// Draws until the stones are allowed; on a board with a middle this happens soon.
const TRIES: usize = 1000;

/// The colour that a player of the procedure has in the game that follows.
pub fn colour(opening: &Opening, player: Side) -> Side {
    if opening.black() == player {
        Side::First
    } else {
        Side::Second
    }
}

/// A procedure on a board of this size; `None` where it cannot be held there: renju's openings want a
/// middle.
pub fn begin(procedure: Procedure, size: Size) -> Option<Opening> {
    let has_middle = !size.rows().is_multiple_of(2);
    (procedure != Procedure::Renju || has_middle).then(|| Opening::new(procedure, size))
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn the_computer_goes_through_every_procedure() {
        let spec = "strong:hash=1".parse().expect("a player");
        let mut player = Gomoku.player(&spec).expect("one");
        let orders = Go::nodes(300);
        for (name, stones) in [("swap", 3), ("swap2", 3), ("renju", 5)] {
            for (rows, seed) in [(15, 1), (15, 2), (9, 3)] {
                let size = Size::new(rows).expect("a size");
                let mut opening =
                    begin(name.parse().expect("known"), size).expect("a board with a middle");
                let mut random = Random::new(seed);
                loop {
                    let choice = decide(&opening, Rules::Renju, &mut *player, &orders, &mut random);
                    let Some(choice) = choice.expect("a decision") else {
                        break;
                    };
                    opening.decide(choice).expect("what it decides is allowed");
                }
                assert_eq!(opening.decides(), None);
                assert_eq!(opening.stones().len(), stones);
                let colours = Side::BOTH.map(|player| colour(&opening, player));
                assert_ne!(colours[0], colours[1]);
            }
        }
        assert!(begin(Procedure::Renju, Size::new(10).expect("a size")).is_none());
    }
}
