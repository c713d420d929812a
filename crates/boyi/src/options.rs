//! Options that several commands share.

mod bots;

use std::ffi::OsString;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use boyi_engine::Go;
use boyi_engine::{Game, PlayerSpec, Setup, game};
use boyi_game::whole_file;

pub(crate) use bots::BotArgs;

/// Which game.
#[derive(clap::Args)]
pub(crate) struct GameArg {
    /// The game; `boyi games` lists them
    #[arg(value_name = "GAME")]
    name: String,
}

impl GameArg {
    pub(crate) fn game(&self) -> Result<&'static dyn Game> {
        Ok(game(&self.name)?)
    }
}

/// Where the result of long work goes, if anywhere: whoever cannot write there is told before the work,
/// not after it.
pub(crate) struct ResultFile<'a>(Option<&'a Path>);

impl<'a> ResultFile<'a> {
    pub(crate) fn new(file: Option<&'a Path>) -> Result<Self> {
        if let Some(file) = file {
            whole_file::check(file).with_context(|| cannot_write(file))?;
        }
        Ok(Self(file))
    }

    pub(crate) fn write(&self, contents: impl AsRef<[u8]>) -> Result<()> {
        match self.0 {
            Some(file) => whole_file::write(file, contents).with_context(|| cannot_write(file)),
            None => Ok(()),
        }
    }
}

fn cannot_write(file: &Path) -> String {
    format!("cannot write {}", file.display())
}

/// Where the game begins.
#[derive(clap::Args)]
#[command(next_help_heading = "Position")]
pub(crate) struct SetupArgs {
    /// A position as text, in any format of the game
    // Othello positions begin with empty squares, which are written `-`.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,

    /// A file with a position or a board; - for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    board: Option<PathBuf>,

    /// The size of the board, rows x columns
    #[arg(long, value_name = "ROWSxCOLS", value_parser = read_size, conflicts_with_all = ["position", "board"])]
    size: Option<(usize, usize)>,

    /// The rules to play by; `boyi games` lists them
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,

    /// Moves already played, in any notation of the game, numbered or not: f5d6c3, '1. f5 d6'
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
}

impl SetupArgs {
    /// Whether nothing was said about where to begin.
    pub(crate) fn is_empty(&self) -> bool {
        let Self {
            position,
            board,
            size,
            rules,
            moves,
        } = self;
        let begins = position.is_some() || board.is_some() || moves.is_some();
        !begins && size.is_none() && rules.is_none()
    }

    pub(crate) fn setup(&self) -> Result<Setup> {
        let position = match &self.board {
            Some(file) => Some(read_file(file)?),
            None => self.position.clone(),
        };
        Ok(Setup {
            position,
            size: self.size,
            rules: self.rules.clone(),
            moves: self.moves.clone(),
            seed: 0,
        })
    }
}

/// Where to begin, how to search and how far.
#[derive(clap::Args)]
pub(crate) struct ThinkArgs {
    #[command(flatten)]
    pub(crate) setup: SetupArgs,

    #[command(flatten)]
    pub(crate) search: SearchArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// How to search.
#[derive(clap::Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct SearchArgs {
    /// The search: minimax, alpha-beta, ordered, table, pvs, aspiration or mtdf, or a character
    /// [default: the strongest player of the game, pvs with an evaluation by name]
    #[arg(long, value_name = "NAME")]
    search: Option<String>,

    /// The evaluation; `boyi games` lists them
    #[arg(long, value_name = "NAME")]
    evaluation: Option<String>,

    /// Play out captures (in reversi: corners) beyond the depth
    #[arg(long)]
    quiescence: bool,

    /// Choose among equal moves at random, from this seed
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,

    /// The size of the table in MiB
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=65536))]
    hash: Option<u64>,
}

impl SearchArgs {
    pub(crate) fn spec(&self, game: &dyn Game) -> Result<PlayerSpec> {
        // An evaluation by name, or captures beyond the depth, are for the classic searches.
        let classic = self.evaluation.is_some() || self.quiescence;
        let usual = if classic { "pvs" } else { game.best_player() };
        let search = self.search.as_deref().unwrap_or(usual);
        let spec: PlayerSpec = search.parse()?;
        Ok(PlayerSpec {
            evaluation: self.evaluation.clone().or(spec.evaluation),
            quiescence: self.quiescence || spec.quiescence,
            seed: self.seed.or(spec.seed),
            hash: self.hash.map(|hash| hash as usize).or(spec.hash),
            ..spec
        })
    }
}

