//! The protocols, by name.

use std::fmt;
use std::str::FromStr;

use super::botzone::Botzone;
use super::dialect::Dialect;
use super::gomocup::Gomocup;
use super::othello::{Gtp, NBoard};
use super::ours::Ours;
use super::uci::{Flavour, Uci};
use super::xboard::XBoard;
use crate::sandbox::Allowance;

/// How a program talks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Protocol {
    #[default]
    Boyi,
    Uci,
    Ucci,
    XBoard,
    Gomocup,
    NBoard,
    Gtp,
    Botzone,
}

impl Protocol {
    /// All of them, ours first.
    pub const ALL: [Self; 8] = [
        Self::Boyi,
        Self::Uci,
        Self::Ucci,
        Self::XBoard,
        Self::Gomocup,
        Self::NBoard,
        Self::Gtp,
        Self::Botzone,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Boyi => "boyi",
            Self::Uci => "uci",
            Self::Ucci => "ucci",
            Self::XBoard => "xboard",
            Self::Gomocup => "gomocup",
            Self::NBoard => "nboard",
            Self::Gtp => "gtp",
            Self::Botzone => "botzone",
        }
    }

    /// The game it is made for; `None` for those that serve every game.
    pub fn game(self) -> Option<&'static str> {
        match self {
            Self::Boyi | Self::Botzone => None,
            Self::Uci | Self::Ucci | Self::XBoard => Some("xiangqi"),
            Self::Gomocup => Some("gomoku"),
            Self::NBoard | Self::Gtp => Some("reversi"),
        }
    }

    pub(super) fn dialect(self, allowance: Allowance) -> Box<dyn Dialect> {
        match self {
            Self::Boyi => Box::new(Ours::default()),
            Self::Uci => Box::new(Uci::new(Flavour::Uci)),
            Self::Ucci => Box::new(Uci::new(Flavour::Ucci)),
            Self::XBoard => Box::new(XBoard::default()),
            Self::Gomocup => Box::new(Gomocup::new(allowance)),
            Self::NBoard => Box::new(NBoard::default()),
            Self::Gtp => Box::new(Gtp::default()),
            Self::Botzone => Box::new(Botzone::new(allowance)),
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// There is no such protocol.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "there is no protocol called `{0}`: choose from boyi, uci, ucci, xboard, gomocup, nboard, gtp, botzone"
)]
pub struct UnknownProtocol(String);

impl FromStr for Protocol {
    type Err = UnknownProtocol;

    fn from_str(text: &str) -> Result<Self, UnknownProtocol> {
        let found = Self::ALL
            .into_iter()
            .find(|protocol| protocol.name() == text);
        found.ok_or_else(|| UnknownProtocol(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_lists_all_protocols() {
        let message = UnknownProtocol("x".to_owned()).to_string();
        let names = Protocol::ALL.map(Protocol::name).join(", ");
        assert!(message.ends_with(&names), "{message}");
    }
}
