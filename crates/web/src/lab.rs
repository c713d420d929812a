//! The laboratory: experiments run on the server, their rows sent as they are measured.

use std::time::Duration;

use axum::extract::ws::WebSocket;
use axum::extract::{State, WebSocketUpgrade};
use axum::response::Response;
use boyi_lab::{
    Chart, Depths, Estimates, Evaluations, LabError, League, News, Ordering, Positions, Pruning,
    Row, Sheet, Watch,
};
use boyi_search::{Algorithm, Stop};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use crate::error::ApiError;
use crate::hall::App;
use crate::live::{Heard, Line, Place};
use crate::words::Words;

/// An experiment with its settings: the first message of the page.
#[derive(Deserialize, Debug)]
#[serde(tag = "experiment", rename_all = "lowercase")]
enum Wanted {
    /// What pruning saves.
    Pruning {
        game: String,
        depths: Vec<u32>,
        searches: Vec<String>,
        positions: usize,
    },
    /// What the order of moves saves.
    Ordering {
        game: String,
        depths: Vec<u32>,
        positions: usize,
    },
    /// What an estimate saves.
    Estimates {
        kind: String,
        sizes: Vec<u32>,
        mazes: u64,
        searches: Vec<String>,
    },
    /// Whether depth makes up for a poor evaluation.
    Evaluation {
        game: String,
        depths: Vec<u32>,
        size: Option<u32>,
        games: u64,
    },
    /// What depth is worth in Elo.
    Depth {
        game: String,
        depths: Vec<u32>,
        size: Option<u32>,
        games: u64,
    },
}

/// What the page hears.
#[derive(Serialize)]
#[serde(tag = "news", rename_all = "lowercase")]
enum Told {
    /// What the table will look like.
    Begun {
        title: Words,
        about: Words,
        columns: Vec<Column>,
        charts: Vec<ChartReply>,
    },
    /// What is being done, and how much is done.
    Doing { what: Words, done: f64 },
    /// A row: for programs, and in words.
    Row {
        values: Vec<serde_json::Value>,
        words: Vec<Words>,
    },
    /// It is over.
    Done { csv: String },
    /// It cannot be done.
    Failed { message: Words },
}

#[derive(Serialize)]
struct Column {
    key: &'static str,
    heading: Option<Words>,
    groups: bool,
}

#[derive(Serialize)]
struct ChartReply {
    title: Words,
    across: &'static str,
    up: &'static str,
    by: &'static str,
    error: Option<&'static str>,
    logarithmic: bool,
}

/// A stream for one experiment.
pub(crate) async fn live(
    State(hall): State<App>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let place = hall.streams.enter()?;
    Ok(upgrade.on_upgrade(move |socket| run(hall, socket, place)))
}

async fn run(hall: App, socket: WebSocket, place: Place) {
    let mut line = Line::new(socket);
    let wanted = loop {
        match line.hear().await {
            Heard::Text(text) => break text,
            Heard::Alive => {}
            Heard::Gone => return,
        }
    };
    let (told, mut telling) = mpsc::unbounded_channel();
    let stop = Stop::default();
    let work = {
        let stop = stop.clone();
        move || {
            let end = match serde_json::from_str::<Wanted>(&wanted) {
                Err(error) => failed(&error),
                Ok(wanted) => {
                    let mut tell = |news: News| {
                        let _ = told.send(Told::of(&news));
                    };
                    match wanted.run(&mut Watch {
                        tell: &mut tell,
                        stop,
                    }) {
                        Ok(sheet) => Told::Done { csv: sheet.csv() },
                        Err(error) => failed(&error),
                    }
                }
            };
            let _ = told.send(end);
        }
    };
    // Dropping this future, which happens when the page is gone, ends the experiment.
    let working = hall.thinkers.run(stop, work);
    tokio::pin!(working);
    let mut is_done = false;
    loop {
        tokio::select! {
            _ = &mut working, if !is_done => is_done = true,
            told = telling.recv() => {
                let Some(told) = told else { break };
                let last = matches!(told, Told::Done { .. } | Told::Failed { .. });
                if !line.send(&told).await {
                    break;
                }
                if last {
                    line.part().await;
                    break;
                }
            }
            heard = line.hear() => {
                if matches!(heard, Heard::Gone) {
                    break;
                }
            }
        }
    }
    drop(place);
}

