//! The laboratory: experiments whose rows are sent as they are measured.

#[cfg(not(target_arch = "wasm32"))]
mod live;

use std::time::Duration;

use boyi_engine::PlayerSpec;
use boyi_game::Language::{Chinese, English};
use boyi_game::Phrase;
use boyi_lab::{
    Depths, Estimates, Evaluations, LabError, Ladder, League, News, Ordering, Positions, Pruning,
    Sampling, Sheet, Watch, Weights,
};
use boyi_search::{Algorithm, Stop};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::text::Localized;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use live::live;

/// The first message of the page. An experiment reads the settings that belong to it.
#[derive(Default, Deserialize)]
#[serde(default)]
struct ExperimentRequest {
    experiment: Experiment,
    game: String,
    depths: Vec<u32>,
    searches: Vec<String>,
    positions: usize,
    kind: String,
    sizes: Vec<u32>,
    mazes: u64,
    weights: Vec<String>,
    size: Option<u32>,
    games: u64,
    /// The limits of all players, as options.
    controls: Vec<String>,
    /// What to vary about sampling.
    question: String,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Experiment {
    #[default]
    Pruning,
    Ordering,
    Estimates,
    Weights,
    Evaluation,
    Depth,
    Ladder,
    Sampling,
}

/// Runs the experiment of a request and tells what comes of it, the end included.
pub(crate) fn experiment(request: &str, stop: &Stop, send: &dyn Fn(Value)) {
    let failed = |message: String| json!({ "news": "failed", "message": Localized::same(message) });
    let end = match serde_json::from_str::<ExperimentRequest>(request) {
        Err(error) => failed(error.to_string()),
        Ok(request) => {
            let mut tell = |news: News| send(event(&news));
            let mut watch = Watch {
                tell: &mut tell,
                stop: stop.clone(),
            };
            match request.run(&mut watch) {
                Ok(sheet) => json!({ "news": "done", "csv": sheet.csv() }),
                Err(error) => failed(error.to_string()),
            }
        }
    };
    send(end);
}

/// What the page is told while the experiment runs.
fn event(news: &News) -> Value {
    let text = |phrase: &Phrase| Localized::from(phrase.clone());
    match news {
        News::Begun(sheet) => {
            let columns = sheet.columns.iter().map(|column| {
                let heading = column.heading.as_ref().map(text);
                json!({ "key": column.key, "heading": heading, "groups": column.groups })
            });
            let charts = sheet.charts.iter().map(|chart| {
                json!({
                    "title": text(&chart.title), "across": chart.across, "up": chart.up,
                    "by": chart.by, "error": chart.error, "logarithmic": chart.logarithmic,
                })
            });
            json!({
                "news": "begun", "title": text(&sheet.title), "about": text(&sheet.about),
                "columns": columns.collect::<Value>(), "charts": charts.collect::<Value>(),
            })
        }
        News::Doing(what, done) => json!({ "news": "doing", "what": text(what), "done": done }),
        News::Row(row) => {
            let values = row.iter().map(boyi_lab::Value::json);
            let words = row
                .iter()
                .map(|value| json!({ "en": value.words(English), "zh": value.words(Chinese) }));
            json!({ "news": "row", "values": values.collect::<Value>(), "words": words.collect::<Value>() })
        }
    }
}

/// Limits on what one experiment may ask of the server.
const MAX_DEPTHS: usize = 12;
const MAX_MAZES: u64 = 50;
const MAX_SEARCH_TIME: Duration = Duration::from_secs(20);
const MAX_NODES: u64 = 30_000_000;
const MAX_GAMES: u64 = 200;
const MAX_CONTROLS: usize = 4;
const MAX_MOVE_TIME: Duration = Duration::from_millis(100);
const MAX_MOVE_NODES: u64 = 200_000;
const MAX_MOVE_PLAYOUTS: u64 = 5000;

impl ExperimentRequest {
    fn run(mut self, watch: &mut Watch) -> Result<Sheet, LabError> {
        self.depths.truncate(MAX_DEPTHS);
        let positions = Positions::Own(self.positions);
        match self.experiment {
            Experiment::Pruning => {
                let known = |name: &String| {
                    name.parse::<Algorithm>().map_err(|_| LabError::Unknown {
                        what: "search",
                        name: name.clone(),
                        known: Algorithm::ALL.map(Algorithm::name).join(", "),
                    })
                };
                Pruning {
                    searches: self.searches.iter().map(known).collect::<Result<_, _>>()?,
                    game: self.game,
                    depths: self.depths,
                    evaluation: None,
                    positions,
                    deepen: false,
                    limit: MAX_SEARCH_TIME,
                }
                .run(watch)
            }
            Experiment::Ordering => Ordering {
                game: self.game,
                depths: self.depths,
                evaluation: None,
                positions,
                limit: MAX_NODES,
            }
            .run(watch),
            Experiment::Estimates => {
                self.sizes.truncate(MAX_DEPTHS);
                self.sizes.retain(|&size| (5..=401).contains(&size));
                Estimates {
                    kind: self.kind,
                    sizes: self.sizes,
                    mazes: self.mazes.clamp(1, MAX_MAZES),
                    searches: self.searches,
                }
                .run(watch)
            }
            Experiment::Weights => {
                self.weights.truncate(MAX_DEPTHS);
                let read = |weight: &String| {
                    weight.parse().map_err(|_| LabError::Unknown {
                        what: "weight",
                        name: weight.clone(),
                        known: "numbers from 1 to 1000".to_owned(),
                    })
                };
                Weights {
                    weights: self.weights.iter().map(read).collect::<Result<_, _>>()?,
                    kind: self.kind,
                    size: self.size.unwrap_or(81).clamp(5, 401),
                    mazes: self.mazes.clamp(1, MAX_MAZES),
                }
                .run(watch)
            }
            Experiment::Evaluation => Evaluations {
                evaluations: Vec::new(),
                league: self.league(),
                depths: self.quick_depths(),
            }
            .run(watch),
            Experiment::Depth => Depths {
                evaluation: None,
                league: self.league(),
                depths: self.quick_depths(),
            }
            .run(watch),
            Experiment::Ladder => Ladder {
                controls: self.controls()?,
                league: self.league(),
                players: self.searches,
            }
            .run(watch),
            Experiment::Sampling => Sampling {
                question: self.question.parse()?,
                controls: self.controls()?,
                league: self.league(),
            }
            .run(watch),
        }
    }

