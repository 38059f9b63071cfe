//! As much of HTTP as asking a server on loopback takes. Asked in the way of HTTP/1.0, it ends an
//! answer by closing the connection, and sends an endless one as it comes.

use std::io::{BufRead as _, BufReader, ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};

/// How long a look at a stream lasts.
const LOOK: Duration = Duration::from_millis(50);

/// Asks for a path and gives the body of the answer. `authority` is `127.0.0.1:1234`.
pub(super) fn get(authority: &str, path: &str) -> Result<String> {
    let mut body = String::new();
    ask(authority, path)?
        .read_to_string(&mut body)
        .with_context(|| format!("{path} broke off"))?;
    Ok(body)
}

/// Server-sent events as they come.
#[derive(Debug)]
pub(super) struct EventStream {
    answer: BufReader<TcpStream>,
    /// A line of which the end may not have come yet.
    line: Vec<u8>,
}

/// What a look at a stream finds.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// What an event says.
    Data(String),
    /// Nothing for now.
    Nothing,
    /// The server closed it.
    End,
}

impl EventStream {
    /// Asks for a stream.
    pub(super) fn open(authority: &str, path: &str) -> Result<Self> {
        let answer = ask(authority, path)?;
        answer.get_ref().set_read_timeout(Some(LOOK))?;
        Ok(Self {
            answer,
            line: Vec::new(),
        })
    }

    /// Waits a moment for the next event. Ours have their data on one line.
    pub(super) fn look(&mut self) -> Result<Look> {
        loop {
            // What came before the time was over stays in the line.
            match self.answer.read_until(b'\n', &mut self.line) {
                Ok(0) => return Ok(Look::End),
                Ok(_) => {}
                Err(error) if is_timeout(error.kind()) => return Ok(Look::Nothing),
                Err(error) => return Err(error).context("a stream broke off"),
            }
            let line = String::from_utf8(std::mem::take(&mut self.line))?;
            if let Some(data) = line.strip_prefix("data:") {
                return Ok(Look::Data(data.trim().to_owned()));
            }
        }
    }
}

fn is_timeout(kind: ErrorKind) -> bool {
    // Systems differ in what they call it.
    matches!(
        kind,
        ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted
    )
}

/// Sends a request, and reads the answer up to its body.
fn ask(authority: &str, path: &str) -> Result<BufReader<TcpStream>> {
    let mut stream =
        TcpStream::connect(authority).with_context(|| format!("cannot connect to {authority}"))?;
    write!(stream, "GET {path} HTTP/1.0\r\nhost: {authority}\r\n\r\n")?;
    let mut answer = BufReader::new(stream);
    let mut status = String::new();
    answer.read_line(&mut status)?;
    if status.split(' ').nth(1) != Some("200") {
        bail!("{path} is answered by {}", status.trim());
    }
    let mut line = String::new();
    while answer.read_line(&mut line)? > 2 {
        line.clear();
    }
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;
    use std::thread;

    /// A server on loopback that answers one request with these pieces, one after the other.
    fn answering(pieces: &'static [&'static str]) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let authority = listener.local_addr().unwrap().to_string();
        thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            // Closed with a part of the request unread, the connection would break off.
            let mut line = String::new();
            let mut request = BufReader::new(stream.try_clone().unwrap());
            while request.read_line(&mut line).unwrap() > 2 {
                line.clear();
            }
            for piece in pieces {
                stream.write_all(piece.as_bytes()).unwrap();
                thread::sleep(2 * LOOK);
            }
        });
        authority
    }

    #[test]
    fn a_body_is_what_stands_behind_the_empty_line() {
        let authority = answering(&["HTTP/1.0 200 OK\r\na: b\r\n\r\n{}\n"]);
        assert_eq!(get(&authority, "/x").unwrap(), "{}\n");
    }

    #[test]
    fn a_refusal_is_an_error() {
        let authority = answering(&["HTTP/1.0 404 Not Found\r\n\r\n"]);
        let error = get(&authority, "/x").unwrap_err();
        assert_eq!(
            error.to_string(),
            "/x is answered by HTTP/1.0 404 Not Found"
        );
    }

    #[test]
    fn an_event_that_comes_in_pieces_is_one() {
        let authority = answering(&[
            "HTTP/1.0 200 OK\r\n\r\n: alive\n\nevent: frames\nda",
            "ta: {\"a\":",
            "1}\n\n",
        ]);
        let mut stream = EventStream::open(&authority, "/x").unwrap();
        let mut seen = Vec::new();
        while seen.last() != Some(&Look::End) {
            match stream.look().unwrap() {
                Look::Nothing => {}
                look => seen.push(look),
            }
        }
        assert_eq!(seen, [Look::Data("{\"a\":1}".to_owned()), Look::End]);
    }
}
