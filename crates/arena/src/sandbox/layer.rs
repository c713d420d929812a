//! The layers of the sandbox, by name.

use boyi_game::Phrase;
use serde::{Deserialize, Serialize};

/// One layer. Each holds without the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Layer {
    Keeper,
    /// Control groups of the kernel. Where they cannot be had, keeper and seccomp do the same together.
    Cgroup,
    Unprivileged,
    Limits,
    Landlock,
    Seccomp,
    Bubblewrap,
}

impl Layer {
    /// All, from the outermost.
    pub const ALL: [Self; 7] = [
        Self::Keeper,
        Self::Cgroup,
        Self::Unprivileged,
        Self::Limits,
        Self::Landlock,
        Self::Seccomp,
        Self::Bubblewrap,
    ];

    /// Whether `--sandbox require` wants it.
    pub fn is_required(self) -> bool {
        self != Self::Cgroup
    }

    pub fn name(self) -> &'static str {
        self.words().0
    }

    /// What it is good for, in a line.
    pub fn about(self) -> Phrase {
        let (_, english, chinese) = self.words();
        Phrase::new(english, chinese)
    }

    fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Keeper => (
                "keeper",
                "memory and processes are watched, nothing outlives its game",
                "监视内存和进程，对局结束后不留任何进程",
            ),
            Self::Cgroup => (
                "cgroup",
                "the kernel itself counts all memory, shared pages and files in it included",
                "由内核统计全部内存，包括共享页和内存文件",
            ),
            Self::Unprivileged => (
                "unprivileged",
                "never root: a user of its own that owns nothing",
                "绝不以 root 运行：使用一个不拥有任何文件的独立用户",
            ),
            Self::Limits => (
                "limits",
                "the kernel's limits on memory, processes and files",
                "内核对内存、进程和文件的限制",
            ),
            Self::Landlock => (
                "landlock",
                "reads the system's libraries and its own files, nothing else; writes nothing",
                "只能读系统库和自己的文件，不能写任何文件",
            ),
            Self::Seccomp => (
                "seccomp",
                "no network, no namespaces, no other processes' memory, none that nobody counts",
                "禁止网络、命名空间、访问其他进程的内存和无人统计的内存",
            ),
            Self::Bubblewrap => (
                "bubblewrap",
                "file system, process numbers and network of its own",
                "独立的文件系统、进程号和网络",
            ),
        }
    }
}
