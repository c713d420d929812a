//! UCI, as Pikafish and Fairy-Stockfish speak it to graphical interfaces and match runners.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use boyi_game::perft::{self, Counting, Finished};
use boyi_game::{Score, Side};
use boyi_search::TimeControl;
use boyi_xiangqi::notation::coordinates::Ranks;
use boyi_xiangqi::{Rules, Xiangqi, fen};

use super::NAME;
use super::desk::{Desk, Dialect, Go, Next, Settings, in_words, speed};
use crate::xiangqi::strong::thinker::Progress;
use crate::xiangqi::strong::value::to_score;

/// Serves UCI until `quit` or the end of the input.
pub fn serve(input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    Desk::new(Uci, output).serve(input, handle)
}

#[derive(Clone, Copy)]
struct Uci;

fn handle<W: Write + Send + 'static>(desk: &mut Desk<Uci, W>, words: &[&str]) -> io::Result<Next> {
    match words {
        ["uci", ..] => greet(desk)?,
        ["isready", ..] => desk.say("readyok")?,
        ["ucinewgame", ..] => desk.new_game(),
        ["setoption", rest @ ..] => set_option(desk, rest),
        ["position", rest @ ..] => {
            if let Err(why) = desk.position(rest) {
                desk.say(&format!("info string {why}"))?;
            }
        }
        ["go", "perft", depth, ..] => count(desk, depth)?,
        ["go", rest @ ..] => {
            let go = read_go(rest, desk.game().board_turn());
            desk.go(go)?;
        }
        ["stop", ..] => desk.stop(),
        ["ponderhit", ..] => desk.ponderhit(),
        ["d" | "fen", ..] => desk.say(&fen::write(&desk.game().setup()))?,
        ["quit" | "exit", ..] => return Ok(Next::Quit),
        // As the protocol says: unknown words at the front are skipped.
        [_, rest @ ..] if !rest.is_empty() => return handle(desk, rest),
        _ => {}
    }
    Ok(Next::Line)
}

/// Whose turn it is, for clocks.
trait Turn {
    fn board_turn(&self) -> Side;
}

impl Turn for Xiangqi {
    fn board_turn(&self) -> Side {
        use boyi_game::Position;
        self.turn()
    }
}

fn greet<W: Write + Send + 'static>(desk: &Desk<Uci, W>) -> io::Result<()> {
    let usual = Settings::default();
    let rules = Rules::ALL.map(|rules| format!("var {rules}")).join(" ");
    desk.say(&format!(
        "id name {NAME}\nid author the boyi authors\n\
         option name Hash type spin default {} min 1 max 65536\n\
         option name Threads type spin default {} min 1 max 256\n\
         option name MultiPV type spin default {} min 1 max 128\n\
         option name Ponder type check default false\n\
         option name Move Overhead type spin default {} min 0 max 5000\n\
         option name Clear Hash type button\n\
         option name UCI_Variant type combo default xiangqi var xiangqi\n\
         option name Repetition Rule type combo default {} {rules}\n\
         option name Ranks From One type check default false\n\
         option name OwnBook type check default false\n\
         option name Book File type string default <empty>\n\
         uciok",
        usual.hash, usual.threads, usual.lines, usual.overhead, usual.rules,
    ))
}

/// `name NAME value VALUE`; names are told apart without their case.
fn set_option<W: Write + Send + 'static>(desk: &mut Desk<Uci, W>, words: &[&str]) {
    let words = words.strip_prefix(&["name"]).unwrap_or(words);
    let split = words.iter().position(|&word| word == "value");
    let (name, value) = words.split_at(split.unwrap_or(words.len()));
    let value = value.get(1..).unwrap_or_default().join(" ");
    let number = || value.parse::<usize>().ok();
    match name.join(" ").to_ascii_lowercase().as_str() {
        "hash" => {
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
        "multipv" => {
            if let Some(lines) = number().filter(|lines| (1..=128).contains(lines)) {
                desk.settings.lines = lines;
            }
        }
        "move overhead" => {
            if let Some(overhead) = number().filter(|overhead| *overhead <= 5000) {
                desk.settings.overhead = overhead as u64;
            }
        }
        "repetition rule" => desk.set_rules(&value),
        "ranks from one" => {
            desk.settings.ranks = if value == "true" {
                Ranks::FromOne
            } else {
                Ranks::FromZero
            };
        }
        "ownbook" => desk.set_book(value == "true"),
        "book file" => desk.set_book_file(&value),
        "clear hash" => desk.new_game(),
        _ => {}
    }
}

