//! Players as text: `pvs`, `mtdf:eval=lab,time=500ms`, `random:seed=7`.

use std::fmt;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use boyi_game::Key;
use boyi_search::kernel::tunables::CAN_BE_SET;
use boyi_search::kernel::{Go, Tunable};
use boyi_search::{Algorithm, Method};

use crate::book::BookSource;
use crate::game::{Choice, names};
use crate::weights::WeightsError;

/// A player's name and what was said about it. What was not said is as usual.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PlayerSpec {
    /// A search algorithm or a character.
    pub name: String,
    pub evaluation: Option<String>,
    /// Plies.
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub time: Option<Duration>,
    /// Play out captures beyond the depth.
    pub quiescence: bool,
    /// Depth by depth, or straight to the depth; by itself a search does what suits it.
    pub deepen: Option<bool>,
    pub seed: Option<u64>,
    /// The size of a search's table in mebibytes.
    pub hash: Option<usize>,
    /// How many threads a player may use that can use several; one unless said.
    pub threads: Option<usize>,
    /// A book to play from as long as it knows the position.
    pub book: Option<BookSource>,
    /// An evaluation file to play with instead of the evaluation that is built in.
    pub weights: Option<PathBuf>,
    /// How many games a search by sampling plays in thought.
    pub playouts: Option<u64>,
    /// The exploration constant of a search by sampling, in thousandths.
    pub exploration: Option<u32>,
    /// Plies of a sampled game before the evaluation judges; to the end unless said.
    pub rollout: Option<u32>,
    /// Moves of each position that a beam follows.
    pub width: Option<u32>,
    /// Whether threads that sample grow a tree each.
    pub root_parallel: bool,
    /// Tunables of a strong search by name, in a program that can set them.
    pub tunables: Vec<(String, i32)>,
}

/// Why a text is no player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SpecError {
    #[error("there is no player called `{name}`: choose from {known}")]
    Name { name: String, known: String },
    #[error("there is no evaluation called `{name}`: choose from {known}")]
    Evaluation { name: String, known: String },
    /// An option without a value, or none we know.
    #[error(
        "player `{spec}`: `{option}` is no option; there are eval=, depth=, nodes=, time=, seed=, hash=, threads=, book, book=, weights=, playouts=, c=, rollout=, width=, set=, root, quiescence, deepen and straight"
    )]
    Option { spec: String, option: String },
    #[error("player `{spec}`: `{name}` has no use for {option}")]
    NoUse {
        spec: String,
        name: String,
        option: &'static str,
    },
    #[error("player `{spec}`: `{name}` does not search, it takes no option but seed=")]
    NoSearch { spec: String, name: String },
    #[error("player `{spec}`: {why}")]
    Book { spec: String, why: String },
    #[error("player `{spec}`: {error}")]
    Weights { spec: String, error: String },
    #[error("player `{spec}`: it has no learned evaluation, so it takes no weights=")]
    NoWeights { spec: String },
    #[error("player `{spec}`: {why}")]
    Tunable { spec: String, why: String },
    #[error("player `{spec}`: `{value}` is not {expected}")]
    Value {
        spec: String,
        value: String,
        expected: &'static str,
    },
}

impl SpecError {
    /// For people who read Chinese. What a file says of itself stays as it is.
    pub fn in_chinese(&self) -> String {
        match self {
            Self::Name { name, known } => format!("没有叫“{name}”的棋手：可选 {known}"),
            Self::Evaluation { name, known } => format!("没有叫“{name}”的评估：可选 {known}"),
            Self::Option { spec, option } => {
                format!("棋手“{spec}”：没有“{option}”这个选项，写法见 boyi games")
            }
            Self::NoUse { spec, name, option } => {
                format!("棋手“{spec}”：“{name}”用不上 {option}")
            }
            Self::NoSearch { spec, name } => {
                format!("棋手“{spec}”：“{name}”不搜索，只接受 seed=")
            }
            Self::NoWeights { spec } => {
                format!("棋手“{spec}”：它没有训练出来的评估，不接受 weights=")
            }
            Self::Value { spec, value, .. } => format!("棋手“{spec}”：“{value}”不是合适的值"),
            Self::Book { spec, why } | Self::Tunable { spec, why } => {
                format!("棋手“{spec}”：{why}")
            }
            Self::Weights { spec, error } => format!("棋手“{spec}”：{error}"),
        }
    }
}

