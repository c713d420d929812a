//! Mates by checks alone. Whoever gives check with every move leaves few answers, so that a proof
//! reaches far deeper than a search that looks at everything.
//!
//! The proof is found by proof numbers, depth first (Nagai's df-pn): of all ways to go on, the one
//! that needs the fewest further answers comes next. Where several lines meet, their numbers are not
//! added up but the largest counts, with one for each of the others, or else positions with many
//! transpositions would look hopeless.
//!
//! [`boyi_search::prove`] finds the same mates, and a test holds this search against it, but it needs a third
//! more positions for them (10,418 instead of 7,812 in that test), cannot pause and go on in the middle of a
//! game's search, and says nothing about the length of a mate. So both stay.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use boyi_game::{Key, Position};
use boyi_xiangqi::{Board, Move};

use boyi_search::kernel::Stopped;

/// Plies beyond which a line is given up: the rules call a draw after as many quiet ones.
const LONGEST: usize = 100;

/// Positions that are remembered at most.
const MOST_POSITIONS: usize = 1 << 20;

/// A number that is never reached: what it stands for cannot be done.
const NEVER: u32 = u32::MAX / 4;

/// A mate that no answer prevents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ForcedMate {
    /// With the answers that last longest.
    pub(super) line: Vec<Move>,
    /// Plies until the mate at most.
    pub(super) plies: usize,
}

/// The search for a mate by checks, which goes on where it paused.
pub(super) struct MateSearch {
    board: Board,
    allowed: Vec<Move>,
    /// Positions that must not come again: those of the game, then those of the line.
    path: Vec<Key>,
    /// How many of them are of the game.
    past: usize,
    known: HashMap<u64, Entry, BuildHasherDefault<Unchanged>>,
    spent: u64,
    solved: bool,
}

/// How many positions must still be proven to prove, or to refute, that there is a mate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

impl Numbers {
    const UNKNOWN: Self = Self {
        proof: 1,
        disproof: 1,
    };
    const PROVEN: Self = Self {
        proof: 0,
        disproof: NEVER,
    };
    const REFUTED: Self = Self {
        proof: NEVER,
        disproof: 0,
    };

    /// The number that whoever moves wants to bring to nothing, then the other one.
    fn of(self, mover: Mover) -> (u32, u32) {
        match mover {
            Mover::Attacker => (self.proof, self.disproof),
            Mover::Defender => (self.disproof, self.proof),
        }
    }

    fn from(mover: Mover, own: u32, other: u32) -> Self {
        match mover {
            Mover::Attacker => Self {
                proof: own,
                disproof: other,
            },
            Mover::Defender => Self {
                proof: other,
                disproof: own,
            },
        }
    }
}

#[derive(Clone, Copy)]
struct Entry {
    numbers: Numbers,
    /// Of a proven mate: plies at most, and the move that leads there.
    plies: u16,
    best: Option<Move>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mover {
    Attacker,
    Defender,
}

impl Mover {
    fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }
}

/// A move and where it leads.
struct Child {
    mv: Move,
    key: Key,
    /// It repeats a position, which is no way to mate.
    repeats: bool,
}

/// Why the work is laid down.
enum Halt {
    Pause,
    Stopped,
}

impl MateSearch {
    /// Begins with a position whose game went through `past`; only `allowed` moves count at first.
    pub(super) fn new(board: &Board, past: &[Key], allowed: Vec<Move>) -> Self {
        Self {
            board: board.clone(),
            allowed,
            path: past.to_vec(),
            past: past.len(),
            known: HashMap::default(),
            spent: 0,
            solved: false,
        }
    }

    /// Goes on until `allowance` positions were looked at in all; `spend` is asked before each.
    /// Returns a mate when it is proven, once.
    pub(super) fn go_on(
        &mut self,
        allowance: u64,
        mut spend: impl FnMut() -> Result<(), Stopped>,
    ) -> Result<Option<ForcedMate>, Stopped> {
        if self.solved || self.spent >= allowance || self.known.len() > MOST_POSITIONS {
            return Ok(None);
        }
        let board = self.board.clone();
        let mut pay = |spent: &mut u64| {
            spend().map_err(|Stopped| Halt::Stopped)?;
            *spent += 1;
            if *spent > allowance {
                return Err(Halt::Pause);
            }
            Ok(())
        };
        let result = self.work(Mover::Attacker, NEVER, NEVER, &mut pay);
        // Whoever stops in the middle of a line leaves it standing.
        self.board = board;
        self.path.truncate(self.past);
        match result {
            Err(Halt::Stopped) => Err(Stopped),
            Err(Halt::Pause) => Ok(None),
            Ok(numbers) => {
                self.solved = true;
                Ok((numbers == Numbers::PROVEN).then(|| self.mate()))
            }
        }
    }

