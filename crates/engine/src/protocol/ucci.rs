//! UCCI, the protocol of Chinese graphical interfaces.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use boyi_game::Score;
use boyi_search::TimeControl;
use boyi_xiangqi::fen;

use super::NAME;
use super::desk::{Desk, Dialect, Go, Next, Settings, in_words};
use crate::xiangqi::strong::thinker::Progress;
use crate::xiangqi::strong::value::to_score;

/// What UCCI counts a mate as; the sooner, the higher.
const MATE: i32 = 10_000;

/// A draw that is offered is accepted up to this much of an advantage.
const CONTENT: i32 = 0;

/// Serves UCCI until `quit` or the end of the input.
pub fn serve(input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    Desk::new(Ucci, output).serve(input, handle)
}

#[derive(Clone, Copy)]
struct Ucci;

fn handle<W: Write + Send + 'static>(desk: &mut Desk<Ucci, W>, words: &[&str]) -> io::Result<Next> {
    match words {
        ["ucci", ..] => greet(desk)?,
        ["isready", ..] => desk.say("readyok")?,
        ["setoption", name, value @ ..] => set_option(desk, name, &value.join(" ")),
        ["position", rest @ ..] => {
            if let Err(why) = desk.position(rest) {
                desk.say(&format!("info message {why}"))?;
            }
        }
        ["banmoves", moves @ ..] => desk.ban(moves),
        ["go", rest @ ..] => {
            let go = read_go(rest, &desk.settings);
            desk.go(go)?;
        }
        ["stop", ..] => desk.stop(),
        ["ponderhit", rest @ ..] => {
            let _ = rest;
            desk.ponderhit();
        }
        ["fen", ..] => desk.say(&fen::write(&desk.game().setup()))?,
        ["quit", ..] => {
            desk.stop();
            desk.say("bye")?;
            return Ok(Next::Quit);
        }
        _ => {}
    }
    Ok(Next::Line)
}

fn greet<W: Write + Send + 'static>(desk: &Desk<Ucci, W>) -> io::Result<()> {
    let usual = Settings::default();
    desk.say(&format!(
        "id name {NAME}\nid copyright the boyi authors\nid author the boyi authors\n\
         option usemillisec type check default false\n\
         option hashsize type spin min 1 max 65536 default {}\n\
         option threads type spin min 1 max 256 default {}\n\
         option newgame type button\n\
         option usebook type check default false\n\
         option bookfiles type string default\n\
         option repetition type combo var axf var wxf var simple var computer default {}\n\
         ucciok",
        usual.hash, usual.threads, usual.rules,
    ))
}

/// `NAME VALUE`, the names in any case. What we have no use for is ignored.
fn set_option<W: Write + Send + 'static>(desk: &mut Desk<Ucci, W>, name: &str, value: &str) {
    let number = || value.parse::<usize>().ok();
    match name.to_ascii_lowercase().as_str() {
        "usemillisec" | "millisec" => {
            desk.settings.milliseconds = matches!(value, "true" | "on" | "yes");
        }
        "hashsize" => {
            if let Some(hash) = number().filter(|hash| (1..=65_536).contains(hash)) {
                desk.settings.hash = hash;
                desk.rebuild();
            }
        }
        "threads" => {
            if let Some(threads) = number().filter(|threads| (1..=256).contains(threads)) {
                desk.settings.threads = threads;
                desk.rebuild();
            }
        }
        "usebook" => desk.set_book(matches!(value, "true" | "on" | "yes")),
        "bookfiles" => desk.set_book_file(value),
        "repetition" => desk.set_rules(value),
        "newgame" | "clearhash" => desk.new_game(),
        _ => {}
    }
}

