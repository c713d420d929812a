//! A small client: requests one after the other on a connection, and live streams. Every user comes from a
//! loopback address of its own, as people on a network do.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

/// An address of this machine for the user of a number.
pub(super) fn home(group: u8, number: usize) -> Ipv4Addr {
    let [.., high, middle, low] = (number as u32).to_be_bytes();
    Ipv4Addr::new(127, group.wrapping_add(high), middle, low.max(1))
}

/// Connects from an address; from any where the system has only one.
pub(super) async fn connect(from: Ipv4Addr, to: SocketAddr) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    let _ = socket.bind((from, 0).into());
    let stream = socket.connect(to).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

pub(super) async fn stream(
    from: Ipv4Addr,
    to: SocketAddr,
    path: &str,
) -> io::Result<WebSocketStream<TcpStream>> {
    let config = WebSocketConfig::default()
        .read_buffer_size(4 << 10)
        .write_buffer_size(0);
    let address = format!("ws://{to}{path}");
    let tcp = connect(from, to).await?;
    let opened = tokio_tungstenite::client_async_with_config(address, tcp, Some(config)).await;
    opened.map(|(stream, _)| stream).map_err(io::Error::other)
}

/// A connection for requests.
pub(super) struct Http {
    stream: BufReader<TcpStream>,
    host: SocketAddr,
}

impl Http {
    pub(super) async fn connect(from: Ipv4Addr, to: SocketAddr) -> io::Result<Self> {
        Ok(Self {
            stream: BufReader::new(connect(from, to).await?),
            host: to,
        })
    }

    /// Sends a request and reads the answer, which must be a good one.
    pub(super) async fn ask(&mut self, method: &str, path: &str, body: &str) -> io::Result<Value> {
        let (host, length) = (self.host, body.len());
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        self.stream.write_all(head.as_bytes()).await?;
        let mut line = String::new();
        self.stream.read_line(&mut line).await?;
        let status: u16 = line
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok())
            .ok_or_else(|| io::Error::other("no answer"))?;
        let mut length = 0;
        loop {
            line.clear();
            self.stream.read_line(&mut line).await?;
            let Some((name, value)) = line.trim_end().split_once(':') else {
                break;
            };
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse().map_err(io::Error::other)?;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).await?;
        if !(200..300).contains(&status) {
            let text = String::from_utf8_lossy(&body).into_owned();
            return Err(io::Error::other(format!(
                "{method} {path}: {status} {text}"
            )));
        }
        serde_json::from_slice(&body).map_err(io::Error::other)
    }
}
