//! The keeper alone, for the tests of this crate. The program itself is its own keeper.

use std::process::ExitCode;

fn main() -> ExitCode {
    boyi_arena::sandbox::serve(std::env::args_os()).unwrap_or(ExitCode::FAILURE)
}
