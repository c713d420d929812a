//! Game trees written out: minimax and alpha-beta, with the leaves each has to look at.
//!
//! The input is a tree such as `((3 12 8) (2 4 6))`; the one to move at the root wants the most, the other
//! the least, and so on in turn. The answer is the value, and on a second line how many leaves were looked at.

use boyi_game::Random;

use super::number;
use crate::judge::Expected;

/// A game tree.
enum Tree {
    Leaf(i64),
    Node(Vec<Tree>),
}

/// `DEPTH WIDTH VALUES WHAT`: leaves are 0 to VALUES; WHAT is `value`, `leaves` (of minimax: all) or `cut`
/// (of alpha-beta, from left to right).
pub(super) fn draw(words: &[&str], random: &mut Random) -> Result<String, String> {
    let depth: u32 = number(words, 0, "DEPTH")?;
    let (width, values): (u64, u64) = (number(words, 1, "WIDTH")?, number(words, 2, "VALUES")?);
    if depth == 0 || width < 2 || depth > 12 {
        return Err("a tree is 1 to 12 plies deep and at least 2 wide".to_owned());
    }
    Ok(written(depth, width, values, random))
}

fn written(depth: u32, width: u64, values: u64, random: &mut Random) -> String {
    if depth == 0 {
        return random.below(values + 1).to_string();
    }
    let children = width - random.below(width.min(3) - 1);
    let children: Vec<String> = (0..children)
        .map(|_| written(depth - 1, width, values, random))
        .collect();
    format!("({})", children.join(" "))
}

impl Tree {
    fn parse(text: &str) -> Result<Self, String> {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let mut open: Vec<Vec<Self>> = Vec::new();
        for word in spaced.split_whitespace() {
            let done = match word {
                "(" => {
                    open.push(Vec::new());
                    continue;
                }
                ")" => Self::Node(open.pop().ok_or("a bracket too many")?),
                word => Self::Leaf(word.parse().map_err(|_| format!("`{word}` is no leaf"))?),
            };
            match open.last_mut() {
                Some(parent) => parent.push(done),
                None => return Ok(done),
            }
        }
        Err("a bracket is not closed".to_owned())
    }

    fn leaves(&self) -> u64 {
        match self {
            Self::Leaf(_) => 1,
            Self::Node(children) => children.iter().map(Self::leaves).sum(),
        }
    }

    /// Its value for the one who moves first, and the leaves looked at.
    fn alpha_beta(&self, most: bool, mut alpha: i64, mut beta: i64, seen: &mut u64) -> i64 {
        let children = match self {
            Self::Leaf(value) => {
                *seen += 1;
                return *value;
            }
            Self::Node(children) => children,
        };
        let mut best = if most { i64::MIN } else { i64::MAX };
        for child in children {
            let value = child.alpha_beta(!most, alpha, beta, seen);
            if most {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

pub(super) fn expected(words: &[&str], input: &str) -> Result<Expected, String> {
    let tree = Tree::parse(input)?;
    let mut cut = 0;
    let value = tree.alpha_beta(true, i64::MIN, i64::MAX, &mut cut);
    let exactly = |count| Expected::Between {
        low: count,
        high: count,
    };
    match words.get(3) {
        Some(&"value") => Ok(Expected::Number(value)),
        Some(&"leaves") => Ok(exactly(tree.leaves())),
        Some(&"cut") => Ok(exactly(cut)),
        _ => Err("a tree is asked for its value, leaves or cut".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree that textbooks draw: the second branch is left after its first leaf, the third is not.
    #[test]
    fn counts_are_those_of_the_textbook() {
        let text = "((3 12 8) (2 4 6) (14 5 2))";
        let number = |what| expected(&["", "", "", what], text).expect("a tree");
        assert_eq!(number("value"), Expected::Number(3));
        assert_eq!(number("leaves"), Expected::Between { low: 9, high: 9 });
        assert_eq!(number("cut"), Expected::Between { low: 7, high: 7 });
        assert!(Tree::parse("((1 2)").is_err() && Tree::parse("(a)").is_err());
    }
}
