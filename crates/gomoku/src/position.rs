//! The game: stones are put down in turn until somebody has five in a row or the board is full.

use boyi_game::{Key, NullMove, Outcome, Phrase, Position, Side};

use crate::{Content, Direction, Forbidden, Lines, Point, Rules, Size};

/// A game of gomoku in progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gomoku {
    size: Size,
    rules: Rules,
    lines: Lines,
    turn: Side,
    stones: u16,
    key: Key,
    last: Option<Point>,
    end: Option<End>,
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Five(Side),
    /// Black has played on a forbidden point.
    Forbidden(Forbidden),
    Full,
}

impl Gomoku {
    /// An empty board.
    pub fn start(size: Size, rules: Rules) -> Self {
        Self {
            size,
            rules,
            lines: Lines::empty(size),
            turn: Side::First,
            stones: 0,
            key: Key::mixed(size.rows() as u64),
            last: None,
            end: None,
        }
    }

    /// A board with stones on it, which may stand anywhere and in any number; `last` is the stone
    /// that was played last, if that is known. `None` where two stones stand on one point or outside
    /// the board, or the last stone is not there or is not the other side's.
    pub fn with_stones(
        size: Size,
        rules: Rules,
        stones: impl IntoIterator<Item = (Point, Side)>,
        turn: Side,
        last: Option<Point>,
    ) -> Option<Self> {
        let mut game = Self::start(size, rules);
        let mut fives = [false; 2];
        for (point, side) in stones {
            if game.lines.at(point) != Content::Empty {
                return None;
            }
            game.place(point, side);
        }
        for point in size.all() {
            if let Content::Stone(side) = game.lines.at(point) {
                fives[side.index()] |= game.has_five_at(point, side);
            }
        }
        game.set_turn(turn);
        if let Some(point) = last {
            let Content::Stone(side) = game.lines.at(point) else {
                return None;
            };
            if side == turn {
                return None;
            }
            game.last = last;
        }
        let full = usize::from(game.stones) == size.points();
        // Where both have five, the one who moved last made the later one.
        game.end = match fives {
            [true, true] => Some(End::Five(!turn)),
            [true, false] => Some(End::Five(Side::First)),
            [false, true] => Some(End::Five(Side::Second)),
            [false, false] => game
                .forbidden_last()
                .map(End::Forbidden)
                .or(full.then_some(End::Full)),
        };
        Some(game)
    }

    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    #[inline]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    #[inline]
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    #[inline]
    pub fn at(&self, point: Point) -> Content {
        self.lines.at(point)
    }

    #[inline]
    pub fn stones(&self) -> usize {
        usize::from(self.stones)
    }

    /// The stone played last, where that is known.
    pub fn last(&self) -> Option<Point> {
        self.last
    }

    /// Why the game is over, if it is.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Why a point is forbidden to black, whoever is to move; `None` where it is allowed, taken, or
    /// the rules forbid nothing.
    pub fn forbidden(&self, point: Point) -> Option<Forbidden> {
        let playable = self.rules == Rules::Renju
            && self.size.has(point)
            && self.lines.at(point) == Content::Empty;
        playable
            .then(|| Forbidden::judge(&mut self.lines.clone(), point))
            .flatten()
    }

    /// All points that are forbidden to black, and why.
    pub fn all_forbidden(&self) -> Vec<(Point, Forbidden)> {
        if self.rules != Rules::Renju {
            return Vec::new();
        }
        let mut lines = self.lines.clone();
        let judge = |point| Forbidden::judge(&mut lines, point).map(|why| (point, why));
        self.lines.empty_points().filter_map(judge).collect()
    }

    /// The row of five or more that won, from one end to the other.
    pub fn winning_row(&self) -> Vec<Point> {
        let Some(End::Five(side)) = self.end else {
            return Vec::new();
        };
        for point in self.size.all() {
            if self.lines.at(point) != Content::Stone(side) {
                continue;
            }
            for direction in Direction::ALL {
                let (before, after) = self.lines.run(point, direction, side);
                if before == 0 && self.is_five(after + 1, side) {
                    let at = |steps: usize| direction.from_point(point, steps as isize);
                    return (0..=after).filter_map(at).collect();
                }
            }
        }
        Vec::new()
    }

    #[inline]
    fn is_five(&self, length: usize, side: Side) -> bool {
        length == 5 || length > 5 && !self.rules.wants_exactly_five(side)
    }

