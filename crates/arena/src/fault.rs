//! The ways in which a player fails as a program, kept apart because they call for different cures.

use std::time::Duration;

use boyi_game::Phrase;
use serde::{Deserialize, Serialize};

/// What a program did wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, thiserror::Error)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Fault {
    #[error("did not start: {why}")]
    NotStarted { why: String },
    #[error("crashed: {how}")]
    Crashed { how: String },
    #[error("exited in the middle of the game")]
    ExitedEarly,
    #[error("out of time: {waited:?} where {allowed:?} were left")]
    OutOfTime {
        #[serde(with = "seconds")]
        allowed: Duration,
        #[serde(with = "seconds")]
        waited: Duration,
    },
    #[error("does not follow the protocol: {why}, got `{said}`")]
    Rubbish { said: String, why: String },
    #[error("wrote {bytes} bytes without a move")]
    Flood {
        /// How much was read before it was enough.
        bytes: u64,
    },
    #[error("illegal move `{text}`: {why}")]
    IllegalMove { text: String, why: String },
    #[error("took {used} bytes of memory where {allowed} were allowed")]
    Memory { used: u64, allowed: u64 },
    #[error("started more than {allowed} processes")]
    Processes { allowed: u64 },
    #[error("broke out of bounds: {what}")]
    Sandbox { what: String },
    #[error("cannot go on: {why}")]
    GaveUp { why: String },
}

/// Text from a program may be anything and endless; faults and records quote this much of it.
pub(crate) fn quoted(text: &str, most_chars: usize) -> String {
    let mut chars = text.chars();
    let mut beginning: String = chars.by_ref().take(most_chars).collect();
    if chars.next().is_some() {
        beginning.push('…');
    }
    beginning
}

/// How the fault of a program begins that did not answer when it was started.
pub(crate) const NO_ANSWER: &str = "no answer in the protocol";

impl Fault {
    /// Whether all the time there is for a start was waited for nothing.
    pub fn is_silence(&self) -> bool {
        matches!(self, Self::NotStarted { why } if why.starts_with(NO_ANSWER))
    }

    /// Whether the program may still be asked for its next move: in a game of rounds it then only
    /// loses this one.
    pub fn can_go_on(&self) -> bool {
        matches!(self, Self::OutOfTime { .. } | Self::IllegalMove { .. })
    }

    pub fn words(&self) -> Phrase {
        let chinese = match self {
            Self::NotStarted { why } => format!("没有启动：{why}"),
            Self::Crashed { how } => format!("崩溃：{how}"),
            Self::ExitedEarly => "对局中途退出".to_owned(),
            Self::OutOfTime { allowed, waited } => {
                format!("超时：只剩 {allowed:?}，等了 {waited:?}")
            }
            Self::Rubbish { said, why } => format!("不守协议：{why}，收到“{said}”"),
            Self::Flood { bytes } => format!("输出了 {bytes} 字节却没有走子"),
            Self::IllegalMove { text, why } => format!("违规着法“{text}”：{why}"),
            Self::Memory { used, allowed } => format!("占用内存 {used} 字节，只许 {allowed}"),
            Self::Processes { allowed } => format!("启动的进程超过 {allowed} 个"),
            Self::Sandbox { what } => format!("越界：{what}"),
            Self::GaveUp { why } => format!("无法继续：{why}"),
        };
        Phrase::new(self.to_string(), chinese)
    }
}

/// Durations in records are seconds.
pub(crate) mod seconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_f64(time.as_secs_f64())
    }

    pub(crate) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Duration, D::Error> {
        let seconds = f64::deserialize(from)?;
        Duration::try_from_secs_f64(seconds).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_in_a_record_is_read_back() {
        let late = Fault::OutOfTime {
            allowed: Duration::from_millis(100),
            waited: Duration::from_millis(250),
        };
        let said = |why: &str| Fault::GaveUp { why: why.into() };
        for (fault, kind) in [
            (late, "out_of_time"),
            (Fault::ExitedEarly, "exited_early"),
            (said("size"), "gave_up"),
        ] {
            let text = serde_json::to_string(&fault).expect("plain data");
            assert!(text.contains(&format!("\"kind\":\"{kind}\"")), "{text}");
            assert_eq!(serde_json::from_str::<Fault>(&text).expect("ours"), fault);
        }
    }
}
