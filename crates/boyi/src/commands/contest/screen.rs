//! Standings on standard error while games are played, where somebody watches.

use boyi_arena::contest::{ContestPlan, Duel, Row, Standings};
use boyi_arena::statistics::SprtProgress;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::columns::{bar, fitted};
use boyi_game::Language;

/// More players than this do not fit.
const LINES: usize = 12;

/// Columns of a name, and of the bar of a player's score. A line takes 78 columns with them.
const NAME: usize = 24;
const SCORE: usize = 14;

/// A bar, a heading, a line for each of the best players, and for two players what it means so far.
pub(super) struct Screen {
    all: MultiProgress,
    bar: ProgressBar,
    lines: Vec<ProgressBar>,
    language: Language,
}

impl Screen {
    pub(super) fn new(plan: &ContestPlan, language: Language) -> Self {
        let all = MultiProgress::new();
        let template = language.pick(
            "{bar:24} {percent:>3} %  {pos}/{len} games  {elapsed} passed, {eta} to go",
            "{bar:24} {percent:>3} %  {pos}/{len} 局  已用 {elapsed}，尚需 {eta}",
        );
        let style = ProgressStyle::with_template(template)
            .unwrap_or_else(|_| ProgressStyle::default_bar())
            .progress_chars("█▓░");
        let bar = all.add(ProgressBar::new(0).with_style(style));
        let plain = ProgressStyle::with_template("{msg}")
            .unwrap_or_else(|_| ProgressStyle::default_spinner());
        let players = plan.players.len();
        let below = match players {
            2 => 1 + usize::from(plan.sprt.is_some()),
            _ => usize::from(players > LINES),
        };
        let count = 1 + players.min(LINES) + below;
        let lines = (0..count)
            .map(|_| all.add(ProgressBar::new_spinner().with_style(plain.clone())))
            .collect();
        Self {
            all,
            bar,
            lines,
            language,
        }
    }

    pub(super) fn show(&mut self, standings: &Standings) {
        if self.bar.is_hidden() {
            return;
        }
        if self.bar.length() != Some(standings.planned) {
            self.bar.set_length(standings.planned);
            // What was played before must not make the rest look quick.
            self.bar.set_position(standings.played);
            self.bar.reset_eta();
        }
        self.bar.set_position(standings.played);
        let mut texts = vec![heading(self.language)];
        let places = standings.rows.iter().enumerate();
        texts.extend(places.take(LINES).map(|(place, row)| line(place, row)));
        if let Some(duel) = &standings.duel {
            texts.push(pairs(duel, self.language));
            texts.extend(duel.sprt.as_ref().map(test));
        }
        if standings.rows.len() > LINES {
            let more = standings.rows.len() - LINES;
            texts.push(self.language.pick(
                format!("    and {more} more"),
                format!("    另有 {more} 名"),
            ));
        }
        for (line, text) in self.lines.iter().zip(texts) {
            line.set_message(text);
        }
    }

    /// Takes everything off the screen again.
    pub(super) fn close(self) {
        let _ = self.all.clear();
        self.all.set_draw_target(ProgressDrawTarget::hidden());
    }
}

fn heading(language: Language) -> String {
    let [name, score] = language.pick(["player", "score"], ["棋手", "得分"]);
    format!(
        "  # {} {:>6} {:5} {} {:>4} {:>4} {:>4}",
        fitted(name, NAME),
        "Elo",
        "",
        fitted(score, SCORE + 6),
        "+",
        "=",
        "-"
    )
}

fn line(place: usize, row: &Row) -> String {
    let error = row
        .error
        .map_or(String::new(), |error| format!("±{error:.0}"));
    let [won, drawn, lost] = row.results;
    let share = match row.games() {
        0 => 0.0,
        games => row.score / games as f64,
    };
    format!(
        "{:>3} {} {:>+6.0} {error:<5} {} {:>3.0} % {won:>4} {drawn:>4} {lost:>4}",
        place + 1,
        fitted(&row.name, NAME),
        row.elo,
        bar(share, SCORE),
        100.0 * share,
    )
}

/// Pairs of games by the first's points in them, and what they say so far.
fn pairs(duel: &Duel, language: Language) -> String {
    let [lost, less, even, more, won] = duel.pairs.0;
    let pairs = language.pick("pairs", "成对");
    let mut text = format!("    {pairs} 0:{lost} ½:{less} 1:{even} 1½:{more} 2:{won}");
    if let Some(estimate) = &duel.estimate {
        let sure = language.pick("likelihood of superiority", "占优概率");
        text.push_str(&format!("  {sure} {:.1} %", 100.0 * estimate.superiority));
    }
    text
}

/// How far a sequential test has come from one bound to the other.
fn test(progress: &SprtProgress) -> String {
    let (low, high) = progress.bounds;
    let share = (progress.llr - low) / (high - low);
    format!(
        "    LLR {:+.2}  {low:.2} {} {high:.2}",
        progress.llr,
        bar(share, 30)
    )
}