    /// Limits with which a game is over in seconds.
    fn controls(&self) -> Result<Vec<String>, LabError> {
        let is_short = |control: &String| {
            let spec: PlayerSpec = format!("uct:{control}").parse()?;
            let is_known = *control == spec.to_string().replacen("uct:", "", 1);
            Ok(is_known
                && spec.has_limits()
                && spec.time.is_none_or(|time| time <= MAX_MOVE_TIME)
                && spec.nodes.is_none_or(|nodes| nodes <= MAX_MOVE_NODES)
                && (spec.playouts).is_none_or(|playouts| playouts <= MAX_MOVE_PLAYOUTS))
        };
        let short = |control: &String| match is_short(control) {
            Ok(true) => Ok(control.clone()),
            Ok(false) => Err(LabError::Unknown {
                what: "control for an experiment on the page",
                name: control.clone(),
                known: "time= up to 100ms, nodes= up to 200000, playouts= up to 5000".to_owned(),
            }),
            Err(error) => Err(LabError::Player(error)),
        };
        self.controls.iter().take(MAX_CONTROLS).map(short).collect()
    }

    /// Depths at which a game is over in seconds.
    fn quick_depths(mut self) -> Vec<u32> {
        self.depths.retain(|depth| (1..=6).contains(depth));
        self.depths.sort_unstable();
        self.depths.dedup();
        self.depths
    }

    fn league(&self) -> League {
        League {
            game: self.game.clone(),
            size: self.size,
            games: self.games.clamp(2, MAX_GAMES),
            seed: 1,
            threads: 1,
        }
    }
}
