//! The command log: a stack of command lines that can be searched from the top by prefix.

/// Every command of this run, oldest first.
///
/// Four operations make it what the course asks for: initialise ([`CommandLog::new`]), drop (Rust
/// does it), [`push`](CommandLog::push) and search ([`newest`](CommandLog::newest)).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CommandLog {
    commands: Vec<String>,
}

impl CommandLog {
    pub const fn new() -> Self {
        Self {
            commands: Vec::new(),
        }
    }

    pub fn push(&mut self, command: impl Into<String>) {
        self.commands.push(command.into());
    }

    /// The newest command that starts with `prefix`.
    pub fn newest(&self, prefix: &str) -> Option<&str> {
        self.iter()
            .rev()
            .find(|command| command.starts_with(prefix))
    }

    /// All commands, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator {
        self.commands.iter().map(String::as_str)
    }

    pub fn len(&self) -> usize {
        self.commands.len()
    }

    pub fn is_empty(&self) -> bool {
        self.commands.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_newest_match_wins_and_the_whole_command_comes_back() {
        let mut log = CommandLog::new();
        assert!(log.is_empty());
        assert_eq!(log.newest(""), None);
        let commands = ["ls -l", "cd ..", "ls", "ls", "args 1"];
        for command in commands {
            log.push(command);
        }
        assert_eq!(log.newest("l"), Some("ls"));
        assert_eq!(log.newest("ls -"), Some("ls -l"));
        assert_eq!(log.newest("lll"), None);
        assert_eq!(log.newest(""), Some("args 1"), "all start with nothing");
        assert_eq!(log.iter().collect::<Vec<_>>(), commands);
    }

    proptest! {
        #[test]
        fn search_is_a_scan_from_the_top(commands in prop::collection::vec("[ab ]{0,4}", 0..20), prefix in "[ab ]{0,3}") {
            let mut log = CommandLog::new();
            let mut expected = None;
            for command in &commands {
                log.push(command.clone());
                if command.starts_with(&prefix) {
                    expected = Some(command.as_str());
                }
            }
            prop_assert_eq!(log.newest(&prefix), expected);
        }
    }
}
