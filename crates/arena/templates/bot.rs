// A bot for {{game}}. It plays any legal move; make it play a better one in choose().
// Everything it prints to standard error ends up in its log.
use std::io::{BufRead, Write};

struct Turn {
    /// The board as text.
    #[allow(dead_code)]
    position: String,
    /// All moves so far.
    moves: Vec<String>,
    /// What you may play.
    legal: Vec<String>,
}

fn choose(turn: &Turn) -> &str {
    // The standard library has no random numbers; this is a different move each time, too.
    let number = turn.moves.iter().flat_map(|text| text.bytes()).fold(7_usize, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(byte.into())
    });
    &turn.legal[number % turn.legal.len()]
}

// Just enough JSON for messages of one line whose texts hold no quotation marks.
fn after<'a>(line: &'a str, name: &str) -> &'a str {
    let name = format!("\"{name}\":");
    line.split_once(&name).map_or("", |(_, value)| value)
}

fn text(line: &str, name: &str) -> String {
    let value = after(line, name).strip_prefix('"').unwrap_or("");
    let value = value.split('"').next().unwrap_or("");
    value.replace("\\n", "\n")
}

fn list(line: &str, name: &str) -> Vec<String> {
    let value = after(line, name).split(']').next().unwrap_or("");
    let texts = value.split('"').skip(1).step_by(2);
    texts.map(str::to_owned).collect()
}

fn main() -> std::io::Result<()> {
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let answer = match text(&line, "type").as_str() {
            "hello" => String::from(r#"{"type":"ready","version":1}"#),
            "turn" => {
                let turn = Turn {
                    position: text(&line, "position"),
                    moves: list(&line, "moves"),
                    legal: list(&line, "legal"),
                };
                let id = after(&line, "id").split(',').next().unwrap_or("0");
                format!(r#"{{"id":{id},"move":"{}"}}"#, choose(&turn))
            }
            _ => break,
        };
        println!("{answer}");
        std::io::stdout().flush()?;
    }
    Ok(())
}
