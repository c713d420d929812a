//! Endgame tables: who wins and how soon, exactly, where few pieces are left.
//!
//! One side has a piece or two that can attack, the other only guards its general. [`generate`] works
//! backwards from every mate; [`Tables`] keeps what was generated and answers questions.

mod generate;
mod material;
mod numbering;
mod table;

pub use generate::generate;
pub use material::{Material, MaterialError};
pub use table::{Known, Table, TableError, Tables};

#[cfg(test)]
mod tests;
