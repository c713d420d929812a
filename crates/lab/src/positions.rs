//! The positions an experiment searches.

use boyi_engine::{Game, Setup};
use boyi_game::Table;

use crate::watch::LabError;

/// Which positions of a game to search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Positions {
    /// The first so many of the game's own.
    Own(usize),
    Given(Vec<String>),
}

impl Positions {
    pub(crate) fn lay(&self, game: &dyn Game) -> Result<Vec<Box<dyn Table>>, LabError> {
        let own = game.test_positions();
        if own.is_empty() {
            return Err(LabError::NotSearched(game.name()));
        }
        let texts: Vec<String> = match self {
            Self::Own(count) => own
                .iter()
                .take(*count)
                .map(|&text| text.to_owned())
                .collect(),
            Self::Given(texts) => texts.clone(),
        };
        let lay = |text: String| {
            let position = Some(text);
            Ok(game.lay(&Setup {
                position,
                ..Setup::default()
            })?)
        };
        texts.into_iter().map(lay).collect()
    }
}

/// The evaluation to compare searches with: the Othello lab's own where there is one.
pub(crate) fn usual_evaluation(game: &dyn Game) -> String {
    let known = game.evaluations();
    let lab = known.iter().find(|choice| choice.name == "lab");
    let usual = lab.or(known.first()).map(|choice| choice.name.to_owned());
    usual.unwrap_or_default()
}
