//! Rule sets, by name. They differ in what they make of a repeated position.

boyi_game::named! {
    /// What a repeated position is judged by.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Rules: "the rule sets are axf, wxf, simple and computer" {
        /// Asian Xiangqi Federation: perpetual check loses, perpetual chase loses.
        #[default]
        Axf = "axf",
        /// World Xiangqi Federation: the same two offences. Where the diagrams of both manuals can be
        /// decided by one reading, ours is that one; no case is known to us in which they differ.
        Wxf = "wxf",
        /// Perpetual check loses, all else is a draw.
        Simple = "simple",
        /// As engines play at the board: like `axf`, but judged when a position comes back the first
        /// time, so that nobody has to go round twice.
        Computer = "computer",
    }
}

impl Rules {
    /// How often a position must have stood on the board before it is judged.
    pub const fn occurrences(self) -> usize {
        match self {
            Self::Computer => 2,
            _ => 3,
        }
    }

    /// Whether perpetual chase is an offence.
    pub const fn forbids_chasing(self) -> bool {
        !matches!(self, Self::Simple)
    }
}
