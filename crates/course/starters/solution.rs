// {{name}}: write the functions; what stands below them speaks with whoever asks.
// `boyi check` tries them. Standard error is free for remarks of your own.
#![allow(dead_code)]
use std::io::{BufRead, Write};

struct Turn {
    /// The board as text.
    position: String,
    /// All moves so far.
    moves: Vec<String>,
    /// What you may play.
    legal: Vec<String>,
    /// `first` or `second`.
    side: String,
}

{{functions}}

{{reader}}

fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

fn answer(task: &str, input: &str) -> String {
    let _ = input;
    match task {
{{dispatch}}
        _ => String::new(),
    }
}

fn main() -> std::io::Result<()> {
    let mut side = String::new();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let id = after(&line, "id").split([',', '}']).next().unwrap_or("0").to_string();
        let said = match text(&line, "type").as_str() {
            "hello" => {
                side = text(&line, "side");
                String::from(r#"{"type":"ready","version":1}"#)
            }
            "task" => {
                let result = answer(&text(&line, "task"), &text(&line, "input"));
                format!(r#"{{"id":{id},"answer":"{}"}}"#, quoted(&result))
            }
            {{turn
            "turn" => {
                let turn = Turn {
                    position: text(&line, "position"),
                    moves: list(&line, "moves"),
                    legal: list(&line, "legal"),
                    side: side.clone(),
                };
                format!(r#"{{"id":{id},"move":"{}"}}"#, choose(&turn))
            }
            }}
            _ => break,
        };
        println!("{said}");
        std::io::stdout().flush()?;
    }
    let _ = side;
    Ok(())
}
