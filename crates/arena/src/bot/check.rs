//! Tries a bot and says in plain words what is wrong with it.

use std::time::Duration;

use boyi_engine::Game;
use boyi_game::{PerSide, Phrase, Random, Seen, Side};

use super::player::Bot;
use super::protocol::Protocol;
use super::spec::BotSpec;
use crate::sandbox::{Layer, Sandbox};
use crate::{Answer, Ask, Contestant, Contestants, Event, Fault, Opening, Referee, Terms};

/// What came of trying a bot.
#[derive(Clone, PartialEq, Debug)]
pub struct Check {
    /// What was looked at, in order; the last one is the first that failed.
    pub findings: Vec<Finding>,
    pub layers: Vec<Layer>,
    pub log: Option<String>,
}

/// One thing that was looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    pub passed: bool,
    pub what: Phrase,
    pub advice: Option<Phrase>,
}

impl Finding {
    fn new(passed: bool, what: Phrase) -> Self {
        Self {
            passed,
            what,
            advice: None,
        }
    }
}

impl Check {
    pub fn passed(&self) -> bool {
        self.findings.iter().all(|finding| finding.passed)
    }
}

/// Starts a bot and has it play one game on each side against somebody who plays any legal move.
pub fn check(spec: &BotSpec, game: &'static dyn Game, sandbox: &Sandbox, terms: &Terms) -> Check {
    let mut check = Check {
        findings: Vec::new(),
        layers: Vec::new(),
        log: None,
    };
    if !spec.plays(game.name()) {
        let (name, games) = (game.name(), spec.games.join(", "));
        let what = Phrase::new(
            format!("it plays {games}, not {name}"),
            format!("它玩的是 {games}，不是 {name}"),
        );
        check.findings.push(Finding::new(false, what));
        return check;
    }
    match sandbox.start(&spec.program) {
        Ok(running) => check.layers.clone_from(&running.layers),
        Err(error) => {
            let fault = Fault::NotStarted {
                why: error.to_string(),
            };
            check.findings.push(failure(&fault, spec));
            return check;
        }
    }
    let starts = Phrase::new("the program starts", "程序可以启动");
    check.findings.push(Finding::new(true, starts));
    for side in Side::BOTH {
        let finding = play(spec, game, sandbox, terms, side, &mut check.log);
        let passed = finding.passed;
        check.findings.push(finding);
        if !passed {
            break;
        }
    }
    check
}

/// One game with the bot on this side.
fn play(
    spec: &BotSpec,
    game: &'static dyn Game,
    sandbox: &Sandbox,
    terms: &Terms,
    side: Side,
    log: &mut Option<String>,
) -> Finding {
    let bot = Box::new(Bot::new(spec.clone(), sandbox.clone()));
    let anybody = Box::new(Anybody(Random::new(side.index() as u64)));
    let mut players: Contestants = match side {
        Side::First => PerSide::new(bot, anybody),
        Side::Second => PerSide::new(anybody, bot),
    };
    let (mut moves, mut slowest, mut fault) = (0_u32, 0.0_f64, None);
    let mut note = |event: &Event| match event {
        Event::Move(mv) if mv.side == side && !mv.idle => {
            moves += 1;
            slowest = slowest.max(mv.seconds.unwrap_or(0.0));
        }
        Event::Fault {
            side: whose,
            fault: what,
        } if *whose == side => {
            fault.get_or_insert(what.clone());
        }
        Event::Log { side: whose, text } if *whose == side => *log = Some(text.clone()),
        _ => {}
    };
    let ended = Referee::new(game, terms).play(&Opening::usual(), 1, &mut players, &mut note);
    if let Some(fault) = fault {
        return failure(&fault, spec);
    }
    let place = match side {
        Side::First => ("first", "先手"),
        Side::Second => ("second", "后手"),
    };
    match ended {
        Err(error) => Finding::new(false, Phrase::new(error.to_string(), error.to_string())),
        Ok(ending) => {
            let words = ending.words();
            let slowest = Duration::from_secs_f64(slowest);
            let what = Phrase::new(
                format!(
                    "a whole game as the {} player: {moves} moves, the slowest in {slowest:.1?} ({})",
                    place.0, words.english
                ),
                format!(
                    "以{}下完一局：{moves} 步，最慢一步 {slowest:.1?}（{}）",
                    place.1, words.chinese
                ),
            );
            Finding::new(true, what)
        }
    }
}

/// Plays any legal move.
struct Anybody(Random);

