//! UCI, as Pikafish and Fairy-Stockfish speak it to graphical interfaces and match runners.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use boyi_game::perft::{Counting, Finished, perft};
use boyi_game::{Position, Score, Side};
use boyi_search::kernel::Go;
use boyi_search::{Stop, TimeControl};
use boyi_xiangqi::Rules;
use boyi_xiangqi::notation::coordinates::{self, Ranks};

use super::NAME;
use super::lines::{Next, Output, open};
use super::session::Session;
use super::words::{Numbers, is_spin};
use crate::book::BookSource;
use crate::engine::{Line, Thought};
use crate::game::Setup;
use crate::spec::PlayerSpec;
use crate::strong::DEFAULT_HASH_MIB;
use crate::xiangqi::{Xiangqi, read_opening};

/// Kept back of every move unless the counterpart says otherwise.
const DEFAULT_OVERHEAD_MS: u64 = 5;

/// Plies that `go perft` counts; no machine has ever come near.
const MAX_PERFT: usize = 64;

/// Serves UCI until `quit` or the end of the input.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> io::Result<()> {
    let (lines, out) = open(input, output, "\n");
    let mut uci = Uci {
        session: Session::new(&Xiangqi, &PlayerSpec::named("strong"), out)?,
        rules: Rules::default(),
        ranks: Ranks::FromZero,
        lines: 1,
        overhead: Duration::from_millis(DEFAULT_OVERHEAD_MS),
        own_book: false,
        book: BookSource::BuiltIn,
    };
    let end = lines.each(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        uci.handle(&words)
    });
    uci.session.stop();
    end
}

struct Uci<W> {
    session: Session<W>,
    rules: Rules,
    ranks: Ranks,
    lines: usize,
    overhead: Duration,
    own_book: bool,
    book: BookSource,
}

