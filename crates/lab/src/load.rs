//! What a server carries: a real one is started on this machine, people watch, play and analyse, and
//! somebody holds connections open that say nothing.

mod background;
mod http;
mod latency;
mod players;
mod process;
mod spectators;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use boyi_search::Stop;

use crate::sheet::{Chart, Column, Sheet, Value};
use crate::watch::{LabError, News, Watch};
use background::Background;
use latency::Latencies;
use players::Players;
use process::ServerProcess;
use spectators::Spectators;

/// How often to look whether it is over.
const LOOK_AGAIN: Duration = Duration::from_millis(50);

/// An experiment with load; a row for every number of spectators and every period.
#[derive(Clone, PartialEq, Debug)]
pub struct Load {
    /// The program, which is started as `PROGRAM serve` on loopback with a folder of its own.
    pub program: PathBuf,
    /// People who watch one game, a server of its own for each number.
    pub spectators: Vec<usize>,
    /// Changes of the watched game a second.
    pub moves_per_second: f64,
    /// Games against the computer at once.
    pub games: usize,
    pub level: String,
    /// How long a person thinks before a move.
    pub pause: Duration,
    pub analyses: usize,
    /// Connections that never finish a request.
    pub half_open: usize,
    pub period: Duration,
    /// Rows for each number of spectators.
    pub periods: u64,
    /// Ends when so many moves were played against the computer, if that is sooner.
    pub moves: Option<u64>,
}

/// Everybody who uses one server.
struct Crowd {
    server: ServerProcess,
    spectators: Spectators,
    players: Players,
    _background: Background,
}

/// Waits for something that takes long, but not when the switch is pressed.
async fn unless_stopped<T>(stop: &Stop, work: impl Future<Output = T>) -> Result<T, LabError> {
    let pressed = async {
        while !stop.is_stopped() {
            tokio::time::sleep(LOOK_AGAIN).await;
        }
    };
    tokio::select! {
        done = work => Ok(done),
        () = pressed => Err(LabError::Stopped),
    }
}