fn read_go(words: &[&str], settings: &Settings) -> Go {
    let mut go = Go::default();
    let unit = if settings.milliseconds { 1 } else { 1000 };
    let time = |amount: i64| Duration::from_millis(amount.max(0) as u64 * unit);
    let mut left = None;
    let mut increment = Duration::ZERO;
    let mut moves_to_go = None;
    let mut words = words.iter().peekable();
    while let Some(&word) = words.next() {
        let mut amount = || {
            let number = words.next_if(|word| word.parse::<i64>().is_ok());
            number.and_then(|word| word.parse::<i64>().ok())
        };
        match word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "draw" => go.draw_offered = true,
            // `go depth infinite` is UCCI's way to say so.
            "depth" => go.depth = amount().map(|depth| depth.clamp(1, 1000) as u32),
            "nodes" => go.nodes = amount().map(|nodes| nodes.max(1) as u64),
            "time" => left = amount().map(time),
            "increment" => increment = amount().map_or(Duration::ZERO, time),
            "movestogo" => moves_to_go = amount().map(|moves| moves.clamp(1, 1000) as u32),
            _ => {}
        }
    }
    go.time = left.map(|left| TimeControl::Clock {
        left,
        increment,
        moves_to_go,
    });
    go
}

/// A plain number; mates beyond every evaluation.
fn score_number(score: Score) -> i32 {
    match score.plies_to_end() {
        None => score.value().clamp(1000 - MATE, MATE - 1000),
        Some(plies) if score > Score::EVEN => MATE - plies as i32,
        Some(plies) => plies as i32 - MATE,
    }
}

impl Dialect for Ucci {
    fn info(self, progress: &Progress, settings: &Settings) -> Vec<String> {
        let mut lines = vec![format!(
            "info time {} nodes {}",
            progress.elapsed.as_millis(),
            progress.counts.nodes
        )];
        lines.extend(progress.lines.iter().map(|line| {
            format!(
                "info depth {} score {} pv {}",
                line.depth,
                score_number(to_score(line.value)),
                in_words(&line.moves, settings)
            )
        }));
        lines
    }

    fn remark(self, text: &str) -> String {
        format!("info message {text}")
    }

    fn best(self, progress: &Progress, settings: &Settings, go: &Go) -> String {
        let Some(best) = progress.best else {
            return "nobestmove".to_owned();
        };
        let line = progress.lines.first();
        let expected = line.and_then(|line| line.moves.get(1).filter(|_| line.moves[0] == best));
        let mut text = format!("bestmove {}", in_words(&[best], settings));
        if let Some(&reply) = expected {
            text.push_str(&format!(" ponder {}", in_words(&[reply], settings)));
        }
        let content = line.is_some_and(|line| line.value <= CONTENT);
        if go.draw_offered && content {
            text.push_str(" draw");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::desk::tests::Talk;

    #[test]
    fn a_session_from_greeting_to_bye() {
        let mut talk = Talk::begin(serve);
        talk.send("ucci");
        talk.until("ucciok");
        talk.send("setoption usemillisec true");
        talk.send("position startpos moves h2e2");
        talk.send("go depth 4");
        let answer = talk.until("bestmove");
        assert!(answer.contains("info depth 4 score "), "{answer}");
        talk.send("go time 300 increment 0");
        talk.until("bestmove");
        talk.send("quit");
        talk.until("bye");
        talk.end();
    }

    #[test]
    fn banned_moves_are_not_played() {
        let mut talk = Talk::begin(serve);
        // Mate in one, which is forbidden; then the only two moves of a general.
        talk.send("position fen 4k4/R8/9/9/9/9/9/9/1R7/3K5 w");
        talk.send("banmoves b1b9");
        talk.send("go depth 3");
        assert!(!talk.until("bestmove").contains("bestmove b1b9"));
        talk.send("position fen 3k5/9/9/9/9/9/9/9/R8/4K4 b");
        talk.send("banmoves d9d8");
        talk.send("go depth 3");
        talk.until("nobestmove");
        talk.send("banmoves");
        talk.send("go depth 3");
        talk.until("bestmove d9d8");
        talk.end();
    }

    #[test]
    fn a_draw_is_accepted_when_nothing_is_to_be_won() {
        let mut talk = Talk::begin(serve);
        talk.send("position fen 4k4/9/9/9/9/9/9/9/R8/3K5 b");
        talk.send("go draw depth 4");
        let answer = talk.until("bestmove");
        assert!(answer.trim_end().ends_with("draw"), "{answer}");
        talk.send("position fen 4k4/9/9/9/9/9/9/9/R8/3K5 w");
        talk.send("go draw depth 4");
        let answer = talk.until("bestmove");
        assert!(!answer.trim_end().ends_with("draw"), "{answer}");
        talk.end();
    }
}
