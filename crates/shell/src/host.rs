//! Commands of the program that the shell lives in.

/// One row of the table that the program hands to the shell. Help and completion read it too.
#[derive(Debug, Clone)]
pub struct HostCommand {
    pub name: String,
    pub help: String,
    /// What could stand in place of the last word. The words begin with the command's name; the last
    /// is the one being typed, which may be empty.
    pub complete: fn(&[String]) -> Vec<String>,
    /// Runs it in a child process of the shell; returns the exit status. The words begin with the
    /// command's name.
    pub run: fn(&[String]) -> i32,
}