/// How large the table of a solver may be.
#[derive(clap::Args)]
pub(crate) struct HashArg {
    /// The size of the table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u64).range(1..=65536))]
    hash: u64,
}

impl HashArg {
    pub(crate) fn bytes(&self) -> usize {
        (self.hash as usize) << 20
    }
}

/// How far to search.
#[derive(clap::Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    /// Plies to look ahead
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=1000))]
    depth: Option<u32>,

    /// Positions to look at
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Time to think
    #[arg(long, value_name = "SECONDS", value_parser = read_seconds)]
    seconds: Option<Duration>,
}

impl LimitArgs {
    pub(crate) fn go(&self) -> Go {
        Go {
            depth: self.depth,
            nodes: self.nodes,
            ..self.seconds.map(Go::time).unwrap_or_default()
        }
    }

    /// The same, or a second where neither these limits nor the players say anything.
    pub(crate) fn go_or_a_second(&self, players_say: bool) -> Go {
        let go = self.go();
        if go.is_unlimited() && !players_say {
            Go::time(Duration::from_secs(1))
        } else {
            go
        }
    }
}

/// A small file as text; - is standard input.
pub(crate) fn read_file(file: &Path) -> Result<String> {
    // Boards and positions are small; whatever is larger is something else.
    const MAX_TEXT_BYTES: usize = 1 << 20;
    let bytes = read_bytes(file)?;
    if bytes.len() > MAX_TEXT_BYTES {
        bail!("{} is larger than 1 MiB: not a position", file.display());
    }
    String::from_utf8(bytes).with_context(|| format!("{} is not text", file.display()))
}

/// A file, or standard input for -.
pub(crate) fn read_bytes(file: &Path) -> Result<Vec<u8>> {
    // The largest pictures and maps we solve are far below this; what never ends must not fill the
    // memory.
    const MAX_FILE_BYTES: u64 = 1 << 30;
    let mut bytes = Vec::new();
    let read = if file.as_os_str() == "-" {
        std::io::stdin()
            .take(MAX_FILE_BYTES + 1)
            .read_to_end(&mut bytes)
    } else {
        let open =
            fs::File::open(file).with_context(|| format!("cannot open {}", file.display()))?;
        open.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)
    };
    read.with_context(|| format!("cannot read {}", file.display()))?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        bail!("{} is larger than 1 GiB", file.display());
    }
    Ok(bytes)
}

pub(crate) fn read_size(text: &str) -> Result<(usize, usize), String> {
    let parts = text.split_once(['x', 'X', '*']);
    let sizes = parts.and_then(|(rows, cols)| Some((rows.parse().ok()?, cols.parse().ok()?)));
    sizes.ok_or_else(|| "expected rows x columns, such as 6x6".to_owned())
}

pub(crate) fn read_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text
        .parse()
        .map_err(|_| "expected a number of seconds, such as 0.5")?;
    let time =
        Duration::try_from_secs_f64(seconds).map_err(|_| "expected a number of seconds above 0")?;
    if time.is_zero() {
        Err("expected a number of seconds above 0".to_owned())
    } else {
        Ok(time)
    }
}

/// The command line that runs now: not always the program's own, since the shell runs commands too.
static LINE: Mutex<Vec<OsString>> = Mutex::new(Vec::new());

pub(crate) fn runs_now(line: &[OsString]) {
    line.clone_into(&mut LINE.lock().unwrap_or_else(PoisonError::into_inner));
}

/// The command line that runs now, its moves replaced by these.
pub(crate) fn command_with_moves(moves: &str) -> String {
    let line = LINE.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let line = line
        .into_iter()
        .map(|word| word.to_string_lossy().into_owned());
    let mut arguments = line;
    // As it was called, so that the line can be typed again where the program is not on the path.
    let program = arguments.next().filter(|program| program.contains('/'));
    let mut command = program.map_or("boyi".to_owned(), |program| quoted(&program));
    while let Some(argument) = arguments.next() {
        if argument == "--moves" {
            arguments.next();
        } else if !argument.starts_with("--moves=") {
            command.push(' ');
            command.push_str(&quoted(&argument));
        }
    }
    if !moves.is_empty() {
        command.push_str(" --moves ");
        command.push_str(&quoted(moves));
    }
    command
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}
