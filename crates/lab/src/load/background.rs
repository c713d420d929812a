//! What else goes on: long analyses, and connections that never finish a request.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;

use super::http::{self, home};

/// Those who hold connections open share so many addresses.
const ATTACKERS: usize = 8;
const RETRY: Duration = Duration::from_millis(200);

pub(super) struct Background {
    /// Everybody leaves when this is dropped.
    _tasks: JoinSet<()>,
}

impl Background {
    pub(super) fn begin(address: SocketAddr, analyses: usize, half_open: usize) -> Self {
        let mut tasks = JoinSet::new();
        for number in 0..analyses {
            tasks.spawn(async move {
                loop {
                    let _ = analyse(address, number).await;
                    tokio::time::sleep(RETRY).await;
                }
            });
        }
        for number in 0..half_open {
            tasks.spawn(async move {
                loop {
                    let _ = half_open_request(address, number).await;
                    tokio::time::sleep(RETRY).await;
                }
            });
        }
        Self { _tasks: tasks }
    }
}

/// Ten minutes of thinking, and again when they are over.
async fn analyse(address: SocketAddr, number: usize) -> io::Result<()> {
    let mut stream = http::stream(home(96, number), address, "/api/analyse/live").await?;
    loop {
        let request = r#"{"kind":"analyse","tag":1,"line":{"game":"xiangqi"},"seconds":600}"#;
        let sent = stream.send(Message::text(request)).await;
        sent.map_err(io::Error::other)?;
        loop {
            let message = stream.next().await;
            let message = message.ok_or_else(|| io::Error::other("it is gone"))?;
            let message = message.map_err(io::Error::other)?;
            if message
                .to_text()
                .is_ok_and(|text| text.starts_with(r#"{"kind":"done""#))
            {
                break;
            }
        }
    }
}

/// Half a request, held until the server has enough of it.
async fn half_open_request(address: SocketAddr, number: usize) -> io::Result<()> {
    let mut stream = http::connect(home(112, number % ATTACKERS), address).await?;
    let half = format!("GET / HTTP/1.1\r\nhost: {address}\r\nx-half: ");
    stream.write_all(half.as_bytes()).await?;
    // The server says nothing, and closes it.
    let mut nothing = Vec::new();
    stream.read_to_end(&mut nothing).await?;
    Ok(())
}
