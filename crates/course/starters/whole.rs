// Read lines from standard input until it ends, and print what they ask for.
use std::io::BufRead;

fn main() -> std::io::Result<()> {
    for line in std::io::stdin().lock().lines() {
        println!("{}", line?);
    }
    Ok(())
}
