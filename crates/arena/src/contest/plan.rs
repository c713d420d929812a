//! What is to be played: all that is needed to begin a match or tournament and to go on with it.

use std::collections::HashSet;
use std::path::Path;
use std::time::Duration;

use boyi_engine::{Game, PlayerSpec, UnknownGame, game};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::openings::{self, DrawnFrom, OpeningsError};
use crate::statistics::{Model, Sprt, SprtError};
use crate::{Adjudication, Control, Opening, SourceError, Terms, Timing, bot, contestant};

/// A match or tournament, as a file of TOML says it or the command line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContestPlan {
    /// What it goes by in the store; for a file its own name unless said.
    #[serde(default)]
    pub name: String,
    pub game: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<(usize, usize)>,
    pub players: Vec<Entrant>,
    #[serde(default)]
    pub schedule: Schedule,
    /// Games of each pairing; every opening is played twice, so an even number.
    #[serde(default = "usual_games")]
    pub games: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<Control>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grace_ms: Option<u64>,
    #[serde(default)]
    pub adjudication: Adjudication,
    /// Programs may think in their opponent's time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ponder: bool,
    /// From it everything random is drawn: openings, luck, players.
    #[serde(default = "usual_seed")]
    pub seed: u64,
    /// A file of openings, `usual` for the usual start, or `balanced` for openings that are made on the
    /// spot; unless said those of the built-in set of even openings, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<String>,
    /// Moves of an opening that is made on the spot; to say so asks for such openings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening_plies: Option<u32>,
    /// Play from the half of a set that nothing was tuned on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub held_out: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Opening>,
    /// The set that the lines come from, if they do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub drawn_from: Option<DrawnFrom>,
    /// Ends a match as soon as it is clear.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtPlan>,
}

fn usual_games() -> u32 {
    10
}

fn usual_seed() -> u64 {
    1
}

/// A participant: a player of this program or a bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "EntrantText")]
pub struct Entrant {
    pub name: String,
    /// What it is: `pvs:nodes=1000`, `bot:mine`, `uci:./engine`.
    pub player: String,
    /// Changes when the files of the player do, so that a player that was changed plays again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum EntrantText {
    Plain(String),
    Named {
        name: String,
        player: String,
        #[serde(default)]
        files: Option<String>,
    },
}

impl From<EntrantText> for Entrant {
    fn from(text: EntrantText) -> Self {
        match text {
            EntrantText::Plain(player) => Self {
                name: player.clone(),
                player,
                files: None,
            },
            EntrantText::Named {
                name,
                player,
                files,
            } => Self {
                name,
                player,
                files,
            },
        }
    }
}