impl<W: Write + Send + 'static> Uci<W> {
    fn handle(&mut self, words: &[&str]) -> io::Result<Next> {
        match words {
            ["uci", ..] => self.greet()?,
            ["isready", ..] => {
                self.session.get_ready();
                self.session.say("readyok")?;
            }
            ["ucinewgame", ..] => self.session.new_game(),
            ["setoption", rest @ ..] => self.set_option(rest),
            ["position", rest @ ..] => {
                if let Err(why) = set_position(&mut self.session, rest, self.rules, self.ranks) {
                    self.session.say(&format!("info string {why}"))?;
                }
            }
            ["go", "perft", depth, ..] => self.perft(depth)?,
            ["go", rest @ ..] => self.go(rest)?,
            ["stop", ..] => drop(self.session.stop()),
            ["ponderhit", ..] => self.session.ponderhit(),
            ["d" | "fen", ..] => self.session.say(&self.session.table().position())?,
            ["quit" | "exit", ..] => return Ok(Next::Quit),
            // As the protocol says: unknown words at the front are skipped.
            [_, rest @ ..] if !rest.is_empty() => return self.handle(rest),
            _ => {}
        }
        Ok(Next::Line)
    }

    fn greet(&self) -> io::Result<()> {
        let rules = Rules::ALL.map(|rules| format!("var {rules}")).join(" ");
        self.session.say(&format!(
            "id name {NAME}\nid author the boyi authors\n\
             option name Hash type spin default {DEFAULT_HASH_MIB} min 1 max 65536\n\
             option name Threads type spin default 1 min 1 max 256\n\
             option name MultiPV type spin default 1 min 1 max 128\n\
             option name Ponder type check default false\n\
             option name Move Overhead type spin default {DEFAULT_OVERHEAD_MS} min 0 max 5000\n\
             option name Clear Hash type button\n\
             option name UCI_Variant type combo default xiangqi var xiangqi\n\
             option name Repetition Rule type combo default {} {rules}\n\
             option name Ranks From One type check default false\n\
             option name OwnBook type check default false\n\
             option name Book File type string default <empty>\n\
             option name EvalFile type string default <empty>\n\
             uciok",
            Rules::default(),
        ))
    }

    /// `name NAME value VALUE`; names are told apart without their case.
    fn set_option(&mut self, words: &[&str]) {
        let words = words.strip_prefix(&["name"]).unwrap_or(words);
        let split = words.iter().position(|&word| word == "value");
        let (name, value) = words.split_at(split.unwrap_or(words.len()));
        let value = value.get(1..).unwrap_or_default().join(" ");
        match name.join(" ").to_ascii_lowercase().as_str() {
            "hash" => set_hash(&mut self.session, &value),
            "threads" => set_threads(&mut self.session, &value),
            "multipv" => self.lines = is_spin(&value, 1..=128).unwrap_or(self.lines),
            "move overhead" => {
                if let Some(overhead) = is_spin(&value, 0..=5000) {
                    self.overhead = Duration::from_millis(overhead as u64);
                }
            }
            "repetition rule" => {
                if let Ok(rules) = value.to_ascii_lowercase().parse() {
                    self.rules = rules;
                }
            }
            "ranks from one" => {
                self.ranks = if value == "true" {
                    Ranks::FromOne
                } else {
                    Ranks::FromZero
                };
            }
            "ownbook" => {
                self.own_book = value == "true";
                set_book(&mut self.session, self.own_book, &self.book);
            }
            "book file" => {
                self.book = book_source(&value);
                set_book(&mut self.session, self.own_book, &self.book);
            }
            "evalfile" => set_weights(&mut self.session, &value),
            "clear hash" => self.session.new_game(),
            _ => {}
        }
    }

    fn go(&mut self, words: &[&str]) -> io::Result<()> {
        let turn = self.session.turn().unwrap_or(Side::First);
        let mut asked = read_go(words, turn, 1);
        asked.go.lines = self.lines;
        asked.go.overhead = self.overhead;
        let ranks = self.ranks;
        let only = asked.go.only.as_ref();
        asked.go.only = only.map(|only| only.iter().filter_map(|mv| to_zero(mv, ranks)).collect());
        search(
            &mut self.session,
            asked,
            "info string",
            move |thought| info(thought, ranks),
            move |thought| best_move(thought, ranks),
        )
    }

    /// Counts and says so, move by move, unless the counterpart goes away in the meantime.
    fn perft(&mut self, depth: &str) -> io::Result<()> {
        let Some(depth) = is_spin(depth, 0..=MAX_PERFT) else {
            let say = format!("info string perft goes from 0 to {MAX_PERFT} plies");
            return self.session.say(&say);
        };
        let table = self.session.table();
        let setup = Setup::at(&table.position(), &table.record().rules);
        let opening = read_opening(&setup).map_err(io::Error::other)?;
        let mut board = opening.position().board().clone();
        let mut moves = Vec::new();
        if depth > 0 {
            board.legal_moves(&mut moves);
        }
        let mut sum = 0;
        for mv in moves {
            let gone = self.session.out.gone();
            let Some(leaves) = board.after(mv, |child| count(child, depth - 1, gone)) else {
                return Ok(());
            };
            sum += leaves;
            let mv = from_zero(&mv.to_string(), self.ranks);
            self.session.say(&format!("{mv}: {leaves}"))?;
        }
        self.session.say(&format!("\nNodes searched: {sum}"))
    }
}

/// Leaves so many plies below a position; `None` once it is stopped.
fn count<P: Position>(position: &mut P, depth: usize, stop: &Stop) -> Option<u64> {
    /// So many plies are counted in one go.
    const AT_ONCE: usize = 3;
    let counting = Counting {
        finished: Finished::Nothing,
        bulk: true,
    };
    if stop.is_stopped() {
        return None;
    }
    if depth <= AT_ONCE {
        return Some(perft(position, depth as u32, counting));
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let below = |mv| position.after(mv, |child| count(child, depth - 1, stop));
    moves.into_iter().map(below).sum()
}

pub(super) fn set_hash<W: Write + Send + 'static>(session: &mut Session<W>, value: &str) {
    if let Some(hash) = is_spin(value, 1..=65_536) {
        session.set_player(|spec| spec.hash = Some(hash));
    }
}

pub(super) fn set_threads<W: Write + Send + 'static>(session: &mut Session<W>, value: &str) {
    if let Some(threads) = is_spin(value, 1..=256) {
        session.set_player(|spec| spec.threads = Some(threads));
    }
}

/// Plays from a book from now on, or not.
pub(super) fn set_book<W: Write + Send + 'static>(
    session: &mut Session<W>,
    used: bool,
    source: &BookSource,
) {
    session.set_player(|spec| spec.book = used.then(|| source.clone()));
}

/// Plays with the evaluation file of this name from now on; without a name with the built-in evaluation.
pub(super) fn set_weights<W: Write + Send + 'static>(session: &mut Session<W>, name: &str) {
    session.set_player(|spec| {
        spec.weights = match name {
            "" | "<empty>" => None,
            file => Some(file.into()),
        };
    });
}

