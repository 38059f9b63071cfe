//! Following a conversation over connections that may be lost.

use super::{
    Address, Format, TailError,
    client::{Client, Stream},
    pace::Pace,
    reader,
    teller::Teller,
};
use crate::print::{Channel, Output, Screen, clock, escape};
use serde_json::Value;
use std::io::Write;
use wire::FramesBody;

/// A conversation that is being followed.
#[derive(Debug)]
pub struct Session<O, E> {
    client: Client,
    /// Nothing where frames are written as they come.
    teller: Option<Teller>,
    screen: Screen<O, E>,
    position: Option<String>,
}

impl<O: Write, E: Write> Session<O, E> {
    /// A session that has asked nothing yet.
    pub fn new(address: Address, format: Format, screen: Screen<O, E>) -> Self {
        let clock = clock(jiff::tz::TimeZone::system(), crate::print::Format::Text);
        let teller = match format {
            Format::Text => Some(Teller::new(address.view, clock, screen.is_terminal())),
            Format::Json => None,
        };
        Self {
            client: Client::new(address),
            teller,
            screen,
            position: None,
        }
    }

    /// Prints what is there and what comes, until nobody reads it any more. A server that cannot be
    /// reached in the beginning is an error; later it is waited for.
    pub async fn follow(mut self) -> Result<(), TailError> {
        let mut stream = self.client.stream(None).await?;
        let mut pace = Pace::new();
        loop {
            self.read(&mut stream, &mut pace).await?;
            let authority = &self.client.address().authority;
            let lost = format!("lost the connection to {authority}; trying again");
            self.screen.tell(&lost)?;
            stream = self.reconnect(&mut pace).await?;
            self.screen.tell("connected again")?;
        }
    }

    /// Takes in a stream to its end.
    async fn read(&mut self, stream: &mut Stream, pace: &mut Pace) -> Result<(), TailError> {
        loop {
            let batch = tokio::select! {
                batch = stream.next() => batch?,
                error = reader::gone() => return Err(error.into()),
            };
            let Some(batch) = batch else {
                return Ok(());
            };
            self.take(&batch).await?;
            pace.reset();
        }
    }

    async fn take(&mut self, batch: &str) -> Result<(), TailError> {
        let strange = || TailError::Strange("no batch of frames".to_owned());
        let Some(teller) = &mut self.teller else {
            let (position, lines) = lines(batch).ok_or_else(strange)?;
            self.screen.write(&lines, &[])?;
            self.position = Some(position);
            return Ok(());
        };
        let body: FramesBody = wire::read(batch).ok_or_else(strange)?;
        let position = body.position;
        if let Some(cursor) = teller.take(body.frames) {
            self.fill(cursor).await?;
        }
        if let Some(teller) = &mut self.teller {
            self.screen.write(&teller.print(), &[])?;
        }
        self.position = Some(position);
        Ok(())
    }

    /// Reads what was missed between what was printed and a window that begins behind it.
    async fn fill(&mut self, mut cursor: String) -> Result<(), TailError> {
        loop {
            let window = match self.client.before(&cursor).await {
                Ok(window) => window,
                Err(error) => {
                    let line = format!("what was said in between cannot be read: {error}");
                    return Ok(self.screen.tell(&line)?);
                }
            };
            let Some(teller) = &mut self.teller else {
                return Ok(());
            };
            match teller.prepend(window) {
                Some(next) => cursor = next,
                None => return Ok(()),
            }
        }
    }

    async fn reconnect(&mut self, pace: &mut Pace) -> Result<Stream, TailError> {
        let mut told = None;
        loop {
            tokio::select! {
                () = tokio::time::sleep(pace.next()) => {}
                error = reader::gone() => return Err(error.into()),
            }
            match self.client.stream(self.position.as_deref()).await {
                Ok(stream) => return Ok(stream),
                // What a server says is worth hearing, once: it may not have found the store yet.
                Err(TailError::Refused { message, .. }) if told.as_ref() != Some(&message) => {
                    self.screen.tell(&message)?;
                    told = Some(message);
                }
                Err(_) => {}
            }
        }
    }
}

/// The position of a batch, and its frames as lines.
fn lines(batch: &str) -> Option<(String, Output)> {
    let batch: Value = serde_json::from_str(batch).ok()?;
    let position = batch.get("position")?.as_str()?.to_owned();
    let mut output = Output::default();
    for frame in batch.get("frames")?.as_array()? {
        output.push(Channel::Out, escape(frame.to_string()) + "\n");
    }
    Some((position, output))
}