    /// Works on the position on the board until one of its numbers, that of the mover first, is as
    /// large as told.
    fn work(
        &mut self,
        mover: Mover,
        most_own: u32,
        most_other: u32,
        pay: &mut impl FnMut(&mut u64) -> Result<(), Halt>,
    ) -> Result<Numbers, Halt> {
        pay(&mut self.spent)?;
        let key = self.board.key();
        let children = self.children(mover);
        self.path.push(key);
        let entry = loop {
            let sum = self.sum_up(mover, &children);
            if sum.own >= most_own || sum.other >= most_other || sum.other == 0 {
                break self.entry(mover, &sum, &children);
            }
            // A little more than the next best: or else the work goes back and forth between two.
            let own = most_own.min(sum.second + sum.second / 4 + 1);
            let other = most_other - (sum.open - 1);
            let mv = children[sum.best].mv;
            let captured = self.board.make(mv);
            // For the one who moves next the numbers change places.
            self.work(mover.other(), other, own, pay)?;
            self.board.unmake(mv, captured);
        };
        self.path.pop();
        self.known.insert(key.0, entry);
        Ok(entry.numbers)
    }

    /// Checks of the attacker, or all answers of the defender.
    fn children(&mut self, mover: Mover) -> Vec<Child> {
        let mut moves = Vec::with_capacity(48);
        let plies = self.path.len() - self.past;
        if plies == 0 {
            moves.clone_from(&self.allowed);
        } else {
            self.board.legal_moves(&mut moves);
        }
        if mover == Mover::Attacker {
            let checks = self.board.checks();
            moves.retain(|&mv| plies < LONGEST && self.board.gives_check(mv, &checks));
        }
        let mut children = Vec::with_capacity(moves.len());
        for mv in moves {
            let key = self.board.key_after(mv);
            let repeats = self.path.contains(&key);
            if mover == Mover::Attacker && !repeats && !self.known.contains_key(&key.0) {
                let entry = self.first_look(mv);
                self.known.insert(key.0, entry);
            }
            children.push(Child { mv, key, repeats });
        }
        children
    }

    /// After a check: who has many answers is far from mated.
    fn first_look(&mut self, mv: Move) -> Entry {
        let captured = self.board.make(mv);
        let answers = self.board.count_moves() as u32;
        self.board.unmake(mv, captured);
        let numbers = match answers {
            0 => Numbers::PROVEN,
            _ => Numbers {
                proof: answers,
                disproof: 1,
            },
        };
        Entry {
            numbers,
            plies: 0,
            best: None,
        }
    }

    fn numbers(&self, child: &Child) -> Numbers {
        if child.repeats {
            return Numbers::REFUTED;
        }
        let known = self.known.get(&child.key.0);
        known.map_or(Numbers::UNKNOWN, |entry| entry.numbers)
    }

    fn sum_up(&self, mover: Mover, children: &[Child]) -> Sum {
        let mut sum = Sum {
            best: 0,
            own: NEVER,
            second: NEVER,
            other: 0,
            open: 0,
        };
        for (index, child) in children.iter().enumerate() {
            let (own, other) = self.numbers(child).of(mover);
            if own < sum.own {
                sum.second = sum.own;
                sum.own = own;
                sum.best = index;
            } else {
                sum.second = sum.second.min(own);
            }
            sum.other = sum.other.max(other);
            sum.open += u32::from(other > 0);
        }
        if sum.open > 0 {
            sum.other = (sum.other + sum.open - 1).min(NEVER);
        }
        sum
    }

    /// What is remembered of a position.
    fn entry(&self, mover: Mover, sum: &Sum, children: &[Child]) -> Entry {
        // A side that cannot do what it wants has failed: an attacker without checks, or a defender
        // who found no answer.
        let own = if sum.other == 0 { NEVER } else { sum.own };
        let numbers = Numbers::from(mover, own, sum.other);
        let mut entry = Entry {
            numbers,
            plies: 0,
            best: None,
        };
        if numbers.proof > 0 {
            return entry;
        }
        entry.numbers = Numbers::PROVEN;
        let proven = children.iter().filter_map(|child| {
            let known = self.known.get(&child.key.0)?;
            (known.numbers.proof == 0).then_some((known.plies, child.mv))
        });
        let chosen = match mover {
            Mover::Attacker => proven.min_by_key(|&(plies, _)| plies),
            Mover::Defender => proven.max_by_key(|&(plies, _)| plies),
        };
        if let Some((plies, mv)) = chosen {
            entry.plies = plies + 1;
            entry.best = Some(mv);
        }
        entry
    }