/// The book of this name; without a name the one that is built in.
pub(super) fn book_source(name: &str) -> BookSource {
    match name {
        "" | "<empty>" => BookSource::BuiltIn,
        file => BookSource::File(file.into()),
    }
}

/// Reads `startpos` or `fen …`, then `moves …`.
pub(super) fn set_position<W: Write + Send + 'static>(
    session: &mut Session<W>,
    words: &[&str],
    rules: Rules,
    ranks: Ranks,
) -> Result<(), String> {
    let split = words.iter().position(|&word| word == "moves");
    let (place, moves) = words.split_at(split.unwrap_or(words.len()));
    let mut setup = Setup {
        rules: Some(rules.to_string()),
        ..Setup::default()
    };
    match place {
        ["startpos", ..] => {}
        ["fen", fields @ ..] => setup.position = Some(fields.join(" ")),
        _ => return Err("expected startpos or fen".to_owned()),
    }
    let mut read = Vec::new();
    for text in moves.iter().skip(1) {
        read.push(to_zero(text, ranks).ok_or_else(|| format!("illegal move {text}"))?);
    }
    session.set_position(&setup, read.iter().map(String::as_str))
}

/// A move as the counterpart writes it, in our way.
fn to_zero(text: &str, ranks: Ranks) -> Option<String> {
    coordinates::read(text, ranks).map(|mv| coordinates::write(mv, Ranks::FromZero))
}

/// A move of ours, in the counterpart's way.
fn from_zero(text: &str, ranks: Ranks) -> String {
    let mv = coordinates::read(text, Ranks::FromZero);
    mv.map_or_else(|| text.to_owned(), |mv| coordinates::write(mv, ranks))
}

/// A `go` as it was read.
pub(super) struct Asked {
    pub(super) go: Go,
    /// Until told to stop, or in the opponent's time.
    pub(super) endless: bool,
}

/// Reads `go` of UCI and of UCCI. The side to move calls its own clock `time` in UCCI, which may count in
/// units of so many milliseconds.
pub(super) fn read_go(words: &[&str], turn: Side, unit: u32) -> Asked {
    let mut go = Go::default();
    let mut endless = false;
    let mut clocks = [None; 2];
    let mut increments = [Duration::ZERO; 2];
    let mut moves_to_go = None;
    let (own, mut words) = (turn.index(), Numbers::new(words));
    while let Some(word) = words.next_word() {
        match word {
            "depth" => go.depth = words.number().map(|depth| depth.clamp(1, 1000) as u32),
            "mate" => go.depth = words.number().map(|moves| moves.clamp(1, 500) as u32 * 2),
            "nodes" => go.nodes = words.number().map(|nodes| nodes.max(1) as u64),
            "movetime" => {
                let time = words.milliseconds();
                go.control = time.map_or(go.control, TimeControl::PerMove);
            }
            "wtime" => clocks[0] = words.milliseconds(),
            "btime" => clocks[1] = words.milliseconds(),
            "time" => clocks[own] = words.milliseconds().map(|time| time.saturating_mul(unit)),
            "winc" => increments[0] = words.milliseconds().unwrap_or_default(),
            "binc" => increments[1] = words.milliseconds().unwrap_or_default(),
            "increment" => {
                let increment = words.milliseconds().unwrap_or_default();
                increments[own] = increment.saturating_mul(unit);
            }
            "movestogo" => moves_to_go = words.number().map(|moves| moves.clamp(1, 1000) as u32),
            // `go depth infinite` is UCCI's way to say so.
            "infinite" | "ponder" => endless = true,
            "searchmoves" => go.only = Some(words.moves()),
            _ => {}
        }
    }
    if let Some(left) = clocks[own]
        && go.control == TimeControl::Unlimited
    {
        go.control = TimeControl::Clock {
            left,
            increment: increments[own],
            moves_to_go,
        };
    }
    Asked {
        endless: endless || go.is_unlimited(),
        go,
    }
}

