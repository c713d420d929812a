//! What the player says about a position, and how far it is believed.

use boyi_search::Limits;

use super::super::field::Field;
use super::super::layout::Cell;
use super::super::thinker::Task;
use super::super::value::{PROVEN, Value};
use super::campaign::Campaign;

/// How far the player is believed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trust {
    /// Its move is tried first.
    Move,
    /// And the better it likes a position, the sooner that is looked into. Wins begin in positions that
    /// it likes: of those it saw little in, next to none was ever proven.
    Value,
}

/// What the player says about a position with the attacker to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Advice {
    pub(super) cell: Cell,
    /// What it expects the defender to answer.
    pub(super) answer: Option<Cell>,
    value: Value,
    /// Positions it looked at for this.
    nodes: u64,
    /// The work on the position since.
    work: u64,
}

/// The player is asked again where so many times the positions it looked at were looked at since.
const WORTH_ASKING_AGAIN: u64 = 24;

/// Then it looks at so many times as many.
const MORE: u64 = 4;

/// And more than these it is not asked for.
const ENOUGH: u64 = 8_000_000;

/// A position that the player takes for won, while no threats win it yet.
const SEEN_TO_WIN: u32 = 3;

/// A position that it values at [`GOOD`].
const HARD_IF_GOOD: f64 = 10.0;
const GOOD: Value = 300;

/// By how much less a position is worth that is thought to be twice as hard.
const TWICE_AS_HARD: Value = 60;

/// A position that it takes for lost is left for last.
const SEEN_TO_LOSE: u32 = 2_000;

impl Advice {
    /// Somebody's idea: to be followed as a win would be, and the player is not asked again.
    fn idea(cell: Cell) -> Self {
        Self {
            cell,
            answer: None,
            value: PROVEN,
            nodes: ENOUGH,
            work: 0,
        }
    }

    /// How many leaves the position is thought to need to be proven.
    pub(super) fn hardness(&self) -> u32 {
        if self.is_win() {
            return SEEN_TO_WIN;
        }
        if self.value <= -PROVEN {
            return SEEN_TO_LOSE;
        }
        let steps = f64::from(GOOD - self.value) / f64::from(TWICE_AS_HARD);
        let leaves = HARD_IF_GOOD * steps.exp2();
        leaves.clamp(f64::from(SEEN_TO_WIN), f64::from(SEEN_TO_LOSE)) as u32
    }

    /// Whether the player sees the attacker win.
    pub(super) fn is_win(&self) -> bool {
        self.value >= PROVEN
    }
}

impl Campaign<'_> {
    /// What to try in a position: somebody's idea, else what the player says when it is asked for the
    /// first time, where there is a player.
    pub(super) fn ask_first(&mut self, field: &Field) -> Option<Advice> {
        if let Some(cell) = self.ideas.and_then(|ideas| ideas.about(field)) {
            return Some(self.keep(field, Advice::idea(cell)));
        }
        let first = field.stones() < self.start + 2;
        let nodes = if first {
            self.plan.first_advice
        } else {
            self.plan.advice
        };
        self.ask(field, nodes)
    }

    /// Asks again where a position has cost so much work that more advice is cheap; the move to try
    /// first from now on, where that is another.
    pub(super) fn ask_again(&mut self, field: &Field, work: u64) -> Option<Cell> {
        let advice = self.advice.get_mut(&field.key().0)?;
        advice.work += work;
        let Advice { cell, nodes, .. } = *advice;
        if advice.work < nodes.saturating_mul(WORTH_ASKING_AGAIN) || nodes >= ENOUGH {
            return None;
        }
        let again = self.ask(field, nodes.saturating_mul(MORE))?;
        (again.cell != cell).then_some(again.cell)
    }

    fn ask(&mut self, field: &Field, nodes: u64) -> Option<Advice> {
        let thinker = self.adviser.filter(|_| nodes > 0)?;
        let task = Task {
            limits: Limits::nodes(nodes),
            stop: self.until.stop,
            lines: 1,
            threads: 1,
        };
        let opinion = thinker.think(field, &task, &mut |_| ());
        self.visited += opinion.nodes;
        let best = opinion.prospects.first()?;
        let advice = Advice {
            cell: *best.line.first()?,
            answer: best.line.get(1).copied(),
            value: best.value,
            nodes,
            work: 0,
        };
        Some(self.keep(field, advice))
    }

    fn keep(&mut self, field: &Field, advice: Advice) -> Advice {
        if self.plan.trust == Trust::Value {
            self.advice.insert(field.key().0, advice);
        }
        advice
    }

    /// What the player said about a position, where its values are believed.
    pub(super) fn advice(&self, field: &Field) -> Option<Advice> {
        self.advice.get(&field.key().0).copied()
    }
}

