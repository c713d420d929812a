//! How a move is limited: by a clock, by nodes, by depth. As text: `move=500ms`, `1m+0.5s`,
//! `nodes=1000`, `depth=6,move=10s`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use boyi_engine::Go;
use boyi_search::TimeControl;
use serde::{Deserialize, Serialize};

/// What a move may cost, for both players alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Control {
    pub timing: Timing,
    pub nodes: Option<u64>,
    pub depth: Option<u32>,
}

/// How time is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Timing {
    #[default]
    Untimed,
    PerMove(Duration),
    /// A clock that runs down; with an increment of zero that is sudden death.
    Clock {
        base: Duration,
        increment: Duration,
    },
}

impl Control {
    /// So many positions a move: games come out the same on every machine.
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// What a clock shows at the start of the game.
    pub fn clock(&self) -> Option<Duration> {
        match self.timing {
            Timing::Clock { base, .. } => Some(base),
            _ => None,
        }
    }

    /// What a player may take for this move at most; `None` where time is not counted.
    pub fn allowed(&self, left: Option<Duration>) -> Option<Duration> {
        match self.timing {
            Timing::Untimed => None,
            Timing::PerMove(time) => Some(time),
            Timing::Clock { base, .. } => Some(left.unwrap_or(base)),
        }
    }

    /// What a player is asked for the next move, with this much left on its clock.
    pub fn go(&self, left: Option<Duration>) -> Go {
        Go {
            control: match self.timing {
                Timing::Untimed => TimeControl::Unlimited,
                Timing::PerMove(time) => TimeControl::PerMove(time),
                Timing::Clock { base, increment } => TimeControl::Clock {
                    left: left.unwrap_or(base),
                    increment,
                    moves_to_go: None,
                },
            },
            depth: self.depth,
            nodes: self.nodes,
            ..Go::default()
        }
    }
}

/// Why a text is no control.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "`{part}` in `{text}` limits nothing: write move=500ms, 1m, 1m+0.5s, nodes=1000 or depth=6, with commas between"
)]
pub struct ControlError {
    text: String,
    part: String,
}

impl FromStr for Control {
    type Err = ControlError;

    fn from_str(text: &str) -> Result<Self, ControlError> {
        let mut control = Self::default();
        let parts = text.split(',').map(str::trim);
        for part in parts.filter(|part| !part.is_empty() && *part != "none") {
            read_part(part, &mut control).ok_or_else(|| ControlError {
                text: text.to_owned(),
                part: part.to_owned(),
            })?;
        }
        Ok(control)
    }
}

impl TryFrom<String> for Control {
    type Error = ControlError;

    fn try_from(text: String) -> Result<Self, ControlError> {
        text.parse()
    }
}

impl From<Control> for String {
    fn from(control: Control) -> Self {
        control.to_string()
    }
}

fn read_part(part: &str, control: &mut Control) -> Option<()> {
    match part.split_once('=') {
        Some(("nodes", value)) => control.nodes = Some(value.parse().ok().filter(|&n| n > 0)?),
        Some(("depth", value)) => {
            let plies = value.parse().ok().filter(|n| (1..=1000).contains(n))?;
            control.depth = Some(plies);
        }
        Some(("move", value)) => control.timing = Timing::PerMove(read_time(value)?),
        Some(_) => return None,
        None => {
            let (base, increment) = part.split_once('+').unwrap_or((part, "0s"));
            control.timing = Timing::Clock {
                base: read_time(base)?,
                increment: if increment == "0s" {
                    Duration::ZERO
                } else {
                    read_time(increment)?
                },
            };
        }
    }
    Some(())
}

/// Reads `400us`, `500ms`, `2s`, `1.5s`, `1m`, `1h`, and a bare number as seconds.
fn read_time(text: &str) -> Option<Duration> {
    let unit = text.find(|c: char| c.is_ascii_alphabetic());
    let (number, unit) = text.split_at(unit.unwrap_or(text.len()));
    let number: f64 = number.trim().parse().ok()?;
    let seconds = match unit {
        "us" => number / 1e6,
        "ms" => number / 1000.0,
        "s" | "" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return None,
    };
    // A century is enough, and keeps every sum of times in range.
    let time = Duration::try_from_secs_f64(seconds).ok()?;
    // Whole microseconds, as they are written: a control must read back as it was.
    let micros = ((time.as_nanos() + 500) / 1000).max(1) as u64;
    (!time.is_zero() && time.as_secs() < 3_200_000_000).then(|| Duration::from_micros(micros))
}

fn write_time(time: Duration) -> String {
    let micros = time.as_micros();
    if micros.is_multiple_of(60_000_000) {
        format!("{}m", micros / 60_000_000)
    } else if micros.is_multiple_of(1_000_000) {
        format!("{}s", micros / 1_000_000)
    } else if micros.is_multiple_of(1000) {
        format!("{}ms", micros / 1000)
    } else {
        format!("{}us", micros.max(1))
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        match self.timing {
            Timing::Untimed => {}
            Timing::PerMove(time) => parts.push(format!("move={}", write_time(time))),
            Timing::Clock { base, increment } if increment.is_zero() => {
                parts.push(write_time(base));
            }
            Timing::Clock { base, increment } => {
                parts.push(format!("{}+{}", write_time(base), write_time(increment)));
            }
        }
        parts.extend(self.nodes.map(|nodes| format!("nodes={nodes}")));
        parts.extend(self.depth.map(|depth| format!("depth={depth}")));
        if parts.is_empty() {
            parts.push("none".to_owned());
        }
        f.write_str(&parts.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_finer_than_a_microsecond_read_back_too() {
        for text in [
            ".8888888888888",
            "0.0000001s",
            "2999999999.1234567s+1.0000005s",
        ] {
            let control: Control = text.parse().expect("a control");
            assert_eq!(control.to_string().parse(), Ok(control), "{text}");
        }
    }

    #[test]
    fn a_control_reads_back() {
        for text in [
            "move=500ms",
            "1m",
            "90s+500ms",
            "nodes=1000",
            "move=10s,nodes=5,depth=6",
            "none",
        ] {
            let control: Control = text.parse().expect("a control");
            assert_eq!(control.to_string(), text);
        }
        assert_eq!(
            "60+0.5".parse::<Control>().map(|control| control.timing),
            Ok(Timing::Clock {
                base: Duration::from_secs(60),
                increment: Duration::from_millis(500)
            })
        );
    }

    #[test]
    fn what_limits_nothing_is_pointed_at() {
        for (text, part) in [
            ("nodes=0", "nodes=0"),
            ("1m,depht=3", "depht=3"),
            ("soon", "soon"),
            ("move=0s", "move=0s"),
            ("1e99s", "1e99s"),
            ("nan", "nan"),
        ] {
            let error = text.parse::<Control>().expect_err(text).to_string();
            assert!(error.starts_with(&format!("`{part}` in ")), "{error}");
        }
    }
}
