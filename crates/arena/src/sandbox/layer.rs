//! The layers of the sandbox, by name.

use boyi_game::Phrase;
use serde::{Deserialize, Serialize};

/// One layer. Each holds without the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Layer {
    /// A process of ours stays with the program, watches it and ends it and all its children.
    Keeper,
    /// Not root: where we are, the program gets a user of its own that owns nothing.
    Unprivileged,
    /// Limits of the kernel on memory, processes, files.
    Limits,
    /// The kernel's Landlock: the program sees the system's libraries and its own files, and no more.
    Landlock,
    /// A filter on system calls: no network, no new namespaces, nothing a game has no use for.
    Seccomp,
    /// Bubblewrap: file system, processes and network of its own.
    Bubblewrap,
}

impl Layer {
    /// All, from the outermost.
    pub const ALL: [Self; 6] = [
        Self::Keeper,
        Self::Unprivileged,
        Self::Limits,
        Self::Landlock,
        Self::Seccomp,
        Self::Bubblewrap,
    ];

    /// Its name in replies.
    pub fn name(self) -> &'static str {
        match self {
            Self::Keeper => "keeper",
            Self::Unprivileged => "unprivileged",
            Self::Limits => "limits",
            Self::Landlock => "landlock",
            Self::Seccomp => "seccomp",
            Self::Bubblewrap => "bubblewrap",
        }
    }

    /// What it is good for, in a line.
    pub fn about(self) -> Phrase {
        match self {
            Self::Keeper => Phrase::new(
                "memory and processes are watched, nothing outlives its game",
                "监视内存和进程，对局结束后不留任何进程",
            ),
            Self::Unprivileged => Phrase::new(
                "never root: a user of its own that owns nothing",
                "绝不以 root 运行：使用一个不拥有任何文件的独立用户",
            ),
            Self::Limits => Phrase::new(
                "the kernel's limits on memory, processes and files",
                "内核对内存、进程和文件的限制",
            ),
            Self::Landlock => Phrase::new(
                "reads the system's libraries and its own files, nothing else; writes nothing",
                "只能读系统库和自己的文件，不能写任何文件",
            ),
            Self::Seccomp => Phrase::new(
                "no network, no namespaces, no other processes' memory",
                "禁止网络、命名空间和访问其他进程的内存",
            ),
            Self::Bubblewrap => Phrase::new(
                "file system, process numbers and network of its own",
                "独立的文件系统、进程号和网络",
            ),
        }
    }
}
