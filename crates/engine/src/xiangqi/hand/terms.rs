//! The numbers of the terms: which weight belongs to what.

use boyi_game::Side;
use boyi_xiangqi::{Kind, Piece, Square};

/// The number of a term: a place in the list of weights.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Term(pub(crate) usize);

/// A group of terms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    /// The number of its first term.
    pub(crate) first: usize,
    pub(crate) length: usize,
}

impl Group {
    /// Term number `index` of the group; the last one stands for all beyond.
    #[inline]
    pub(crate) const fn at(&self, index: usize) -> Term {
        debug_assert!(index < self.length);
        Term(self.first + index)
    }

    /// The same, the last one standing for all beyond.
    #[inline]
    pub(crate) const fn at_most(&self, index: usize) -> Term {
        if index < self.length {
            Term(self.first + index)
        } else {
            Term(self.first + self.length - 1)
        }
    }
}

macro_rules! groups {
    ($($(#[$doc:meta])* $name:ident: $length:expr;)*) => {
        groups!(@consts (0) $($(#[$doc])* $name: $length;)*);
    };
    (@consts ($first:expr)) => {};
    (@consts ($first:expr) $(#[$doc:meta])* $name:ident: $length:expr; $($rest:tt)*) => {
        $(#[$doc])*
        pub(crate) const $name: Group = Group {
            first: $first,
            length: $length,
        };
        groups!(@consts ($name.first + $name.length) $($rest)*);
    };
}

groups! {
    /// What a piece is worth anywhere, by kind.
    MATERIAL: 7;
    /// What standing somewhere adds, by kind, own rank and file; both wings share.
    SQUARES: 350;
    /// The side to move.
    TO_MOVE: 1;
    /// Points a rook can go to.
    ROOK_MOBILITY: 18;
    /// Points a horse can go to.
    HORSE_MOBILITY: 9;
    /// Points a cannon can go to.
    CANNON_MOBILITY: 18;
    /// Points an elephant can go to.
    ELEPHANT_MOBILITY: 5;
    /// Points an advisor can go to.
    ADVISOR_MOBILITY: 5;
    /// Points the general can safely go to.
    GENERAL_MOBILITY: 5;
    /// A rook on a file without own pawns, and on one without any.
    ROOK_FILE: 2;
    /// A rook in line with the enemy's general, by pieces between.
    ROOK_AIMS: 4;
    /// A cannon on the file of the enemy's general, by pieces between and by his advisors.
    CANNON_ON_FILE: 12;
    /// A cannon on the rank of the enemy's general, by pieces between and by his advisors.
    CANNON_ON_RANK: 12;
    /// A cannon over two pieces at the general, one of them a horse beside him.
    CANNON_ON_SMOTHERED: 1;
    /// A horse by its distance from the enemy's general, in steps of a king.
    HORSE_DISTANCE: 10;
    /// Points from which a piece could give check unharmed, by kind: rook, horse, cannon, pawn.
    SAFE_CHECK: 4;
    /// Points from which a piece could give check at a price, by kind.
    UNSAFE_CHECK: 4;
    /// The weight of what attacks the enemy's palace, by his missing guards: none, one or two, more.
    PALACE_ATTACK: 60;
    /// Points beside the enemy's general that we control, and he cannot go to.
    CAGED: 5;
    /// The two advisors and two elephants left.
    GUARDS: 9;
    /// Own advisors against the enemy's rooks, horses and cannons.
    ADVISORS_AGAINST: 27;
    /// Own elephants against the enemy's rooks, horses and cannons.
    ELEPHANTS_AGAINST: 27;
    /// Rooks, horses and cannons together.
    ATTACKERS: 27;
    /// Pawns by number.
    PAWNS: 6;
    /// Pawns over the river, by number and by the enemy's advisors.
    CROSSED: 18;
    /// Pawns side by side over the river.
    LINKED_PAWNS: 1;
    /// A pawn over the river by its distance from the file of the enemy's general.
    PAWN_FILE: 9;
    /// Pieces on one wing of the enemy's half, the stronger wing.
    WING: 7;
    /// Protected pieces by kind.
    PROTECTED: 7;
    /// Undefended enemies attacked, by attacker (pawn, guard, horse, cannon, rook) and kind.
    HANGING: 35;
    /// Defended enemies attacked, by attacker and kind.
    PRESSED: 35;
    /// An enemy's piece that cannot leave without uncovering his general, by kind.
    PINNED: 7;
}

/// How many terms there are.
pub(crate) const COUNT: usize = PINNED.first + PINNED.length;

/// The side to move.
pub(crate) const TEMPO: Term = TO_MOVE.at(0);

/// A piece, anywhere.
#[inline]
pub(crate) fn material(kind: Kind) -> Term {
    MATERIAL.at(kind as usize)
}

/// A piece on a point. The board is the same seen in a mirror, so files a to e are enough.
#[inline]
pub(crate) fn square(piece: Piece, square: Square) -> Term {
    let point = PLACE[piece.side.index()][square.index()];
    SQUARES.at(piece.kind as usize * 50 + usize::from(point))
}

static PLACE: [[u8; Square::COUNT]; 2] = places();

const fn places() -> [[u8; Square::COUNT]; 2] {
    let mut places = [[0; Square::COUNT]; 2];
    let mut index = 0;
    while index < Square::COUNT {
        let (rank, file) = (index / 9, index % 9);
        let file = if file > 4 { 8 - file } else { file };
        places[Side::First.index()][index] = (rank * 5 + file) as u8;
        places[Side::Second.index()][index] = ((9 - rank) * 5 + file) as u8;
        index += 1;
    }
    places
}
