//! `boyi page`: the page as a folder of files.

use std::path::PathBuf;

use anyhow::Result;
use boyi_web::write_page;
use serde_json::json;

use crate::output::{Output, grouped};

/// Write the page as a folder of files that needs no server of ours
///
/// Any server of files can hold it, below any path. Play against levels, analysis, review, paths, search
/// trees and the laboratory work with the engines in the browser, after one visit offline too. What needs a
/// server, such as tournaments, says so.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi page --out site
  boyi page --out site && python3 -m http.server --directory site

The engines for the browser are part of a program that was built after `cargo xtask wasm`.")]
pub(crate) struct Args {
    /// Where to write it: a new folder, or one with an older page, which is replaced
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    let written = write_page(&args.out)?;
    if out.json {
        return out.object(&json!({
            "folder": args.out,
            "files": written.files,
            "bytes": written.bytes,
        }));
    }
    let folder = args.out.display();
    let (files, bytes) = (written.files, grouped(written.bytes));
    out.say(
        format!("{folder}: {files} files, {bytes} bytes"),
        format!("{folder}：{files} 个文件，{bytes} 字节"),
    )
}
