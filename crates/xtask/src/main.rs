//! Chores of this repository: `cargo xtask test` runs every test there is.

mod arrows;
mod bench_signature;
mod dist;
mod instructions;
mod packages;
mod page;
mod platforms;
mod readme;
mod stamps;
mod suite;
mod test;
mod tools;
mod wasm;
mod wheel;

use std::path::PathBuf;
use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask test [--all]   every check and test; ends with `N passed, N failed, N skipped`; steps whose
                           inputs have not changed since their last success run only with --all or CI=true
cargo xtask wasm           the engines for the browser, which the page has when the program is built after
                           this; has rustup add the target wasm32-unknown-unknown where it may
cargo xtask wheel          the Python package as a wheel in target/wheels (needs Python 3.9 or later)
cargo xtask page           the page's checks and browser tests alone, with the release program as it is built
cargo xtask python         the wheel's tests alone, in a virtual environment below target/
cargo xtask platforms [--profile NAME] [NAME...]  build, lint and run the program for other systems: windows (wine), x86_64-musl,
                           aarch64 (qemu), aarch64-musl, macos (links only); installs what it may
cargo xtask dist --out FOLDER [--only PART,...]  what is published of a version, with SHA256SUMS: x86_64-musl,
                           x86_64-v2-musl, aarch64-musl, windows, deb, oci, page, source, sbom, and a trial of it
cargo xtask pictures       the pictures of both READMEs, taken of the page in a browser
cargo xtask packages       whether the crates that stand alone could be published
cargo xtask instructions   instruction counts of workloads that should cost the same (needs valgrind)
cargo xtask arrows         which crate uses which, against ARCHITECTURE.md";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["test"] => test::run(false),
        ["test", "--all"] => test::run(true),
        ["instructions"] => instructions::print(),
        ["wasm"] => wasm::build().map(|module| println!("{}", module.display())),
        ["wheel"] => wheel::build().map(|wheel| println!("{}", wheel.display())),
        ["page"] => page::test(),
        ["python"] => wheel::test(),
        ["pictures"] => page::pictures().map(|folder| println!("{}", folder.display())),
        ["packages"] => packages::check().map(|()| println!("every package stands alone")),
        ["platforms", ref names @ ..] => platforms::run(names),
        ["dist", ref words @ ..] => dist::Plan::read(words).and_then(|plan| dist::run(&plan)),
        ["arrows"] => arrows::check().map(|()| println!("every arrow points the right way")),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The folder of the workspace.
fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}
