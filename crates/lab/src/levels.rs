//! How strong the levels of a game are: all of them in one league, each against its neighbours.

use boyi_arena::Control;
use boyi_arena::statistics::rate;
use boyi_engine::{PlayerSpec, games};

use crate::depths::neighbours;
use crate::games::League;
use crate::sheet::{Column, Sheet, Value};
use crate::watch::{LabError, News, Watch};

#[derive(Clone, PartialEq, Debug)]
pub struct Levels {
    pub league: League,
    /// The clock, which only the levels feel that search as long as they may.
    pub control: Control,
}

/// What was measured for the levels as they are, of one game or of all: the table that the program brings.
pub fn measured_levels(only: Option<&str>) -> Sheet {
    let mut sheet = empty_sheet(["All games", "所有棋类"], None);
    for game in games()
        .iter()
        .filter(|game| only.is_none_or(|name| name == game.name()))
    {
        for level in game.levels() {
            if let Some(measured) = game.level_rating(level.name) {
                sheet.rows.push(vec![
                    Value::Text(game.name().to_owned()),
                    Value::Text(level.name.to_owned()),
                    Value::Number(f64::from(measured.rating), 0),
                    Value::number(Some(f64::from(measured.error)), 0),
                    Value::Flag(measured.tempered),
                ]);
            }
        }
    }
    sheet
}

/// What the weakest level is called; the others are measured from there.
const ANCHOR: f64 = 800.0;

impl Levels {
    pub fn run(&self, watch: &mut Watch) -> Result<Sheet, LabError> {
        let mut played = self.league.prepare()?;
        played.control = self.control;
        let levels = played.game.levels();
        let mut sheet = empty_sheet(played.game.title(), Some(played.openings()));
        (watch.tell)(News::Begun(&sheet));
        let players: Vec<PlayerSpec> = levels
            .iter()
            .map(|level| PlayerSpec::named(level.name))
            .collect();
        let pairings = neighbours(levels.len());
        let done = (0, pairings.len());
        let name = |at: usize| levels[at].title.clone();
        let meetings = played.meet(&players, name, &pairings, done, watch)?;
        let ratings = rate(levels.len(), &meetings);
        let weakest = ratings.elo.first().copied().unwrap_or_default();
        for (at, level) in levels.iter().enumerate() {
            let row = vec![
                Value::Text(self.league.game.clone()),
                Value::Text(level.name.to_owned()),
                Value::Number(ANCHOR + ratings.elo[at] - weakest, 0),
                Value::number(ratings.error[at], 0),
                Value::Flag(ratings.tempered),
            ];
            watch.row(&mut sheet, row);
        }
        Ok(sheet)
    }
}

fn empty_sheet([english, chinese]: [&str; 2], openings: Option<usize>) -> Sheet {
    let title = match openings {
        Some(openings) => [
            format!("{english}: its levels over {openings} opening(s), each from both sides"),
            format!("{chinese}：各等级，{openings} 个开局，双方各执一次"),
        ],
        None => [
            format!("{english}: the levels as they were measured"),
            format!("{chinese}：各等级的测定结果"),
        ],
    };
    Sheet::new(
        title,
        [
            "Every level plays the two above it, and all are rated together (Bradley-Terry); the weakest is set to 800. The error is that of 95 % confidence. Where somebody won everything, everybody was given one drawn game so that ratings stay finite.",
            "每个等级与上面两个等级对弈，然后一起评级（Bradley-Terry 模型），最弱的记为 800。误差为 95 % 置信。若有人全胜，则为每个棋手加一局和棋，使等级分有限。",
        ],
        vec![
            Column::shown("game", "game", "棋类"),
            Column::shown("level", "level", "等级"),
            Column::shown("rating", "rating", "等级分"),
            Column::shown("error", "±", "±"),
            Column::hidden("tempered"),
        ],
    )
}
