//! `boyi lab`: what pruning, ordering, estimates, evaluations and depth are worth, in numbers.

mod boards;
mod estimates;
mod ladder;
mod load;
mod matches;
mod ordering;
mod pruning;
mod weights;

use anyhow::{Result, bail};
use boyi_lab::{LabError, News, Sheet, Watch};

use crate::interrupt;
use crate::output::Output;

/// Compare the classic searches: the same positions, depth by depth
///
/// The experiment of the course reports: at depth 2 pruning changes little, at depth 8 plain minimax
/// looks at hundreds of times as many positions. Every search goes straight to its depth, so that
/// each row differs from the one before by one idea; aspiration and mtdf need the value of the depth
/// before, so they deepen and count all depths.
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  boyi lab
  boyi lab --depths 2,8 --evaluation lab --positions 1
  boyi lab --searches minimax,alpha-beta,mtdf --limit 60 --json
  boyi lab xiangqi --depths 4 --searches minimax,alpha-beta --files 1.txt,2.txt --limit 300
  boyi lab ordering reversi --depths 4,6 --csv
  boyi lab estimates --kind rooms --sizes 41,81
  boyi lab weights --kind rooms --size 81 --weights 1,1.5,2,5
  boyi lab evaluation gomoku --depths 1,2,3 --games 20
  boyi lab depth reversi --depths 1,2,3,4 --games 40
  boyi lab ladder gomoku --games 20
  boyi lab levels reversi --games 40
  boyi lab sampling time reversi --controls time=5ms,time=20ms
  boyi lab load --spectators 100,1000 --seconds 10
  boyi lab boards --generated 3 --player strong:depth=2 --against scan,priority"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: Option<What>,

    #[command(flatten)]
    pruning: pruning::PruningArgs,
}

#[derive(clap::Subcommand)]
enum What {
    Ordering(ordering::Args),
    Estimates(estimates::Args),
    Weights(weights::Args),
    Evaluation(matches::EvaluationArgs),
    Depth(matches::DepthArgs),
    Levels(matches::LevelsArgs),
    Boards(Box<boards::Args>),
    Ladder(ladder::LadderArgs),
    Sampling(ladder::SamplingArgs),
    Load(load::Args),
}

/// How the rows are printed.
#[derive(clap::Args)]
struct Form {
    /// Print comma-separated values for a spreadsheet
    #[arg(long)]
    csv: bool,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<()> {
    match &args.what {
        None => pruning::run(&args.pruning, out),
        Some(What::Ordering(args)) => ordering::run(args, out),
        Some(What::Estimates(args)) => estimates::run(args, out),
        Some(What::Weights(args)) => weights::run(args, out),
        Some(What::Evaluation(args)) => matches::run_evaluation(args, out),
        Some(What::Depth(args)) => matches::run_depth(args, out),
        Some(What::Levels(args)) => matches::run_levels(args, out),
        Some(What::Boards(args)) => boards::run(args, out),
        Some(What::Ladder(args)) => ladder::run_ladder(args, out),
        Some(What::Sampling(args)) => ladder::run_sampling(args, out),
        Some(What::Load(args)) => load::run(args, out),
    }
}

/// Runs an experiment and prints what it finds, as soon as it finds it.
fn show(
    form: &Form,
    out: &mut Output,
    experiment: impl FnOnce(&mut Watch) -> Result<Sheet, LabError>,
) -> Result<()> {
    if form.csv && out.json {
        bail!("--csv or --json, not both");
    }
    let stop = interrupt::stops()?;
    let mut printer = Printer {
        csv: form.csv,
        sheet: None,
        out,
    };
    let mut trouble = Ok(());
    let switch = stop.clone();
    let mut tell = |news: News| {
        if trouble.is_ok() {
            trouble = printer.hear(&news);
            if trouble.is_err() {
                // Nobody reads any more.
                switch.stop();
            }
        }
    };
    let found = experiment(&mut Watch {
        tell: &mut tell,
        stop,
    });
    trouble?;
    printer.out.progress_done();
    printer.print_group()?;
    match found {
        Ok(_) => Ok(()),
        Err(LabError::Stopped) => bail!("stopped by Ctrl-C"),
        Err(LabError::Game(error)) => Err(error.into()),
        Err(LabError::Player(error)) => Err(error.into()),
        Err(LabError::Setup(error)) => Err(error.into()),
        Err(error) => Err(error.into()),
    }
}

/// Prints rows: text group by group, so that columns are aligned; the others at once.
struct Printer<'a> {
    csv: bool,
    /// The experiment with the rows that were not printed yet.
    sheet: Option<Sheet>,
    out: &'a mut Output,
}

impl Printer<'_> {
    fn hear(&mut self, news: &News) -> Result<()> {
        let language = self.out.language;
        match news {
            News::Begun(sheet) => {
                self.sheet = Some((*sheet).clone());
                if self.csv {
                    self.out.line(sheet.csv_head())?;
                } else if !self.out.json {
                    self.out.line(sheet.title.in_language(language))?;
                }
            }
            News::Doing(what, done) => {
                let what = what.in_language(language);
                let percent = 100.0 * done;
                self.out.progress(&format!("{percent:3.0} %  {what}"));
            }
            News::Row(row) => {
                self.out.progress_done();
                let Some(sheet) = &mut self.sheet else {
                    return Ok(());
                };
                if self.out.json {
                    self.out.object(&sheet.object(row))?;
                } else if self.csv {
                    self.out.line(sheet.csv_line(row))?;
                } else {
                    let group = sheet.columns.iter().position(|column| column.groups);
                    let same = sheet.rows.last().zip(group);
                    let same = same.is_none_or(|(last, at)| last[at] == row[at]);
                    if !same {
                        self.print_group()?;
                    }
                    if let Some(sheet) = &mut self.sheet {
                        sheet.rows.push((*row).clone());
                    }
                }
            }
        }
        Ok(())
    }

    fn print_group(&mut self) -> Result<()> {
        if let Some(sheet) = &mut self.sheet
            && !sheet.rows.is_empty()
        {
            let text = sheet.text(self.out.language);
            sheet.rows.clear();
            self.out.text(text)?;
        }
        Ok(())
    }
}
