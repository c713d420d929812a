//! The Gomocup protocol, spoken to as managers speak.

use std::io::{BufReader, Read, Write};
use std::sync::{Arc, Mutex};
use std::thread;

use boyi_engine::protocol::gomocup;

#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Kept {
    fn text(&self) -> String {
        let bytes = self.0.lock().expect("nobody panics");
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("nobody panics").write(bytes)
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A manager that stays until its last question is answered: who leaves in the middle of a search gets what
/// there is.
struct Manager {
    lines: std::io::Cursor<Vec<u8>>,
    questions: usize,
    said: Kept,
}

impl Read for Manager {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.lines.read(buffer)?;
        while count == 0 && self.said.text().matches("name=").count() < self.questions {
            thread::yield_now();
        }
        Ok(count)
    }
}

/// Sends the whole text at once and returns every line of the answer but messages.
fn answers(text: &str) -> Vec<String> {
    let said = Kept::default();
    let manager = Manager {
        lines: std::io::Cursor::new(format!("{text}\nABOUT\n").into_bytes()),
        questions: text.matches("ABOUT").count() + 1,
        said: said.clone(),
    };
    gomocup::serve(BufReader::new(manager), said.clone()).expect("memory does not fail");
    let said = said.text();
    let lines = said.lines().filter(|line| !line.starts_with("MESSAGE"));
    let mut lines: Vec<String> = lines.map(str::to_owned).collect();
    if !text.contains("END") {
        lines.pop();
    }
    lines
}

const QUICK: &str = "INFO timeout_turn 60000\r\nINFO max_node 2000\r\nINFO max_memory 20000000\r\n";

#[test]
fn a_game_begins_and_goes_on() {
    let said = answers(&format!(
        "START 15\r\n{QUICK}BEGIN\r\nTURN 0,0\r\nRESTART\r\nTURN 7,7\r\nABOUT\r\nHELLO\r\n"
    ));
    assert_eq!(said[0], "OK");
    assert_eq!(said[1], "7,7", "the middle");
    assert_eq!(said[3], "OK");
    assert!(said[5].starts_with("name=\"boyi\", version="));
    assert!(said[6].starts_with("UNKNOWN"));
    assert_eq!(said.len(), 7);
}

#[test]
fn thinking_ahead_ends_with_the_next_line() {
    // Without a limit of time or positions it would think for ever.
    let said = answers(&format!(
        "START 15\r\n{QUICK}INFO pondering 1\r\nBEGIN\r\nTURN 8,8\r\nINFO pondering 0\r\nTURN 0,0\r\nABOUT\r\nEND\r\n"
    ));
    assert_eq!(said[..2], ["OK", "7,7"]);
    let is_point = |line: &String| line.split(',').all(|part| part.parse::<u8>().is_ok());
    assert!(said[2..4].iter().all(is_point), "{said:?}");
    assert!(said[4].starts_with("name="));
}

#[test]
fn lines_may_end_as_they_like_and_case_does_not_matter() {
    for end in ["\n", "\r\n", "\r"] {
        let text = ["start 20", "info max_node 500", "begin", ""].join(end);
        assert_eq!(answers(&text), ["OK", "10,9"]);
    }
}

#[test]
fn what_cannot_be_done_is_an_error_and_the_game_goes_on() {
    let said = answers(&format!(
        "START 4\nSTART 23\nSTART x\nRECTSTART 15,14\nBEGIN\nRECTSTART 15,15\n{QUICK}TURN 7\nTURN 15,0\nBEGIN\nTURN 7,7\nTAKEBACK 3,3\nTAKEBACK 7,7\n"
    ));
    let kinds: Vec<&str> = said.iter().map(|line| &line[..line.len().min(5)]).collect();
    assert_eq!(
        kinds,
        [
            "ERROR", "ERROR", "ERROR", "ERROR", "ERROR", "OK", "ERROR", "ERROR", "7,7", "ERROR",
            "ERROR", "OK"
        ]
    );
}

#[test]
fn boards_come_in_any_order_and_number() {
    // Our four in a row is completed, whatever the other side has.
    let four = "BOARD\n3,3,1\n9,9,2\n4,3,1\n5,3,1\n6,3,1\n0,0,3\nDONE\n";
    let said = answers(&format!("START 15\n{QUICK}{four}"));
    assert!(["2,3", "7,3"].contains(&said[1].as_str()), "{said:?}");
    // Theirs is stopped at its one open end.
    let theirs = "BOARD\n3,3,2\n4,3,2\n5,3,2\n6,3,2\n2,3,1\nDONE\n";
    let said = answers(&format!("START 15\n{QUICK}{theirs}"));
    assert_eq!(said[1], "7,3");
    let said = answers(&format!(
        "START 15\n{QUICK}BOARD\n3,3,4\nDONE\nBOARD\n3,3\nDONE\n"
    ));
    assert!(said[1].starts_with("ERROR") && said[2].starts_with("ERROR"));
}

#[test]
fn the_rule_decides_what_wins() {
    // Five in a row with a gap that would make six.
    let six =
        "BOARD\n3,3,1\n4,3,1\n5,3,1\n7,3,1\n8,3,1\n9,9,2\n9,10,2\n3,10,2\n5,12,2\n1,12,2\nDONE\n";
    let free = answers(&format!("START 15\nINFO rule 0\n{QUICK}{six}"));
    assert_eq!(free[1], "6,3");
    let exact = answers(&format!("START 15\nINFO rule 1\n{QUICK}{six}"));
    assert_ne!(exact[1], "6,3");
    let renju = answers(&format!("START 15\nINFO rule 4\n{QUICK}{six}"));
    assert_ne!(renju[1], "6,3");
}

#[test]
fn swap2_lays_three_and_chooses() {
    let start = format!("START 15\n{QUICK}");
    let said = answers(&format!("{start}SWAP2BOARD\nDONE\n"));
    assert_eq!(said[1].split(' ').count(), 3);
    // Black has an open three and white is to move: black is better.
    let won = "SWAP2BOARD\n7,7\n0,0\n7,8\n14,14\n7,9\nDONE\n";
    assert_eq!(answers(&format!("{start}{won}"))[1], "SWAP");
    // Black's stones are scattered and white's are together.
    let lost = "SWAP2BOARD\n0,14\n7,8\n14,0\n7,7\n14,14\nDONE\nTURN 3,3\n";
    let said = answers(&format!("{start}{lost}"));
    assert!(said[1].contains(','), "stays: {said:?}");
    assert!(said[2].contains(','), "and plays on: {said:?}");
}