#[cfg(test)]
mod tests {
    use boyi_game::{Position, Side};
    use boyi_gomoku::{Gomoku, Rules, Size, moves};
    use boyi_search::Stop;

    use super::super::super::thinker::Thinker;
    use super::super::super::vcf::FoursTable;
    use super::super::{Ideas, Plan, Prover, Until};
    use super::*;

    fn hardness(value: Value) -> u32 {
        let advice = Advice {
            cell: 0,
            answer: None,
            value,
            nodes: 1,
            work: 0,
        };
        advice.hardness()
    }

    #[test]
    fn what_the_player_likes_comes_first() {
        let values = [-2 * PROVEN, -400, 0, 100, 200, 300, 350, 2 * PROVEN];
        let all = values.map(hardness);
        assert!(all.is_sorted_by(|worse, better| worse >= better), "{all:?}");
        assert_eq!(hardness(GOOD - TWICE_AS_HARD), 2 * hardness(GOOD));
        assert_eq!(hardness(-PROVEN + 1), SEEN_TO_LOSE, "no overflow");
    }

    const PLAN: Plan = Plan {
        quiet: 16,
        advice: 500,
        first_advice: 500,
        trust: Trust::Value,
        free: 1,
        ..Plan::LITTLE
    };

    fn after(line: &str) -> Field {
        let mut game = Gomoku::start(Size::USUAL, Rules::Freestyle);
        for mv in moves::read(line, Size::USUAL).expect("moves") {
            game.make(mv);
        }
        Field::of(&game)
    }

    #[test]
    fn an_idea_comes_before_the_advice_of_the_player() {
        let table = FoursTable::try_new(1 << 16).expect("memory");
        let player = Thinker::new(1 << 20).expect("memory");
        let start = Gomoku::start(Size::USUAL, Rules::Freestyle);
        let ideas = Ideas::read("h8i9h7j8a1", &start).expect("a line");
        let stop = Stop::default();
        let until = Until {
            stop: &stop,
            time: None,
            nodes: None,
        };
        let prover = Prover::new(Side::First, &table, Some(&player), PLAN, until);
        let mut prover = prover.with_ideas(&ideas);
        let field = after("h8i9h7j8");
        let idea = moves::read("a1", Size::USUAL).expect("a point")[0];
        let advice = prover.campaign.ask_first(&field).expect("advice");
        assert_eq!(advice.cell, field.layout().cell(idea));
        assert_eq!(advice.hardness(), SEEN_TO_WIN);
        // Whatever it costs, the player has nothing to add.
        assert_eq!(prover.campaign.ask_again(&field, u64::MAX), None);
        let other = prover.campaign.ask_first(&after("h8i9h7j9"));
        assert_ne!(other.map(|advice| advice.cell), Some(advice.cell));
    }

    #[test]
    fn where_much_work_is_done_the_player_is_asked_again() {
        let field = after("h8i9h7j8");
        let table = FoursTable::try_new(1 << 16).expect("memory");
        let player = Thinker::new(1 << 20).expect("memory");
        let stop = Stop::default();
        let until = Until {
            stop: &stop,
            time: None,
            nodes: None,
        };
        let mut prover = Prover::new(Side::First, &table, Some(&player), PLAN, until);
        let campaign = &mut prover.campaign;
        let asked = |campaign: &Campaign| campaign.advice(&field).map(|advice| advice.nodes);
        campaign.ask_first(&field);
        assert_eq!(asked(campaign), Some(500));
        let nearly = 500 * WORTH_ASKING_AGAIN - 1;
        assert_eq!(campaign.ask_again(&field, nearly), None);
        assert_eq!(asked(campaign), Some(500), "not yet");
        campaign.ask_again(&field, 1);
        assert_eq!(asked(campaign), Some(500 * MORE));
        campaign.ask_again(&field, nearly);
        assert_eq!(asked(campaign), Some(500 * MORE), "the work begins anew");
    }
}
