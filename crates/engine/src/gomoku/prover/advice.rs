//! The strong player's advice about a position, and how far it is trusted.

use boyi_search::kernel::Go;

use super::super::board::Board;
use super::super::layout::Cell;
use super::quiet_attack::QuietAttack;
use boyi_search::kernel::value::{PROVEN, Value};

/// How far the player is trusted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trust {
    /// Its move is tried first.
    Move,
    /// And the higher its value of a position, the sooner that is searched. Of the positions that it
    /// valued low, next to none was ever proven.
    Value,
}

/// What the player says about a position with the attacker to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Advice {
    pub(super) cell: Cell,
    /// What it expects the defender to answer.
    pub(super) answer: Option<Cell>,
    value: Value,
    nodes: u64,
    /// The work on the position since.
    work: u64,
}

/// The player is asked again after so many times the positions of its own search.
const WORTH_ASKING_AGAIN: u64 = 24;

/// Then it searches so many times as many.
const MORE_NODES: u64 = 4;

/// It never searches more than these.
const MAX_NODES: u64 = 8_000_000;

/// The proof number of a position that the player sees won, while no VCT wins it yet.
const SEEN_TO_WIN: u32 = 3;

/// The proof number of a position that it values at [`GOOD`].
const HARD_IF_GOOD: f64 = 10.0;
const GOOD: Value = 300;

/// With a value lower by this the proof number is doubled.
const TWICE_AS_HARD: Value = 60;

/// The proof number of a position that it sees lost, which is left for last.
const SEEN_TO_LOSE: u32 = 2_000;

impl Advice {
    /// A move of a suggested line: followed as a win would be, and the player is not asked again.
    fn suggestion(cell: Cell) -> Self {
        Self {
            cell,
            answer: None,
            value: PROVEN,
            nodes: MAX_NODES,
            work: 0,
        }
    }

    /// The proof number of a position that nobody has searched.
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

impl QuietAttack<'_> {
    /// What to try in a position: a suggested move, else what the player says when it is asked for the
    /// first time, where there is a player.
    pub(super) fn ask_first(&mut self, board: &Board) -> Option<Advice> {
        if let Some(cell) = self.suggestions.and_then(|lines| lines.suggested(board)) {
            return Some(self.keep(board, Advice::suggestion(cell)));
        }
        let first = board.stones() < self.start + 2;
        let nodes = if first {
            self.settings.first_advice_nodes
        } else {
            self.settings.advice_nodes
        };
        self.ask(board, nodes)
    }

    /// Asks again after so much work on a position that more advice is cheap; returns the move to try
    /// first from now on, where that is another.
    pub(super) fn ask_again(&mut self, board: &Board, work: u64) -> Option<Cell> {
        let advice = self.advice.get_mut(&board.key().0)?;
        advice.work += work;
        let Advice { cell, nodes, .. } = *advice;
        if advice.work < nodes.saturating_mul(WORTH_ASKING_AGAIN) || nodes >= MAX_NODES {
            return None;
        }
        let again = self.ask(board, nodes.saturating_mul(MORE_NODES))?;
        (again.cell != cell).then_some(again.cell)
    }

    fn ask(&mut self, board: &Board, nodes: u64) -> Option<Advice> {
        let adviser = self.adviser.filter(|_| nodes > 0)?;
        let go = Go {
            stop: self.until.stop.clone(),
            ..Go::nodes(nodes)
        };
        let result = adviser.think_quietly(board, &go);
        self.visited += result.counts.nodes;
        let best = result.lines.first()?;
        let advice = Advice {
            cell: best.moves[0],
            answer: best.moves.get(1).copied(),
            value: best.value,
            nodes,
            work: 0,
        };
        Some(self.keep(board, advice))
    }

    fn keep(&mut self, board: &Board, advice: Advice) -> Advice {
        if self.settings.trust == Trust::Value {
            self.advice.insert(board.key().0, advice);
        }
        advice
    }

    /// What the player said about a position, where its values are trusted.
    pub(super) fn advice(&self, board: &Board) -> Option<Advice> {
        self.advice.get(&board.key().0).copied()
    }
}

#[cfg(test)]
mod tests {
    use boyi_game::{Position, Side};
    use boyi_gomoku::{Gomoku, Rules, Size, moves};
    use boyi_search::Stop;

    use super::super::super::root::GomokuSearch;
    use super::super::super::vcf::VcfTable;
    use super::super::{ProofLimits, Prover, ProverSettings, SuggestedLines};
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

    const SETTINGS: ProverSettings = ProverSettings {
        quiet_moves: 16,
        advice_nodes: 500,
        first_advice_nodes: 500,
        trust: Trust::Value,
        free_plies: 1,
        ..ProverSettings::LITTLE
    };

    fn after(line: &str) -> Board {
        let mut game = Gomoku::start(Size::USUAL, Rules::Freestyle);
        for mv in moves::read(line, Size::USUAL).expect("moves") {
            game.make(mv);
        }
        Board::of(&game)
    }

    /// A prover of black's win that knows these lines.
    fn with_prover(lines: &str, test: impl FnOnce(&mut Prover)) {
        let table = VcfTable::try_new(1 << 16).expect("memory");
        let player = GomokuSearch::new(1 << 20, 1).expect("memory");
        let start = Gomoku::start(Size::USUAL, Rules::Freestyle);
        let ideas = SuggestedLines::read(lines, &start).expect("lines");
        let stop = Stop::default();
        let until = ProofLimits {
            stop: &stop,
            time: None,
            nodes: None,
        };
        let prover = Prover::new(Side::First, &table, Some(&player), SETTINGS, until);
        test(&mut prover.with_suggestions(&ideas));
    }

    #[test]
    fn an_idea_comes_before_the_advice_of_the_player() {
        with_prover("h8i9h7j8a1", |prover| {
            let board = after("h8i9h7j8");
            let idea = moves::read("a1", Size::USUAL).expect("a point")[0];
            let advice = prover.attack.ask_first(&board).expect("advice");
            assert_eq!(advice.cell, board.layout().cell(idea));
            assert_eq!(advice.hardness(), SEEN_TO_WIN);
            // Whatever it costs, the player has nothing to add.
            assert_eq!(prover.attack.ask_again(&board, u64::MAX), None);
            let other = prover.attack.ask_first(&after("h8i9h7j9"));
            assert_ne!(other.map(|advice| advice.cell), Some(advice.cell));
        });
    }

    #[test]
    fn where_much_work_is_done_the_player_is_asked_again() {
        with_prover("", |prover| {
            let (board, attack) = (after("h8i9h7j8"), &mut prover.attack);
            let asked = |attack: &QuietAttack| attack.advice(&board).map(|advice| advice.nodes);
            attack.ask_first(&board);
            assert_eq!(asked(attack), Some(500));
            let nearly = 500 * WORTH_ASKING_AGAIN - 1;
            assert_eq!(attack.ask_again(&board, nearly), None);
            assert_eq!(asked(attack), Some(500), "not yet");
            attack.ask_again(&board, 1);
            let more = Some(500 * MORE_NODES);
            assert_eq!(asked(attack), more);
            attack.ask_again(&board, nearly);
            assert_eq!(asked(attack), more, "the work begins anew");
        });
    }
}
