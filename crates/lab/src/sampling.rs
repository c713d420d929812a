//! What sampling is worth: against alpha-beta by time, by its exploration constant, and with an evaluation
//! at its leaves instead of random games.

use std::str::FromStr;

use boyi_engine::PlayerSpec;

use crate::games::{League, Matches, same};
use crate::sheet::{Chart, Column, Sheet, Value};
use crate::watch::{LabError, News, Watch};

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SamplingQuestion {
    /// UCT against alpha-beta, with more and more time.
    Time,
    /// UCT with one exploration constant against the usual one.
    Exploration,
    /// UCT with shorter random games, judged by the evaluation, against games to the end.
    Leaves,
}

impl SamplingQuestion {
    pub const ALL: [Self; 3] = [Self::Time, Self::Exploration, Self::Leaves];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Exploration => "exploration",
            Self::Leaves => "leaves",
        }
    }
}

impl SamplingQuestion {
    /// What differs from row to row, in English and in Chinese.
    const fn varied(self) -> [&'static str; 2] {
        match self {
            Self::Time => ["control", "时限序号"],
            Self::Exploration => ["c", "c"],
            Self::Leaves => ["random plies", "随机步数"],
        }
    }
}

impl FromStr for SamplingQuestion {
    type Err = LabError;

    fn from_str(name: &str) -> Result<Self, LabError> {
        let found = Self::ALL
            .into_iter()
            .find(|question| question.name() == name);
        found.ok_or_else(|| LabError::Unknown {
            what: "question",
            name: name.to_owned(),
            known: Self::ALL.map(Self::name).join(", "),
        })
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Sampling {
    pub question: SamplingQuestion,
    pub league: League,
    /// The limits of both players, as options: `time=10ms`, `playouts` are not for alpha-beta.
    pub controls: Vec<String>,
}

/// Exploration constants that are tried, in thousandths.
const CONSTANTS: [u32; 6] = [0, 100, 300, 700, 2000, 5000];

/// Plies of random games that are tried.
const ROLLOUTS: [u32; 4] = [0, 2, 8, 24];

impl Sampling {
    pub fn run(&self, watch: &mut Watch) -> Result<Sheet, LabError> {
        let played = self.league.prepare()?;
        let matches = self.matches()?;
        let mut sheet = empty_sheet(self.question, played.game.title(), played.openings());
        (watch.tell)(News::Begun(&sheet));
        for (index, game) in matches.iter().enumerate() {
            let names = game.players.clone().map(|player| player.to_string());
            let shown = names.each_ref().map(|name| same(name));
            let [one, other] = &game.players;
            let pairs = played.play([one, other], &shown, (index, matches.len()), watch)?;
            let mut row = vec![
                Value::Text(game.control.clone()),
                Value::Text(game.line.to_owned()),
                Value::Number(game.across, 3),
            ];
            row.extend(played.cells(&names, pairs.estimate().as_ref()));
            watch.row(&mut sheet, row);
        }
        Ok(sheet)
    }

    fn matches(&self) -> Result<Vec<Match>, LabError> {
        let mut matches = Vec::new();
        for (number, control) in (1u32..).zip(&self.controls) {
            let player = |name: &str| -> Result<PlayerSpec, LabError> {
                let spec: PlayerSpec = format!("{name}:{control}").parse()?;
                Ok(spec)
            };
            let uct = || -> Result<PlayerSpec, LabError> {
                Ok(PlayerSpec {
                    seed: Some(self.league.seed),
                    ..player("uct")?
                })
            };
            let mut add = |across: f64, line: &'static str, players: [PlayerSpec; 2]| {
                matches.push(Match {
                    control: control.clone(),
                    line,
                    across,
                    players,
                });
            };
            match self.question {
                SamplingQuestion::Time => {
                    for name in ["uct", "rave", "puct"] {
                        let own = PlayerSpec {
                            name: name.to_owned(),
                            ..uct()?
                        };
                        add(f64::from(number), name, [own, player("alpha-beta")?]);
                    }
                }
                SamplingQuestion::Exploration => {
                    for constant in CONSTANTS {
                        let own = PlayerSpec {
                            exploration: Some(constant),
                            ..uct()?
                        };
                        add(f64::from(constant) / 1000.0, "uct", [own, uct()?]);
                    }
                }
                SamplingQuestion::Leaves => {
                    for plies in ROLLOUTS {
                        let own = PlayerSpec {
                            rollout: Some(plies),
                            ..uct()?
                        };
                        add(f64::from(plies), "uct", [own, uct()?]);
                    }
                }
            }
        }
        Ok(matches)
    }
}

/// One match, and where it stands in the picture.
struct Match {
    control: String,
    line: &'static str,
    across: f64,
    players: [PlayerSpec; 2],
}

fn empty_sheet(
    question: SamplingQuestion,
    [english, chinese]: [&str; 2],
    openings: usize,
) -> Sheet {
    let [across, across_zh] = question.varied();
    let mut columns = vec![
        Column::shown("control", "Control", "时限").grouping(),
        Column::hidden("line"),
        Column::shown("across", across, across_zh),
    ];
    columns.extend(Matches::columns());
    let sheet = Sheet::new(
        [
            format!(
                "{english}: sampling, matches over {openings} opening(s), each from both sides"
            ),
            format!("{chinese}：采样搜索的比赛，{openings} 个开局，双方各执一次"),
        ],
        [
            "Matches between searches with the same limits; a score above 50 % is good for the first player. The error is that of 95 % confidence. Time: UCT, RAVE and PUCT against alpha-beta. Exploration: UCT with one constant c against the usual one. Leaves: UCT whose random games are broken off after some plies and judged by the evaluation, against games to the end.",
            "相同限制下各搜索之间的比赛；得分高于 50 % 对前者有利，误差为 95 % 置信。时间：UCT、RAVE、PUCT 对 alpha-beta。探索：不同探索常数 c 的 UCT 对默认常数。叶子：随机对局在若干步后停止并由评估函数判断的 UCT，对下到终局的 UCT。",
        ],
        columns,
    );
    let title = ["Strength in matches", "比赛中的棋力"];
    sheet.with_charts([Chart::strength("across", title)])
}