    #[inline]
    fn has_five_at(&self, point: Point, side: Side) -> bool {
        Direction::ALL.into_iter().any(|direction| {
            let (before, after) = self.lines.run(point, direction, side);
            self.is_five(before + after + 1, side)
        })
    }

    /// Why the last stone was forbidden, if it was.
    fn forbidden_last(&self) -> Option<Forbidden> {
        let point = self.last?;
        if !self.rules.forbids(!self.turn) {
            return None;
        }
        let mut lines = self.lines.clone();
        lines.take(point, Side::First);
        Forbidden::judge(&mut lines, point)
    }

    fn set_turn(&mut self, turn: Side) {
        if self.turn != turn {
            self.turn = turn;
            self.key ^= TURN;
        }
    }

    fn place(&mut self, point: Point, side: Side) {
        self.lines.put(point, side);
        self.key ^= stone_key(point, side);
        self.stones += 1;
    }
}

impl Position for Gomoku {
    type Move = Point;

    /// The stone played last before.
    type Undo = Option<Point>;

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn key(&self) -> Key {
        self.key
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.end.map(End::outcome)
    }

    fn legal_moves(&self, moves: &mut Vec<Point>) {
        if self.end.is_none() {
            moves.reserve(self.count_moves());
            self.lines
                .empty_points()
                .for_each(|point| moves.push(point));
        }
    }

    fn make(&mut self, point: Point) -> Option<Point> {
        let side = self.turn;
        let forbidden = self
            .rules
            .forbids(side)
            .then(|| Forbidden::judge(&mut self.lines, point))
            .flatten();
        self.place(point, side);
        self.key ^= TURN;
        self.turn = !side;
        self.end = if self.has_five_at(point, side) {
            Some(End::Five(side))
        } else if let Some(why) = forbidden {
            Some(End::Forbidden(why))
        } else if self.stones() == self.size.points() {
            Some(End::Full)
        } else {
            None
        };
        self.last.replace(point)
    }

    fn unmake(&mut self, point: Point, last: Option<Point>) {
        self.turn = !self.turn;
        self.lines.take(point, self.turn);
        self.key ^= TURN ^ stone_key(point, self.turn);
        self.stones -= 1;
        self.last = last;
        self.end = None;
    }

    fn is_legal(&self, point: Point) -> bool {
        self.end.is_none() && self.size.has(point) && self.lines.at(point) == Content::Empty
    }

    fn count_moves(&self) -> usize {
        if self.end.is_some() {
            0
        } else {
            self.size.points() - self.stones()
        }
    }
}

impl NullMove for Gomoku {
    fn can_skip(&self) -> bool {
        self.end.is_none()
    }

    fn skip(&mut self) -> Option<Point> {
        self.set_turn(!self.turn);
        self.last.take()
    }

    fn unskip(&mut self, last: Option<Point>) {
        self.set_turn(!self.turn);
        self.last = last;
    }
}

impl End {
    pub const fn outcome(self) -> Outcome {
        match self {
            Self::Five(side) => Outcome::Win(side),
            Self::Forbidden(_) => Outcome::Win(Side::Second),
            Self::Full => Outcome::Draw,
        }
    }

    pub fn reason(self) -> Phrase {
        match self {
            Self::Five(Side::First) => Phrase::new("black has five in a row", "黑方连成五子"),
            Self::Five(Side::Second) => Phrase::new("white has five in a row", "白方连成五子"),
            Self::Forbidden(why) => {
                let phrase = why.phrase();
                Phrase::new(
                    format!("black has made {}, which is forbidden", phrase.english),
                    format!("黑方{}", phrase.chinese),
                )
            }
            Self::Full => Phrase::new("the board is full", "棋盘已满，和棋"),
        }
    }
}

/// Toggled when the turn changes.
const TURN: Key = Key::mixed(u64::MAX);

#[inline]
fn stone_key(point: Point, side: Side) -> Key {
    KEYS[side.index()][point.index()]
}

static KEYS: [[Key; Point::COUNT]; 2] = {
    let mut keys = [[Key(0); Point::COUNT]; 2];
    let mut index = 0;
    while index < Point::COUNT {
        keys[0][index] = Key::mixed(0x6F6D_6F6B_0000 + index as u64);
        keys[1][index] = Key::mixed(0x6F6D_6F6B_8000 + index as u64);
        index += 1;
    }
    keys
};