    /// The proven mate: its length falls with every move, so the line ends.
    fn mate(&self) -> ForcedMate {
        let mut board = self.board.clone();
        let mut line = Vec::new();
        let plies = self.known[&board.key().0].plies as usize;
        while let Some(mv) = self.known.get(&board.key().0).and_then(|entry| entry.best)
            && line.len() < plies
        {
            line.push(mv);
            board.make(mv);
        }
        ForcedMate { line, plies }
    }
}

/// What the moves of a position amount to, from the view of its mover.
struct Sum {
    /// The move to look at next.
    best: usize,
    own: u32,
    /// The own number of the next best move.
    second: u32,
    other: u32,
    /// Moves that are not settled against the mover.
    open: u32,
}

/// Keys are random already.
#[derive(Default)]
struct Unchanged(u64);

impl Hasher for Unchanged {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

#[cfg(test)]
mod tests {
    use boyi_xiangqi::fen;

    use super::*;

    fn solve(fen: &str, nodes: u64) -> Option<ForcedMate> {
        let board = fen::read(fen).expect("a FEN").board().expect("a board");
        let mut moves = Vec::new();
        board.legal_moves(&mut moves);
        let mut mating = MateSearch::new(&board, &[], moves);
        mating.go_on(nodes, || Ok(())).expect("nobody stops it")
    }

    /// The shortest mate by checks in at most so many plies, by trying everything.
    fn slowly(board: &mut Board, plies: usize) -> Option<usize> {
        let mut moves = Vec::new();
        board.legal_moves(&mut moves);
        let mut best: Option<usize> = None;
        for mv in moves {
            let captured = board.make(mv);
            if board.in_check() {
                let mut answers = Vec::new();
                board.legal_moves(&mut answers);
                let mut longest = Some(1);
                for answer in answers {
                    let taken = board.make(answer);
                    let rest = (plies > 2).then(|| slowly(board, plies - 2)).flatten();
                    board.unmake(answer, taken);
                    longest = longest
                        .zip(rest)
                        .map(|(longest, rest)| longest.max(rest + 2));
                    if longest.is_none() {
                        break;
                    }
                }
                best = best.into_iter().chain(longest).min();
            }
            board.unmake(mv, captured);
        }
        best
    }

    /// An attack on a bare palace, drawn by lot; `None` where the pieces cannot stand like that.
    fn attack(random: &mut boyi_game::Random) -> Option<(String, Board)> {
        let pieces = ["R", "N", "C", "P", "R"];
        let mut rows = vec![vec!['1'; 9]; 10];
        rows[0][4] = 'k';
        rows[9][3] = 'K';
        for piece in pieces.iter().take(3 + random.below(3) as usize) {
            let (row, col) = (random.below(5) as usize, random.below(9) as usize);
            if rows[row][col] == '1' {
                rows[row][col] = piece.chars().next().expect("a letter");
            }
        }
        for (col, guard) in [(3, 'a'), (5, 'a'), (2, 'b')] {
            if random.below(2) == 0 && rows[0][col] == '1' {
                rows[0][col] = guard;
            }
        }
        let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
        let text = format!("{} w - - 0 1", rows.join("/"));
        let board = fen::read(&text).ok()?.board().ok()?;
        Some((text, board))
    }

    #[test]
    fn mates_are_those_of_a_search_that_tries_everything() {
        let mut random = boyi_game::Random::new(5);
        let mut mates = 0;
        for _ in 0..400 {
            let Some((text, mut board)) = attack(&mut random) else {
                continue;
            };
            let expected = slowly(&mut board, 5);
            let found = solve(&text, 20_000);
            let plies = found.as_ref().map(|mate| mate.plies);
            if let Some(expected) = expected {
                mates += 1;
                assert!(plies.is_some_and(|plies| plies >= expected), "{text}");
            }
            if let Some(plies) = plies
                && plies <= 5
            {
                assert!(expected.is_some_and(|expected| expected <= plies), "{text}");
            }
            if let Some(mate) = found {
                assert_eq!(mate.line.len(), mate.plies, "{text}");
                for mv in mate.line {
                    assert!(board.is_legal(mv), "{text}");
                    board.make(mv);
                }
                assert!(board.in_check() && board.outcome().is_some(), "{text}");
            }
        }
        assert!(mates > 50, "{mates} mates are enough to compare");
    }

