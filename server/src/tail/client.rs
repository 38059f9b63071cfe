//! Asking a server over HTTP/1.1, a connection for each request.

use super::{Address, TailError, sse::EventReader};
use conversation::{Item, Side, Window, read::Fields};
use http_body_util::{BodyExt as _, Collected, Empty};
use hyper::{
    Request, Response, StatusCode,
    body::{Bytes, Incoming},
    client::conn::http1,
    header,
};
use hyper_util::rt::TokioIo;
use serde_json::{Map, Value};
use std::{
    collections::VecDeque,
    io::{Error, ErrorKind},
    time::Duration,
};
use tokio::{net::TcpStream, time::timeout};

/// How long a connection may be silent: more than two of the server's signs of life.
const SILENCE: Duration = Duration::from_mins(1);

/// Asks for one conversation.
#[derive(Debug)]
pub(super) struct Client {
    address: Address,
}

/// A stream of batches, as JSON.
#[derive(Debug)]
pub(super) struct Stream {
    body: Incoming,
    reader: EventReader,
    waiting: VecDeque<String>,
}

impl Client {
    pub(super) fn new(address: Address) -> Self {
        Self { address }
    }

    pub(super) fn address(&self) -> &Address {
        &self.address
    }

    /// The stream of the view, from a position on.
    pub(super) async fn stream(&self, position: Option<&str>) -> Result<Stream, TailError> {
        let answer = self.ask(&self.address.stream(position)).await?;
        Ok(Stream {
            body: answer.into_body(),
            reader: EventReader::default(),
            waiting: VecDeque::new(),
        })
    }

    /// The stretch of the view before a cursor.
    pub(super) async fn before(&self, cursor: &str) -> Result<Window, TailError> {
        let answer = self.ask(&self.address.events_before(cursor)).await?;
        let body = answer.into_body().collect().await?.to_bytes();
        let window = serde_json::from_slice(&body).ok().and_then(window);
        window.ok_or_else(|| TailError::Strange("events without their sides".to_owned()))
    }

    async fn ask(&self, path: &str) -> Result<Response<Incoming>, TailError> {
        let asked = timeout(SILENCE, self.request(path)).await;
        asked.unwrap_or_else(|_| Err(self.unreachable(ErrorKind::TimedOut.into())))
    }

    async fn request(&self, path: &str) -> Result<Response<Incoming>, TailError> {
        let authority = &self.address.authority;
        let has_port = authority.rsplit(':').next().is_some_and(is_number);
        let place = if has_port {
            authority.clone()
        } else {
            format!("{authority}:80")
        };
        let connection = TcpStream::connect(place).await;
        let connection = connection.map_err(|source| self.unreachable(source))?;
        let (mut sender, connection) = http1::handshake(TokioIo::new(connection)).await?;
        // It ends with its answer; what goes wrong in it is told to whoever reads that.
        tokio::spawn(connection);
        let request = Request::get(path)
            .header(header::HOST, authority)
            .body(Empty::<Bytes>::new());
        let request = request.map_err(|error| TailError::Strange(error.to_string()))?;
        let answer = sender.send_request(request).await?;
        match answer.status() {
            StatusCode::OK => Ok(answer),
            status => Err(refusal(status, answer).await),
        }
    }

    fn unreachable(&self, source: Error) -> TailError {
        TailError::Unreachable {
            authority: self.address.authority.clone(),
            source,
        }
    }
}

impl Stream {
    /// The next batch; nothing where the stream has ended, or is taken for dead.
    pub(super) async fn next(&mut self) -> Result<Option<String>, TailError> {
        loop {
            if let Some(batch) = self.waiting.pop_front() {
                return Ok(Some(batch));
            }
            let Ok(Some(Ok(frame))) = timeout(SILENCE, self.body.frame()).await else {
                return Ok(None);
            };
            if let Some(bytes) = frame.data_ref() {
                self.waiting.extend(self.reader.take(bytes)?);
            }
        }
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// What the server says in its envelope.
async fn refusal(status: StatusCode, answer: Response<Incoming>) -> TailError {
    let body = answer.into_body().collect().await;
    let body = body.map(Collected::to_bytes).unwrap_or_default();
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    let message = body.pointer("/error/message").and_then(Value::as_str);
    TailError::Refused {
        status,
        message: message.map_or_else(|| format!("the server answers {status}"), str::to_owned),
    }
}

/// The envelope of events as a window of items.
fn window(envelope: Value) -> Option<Window> {
    let mut fields = Fields::of(envelope)?;
    let events: Vec<Map<String, Value>> = fields.required("data")?;
    let sides: Vec<Side> = fields.required("side")?;
    let item = |(event, side)| Item {
        event,
        side,
        is_skeleton: false,
    };
    Some(Window {
        items: events.into_iter().zip(sides).map(item).collect(),
        before: fields.required("before")?,
    })
}
