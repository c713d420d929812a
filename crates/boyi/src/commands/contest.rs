//! What `boyi match`, `boyi tournament` and `boyi sprt` share: where games are kept, who plays them,
//! how standings are shown.

pub(crate) mod args;
mod columns;
mod reply;
mod screen;

pub(crate) use args::{FairArgs, RunArgs};

use std::io::IsTerminal;
use std::path::Path;

use anyhow::{Context, Result};
use boyi_arena::contest::local::Local;
use boyi_arena::contest::nats::{Broker, Nats};
use boyi_arena::contest::openings::Half;
use boyi_arena::contest::{self, ContestPlan, Exchange, Finish, PlanError, Splits, Standings};
use boyi_arena::store::Store;
use boyi_game::Language;

use crate::interrupt;
use crate::options::command_with_moves;
use crate::output::{Output, complain};
use columns::fitted;
use reply::reply;
use screen::Screen;
use unicode_width::UnicodeWidthStr;

/// Checks a plan and finds its openings, which for a long match takes a few seconds.
pub(crate) fn prepare(
    plan: &mut ContestPlan,
    beside: &Path,
    run: &RunArgs,
    out: &Output,
) -> Result<(), PlanError> {
    out.progress(out.language.pick("finding openings …", "正在寻找开局……"));
    let prepared = plan.prepare(&run.bots.options(), beside);
    out.progress_done();
    prepared
}

/// Plays a plan that was prepared, shows it as it goes and prints how it came out.
pub(crate) fn play(plan: &ContestPlan, kind: &str, run: &RunArgs, out: &mut Output) -> Result<()> {
    let store = run.store.open()?;
    let stop = interrupt::stops()?;
    let before = contest::standings_of(&store, plan)?;
    let again = command_with_moves("");
    announce(&before, plan, &again, out);
    if let Some(holder) = contest::holder(&store, &plan.name)? {
        let name = &plan.name;
        complain(out.language.pick(
            format!("{name}: {holder} hands out its games; this one only watches, and goes on should that one end. Ctrl-C leaves it"),
            format!("{name}：{holder} 正在分派对局；此处仅旁观，若其中止则接着进行。按 Ctrl-C 离开"),
        ));
    }
    let mut exchange = run.exchange(&store, plan)?;
    let mut screen = Screen::new(plan, out.language);
    let (finish, standings) =
        contest::run(&store, plan, kind, &mut *exchange, &stop, &mut |now| {
            screen.show(now);
        })?;
    screen.close();
    if finish == Finish::Stopped {
        let said = out.language.pick("to go on", "继续");
        complain(format!("{said}: {again}"));
    }
    if out.json {
        return out.object(&reply(plan, kind, finish, &standings));
    }
    out.text(table(&standings, out))?;
    for line in fairness(plan, &standings, out.language) {
        out.line(line)?;
    }
    if let Some(duel) = &standings.duel {
        for verdict in &duel.verdicts {
            out.line(verdict.in_language(out.language))?;
        }
    }
    Ok(())
}

/// Says what was played before, and how to go on should this run be broken off.
fn announce(before: &Standings, plan: &ContestPlan, again: &str, out: &Output) {
    let (played, planned) = (before.played, before.planned);
    let name = &plan.name;
    complain(if played == 0 {
        out.language.pick(
            format!("{name}: {planned} games; if it is broken off, the same command goes on"),
            format!("{name}：共 {planned} 局；中断后重复同一命令即可继续"),
        )
    } else {
        out.language.pick(
            format!("{name}: {played} of {planned} games were played before ({again})"),
            format!("{name}：{planned} 局中已有 {played} 局（{again}）"),
        )
    });
}

fn table(standings: &Standings, out: &Output) -> String {
    let [name, elo, games, score, faults] = out.language.pick(
        ["player", "Elo", "games", "score", "faults"],
        ["棋手", "Elo", "局数", "得分", "程序失误"],
    );
    let room = standings.rows.iter().map(|row| row.name.width()).max();
    let mut room = room.unwrap_or(0).max(12);
    if std::io::stdout().is_terminal() {
        // With this a line takes 79 columns.
        room = room.min(26);
    }
    let mut text = format!(
        "{:>3} {} {elo:>6} {:5} {} {} {:>5} {:>4} {:>4} {faults}\n",
        "#",
        fitted(name, room),
        "",
        right(games, 5),
        right(score, 7),
        "+",
        "=",
        "-"
    );
    for (place, row) in standings.rows.iter().enumerate() {
        let error = row
            .error
            .map_or(String::new(), |error| format!("±{error:.0}"));
        let share = if row.games() == 0 {
            "-".to_owned()
        } else {
            format!("{:.1} %", 100.0 * row.score / row.games() as f64)
        };
        let [won, drawn, lost] = row.results;
        text.push_str(&format!(
            "{:>3} {} {:>+6.0} {error:<5} {:>5} {share:>7} {won:>5} {drawn:>4} {lost:>4} {:>6}\n",
            place + 1,
            fitted(&row.name, room),
            row.elo,
            row.games(),
            row.faults
        ));
    }
    if standings.tempered {
        text.push_str(out.language.pick(
            "    (somebody won or lost everything: ratings are held back by one drawn game each)\n",
            "    （有人全胜或全负：每人各加一局和棋以求得有限的等级分）\n",
        ));
    }
    text
}

/// Where the openings come from, and how many pairs of games they decided.
fn fairness(plan: &ContestPlan, standings: &Standings, language: Language) -> Vec<String> {
    let from = plan.drawn_from.as_ref().map(|from| {
        let (set, version, size) = (&from.set, from.version, from.size);
        let half = match from.half {
            Half::Tuning => language.pick("tuning half", "调参用的一半"),
            Half::HeldOut => language.pick("held-out half", "留出的一半"),
        };
        language.pick(
            format!("openings: even set {set}, version {version}, {half} of {size}"),
            format!("开局：均势集 {set}，第 {version} 版，{half}（{size} 个）"),
        )
    });
    let Splits {
        pairs,
        split,
        same_side,
    } = standings.splits;
    let splits = standings.splits.rate().map(|rate| {
        let rate = 100.0 * rate;
        language.pick(
            format!(
                "split pairs: {split} of {pairs} ({rate:.0} %), {same_side} of them won twice by the same side"
            ),
            format!("平分的对局组：{pairs} 组中 {split} 组（{rate:.0} %），其中 {same_side} 组两局同为先手或后手胜"),
        )
    });
    from.into_iter().chain(splits).collect()
}

fn right(text: &str, room: usize) -> String {
    " ".repeat(room.saturating_sub(text.width())) + text
}

impl RunArgs {
    fn exchange(&self, store: &Store, plan: &ContestPlan) -> Result<Box<dyn Exchange>> {
        if let Some(url) = &self.nats {
            let broker = Broker::connect(url, self.lease.time())?;
            let nats = Nats::new(&broker, &plan.name);
            return Ok(Box::new(nats.context("cannot hand out games")?));
        }
        let threads = self.concurrency.unwrap_or(1) as usize;
        let options = self.bots.options();
        Ok(Box::new(Local::new(store, &plan.name, threads, &options)))
    }
}