impl PlayerSpec {
    /// A player as usual.
    pub fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            ..Self::default()
        }
    }

    /// Whether it is a search that plays games in thought: one that counts playouts and draws lots.
    pub fn is_sampling(&self) -> bool {
        self.name.parse().is_ok_and(Method::is_sampling) || self.name == REGRET_MATCHING
    }

    /// Whether the player brings limits of its own.
    pub fn has_limits(&self) -> bool {
        self.depth.is_some()
            || self.nodes.is_some()
            || self.time.is_some()
            || self.playouts.is_some()
    }

    /// Refuses options that a player without a search has no use for.
    pub(crate) fn only_a_seed(&self) -> Result<(), SpecError> {
        let plain = Self {
            seed: self.seed,
            ..Self::named(&self.name)
        };
        if *self == plain {
            return Ok(());
        }
        Err(SpecError::NoSearch {
            spec: self.to_string(),
            name: self.name.clone(),
        })
    }

    /// Refuses options that only other searches have.
    pub(crate) fn only_useful_options(&self) -> Result<(), SpecError> {
        let is_sampling = self.is_sampling();
        let is_beam = self.name == Method::Beam.name();
        let wrong = [
            (self.playouts.is_some() && !is_sampling, "playouts="),
            (self.exploration.is_some() && !is_sampling, "c="),
            (self.rollout.is_some() && !is_sampling, "rollout="),
            (self.root_parallel && !is_sampling, "root"),
            (self.width.is_some() && !is_beam, "width="),
        ];
        match wrong.into_iter().find(|&(is_wrong, _)| is_wrong) {
            None => Ok(()),
            Some((_, option)) => Err(SpecError::NoUse {
                spec: self.to_string(),
                name: self.name.clone(),
                option,
            }),
        }
    }

    /// The search of this name; `others` are the game's other players.
    pub(crate) fn search(
        &self,
        others: impl IntoIterator<Item = &'static str>,
    ) -> Result<SearchKind, SpecError> {
        if let Ok(method) = self.name.parse() {
            return Ok(SearchKind::Method(method));
        }
        self.name.parse().map(SearchKind::Classic).map_err(|_| {
            let known = others
                .into_iter()
                .chain(Algorithm::ALL.map(Algorithm::name))
                .chain(Method::ALL.map(Method::name));
            SpecError::Name {
                name: self.name.clone(),
                known: known.collect::<Vec<_>>().join(", "),
            }
        })
    }

    /// The evaluation of these that was asked for, else the first.
    pub(crate) fn evaluation_among(&self, known: &[Choice]) -> Result<&'static str, SpecError> {
        let name = self.evaluation.as_deref().unwrap_or(known[0].name);
        let found = known.iter().find(|choice| choice.name == name);
        let found = found.ok_or_else(|| SpecError::Evaluation {
            name: name.to_owned(),
            known: names(known),
        });
        found.map(|choice| choice.name)
    }

    /// The same player with its limits, seed and room for work alone: what every search takes.
    pub(crate) fn limits_only(&self) -> Self {
        Self {
            time: self.time,
            nodes: self.nodes,
            depth: self.depth,
            seed: self.seed,
            threads: self.threads,
            hash: self.hash,
            ..Self::named(&self.name)
        }
    }

    /// Refuses options beyond those of `known`, which `expected` names.
    pub(crate) fn refuse_beyond(
        &self,
        known: &Self,
        expected: &'static str,
    ) -> Result<(), SpecError> {
        if self == known {
            return Ok(());
        }
        Err(SpecError::Value {
            spec: self.to_string(),
            value: self.to_string(),
            expected,
        })
    }

    /// Refuses tunables that cannot be set: those of another program, of another game, out of range.
    pub(crate) fn only_tunables_of(&self, known: &[Tunable]) -> Result<(), SpecError> {
        let refused = |why: String| {
            let spec = self.to_string();
            Err(SpecError::Tunable { spec, why })
        };
        if self.tunables.is_empty() {
            return Ok(());
        }
        if !CAN_BE_SET {
            let why = "set= needs a program built with `cargo build --release --features tune`";
            return refused(why.to_owned());
        }
        if self.threads.is_some_and(|threads| threads > 1) {
            return refused("with set= it thinks on one thread".to_owned());
        }
        for (name, value) in &self.tunables {
            let Some(tunable) = known.iter().find(|tunable| tunable.name == name) else {
                return refused(format!("`{name}` is none of its tunables"));
            };
            if !tunable.range.contains(value) {
                let (from, to) = (tunable.range.start(), tunable.range.end());
                return refused(format!("{name} goes from {from} to {to}, not to {value}"));
            }
        }
        Ok(())
    }

    pub(crate) fn unfit_weights(&self) -> impl Fn(WeightsError) -> SpecError {
        |error| SpecError::Weights {
            spec: self.to_string(),
            error: error.to_string(),
        }
    }

    pub(crate) fn no_use_for_weights(&self) -> SpecError {
        SpecError::NoWeights {
            spec: self.to_string(),
        }
    }

    /// What was asked for, tightened by the player's own limits.
    pub fn tighten(&self, go: &Go) -> Go {
        fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            a.into_iter().chain(b).min()
        }
        Go {
            depth: least(self.depth, go.depth),
            nodes: least(self.nodes, go.nodes),
            at_most: least(self.time, go.at_most),
            ..go.clone()
        }
    }

    /// The stream of random choices at this ply of a game: another for each, the same for each game.
    pub(crate) fn seed_for(&self, ply: usize) -> Option<u64> {
        self.seed
            .map(|seed| Key::mixed(seed).0 ^ Key::mixed(ply as u64).0)
    }
}