impl Load {
    pub fn run(&self, watch: &mut Watch) -> Result<Sheet, LabError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(LabError::server)?;
        let mut sheet = Self::empty_sheet();
        (watch.tell)(News::Begun(&sheet));
        for &count in &self.spectators {
            let found = runtime.block_on(self.measure(count, &mut sheet, watch));
            found?;
        }
        runtime.shutdown_background();
        Ok(sheet)
    }

    /// Measures one server, from its start to its end.
    async fn measure(
        &self,
        count: usize,
        sheet: &mut Sheet,
        watch: &mut Watch<'_>,
    ) -> Result<(), LabError> {
        watch.doing(
            format!("{count} spectators take their seats"),
            format!("{count} 名观众入座"),
            0.0,
        );
        let streams = count + self.games + self.analyses + 100;
        // Twice as many: those that are over stay until others need their place.
        let server = ServerProcess::start(&self.program, streams, 2 * self.games);
        let server = server.map_err(LabError::server)?;
        let address = server.address;
        let seat = Spectators::seat(address, count, self.moves_per_second);
        let spectators = unless_stopped(&watch.stop, seat).await?;
        let crowd = Crowd {
            spectators: spectators.map_err(LabError::server)?,
            players: Players::begin(address, self.games, &self.level, self.pause),
            _background: Background::begin(address, self.analyses, self.half_open),
            server,
        };
        for period in 1..=self.periods {
            let began = Instant::now();
            crowd.spectators.begin_period();
            crowd.players.begin_period();
            let enough = || self.moves.is_some_and(|most| crowd.players.moves() >= most);
            while began.elapsed() < self.period && !enough() {
                tokio::time::sleep(LOOK_AGAIN).await;
                if watch.stop.is_stopped() {
                    return Err(LabError::Stopped);
                }
                let part = began.elapsed().as_secs_f64() / self.period.as_secs_f64();
                let done = (period as f64 - 1.0 + part) / self.periods as f64;
                let moves = crowd.players.moves();
                watch.doing(
                    format!("{count} spectators, period {period}, {moves} moves"),
                    format!("{count} 名观众，第 {period} 段，{moves} 步"),
                    done.min(1.0),
                );
            }
            let seconds = began.elapsed().as_secs_f64();
            crowd.spectators.settle().await;
            let row = self.row(&crowd, count, period, seconds);
            watch.row(sheet, row);
            if enough() {
                break;
            }
        }
        let Crowd { server, .. } = crowd;
        tokio::task::spawn_blocking(move || server.end())
            .await
            .map_err(LabError::server)?
            .map_err(LabError::server)
    }

    fn row(&self, crowd: &Crowd, count: usize, period: u64, seconds: f64) -> Vec<Value> {
        let (watched, played) = (crowd.spectators.found(), crowd.players.found());
        let (rss_mib, files) = crowd.server.holds();
        let time = |latencies: &Arc<Latencies>, share| Value::number(latencies.quantile(share), 0);
        vec![
            Value::Count(count as u64),
            Value::Count(self.games as u64),
            Value::Count(self.analyses as u64),
            Value::Count(self.half_open as u64),
            Value::Count(period),
            Value::Number(seconds, 1),
            Value::Count(watched.moves),
            Value::share(watched.delivered),
            time(&watched.latencies, 0.5),
            time(&watched.latencies, 0.99),
            Value::Count(played.answers),
            Value::Count(played.unanswered),
            Value::Count(played.lost_by_fault),
            time(&played.latencies, 0.5),
            time(&played.latencies, 0.99),
            Value::Number(rss_mib, 0),
            Value::Count(files),
        ]
    }

    fn empty_sheet() -> Sheet {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let shown = Column::shown;
        let sheet = Sheet::new(
            [
                format!(
                    "One server process; it shares {cores} cores of this machine with everybody who uses it"
                ),
                format!("一个服务器进程；它与所有客户端共用本机的 {cores} 个核心"),
            ],
            [
                "Spectators see every change of one game that is changed at a steady pace; the time is from the sending of a move to its arrival at each of them. Players answer the computer after a pause; the time is from the sending of a move to the arrival of the computer's answer. Server and clients share the machine, so the server alone would be faster.",
                "观众观看一盘以固定节奏进行的对局；延迟从发出一步棋算起，到每名观众收到为止。棋手停顿片刻后应对计算机；延迟从发出一步棋算起，到收到计算机的应手为止。服务器与客户端共用同一台机器，单独运行的服务器会更快。",
            ],
            vec![
                shown("spectators", "spectators", "观众"),
                shown("games", "games", "对局"),
                shown("analyses", "analyses", "分析"),
                shown("half_open", "half-open", "半开连接"),
                shown("period", "period", "时段"),
                shown("seconds", "seconds", "秒"),
                shown("changes", "changes", "变化"),
                shown("delivered", "delivered", "送达"),
                shown("p50_ms", "p50 ms", "p50 毫秒"),
                shown("p99_ms", "p99 ms", "p99 毫秒"),
                shown("answers", "answers", "应手"),
                shown("unanswered", "unanswered", "未应"),
                shown("lost_by_fault", "lost by fault", "故障判负"),
                shown("answer_p50_ms", "p50 ms", "p50 毫秒"),
                shown("answer_p99_ms", "p99 ms", "p99 毫秒"),
                shown("rss_mib", "RSS MiB", "内存 MiB"),
                shown("files", "files", "文件"),
            ],
        );
        let chart =
            |up, title, chinese| Chart::logarithmic("spectators", up, "games", title, chinese);
        sheet.with_charts([
            chart(
                "p99_ms",
                "Milliseconds until 99 % have seen a move",
                "99% 观众看到一步棋的毫秒数",
            ),
            chart("rss_mib", "Memory in MiB", "内存 MiB"),
        ])
    }
}