fn read_go(words: &[&str], turn: Side) -> Go {
    let mut go = Go::default();
    let mut clocks = [None; 2];
    let mut increments = [Duration::ZERO; 2];
    let mut moves_to_go = None;
    let mut words = words.iter().peekable();
    while let Some(&word) = words.next() {
        let mut number = || words.next_if(|word| word.parse::<i64>().is_ok());
        let mut amount = || number().and_then(|word| word.parse::<i64>().ok());
        // A clock that has run over is empty, not an error.
        let time = |amount: i64| Duration::from_millis(amount.max(0) as u64);
        match word {
            "depth" => go.depth = amount().map(|depth| depth.clamp(1, 1000) as u32),
            "mate" => go.depth = amount().map(|moves| (2 * moves).clamp(1, 1000) as u32),
            "nodes" => go.nodes = amount().map(|nodes| nodes.max(1) as u64),
            "movetime" => go.time = amount().map(|t| TimeControl::PerMove(time(t))),
            "wtime" => clocks[0] = amount().map(time),
            "btime" => clocks[1] = amount().map(time),
            "winc" => increments[0] = amount().map_or(Duration::ZERO, time),
            "binc" => increments[1] = amount().map_or(Duration::ZERO, time),
            "movestogo" => moves_to_go = amount().map(|moves| moves.clamp(1, 1000) as u32),
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                let moves = words.by_ref().map(|&word| word.to_owned());
                go.only = Some(moves.collect());
            }
            _ => {}
        }
    }
    if let Some(left) = clocks[turn.index()]
        && go.time.is_none()
    {
        go.time = Some(TimeControl::Clock {
            left,
            increment: increments[turn.index()],
            moves_to_go,
        });
    }
    go
}

/// Counts and says so, move by move.
fn count<W: Write + Send + 'static>(desk: &mut Desk<Uci, W>, depth: &str) -> io::Result<()> {
    let Ok(depth) = depth.parse::<u32>() else {
        return Ok(());
    };
    let counting = Counting {
        finished: Finished::Nothing,
        bulk: true,
    };
    let mut board = desk.game().board().clone();
    let mut sum = 0;
    for (mv, leaves) in perft::divide(&mut board, depth, counting) {
        sum += leaves;
        let mv = in_words(&[mv], &desk.settings);
        desk.say(&format!("{mv}: {leaves}"))?;
    }
    desk.say(&format!("\nNodes searched: {sum}"))
}

/// `cp 35`, `mate 3`, `mate -2`.
fn score_words(score: Score) -> String {
    match score.plies_to_end() {
        None => format!("cp {}", score.value()),
        Some(plies) if score > Score::EVEN => format!("mate {}", plies.div_ceil(2)),
        Some(plies) => format!("mate -{}", plies / 2),
    }
}

impl Dialect for Uci {
    fn info(self, progress: &Progress, settings: &Settings) -> Vec<String> {
        let line = |(index, line): (usize, &crate::xiangqi::strong::thinker::FoundLine)| {
            format!(
                "info depth {} seldepth {} multipv {} score {} nodes {} nps {} hashfull {} time {} pv {}",
                line.depth,
                progress.deepest.max(line.moves.len()),
                index + 1,
                score_words(to_score(line.value)),
                progress.counts.nodes,
                speed(progress),
                progress.full,
                progress.elapsed.as_millis(),
                in_words(&line.moves, settings),
            )
        };
        progress.lines.iter().enumerate().map(line).collect()
    }

    fn remark(self, text: &str) -> String {
        format!("info string {text}")
    }

    fn best(self, progress: &Progress, settings: &Settings, _: &Go) -> String {
        let Some(best) = progress.best else {
            return "bestmove (none)".to_owned();
        };
        let expected = progress
            .lines
            .first()
            .and_then(|line| (line.moves.first() == Some(&best)).then(|| line.moves.get(1))?);
        let best = in_words(&[best], settings);
        match expected {
            Some(&reply) => format!("bestmove {best} ponder {}", in_words(&[reply], settings)),
            None => format!("bestmove {best}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::desk::tests::Talk;

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
        assert!(!answer.contains("info depth"), "{answer}");
        // Whoever forbids all but one move, or analyses, gets a search.
        talk.send("go depth 3 searchmoves a0a1");
        assert!(talk.until("bestmove a0a1").contains("info depth 3"));
        talk.send("setoption name Book File value nowhere.book");
        talk.send("go depth 3");
        let answer = talk.until("bestmove");
        assert!(answer.contains("info string nowhere.book: "), "{answer}");
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
        let go = read_go(
            &["wtime", "-5", "btime", "3000", "winc", "10", "binc", "30"],
            Side::Second,
        );
        let clock = TimeControl::Clock {
            left: Duration::from_secs(3),
            increment: Duration::from_millis(30),
            moves_to_go: None,
        };
        assert_eq!(go.time, Some(clock));
        let go = read_go(&["nodes", "7", "depth", "3", "infinite"], Side::First);
        assert_eq!((go.nodes, go.depth, go.infinite), (Some(7), Some(3), true));
    }
}
