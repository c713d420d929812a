//! `boyi garlic map`: maps made to order, and ours by name.

use anyhow::{Result, bail};
use boyi_engine::SetupError;
use boyi_garlic::{Destroyers, MAPS, Order, Setup};
use serde_json::json;

use super::read_map;
use crate::options::read_size;
use crate::output::Output;

/// Make a fair map; the same size, seed and destroyers make the same map everywhere
///
/// Fair means that some mirroring or half turn of the map swaps the two garlics and changes nothing
/// else. With a MAP, checks that it is valid and fair and prints it; without anything, lists ours.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  boyi garlic map
  boyi garlic map --size 30x30 --seed 7 --destroyers free
  boyi garlic map 10x10-one")]
pub(crate) struct Args {
    /// A map to check and print
    map: Option<String>,

    /// Rows x columns, from 6x6 to 64x64
    #[arg(long, value_name = "ROWSxCOLS", value_parser = read_size, conflicts_with = "map")]
    size: Option<(usize, usize)>,

    /// The seed
    #[arg(long, value_name = "NUMBER", default_value_t = 0, requires = "size")]
    seed: u64,

    /// Who can hunt: both destroyers, none, or one
    #[arg(
        long,
        value_name = "free|walled|one",
        default_value = "free",
        requires = "size"
    )]
    destroyers: Destroyers,
}

pub(super) fn run(args: &Args, out: &mut Output) -> Result<()> {
    match (&args.map, args.size) {
        (Some(_), Some(_)) => bail!("a map has its own size: give one or the other"),
        (Some(name), None) => print(&read_map(name, true)?, out),
        (None, Some((rows, cols))) => {
            let order = Order {
                rows,
                cols,
                seed: args.seed,
                destroyers: args.destroyers,
            };
            let made = order.make();
            print(
                &made.map_err(|error| SetupError::Size(error.to_string()))?,
                out,
            )
        }
        (None, None) => {
            for map in MAPS {
                if out.json {
                    out.object(&json!({ "kind": "garlic", "name": map.name, "text": map.text }))?;
                } else {
                    out.line(map.name)?;
                }
            }
            Ok(())
        }
    }
}

fn print(map: &Setup, out: &mut Output) -> Result<()> {
    if out.json {
        return out.object(&json!({ "kind": "garlic", "text": map.to_string() }));
    }
    out.text(map.to_string())
}