fn failed(error: &dyn std::fmt::Display) -> Told {
    Told::Failed {
        message: Words::same(&error.to_string()),
    }
}

impl Told {
    fn of(news: &News) -> Self {
        match news {
            News::Begun(sheet) => Self::Begun {
                title: sheet.title.clone().into(),
                about: sheet.about.clone().into(),
                columns: columns(sheet),
                charts: sheet.charts.iter().map(ChartReply::of).collect(),
            },
            News::Doing(what, done) => Self::Doing {
                what: what.clone().into(),
                done: *done,
            },
            News::Row(row) => Self::row(row),
        }
    }

    fn row(row: &Row) -> Self {
        use boyi_game::Language::{Chinese, English};
        Self::Row {
            values: row.iter().map(boyi_lab::Value::json).collect(),
            words: row
                .iter()
                .map(|value| Words::new(value.words(English), value.words(Chinese)))
                .collect(),
        }
    }
}

fn columns(sheet: &Sheet) -> Vec<Column> {
    let column = |column: &boyi_lab::Column| Column {
        key: column.key,
        heading: column.heading.clone().map(Words::from),
        groups: column.groups,
    };
    sheet.columns.iter().map(column).collect()
}

impl ChartReply {
    fn of(chart: &Chart) -> Self {
        Self {
            title: chart.title.clone().into(),
            across: chart.across,
            up: chart.up,
            by: chart.by,
            error: chart.error,
            logarithmic: chart.logarithmic,
        }
    }
}

/// What one experiment may ask of the server.
const MOST_DEPTHS: usize = 12;
const MOST_MAZES: u64 = 50;
const LONGEST_SEARCH: Duration = Duration::from_secs(20);
const MOST_NODES: u64 = 30_000_000;
const MOST_GAMES: u64 = 200;

impl Wanted {
    fn run(self, watch: &mut Watch) -> Result<Sheet, LabError> {
        match self {
            Self::Pruning {
                game,
                mut depths,
                searches,
                positions,
            } => {
                depths.truncate(MOST_DEPTHS);
                let known = |name: &String| {
                    name.parse::<Algorithm>().map_err(|_| LabError::Unknown {
                        what: "search",
                        name: name.clone(),
                        known: Algorithm::ALL.map(Algorithm::name).join(", "),
                    })
                };
                let experiment = Pruning {
                    game,
                    searches: searches.iter().map(known).collect::<Result<_, _>>()?,
                    depths,
                    evaluation: None,
                    positions: Positions::Own(positions),
                    deepen: false,
                    limit: LONGEST_SEARCH,
                };
                experiment.run(watch)
            }
            Self::Ordering {
                game,
                mut depths,
                positions,
            } => {
                depths.truncate(MOST_DEPTHS);
                let experiment = Ordering {
                    game,
                    depths,
                    evaluation: None,
                    positions: Positions::Own(positions),
                    limit: MOST_NODES,
                };
                experiment.run(watch)
            }
            Self::Estimates {
                kind,
                mut sizes,
                mazes,
                searches,
            } => {
                sizes.truncate(MOST_DEPTHS);
                sizes.retain(|&size| (5..=401).contains(&size));
                let experiment = Estimates {
                    kind,
                    sizes,
                    mazes: mazes.clamp(1, MOST_MAZES),
                    searches,
                };
                experiment.run(watch)
            }
            Self::Evaluation {
                game,
                depths,
                size,
                games,
            } => {
                let experiment = Evaluations {
                    evaluations: Vec::new(),
                    league: league(game, depths, size, games),
                };
                experiment.run(watch)
            }
            Self::Depth {
                game,
                depths,
                size,
                games,
            } => {
                let experiment = Depths {
                    evaluation: None,
                    league: league(game, depths, size, games),
                };
                experiment.run(watch)
            }
        }
    }
}

/// A league at depths at which a game is over in seconds.
fn league(game: String, mut depths: Vec<u32>, size: Option<u32>, games: u64) -> League {
    depths.retain(|depth| (1..=6).contains(depth));
    depths.sort_unstable();
    depths.dedup();
    League {
        game,
        depths,
        size,
        games: games.clamp(2, MOST_GAMES),
        seed: 1,
    }
}
