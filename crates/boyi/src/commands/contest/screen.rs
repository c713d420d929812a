//! Standings on standard error while games are played, where somebody watches.

use boyi_arena::contest::{Plan, Standings};
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

use crate::language::Language;

/// More players than this do not fit.
const LINES: usize = 12;

/// A bar, and a line for each of the best players.
pub(super) struct Screen {
    all: MultiProgress,
    bar: ProgressBar,
    lines: Vec<ProgressBar>,
}

impl Screen {
    pub(super) fn new(plan: &Plan, language: Language) -> Self {
        let all = MultiProgress::new();
        let template = language.pick(
            "{bar:30} {pos}/{len} games  {elapsed} passed, {eta} to go",
            "{bar:30} {pos}/{len} 局  已用 {elapsed}，尚需 {eta}",
        );
        let style =
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = all.add(ProgressBar::new(0).with_style(style));
        let plain = ProgressStyle::with_template("  {msg}")
            .unwrap_or_else(|_| ProgressStyle::default_spinner());
        let lines = (0..=plan.players.len().min(LINES))
            .map(|_| all.add(ProgressBar::new_spinner().with_style(plain.clone())))
            .collect();
        Self { all, bar, lines }
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
        for (line, row) in self.lines.iter().zip(&standings.rows) {
            let error = row
                .error
                .map_or(String::new(), |error| format!("±{error:.0}"));
            let [won, drawn, lost] = row.results;
            line.set_message(format!(
                "{:>+6.0} {error:<5} {:<32} +{won} ={drawn} -{lost}",
                row.elo, row.name
            ));
        }
        if let (Some(last), Some(duel)) = (self.lines.last(), &standings.duel) {
            let sprt = duel.sprt.map_or(String::new(), |progress| {
                format!(
                    "LLR {:+.2} [{:.2}, {:.2}]",
                    progress.llr, progress.bounds.0, progress.bounds.1
                )
            });
            last.set_message(format!("{:?} {sprt}", duel.pairs.0));
        }
    }

    pub(super) fn close(self) {
        for line in &self.lines {
            line.finish_and_clear();
        }
        self.bar.finish_and_clear();
        let _ = self.all.clear();
    }
}