/// Searches on another thread: `info` puts every completed depth and the result into lines, `best_move` the
/// answer. What goes wrong is said in a line that begins with `note`.
pub(super) fn search<W: Write + Send + 'static>(
    session: &mut Session<W>,
    Asked { go, endless }: Asked,
    note: &'static str,
    info: impl Fn(&Thought) -> Vec<String> + Clone + Send + 'static,
    best_move: impl FnOnce(&Thought) -> String + Send + 'static,
) -> io::Result<()> {
    session.stop();
    if let Err(why) = session.prepare() {
        session.say(&format!("{note} {why}"))?;
        // Once more, without the file that could not be read.
        if let Err(why) = session.prepare() {
            return session.say(&format!("{note} {why}"));
        }
    }
    let say_info = move |out: &Output<W>, thought: &Thought| {
        for line in info(thought) {
            out.tell(&line);
        }
    };
    let watch = say_info.clone();
    session.go(go, endless, watch, move |out, thought| {
        match thought {
            Ok(thought) => {
                // The search went on after the last completed depth, and other threads may know better.
                say_info(out, thought);
                out.tell(&best_move(thought));
            }
            Err(error) => out.tell(&format!("{note} {error}")),
        }
    });
    Ok(())
}

/// `cp 35`, `mate 3`, `mate -2`.
fn score_words(score: Score) -> String {
    match score.plies_to_end() {
        None => format!("cp {}", score.value()),
        Some(plies) if score > Score::EVEN => format!("mate {}", plies.div_ceil(2)),
        Some(plies) => format!("mate -{}", plies / 2),
    }
}

fn info(thought: &Thought, ranks: Ranks) -> Vec<String> {
    let line = |(index, line): (usize, &Line)| {
        format!(
            "info depth {} seldepth {} multipv {} score {} nodes {} nps {:.0} hashfull {} time {} pv {}",
            line.depth,
            thought.selective_depth.max(line.moves.len()),
            index + 1,
            score_words(line.score),
            thought.counts.nodes,
            thought.nodes_per_second(),
            thought.hash_full,
            thought.elapsed.as_millis(),
            written(&line.moves, ranks),
        )
    };
    thought.lines.iter().enumerate().map(line).collect()
}

/// Moves of ours as one text, in the counterpart's way.
pub(super) fn written(moves: &[String], ranks: Ranks) -> String {
    let moves: Vec<String> = moves.iter().map(|mv| from_zero(mv, ranks)).collect();
    moves.join(" ")
}

/// `bestmove h2e2 ponder h9g7`; `None` where there is no move.
pub(super) fn best_and_reply(thought: &Thought, ranks: Ranks) -> Option<String> {
    let best = thought.best.as_ref()?;
    let line = thought.lines.first();
    let line = line.filter(|line| line.moves.first() == Some(best));
    let best = from_zero(best, ranks);
    Some(match line.and_then(|line| line.moves.get(1)) {
        Some(reply) => format!("bestmove {best} ponder {}", from_zero(reply, ranks)),
        None => format!("bestmove {best}"),
    })
}

