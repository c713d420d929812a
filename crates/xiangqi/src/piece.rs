//! What stands on the board.

use boyi_game::Side;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// 帅 and 将.
    General,
    /// 仕 and 士.
    Advisor,
    /// 相 and 象.
    Elephant,
    /// 马.
    Horse,
    /// 车.
    Rook,
    /// 炮.
    Cannon,
    /// 兵 and 卒.
    Pawn,
}

impl Kind {
    /// All of them, by number.
    pub const ALL: [Self; 7] = [
        Self::General,
        Self::Advisor,
        Self::Elephant,
        Self::Horse,
        Self::Rook,
        Self::Cannon,
        Self::Pawn,
    ];

    /// How many of them a side begins with.
    pub const fn at_the_start(self) -> usize {
        match self {
            Self::General => 1,
            Self::Pawn => 5,
            _ => 2,
        }
    }

    /// The letter of FEN, upper case.
    pub const fn letter(self) -> char {
        ['K', 'A', 'B', 'N', 'R', 'C', 'P'][self as usize]
    }

    /// Reads a letter of either case; `H` and `E` are other people's horse and elephant.
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_uppercase() {
            'K' => Self::General,
            'A' => Self::Advisor,
            'B' | 'E' => Self::Elephant,
            'N' | 'H' => Self::Horse,
            'R' => Self::Rook,
            'C' => Self::Cannon,
            'P' => Self::Pawn,
            _ => return None,
        })
    }

    /// In English, for messages.
    pub const fn english(self) -> &'static str {
        [
            "general", "advisor", "elephant", "horse", "rook", "cannon", "pawn",
        ][self as usize]
    }

    /// In simplified Chinese, as the side writes it.
    pub const fn chinese(self, side: Side) -> char {
        match side {
            Side::First => ['帅', '仕', '相', '马', '车', '炮', '兵'][self as usize],
            Side::Second => ['将', '士', '象', '马', '车', '炮', '卒'][self as usize],
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    pub side: Side,
    pub kind: Kind,
}

impl Piece {
    /// The letter of FEN: red upper case, black lower case.
    pub const fn letter(self) -> char {
        match self.side {
            Side::First => self.kind.letter(),
            Side::Second => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// The piece of a letter of FEN.
    pub const fn from_letter(letter: char) -> Option<Self> {
        let side = if letter.is_ascii_uppercase() {
            Side::First
        } else {
            Side::Second
        };
        match Kind::from_letter(letter) {
            Some(kind) => Some(Self { side, kind }),
            None => None,
        }
    }
}

/// `red` or `black`.
pub const fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "red",
        Side::Second => "black",
    }
}

/// `红` or `黑`.
pub const fn colour_chinese(side: Side) -> &'static str {
    match side {
        Side::First => "红",
        Side::Second => "黑",
    }
}