/// What kind of search a name means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SearchKind {
    Classic(Algorithm),
    Method(Method),
}

/// Sampling of simultaneous moves by regret matching, for games of rounds.
pub(crate) const REGRET_MATCHING: &str = "regret-matching";

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let mut spec = Self::named(name.trim());
        for option in options
            .split(',')
            .map(str::trim)
            .filter(|option| !option.is_empty())
        {
            let (key, value) = option.split_once('=').unwrap_or((option, ""));
            let wrong = |expected| SpecError::Value {
                spec: text.into(),
                value: value.into(),
                expected,
            };
            match key {
                "eval" if !value.is_empty() => spec.evaluation = Some(value.to_owned()),
                "deepen" if value.is_empty() => spec.deepen = Some(true),
                "straight" if value.is_empty() => spec.deepen = Some(false),
                "depth" => {
                    spec.depth = Some(
                        within(value, 1..=1000).ok_or(wrong("a number of plies from 1 to 1000"))?,
                    );
                }
                "nodes" => {
                    spec.nodes = Some(
                        within(value, 1..=u64::MAX).ok_or(wrong("a number of positions from 1"))?,
                    );
                }
                "time" => {
                    spec.time =
                        Some(read_time(value).ok_or(wrong("a time such as `500ms` or `2s`"))?);
                }
                "seed" => spec.seed = Some(value.parse().map_err(|_| wrong("a number"))?),
                "hash" => {
                    spec.hash = Some(
                        within(value, 1..=MOST_HASH)
                            .ok_or(wrong("a number of mebibytes from 1 to 65536"))?,
                    );
                }
                "threads" => {
                    spec.threads = Some(
                        within(value, 1..=MOST_THREADS)
                            .ok_or(wrong("a number of threads from 1 to 256"))?,
                    );
                }
                "playouts" => {
                    spec.playouts =
                        Some(within(value, 1..=u64::MAX).ok_or(wrong("a number of games from 1"))?);
                }
                "c" => {
                    let number = within(value, 0.0..=100.0);
                    let number: f64 = number.ok_or(wrong("a number from 0 to 100"))?;
                    spec.exploration = Some((number * 1000.0).round() as u32);
                }
                "rollout" => {
                    spec.rollout = Some(
                        within(value, 0..=1000).ok_or(wrong("a number of plies from 0 to 1000"))?,
                    );
                }
                "width" => {
                    spec.width = Some(
                        within(value, 1..=1000).ok_or(wrong("a number of moves from 1 to 1000"))?,
                    );
                }
                "root" if option == "root" => spec.root_parallel = true,
                "book" if option == "book" => spec.book = Some(BookSource::BuiltIn),
                "book" if !value.is_empty() => spec.book = Some(BookSource::File(value.into())),
                "weights" if !value.is_empty() => spec.weights = Some(value.into()),
                "quiescence" if value.is_empty() => spec.quiescence = true,
                "set" if !value.is_empty() => {
                    let expected = "tunables such as `rfp_margin:60+lmr_base:500`";
                    spec.tunables = read_tunables(value).ok_or(wrong(expected))?;
                }
                _ => {
                    return Err(SpecError::Option {
                        spec: text.into(),
                        option: option.into(),
                    });
                }
            }
        }
        Ok(spec)
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut options = Vec::new();
        options.extend(self.evaluation.as_ref().map(|name| format!("eval={name}")));
        options.extend(self.depth.map(|depth| format!("depth={depth}")));
        options.extend(self.nodes.map(|nodes| format!("nodes={nodes}")));
        options.extend(self.time.map(|time| match time.subsec_nanos() % 1_000_000 {
            0 => format!("time={}ms", time.as_millis()),
            _ => format!("time={}us", time.as_micros().max(1)),
        }));
        options.extend(self.playouts.map(|playouts| format!("playouts={playouts}")));
        let exploration = self.exploration.map(f64::from);
        options.extend(exploration.map(|thousandths| format!("c={}", thousandths / 1000.0)));
        options.extend(self.rollout.map(|plies| format!("rollout={plies}")));
        options.extend(self.width.map(|width| format!("width={width}")));
        options.extend(self.root_parallel.then(|| "root".to_owned()));
        options.extend(self.seed.map(|seed| format!("seed={seed}")));
        options.extend(self.hash.map(|hash| format!("hash={hash}")));
        options.extend(self.threads.map(|threads| format!("threads={threads}")));
        options.extend(self.book.as_ref().map(|book| match book {
            BookSource::BuiltIn => "book".to_owned(),
            BookSource::File(file) => format!("book={}", file.display()),
        }));
        let weights = self.weights.as_ref();
        options.extend(weights.map(|file| format!("weights={}", file.display())));
        options.extend(
            self.deepen
                .map(|deepen| if deepen { "deepen" } else { "straight" }.to_owned()),
        );
        options.extend(self.quiescence.then(|| "quiescence".to_owned()));
        let tunables = self.tunables.iter();
        let tunables: Vec<_> = tunables
            .map(|(name, value)| format!("{name}:{value}"))
            .collect();
        options.extend((!tunables.is_empty()).then(|| format!("set={}", tunables.join("+"))));
        f.write_str(&self.name)?;
        if !options.is_empty() {
            write!(f, ":{}", options.join(","))?;
        }
        Ok(())
    }
}