fn best_move(thought: &Thought, ranks: Ranks) -> String {
    best_and_reply(thought, ranks).unwrap_or_else(|| "bestmove (none)".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::session::tests::Talk;

    #[test]
    fn a_session_from_greeting_to_quit() {
        let mut talk = Talk::begin(serve);
        talk.send("uci");
        let greeting = talk.until("uciok");
        assert!(greeting.contains("option name Repetition Rule type combo default axf var axf"));
        talk.send("isready");
        talk.until("readyok");
        talk.send("position startpos moves h2e2 h9g7");
        talk.send("go depth 5");
        let answer = talk.until("bestmove");
        assert!(answer.contains("info depth 5 "), "{answer}");
        talk.send("setoption name MultiPV value 3");
        talk.send("go nodes 3000");
        let answer = talk.until("bestmove");
        assert!(answer.contains("multipv 3"), "{answer}");
        talk.send("quit");
        talk.end();
    }

    /// What is played and what was said last agree: the same move, and all nodes that were spent.
    #[test]
    fn the_last_information_is_about_the_answer() {
        for threads in ["1", "2"] {
            let mut talk = Talk::begin(serve);
            talk.send(&format!("setoption name Threads value {threads}"));
            talk.send("position startpos moves h2e2");
            talk.send("go nodes 20000");
            let said = talk.until("bestmove");
            let lines: Vec<&str> = said.lines().filter(|line| !line.is_empty()).collect();
            let [.., info, answer] = lines.as_slice() else {
                panic!("{said}");
            };
            let after = |line: &str, word: &str| {
                let mut words = line.split_whitespace().skip_while(|&other| other != word);
                words.nth(1).map(str::to_owned)
            };
            assert_eq!(after(info, "pv"), after(answer, "bestmove"), "{said}");
            let nodes: u64 = after(info, "nodes")
                .and_then(|n| n.parse().ok())
                .expect("nodes");
            assert!(nodes >= 20_000, "{said}");
            talk.end();
        }
    }

    #[test]
    fn an_evaluation_file_that_is_none_is_named_and_put_away() {
        let mut talk = Talk::begin(serve);
        talk.send("setoption name EvalFile value no/such.file");
        talk.send("isready");
        talk.until("readyok");
        talk.send("go depth 2");
        assert!(talk.until("bestmove").contains("no/such.file"));
        talk.send("go depth 2");
        assert!(!talk.until("bestmove").contains("no/such.file"));
        talk.end();
    }

    #[test]
    fn thinking_goes_on_until_it_is_stopped() {
        let mut talk = Talk::begin(serve);
        talk.send("position fen 4k4/R8/9/9/9/9/9/9/1R7/3K5 w");
        // Mate in one: everything is known at once, and yet the answer waits.
        talk.send("go infinite");
        let seen = talk.until("score mate 1");
        assert!(!seen.contains("bestmove"));
        talk.send("isready");
        assert!(!talk.until("readyok").contains("bestmove"));
        talk.send("stop");
        assert!(talk.until("bestmove").contains("bestmove b1b9"));
        talk.send("go ponder wtime 1000 btime 1000");
        talk.until("score mate 1");
        talk.send("ponderhit");
        talk.until("bestmove b1b9");
        talk.end();
    }

    #[test]
    fn rubbish_is_survived() {
        let mut talk = Talk::begin(serve);
        for line in [
            "",
            "joho isready",
            "position",
            "position fen 9/9/9 w",
            "position startpos moves h2h2 zz",
            "setoption",
            "setoption name Hash value 99999999999",
            "setoption name Threads value -3",
            "go movestogo depth",
            "stop",
            "go depth x searchmoves qq",
            "\u{fffd}\u{0}",
            "ponderhit",
            "stop",
            "go searchmoves",
        ] {
            talk.send(line);
        }
        talk.send("position startpos");
        talk.send("go depth 2 searchmoves a0a1");
        assert!(talk.until("bestmove a0a1").contains("bestmove (none)"));
        talk.end();
    }

    #[test]
    fn the_book_answers_where_it_is_asked_to() {
        let mut talk = Talk::begin(serve);
        talk.send("setoption name OwnBook value true");
        talk.send("position startpos");
        talk.send("go depth 3");
        let answer = talk.until("bestmove");
        assert!(answer.contains(" nodes 0 "), "{answer}");
        // Whoever forbids all but one move, or analyses, gets a search.
        talk.send("go depth 3 searchmoves a0a1");
        assert!(talk.until("bestmove a0a1").contains("info depth 3"));
        talk.send("setoption name Book File value nowhere.book");
        talk.send("go depth 3");
        let answer = talk.until("bestmove");
        assert!(answer.contains("nowhere.book: "), "{answer}");
        assert!(answer.contains("info depth 3"), "{answer}");
        talk.end();
    }

    #[test]
    fn a_finished_game_has_no_best_move() {
        let mut talk = Talk::begin(serve);
        talk.send("position fen R3k4/1R7/9/9/9/9/9/9/9/3K5 b");
        talk.send("go depth 3");
        talk.until("bestmove (none)");
        talk.end();
    }

    #[test]
    fn ranks_may_begin_at_one() {
        let mut talk = Talk::begin(serve);
        talk.send("setoption name Ranks From One value true");
        talk.send("position startpos moves h3e3 h10g8");
        talk.send("go depth 2 searchmoves h1g3");
        talk.until("bestmove h1g3");
        talk.end();
    }

    #[test]
    fn all_forms_of_go_are_read() {
        let clocks = ["wtime", "-5", "btime", "3000", "winc", "10", "binc", "30"];
        let go = read_go(&clocks, Side::Second, 1);
        let clock = TimeControl::Clock {
            left: Duration::from_secs(3),
            increment: Duration::from_millis(30),
            moves_to_go: None,
        };
        assert_eq!(go.go.control, clock);
        let Asked { go, endless } =
            read_go(&["nodes", "7", "depth", "3", "infinite"], Side::First, 1);
        assert_eq!((go.nodes, go.depth, endless), (Some(7), Some(3), true));
        let searchmoves = ["searchmoves", "h2e2", "b2e2", "depth", "4"];
        let Asked { go, .. } = read_go(&searchmoves, Side::First, 1);
        assert_eq!(go.only.map(|only| only.len()), Some(2));
        assert_eq!(go.depth, Some(4), "limits after searchmoves count");
    }
}
