//! What `set` switches on and off.

/// The switches; all are off at first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own, as users know them"
)]
pub(crate) struct Options {
    /// `-e`: a command that fails ends the shell, unless it is part of a condition.
    pub(crate) stop_on_failure: bool,
    /// `-u`: the value of a variable that is not set is an error.
    pub(crate) unset_is_error: bool,
    /// `-x`: commands are shown before they run.
    pub(crate) show_commands: bool,
    /// `-f`: `*` and its relatives mean themselves.
    pub(crate) no_globs: bool,
    /// `-C`: `>` does not empty a file that exists.
    pub(crate) keep_files: bool,
    /// `-o pipefail`: a pipeline fails if any of its commands does.
    pub(crate) fail_as_any: bool,
}

impl Options {
    /// Rows of letter, name and switch.
    fn rows(&mut self) -> [(char, &'static str, &mut bool); 6] {
        [
            ('e', "errexit", &mut self.stop_on_failure),
            ('u', "nounset", &mut self.unset_is_error),
            ('x', "xtrace", &mut self.show_commands),
            ('f', "noglob", &mut self.no_globs),
            ('C', "noclobber", &mut self.keep_files),
            ('\0', "pipefail", &mut self.fail_as_any),
        ]
    }

    /// Sets the switch of a letter; whether there is one.
    pub(crate) fn set_letter(&mut self, letter: char, on: bool) -> bool {
        let rows = self.rows().into_iter();
        rows.filter(|(own, ..)| *own == letter)
            .map(|(.., switch)| *switch = on)
            .count()
            > 0
    }

    /// Sets the switch of a name; whether there is one.
    pub(crate) fn set_name(&mut self, name: &str, on: bool) -> bool {
        let rows = self.rows().into_iter();
        rows.filter(|(_, own, _)| *own == name)
            .map(|(.., switch)| *switch = on)
            .count()
            > 0
    }

    /// `$-`
    pub(crate) fn letters(mut self) -> String {
        let rows = self.rows().into_iter();
        let on = rows.filter(|(letter, _, switch)| **switch && *letter != '\0');
        on.map(|(letter, ..)| letter).collect()
    }

    /// Names and whether they are on.
    pub(crate) fn names(mut self) -> Vec<(&'static str, bool)> {
        let rows = self.rows().into_iter();
        rows.map(|(_, name, switch)| (name, *switch)).collect()
    }
}