    /// The game of checks: who cannot give one loses, who has no answer to one loses as well.
    #[derive(Clone)]
    struct Checking {
        board: Board,
        attacker: boyi_game::Side,
    }

    impl Position for Checking {
        type Move = Move;
        type Undo = <Board as Position>::Undo;

        fn turn(&self) -> boyi_game::Side {
            self.board.turn()
        }

        fn key(&self) -> Key {
            self.board.key()
        }

        fn outcome(&self) -> Option<boyi_game::Outcome> {
            let is_stuck = self.count_moves() == 0;
            is_stuck.then(|| boyi_game::Outcome::Win(!self.turn()))
        }

        fn legal_moves(&self, moves: &mut Vec<Move>) {
            self.board.legal_moves(moves);
            if self.turn() == self.attacker {
                let checks = self.board.checks();
                moves.retain(|&mv| self.board.gives_check(mv, &checks));
            }
        }

        fn make(&mut self, mv: Move) -> Self::Undo {
            self.board.make(mv)
        }

        fn unmake(&mut self, mv: Move, undo: Self::Undo) {
            self.board.unmake(mv, undo);
        }
    }

    #[test]
    fn the_searches_of_every_game_find_the_same_mates_with_more_work() {
        use boyi_search::kernel::Go;
        use boyi_search::{Method, PROOF_ROOM, Unobserved, prove};
        let mut random = boyi_game::Random::new(6);
        let (mut mates, mut own, mut general) = (0, 0, 0);
        for _ in 0..400 {
            let Some((text, board)) = attack(&mut random) else {
                continue;
            };
            let mut moves = Vec::new();
            board.legal_moves(&mut moves);
            let mut mating = MateSearch::new(&board, &[], moves);
            let mate = mating.go_on(20_000, || Ok(())).expect("nobody stops it");
            if mating.spent >= 20_000 {
                continue;
            }
            let attacker = board.turn();
            let game = Checking { board, attacker };
            if game.outcome().is_some() {
                assert_eq!(mate, None, "{text}");
                continue;
            }
            let report = prove(
                &game,
                Method::DfPn,
                &Go::nodes(200_000),
                PROOF_ROOM,
                &mut Unobserved,
            );
            if let Some(value) = report.value {
                assert_eq!(value.value() > 0, mate.is_some(), "{text}");
                mates += u32::from(mate.is_some());
                own += mating.spent;
                general += report.counts.nodes;
            }
        }
        println!("{mates} mates: {own} positions, {general} by df-pn of any game");
        assert!(
            mates > 50 && own < general,
            "{mates} mates: {own} {general}"
        );
    }

    #[test]
    fn work_goes_on_where_it_paused_and_forbidden_moves_are_left_out() {
        let fen = "4ka3/4a4/4b4/9/2N6/9/9/1R7/9/2CK5 w - - 0 1";
        let board = fen::read(fen).expect("a FEN").board().expect("a board");
        let mut moves = Vec::new();
        board.legal_moves(&mut moves);
        let mut mating = MateSearch::new(&board, &[], moves);
        let mut mate = None;
        let mut slices = 0;
        while mate.is_none() && slices < 100 {
            slices += 1;
            mate = mating
                .go_on(12 * slices, || Ok(()))
                .expect("nobody stops it");
        }
        assert!(slices > 1);
        let mut none = MateSearch::new(&board, &[], Vec::new());
        assert_eq!(none.go_on(5_000, || Ok(())), Ok(None));
        let mut stopped = MateSearch::new(&board, &[], mate.expect("a mate").line[..1].to_vec());
        assert_eq!(stopped.go_on(5_000, || Err(Stopped)), Err(Stopped));
    }

    #[test]
    fn positions_of_the_game_do_not_come_again() {
        let fen = "4k4/9/R8/1R7/9/9/9/9/9/3K5 w - - 0 1";
        let board = fen::read(fen).expect("a FEN").board().expect("a board");
        let mate = solve(fen, 5_000).expect("a mate");
        let after = board.key_after(mate.line[0]);
        let mut mating = MateSearch::new(&board, &[after], mate.line[..1].to_vec());
        assert_eq!(mating.go_on(5_000, || Ok(())), Ok(None));
    }
}
