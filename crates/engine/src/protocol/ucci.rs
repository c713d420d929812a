//! UCCI, the protocol of Chinese graphical interfaces.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use boyi_game::{Score, Side};
use boyi_xiangqi::Rules;
use boyi_xiangqi::notation::coordinates::Ranks;

use super::NAME;
use super::lines::{Next, open};
use super::session::Session;
use super::uci::{
    best_and_reply, book_source, read_go, search, set_book, set_hash, set_position, set_threads,
    set_weights, written,
};
use crate::book::BookSource;
use crate::engine::Thought;
use crate::spec::PlayerSpec;
use crate::strong::DEFAULT_HASH_MIB;
use crate::xiangqi::Xiangqi;

/// What UCCI counts a mate as; the sooner, the higher.
const MATE: i32 = 10_000;

/// A draw that is offered is accepted up to this much of an advantage.
const ACCEPTS_DRAW_UP_TO: i32 = 0;

/// Kept back of every move.
const OVERHEAD: Duration = Duration::from_millis(5);

/// Serves UCCI until `quit` or the end of the input.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let (lines, out) = open(input, output, "\n");
    let mut ucci = Ucci {
        session: Session::new(&Xiangqi, &PlayerSpec::named("strong"), out)?,
        rules: Rules::default(),
        milliseconds: false,
        use_book: false,
        book: BookSource::BuiltIn,
        banned: Vec::new(),
    };
    let end = lines.each(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        ucci.handle(&words)
    });
    ucci.session.stop();
    end
}

struct Ucci<W> {
    session: Session<W>,
    rules: Rules,
    /// Whether times are in milliseconds rather than seconds.
    milliseconds: bool,
    use_book: bool,
    book: BookSource,
    /// Moves that must not be played from here.
    banned: Vec<String>,
}

impl<W: Write + Send + 'static> Ucci<W> {
    fn handle(&mut self, words: &[&str]) -> io::Result<Next> {
        match words {
            ["ucci", ..] => self.greet()?,
            ["isready", ..] => {
                self.session.get_ready();
                self.session.say("readyok")?;
            }
            ["setoption", name, value @ ..] => self.set_option(name, &value.join(" ")),
            ["position", rest @ ..] => {
                match set_position(&mut self.session, rest, self.rules, Ranks::FromZero) {
                    Ok(()) => self.banned.clear(),
                    Err(why) => self.session.say(&format!("info message {why}"))?,
                }
            }
            ["banmoves", moves @ ..] => {
                self.banned = moves.iter().map(|&mv| mv.to_owned()).collect();
            }
            ["go", rest @ ..] => self.go(rest)?,
            ["stop", ..] => drop(self.session.stop()),
            ["ponderhit", ..] => self.session.ponderhit(),
            ["fen", ..] => self.session.say(&self.session.table().position())?,
            ["quit", ..] => {
                self.session.stop();
                self.session.say("bye")?;
                return Ok(Next::Quit);
            }
            _ => {}
        }
        Ok(Next::Line)
    }

    fn greet(&self) -> io::Result<()> {
        self.session.say(&format!(
            "id name {NAME}\nid copyright the boyi authors\nid author the boyi authors\n\
             option usemillisec type check default false\n\
             option hashsize type spin min 1 max 65536 default {DEFAULT_HASH_MIB}\n\
             option threads type spin min 1 max 256 default 1\n\
             option newgame type button\n\
             option usebook type check default false\n\
             option bookfiles type string default\n\
             option evalfile type string default\n\
             option repetition type combo var axf var wxf var simple var computer default {}\n\
             ucciok",
            Rules::default(),
        ))
    }

    /// `NAME VALUE`, the names in any case. What we have no use for is ignored.
    fn set_option(&mut self, name: &str, value: &str) {
        let is_true = matches!(value, "true" | "on" | "yes");
        match name.to_ascii_lowercase().as_str() {
            "usemillisec" | "millisec" => self.milliseconds = is_true,
            "hashsize" => set_hash(&mut self.session, value),
            "threads" => set_threads(&mut self.session, value),
            "usebook" => {
                self.use_book = is_true;
                set_book(&mut self.session, self.use_book, &self.book);
            }
            "bookfiles" => {
                self.book = book_source(value);
                set_book(&mut self.session, self.use_book, &self.book);
            }
            "evalfile" => set_weights(&mut self.session, value),
            "repetition" => {
                if let Ok(rules) = value.to_ascii_lowercase().parse() {
                    self.rules = rules;
                }
            }
            "newgame" | "clearhash" => self.session.new_game(),
            _ => {}
        }
    }

    fn go(&mut self, words: &[&str]) -> io::Result<()> {
        let draw_offered = words.contains(&"draw");
        let turn = self.session.turn();
        let unit = if self.milliseconds { 1 } else { 1000 };
        let mut asked = read_go(words, turn.unwrap_or(Side::First), unit);
        asked.go.overhead = OVERHEAD;
        if !self.banned.is_empty()
            && let Some(side) = turn
        {
            let legal = self.session.table().legal_moves(side).into_iter();
            let allowed = legal.map(|mv| mv.text);
            asked.go.only = Some(allowed.filter(|mv| !self.banned.contains(mv)).collect());
        }
        search(
            &mut self.session,
            asked,
            "info message",
            info,
            move |thought| best_move(thought, draw_offered),
        )
    }
}

/// A plain number; mates beyond every evaluation.
fn score_number(score: Score) -> i32 {
    match score.plies_to_end() {
        None => score.value().clamp(1000 - MATE, MATE - 1000),
        Some(plies) if score > Score::EVEN => MATE - plies as i32,
        Some(plies) => plies as i32 - MATE,
    }
}

fn info(thought: &Thought) -> Vec<String> {
    let time = thought.elapsed.as_millis();
    let mut lines = vec![format!("info time {time} nodes {}", thought.counts.nodes)];
    lines.extend(thought.lines.iter().map(|line| {
        format!(
            "info depth {} score {} pv {}",
            line.depth,
            score_number(line.score),
            written(&line.moves, Ranks::FromZero)
        )
    }));
    lines
}

fn best_move(thought: &Thought, draw_offered: bool) -> String {
    let Some(mut text) = best_and_reply(thought, Ranks::FromZero) else {
        return "nobestmove".to_owned();
    };
    let line = thought.lines.first();
    let content = line.is_some_and(|line| line.score <= Score::heuristic(ACCEPTS_DRAW_UP_TO));
    if draw_offered && content {
        text.push_str(" draw");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::session::tests::Talk;

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