impl Contestant for Anybody {
    fn name(&self) -> String {
        "anybody".to_owned()
    }

    fn begin(&mut self, _game: &Seen, _side: Side, _terms: &Terms) -> Result<(), Fault> {
        Ok(())
    }

    fn choose(&mut self, _game: &Seen, _side: Side, ask: &Ask) -> Result<Answer, Fault> {
        let mut legal = (ask.legal_moves)();
        let index = self.0.below(legal.len() as u64) as usize;
        Ok(Answer::bare(legal.swap_remove(index).text))
    }
}

fn failure(fault: &Fault, spec: &BotSpec) -> Finding {
    Finding {
        passed: false,
        what: fault.words(),
        advice: advice(fault, spec),
    }
}

fn advice(fault: &Fault, spec: &BotSpec) -> Option<Phrase> {
    let ours = spec.protocol == Protocol::Boyi;
    Some(match fault {
        Fault::NotStarted { why }
            if why.contains("there is no program") && spec.build.is_some() =>
        {
            let build = spec.build.clone().unwrap_or_default();
            Phrase::new(
                format!("build it first, in its folder: {build}"),
                format!("请先在它的文件夹里构建：{build}"),
            )
        }
        Fault::NotStarted { why } if why.contains("no answer") => Phrase::new(
            "it must read a line from standard input, answer with a line on standard output, and flush it",
            "它应从标准输入读一行，向标准输出回答一行，并立即刷新缓冲区（flush）",
        ),
        Fault::NotStarted { why } if why.contains("is not a program") => Phrase::new(
            "name the interpreter as well (python3 bot.py), or give the file a `#!` line and chmod +x",
            "请写上解释器（如 python3 bot.py），或给文件加上 #! 行并 chmod +x",
        ),
        Fault::Crashed { .. } => Phrase::new(
            "its log (standard error) says where; a file it cannot find may be outside its folder, which the sandbox hides",
            "原因见它的日志（标准错误）；找不到的文件可能在它的文件夹之外，沙箱不允许访问",
        ),
        Fault::ExitedEarly => Phrase::new(
            "it must go on reading lines until it is told that the game is over",
            "它应一直读取输入，直到被告知对局结束",
        ),
        Fault::OutOfTime { .. } => Phrase::new(
            "flush standard output after every answer; if it does, it thinks for too long",
            "每次回答后要刷新标准输出；若已刷新，则是思考时间过长",
        ),
        Fault::Rubbish { .. } if ours => Phrase::new(
            "standard output is for answers only, one JSON object a line; print everything else to standard error",
            "标准输出只用于回答，每行一个 JSON 对象；其他内容请输出到标准错误",
        ),
        Fault::Rubbish { .. } | Fault::GaveUp { .. } => Phrase::new(
            format!(
                "is {} the protocol it speaks? `--protocol` names another",
                spec.protocol
            ),
            format!(
                "它使用的协议是 {} 吗？可用 --protocol 指定其他协议",
                spec.protocol
            ),
        ),
        Fault::Flood { .. } => Phrase::new(
            "one short line a move is enough; remarks belong on standard error",
            "每步一行即可；其他内容请输出到标准错误",
        ),
        Fault::IllegalMove { .. } if ours => Phrase::new(
            "choose one of the moves in `legal`, letter for letter",
            "请从 legal 列表中原样选一个着法",
        ),
        Fault::Memory { .. } => Phrase::new("--bot-memory gives it more", "可用 --bot-memory 放宽"),
        Fault::Sandbox { .. } => Phrase::new(
            "bots play by themselves: no network, no files but their own",
            "程序必须独立下棋：不能使用网络，也不能访问自己以外的文件",
        ),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_is_given_in_both_languages() {
        let spec = BotSpec::read("./bot", None).expect("a path");
        let faults = [
            Fault::NotStarted {
                why: "no answer in the protocol boyi within 10s".into(),
            },
            Fault::Crashed {
                how: "exit status 1".into(),
            },
            Fault::ExitedEarly,
            Fault::Rubbish {
                said: "hi".into(),
                why: "not JSON".into(),
            },
            Fault::Flood { bytes: 1 },
            Fault::IllegalMove {
                text: "a1".into(),
                why: "taken".into(),
            },
        ];
        for fault in faults {
            let advice = advice(&fault, &spec).expect("something can be done");
            assert!(
                advice.english.is_ascii() && !advice.chinese.is_ascii(),
                "{advice:?}"
            );
        }
    }
}
