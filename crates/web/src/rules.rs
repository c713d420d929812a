//! The rules of every game: texts with small boards. The texts are the Markdown files of `docs/rules`, one a
//! game and language, embedded in the program.

mod file;

use axum::Json;
use axum::extract::Path;
use boyi_engine::game;
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::{ApiError, ErrorReply};
use crate::http::Reply;
use crate::positions::PositionSpec;
use crate::scene::Scene;
use crate::text::Localized;
use file::{FigureFile, RulesFile};

#[derive(rust_embed::Embed)]
#[folder = "$CARGO_MANIFEST_DIR/../../docs/rules"]
struct Files;

/// The rules of a game.
#[derive(Serialize, ToSchema)]
pub(crate) struct RulesReply {
    game: String,
    title: Localized,
    english: Vec<RulesPart>,
    chinese: Vec<RulesPart>,
}

/// Text in Markdown, and the board that stands below it.
#[derive(Serialize, ToSchema)]
pub(crate) struct RulesPart {
    text: String,
    figure: Option<Figure>,
}

/// A small board.
#[derive(Serialize, ToSchema)]
pub(crate) struct Figure {
    scene: Scene,
    /// The cell of the piece whose moves are shown.
    shown: Option<usize>,
    caption: String,
}

/// The rules of a game, in both languages.
#[utoipa::path(get, path = "/api/rules/{game}", params(("game" = String, Path)), responses((status = 200, body = RulesReply), (status = 404, body = ErrorReply)))]
pub(crate) async fn rules(Path(name): Path<String>) -> Reply<RulesReply> {
    let known = game(&name).map_err(|_| ApiError::unknown_id("game"))?;
    let (english, chinese) = (read(&name, "md")?, read(&name, "zh.md")?);
    let parts = |file: RulesFile| file.parts.into_iter().map(|part| part_of(&name, part));
    let [title, title_zh] = known.title();
    Ok(Json(RulesReply {
        title: Localized::new(title, title_zh),
        english: parts(english).collect::<Result<_, _>>()?,
        chinese: parts(chinese).collect::<Result<_, _>>()?,
        game: name,
    }))
}

fn read(game: &str, ending: &str) -> Result<RulesFile, ApiError> {
    let path = format!("{game}.{ending}");
    let file = Files::get(&path).ok_or_else(|| ApiError::unknown_id("rules"))?;
    let text = String::from_utf8_lossy(&file.data);
    RulesFile::read(&text).map_err(|error| ApiError::internal(&format!("{path}: {error}")))
}

fn part_of(game: &str, part: file::Part) -> Result<RulesPart, ApiError> {
    let figure = part.figure.map(|figure| lay(game, figure)).transpose()?;
    Ok(RulesPart {
        text: part.text,
        figure,
    })
}

fn lay(game: &str, figure: FigureFile) -> Result<Figure, ApiError> {
    let spec = PositionSpec {
        game: game.to_owned(),
        rules: figure.rules,
        start: figure.position,
        moves: figure.moves,
        ..PositionSpec::default()
    };
    let (_, table) = spec.set_up()?;
    let scene = Scene::of(table.as_ref());
    let shown = match &figure.shows {
        Some(name) => {
            let own = scene
                .legal
                .iter()
                .find(|choice| choice.text.starts_with(name));
            let from = own.and_then(|choice| choice.from);
            Some(from.ok_or_else(|| ApiError::internal(&format!("nothing moves from {name}")))?)
        }
        None => None,
    };
    Ok(Figure {
        scene,
        shown,
        caption: figure.caption,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_rules_with_boards_in_both_languages() {
        for game in boyi_engine::games() {
            let name = game.name();
            let boards = ["md", "zh.md"].map(|ending| {
                let file = read(name, ending).expect("a file without mistakes");
                let parts = file.parts.into_iter().map(|part| part_of(name, part));
                let parts: Vec<RulesPart> = parts.collect::<Result<_, _>>().expect("boards");
                let figures = parts.into_iter().filter_map(|part| part.figure);
                figures.map(|figure| (figure.scene, figure.shown)).collect()
            });
            let [english, chinese]: [Vec<_>; 2] = boards;
            assert!(english.len() >= 2, "{name}");
            let drawn = |figures: &[(Scene, Option<usize>)]| serde_json::json!(figures);
            assert_eq!(drawn(&english), drawn(&chinese), "{name}: the same boards");
        }
    }
}
