//! Lessons: short texts with a live board and a question that checks itself. The texts are the
//! Markdown files of `docs/lessons`, one a language, embedded in the program.

mod file;

use std::sync::OnceLock;

use axum::Json;
use axum::extract::Path;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::{ApiError, ErrorReply};
use crate::http::{JsonBody, Reply};
use crate::text::Localized;
use file::LessonFile;

#[derive(rust_embed::Embed)]
#[folder = "$CARGO_MANIFEST_DIR/../../docs/lessons"]
struct Files;

/// A lesson in both languages.
struct Lesson {
    name: String,
    files: [LessonFile; 2],
}

/// A lesson in the list.
#[derive(Serialize, ToSchema)]
pub(crate) struct LessonCard {
    name: String,
    title: Localized,
}

/// A lesson to read.
#[derive(Serialize, ToSchema)]
pub(crate) struct LessonReply {
    name: String,
    title: Localized,
    /// What stands beside the text: a kind and its settings, as in the file.
    board: String,
    /// In Markdown.
    text: Localized,
    question: Localized,
    hint: Localized,
    before: Option<LessonCard>,
    after: Option<LessonCard>,
}

/// What somebody answers.
#[derive(Deserialize, ToSchema)]
pub(crate) struct LessonAnswer {
    answer: String,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct LessonVerdict {
    right: bool,
}

/// The lessons in the order in which to read them.
#[utoipa::path(get, path = "/api/lessons", responses((status = 200, body = Vec<LessonCard>)))]
pub(crate) async fn list_lessons() -> Reply<Vec<LessonCard>> {
    Ok(Json(lessons()?.iter().map(Lesson::card).collect()))
}

/// One lesson.
#[utoipa::path(get, path = "/api/lessons/{name}", params(("name" = String, Path)), responses((status = 200, body = LessonReply), (status = 404, body = ErrorReply)))]
pub(crate) async fn lesson(Path(name): Path<String>) -> Reply<LessonReply> {
    let all = lessons()?;
    let at = find(all, &name)?;
    let Lesson { files, .. } = &all[at];
    let both = |text: fn(&LessonFile) -> &String| Localized::new(text(&files[0]), text(&files[1]));
    Ok(Json(LessonReply {
        name,
        title: both(|file| &file.title),
        board: files[0].board.clone(),
        text: both(|file| &file.text),
        question: both(|file| &file.question),
        hint: both(|file| &file.hint),
        before: at.checked_sub(1).map(|before| all[before].card()),
        after: all.get(at + 1).map(Lesson::card),
    }))
}

/// Is this answer right?
#[utoipa::path(post, path = "/api/lessons/{name}/answer", params(("name" = String, Path)), request_body = LessonAnswer, responses((status = 200, body = LessonVerdict), (status = 404, body = ErrorReply)))]
pub(crate) async fn answer_lesson(
    Path(name): Path<String>,
    JsonBody(LessonAnswer { answer }): JsonBody<LessonAnswer>,
) -> Reply<LessonVerdict> {
    let all = lessons()?;
    let right = all[find(all, &name)?].accepts(&answer);
    Ok(Json(LessonVerdict { right }))
}

impl Lesson {
    fn card(&self) -> LessonCard {
        LessonCard {
            name: self.name.clone(),
            title: Localized::new(&self.files[0].title, &self.files[1].title),
        }
    }

    /// Whatever language somebody reads, answers of both count.
    fn accepts(&self, answer: &str) -> bool {
        let given = plain(answer);
        let mut all = self.files.iter().flat_map(|file| &file.answers);
        all.any(|accepted| plain(accepted) == given)
    }
}

/// Small letters without spaces and without what ends a sentence.
fn plain(text: &str) -> String {
    let letters = text.chars().filter(|letter| !letter.is_whitespace());
    let text: String = letters.flat_map(char::to_lowercase).collect();
    text.trim_end_matches(['.', '。', '!', '！']).to_owned()
}

fn find(all: &[Lesson], name: &str) -> Result<usize, ApiError> {
    let found = all.iter().position(|lesson| lesson.name == name);
    found.ok_or_else(|| ApiError::unknown_id("lesson"))
}

fn lessons() -> Result<&'static [Lesson], ApiError> {
    static LESSONS: OnceLock<Result<Vec<Lesson>, String>> = OnceLock::new();
    let read = LESSONS.get_or_init(read_all);
    let read = read.as_ref().map_err(|why| ApiError::internal(&why))?;
    Ok(read)
}