/// Reads `rfp_margin:60+lmr_base:500`.
fn read_tunables(text: &str) -> Option<Vec<(String, i32)>> {
    let one = |part: &str| {
        let (name, value) = part.split_once(':')?;
        Some((name.trim().to_owned(), value.trim().parse().ok()?))
    };
    text.split('+').map(one).collect()
}

/// Reads `400us`, `500ms`, `2s`, `1.5s`, `1m`.
pub(crate) fn read_time(text: &str) -> Option<Duration> {
    let unit = text.find(|c: char| c.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at(unit);
    let number: f64 = number.parse().ok()?;
    let seconds = match unit {
        "us" => number / 1e6,
        "ms" => number / 1000.0,
        "s" => number,
        "m" => number * 60.0,
        _ => return None,
    };
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|time| !time.is_zero())
}

/// The largest table a player may ask for, in mebibytes.
const MOST_HASH: usize = 65_536;

/// The most threads a player may ask for.
const MOST_THREADS: usize = 256;

fn within<T: FromStr + PartialOrd>(text: &str, range: RangeInclusive<T>) -> Option<T> {
    text.parse().ok().filter(|number| range.contains(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_reads_back() {
        for text in [
            "pvs",
            "mtdf:eval=lab,depth=8,time=1500ms,quiescence",
            "random:seed=7",
            "pvs:nodes=100,hash=16,straight",
            "pvs:time=400us",
            "strong:hash=64,threads=2",
            "strong:book",
            "strong:seed=3,book=my games.book",
            "strong:nodes=100,book,weights=my games/new.eval",
            "uct:time=1ms,playouts=2000,c=1.414,rollout=0,root,seed=7",
            "beam:width=4",
        ] {
            let spec: PlayerSpec = text.parse().expect("a player");
            assert_eq!(spec.to_string(), text);
        }
        let spec: PlayerSpec = " pvs : time=2s , depth=3 "
            .parse()
            .expect("blanks do not matter");
        assert_eq!(
            (spec.name.as_str(), spec.time, spec.depth),
            ("pvs", Some(Duration::from_secs(2)), Some(3))
        );
    }

    #[test]
    fn a_wrong_player_is_explained() {
        let message = |text: &str| text.parse::<PlayerSpec>().expect_err("wrong").to_string();
        for (option, value, expected) in [
            ("depth", "x", "a number of plies from 1 to 1000"),
            ("depth", "0", "a number of plies from 1 to 1000"),
            ("time", "5", "a time such as `500ms` or `2s`"),
            ("time", "-1s", "a time such as `500ms` or `2s`"),
            ("playouts", "0", "a number of games from 1"),
            ("c", "-1", "a number from 0 to 100"),
            ("c", "NaN", "a number from 0 to 100"),
            ("rollout", "x", "a number of plies from 0 to 1000"),
            ("width", "0", "a number of moves from 1 to 1000"),
        ] {
            let text = format!("pvs:{option}={value}");
            let wrong = format!("player `{text}`: `{value}` is not {expected}");
            assert_eq!(message(&text), wrong);
        }
        assert!(message("strong:weights").contains("`weights` is no option"));
        assert!(message("strong:weights=").contains("`weights=` is no option"));
        assert!(message("pvs:deep=3").contains("`deep=3` is no option; there are eval="));
    }

    #[test]
    fn the_tighter_limit_holds() {
        let spec: PlayerSpec = "pvs:depth=8,time=2s".parse().expect("a player");
        let go = spec.tighten(&Go {
            depth: Some(5),
            ..Go::time(Duration::from_secs(9))
        });
        assert_eq!(
            (go.depth, go.at_most),
            (Some(5), Some(Duration::from_secs(2)))
        );
    }
}
