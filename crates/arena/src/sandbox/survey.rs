//! Which layers hold on this machine, found out by running a program behind them.

use std::io::Read;
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;

use boyi_game::Phrase;

#[cfg(not(target_os = "linux"))]
use super::portable;
use super::probe::{EscapeAttempt, PROBE, Targets};
use super::program::ResolvedProgram;
use super::{Layer, Policy, Sandbox, StartError, this_program};
#[cfg(target_os = "linux")]
use super::{bubblewrap, files, group};

/// What a sandbox is worth here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Survey {
    pub layers: Vec<LayerReport>,
    pub attempts: Vec<Attempt>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LayerReport {
    pub layer: Layer,
    pub active: bool,
    /// Its version, or why it does not hold.
    pub detail: Option<String>,
}

/// Something a program behind the layers tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt {
    pub what: Phrase,
    /// Whether it was refused, as it should be.
    pub refused: bool,
}

impl Survey {
    /// Whether every layer holds, so that `--sandbox require` runs.
    pub fn is_complete(&self) -> bool {
        let missing = |report: &LayerReport| report.layer.is_required() && !report.active;
        !self.layers.iter().any(missing)
    }

    /// The first layer that is missing for that, and why.
    pub fn missing(&self) -> Option<&LayerReport> {
        let mut layers = self.layers.iter();
        layers.find(|report| report.layer.is_required() && !report.active)
    }

    /// Who sees to it that a program cannot hold more memory than it is given.
    pub fn memory(&self) -> Option<Phrase> {
        let active = |layer| {
            let mut layers = self.layers.iter();
            layers.any(|report| report.layer == layer && report.active)
        };
        if cfg!(windows) && active(Layer::Limits) {
            Some(Phrase::new("a job object", "作业对象"))
        } else if active(Layer::Cgroup) {
            Some(Phrase::new("a control group", "控制组"))
        } else if active(Layer::Seccomp) && active(Layer::Landlock) {
            Some(Phrase::new(
                "the keeper, and seccomp refuses what it cannot see",
                "监护进程；它看不到的内存由 seccomp 拒绝",
            ))
        } else {
            None
        }
    }

    /// Who takes a program's processor time away while it is not its turn.
    #[cfg(not(target_os = "linux"))]
    pub fn freezer(&self) -> Phrase {
        portable::freezer()
    }

    /// Who takes a program's processor time away while it is not its turn.
    #[cfg(target_os = "linux")]
    pub fn freezer(&self) -> Phrase {
        match group::available() {
            Ok(_) => Phrase::new("a control group", "控制组"),
            Err(_) => Phrase::new("signals from the keeper", "监护进程发出的信号"),
        }
    }
}

/// Puts up every layer there is here, and has a program try them.
pub fn survey(sandbox: &Sandbox) -> Result<Survey, StartError> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let targets = Targets {
        home: std::env::home_dir().unwrap_or_else(|| PathBuf::from("/root")),
        port: listener.local_addr()?.port(),
    };
    let ourselves = this_program();
    let found = ResolvedProgram {
        program: ourselves.clone(),
        arguments: vec![
            PROBE.to_owned(),
            serde_json::to_string(&targets).map_err(std::io::Error::from)?,
        ],
        folder: super::program::root_folder(),
        readable: vec![ourselves],
    };
    let sandbox = Sandbox {
        policy: Policy::Auto,
        ..sandbox.clone()
    };
    #[cfg(target_os = "linux")]
    let running = sandbox.start_resolved(found, None)?;
    #[cfg(not(target_os = "linux"))]
    let running = sandbox.start_resolved(&found)?;
    let mut said = String::new();
    std::process::ChildStdout::from(running.stdout.try_clone()?).read_to_string(&mut said)?;
    let succeeded: Vec<EscapeAttempt> = said
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    let report = |layer| {
        let active = running.layers.contains(&layer);
        LayerReport {
            layer,
            active,
            detail: detail(layer),
        }
    };
    let attempt = |&trial: &EscapeAttempt| Attempt {
        what: words(trial),
        refused: !succeeded.contains(&trial),
    };
    // What a control group counts may be held.
    let tried = |trial: &&EscapeAttempt| {
        let is_counted = running.layers.contains(&Layer::Cgroup);
        **trial != EscapeAttempt::HoldMemory || !is_counted
    };
    Ok(Survey {
        layers: Layer::ALL.into_iter().map(report).collect(),
        attempts: EscapeAttempt::ALL
            .iter()
            .filter(tried)
            .map(attempt)
            .collect(),
    })
}

#[cfg(not(target_os = "linux"))]
fn detail(layer: Layer) -> Option<String> {
    portable::detail(layer)
}

#[cfg(target_os = "linux")]
fn detail(layer: Layer) -> Option<String> {
    match layer {
        Layer::Landlock => Some(match files::landlock_version() {
            0 => "the kernel has none".to_owned(),
            version => format!("version {version}"),
        }),
        Layer::Bubblewrap => Some(match bubblewrap::available() {
            Ok(program) => program.display().to_string(),
            Err(why) => why,
        }),
        Layer::Cgroup => Some(match group::available() {
            Ok(groups) => groups.detail(),
            Err(why) => why,
        }),
        _ => None,
    }
}

fn words(trial: EscapeAttempt) -> Phrase {
    match trial {
        EscapeAttempt::BeRoot => Phrase::new("be root", "以 root 身份运行"),
        EscapeAttempt::ReadAccounts => Phrase::new("read /etc/passwd", "读取 /etc/passwd"),
        EscapeAttempt::ReadHome => Phrase::new("look into your home folder", "查看用户主目录"),
        EscapeAttempt::WriteFiles => Phrase::new("write to the disk", "写入磁盘"),
        EscapeAttempt::HoldMemory => {
            Phrase::new("hold memory that nobody counts", "占用无人统计的内存")
        }
        EscapeAttempt::UseNetwork => Phrase::new("connect to this machine", "连接本机网络"),
    }
}