/// Reads all files. What is wrong with one is found by the test below, before anybody is served.
fn read_all() -> Result<Vec<Lesson>, String> {
    let mut lessons = Vec::new();
    for path in Files::iter() {
        let english = path
            .strip_suffix(".md")
            .filter(|name| !name.contains('.') && *name != "README");
        let Some(name) = english else { continue };
        let read = |path: &str| {
            let file = Files::get(path).ok_or_else(|| format!("{path} is missing"))?;
            let text = String::from_utf8_lossy(&file.data).into_owned();
            LessonFile::read(&text).map_err(|error| format!("{path}: {error}"))
        };
        lessons.push(Lesson {
            name: name.to_owned(),
            files: [read(&path)?, read(&format!("{name}.zh.md"))?],
        });
    }
    lessons.sort_by_key(|lesson| lesson.files[0].order);
    Ok(lessons)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lesson_is_whole_in_both_languages() {
        let all = read_all().expect("files without mistakes");
        assert!(all.len() >= 12, "a dozen lessons");
        for (index, lesson) in all.iter().enumerate() {
            let name = &lesson.name;
            let [english, chinese] = &lesson.files;
            assert_eq!(
                english.order,
                index as u32 + 1,
                "{name}: the order has no gap"
            );
            assert!(!english.board.is_empty(), "{name}: a board");
            for file in &lesson.files {
                let (paragraphs, tries) = file.text.split_once("\n## ").expect("a thing to try");
                let blocks = paragraphs
                    .split("\n\n")
                    .filter(|block| !block.trim().is_empty());
                let is_prose = |block: &&str| !block.starts_with("```") && !block.starts_with('|');
                assert_eq!(
                    blocks.filter(is_prose).count(),
                    3,
                    "{name}: three paragraphs"
                );
                assert!(tries.contains("](/"), "{name}: a link to a page");
            }
            let is_chinese =
                |text: &str| text.chars().any(|letter| ('一'..='龥').contains(&letter));
            assert!(
                is_chinese(&chinese.title)
                    && is_chinese(&chinese.text)
                    && is_chinese(&chinese.question)
            );
            assert!(!is_chinese(&english.text), "{name}");
        }
    }

    #[test]
    fn right_answers_are_accepted_and_planted_wrong_ones_refused() {
        for lesson in read_all().expect("files without mistakes") {
            for file in &lesson.files {
                assert!(
                    !file.answers.is_empty() && !file.wrong.is_empty(),
                    "{}",
                    lesson.name
                );
                for answer in &file.answers {
                    assert!(
                        lesson.accepts(&format!(" {} ", answer.to_uppercase())),
                        "{answer}"
                    );
                }
                for wrong in &file.wrong {
                    assert!(!lesson.accepts(wrong), "{}: {wrong}", lesson.name);
                }
            }
            assert!(!lesson.accepts(""));
        }
    }

    #[test]
    fn links_lead_to_pages_that_exist() {
        let all = read_all().expect("files without mistakes");
        for lesson in &all {
            for file in &lesson.files {
                for link in file.text.split("](").skip(1) {
                    let link = link.split(')').next().unwrap_or_default();
                    let page = link.trim_start_matches('/').split(['/', '?']).next();
                    let known = [
                        "", "new", "analyse", "watch", "paths", "steps", "tree", "lab", "lessons",
                        "rules", "puzzles",
                    ];
                    assert!(
                        page.is_some_and(|page| known.contains(&page)),
                        "{}: {link}",
                        lesson.name
                    );
                    if let Some(other) = link.strip_prefix("/lessons/") {
                        assert!(all.iter().any(|lesson| lesson.name == other), "{link}");
                    }
                }
            }
        }
    }
}
