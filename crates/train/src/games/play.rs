//! Playing the games: a player against itself, from random openings that it judges even. Games that come to
//! a held-out opening of the match sets are not kept.

use std::time::{Duration, Instant};

use boyi_arena::Opening;
use boyi_arena::contest::openings::{HeldOut, draw_opening};
use boyi_arena::self_play::{self_play, think};
use boyi_engine::{Engine, EngineError, Game, Go, PlayerSpec, Setup, SetupError, SpecError};
use boyi_game::{Key, Random, Table};
use boyi_search::Stop;

use super::file::{DataError, GameWriter, Header, ScoredGame, ScoredMove};
use crate::adjudication::{Adjudication, longest_game, outcome};
use crate::numbered::in_order;

/// Which games are played. The same settings play the same games, on any number of threads.
pub struct Settings {
    pub game: &'static dyn Game,
    pub rules: Option<String>,
    pub player: PlayerSpec,
    pub seed: u64,
    pub threads: usize,
    /// How long new games are begun.
    pub time: Option<Duration>,
    /// How many games the file is to hold.
    pub games: Option<usize>,
}

/// Why playing ended early.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Spec(#[from] SpecError),
    #[error("self-play: {0}")]
    Player(#[from] EngineError),
    #[error(transparent)]
    Data(#[from] DataError),
    #[error("no opening was even in {MAX_OPENINGS} tries")]
    Uneven,
}

/// Openings that are drawn until one is even.
const MAX_OPENINGS: usize = 1000;

impl Settings {
    pub(super) fn setup(&self) -> Setup {
        Setup {
            rules: self.rules.clone(),
            ..Setup::default()
        }
    }

    /// What the games have in common.
    pub fn header(&self) -> Result<Header, SetupError> {
        let table = self.game.lay(&self.setup())?;
        Ok(Header {
            game: self.game.name().to_owned(),
            rules: table.record().rules.clone(),
            player: self.player.to_string(),
            seed: self.seed,
        })
    }
}

/// Plays games and appends them to the file, as long as time and number say and nobody stops it; `watch`
/// is shown how many games and scored positions were added.
pub fn play(
    settings: &Settings,
    writer: &mut GameWriter,
    stop: &Stop,
    watch: &mut dyn FnMut(usize, usize),
) -> Result<(), PlayError> {
    let start = Opening {
        rules: settings.rules.clone(),
        ..Opening::usual()
    };
    let held_out = HeldOut::of(settings.game, &start)?;
    let began = Instant::now();
    let goes_on = || !stop.is_stopped() && settings.time.is_none_or(|time| began.elapsed() < time);
    let (mut games, mut positions) = (0, 0);
    in_order(
        writer.games()..settings.games.unwrap_or(usize::MAX),
        settings.threads,
        goes_on,
        || Ok(settings.game.player(&settings.player)?),
        |player, number| {
            let seed = Key::mixed(settings.seed).0 ^ Key::mixed(number as u64).0.rotate_left(34);
            one_game(settings, &held_out, player.as_mut(), &mut Random::new(seed))
        },
        &mut |game| {
            writer.append(&game)?;
            games += 1;
            positions += game.moves.iter().filter(|mv| mv.score.is_some()).count();
            watch(games, positions);
            Ok(())
        },
    )
}

fn one_game(
    settings: &Settings,
    held_out: &HeldOut,
    player: &mut dyn Engine,
    random: &mut Random,
) -> Result<ScoredGame, PlayError> {
    for _ in 0..MAX_OPENINGS {
        let mut table = settings.game.lay(&settings.setup())?;
        let plies = opening_plies(settings.game);
        draw_opening(settings.game, table.as_mut(), plies, random);
        if let Some(game) = play_on(settings.game, held_out, table.as_mut(), player)? {
            return Ok(game);
        }
    }
    Err(PlayError::Uneven)
}

/// Plays a game to its end from where the table stands; `None` where that is not even, or where the game
/// comes to a held-out position.
fn play_on(
    game: &dyn Game,
    held_out: &HeldOut,
    table: &mut dyn Table,
    player: &mut dyn Engine,
) -> Result<Option<ScoredGame>, PlayError> {
    player.prepare(&table.seen())?;
    let unscored = |text: &String| ScoredMove {
        text: text.clone(),
        score: None,
    };
    let opening = table.record().moves.iter();
    let mut moves: Vec<_> = opening.map(|played| unscored(&played.text)).collect();
    let opening = moves.len();
    let mut adjudication = Adjudication::new(game);
    let mut adjudicated = None;
    let mut useful = true;
    self_play(table, |table, side| {
        if held_out.contains(table) {
            useful = false;
            return Ok(None);
        }
        let thought = think(player, table, side, &Go::default())?;
        let (Some(best), Some(line)) = (thought.best, thought.lines.first()) else {
            return Ok(None);
        };
        if moves.len() == opening && adjudication.is_uneven(line.score) {
            useful = false;
            return Ok(None);
        }
        adjudicated = adjudication.winner(side, line.score);
        if adjudicated.is_some() {
            return Ok(None);
        }
        if moves.len() == opening + longest_game(game) {
            return Ok(None);
        }
        moves.push(ScoredMove {
            text: best.clone(),
            score: Some(line.score.value()),
        });
        Ok::<_, EngineError>(Some(best))
    })?;
    let outcome = outcome(adjudicated, &table.status());
    Ok(useful.then_some(ScoredGame { outcome, moves }))
}

/// Least and most random moves: so many that games differ, so few that the position is one that players
/// reach.
fn opening_plies(game: &dyn Game) -> [u64; 2] {
    match game.name() {
        "gomoku" => [2, 8],
        "reversi" => [6, 18],
        _ => [4, 14],
    }
}

#[cfg(test)]
mod tests {
    use super::super::{read_games, relabel};
    use super::*;

    #[test]
    fn games_with_new_scores_are_the_same_games() {
        let folder = tempfile::tempdir().expect("a folder");
        let [old, new] = ["old", "new"].map(|name| folder.path().join(name));
        let game = boyi_engine::game("xiangqi").expect("a game");
        let settings = Settings {
            game,
            rules: None,
            player: "strong:nodes=50,hash=1".parse().expect("a player"),
            seed: 3,
            threads: 1,
            time: None,
            games: Some(3),
        };
        let header = settings.header().expect("a setup");
        let mut writer = GameWriter::open(&old, &header).expect("a file");
        play(&settings, &mut writer, &Stop::default(), &mut |_, _| ()).expect("played");
        let games = |file| {
            let mut games = Vec::new();
            read_games(file, None, |_, game| {
                games.push(game);
                Ok(())
            })
            .expect("games");
            games
        };
        let settings = Settings {
            player: "strong:nodes=90,hash=1".parse().expect("a player"),
            threads: 2,
            ..settings
        };
        let header = settings.header().expect("a setup");
        for part in 1..=3 {
            // In three runs, as if the first two had been broken off.
            let mut writer = GameWriter::open(&new, &header).expect("a file");
            let games = &games(&old)[..part];
            relabel(&settings, games, &mut writer, &Stop::default(), &mut |_| ())
                .expect("searched");
        }
        let (old, new) = (games(&old), games(&new));
        let moves = |game: &ScoredGame| -> Vec<String> {
            game.moves.iter().map(|mv| mv.text.clone()).collect()
        };
        assert!(old.iter().map(moves).eq(new.iter().map(moves)));
        assert_ne!(old, new);
    }

    #[test]
    fn games_follow_from_the_seed_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["xiangqi", "gomoku", "reversi"] {
            let games = |file: &str, threads, parts: &[usize]| {
                let path = folder.path().join(file);
                for &games in parts {
                    let settings = Settings {
                        game: boyi_engine::game(name).expect("a game"),
                        rules: None,
                        player: "strong:nodes=60,hash=1".parse().expect("a player"),
                        seed: 3,
                        threads,
                        time: None,
                        games: Some(games),
                    };
                    let header = settings.header().expect("a setup");
                    let mut writer = GameWriter::open(&path, &header).expect("a file");
                    play(&settings, &mut writer, &Stop::default(), &mut |_, _| ()).expect("played");
                }
                std::fs::read_to_string(path).expect("readable")
            };
            let at_once = games("at once", 1, &[3]);
            assert_eq!(at_once, games("in parts", 2, &[1, 3]), "{name}");
            assert_eq!(at_once.lines().count(), 6 + 3);
            std::fs::remove_file(folder.path().join("at once")).expect("removed");
            std::fs::remove_file(folder.path().join("in parts")).expect("removed");
        }
    }
}