impl From<&str> for Entrant {
    fn from(player: &str) -> Self {
        EntrantText::Plain(player.to_owned()).into()
    }
}

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Schedule {
    #[default]
    RoundRobin,
    /// The first player plays everybody else.
    Gauntlet,
    /// In every round, players with about as many points meet.
    Swiss,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprtPlan {
    pub elo0: f64,
    pub elo1: f64,
    #[serde(default = "five_percent")]
    pub alpha: f64,
    #[serde(default = "five_percent")]
    pub beta: f64,
    #[serde(default)]
    pub logistic: bool,
}

fn five_percent() -> f64 {
    0.05
}

impl SprtPlan {
    pub fn test(&self) -> Result<Sprt, SprtError> {
        let model = if self.logistic {
            Model::Logistic
        } else {
            Model::Normalized
        };
        Sprt::new(self.elo0, self.elo1, self.alpha, self.beta, model)
    }
}

/// Why a plan cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    #[error("{0}")]
    Toml(#[from] toml::de::Error),
    #[error(transparent)]
    Game(#[from] UnknownGame),
    #[error("it takes two players at least")]
    Players,
    #[error("two players are called `{0}`: give one of them another name")]
    SameName(String),
    #[error("player `{name}`: {}", without_name(&error.to_string(), name))]
    Player { name: String, error: SourceError },
    #[error(
        "every opening is played twice with sides swapped: {0} games are not an even number above 0"
    )]
    Odd(u32),
    #[error(
        "that would be {total} games: at most {most} are played in one contest, choose fewer games or players",
        most = ContestPlan::MAX_GAMES
    )]
    TooMany { total: u64 },
    #[error("a Swiss tournament needs `rounds`, at least 1")]
    Rounds,
    #[error("{0}")]
    Sprt(#[from] SprtError),
    #[error("a sequential test is a match between two players, these are {0}")]
    SprtPlayers(usize),
    #[error("{0}")]
    Openings(#[from] OpeningsError),
}

/// An error that begins with whom it is about, said of somebody who was named already.
fn without_name(error: &str, name: &str) -> String {
    let named = [
        format!("player `{name}`: "),
        format!("棋手“{name}”："),
        format!("{name}: "),
    ];
    let rest = named.iter().find_map(|named| error.strip_prefix(named));
    rest.unwrap_or(error).to_owned()
}

impl PlanError {
    /// For people who read Chinese. What a bot or a file says of itself stays as it is.
    pub fn in_chinese(&self) -> String {
        match self {
            Self::Players => "至少需要两名棋手".to_owned(),
            Self::SameName(name) => format!("有两名棋手都叫“{name}”：请给其中一名改名"),
            Self::Player { name, error } => {
                let why = match error {
                    SourceError::Spec(error) => error.in_chinese(),
                    SourceError::Program { .. } => error.to_string(),
                };
                format!("棋手“{name}”：{}", without_name(&why, name))
            }
            Self::Odd(games) => {
                format!("每个开局双方各执一次先手：{games} 不是大于 0 的偶数")
            }
            Self::TooMany { total } => format!(
                "共要下 {total} 局：一次比赛最多 {} 局，请减少局数或棋手",
                ContestPlan::MAX_GAMES
            ),
            Self::Rounds => "瑞士制比赛需要轮数，至少 1 轮".to_owned(),
            Self::SprtPlayers(count) => {
                format!("序贯检验是两名棋手之间的比赛，这里有 {count} 名")
            }
            Self::Toml(_) | Self::Game(_) | Self::Sprt(_) | Self::Openings(_) => self.to_string(),
        }
    }
}

impl ContestPlan {
    /// The most games of one contest, all pairings together.
    pub const MAX_GAMES: u64 = 1_000_000;

    /// Games there will be, all pairings together. The rounds of a Swiss tournament are not known before
    /// they are played, but how many games are in them is.
    pub fn total(&self) -> u64 {
        let count = self.players.len() as u64;
        let pairings = match self.schedule {
            Schedule::RoundRobin => count.saturating_mul(count.saturating_sub(1)) / 2,
            Schedule::Gauntlet => count.saturating_sub(1),
            Schedule::Swiss => (count / 2).saturating_mul(u64::from(self.rounds.unwrap_or(1))),
        };
        pairings.saturating_mul(u64::from(self.games / 2 * 2))
    }

    /// Whether it can be played at all.
    pub(super) fn check_total(&self) -> Result<(), PlanError> {
        match self.total() {
            total if total > Self::MAX_GAMES => Err(PlanError::TooMany { total }),
            _ => Ok(()),
        }
    }

    pub fn of_two(game: &str, a: Entrant, b: Entrant) -> Self {
        let plan = serde_json::from_value(json!({ "game": game, "players": [] }));
        let plan: Self = plan.expect("everything else has a default");
        let players = vec![a, b];
        Self { players, ..plan }
    }

    pub fn read(text: &str) -> Result<Self, PlanError> {
        Ok(toml::from_str(text)?)
    }

    pub fn game(&self) -> Result<&'static dyn Game, UnknownGame> {
        game(&self.game)
    }

    /// Checks that it can be played, and finds the openings: those of a file lie beside `beside`.
    pub fn prepare(&mut self, options: &bot::Options, beside: &Path) -> Result<(), PlanError> {
        let game = self.game()?;
        if self.players.len() < 2 {
            return Err(PlanError::Players);
        }
        let mut names = HashSet::new();
        for entrant in &mut self.players {
            if !names.insert(entrant.name.clone()) {
                return Err(PlanError::SameName(entrant.name.clone()));
            }
            contestant(game, &entrant.player, options).map_err(|error| PlanError::Player {
                name: entrant.name.clone(),
                error,
            })?;
            let print = bot::fingerprint(&entrant.player, options);
            entrant.files = print.map(|print| format!("{print:016x}"));
        }
        if self.games == 0 || !self.games.is_multiple_of(2) {
            return Err(PlanError::Odd(self.games));
        }
        if self.schedule == Schedule::Swiss && self.rounds.unwrap_or(0) == 0 {
            return Err(PlanError::Rounds);
        }
        self.check_total()?;
        if let Some(sprt) = &self.sprt {
            sprt.test()?;
            if self.players.len() != 2 {
                return Err(PlanError::SprtPlayers(self.players.len()));
            }
        }
        if self.control.is_none() && !self.players_have_limits() {
            self.control = Some(Control {
                timing: Timing::PerMove(Duration::from_millis(100)),
                ..Control::default()
            });
        }
        (self.lines, self.drawn_from) = openings::find(game, self, beside)?;
        Ok(())
    }

    /// Whether all players have limits of their own.
    fn players_have_limits(&self) -> bool {
        self.players.iter().all(|entrant| {
            let spec = entrant.player.parse::<PlayerSpec>();
            !bot::names_program(&entrant.player) && spec.is_ok_and(|spec| spec.has_limits())
        })
    }

    pub fn terms(&self) -> Terms {
        let usual = Terms::default();
        Terms {
            control: self.control.unwrap_or_default(),
            grace: self.grace_ms.map_or(usual.grace, Duration::from_millis),
            adjudication: self.adjudication.clone(),
            ponder: self.ponder,
            ..usual
        }
    }

    /// A name made of what is compared, so that asking again goes on where it was left. How many
    /// games are asked for does not matter: more of them are more of the same.
    pub fn name_of_content(&self, kind: &str) -> String {
        let same = Self {
            name: String::new(),
            games: 0,
            lines: Vec::new(),
            drawn_from: None,
            sprt: None,
            ..self.clone()
        };
        let text = serde_json::to_string(&same).expect("plans are plain data");
        format!("{kind}-{:012x}", super::job::hash(&text) >> 16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_its_player_once() {
        let game = game("reversi").expect("a game");
        let options = bot::Options::default();
        let of_spec = |name: &str| contestant(game, name, &options).err().expect("no player");
        let of_program = |name: &str| SourceError::Program {
            text: name.to_owned(),
            why: "it is not there".to_owned(),
        };
        for (name, error) in [
            ("pvs:depht=3", of_spec("pvs:depht=3")),
            ("nobody", of_spec("nobody")),
            ("uci:/no/program", of_program("uci:/no/program")),
        ] {
            let said = PlanError::Player {
                name: name.to_owned(),
                error,
            };
            let said = said.to_string();
            let prefix = format!("player `{name}`: ");
            assert!(said.starts_with(&prefix), "{said}");
            assert_eq!(said.matches(&prefix).count(), 1, "{said}");
            assert!(!said[prefix.len()..].starts_with(name), "{said}");
        }
    }
}
